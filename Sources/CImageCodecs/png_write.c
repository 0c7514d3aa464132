// SPDX-License-Identifier: MIT
#include "png_rows.h"

#include <libdeflate.h>
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

// libpng writes the container, libdeflate compresses the rows, which are filtered here: libpng's own zlib is two to
// four times slower.

typedef struct {
  uint8_t *bytes;
  size_t size, capacity;
  jmp_buf jump;
} sink;

static void fail(png_structp png, png_const_charp text) {
  (void)text;
  longjmp(((sink *)png_get_error_ptr(png))->jump, 1);
}

static void ignore(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

static void give(png_structp png, png_bytep bytes, size_t count) {
  sink *out = png_get_io_ptr(png);
  if (count > out->capacity - out->size) png_error(png, "no room");
  memcpy(out->bytes + out->size, bytes, count);
  out->size += count;
}

static void flush(png_structp png) { (void)png; }

// libdeflate's bound is its largest for the largest level; any compressor's bound will do.
size_t llua_png_bound(uint32_t width, uint32_t height) {
  size_t bound = libdeflate_zlib_compress_bound(NULL, ((size_t)width * 4 + 1) * height) + 4096;
  return bound < 0x7FFFFFFF ? bound : 0;
}

static void put32(uint8_t *at, uint32_t v) {
  at[0] = (uint8_t)(v >> 24);
  at[1] = (uint8_t)(v >> 16);
  at[2] = (uint8_t)(v >> 8);
  at[3] = (uint8_t)v;
}

// Writes the container around the compressed rows; returns 0 when memory or room is short.
static size_t contain(uint32_t width, uint32_t height, uint8_t type, uint32_t pixels_per_metre, const uint8_t *data,
    size_t length, uint8_t *bytes, size_t capacity) {
  sink out = {.bytes = bytes, .capacity = capacity};
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &out, fail, ignore);
  if (!png) return 0;
  if (setjmp(out.jump)) {
    png_destroy_write_struct(&png, NULL);
    return 0;
  }
  png_set_write_fn(png, &out, give, flush);
  uint8_t header[13] = {0}, resolution[9] = {0}, perceptual = PNG_sRGB_INTENT_PERCEPTUAL;
  put32(header, width);
  put32(header + 4, height);
  header[8] = 8;
  header[9] = type;
  put32(resolution, pixels_per_metre);
  put32(resolution + 4, pixels_per_metre);
  resolution[8] = PNG_RESOLUTION_METER;
  png_write_sig(png);
  png_write_chunk(png, (png_const_bytep) "IHDR", header, sizeof header);
  png_write_chunk(png, (png_const_bytep) "sRGB", &perceptual, 1);
  if (pixels_per_metre) png_write_chunk(png, (png_const_bytep) "pHYs", resolution, sizeof resolution);
  png_write_chunk(png, (png_const_bytep) "IDAT", data, length);
  png_write_chunk(png, (png_const_bytep) "IEND", NULL, 0);
  png_destroy_write_struct(&png, NULL);
  return out.size;
}

size_t llua_png_encode(const uint32_t *pixels, uint32_t width, uint32_t height, int level, uint32_t pixels_per_metre,
    uint8_t *bytes, size_t capacity) {
  if (!llua_png_bound(width, height)) return 0;
  llua_png_content c = llua_png_look(pixels, (size_t)width * height);
  size_t step = llua_png_steps[c.grey][c.opaque], size = (step * width + 1) * height,
         bound = libdeflate_zlib_compress_bound(NULL, size);
  uint8_t *filtered = malloc(size), *data = malloc(bound);
  struct libdeflate_compressor *deflate = libdeflate_alloc_compressor(level);
  size_t length = 0;
  if (filtered && data && deflate && llua_png_filter_rows(pixels, width, width, height, c, filtered, NULL))
    length = libdeflate_zlib_compress(deflate, filtered, size, data, bound);
  libdeflate_free_compressor(deflate);
  free(filtered);
  if (length)
    length = contain(width, height, llua_png_types[c.grey][c.opaque], pixels_per_metre, data, length, bytes, capacity);
  free(data);
  return length;
}
