// SPDX-License-Identifier: MIT
// One axis of a Gaussian blur on strips of 32 lanes of 8.8 fixed point.
#pragma once
#include "vector.h"

enum { STRIP = LLUA_STRIP, GROUPS = STRIP / LANES };

typedef uint16_t VW __attribute__((vector_size(2 * LANES)));

INLINE VU load_16(const uint16_t *p) {
  VW v;
  __builtin_memcpy(&v, p, sizeof v);
  return __builtin_convertvector(v, VU);
}
INLINE void store_16(uint16_t *p, VI v) {
  VW w = __builtin_convertvector(v, VW);
  __builtin_memcpy(p, &w, sizeof w);
}
INLINE VF float_of(VU v) { return __builtin_convertvector((VI)v, VF); }

// One box pass: rows from ..< to of `out`.
static void box_pass(
    const llua_blur_axis *axis, const uint16_t *restrict in, uint16_t *restrict out, int32_t from, int32_t to) {
  const int32_t r = axis->radius;
  const VF inner = splatf(axis->inner), outer = splatf(axis->outer);
  // A few groups at a time, so that their sums stay in registers.
  enum { AT_ONCE = GROUPS < 4 ? GROUPS : 4 };
  for (int32_t g = 0; g < GROUPS; g += AT_ONCE) {
    const uint16_t *p = in + g * LANES;
    uint16_t *q = out + g * LANES;
    VU sum[AT_ONCE], last[AT_ONCE];
    for (int k = 0; k < AT_ONCE; k++) {
      sum[k] = splat(0);
      for (int32_t i = from - r; i <= from + r; i++) sum[k] += load_16(p + (ptrdiff_t)i * STRIP + k * LANES);
      last[k] = load_16(p + (ptrdiff_t)(from - r - 1) * STRIP + k * LANES);
    }
    for (int32_t i = from; i < to; i++) {
      const uint16_t *enters = p + (ptrdiff_t)(i + r + 1) * STRIP, *leaves = p + (ptrdiff_t)(i - r) * STRIP;
      for (int k = 0; k < AT_ONCE; k++) {
        VU next = load_16(enters + k * LANES), leave = load_16(leaves + k * LANES);
        VF v = float_of(sum[k]) * inner + float_of(next + last[k]) * outer + 0.5f;
        store_16(q + (ptrdiff_t)i * STRIP + k * LANES, __builtin_convertvector(v, VI));
        sum[k] += next - leave;
        last[k] = leave;
      }
    }
  }
}

static void fir_pass(
    const llua_blur_axis *axis, const uint16_t *restrict in, uint16_t *restrict out, int32_t from, int32_t to) {
  for (int32_t i = from; i < to; i++) {
    for (int g = 0; g < GROUPS; g++) {
      const uint16_t *p = in + (ptrdiff_t)i * STRIP + g * LANES;
      VF v = float_of(load_16(p)) * axis->taps[0] + 0.5f;
      for (int32_t k = 1; k < axis->tap_count; k++)
        v += float_of(load_16(p - (ptrdiff_t)k * STRIP) + load_16(p + (ptrdiff_t)k * STRIP)) * axis->taps[k];
      store_16(out + (ptrdiff_t)i * STRIP + g * LANES, __builtin_convertvector(v, VI));
    }
  }
}

// Blurs the strip in `a` (length rows) with the help of `b`; returns the one that holds the result, valid except for
// `pad` rows at either end.
static const uint16_t *blur_strip(const llua_blur_axis *axis, uint16_t *a, uint16_t *b, int32_t length) {
  if (axis->tap_count > 0) {
    fir_pass(axis, a, b, axis->tap_count - 1, length - (axis->tap_count - 1));
    return b;
  }
  int32_t reach = axis->radius + 1;
  box_pass(axis, a, b, reach, length - reach);
  box_pass(axis, b, a, 2 * reach, length - 2 * reach);
  box_pass(axis, a, b, 3 * reach, length - 3 * reach);
  return b;
}

// Copies the part of the source that reaches the strip, and clears the rest: rows first ..< last of the strip come from
// source row first - at.
typedef struct {
  int32_t at, first, last, length;
} strip_range;

static strip_range strip_for(
    const llua_blur_axis *axis, int32_t source_length, int32_t offset, int32_t target_length, uint16_t *work) {
  int32_t pad = llua_blur_pad(axis);
  strip_range r;
  r.length = target_length + 2 * pad;
  r.at = offset + pad;
  r.first = r.at < 0 ? 0 : r.at > r.length ? r.length : r.at;
  int64_t last = (int64_t)r.at + source_length;
  r.last = last < r.first ? r.first : last > r.length ? r.length : (int32_t)last;
  __builtin_memset(work, 0, (size_t)r.first * STRIP * 2);
  __builtin_memset(work + (size_t)r.last * STRIP, 0, (size_t)(r.length - r.last) * STRIP * 2);
  return r;
}

typedef uint8_t bytes_32 __attribute__((vector_size(STRIP)));
typedef uint16_t words_32 __attribute__((vector_size(STRIP * 2)));

INLINE void widen_32(uint16_t *to, const uint8_t *from) {
  bytes_32 v;
  __builtin_memcpy(&v, from, sizeof v);
  words_32 w = __builtin_convertvector(v, words_32) << 8;
  __builtin_memcpy(to, &w, sizeof w);
}
INLINE void narrow_32(uint8_t *to, const uint16_t *from) {
  words_32 w;
  __builtin_memcpy(&w, from, sizeof w);
  // At most 65280, so that the sum does not overflow.
  bytes_32 v = __builtin_convertvector((w + (uint16_t)128) >> 8, bytes_32);
  __builtin_memcpy(to, &v, sizeof v);
}

static void blur_columns(const llua_blur_axis *axis, const uint8_t *source, ptrdiff_t source_stride,
    int32_t source_length, int32_t offset, uint8_t *target, ptrdiff_t target_stride, int32_t target_length,
    int32_t lanes, uint16_t *work) {
  strip_range s = strip_for(axis, source_length, offset, target_length, work);
  for (int32_t i = s.first; i < s.last; i++) {
    const uint8_t *p = source + (ptrdiff_t)(i - s.at) * source_stride;
    uint16_t *to = work + (size_t)i * STRIP;
    if (lanes == STRIP) {
      widen_32(to, p);
    } else {
      uint8_t part[STRIP] = {0};
      __builtin_memcpy(part, p, (size_t)lanes);
      widen_32(to, part);
    }
  }
  const uint16_t *r = blur_strip(axis, work, work + (size_t)s.length * STRIP, s.length) +
      (size_t)llua_blur_pad(axis) * STRIP;
  for (int32_t i = 0; i < target_length; i++) {
    uint8_t *p = target + (ptrdiff_t)i * target_stride;
    if (lanes == STRIP) {
      narrow_32(p, r + (size_t)i * STRIP);
    } else {
      uint8_t part[STRIP];
      narrow_32(part, r + (size_t)i * STRIP);
      __builtin_memcpy(p, part, (size_t)lanes);
    }
  }
}

// A square of bytes from rows to columns, eight by eight.
INLINE void transpose_8x8(uint64_t v[8]) {
  for (int step = 4, shift = 32; step > 0; step >>= 1, shift >>= 1) {
    const uint64_t keep = step == 4 ? 0x00000000FFFFFFFFull : step == 2 ? 0x0000FFFF0000FFFFull : 0x00FF00FF00FF00FFull;
    for (int i = 0; i < 8; i++) {
      if (i & step) continue;
      uint64_t a = v[i], b = v[i + step];
      v[i] = (a & keep) | ((b & keep) << shift);
      v[i + step] = ((a >> shift) & keep) | (b & ~keep);
    }
  }
}

static void blur_rows_8(const llua_blur_axis *axis, const uint8_t *source, ptrdiff_t source_stride,
    int32_t source_length, int32_t offset, uint8_t *target, ptrdiff_t target_stride, int32_t target_length,
    int32_t rows, uint16_t *work) {
  strip_range s = strip_for(axis, source_length, offset, target_length, work);
  uint8_t square[8][STRIP];
  int32_t i = s.first;
  for (; i < s.last; i += 8) {
    int32_t n = s.last - i < 8 ? s.last - i : 8;
    for (int32_t r = 0; r < STRIP; r += 8) {
      uint64_t v[8] = {0};
      for (int k = 0; k < 8 && r + k < rows; k++)
        __builtin_memcpy(&v[k], source + (ptrdiff_t)(r + k) * source_stride + (i - s.at), (size_t)n);
      transpose_8x8(v);
      for (int k = 0; k < 8; k++) __builtin_memcpy(&square[k][r], &v[k], 8);
    }
    for (int32_t k = 0; k < n; k++) widen_32(work + (size_t)(i + k) * STRIP, square[k]);
  }
  const uint16_t *b = blur_strip(axis, work, work + (size_t)s.length * STRIP, s.length) +
      (size_t)llua_blur_pad(axis) * STRIP;
  for (i = 0; i < target_length; i += 8) {
    int32_t n = target_length - i < 8 ? target_length - i : 8;
    for (int32_t k = 0; k < n; k++) narrow_32(square[k], b + (size_t)(i + k) * STRIP);
    for (int32_t r = 0; r < rows; r += 8) {
      uint64_t v[8];
      for (int k = 0; k < 8; k++) __builtin_memcpy(&v[k], &square[k][r], 8);
      transpose_8x8(v);
      for (int k = 0; k < 8 && r + k < rows; k++)
        __builtin_memcpy(target + (ptrdiff_t)(r + k) * target_stride + i, &v[k], (size_t)n);
    }
  }
}

// Eight rows of up to eight pixels, turned: out[x * 8 + row].
INLINE void transpose_pixels(const uint32_t *const *rows, int32_t n, uint32_t *out) {
#if LANES == 8
  __m256 v[8], t[8];
  for (int k = 0; k < 8; k++) v[k] = (__m256)(n == 8 ? load(rows[k]) : load_tail(rows[k], n));
  for (int k = 0; k < 8; k += 2) {
    t[k] = _mm256_unpacklo_ps(v[k], v[k + 1]);
    t[k + 1] = _mm256_unpackhi_ps(v[k], v[k + 1]);
  }
  for (int k = 0; k < 8; k += 4) {
    v[k] = _mm256_shuffle_ps(t[k], t[k + 2], 0x44);
    v[k + 1] = _mm256_shuffle_ps(t[k], t[k + 2], 0xEE);
    v[k + 2] = _mm256_shuffle_ps(t[k + 1], t[k + 3], 0x44);
    v[k + 3] = _mm256_shuffle_ps(t[k + 1], t[k + 3], 0xEE);
  }
  for (int k = 0; k < 4; k++) {
    store(out + k * 8, (VU)_mm256_permute2f128_ps(v[k], v[k + 4], 0x20));
    store(out + (k + 4) * 8, (VU)_mm256_permute2f128_ps(v[k], v[k + 4], 0x31));
  }
#else
  for (int x = 0; x < n; x++)
    for (int k = 0; k < 8; k++) out[x * 8 + k] = rows[k][x];
#endif
}

static void blur_rows_32(const llua_blur_axis *axis, const uint32_t *source, ptrdiff_t source_stride,
    int32_t source_length, int32_t offset, uint32_t *target, ptrdiff_t target_stride, int32_t target_length,
    int32_t rows, uint16_t *work) {
  strip_range s = strip_for(axis, source_length, offset, target_length, work);
  uint32_t square[64] __attribute__((aligned(32)));
  for (int32_t i = s.first; i < s.last; i += 8) {
    int32_t n = s.last - i < 8 ? s.last - i : 8;
    const uint32_t *p[8];
    // Missing rows repeat the first; their results are not stored.
    for (int k = 0; k < 8; k++) p[k] = source + (ptrdiff_t)(k < rows ? k : 0) * source_stride + (i - s.at);
    transpose_pixels(p, n, square);
    for (int32_t k = 0; k < n; k++) widen_32(work + (size_t)(i + k) * STRIP, (const uint8_t *)(square + k * 8));
  }
  const uint16_t *b = blur_strip(axis, work, work + (size_t)s.length * STRIP, s.length) +
      (size_t)llua_blur_pad(axis) * STRIP;
  uint32_t turned[64] __attribute__((aligned(32)));
  for (int32_t i = 0; i < target_length; i += 8) {
    int32_t n = target_length - i < 8 ? target_length - i : 8;
    for (int32_t k = 0; k < n; k++) narrow_32((uint8_t *)(square + k * 8), b + (size_t)(i + k) * STRIP);
    const uint32_t *p[8];
    for (int k = 0; k < 8; k++) p[k] = square + k * 8;
    transpose_pixels(p, 8, turned);
    for (int32_t k = 0; k < rows; k++)
      __builtin_memcpy(target + (ptrdiff_t)k * target_stride + i, turned + k * 8, (size_t)n * 4);
  }
}
