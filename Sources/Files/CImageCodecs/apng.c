// SPDX-License-Identifier: MIT
#include "png_rows.h"

#include <libdeflate.h>
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

// Animated PNG: libpng writes the chunks, libdeflate compresses the rows.

struct llua_apng {
  uint32_t width, height, sequence;
  llua_png_content content;
  png_structp png;
  jmp_buf jump;
  // Output buffer; grows to the size of the largest frame.
  uint8_t *out;
  size_t size, out_room;
  int frames;
};

static void fail(png_structp png, png_const_charp text) {
  (void)text;
  longjmp(((llua_apng *)png_get_error_ptr(png))->jump, 1);
}

static void ignore(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

static void give(png_structp png, png_bytep bytes, size_t count) {
  llua_apng *self = png_get_io_ptr(png);
  if (self->size + count > self->out_room) {
    uint8_t *larger = realloc(self->out, self->size + count);
    if (!larger) png_error(png, "no memory");
    self->out = larger;
    self->out_room = self->size + count;
  }
  memcpy(self->out + self->size, bytes, count);
  self->size += count;
}

static void flush(png_structp png) { (void)png; }

static void put32(uint8_t *at, uint32_t v) {
  for (int i = 0; i < 4; i++) at[i] = (uint8_t)(v >> (24 - 8 * i));
}

static void chunk(llua_apng *self, const char *name, const uint8_t *data, size_t size) {
  png_write_chunk(self->png, (png_const_bytep)name, data, size);
}

llua_apng *llua_apng_open(uint32_t width, uint32_t height, int opaque) {
  llua_apng *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  self->width = width;
  self->height = height;
  self->content = (llua_png_content){0, opaque};
  self->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, self, fail, ignore);
  if (!self->png) {
    llua_apng_close(self);
    return NULL;
  }
  png_set_write_fn(self->png, self, give, flush);
  return self;
}

void llua_apng_close(llua_apng *self) {
  if (!self) return;
  if (self->png) png_destroy_write_struct(&self->png, NULL);
  free(self->out);
  free(self);
}

// Returns the buffered bytes to the caller.
static int done(llua_apng *self, const uint8_t **bytes, size_t *size) {
  *bytes = self->out;
  *size = self->size;
  return LLUA_OK;
}

static void control(llua_apng *self, uint32_t frames, uint32_t plays) {
  uint8_t data[8];
  put32(data, frames);
  put32(data + 4, plays);
  chunk(self, "acTL", data, sizeof data);
}

int llua_apng_start(
    llua_apng *self, uint32_t frames, uint32_t plays, uint32_t pixels_per_metre, const uint8_t **bytes, size_t *size) {
  self->size = 0;
  if (setjmp(self->jump)) return LLUA_MEMORY;
  uint8_t header[13] = {0}, resolution[9] = {0}, perceptual = PNG_sRGB_INTENT_PERCEPTUAL;
  put32(header, self->width);
  put32(header + 4, self->height);
  header[8] = 8;
  header[9] = llua_png_types[0][self->content.opaque];
  png_write_sig(self->png);
  chunk(self, "IHDR", header, sizeof header);
  control(self, frames, plays);
  chunk(self, "sRGB", &perceptual, 1);
  if (pixels_per_metre) {
    put32(resolution, pixels_per_metre);
    put32(resolution + 4, pixels_per_metre);
    resolution[8] = PNG_RESOLUTION_METER;
    chunk(self, "pHYs", resolution, sizeof resolution);
  }
  return done(self, bytes, size);
}

int llua_apng_control(llua_apng *self, uint32_t frames, uint32_t plays, const uint8_t **bytes, size_t *size) {
  self->size = 0;
  if (setjmp(self->jump)) return LLUA_MEMORY;
  control(self, frames, plays);
  return done(self, bytes, size);
}

// Stores in *over the pixels to blend over those under them, with unchanged ones transparent; the caller frees it.
// Returns 0 if too few are unchanged, or if a changed pixel is neither opaque nor over a transparent one.
static int blended(
    const uint32_t *pixels, size_t stride, const uint32_t *under, uint32_t width, uint32_t height, uint32_t **over) {
  size_t same = 0, count = (size_t)width * height;
  for (size_t y = 0; y < height; y++) {
    const uint32_t *p = pixels + y * stride, *u = under + y * width;
    uint32_t bad = 0, equal = 0;
    for (size_t x = 0; x < width; x++) {
      uint32_t is = p[x] == u[x];
      equal += is;
      bad |= (is ^ 1) & (p[x] < 0xFF000000) & (u[x] != 0);
    }
    if (bad) return 0;
    same += equal;
  }
  if (same < count / 16 || !(*over = malloc(count * 4))) return 0;
  uint32_t *to = *over;
  for (size_t y = 0; y < height; y++) {
    const uint32_t *p = pixels + y * stride, *u = under + y * width;
    for (size_t x = 0; x < width; x++) *to++ = p[x] == u[x] ? 0 : p[x];
  }
  return 1;
}

typedef struct {
  struct libdeflate_compressor *deflate;
  uint8_t *filtered[2];
  uint32_t *over;
} scratch;

static int pack(scratch *s, const uint32_t *pixels, size_t stride, const uint32_t *under, uint32_t width,
    uint32_t height, int opaque, llua_apng_rows *rows) {
  llua_png_content content = {0, opaque};
  size_t row = (size_t)llua_png_steps[0][opaque] * width + 1, count = row * height;
  size_t bound = s->deflate ? libdeflate_zlib_compress_bound(s->deflate, count) : 0;
  if (count / row != height || bound >= 0x7FFFFFFF) return LLUA_LIMIT;
  if (!bound || !(s->filtered[0] = malloc(count))) return LLUA_MEMORY;
  uint64_t left = 0, left_over = 0;
  if (!llua_png_filter_rows(pixels, stride, width, height, NULL, content, s->filtered[0], &left)) return LLUA_MEMORY;
  if (under && !opaque && left > 0 && blended(pixels, stride, under, width, height, &s->over)) {
    if (!(s->filtered[1] = malloc(count)) ||
        !llua_png_filter_rows(s->over, width, width, height, NULL, content, s->filtered[1], &left_over))
      return LLUA_MEMORY;
    rows->over = left_over < left;
  }
  if (!(rows->data = malloc(bound))) return LLUA_MEMORY;
  rows->size = libdeflate_zlib_compress(s->deflate, s->filtered[rows->over], count, rows->data, bound);
  if (!rows->size) return LLUA_MEMORY;
  // Shrinks the buffer, since the frame waits for its turn.
  uint8_t *fitting = realloc(rows->data, rows->size);
  if (fitting) rows->data = fitting;
  return LLUA_OK;
}

int llua_apng_pack(const uint32_t *pixels, size_t stride, const uint32_t *under, uint32_t width, uint32_t height,
    int opaque, int level, llua_apng_rows *rows) {
  *rows = (llua_apng_rows){0};
  scratch s = {.deflate = libdeflate_alloc_compressor(level)};
  int status = pack(&s, pixels, stride, under, width, height, opaque, rows);
  if (s.deflate) libdeflate_free_compressor(s.deflate);
  free(s.filtered[0]);
  free(s.filtered[1]);
  free(s.over);
  if (status != LLUA_OK) {
    free(rows->data);
    *rows = (llua_apng_rows){0};
  }
  return status;
}

int llua_apng_frame(llua_apng *self, const llua_apng_rows *rows, llua_rect r, uint16_t numerator, uint16_t denominator,
    int disposal, const uint8_t **bytes, size_t *size) {
  uint8_t head[26], number[4];
  put32(head, self->sequence);
  put32(head + 4, r.width);
  put32(head + 8, r.height);
  put32(head + 12, r.x);
  put32(head + 16, r.y);
  head[20] = (uint8_t)(numerator >> 8);
  head[21] = (uint8_t)numerator;
  head[22] = (uint8_t)(denominator >> 8);
  head[23] = (uint8_t)denominator;
  head[24] = (uint8_t)disposal;
  head[25] = (uint8_t)rows->over;
  put32(number, self->sequence + 1);
  self->size = 0;
  if (setjmp(self->jump)) return LLUA_MEMORY;
  chunk(self, "fcTL", head, sizeof head);
  if (self->frames++) {
    png_write_chunk_start(self->png, (png_const_bytep) "fdAT", (png_uint_32)(rows->size + 4));
    png_write_chunk_data(self->png, number, 4);
    png_write_chunk_data(self->png, rows->data, rows->size);
    png_write_chunk_end(self->png);
    self->sequence += 2;
  } else {
    chunk(self, "IDAT", rows->data, rows->size);
    self->sequence++;
  }
  return done(self, bytes, size);
}

int llua_apng_end(llua_apng *self, const uint8_t **bytes, size_t *size) {
  self->size = 0;
  if (setjmp(self->jump)) return LLUA_MEMORY;
  chunk(self, "IEND", NULL, 0);
  return done(self, bytes, size);
}
