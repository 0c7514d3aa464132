// SPDX-License-Identifier: MIT
// Means of bytes over boxes, discs, lines and rays. They use integers, so that a mean does not depend on where a row or
// a block begins. All four channels are treated alike and every step is monotone, so a colour that was at most its
// alpha stays so.
#pragma once
#include "gaussian.h"
#include "vector.h"

typedef uint16_t HW __attribute__((vector_size(8)));
typedef uint32_t QU __attribute__((vector_size(16)));
typedef float QR __attribute__((vector_size(16)));
typedef uint8_t QB __attribute__((vector_size(4)));
typedef uint16_t EW __attribute__((vector_size(16)));
typedef uint32_t EU __attribute__((vector_size(32)));

INLINE const uint8_t *plane_bytes(const llua_plane *p, int32_t y, int32_t x) {
  return (const uint8_t *)p->base + (ptrdiff_t)(y - p->y0) * p->stride + 4 * (ptrdiff_t)(x - p->x0);
}
INLINE const uint16_t *plane_words(const llua_plane *p, int32_t y, int32_t x) {
  return (const uint16_t *)(const void *)((const uint8_t *)p->base + (ptrdiff_t)(y - p->y0) * p->stride) +
      4 * (ptrdiff_t)(x - p->x0);
}

INLINE VI bytes_wide(const uint8_t *p) {
  VQ v;
  __builtin_memcpy(&v, p, sizeof v);
  return __builtin_convertvector(v, VI);
}
INLINE VI load_wide(const uint32_t *p) { return (VI)load(p); }

// Widens the four words of a pixel to 32 bits.
INLINE QU words_of_pixel(const uint16_t *p) {
  HW v;
  __builtin_memcpy(&v, p, sizeof v);
  return __builtin_convertvector(v, QU);
}
INLINE void store_level(uint8_t *p, QR v) {
  QB b = __builtin_convertvector(__builtin_convertvector(v + 0.5f, QU), QB);
  __builtin_memcpy(p, &b, sizeof b);
}

// MARK: Boxes

static void box_rows(
    const llua_box *box, const llua_plane *s, const llua_plane *t, int32_t y0, int32_t y1, void *work) {
  const int32_t wx = box->whole_x, wy = box->whole_y, width = t->x1 - t->x0;
  const int32_t left = t->x0 - wx - 1, wide = width + 2 * (wx + 1);
  const int32_t c0 = max_i(left, s->x0), c1 = min_i(left + wide, s->x1);
  uint16_t *words = work;
  __builtin_memset(words, 0, 8 * (size_t)wide);
  if (c0 >= c1) {
    for (int32_t y = y0; y < y1; y++) __builtin_memset((uint8_t *)plane_bytes(t, y, t->x0), 0, 4 * (size_t)width);
    return;
  }
  // Running sums of the columns, and a row of zeros for rows outside the source.
  const int32_t count = 4 * (c1 - c0), padded = (count + 7) & ~7;
  uint32_t *sums = (uint32_t *)(void *)(words + ((4 * (size_t)wide + 31) & ~(size_t)15));
  uint8_t *zeros = (uint8_t *)(sums + padded);
  __builtin_memset(sums, 0, 4 * (size_t)padded);
  __builtin_memset(zeros, 0, (size_t)padded);
  uint16_t *inner = words + 4 * (c0 - left);
#define BOX_ROW(y) ((y) >= s->y0 && (y) < s->y1 ? plane_bytes(s, (y), c0) : zeros)
  for (int32_t y = max_i(y0 - wy - 1, s->y0); y < min_i(y0 + wy, s->y1); y++) {
    const uint8_t *row = plane_bytes(s, y, c0);
    for (int32_t i = 0; i < count; i++) sums[i] += row[i];
  }
  // Vertical means are in 8.8 fixed point.
  const float factor_y = box->factor_y * 256, end_y = box->end_y;
  for (int32_t y = y0; y < y1; y++) {
    const uint8_t *in = BOX_ROW(y + wy), *out = BOX_ROW(y - wy - 1), *next = BOX_ROW(y + wy + 1);
    int32_t i = 0;
    for (; i + LANES <= count; i += LANES) {
      VI above = bytes_wide(out + i), sum = load_wide(sums + i) + bytes_wide(in + i) - above;
      store(sums + i, (VU)sum);
      VF ends = __builtin_convertvector(above + bytes_wide(next + i), VF);
      VF v = (__builtin_convertvector(sum, VF) + ends * end_y) * factor_y + 0.5f;
      typedef uint16_t NARROW __attribute__((vector_size(2 * LANES)));
      NARROW w = __builtin_convertvector(__builtin_convertvector(v, VI), NARROW);
      __builtin_memcpy(inner + i, &w, sizeof w);
    }
    for (; i < count; i++) {
      sums[i] += (uint32_t)in[i] - out[i];
      inner[i] = (uint16_t)(int32_t)(((float)(int32_t)sums[i] + (float)(out[i] + next[i]) * end_y) * factor_y + 0.5f);
    }
    // Running sum along the row.
    const float factor = box->factor_x * (1.0f / 256), end = box->end_x;
    const int32_t n = 2 * wx + 1;
    QU sum = {0};
    for (int32_t k = 1; k <= n; k++) sum += words_of_pixel(words + 4 * k);
    uint8_t *to = (uint8_t *)plane_bytes(t, y, t->x0);
    const uint16_t *p = words;
    for (int32_t x = 0; x < width; x++, p += 4) {
      typedef int32_t QI __attribute__((vector_size(16)));
      QU after = words_of_pixel(p + 4 * (n + 1)), ends = words_of_pixel(p) + after;
      QR v = __builtin_convertvector((QI)sum, QR) + __builtin_convertvector((QI)ends, QR) * end;
      store_level(to + 4 * x, v * factor);
      sum += after - words_of_pixel(p + 4);
    }
  }
#undef BOX_ROW
}

// MARK: Discs

enum { DISC_BLOCK = LLUA_DISC_BLOCK };

// Loads bytes of a source row as words with `bits` fraction bits; 0 outside the source.
static void disc_load(const llua_plane *s, int32_t y, int32_t x, int32_t n, int32_t bits, uint16_t *out) {
  int32_t c0 = max_i(x, s->x0), c1 = min_i(x + n, s->x1);
  if (y < s->y0 || y >= s->y1 || c0 >= c1) {
    __builtin_memset(out, 0, 8 * (size_t)n);
    return;
  }
  __builtin_memset(out, 0, 8 * (size_t)(c0 - x));
  __builtin_memset(out + 4 * (c1 - x), 0, 8 * (size_t)(x + n - c1));
  const uint8_t *p = plane_bytes(s, y, c0);
  uint16_t *to = out + 4 * (c0 - x);
  int32_t count = 4 * (c1 - c0), i = 0;
  for (; i + WORDS <= count; i += WORDS) store_words(to + i, widen_bytes(p + i) << (uint16_t)bits);
  for (; i < count; i++) to[i] = (uint16_t)(p[i] << bits);
}

static void disc_row(const llua_disc *d, const llua_plane *s, const llua_plane *t, int32_t y, uint16_t *work) {
  const int32_t reach = d->reach, rows = d->rows, bits = d->bits;
  const uint16_t up = (uint16_t)(7 - bits), half = (uint16_t)((1 << up) >> 1);
  const ptrdiff_t wide = LLUA_DISC_WIDE(reach);
  uint16_t *pairs = work, *sums = pairs + (rows + 1) * wide, *line = sums + (rows + 1) * wide, *other = line + wide;
  uint32_t total[4 * DISC_BLOCK];
  uint16_t small[4 * DISC_BLOCK];
  for (int32_t x = t->x0; x < t->x1; x += DISC_BLOCK) {
    const int32_t count = min_i(DISC_BLOCK, t->x1 - x), n = count + 2 * reach;
    disc_load(s, y, x - reach, n, bits, pairs);
    __builtin_memcpy(sums, pairs, 8 * (size_t)n);
    for (int32_t j = 1; j <= rows; j++) {
      uint16_t *pair = pairs + j * wide, *after = sums + j * wide;
      disc_load(s, y - j, x - reach, n, bits, pair);
      disc_load(s, y + j, x - reach, n, bits, other);
      for (int32_t i = 0; i < 4 * n; i += WORDS) {
        GV v = load_words(pair + i) + load_words(other + i);
        store_words(pair + i, v);
        store_words(after + i, load_words(after + i - wide) + v);
      }
    }
    for (int32_t k = 0; k <= reach; k++) {
      const int32_t whole = d->whole[k];
      // Sum of one column of the disc: at most 255 * 49.
      const uint16_t *column = whole >= 0 ? sums + whole * wide : NULL;
      for (int32_t q = d->part_start[k]; q < d->part_start[k + 1]; q++) {
        const uint16_t *pair = pairs + d->part_row[q] * wide;
        const GV weight = words_of(d->part_weight[q]);
        for (int32_t i = 0; i < 4 * n; i += WORDS) {
          GV v = (high_product(load_words(pair + i) << up, weight) + half) >> up;
          store_words(line + i, column ? v + load_words(column + i) : v);
        }
        column = line;
      }
      if (!column) column = __builtin_memset(line, 0, 8 * (size_t)n);
      const uint16_t *a = column + 4 * (reach - k), *b = column + 4 * (reach + k);
      if (d->is_small) {
        for (int32_t i = 0; i < 4 * count; i += WORDS)
          store_words(small + i, k ? load_words(small + i) + load_words(a + i) + load_words(b + i) : load_words(a + i));
      } else {
        for (int32_t i = 0; i < 4 * count; i += WORDS) {
          GU v = __builtin_convertvector(k ? load_words(a + i) + load_words(b + i) : load_words(a + i), GU), o = {0};
          if (k) __builtin_memcpy(&o, total + i, sizeof o);
          o += v;
          __builtin_memcpy(total + i, &o, sizeof o);
        }
      }
    }
    uint8_t *to = (uint8_t *)plane_bytes(t, y, x);
    if (d->is_small)
      for (int32_t i = 0; i < 4 * count; i++) total[i] = small[i];
    for (int32_t i = 0; i < 4 * count; i++) {
      float v = (float)(int32_t)total[i] * d->factor + 0.5f;
      to[i] = (uint8_t)(int32_t)(v < 255 ? v : 255);
    }
  }
}

// MARK: Lines

// Loads words of a row that may lie partly outside the source, where they are 0.
static void tap_words(const llua_plane *s, int32_t is_words, int32_t y, int32_t x, int32_t n, uint16_t *out) {
  for (int32_t i = 0; i < n; i++) {
    int inside = x + i >= s->x0 && x + i < s->x1;
    for (int k = 0; k < 4; k++) {
      uint16_t v = !inside ? 0 : is_words ? plane_words(s, y, x + i)[k] : (uint16_t)(plane_bytes(s, y, x + i)[k] << 7);
      out[4 * i + k] = v;
    }
  }
}

INLINE void tap_row_of(const llua_tap *taps, int32_t tap_count, const llua_plane *s, const llua_plane *t, int32_t y,
    int32_t is_words, int32_t makes_words) {
  enum { PIXELS = WORD_BLOCK / 4 };
  uint16_t edge[WORD_BLOCK], result[WORD_BLOCK];
  const GV bias = words_of((uint16_t)(tap_count / 2));
  for (int32_t x = t->x0; x < t->x1; x += PIXELS) {
    const int32_t n = min_i(PIXELS, t->x1 - x);
    GV sum[4] = {bias, bias, bias, bias};
    for (int32_t q = 0; q < tap_count; q++) {
      const int32_t row = y + taps[q].dy, at = x + taps[q].dx;
      if (row < s->y0 || row >= s->y1 || at + PIXELS <= s->x0 || at >= s->x1) continue;
      const GV weight = words_of(taps[q].weight);
      if (at >= s->x0 && at + PIXELS <= s->x1) {
        for (int j = 0; j < 4; j++)
          sum[j] += high_product(is_words ? load_words(plane_words(s, row, at) + j * WORDS)
                                          : widen_bytes(plane_bytes(s, row, at) + j * WORDS) << 7,
              weight);
      } else {
        tap_words(s, is_words, row, at, PIXELS, edge);
        for (int j = 0; j < 4; j++) sum[j] += high_product(load_words(edge + j * WORDS), weight);
      }
    }
    if (makes_words) {
      uint16_t *to = (uint16_t *)(uintptr_t)plane_words(t, y, x);
      if (n == PIXELS) {
        for (int j = 0; j < 4; j++) store_words(to + j * WORDS, sum[j]);
      } else {
        for (int j = 0; j < 4; j++) store_words(result + j * WORDS, sum[j]);
        __builtin_memcpy(to, result, 8 * (size_t)n);
      }
    } else {
      uint8_t *to = (uint8_t *)(uintptr_t)plane_bytes(t, y, x);
      uint8_t bytes[WORD_BLOCK];
      for (int j = 0; j < 4; j += 2) store_as_bytes(bytes + j * WORDS, (sum[j] + 64) >> 7, (sum[j + 1] + 64) >> 7);
      __builtin_memcpy(to, bytes, 4 * (size_t)n);
    }
  }
}

static void tap_row(const llua_tap *taps, int32_t tap_count, const llua_plane *s, int32_t is_words, const llua_plane *t,
    int32_t makes_words, int32_t y) {
  if (is_words && makes_words) tap_row_of(taps, tap_count, s, t, y, 1, 1);
  else if (is_words) tap_row_of(taps, tap_count, s, t, y, 1, 0);
  else if (makes_words) tap_row_of(taps, tap_count, s, t, y, 0, 1);
  else tap_row_of(taps, tap_count, s, t, y, 0, 0);
}

// MARK: Rays

INLINE EW high_product_8(EW a, EW b) {
#if LANES > 1 && defined(__SSE2__)
  return (EW)_mm_mulhi_epu16((__m128i)a, (__m128i)b);
#else
  return __builtin_convertvector((__builtin_convertvector(a, EU) * __builtin_convertvector(b, EU)) >> 16, EW);
#endif
}

enum { RAY_BLOCK = 8 };

// Interpolates a row between two source rows, with one empty pixel before it and three after.
static void ray_line(const llua_plane *s, int32_t is_words, int32_t y, uint16_t part, uint16_t *out) {
  const int32_t count = 4 * (s->x1 - s->x0);
  __builtin_memset(out, 0, 8);
  __builtin_memset(out + 4 + count, 0, 24);
  out += 4;
  int32_t has_first = y >= s->y0 && y < s->y1, has_second = y + 1 >= s->y0 && y + 1 < s->y1;
  int32_t i = 0;
  if (!has_first && !has_second) {
    __builtin_memset(out, 0, 2 * (size_t)count);
    return;
  }
  // Weights in 0.16 that sum to one unit less than 1; a row outside the source has weight 0.
  const uint16_t first = has_first ? (uint16_t)(65535 - part) : 0, second = has_second ? part : 0;
  const int32_t up = has_first ? y : y + 1, down = has_second ? y + 1 : y;
  const uint8_t *a = plane_bytes(s, up, s->x0), *b = plane_bytes(s, down, s->x0);
  const uint16_t *c = plane_words(s, up, s->x0), *d = plane_words(s, down, s->x0);
  for (; i + WORDS <= count; i += WORDS) {
    GV x = is_words ? load_words(c + i) : widen_bytes(a + i) << 7;
    GV z = is_words ? load_words(d + i) : widen_bytes(b + i) << 7;
    GV v = high_product(x, words_of(first)) + high_product(z, words_of(second));
    // Compensates for the fractions that the products truncate; 0 stays 0.
    store_words(out + i, v - (GV)(v != 0));
  }
  for (; i < count; i++) {
    uint32_t x = is_words ? c[i] : (uint32_t)a[i] << 7, z = is_words ? d[i] : (uint32_t)b[i] << 7;
    uint32_t v = (x * first >> 16) + (z * second >> 16);
    out[i] = (uint16_t)(v + (v != 0));
  }
}

typedef struct {
  int32_t makes_words;
  uint16_t bias;
  uint16_t *words;
  uint8_t *bytes;
} ray_target;

// Computes `n` pixels; `n` is a compile-time constant, so that the sums stay in registers.
INLINE void ray_pixels(int32_t count, const uint16_t *const *lines, const int32_t *const *columns,
    const uint16_t *const *weights, int32_t x, const int n, const ray_target *t) {
  EW sum[RAY_BLOCK];
  for (int j = 0; j < n; j++) sum[j] = (EW){0};
  for (int32_t k = 0; k < count; k++) {
    const uint16_t *line = lines[k], *weight = weights[k] + 8 * (ptrdiff_t)x;
    const int32_t *column = columns[k] + x;
#pragma clang loop unroll(full)
    for (int j = 0; j < n; j++) {
      EW v, w;
      __builtin_memcpy(&v, line + 4 * (ptrdiff_t)column[j], sizeof v);
      __builtin_memcpy(&w, weight + 8 * j, sizeof w);
      sum[j] += high_product_8(v, w);
    }
  }
#pragma clang loop unroll(full)
  for (int j = 0; j < n; j++) {
    HW a = __builtin_shufflevector(sum[j], sum[j], 0, 1, 2, 3), b = __builtin_shufflevector(sum[j], sum[j], 4, 5, 6, 7);
    a += b;
    // Compensates for the fractions that the products truncate; 0 stays 0.
    a += (HW)(a != 0) & t->bias;
    if (t->makes_words) {
      __builtin_memcpy(t->words + 4 * (x + j), &a, sizeof a);
    } else {
      QB v = __builtin_convertvector((a + (uint16_t)64) >> 7, QB);
      __builtin_memcpy(t->bytes + 4 * (x + j), &v, sizeof v);
    }
  }
}

static void ray_row(const llua_rays *rays, const llua_plane *s, int32_t is_words, const llua_plane *t,
    int32_t makes_words, int32_t y, const int32_t *rows, const uint16_t *parts, uint16_t *work) {
  const int32_t width = t->x1 - t->x0;
  const ptrdiff_t wide = 4 * (ptrdiff_t)(s->x1 - s->x0) + 16;
  const int32_t *columns[LLUA_RAY_SAMPLES];
  const uint16_t *weights[LLUA_RAY_SAMPLES], *lines[LLUA_RAY_SAMPLES];
  int32_t count = 0;
  for (int32_t k = 0; k < rays->count && k < LLUA_RAY_SAMPLES; k++) {
    if (rows[k] < s->y0 - 1 || rows[k] >= s->y1) continue;
    uint16_t *line = work + count * wide;
    ray_line(s, is_words, rows[k], parts[k], line);
    lines[count] = line;
    columns[count] = rays->columns + (ptrdiff_t)k * width;
    weights[count] = rays->weights + 8 * (ptrdiff_t)k * width;
    count++;
  }
  uint16_t *words = (uint16_t *)(uintptr_t)plane_words(t, y, t->x0);
  uint8_t *bytes = (uint8_t *)(uintptr_t)plane_bytes(t, y, t->x0);
  const ray_target target = {makes_words, (uint16_t)rays->count, words, bytes};
  int32_t x = 0;
  for (; x + RAY_BLOCK <= width; x += RAY_BLOCK) ray_pixels(count, lines, columns, weights, x, RAY_BLOCK, &target);
  for (; x < width; x++) ray_pixels(count, lines, columns, weights, x, 1, &target);
}
