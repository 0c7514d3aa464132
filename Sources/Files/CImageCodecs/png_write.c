// SPDX-License-Identifier: MIT
#include "png_rows.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

// The PNG container, around rows compressed by libdeflate. libdeflate cannot end a stream so that another one follows,
// so `llua_deflate_continue` rewrites the end of each piece.

enum { PIECE = 1 << 20, CHUNK = 12, ZLIB_HEAD = 2, ZLIB_END = 4 };

struct llua_png_packer {
  uint32_t width;
  llua_png_content content;
  int level;
  struct libdeflate_compressor *deflate;
  // Buffers for the largest piece: filtered rows, and compressed stream.
  uint8_t *filtered, *data;
  size_t bound;
};

static size_t row_size(uint32_t width, llua_png_content c) {
  return (size_t)llua_png_steps[c.grey][c.opaque] * width + 1;
}

uint32_t llua_png_piece_rows(uint32_t width, uint32_t height, llua_png_content content) {
  // As few pieces as possible, of equal size.
  uint64_t most = PIECE / row_size(width, content);
  if (most <= 1) return 1;
  uint64_t pieces = (height + most - 1) / most;
  return (uint32_t)((height + pieces - 1) / pieces);
}

llua_png_packer *llua_png_packer_open(uint32_t width, uint32_t rows, llua_png_content content, int level) {
  llua_png_packer *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  self->width = width;
  self->content = content;
  self->level = level;
  size_t size = row_size(width, content) * rows;
  self->deflate = libdeflate_alloc_compressor(level);
  self->bound = libdeflate_zlib_compress_bound(NULL, size) + LLUA_DEFLATE_CONTINUES;
  self->filtered = malloc(size);
  self->data = malloc(self->bound);
  if (self->deflate && self->filtered && self->data) return self;
  llua_png_packer_close(self);
  return NULL;
}

void llua_png_packer_close(llua_png_packer *self) {
  if (!self) return;
  libdeflate_free_compressor(self->deflate);
  free(self->filtered);
  free(self->data);
  free(self);
}

static void put32(uint8_t *at, uint32_t v) {
  at[0] = (uint8_t)(v >> 24);
  at[1] = (uint8_t)(v >> 16);
  at[2] = (uint8_t)(v >> 8);
  at[3] = (uint8_t)v;
}

// Writes the two-byte zlib header as libdeflate does.
static void put_zlib_head(uint8_t *at, int level) {
  unsigned hint = level < 2 ? 0 : level < 6 ? 1 : level < 8 ? 2 : 3, head = 0x7800 | hint << 6;
  head += 31 - head % 31;
  at[0] = (uint8_t)(head >> 8);
  at[1] = (uint8_t)head;
}

int llua_png_pack(llua_png_packer *self, const uint32_t *pixels, uint32_t height, const uint32_t *above, int place,
    llua_png_piece *piece) {
  piece->bytes = NULL;
  piece->length = row_size(self->width, self->content) * height;
  if (!llua_png_filter_rows(pixels, self->width, self->width, height, above, self->content, self->filtered, NULL))
    return LLUA_MEMORY;
  piece->adler = libdeflate_adler32(1, self->filtered, piece->length);
  uint8_t *data = self->data;
  size_t head = 0;
  if (place & LLUA_PNG_FIRST) {
    put_zlib_head(data, self->level);
    head = ZLIB_HEAD;
  }
  size_t size = libdeflate_deflate_compress(
      self->deflate, self->filtered, piece->length, data + head, self->bound - head - LLUA_DEFLATE_CONTINUES);
  if (size && !(place & LLUA_PNG_LAST)) size = llua_deflate_continue(data + head, size);
  if (!size) return LLUA_MEMORY;
  size += head;
  uint8_t *chunk = malloc(size + CHUNK + ZLIB_END);
  if (!chunk) return LLUA_MEMORY;
  memcpy(chunk + 4, "IDAT", 4);
  memcpy(chunk + 8, data, size);
  piece->bytes = chunk;
  piece->size = 8 + size;
  piece->check = libdeflate_crc32(0, chunk + 4, 4 + size);
  return LLUA_OK;
}

void llua_png_end_piece(llua_png_piece *piece, int place, uint32_t adler) {
  if (place & LLUA_PNG_LAST) {
    put32(piece->bytes + piece->size, adler);
    piece->check = libdeflate_crc32(piece->check, piece->bytes + piece->size, ZLIB_END);
    piece->size += ZLIB_END;
  }
  put32(piece->bytes, (uint32_t)(piece->size - 8));
  put32(piece->bytes + piece->size, piece->check);
  piece->size += 4;
}

uint32_t llua_png_join(uint32_t adler, uint32_t next, size_t length) {
  return (uint32_t)adler32_combine(adler, next, (z_off_t)length);
}

// Writes a chunk; returns its end.
static uint8_t *put_chunk(uint8_t *at, const char *name, const uint8_t *data, uint32_t size) {
  put32(at, size);
  memcpy(at + 4, name, 4);
  if (size) memcpy(at + 8, data, size);
  put32(at + 8 + size, libdeflate_crc32(0, at + 4, 4 + size));
  return at + CHUNK + size;
}

size_t llua_png_head(
    uint32_t width, uint32_t height, llua_png_content content, uint32_t pixels_per_metre, uint8_t *out) {
  static const uint8_t signature[8] = {137, 'P', 'N', 'G', 13, 10, 26, 10}, perceptual = 0;
  uint8_t header[13] = {0}, resolution[9] = {0}, *at = out;
  put32(header, width);
  put32(header + 4, height);
  header[8] = 8;
  header[9] = llua_png_types[content.grey][content.opaque];
  memcpy(at, signature, sizeof signature);
  at = put_chunk(at + sizeof signature, "IHDR", header, sizeof header);
  at = put_chunk(at, "sRGB", &perceptual, 1);
  if (pixels_per_metre) {
    put32(resolution, pixels_per_metre);
    put32(resolution + 4, pixels_per_metre);
    resolution[8] = 1;  // metres
    at = put_chunk(at, "pHYs", resolution, sizeof resolution);
  }
  return (size_t)(at - out);
}

size_t llua_png_end(uint8_t *out) { return (size_t)(put_chunk(out, "IEND", NULL, 0) - out); }
