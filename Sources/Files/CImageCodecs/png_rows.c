// SPDX-License-Identifier: MIT
#include "png_rows.h"

#include <stdlib.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

// PNG rows, packed by colour type and filtered, for stills and films.

// PNG's colour types: bit 1 colour, bit 2 alpha.
const uint8_t llua_png_types[2][2] = {{6, 2}, {4, 0}};
const uint8_t llua_png_steps[2][2] = {{4, 3}, {2, 1}};

llua_png_content llua_png_look(const uint32_t *p, size_t count, llua_png_content c) {
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

static void pack(const uint32_t *pixels, uint32_t width, llua_png_content c, uint8_t *out) {
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
    // The fourth byte is overwritten by the next pixel; the last pixel is written byte by byte.
    for (; x + 1 < width; x++) memcpy(out + 3 * x, pixels + x, 4);
    uint32_t p = pixels[x];
    out[3 * x] = (uint8_t)p;
    out[3 * x + 1] = (uint8_t)(p >> 8);
    out[3 * x + 2] = (uint8_t)(p >> 16);
  }
}

// Absolute value of a filtered byte as a signed number.
static inline uint8_t magnitude(uint8_t v) {
  uint8_t n = (uint8_t)(0 - v);
  return v < n ? v : n;
}

// Returns the sum of magnitudes of a row filtered with the average of `left` and `above`; pass one of them twice for
// the sub or up filter.
static uint32_t magnitudes(const uint8_t *row, const uint8_t *left, const uint8_t *above, size_t size) {
  uint32_t sum = 0;
  size_t i = 0;
#ifdef __SSE2__
  __m128i sums = _mm_setzero_si128(), zero = sums, low = _mm_set1_epi8(1);
  for (; i + 16 <= size; i += 16) {
    __m128i l = _mm_loadu_si128((const __m128i *)(left + i)), a = _mm_loadu_si128((const __m128i *)(above + i));
    // The instruction's average rounds up, PNG's down.
    __m128i predicted = _mm_sub_epi8(_mm_avg_epu8(l, a), _mm_and_si128(_mm_xor_si128(l, a), low));
    __m128i v = _mm_sub_epi8(_mm_loadu_si128((const __m128i *)(row + i)), predicted);
    sums = _mm_add_epi64(sums, _mm_sad_epu8(_mm_min_epu8(v, _mm_sub_epi8(zero, v)), zero));
  }
  sum = (uint32_t)_mm_cvtsi128_si32(sums) + (uint32_t)_mm_cvtsi128_si32(_mm_srli_si128(sums, 8));
#endif
  for (; i < size; i++) sum += magnitude((uint8_t)(row[i] - (uint8_t)((left[i] + above[i]) / 2)));
  return sum;
}

// Filters a row into `out`, preceded by the filter type. Chooses up or sub, or average if both leave much, by the least
// sum of magnitudes, which it returns.
static uint32_t filter(
    const uint8_t *restrict row, const uint8_t *restrict above, size_t size, size_t step, uint8_t *restrict out) {
  uint32_t sub = 0, up = 0, average = UINT32_MAX;
  // Fast path: flat pictures repeat rows.
  if (!memcmp(row, above, size)) {
    out[0] = 2;
    memset(out + 1, 0, size);
    return 0;
  }
  size_t i = 0, rest = size - step;
  // The first pixel has no left neighbour; it is left out of all sums.
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
  return average < up && average < sub ? average : up <= sub ? up : sub;
}

int llua_png_filter_rows(const uint32_t *pixels, size_t stride, uint32_t width, uint32_t height, const uint32_t *before,
    llua_png_content c, uint8_t *out, uint64_t *left) {
  // Two unfiltered rows, with room for the packing to write past the end.
  size_t room = (size_t)width * 4, step = llua_png_steps[c.grey][c.opaque], size = step * width;
  uint8_t *rows = calloc(2, room);
  if (!rows) return 0;
  uint8_t *row = rows + room, *above = rows;
  uint64_t sum = 0;
  if (before) pack(before, width, c, above);
  for (uint32_t y = 0; y < height; y++) {
    pack(pixels + y * stride, width, c, row);
    sum += filter(row, above, size, step, out);
    out += size + 1;
    uint8_t *t = row;
    row = above;
    above = t;
  }
  free(rows);
  if (left) *left = sum;
  return 1;
}
