// SPDX-License-Identifier: MIT
// Sources: fetch the colours of a run of pixels of one row, from absolute device coordinates.
#pragma once
#include "vector.h"

// Coordinates are linear in x within blocks of BLOCK pixels, aligned to multiples of it. The start of a block is
// computed in double precision, so that a pixel gets the same bits wherever a run begins.
enum { BLOCK = 256 };

typedef struct {
  float u, v, w, du, dv, dw;
} block_map;

INLINE block_map block_at(const llua_source *s, int32_t block, int32_t y) {
  const double *m = s->m;
  double px = (double)block + 0.5, py = (double)y + 0.5;
  block_map b;
  b.u = (float)(px * m[0] + (py * m[3] + m[6]));
  b.v = (float)(px * m[1] + (py * m[4] + m[7]));
  b.w = (float)(px * m[2] + (py * m[5] + m[8]));
  b.du = (float)m[0];
  b.dv = (float)m[1];
  b.dw = (float)m[2];
  return b;
}

INLINE VF lane_offsets(int32_t from) { return __builtin_convertvector(iota() + from, VF); }

// Floor of each lane; values must be within ±2^30.
INLINE VI floor_lanes(VF v) {
  VI i = __builtin_convertvector(v, VI);
  return i + (VI)(__builtin_convertvector(i, VF) > v);
}

// Ordered dither by Bayer's 8 × 8 matrix, in 1/256 of a level, added to a gradient's colours before they are truncated
// to bytes. All channels get the same value, so that none exceeds alpha. Whole levels are unchanged. The value is in
// both halves of a word, and each row is stored twice, so that it can be read from any column.
#define DITHER_4(a, b, c, d) (4 * a + 2) * 0x10001, (4 * b + 2) * 0x10001, (4 * c + 2) * 0x10001, (4 * d + 2) * 0x10001
#define DITHER_ROW(a, b, c, d, e, f, g, h) \
  { DITHER_4(a, b, c, d), DITHER_4(e, f, g, h), DITHER_4(a, b, c, d), DITHER_4(e, f, g, h) }
enum { DITHER = 8 };
static const uint32_t dither_rows[DITHER][2 * DITHER] = {
    DITHER_ROW(0, 32, 8, 40, 2, 34, 10, 42),
    DITHER_ROW(48, 16, 56, 24, 50, 18, 58, 26),
    DITHER_ROW(12, 44, 4, 36, 14, 46, 6, 38),
    DITHER_ROW(60, 28, 52, 20, 62, 30, 54, 22),
    DITHER_ROW(3, 35, 11, 43, 1, 33, 9, 41),
    DITHER_ROW(51, 19, 59, 27, 49, 17, 57, 25),
    DITHER_ROW(15, 47, 7, 39, 13, 45, 5, 37),
    DITHER_ROW(63, 31, 55, 23, 61, 29, 53, 21),
};

INLINE VU gradient_colors(const llua_gradient *g, VF t, VU dither) {
  VF scale = splatf(g->scale[0]), offset = splatf(g->offset[0]), low = splatf(g->low[0]), high = splatf(g->high[0]);
  for (int32_t k = 0; k < g->edge_count; k++) {
    VI beyond = t >= splatf(g->edge[k]);
    scale = pickf(beyond, splatf(g->scale[k + 1]), scale);
    offset = pickf(beyond, splatf(g->offset[k + 1]), offset);
    low = pickf(beyond, splatf(g->low[k + 1]), low);
    high = pickf(beyond, splatf(g->high[k + 1]), high);
  }
  VI index = __builtin_convertvector(at_most(at_least(t * scale + offset, low), high), VI);
#if LANES == 8
  VU even = (VU)_mm256_i32gather_epi32((const int *)g->even, (__m256i)index, 4);
  VU odd = (VU)_mm256_i32gather_epi32((const int *)g->odd, (__m256i)index, 4);
#else
  VU even, odd;
  for (int i = 0; i < LANES; i++) even[i] = g->even[index[i]], odd[i] = g->odd[index[i]];
#endif
  return (((even + dither) >> 8) & LOW_BYTES) | ((odd + dither) & ~LOW_BYTES);
}

// atan2(v, u) in turns, 0 … 1.
INLINE VF angle_turns(VF u, VF v) {
  VF au = maxf(u, -u), av = maxf(v, -v);
  VF big = maxf(au, av), small = minf(au, av);
  VF a = small / pickf(big > 0.0f, big, splatf(1));
  VF s = a * a;
  VF p = splatf(-0.0018651467f);
  p = p * s + 0.008379055f;
  p = p * s + -0.018529821f;
  p = p * s + 0.030802894f;
  p = p * s + -0.052938566f;
  p = p * s + 0.15915132f;
  p = p * a;
  p = pickf(av > au, 0.25f - p, p);
  p = pickf(u < 0.0f, 0.5f - p, p);
  return pickf(v < 0.0f, 1.0f - p, p);
}

// Returns t of the largest circle through the point; `valid` masks the lanes that have one.
INLINE VF two_circle_t(const llua_source *s, VF uf, VF vf, VI *valid) {
  typedef int64_t VM __attribute__((vector_size(8 * LANES)));
  VD u = __builtin_convertvector(uf, VD), v = __builtin_convertvector(vf, VD);
  double a = s->cdx * s->cdx + s->cdy * s->cdy - s->dr * s->dr;
  VD b = u * s->cdx + v * s->cdy + s->r0 * s->dr;
  VD c = u * u + v * v - s->r0 * s->r0;
  VD hi, lo;
  VM ok_hi, ok_lo;
  double size = s->cdx * s->cdx + s->cdy * s->cdy + s->dr * s->dr;
  if (a < 1e-9 * size && a > -1e-9 * size) {
    VM nonzero = b != 0.0;
    VD denominator = (VD)(((VM)b & nonzero) | ((VM)((VD){} + 1.0) & ~nonzero));
    hi = c / (denominator * 2.0);
    lo = hi;
    ok_hi = nonzero;
    ok_lo = nonzero;
  } else {
    VD d = b * b - c * a;
    VM real = d >= 0.0;
    VD root = __builtin_elementwise_sqrt((VD)((VM)d & real));
    VD t0 = (b + root) / a, t1 = (b - root) / a;
    VM first = t0 > t1;
    hi = (VD)(((VM)t0 & first) | ((VM)t1 & ~first));
    lo = (VD)(((VM)t1 & first) | ((VM)t0 & ~first));
    ok_hi = real;
    ok_lo = real;
  }
  ok_hi &= s->r0 + hi * s->dr >= 0.0;
  ok_lo &= s->r0 + lo * s->dr >= 0.0;
  if (!s->extend_start) {
    ok_hi &= hi >= 0.0;
    ok_lo &= lo >= 0.0;
  }
  if (!s->extend_end) {
    ok_hi &= hi <= 1.0;
    ok_lo &= lo <= 1.0;
  }
  VD t = (VD)(((VM)hi & ok_hi) | ((VM)lo & ~ok_hi));
  VM far = t > 4.0, near = t < -4.0;
  t = (VD)(((VM)((VD){} + 4.0) & far) | ((VM)t & ~far));
  t = (VD)(((VM)((VD){} - 4.0) & near) | ((VM)t & ~near));
  *valid = __builtin_convertvector(ok_hi | ok_lo, VI);
  return __builtin_convertvector(t, VF);
}

INLINE void fetch_gradient_kind(
    const llua_source *s, int32_t x, int32_t y, int32_t n, uint32_t *out, int kind, int affine) {
  while (n > 0) {
    int32_t block = x & ~(BLOCK - 1), m = block + BLOCK - x;
    if (m > n) m = n;
    block_map b = block_at(s, block, y);
    const uint32_t *dither = dither_rows[y & (DITHER - 1)];
    for (int32_t i = 0; i < m; i += LANES) {
      VF f = lane_offsets(x - block + i);
      VF u = b.u + f * b.du, v = b.v + f * b.dv, t;
      if (!affine) {
        VF w = b.w + f * b.dw;
        u = u / w;
        v = v / w;
      }
      VI valid = splati(-1);
      switch (kind) {
        case LLUA_LINEAR: t = u; break;
        case LLUA_ELLIPSE: t = __builtin_elementwise_sqrt(u * u + v * v); break;
        case LLUA_CONIC: t = angle_turns(u, v); break;
        default: t = two_circle_t(s, u, v, &valid); break;
      }
      VU c = gradient_colors(&s->gradient, t, load(dither + ((x + i) & (DITHER - 1))));
      if (kind == LLUA_LINEAR) {
        if (!s->extend_start) valid &= t >= 0.0f;
        if (!s->extend_end) valid &= t <= 1.0f;
        c &= (VU)valid;
      } else if (kind == LLUA_TWO_CIRCLE) {
        c &= (VU)valid;
      }
      store(out + i, c);
    }
    x += m;
    out += m;
    n -= m;
  }
}

// Fetches one period, stored twice, of a linear gradient whose colour is constant along a row except for the dither.
// `s` must be such a gradient.
static void fetch_gradient_row(const llua_source *s, int32_t y, uint32_t out[2 * DITHER]) {
  fetch_gradient_kind(s, 0, y, DITHER, out, LLUA_LINEAR, 1);
  __builtin_memcpy(out + DITHER, out, DITHER * 4);
}

// Repeats the period from column x on. Writes up to LANES - 1 pixels more than requested.
INLINE void repeat_row(const uint32_t row[2 * DITHER], int32_t x, int32_t n, uint32_t *out) {
  for (int32_t i = 0; i < n; i += LANES) store(out + i, load(row + ((x + i) & (DITHER - 1))));
}

// Writes up to LANES - 1 pixels more than requested.
static void fetch_gradient(const llua_source *s, int32_t x, int32_t y, int32_t n, uint32_t *out) {
  switch (s->kind * 2 + (s->is_affine != 0)) {
    case LLUA_LINEAR * 2 + 1:
      if (s->m[0] == 0) {
        uint32_t row[2 * DITHER];
        fetch_gradient_row(s, y, row);
        repeat_row(row, x, n, out);
        return;
      }
      fetch_gradient_kind(s, x, y, n, out, LLUA_LINEAR, 1);
      return;
    case LLUA_LINEAR * 2: fetch_gradient_kind(s, x, y, n, out, LLUA_LINEAR, 0); return;
    case LLUA_ELLIPSE * 2 + 1: fetch_gradient_kind(s, x, y, n, out, LLUA_ELLIPSE, 1); return;
    case LLUA_ELLIPSE * 2: fetch_gradient_kind(s, x, y, n, out, LLUA_ELLIPSE, 0); return;
    case LLUA_CONIC * 2 + 1: fetch_gradient_kind(s, x, y, n, out, LLUA_CONIC, 1); return;
    case LLUA_CONIC * 2: fetch_gradient_kind(s, x, y, n, out, LLUA_CONIC, 0); return;
    default: fetch_gradient_kind(s, x, y, n, out, LLUA_TWO_CIRCLE, s->is_affine != 0); return;
  }
}
