// SPDX-License-Identifier: MIT
// Gaussian blur in integers: words of 8.7 fixed point (255 is 32640). Two taps at the same distance are added, at most
// 65280, and multiplied by a 0.16 weight; the high half is kept. Every operation is monotone in its inputs and the same
// for all channels, so a colour that was at most its alpha stays so.
#pragma once
#include "vector.h"

enum { WORDS = LANES == 1 ? 4 : 2 * LANES, WORD_BLOCK = 4 * WORDS };

typedef uint16_t GV __attribute__((vector_size(2 * WORDS)));
typedef uint32_t GU __attribute__((vector_size(4 * WORDS)));
typedef uint8_t GB __attribute__((vector_size(WORDS)));
typedef uint64_t GL __attribute__((vector_size(2 * WORDS)));

INLINE GV words_of(uint16_t v) { return (GV){} + v; }
INLINE GV load_words(const uint16_t *p) {
  GV v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}
INLINE void store_words(uint16_t *p, GV v) { __builtin_memcpy(p, &v, sizeof v); }
INLINE GV widen_bytes(const uint8_t *p) {
  GB v;
  __builtin_memcpy(&v, p, sizeof v);
  return __builtin_convertvector(v, GV);
}

// High half of the 16 × 16 bit product.
INLINE GV high_product(GV a, GV b) {
#if LANES == 8
  return (GV)_mm256_mulhi_epu16((__m256i)a, (__m256i)b);
#elif LANES == 4 && defined(__SSE2__)
  return (GV)_mm_mulhi_epu16((__m128i)a, (__m128i)b);
#else
  return __builtin_convertvector((__builtin_convertvector(a, GU) * __builtin_convertvector(b, GU)) >> 16, GV);
#endif
}
// (a + b + 1) / 2
INLINE GV mean_word(GV a, GV b) {
#if LANES == 8
  return (GV)_mm256_avg_epu16((__m256i)a, (__m256i)b);
#elif LANES == 4 && defined(__SSE2__)
  return (GV)_mm_avg_epu16((__m128i)a, (__m128i)b);
#else
  return (a | b) - ((a ^ b) >> 1);
#endif
}
// Stores two vectors of words below 256 as bytes.
INLINE void store_as_bytes(uint8_t *p, GV a, GV b) {
#if LANES == 8
  __m256i v = _mm256_permute4x64_epi64(_mm256_packus_epi16((__m256i)a, (__m256i)b), 0xD8);
  _mm256_storeu_si256((__m256i *)(void *)p, v);
#elif LANES == 4 && defined(__SSE2__)
  _mm_storeu_si128((__m128i *)(void *)p, _mm_packus_epi16((__m128i)a, (__m128i)b));
#else
  GB x = __builtin_convertvector(a, GB), y = __builtin_convertvector(b, GB);
  __builtin_memcpy(p, &x, sizeof x);
  __builtin_memcpy(p + WORDS, &y, sizeof y);
#endif
}

// Compensates for the fractions that the products truncate.
INLINE uint16_t products_bias(int32_t radius) { return radius > 0 ? (uint16_t)((radius + 1) / 2) : 0; }

// Filters one row of words from 2 radius + 1 rows of bytes. The first tap is halved, since the centre is added to
// itself.
static void fir_column_bytes(
    const uint8_t *const *rows, const uint16_t *taps, int32_t radius, int32_t count, uint16_t *out) {
  const uint16_t bias = products_bias(radius);
  int32_t i = 0;
  if (count >= WORD_BLOCK) {
    GV weights[LLUA_GAUSSIAN_TAPS];
#if LANES == 8
    // One instruction computes (a + b) << 6, so the weights are doubled: at most 65534, for every radius above 0.
    for (int32_t k = 0; k <= radius; k++) weights[k] = words_of((uint16_t)(2 * taps[k]));
    const __m256i by = _mm256_set1_epi8(64);
#else
    for (int32_t k = 0; k <= radius; k++) weights[k] = words_of(taps[k]);
#endif
    for (;;) {
      GV sum[4];
      for (int j = 0; j < 4; j++) sum[j] = words_of(bias);
      const uint8_t *const *up = rows + radius, *const *down = up;
      for (int32_t k = 0; k <= radius; k++) {
        const uint8_t *a = *up-- + i, *b = *down++ + i;
#if LANES == 8
        for (int j = 0; j < 4; j += 2) {
          __m256i x = _mm256_loadu_si256((const __m256i *)(const void *)(a + j * 16));
          __m256i y = _mm256_loadu_si256((const __m256i *)(const void *)(b + j * 16));
          sum[j] += high_product((GV)_mm256_maddubs_epi16(_mm256_unpacklo_epi8(x, y), by), weights[k]);
          sum[j + 1] += high_product((GV)_mm256_maddubs_epi16(_mm256_unpackhi_epi8(x, y), by), weights[k]);
        }
#else
        for (int j = 0; j < 4; j++)
          sum[j] += high_product((widen_bytes(a + j * WORDS) + widen_bytes(b + j * WORDS)) << 7, weights[k]);
#endif
      }
#if LANES == 8
      for (int j = 0; j < 4; j += 2) {
        __m256i x = (__m256i)sum[j], y = (__m256i)sum[j + 1];
        sum[j] = (GV)_mm256_permute2x128_si256(x, y, 0x20);
        sum[j + 1] = (GV)_mm256_permute2x128_si256(x, y, 0x31);
      }
#endif
      for (int j = 0; j < 4; j++) store_words(out + i + j * WORDS, sum[j]);
      i += WORD_BLOCK;
      if (i >= count) return;
      // The last block overlaps the previous one.
      if (i > count - WORD_BLOCK) i = count - WORD_BLOCK;
    }
  }
  for (; i < count; i++) {
    uint32_t sum = bias;
    for (int32_t k = 0; k <= radius; k++)
      sum += (((uint32_t)rows[radius - k][i] + rows[radius + k][i]) << 7) * taps[k] >> 16;
    out[i] = (uint16_t)sum;
  }
}

// Same as fir_column_bytes, from rows of words; reads and writes up to WORD_BLOCK - 1 words past the end.
static void fir_column_words(
    const uint16_t *const *rows, const uint16_t *taps, int32_t radius, int32_t count, uint16_t *out) {
  GV weights[LLUA_GAUSSIAN_TAPS];
  for (int32_t k = 0; k <= radius; k++) weights[k] = words_of(taps[k]);
  for (int32_t i = 0; i < count; i += WORD_BLOCK) {
    GV sum[4];
    for (int j = 0; j < 4; j++) sum[j] = words_of(products_bias(radius));
    const uint16_t *const *up = rows + radius, *const *down = up;
    for (int32_t k = 0; k <= radius; k++) {
      const uint16_t *a = *up-- + i, *b = *down++ + i;
      for (int j = 0; j < 4; j++)
        sum[j] += high_product(load_words(a + j * WORDS) + load_words(b + j * WORDS), weights[k]);
    }
    for (int j = 0; j < 4; j++) store_words(out + i + j * WORDS, sum[j]);
  }
}

// Filters one block of words along a row; `in` points to the word at the first output position.
INLINE void fir_row_block(
    const uint16_t *in, const GV *weights, int32_t radius, int32_t channels, uint16_t bias, GV sum[4]) {
  for (int j = 0; j < 4; j++) sum[j] = words_of(bias);
  const uint16_t *a = in, *b = in;
  for (int32_t k = 0; k <= radius; k++, a -= channels, b += channels)
    for (int j = 0; j < 4; j++)
      sum[j] += high_product(load_words(a + j * WORDS) + load_words(b + j * WORDS), weights[k]);
}

static void fir_row_words(
    const uint16_t *in, const uint16_t *taps, int32_t radius, int32_t channels, int32_t count, uint16_t *out) {
  if (radius == 0) {
    __builtin_memcpy(out, in, (size_t)count * 2);
    return;
  }
  GV weights[LLUA_GAUSSIAN_TAPS];
  for (int32_t k = 0; k <= radius; k++) weights[k] = words_of(taps[k]);
  for (int32_t i = 0; i < count; i += WORD_BLOCK) {
    GV sum[4];
    fir_row_block(in + i, weights, radius, channels, products_bias(radius), sum);
    for (int j = 0; j < 4; j++) store_words(out + i + j * WORDS, sum[j]);
  }
}

static void fir_row_bytes(
    const uint16_t *in, const uint16_t *taps, int32_t radius, int32_t channels, int32_t count, uint8_t *out) {
  GV weights[LLUA_GAUSSIAN_TAPS];
  for (int32_t k = 0; k <= radius; k++) weights[k] = words_of(taps[k]);
  for (int32_t i = 0; i < count; i += WORD_BLOCK) {
    GV sum[4];
    if (radius > 0) {
      fir_row_block(in + i, weights, radius, channels, (uint16_t)(products_bias(radius) + 64), sum);
    } else {
      for (int j = 0; j < 4; j++) sum[j] = load_words(in + i + j * WORDS) + (uint16_t)64;
    }
    for (int j = 0; j < 4; j++) sum[j] >>= 7;
    if (i + WORD_BLOCK <= count) {
      store_as_bytes(out + i, sum[0], sum[1]);
      store_as_bytes(out + i + 2 * WORDS, sum[2], sum[3]);
    } else {
      uint8_t part[WORD_BLOCK];
      store_as_bytes(part, sum[0], sum[1]);
      store_as_bytes(part + 2 * WORDS, sum[2], sum[3]);
      __builtin_memcpy(out + i, part, (size_t)(count - i));
    }
  }
}

INLINE void fill_words(uint16_t *p, uint16_t value, ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < count; i++) p[i] = value;
}

// Applies the vertical taps for row y, columns from ..< to. The plane is 0 outside. `zeros` holds one row of the plane.
static void fir_column(const llua_gaussian *g, const llua_plane *plane, int32_t is_words, int32_t y, int32_t from,
    int32_t to, const uint16_t *zeros, uint16_t *out) {
  const int32_t channels = g->channels, radius = g->radius_y;
  const int32_t c0 = plane->x0 > from ? plane->x0 : from, c1 = plane->x1 < to ? plane->x1 : to;
  if (c0 >= c1) {
    fill_words(out, products_bias(radius), (ptrdiff_t)(to - from) * channels);
    return;
  }
  const void *rows[2 * LLUA_GAUSSIAN_TAPS];
  const ptrdiff_t first = (ptrdiff_t)(c0 - plane->x0) * channels * (is_words ? 2 : 1);
  for (int32_t k = 0; k <= 2 * radius; k++) {
    int32_t at = y - radius + k;
    rows[k] = at < plane->y0 || at >= plane->y1
        ? (const void *)zeros
        : (const uint8_t *)plane->base + (ptrdiff_t)(at - plane->y0) * plane->stride + first;
  }
  uint16_t *p = out + (ptrdiff_t)(c0 - from) * channels;
  const int32_t count = (c1 - c0) * channels;
  if (is_words) {
    if (radius > 0) fir_column_words((const uint16_t *const *)rows, g->taps_y, radius, count, p);
    else __builtin_memcpy(p, rows[0], (size_t)count * 2);
  } else if (radius > 0) {
    fir_column_bytes((const uint8_t *const *)rows, g->taps_y, radius, count, p);
  } else {
    const uint8_t *b = rows[0];
    for (int32_t i = 0; i < count; i++) p[i] = (uint16_t)(b[i] << 7);
  }
  fill_words(out, products_bias(radius), (ptrdiff_t)(c0 - from) * channels);
  fill_words(p + count, products_bias(radius), (ptrdiff_t)(to - c1) * channels);
}

static void gaussian_direct(const llua_gaussian *g, const llua_plane *source, const llua_plane *target, int32_t y0,
    int32_t y1, uint16_t *work) {
  const int32_t channels = g->channels;
  const int32_t from = target->x0 - g->radius_x, to = target->x1 + g->radius_x;
  const size_t zeros = (size_t)(source->x1 - source->x0) * (size_t)channels;
  __builtin_memset(work, 0, zeros);
  uint16_t *row = work + zeros / 2 + LLUA_GAUSSIAN_PAD;
  for (int32_t y = y0; y < y1; y++) {
    fir_column(g, source, 0, y, from, to, work, row);
    fir_row_bytes(row + g->radius_x * channels, g->taps_x, g->radius_x, channels, (target->x1 - target->x0) * channels,
        (uint8_t *)target->base + (ptrdiff_t)(y - target->y0) * target->stride);
  }
}

// [1 3 3 1] / 8 of words; exact if all four are equal.
INLINE GV halved_words(GV a, GV b, GV c, GV d) {
  GV inner = b + c;
  return mean_word(mean_word(a + d, inner), inner) >> 1;
}
INLINE uint32_t halved_word(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  uint32_t inner = b + c;
  return (((a + d + inner + 1) >> 1) + inner + 1) >> 2;
}

static void halve_column_bytes(const uint8_t *const rows[4], int32_t count, uint16_t *out) {
  int32_t i = 0;
  for (; i + WORDS <= count; i += WORDS) {
    GV inner = widen_bytes(rows[1] + i) + widen_bytes(rows[2] + i);
    GV outer = widen_bytes(rows[0] + i) + widen_bytes(rows[3] + i);
    store_words(out + i, (outer + inner + inner + inner) << 4);
  }
  for (; i < count; i++) out[i] = (uint16_t)((rows[0][i] + rows[3][i] + 3 * (rows[1][i] + rows[2][i])) << 4);
}

static void halve_column_words(const uint16_t *const rows[4], int32_t count, uint16_t *out) {
  for (int32_t i = 0; i < count; i += WORDS)
    store_words(out + i,
        halved_words(
            load_words(rows[0] + i), load_words(rows[1] + i), load_words(rows[2] + i), load_words(rows[3] + i)));
}

// Output pixel i is filtered from input pixels 2 i ... 2 i + 3.
static void halve_row(const uint16_t *in, int32_t channels, int32_t pixels, uint16_t *out) {
  if (channels == 1) {
    for (int32_t i = 0; i < pixels; i++)
      out[i] = (uint16_t)halved_word(in[2 * i], in[2 * i + 1], in[2 * i + 2], in[2 * i + 3]);
    return;
  }
  enum { AT_A_TIME = WORDS / 4 };
  for (int32_t i = 0; i < pixels; i += AT_A_TIME) {
    const uint16_t *p = in + 8 * (ptrdiff_t)i;
#if LANES == 1
    GV v = halved_words(load_words(p), load_words(p + 4), load_words(p + 8), load_words(p + 12));
#else
    // Split even and odd pixels; with 256 bits in the order 0 2 1 3.
    GL a = (GL)load_words(p), b = (GL)load_words(p + WORDS);
    GL c = (GL)load_words(p + 8), d = (GL)load_words(p + WORDS + 8);
#if LANES == 8
    GV v = halved_words((GV)__builtin_shufflevector(a, b, 0, 4, 2, 6), (GV)__builtin_shufflevector(a, b, 1, 5, 3, 7),
        (GV)__builtin_shufflevector(c, d, 0, 4, 2, 6), (GV)__builtin_shufflevector(c, d, 1, 5, 3, 7));
    v = (GV)__builtin_shufflevector((GL)v, (GL)v, 0, 2, 1, 3);
#else
    GV v = halved_words((GV)__builtin_shufflevector(a, b, 0, 2), (GV)__builtin_shufflevector(a, b, 1, 3),
        (GV)__builtin_shufflevector(c, d, 0, 2), (GV)__builtin_shufflevector(c, d, 1, 3));
#endif
#endif
    store_words(out + 4 * (ptrdiff_t)i, v);
  }
}

static void gaussian_halve(const llua_gaussian *g, const llua_plane *source, int32_t is_words, const llua_plane *target,
    int32_t halves_x, int32_t halves_y, int32_t y0, int32_t y1, uint16_t *work) {
  const int32_t channels = g->channels;
  const int32_t from = halves_x ? 2 * target->x0 - 1 : target->x0, to = halves_x ? 2 * target->x1 + 1 : target->x1;
  const int32_t c0 = source->x0 > from ? source->x0 : from, c1 = source->x1 < to ? source->x1 : to;
  const int32_t count = c1 > c0 ? (c1 - c0) * channels : 0;
  const ptrdiff_t first = (ptrdiff_t)(c0 - source->x0) * channels * (is_words ? 2 : 1);
  __builtin_memset(work, 0, (size_t)count * 2 + 2 * WORD_BLOCK);
  uint16_t *row = work + count + LLUA_GAUSSIAN_PAD, *p = row + (ptrdiff_t)(c0 - from) * channels;
  const int32_t row_count = halves_y ? 4 : 1;
  for (int32_t y = y0; y < y1; y++) {
    uint16_t *out = (uint16_t *)((uint8_t *)target->base + (ptrdiff_t)(y - target->y0) * target->stride);
    if (count > 0) {
      const void *rows[4];
      for (int32_t k = 0; k < row_count; k++) {
        int32_t at = halves_y ? 2 * y - 1 + k : y;
        rows[k] = at < source->y0 || at >= source->y1
            ? (const void *)work
            : (const uint8_t *)source->base + (ptrdiff_t)(at - source->y0) * source->stride + first;
      }
      if (!halves_y && is_words) {
        __builtin_memcpy(p, rows[0], (size_t)count * 2);
      } else if (!halves_y) {
        const uint8_t *b = rows[0];
        for (int32_t i = 0; i < count; i++) p[i] = (uint16_t)(b[i] << 7);
      } else if (is_words) {
        halve_column_words((const uint16_t *const *)rows, count, p);
      } else {
        halve_column_bytes((const uint8_t *const *)rows, count, p);
      }
      __builtin_memset(row, 0, (size_t)(c0 - from) * (size_t)channels * 2);
      __builtin_memset(p + count, 0, (size_t)(to - c1) * (size_t)channels * 2);
    } else {
      __builtin_memset(row, 0, (size_t)(to - from) * (size_t)channels * 2);
    }
    if (halves_x) halve_row(row, channels, target->x1 - target->x0, out);
    else __builtin_memcpy(out, row, (size_t)(target->x1 - target->x0) * (size_t)channels * 2);
  }
}

typedef uint64_t two_pixels __attribute__((vector_size(16)));
typedef uint64_t four_pixels __attribute__((vector_size(32)));
typedef uint16_t eight_words __attribute__((vector_size(16)));

// Repeats every pixel 2^shift times.
static void repeat_words(const uint16_t *in, int32_t channels, int32_t pixels, int32_t shift, uint16_t *out) {
  const int32_t times = 1 << shift;
  if (channels == 4) {
    for (int32_t i = 0; i < pixels; i++) {
      uint64_t v;
      __builtin_memcpy(&v, in + 4 * (ptrdiff_t)i, 8);
      if (times == 2) {
        two_pixels two = {v, v};
        __builtin_memcpy(out, &two, 16);
        out += 8;
      } else {
        four_pixels four = {v, v, v, v};
        for (int32_t k = 0; k < times; k += 4, out += 16) __builtin_memcpy(out, &four, 32);
      }
    }
    return;
  }
  for (int32_t i = 0; i < pixels; i++, out += times) {
    const uint16_t v = in[i];
    eight_words eight = (eight_words){} + v;
    if (times == 2) {
      __builtin_memcpy(out, &eight, 4);
    } else if (times == 4) {
      __builtin_memcpy(out, &eight, 8);
    } else {
      for (int32_t k = 0; k < times; k += 8) __builtin_memcpy(out + k, &eight, 16);
    }
  }
}

// Applies the taps to the level's rows, then upsamples by quadratic B-splines to the target's rows y0 ..< y1.
static void gaussian_spread(
    const llua_gaussian *g, const llua_plane *level, const llua_plane *target, int32_t y0, int32_t y1, uint16_t *work) {
  const int32_t channels = g->channels, sx = g->shift_x, sy = g->shift_y;
  const int32_t a = sx > 0 ? (target->x0 >> sx) - 1 : target->x0;
  const int32_t b = sx > 0 ? ((target->x1 - 1) >> sx) + 2 : target->x1;
  const int32_t from = a - g->radius_x, to = b + g->radius_x;
  const int32_t count = (b - a) * channels, out_count = (target->x1 - target->x0) * channels;
  // Layout of the working memory: zeros, one vertically filtered row, a ring buffer of three filtered rows, one
  // interpolated row, and that row repeated horizontally.
  const ptrdiff_t zero_count = (ptrdiff_t)(level->x1 - level->x0) * channels + LLUA_GAUSSIAN_PAD;
  const ptrdiff_t wide = (ptrdiff_t)(to - from) * channels + LLUA_GAUSSIAN_PAD;
  __builtin_memset(work, 0, (size_t)zero_count * 2);
  uint16_t *column = work + zero_count, *ring = column + wide, *between = ring + 3 * wide, *repeated = between + wide;
  int32_t next = sy > 0 ? (y0 >> sy) - 1 : y0;
  const int32_t first = next;
  for (int32_t y = y0; y < y1; y++) {
    const int32_t centre = y >> sy, last = sy > 0 ? centre + 1 : y;
    for (; next <= last; next++) {
      fir_column(g, level, 1, next, from, to, work, column);
      fir_row_words(
          column + g->radius_x * channels, g->taps_x, g->radius_x, channels, count, ring + (next - first) % 3 * wide);
    }
    const uint16_t *line = ring + (last - first) % 3 * wide;
    if (sy > 0) {
      const uint16_t *r0 = ring + (centre - 1 - first) % 3 * wide, *r1 = ring + (centre - first) % 3 * wide;
      const uint16_t *w = g->up_y + 3 * (y & ((1 << sy) - 1));
      const GV w0 = words_of(w[0]), w1 = words_of(w[1]), w2 = words_of(w[2]);
      for (int32_t i = 0; i < count; i += WORDS)
        store_words(between + i,
            high_product(load_words(r0 + i), w0) + high_product(load_words(r1 + i), w1) +
                high_product(load_words(line + i), w2) + (uint16_t)1);
      line = between;
    }
    uint8_t *out = (uint8_t *)target->base + (ptrdiff_t)(y - target->y0) * target->stride;
    if (sx == 0) {
      fir_row_bytes(line, g->taps_x, 0, channels, out_count, out);
      continue;
    }
    repeat_words(line, channels, b - a, sx, repeated);
    const ptrdiff_t step = (ptrdiff_t)channels << sx;
    const uint16_t *p = repeated + (target->x0 - (a + 1) * (1 << sx)) * channels;
    const int32_t period = g->period_x, length = period + 2 * LLUA_GAUSSIAN_REPEAT;
    const uint16_t *u0 = g->up_x, *u1 = u0 + length, *u2 = u1 + length;
    int32_t at = (target->x0 & ((1 << sx) - 1)) * channels;
    for (int32_t i = 0; i < out_count; i += 2 * WORDS) {
      GV v[2];
      for (int j = 0; j < 2; j++) {
        const uint16_t *q = p + i + j * WORDS;
        const int32_t t = at + j * WORDS;
        v[j] = (high_product(load_words(q), load_words(u0 + t)) +
                   high_product(load_words(q + step), load_words(u1 + t)) +
                   high_product(load_words(q + 2 * step), load_words(u2 + t)) + (uint16_t)65) >>
            7;
      }
      at += 2 * WORDS;
      if (at >= period) at -= period;
      if (i + 2 * WORDS <= out_count) {
        store_as_bytes(out + i, v[0], v[1]);
      } else {
        uint8_t part[2 * WORDS];
        store_as_bytes(part, v[0], v[1]);
        __builtin_memcpy(out + i, part, (size_t)(out_count - i));
      }
    }
  }
}
