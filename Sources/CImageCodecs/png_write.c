#include "CImageCodecs.h"

#include <libdeflate.h>
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

// libpng writes the container, libdeflate compresses the rows, which are filtered here: libpng's own zlib is two to four times slower.

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

// libdeflate's bound is its largest for the largest level; any compressor's serves.
size_t llua_png_bound(uint32_t width, uint32_t height) {
  size_t bound = libdeflate_zlib_compress_bound(NULL, ((size_t)width * 4 + 1) * height) + 4096;
  return bound < 0x7FFFFFFF ? bound : 0;
}

// What all pixels have in common decides the colour type.
typedef struct {
  int grey, opaque;
} content;

static content look(const uint32_t *p, size_t count) {
  content c = {1, 1};
  for (size_t i = 0; i < count && (c.grey || c.opaque); i += 4096) {
    size_t n = count - i < 4096 ? count - i : 4096;
    uint32_t all = 0xFFFFFFFF, differ = 0;
    for (size_t k = 0; k < n; k++) {
      all &= p[i + k];
      differ |= (p[i + k] ^ (p[i + k] >> 8)) & 0xFFFF;
    }
    if (all < 0xFF000000) c.opaque = 0;
    if (differ) c.grey = 0;
  }
  return c;
}

static void pack(const uint32_t *pixels, uint32_t width, content c, uint8_t *out) {
  if (!c.opaque) {
    llua_unpremultiply(pixels, out, width);
    if (!c.grey) return;
    for (uint32_t x = 0; x < width; x++) {
      uint8_t v = out[4 * x], a = out[4 * x + 3];
      out[2 * x] = v;
      out[2 * x + 1] = a;
    }
  } else if (c.grey) {
    for (uint32_t x = 0; x < width; x++) out[x] = (uint8_t)pixels[x];
  } else {
    uint32_t x = 0;
    // The fourth byte is overwritten by the next pixel; the last one is written byte by byte.
    for (; x + 1 < width; x++) memcpy(out + 3 * x, pixels + x, 4);
    uint32_t p = pixels[x];
    out[3 * x] = (uint8_t)p;
    out[3 * x + 1] = (uint8_t)(p >> 8);
    out[3 * x + 2] = (uint8_t)(p >> 16);
  }
}

// The distance of a filtered byte from 0, which it may lie on either side of.
static inline uint8_t magnitude(uint8_t v) {
  uint8_t n = (uint8_t)(0 - v);
  return v < n ? v : n;
}

// The sum of the magnitudes of a row filtered with the bytes of `left`, of `above`, or of the average of both.
static uint32_t magnitudes(const uint8_t *row, const uint8_t *left, const uint8_t *above, size_t size) {
  uint32_t sum = 0;
  size_t i = 0;
#ifdef __SSE2__
  __m128i sums = _mm_setzero_si128(), zero = sums, low = _mm_set1_epi8(1);
  for (; i + 16 <= size; i += 16) {
    __m128i l = _mm_loadu_si128((const __m128i *)(left + i)), a = _mm_loadu_si128((const __m128i *)(above + i));
    // The average instruction rounds up, PNG down.
    __m128i predicted = _mm_sub_epi8(_mm_avg_epu8(l, a), _mm_and_si128(_mm_xor_si128(l, a), low));
    __m128i v = _mm_sub_epi8(_mm_loadu_si128((const __m128i *)(row + i)), predicted);
    sums = _mm_add_epi64(sums, _mm_sad_epu8(_mm_min_epu8(v, _mm_sub_epi8(zero, v)), zero));
  }
  sum = (uint32_t)_mm_cvtsi128_si32(sums) + (uint32_t)_mm_cvtsi128_si32(_mm_srli_si128(sums, 8));
#endif
  for (; i < size; i++) sum += magnitude((uint8_t)(row[i] - (uint8_t)((left[i] + above[i]) / 2)));
  return sum;
}

// Filters a row into `out`, the filter's number first: up, sub or, where both leave much, average, whichever leaves the least.
static void filter(const uint8_t *restrict row, const uint8_t *restrict above, size_t size, size_t step, uint8_t *restrict out) {
  uint32_t sub = 0, up = 0, average = UINT32_MAX;
  // Flat pictures repeat rows.
  if (!memcmp(row, above, size)) {
    out[0] = 2;
    memset(out + 1, 0, size);
    return;
  }
  size_t i = 0, rest = size - step;
  // The first pixel has nothing at its left and weighs the same in all.
  sub = magnitudes(row + step, row, row, rest);
  up = magnitudes(row + step, above + step, above + step, rest);
  if (sub > 2 * size && up > 2 * size) average = magnitudes(row + step, row, above + step, rest);
  if (average < up && average < sub) {
    out[0] = 3;
    for (i = 0; i < step; i++) out[1 + i] = (uint8_t)(row[i] - above[i] / 2);
    for (; i < size; i++) out[1 + i] = (uint8_t)(row[i] - (uint8_t)((row[i - step] + above[i]) / 2));
  } else if (up <= sub) {
    out[0] = 2;
    for (i = 0; i < size; i++) out[1 + i] = (uint8_t)(row[i] - above[i]);
  } else {
    out[0] = 1;
    for (i = 0; i < step; i++) out[1 + i] = row[i];
    for (; i < size; i++) out[1 + i] = (uint8_t)(row[i] - row[i - step]);
  }
}

// Packs and filters all rows into `out`.
static int filter_rows(const uint32_t *pixels, uint32_t width, uint32_t height, content c, size_t step, uint8_t *out) {
  // Two unfiltered rows with room for the packing's look ahead.
  size_t room = (size_t)width * 4, size = step * width;
  uint8_t *rows = calloc(2, room);
  if (!rows) return 0;
  uint8_t *row = rows + room, *above = rows;
  for (uint32_t y = 0; y < height; y++) {
    pack(pixels + (size_t)y * width, width, c, row);
    filter(row, above, size, step, out);
    out += size + 1;
    uint8_t *t = row;
    row = above;
    above = t;
  }
  free(rows);
  return 1;
}

static const uint8_t types[2][2] = {{PNG_COLOR_TYPE_RGB_ALPHA, PNG_COLOR_TYPE_RGB}, {PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_GRAY}};
static const uint8_t steps[2][2] = {{4, 3}, {2, 1}};

static void put32(uint8_t *at, uint32_t v) {
  at[0] = (uint8_t)(v >> 24);
  at[1] = (uint8_t)(v >> 16);
  at[2] = (uint8_t)(v >> 8);
  at[3] = (uint8_t)v;
}

// The container around the compressed rows; 0 when memory or room is short.
static size_t contain(
  uint32_t width, uint32_t height, uint8_t type, uint32_t pixels_per_metre, const uint8_t *data, size_t length, uint8_t *bytes,
  size_t capacity) {
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

size_t llua_png_encode(
  const uint32_t *pixels, uint32_t width, uint32_t height, int level, uint32_t pixels_per_metre, uint8_t *bytes, size_t capacity) {
  if (!llua_png_bound(width, height)) return 0;
  content c = look(pixels, (size_t)width * height);
  size_t step = steps[c.grey][c.opaque], size = (step * width + 1) * height, bound = libdeflate_zlib_compress_bound(NULL, size);
  uint8_t *filtered = malloc(size), *data = malloc(bound);
  struct libdeflate_compressor *deflate = libdeflate_alloc_compressor(level);
  size_t length = 0;
  if (filtered && data && deflate && filter_rows(pixels, width, height, c, step, filtered))
    length = libdeflate_zlib_compress(deflate, filtered, size, data, bound);
  libdeflate_free_compressor(deflate);
  free(filtered);
  if (length) length = contain(width, height, types[c.grey][c.opaque], pixels_per_metre, data, length, bytes, capacity);
  free(data);
  return length;
}
