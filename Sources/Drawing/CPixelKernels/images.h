// SPDX-License-Identifier: MIT
// Nearest and bilinear sampling of image levels through affine and projective maps.
#pragma once
#include "sources.h"

INLINE int32_t wrap_index(int32_t i, int32_t low, int32_t high) {
  int32_t n = high - low;
  i = (i - low) % n;
  return (i < 0 ? i + n : i) + low;
}

// (a * b + 2^14) >> 15 of signed 16-bit lanes.
INLINE VS multiply_high_rounded(VS a, VS b) {
#if LANES == 8
  return (VS)_mm256_mulhrs_epi16((__m256i)a, (__m256i)b);
#elif LANES == 4 && defined(__SSE2__)
  __m128i low = _mm_mullo_epi16((__m128i)a, (__m128i)b), high = _mm_mulhi_epi16((__m128i)a, (__m128i)b);
  __m128i p = _mm_unpacklo_epi16(low, high), q = _mm_unpackhi_epi16(low, high), half = _mm_set1_epi32(1 << 14);
  return (VS)_mm_packs_epi32(_mm_srai_epi32(_mm_add_epi32(p, half), 15), _mm_srai_epi32(_mm_add_epi32(q, half), 15));
#else
  typedef int32_t wide __attribute__((vector_size(8 * LANES)));
  wide p = __builtin_convertvector(a, wide) * __builtin_convertvector(b, wide);
  return __builtin_convertvector((p + (1 << 14)) >> 15, VS);
#endif
}

INLINE VH mix_four(VH tl, VH tr, VH bl, VH br, VH fx, VH fy) {
  VH gy = (uint16_t)256 - fy;
  VS left = (VS)((tl * gy + bl * fy) >> 1), right = (VS)((tr * gy + br * fy) >> 1);
  VS m = left + multiply_high_rounded(right - left, (VS)(fx << 7));
  return (VH)((m + (int16_t)64) >> 7);
}

// Bilinear interpolation of four neighbours; fx, fy are in 1/256, 0…255.
INLINE VU bilinear(VU tl, VU tr, VU bl, VU br, VI fx, VI fy) {
  VH x = both((VU)fx), y = both((VU)fy);
  VH even = mix_four(even_bytes(tl), even_bytes(tr), even_bytes(bl), even_bytes(br), x, y);
  VH odd = mix_four(odd_bytes(tl), odd_bytes(tr), odd_bytes(bl), odd_bytes(br), x, y);
  return join_bytes(even, odd);
}

INLINE uint64_t load_pair(const uint32_t *p) {
  uint64_t v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}

#if LANES == 8
typedef uint64_t V4L __attribute__((vector_size(32)));
INLINE void load_pairs(const uint32_t *base, const uint32_t *at, VU *left, VU *right) {
  V4L a = {load_pair(base + at[0]), load_pair(base + at[1]), load_pair(base + at[4]), load_pair(base + at[5])};
  V4L b = {load_pair(base + at[2]), load_pair(base + at[3]), load_pair(base + at[6]), load_pair(base + at[7])};
  *left = (VU)_mm256_shuffle_ps((__m256)a, (__m256)b, 0x88);
  *right = (VU)_mm256_shuffle_ps((__m256)a, (__m256)b, 0xDD);
}
#elif LANES == 4
INLINE void load_pairs(const uint32_t *base, const uint32_t *at, VU *left, VU *right) {
  typedef uint64_t V2L __attribute__((vector_size(16)));
  VU a = (VU)(V2L){load_pair(base + at[0]), load_pair(base + at[1])};
  VU b = (VU)(V2L){load_pair(base + at[2]), load_pair(base + at[3])};
  *left = __builtin_shufflevector(a, b, 0, 2, 4, 6);
  *right = __builtin_shufflevector(a, b, 1, 3, 5, 7);
}
#else
INLINE void load_pairs(const uint32_t *base, const uint32_t *at, VU *left, VU *right) {
  *left = splat(base[at[0]]);
  *right = splat(base[at[0] + 1]);
}
#endif

INLINE VU gather(const uint32_t *pixels, VI at) {
#if LANES == 8
  return (VU)_mm256_i32gather_epi32((const int *)pixels, (__m256i)at, 4);
#elif LANES == 4
  return (VU){pixels[at[0]], pixels[at[1]], pixels[at[2]], pixels[at[3]]};
#else
  return splat(pixels[at[0]]);
#endif
}

// Maps columns or rows into low ..< high by the edge mode.
INLINE VI bring_inside(VI i, int32_t low, int32_t high, int32_t mode) {
  if (mode == LLUA_REPEAT) {
    // Fast path: usually inside the tile or next to it.
    VI n = splati(high - low), r = i - low;
    r -= (r >= n) & n;
    r += (r < 0) & n;
    if (all((r >= 0) & (r < n))) return r + low;
    int32_t wrapped[LANES];
    __builtin_memcpy(wrapped, &i, sizeof i);
    for (int k = 0; k < LANES; k++) wrapped[k] = wrap_index(wrapped[k], low, high);
    __builtin_memcpy(&r, wrapped, sizeof r);
    return r;
  }
  return mini(maxi(i, splati(low)), splati(high - 1));
}

INLINE VI between(VI i, int32_t low, int32_t high) { return (i >= low) & (i < high); }

// Bilinear sample at (u, v) in 1/256 pixel, with the half-pixel offset already subtracted.
INLINE VU sample_linear(const llua_level l, int32_t mode, VI u, VI v) {
  VI i = u >> 8, j = v >> 8, fx = u & 255, fy = v & 255;
  if (mode == LLUA_REPEAT) {
    // Translate to the tile of the first lane; usually all lanes are in it.
    i -= i[0] - wrap_index(i[0], l.x0, l.x1);
    j -= j[0] - wrap_index(j[0], l.y0, l.y1);
  }
  if (all(between(i, l.x0, l.x1 - 1) & between(j, l.y0, l.y1 - 1))) {
    VU at = (VU)(j * l.width + i);
    uint32_t offset[LANES] __attribute__((aligned(32)));
    __builtin_memcpy(offset, &at, sizeof at);
    VU tl, tr, bl, br;
    load_pairs(l.pixels, offset, &tl, &tr);
    load_pairs(l.pixels + l.width, offset, &bl, &br);
    return bilinear(tl, tr, bl, br, fx, fy);
  }
  VI i0 = bring_inside(i, l.x0, l.x1, mode), i1 = bring_inside(i + 1, l.x0, l.x1, mode);
  VI j0 = bring_inside(j, l.y0, l.y1, mode) * l.width, j1 = bring_inside(j + 1, l.y0, l.y1, mode) * l.width;
  VU tl = gather(l.pixels, j0 + i0), tr = gather(l.pixels, j0 + i1), bl = gather(l.pixels, j1 + i0),
     br = gather(l.pixels, j1 + i1);
  if (mode == LLUA_TRANSPARENT) {
    VI x0 = between(i, l.x0, l.x1), x1 = between(i + 1, l.x0, l.x1), y0 = between(j, l.y0, l.y1),
       y1 = between(j + 1, l.y0, l.y1);
    tl &= (VU)(x0 & y0);
    tr &= (VU)(x1 & y0);
    bl &= (VU)(x0 & y1);
    br &= (VU)(x1 & y1);
  }
  return bilinear(tl, tr, bl, br, fx, fy);
}

INLINE VU sample_nearest(const llua_level l, int32_t mode, VI i, VI j) {
  VU c = gather(l.pixels, bring_inside(j, l.y0, l.y1, mode) * l.width + bring_inside(i, l.x0, l.x1, mode));
  if (mode == LLUA_TRANSPARENT) c &= (VU)(between(i, l.x0, l.x1) & between(j, l.y0, l.y1));
  return c;
}

INLINE VU mix_pixels(VU a, VU b, int32_t k) {
  // k/256 of b.
  VH x = both(splat((uint32_t)k)), y = (uint16_t)256 - x;
  VH even = (even_bytes(a) * y + even_bytes(b) * x + (uint16_t)128) >> 8;
  VH odd = (odd_bytes(a) * y + odd_bytes(b) * x + (uint16_t)128) >> 8;
  return join_bytes(even, odd);
}

// A coordinate in 32.32 fixed point at pixel 0 of the row, and its step. Sums are exact, so that a pixel does not
// depend on where its run starts.
INLINE int64_t fixed_32(double v) {
  if (!(v > -1073741824.0)) v = -1073741824.0;
  if (v > 1073741824.0) v = 1073741824.0;
  return (int64_t)(v * 4294967296.0);
}
INLINE int64_t fixed_sum(int64_t base, int64_t step, int32_t x) {
  return (int64_t)((uint64_t)base + (uint64_t)step * (uint64_t)(int64_t)x);
}
// Extracts bits `shift` … `shift` + 31. The shift is logical, since AVX2 has no 64-bit arithmetic one.
#define NARROW(v, shift) __builtin_convertvector((v) >> (shift), VI)

// Samples a level that is only shifted, by i + fx/256 columns and j + fy/256 rows: neighbouring pixels have
// neighbouring samples, so that rows are loaded whole. Gives the bits of sample_linear.
INLINE void fetch_shifted(const llua_level l, int32_t u, int32_t v, int32_t n, uint32_t *restrict out, int32_t mode) {
  const int32_t first = u >> 8, j = v >> 8;
  const VI fx = splati(u & 255), fy = splati(v & 255);
  const int has_rows = j >= l.y0 && j < l.y1 - 1;
  const uint32_t *top = l.pixels + (has_rows ? (ptrdiff_t)j * l.width : 0), *bottom = top + (has_rows ? l.width : 0);
  for (int32_t i = 0; i < n; i += LANES) {
    const int32_t c = first + i;
    if (!has_rows || c < l.x0 || c + LANES >= l.x1) {
      store(out + i, sample_linear(l, mode, (iota() + c) << 8 | fx, splati(v)));
      continue;
    }
    VU tl = load(top + c), bl = load(bottom + c), tr = load(top + c + 1), br = load(bottom + c + 1);
    // Pictures of shapes are transparent in large parts.
    store(out + i, all((VI)(tl | bl | tr | br) == splati(0)) ? splat(0) : bilinear(tl, tr, bl, br, fx, fy));
  }
}

// Samples one level through an affine map. Writes up to LANES - 1 pixels more than requested. `mode`, `nx` and `ny`
// (nearest along an axis) are compile-time constants, unless the two filters differ.
INLINE void fetch_affine_level(const llua_source *s, const llua_level *level, int32_t x, int32_t y, int32_t n,
    uint32_t *restrict out, int32_t mode, int nx, int ny) {
  const llua_level l = *level;
  const double *m = s->m;
  double half_x = nx ? 0.0 : 0.5, half_y = ny ? 0.0 : 0.5, py = (double)y + 0.5;
  int64_t du = fixed_32(m[0] * l.scale_x), dv = fixed_32(m[1] * l.scale_y);
  int64_t u0 = fixed_32((0.5 * m[0] + (py * m[3] + m[6])) * l.scale_x - half_x);
  int64_t v0 = fixed_32((0.5 * m[1] + (py * m[4] + m[7])) * l.scale_y - half_y);
  const int64_t rounding_x = nx ? 0 : (int64_t)1 << 23, rounding_y = ny ? 0 : (int64_t)1 << 23;
  if (!nx && !ny && mode != LLUA_REPEAT && du == (int64_t)1 << 32 && dv == 0) {
    fetch_shifted(
        l, (int32_t)(fixed_sum(u0 + rounding_x, du, x) >> 24), (int32_t)((v0 + rounding_y) >> 24), n, out, mode);
    return;
  }
  VL u, v;
  for (int k = 0; k < LANES; k++) {
    u[k] = (uint64_t)fixed_sum(u0 + rounding_x, du, x + k);
    v[k] = (uint64_t)fixed_sum(v0 + rounding_y, dv, x + k);
  }
  const uint64_t step_u = (uint64_t)du * LANES, step_v = (uint64_t)dv * LANES;
  for (int32_t i = 0; i < n; i += LANES) {
    if (nx && ny) {
      store(out + i, sample_nearest(l, mode, NARROW(u, 32), NARROW(v, 32)));
    } else {
      VI a = nx ? NARROW(u, 32) << 8 : NARROW(u, 24), b = ny ? NARROW(v, 32) << 8 : NARROW(v, 24);
      store(out + i, sample_linear(l, mode, a, b));
    }
    u += step_u;
    v += step_v;
  }
}

static void fetch_affine(const llua_source *s, const llua_level *l, int32_t x, int32_t y, int32_t n, uint32_t *out) {
  if (s->nearest_x != s->nearest_y) {
    fetch_affine_level(s, l, x, y, n, out, s->edge_mode, s->nearest_x, s->nearest_y);
    return;
  }
  switch (s->edge_mode * 2 + (s->nearest_x != 0)) {
    case LLUA_CLAMP * 2: fetch_affine_level(s, l, x, y, n, out, LLUA_CLAMP, 0, 0); return;
    case LLUA_CLAMP * 2 + 1: fetch_affine_level(s, l, x, y, n, out, LLUA_CLAMP, 1, 1); return;
    case LLUA_REPEAT * 2: fetch_affine_level(s, l, x, y, n, out, LLUA_REPEAT, 0, 0); return;
    case LLUA_REPEAT * 2 + 1: fetch_affine_level(s, l, x, y, n, out, LLUA_REPEAT, 1, 1); return;
    case LLUA_TRANSPARENT * 2: fetch_affine_level(s, l, x, y, n, out, LLUA_TRANSPARENT, 0, 0); return;
    default: fetch_affine_level(s, l, x, y, n, out, LLUA_TRANSPARENT, 1, 1); return;
  }
}

INLINE void fetch_projective_level(const llua_source *s, const llua_level *level, int32_t x, int32_t y, int32_t n,
    uint32_t *restrict out, int32_t mode, int nx, int ny) {
  const llua_level l = *level;
  int32_t block = x & ~(BLOCK - 1);
  block_map b = block_at(s, block, y);
  const float sx = (float)l.scale_x, sy = (float)l.scale_y, limit = 4194304.0f;
  for (int32_t i = 0; i < n; i += LANES) {
    VF f = lane_offsets(x - block + i);
    VF w = 1.0f / (b.w + f * b.dw);
    VF u = (b.u + f * b.du) * w * sx, v = (b.v + f * b.dv) * w * sy;
    if (nx && ny) {
      VI iu = floor_lanes(clampf(u, -limit, limit)), iv = floor_lanes(clampf(v, -limit, limit));
      store(out + i, sample_nearest(l, mode, iu, iv));
    } else {
      // Subtract half a pixel, then round to 1/256.
      VI iu = nx ? floor_lanes(clampf(u, -limit, limit)) << 8
                 : floor_lanes(clampf((u - 0.5f) * 256.0f + 0.5f, -limit * 64, limit * 64));
      VI iv = ny ? floor_lanes(clampf(v, -limit, limit)) << 8
                 : floor_lanes(clampf((v - 0.5f) * 256.0f + 0.5f, -limit * 64, limit * 64));
      store(out + i, sample_linear(l, mode, iu, iv));
    }
  }
}

static void fetch_projective(
    const llua_source *s, const llua_level *l, int32_t x, int32_t y, int32_t n, uint32_t *out, int nx, int ny) {
  if (nx != ny) {
    fetch_projective_level(s, l, x, y, n, out, s->edge_mode, nx, ny);
    return;
  }
  switch (s->edge_mode * 2 + (nx != 0)) {
    case LLUA_CLAMP * 2: fetch_projective_level(s, l, x, y, n, out, LLUA_CLAMP, 0, 0); return;
    case LLUA_CLAMP * 2 + 1: fetch_projective_level(s, l, x, y, n, out, LLUA_CLAMP, 1, 1); return;
    case LLUA_REPEAT * 2: fetch_projective_level(s, l, x, y, n, out, LLUA_REPEAT, 0, 0); return;
    case LLUA_REPEAT * 2 + 1: fetch_projective_level(s, l, x, y, n, out, LLUA_REPEAT, 1, 1); return;
    case LLUA_TRANSPARENT * 2: fetch_projective_level(s, l, x, y, n, out, LLUA_TRANSPARENT, 0, 0); return;
    default: fetch_projective_level(s, l, x, y, n, out, LLUA_TRANSPARENT, 1, 1); return;
  }
}

// log2 of a positive number, with an error below 0.01.
INLINE float log2_approximate(float v) {
  union {
    float f;
    uint32_t u;
  } b = {v};
  float e = (float)((int32_t)(b.u >> 23) - 127);
  b.u = (b.u & 0x7FFFFF) | 0x3F800000;
  float m = b.f;
  return e + (-2.4983532f + (4.0292115f + (-2.0783353f + (0.62603217f + -0.078440674f * m) * m) * m) * m);
}

// Mip levels are chosen per run of this many pixels, aligned to multiples of it.
enum { LEVEL_STRETCH = 16 };

// Mip level of a run: log2 of the image pixels per device pixel at its middle.
static float level_at(const llua_source *s, int32_t stretch, int32_t y) {
  const double *m = s->m;
  double px = (double)stretch + LEVEL_STRETCH / 2, py = (double)y + 0.5;
  double u = px * m[0] + py * m[3] + m[6], v = px * m[1] + py * m[4] + m[7], w = px * m[2] + py * m[5] + m[8];
  double k = 1 / (w * w);
  double ux = (m[0] * w - u * m[2]) * k, vx = (m[1] * w - v * m[2]) * k;
  double uy = (m[3] * w - u * m[5]) * k, vy = (m[4] * w - v * m[5]) * k;
  double a = ux * ux + vx * vx, b = uy * uy + vy * vy, size = a > b ? a : b;
  if (!(size > 1.0)) return 0;
  if (size > 1e12) size = 1e12;
  return 0.5f * log2_approximate((float)size);
}

// Chooses nearest or linear sampling for each axis, at the middle of a run.
static void choose_filters(const llua_source *s, int32_t stretch, int32_t y, int *nx, int *ny) {
  const double *m = s->m;
  double px = (double)stretch + LEVEL_STRETCH / 2, py = (double)y + 0.5;
  double u = px * m[0] + py * m[3] + m[6], v = px * m[1] + py * m[4] + m[7], w = px * m[2] + py * m[5] + m[8];
  double k = 1 / (w * w);
  double ux = (m[0] * w - u * m[2]) * k, vx = (m[1] * w - v * m[2]) * k;
  double uy = (m[3] * w - u * m[5]) * k, vy = (m[4] * w - v * m[5]) * k;
  *nx = ux * ux + uy * uy <= 1.000002 ? s->magnifies_nearest : s->minifies_nearest;
  *ny = vx * vx + vy * vy <= 1.000002 ? s->magnifies_nearest : s->minifies_nearest;
}

// Position of device pixel (0, y) in an image drawn at 1:1 on the pixel grid; returns 0 if it is not.
INLINE int pixel_for_pixel(const llua_source *s, int32_t y, int64_t *column, int64_t *row) {
  const double *m = s->m;
  const llua_level *l = &s->levels[0];
  if (!s->is_affine || m[0] != 1 || m[1] != 0 || s->level_count != 1 || l->scale_x != 1 || l->scale_y != 1) return 0;
  if (s->nearest_x != s->nearest_y) return 0;
  double u = 0.5 + m[6] + ((double)y + 0.5) * m[3], v = ((double)y + 0.5) * m[4] + m[7];
  if (!s->nearest_x) u -= 0.5, v -= 0.5;
  if (!(u > -100000 && u < 100000 && v > -100000 && v < 100000)) return 0;
  int64_t fu = (int64_t)(u * 4294967296.0), fv = (int64_t)(v * 4294967296.0);
  if (!s->nearest_x) {
    fu += (int64_t)1 << 23, fv += (int64_t)1 << 23;
    if ((fu >> 24 & 255) != 0 || (fv >> 24 & 255) != 0) return 0;
  }
  *column = fu >> 32;
  *row = fv >> 32;
  return 1;
}

// Fetches a tile repeated at 1:1; returns 0 if it is not.
static int fetch_tile(const llua_source *s, int32_t x, int32_t y, int32_t n, uint32_t *out) {
  int64_t i, j;
  if (!pixel_for_pixel(s, y, &i, &j)) return 0;
  const llua_level *l = &s->levels[0];
  const uint32_t *line = l->pixels + wrap_index((int32_t)j, l->y0, l->y1) * l->width;
  int32_t k = wrap_index((int32_t)i + x, l->x0, l->x1), period = l->x1 - l->x0, done = 0;
  while (done < n && done < period) {
    int32_t count = min_i(l->x1 - k, min_i(n, period) - done);
    __builtin_memcpy(out + done, line + k, (size_t)count * 4);
    done += count;
    k = l->x0;
  }
  // Repeat the pixels so far, doubling their number each time.
  while (done < n) {
    int32_t count = min_i(done - done % period, n - done);
    __builtin_memcpy(out + done, out, (size_t)count * 4);
    done += count;
  }
  return 1;
}

static void fetch_image(const llua_source *s, int32_t x, int32_t y, int32_t n, uint32_t *out) {
  if (s->edge_mode == LLUA_REPEAT && fetch_tile(s, x, y, n, out)) return;
  if (s->is_affine) {
    fetch_affine(s, &s->levels[0], x, y, n, out);
    if (s->level_count == 1) return;
    while (n > 0) {
      uint32_t other[BLOCK + LANES];
      int32_t count = n < BLOCK ? n : BLOCK;
      for (int32_t level = 1; level < s->level_count; level++) {
        fetch_affine(s, &s->levels[level], x, y, count, other);
        for (int32_t i = 0; i < count; i += LANES)
          store(out + i, mix_pixels(load(out + i), load(other + i), s->mix[level - 1]));
      }
      x += count;
      out += count;
      n -= count;
    }
    return;
  }
  while (n > 0) {
    int32_t size = s->level_count > 1 || s->chooses_filter ? LEVEL_STRETCH : BLOCK, start = x & ~(size - 1),
            count = start + size - x;
    if (count > n) count = n;
    int nx = s->nearest_x, ny = s->nearest_y;
    if (s->chooses_filter) choose_filters(s, start, y, &nx, &ny);
    if (s->level_count > 1 && !nx && !ny) {
      float level = level_at(s, start, y);
      if (s->is_trilinear && level > 0) level += s->bias;
      float top = (float)(s->level_count - 1);
      level = level > 0 ? level < top ? level : top : 0;
      int32_t k = (int32_t)level, mix = s->is_trilinear ? (int32_t)((level - (float)k) * 256.0f) : 0;
      fetch_projective(s, &s->levels[k], x, y, count, out, 0, 0);
      if (mix > 0 && k + 1 < s->level_count) {
        uint32_t other[LEVEL_STRETCH + LANES];
        fetch_projective(s, &s->levels[k + 1], x, y, count, other, 0, 0);
        for (int32_t i = 0; i < count; i += LANES) store(out + i, mix_pixels(load(out + i), load(other + i), mix));
      }
    } else {
      fetch_projective(s, &s->levels[0], x, y, count, out, nx, ny);
    }
    x += count;
    out += count;
    n -= count;
  }
}

// Returns a pointer to the pixels of a row of an image drawn at 1:1; NULL if it is not, or if the run leaves the image.
INLINE const uint32_t *image_row(const llua_source *s, int32_t x, int32_t y, int32_t n) {
  int64_t i, j;
  if (!pixel_for_pixel(s, y, &i, &j)) return NULL;
  const llua_level *l = &s->levels[0];
  i += x;
  if (i < l->x0 || i + n > l->x1 || j < l->y0 || j >= l->y1) return NULL;
  return l->pixels + j * l->width + i;
}

// Bilinear sample of one place of an alpha image, transparent outside.
INLINE uint32_t alpha_sample_1(const llua_alpha_image *a, int32_t c, int32_t r, uint32_t x1, uint32_t y1) {
  uint32_t t0 = 0, t1 = 0, b0 = 0, b1 = 0;
  const int left = c >= 0 && c < a->width, right = c >= -1 && c < a->width - 1;
  if (r >= 0 && r < a->height) {
    const uint8_t *p = a->pixels + r * a->stride + c;
    if (left) t0 = p[0];
    if (right) t1 = p[1];
  }
  if (r >= -1 && r < a->height - 1) {
    const uint8_t *p = a->pixels + (r + 1) * a->stride + c;
    if (left) b0 = p[0];
    if (right) b1 = p[1];
  }
  const uint32_t x0 = 256 - x1, y0 = 256 - y1;
  return ((t0 * x0 + t1 * x1) * y0 + (b0 * x0 + b1 * x1) * y1 + 32768) >> 16;
}

// Bilinear sample of an alpha image at (u, v) in 1/256 pixel, transparent outside.
INLINE VU alpha_sample(const llua_alpha_image *a, VI u, VI v) {
  const VI fx = u & 255, fy = v & 255;
  u >>= 8;
  v >>= 8;
#if LANES == 8
  // Gathers read four bytes, of which two are used, and none may lie after the image's last pixel.
  const int64_t bytes = (int64_t)(a->height - 1) * a->stride + a->width;
  if (bytes < INT32_MAX) {
    const VI at = v * (int32_t)a->stride + u, below = at + (int32_t)a->stride;
    if (all((u >= 0) & (u < a->width - 1) & (v >= 0) & (v < a->height - 1) & (below <= (int32_t)bytes - 4))) {
      const VU top = (VU)_mm256_i32gather_epi32((const int *)(const void *)a->pixels, (__m256i)at, 1);
      const VU bottom = (VU)_mm256_i32gather_epi32((const int *)(const void *)a->pixels, (__m256i)below, 1);
      const __m256i x = (__m256i)((256 - fx) | (fx << 16));
      const VI t = (VI)_mm256_madd_epi16((__m256i)((top & 255) | ((top & 0xFF00) << 8)), x);
      const VI b = (VI)_mm256_madd_epi16((__m256i)((bottom & 255) | ((bottom & 0xFF00) << 8)), x);
      return (VU)((t << 8) + (b - t) * fy + 32768) >> 16;
    }
  }
#endif
  // Written through arrays: a vector element at a variable index costs a store and a reload of the vector.
  int32_t c[LANES], r[LANES];
  uint32_t x1[LANES], y1[LANES], sums[LANES];
  __builtin_memcpy(c, &u, sizeof u);
  __builtin_memcpy(r, &v, sizeof v);
  __builtin_memcpy(x1, &fx, sizeof fx);
  __builtin_memcpy(y1, &fy, sizeof fy);
  for (int k = 0; k < LANES; k++) sums[k] = alpha_sample_1(a, c[k], r[k], x1[k], y1[k]);
  return load(sums);
}

// Fetches a colour multiplied by the alpha of an image that is transparent outside.
static void fetch_alpha_image(const llua_source *s, int32_t x, int32_t y, int32_t n, uint32_t *out) {
  const llua_alpha_image *a = &s->alpha_image;
  const float limit = 4194304.0f;
  const VU color = splat(s->color);
  while (n > 0) {
    int32_t block = x & ~(BLOCK - 1), count = block + BLOCK - x;
    if (count > n) count = n;
    block_map b = block_at(s, block, y);
    for (int32_t i = 0; i < count; i += LANES) {
      VF f = lane_offsets(x - block + i);
      VF u = b.u + f * b.du, v = b.v + f * b.dv;
      if (!s->is_affine) {
        VF w = b.w + f * b.dw;
        u = u / w;
        v = v / w;
      }
      VI iu = floor_lanes(clampf((u - 0.5f) * 256.0f + 0.5f, -limit, limit));
      VI iv = floor_lanes(clampf((v - 0.5f) * 256.0f + 0.5f, -limit, limit));
      store(out + i, scale_pixels(color, alpha_sample(a, iu, iv)));
    }
    x += count;
    out += count;
    n -= count;
  }
}
