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
  struct libdeflate_compressor *deflate;
  png_structp png;
  jmp_buf jump;
  // The bytes to write, and scratch memory that grows to the needs of the largest frame.
  uint8_t *out, *filtered[2], *data;
  uint32_t *over;
  size_t size, out_room, filtered_room[2], data_room, over_room;
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

static int grow(void **memory, size_t *room, size_t needed) {
  if (needed <= *room) return 1;
  void *larger = realloc(*memory, needed);
  if (!larger) return 0;
  *memory = larger;
  *room = needed;
  return 1;
}

static void give(png_structp png, png_bytep bytes, size_t count) {
  llua_apng *self = png_get_io_ptr(png);
  if (!grow((void **)&self->out, &self->out_room, self->size + count)) png_error(png, "no memory");
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

llua_apng *llua_apng_open(uint32_t width, uint32_t height, int opaque, int level) {
  llua_apng *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  self->width = width;
  self->height = height;
  self->content = (llua_png_content){0, opaque};
  self->deflate = libdeflate_alloc_compressor(level);
  self->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, self, fail, ignore);
  if (!self->deflate || !self->png) {
    llua_apng_close(self);
    return NULL;
  }
  png_set_write_fn(self->png, self, give, flush);
  return self;
}

void llua_apng_close(llua_apng *self) {
  if (!self) return;
  if (self->png) png_destroy_write_struct(&self->png, NULL);
  if (self->deflate) libdeflate_free_compressor(self->deflate);
  free(self->out);
  free(self->filtered[0]);
  free(self->filtered[1]);
  free(self->data);
  free(self->over);
  free(self);
}

// Ends a function: the caller writes the gathered bytes.
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

// Whether the rectangle can be blended over the picture so far, with unchanged pixels left clear. It is worth a try
// when many pixels are unchanged, and possible when the others are opaque or lie on clear ones. *over then holds what
// to blend.
static int blended(llua_apng *self, const uint32_t *pixels, const uint32_t *under, llua_rect r) {
  size_t same = 0, w = self->width, count = (size_t)r.width * r.height;
  for (size_t y = r.y; y < (size_t)r.y + r.height; y++) {
    const uint32_t *p = pixels + y * w + r.x, *u = under + y * w + r.x;
    uint32_t bad = 0, equal = 0;
    for (size_t x = 0; x < r.width; x++) {
      uint32_t is = p[x] == u[x];
      equal += is;
      bad |= (is ^ 1) & (p[x] < 0xFF000000) & (u[x] != 0);
    }
    if (bad) return 0;
    same += equal;
  }
  if (same < count / 16 || !grow((void **)&self->over, &self->over_room, count * 4)) return 0;
  uint32_t *to = self->over;
  for (size_t y = r.y; y < (size_t)r.y + r.height; y++) {
    const uint32_t *p = pixels + y * w + r.x, *u = under + y * w + r.x;
    for (size_t x = 0; x < r.width; x++) *to++ = p[x] == u[x] ? 0 : p[x];
  }
  return 1;
}

int llua_apng_frame(llua_apng *self, const uint32_t *pixels, const uint32_t *under, llua_rect r, uint16_t numerator,
    uint16_t denominator, int disposal, const uint8_t **bytes, size_t *size) {
  size_t row = (size_t)llua_png_steps[0][self->content.opaque] * r.width + 1, count = row * r.height;
  size_t bound = libdeflate_zlib_compress_bound(self->deflate, count);
  if (count / row != r.height || bound >= 0x7FFFFFFF) return LLUA_LIMIT;
  if (!grow((void **)&self->filtered[0], &self->filtered_room[0], count) ||
      !grow((void **)&self->data, &self->data_room, bound))
    return LLUA_MEMORY;
  uint64_t left = 0, left_over = 0;
  const uint32_t *start = pixels + (size_t)r.y * self->width + r.x;
  if (!llua_png_filter_rows(start, self->width, r.width, r.height, NULL, self->content, self->filtered[0], &left))
    return LLUA_MEMORY;
  int over = 0;
  if (self->frames > 0 && !self->content.opaque && left > 0 && blended(self, pixels, under, r)) {
    if (!grow((void **)&self->filtered[1], &self->filtered_room[1], count)) return LLUA_MEMORY;
    if (!llua_png_filter_rows(
            self->over, r.width, r.width, r.height, NULL, self->content, self->filtered[1], &left_over))
      return LLUA_MEMORY;
    over = left_over < left;
  }
  size_t length = libdeflate_zlib_compress(self->deflate, self->filtered[over], count, self->data, bound);
  if (!length) return LLUA_MEMORY;
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
  head[25] = (uint8_t)over;
  put32(number, self->sequence + 1);
  self->size = 0;
  if (setjmp(self->jump)) return LLUA_MEMORY;
  chunk(self, "fcTL", head, sizeof head);
  if (self->frames++) {
    png_write_chunk_start(self->png, (png_const_bytep) "fdAT", (png_uint_32)(length + 4));
    png_write_chunk_data(self->png, number, 4);
    png_write_chunk_data(self->png, self->data, length);
    png_write_chunk_end(self->png);
    self->sequence += 2;
  } else {
    chunk(self, "IDAT", self->data, length);
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
