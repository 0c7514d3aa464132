// SPDX-License-Identifier: MIT
// Images sampled at fractional positions in floating point: premultiplied, four floats per pixel. Included once per
// instruction set; all give the same bits.
#pragma once
#include "colors.h"
#include "vector.h"

typedef float F4 __attribute__((vector_size(16)));
typedef int32_t I4 __attribute__((vector_size(16)));
typedef uint8_t B4 __attribute__((vector_size(4)));

enum { PLACES = 128 };

INLINE F4 splat4(float v) { return (F4){v, v, v, v}; }

typedef float F8 __attribute__((vector_size(32)));
typedef uint8_t B8 __attribute__((vector_size(8)));

// Loads two adjacent pixels; bytes keep their range of 0 to 255.
INLINE void load_two(const llua_grid_level *l, ptrdiff_t i, int32_t is_bytes, F8 *out) {
  if (!is_bytes) {
    __builtin_memcpy(out, (const uint8_t *)l->pixels + i * 16, 32);
    return;
  }
  const uint8_t *p = (const uint8_t *)l->pixels + i * 4;
#if LANES == 8
  *out = (F8)_mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)p)));
#elif LANES == 4 && defined(__SSE2__)
  __m128i zero = _mm_setzero_si128(),
          words = _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)(const void *)p), zero);
  __m128 first = _mm_cvtepi32_ps(_mm_unpacklo_epi16(words, zero));
  __m128 second = _mm_cvtepi32_ps(_mm_unpackhi_epi16(words, zero));
  *out = __builtin_shufflevector((F4)first, (F4)second, 0, 1, 2, 3, 4, 5, 6, 7);
#else
  B8 b;
  __builtin_memcpy(&b, p, 8);
  *out = __builtin_convertvector(b, F8);
#endif
}

INLINE F4 load_one(const llua_grid_level *l, ptrdiff_t i, int32_t is_bytes) {
  F4 v;
  if (is_bytes) {
    B4 b;
    __builtin_memcpy(&b, (const uint8_t *)l->pixels + i * 4, 4);
    return __builtin_convertvector(b, F4);
  }
  __builtin_memcpy(&v, (const uint8_t *)l->pixels + i * 16, 16);
  return v;
}

// Returns the index of a column or row by the edge mode, relative to the first; -1 if it is outside.
static int32_t edge_place(int32_t i, int32_t first, int32_t count, int32_t edge, int32_t from, int32_t to) {
  if (edge == LLUA_EDGE_CLAMPED) return i < 0 ? (count > 0 ? 0 : -1) : i < count ? i : count - 1;
  if (edge == LLUA_EDGE_REPEATED && to > from) {
    int64_t at = ((int64_t)i + first - from) % (to - from);
    if (at < 0) at += to - from;
    i = (int32_t)(at + from - first);
  }
  return i >= 0 && i < count ? i : -1;
}

static F4 level_pixel(const llua_grid_level *l, int32_t x, int32_t y) {
  int32_t i = edge_place(x, l->x0, l->width, l->edge_x, l->from_x, l->to_x);
  int32_t j = edge_place(y, l->y0, l->height, l->edge_y, l->from_y, l->to_y);
  if (i < 0 || j < 0) return splat4(0);
  return load_one(l, (ptrdiff_t)j * l->width + i, l->is_bytes);
}

// Bilinear interpolation between the pixels (i, j) and (i + 1, j + 1), relative to the first. The arithmetic does not
// depend on where the pixels come from.
INLINE F4 level_mix(const llua_grid_level *l, int32_t i, int32_t j, float u, float v, int32_t is_bytes) {
  F8 above, below;
  if (__builtin_expect(i >= 0 && j >= 0 && i + 1 < l->width && j + 1 < l->height, 1)) {
    ptrdiff_t at = (ptrdiff_t)j * l->width + i;
    load_two(l, at, is_bytes, &above);
    load_two(l, at + l->width, is_bytes, &below);
  } else {
    F4 a = level_pixel(l, i, j), b = level_pixel(l, i + 1, j);
    above = __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
    a = level_pixel(l, i, j + 1), b = level_pixel(l, i + 1, j + 1);
    below = __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
  }
  above += (below - above) * v;
  F4 left = __builtin_shufflevector(above, above, 0, 1, 2, 3),
     right = __builtin_shufflevector(above, above, 4, 5, 6, 7);
  left += (right - left) * splat4(u);
  return is_bytes ? left * splat4(1.0f / 255) : left;
}

// Clamps to low…high; NaN becomes `low`.
INLINE float limited(float v, float low, float high) {
  float a = v > low ? v : low;
  return a < high ? a : high;
}

// Floor. Taken of absolute coordinates, so that rounding does not depend on which part of the image exists.
INLINE int32_t whole(float v) {
  int32_t i = (int32_t)v;
  return i - (v < (float)i);
}

// Wraps a coordinate into the period from ..< to if the edge mode repeats.
INLINE float around(float v, int32_t edge, int32_t from, int32_t to) {
  if (edge != LLUA_EDGE_REPEATED || to <= from || !(v > -1e9f && v < 1e9f)) return v;
  float period = (float)(to - from);
  float turns = (v - (float)from) / period;
  return v - (float)whole(limited(turns, -1e9f, 1e9f)) * period;
}

// A mip level with the bounds that sample coordinates are clamped to: two pixels beyond the image.
typedef struct {
  const llua_grid_level *level;
  float x0, y0, x1, y1, scale;
} level_places;

INLINE level_places places_of(const llua_grid_level *l) {
  return (level_places){
      l, (float)l->x0 - 2, (float)l->y0 - 2, (float)(l->x0 + l->width) + 2, (float)(l->y0 + l->height) + 2, l->scale};
}

INLINE F4 level_sample(const level_places *p, float x, float y, int32_t is_bytes, int32_t repeats) {
  const llua_grid_level *l = p->level;
  float u = x * p->scale, v = y * p->scale;
  if (repeats) {
    u = around(u, l->edge_x, l->from_x, l->to_x);
    v = around(v, l->edge_y, l->from_y, l->to_y);
  }
  u = limited(u - 0.5f, p->x0, p->x1);
  v = limited(v - 0.5f, p->y0, p->y1);
  int32_t i = whole(u), j = whole(v);
  return level_mix(l, i - l->x0, j - l->y0, u - (float)i, v - (float)j, is_bytes);
}

// Returns the mip level below `side`; `part` is the fraction of the way to the next.
INLINE int32_t level_of(float side, int32_t count, float *part) {
  *part = 0;
  int32_t k = 0;
  float size = 1;
  while (k + 1 < count && side >= 2 * size) {
    k++;
    size *= 2;
  }
  if (k + 1 < count && side > size) *part = side / size - 1;
  return k;
}

INLINE int32_t level_repeats(const llua_grid_level *l) {
  return l->edge_x == LLUA_EDGE_REPEATED || l->edge_y == LLUA_EDGE_REPEATED;
}

INLINE F4 level_mean(const level_places *p, float part, float x, float y, int32_t is_bytes, int32_t repeats) {
  F4 a = level_sample(p, x, y, is_bytes, repeats);
  return part > 0 ? a + (level_sample(p + 1, x, y, 0, repeats) - a) * splat4(part) : a;
}

static void sample_mean(const llua_grid_level *levels, int32_t count, float x, float y, float side, float *pixel) {
  float part;
  const llua_grid_level *l = levels + level_of(side, count, &part);
  level_places p[2] = {places_of(l), places_of(part > 0 ? l + 1 : l)};
  F4 v = level_mean(p, part, x, y, l->is_bytes, level_repeats(l));
  __builtin_memcpy(pixel, &v, 16);
}

// Mean of samples along the major axis, at one level.
INLINE F4 mean_along(const level_places *p, float part, float x, float y, float ax, float ay, float major, float step,
    int32_t is_bytes, int32_t repeats) {
  F4 sum = level_mean(p, part, x, y, is_bytes, repeats);
  // Tolerates rounding: the contribution of a slightly longer axis is less than one 8-bit level.
  if (major <= step * 1.0005f) return sum;
  float k = step / major, half = 0.5f / k, dx = ax * k, dy = ay * k, weights = 1;
  if (half > 8.5f) half = 8.5f;
  for (float n = 1; n - 0.5f < half; n += 1) {
    float weight = half - (n - 0.5f);
    if (weight > 1) weight = 1;
    F4 a = level_mean(p, part, x + dx * n, y + dy * n, is_bytes, repeats);
    F4 b = level_mean(p, part, x - dx * n, y - dy * n, is_bytes, repeats);
    sum += (a + b) * splat4(weight);
    weights += 2 * weight;
  }
  return sum * splat4(1 / weights);
}

INLINE F4 sample_wide(const level_places *levels, int32_t count, float x, float y, float ax, float ay, float minor,
    int32_t is_bytes, int32_t repeats) {
  float square = ax * ax + ay * ay;
  float largest = 1 / levels[count - 1].scale;
  if (!(square < __builtin_inff() && minor < __builtin_inff())) square = 0, minor = largest;
  float major = __builtin_sqrtf(square), part;
  float step = minor > 1 ? minor : 1;
  if (major * (1.0f / 16) > step) step = major * (1.0f / 16);
  if (step > largest) step = largest;
  if (step <= 1) return mean_along(levels, 0, x, y, ax, ay, major, 1, is_bytes, repeats);
  int32_t k = level_of(step, count, &part);
  if (k == 0) return mean_along(levels, part, x, y, ax, ay, major, step, is_bytes, repeats);
  return mean_along(levels + k, part, x, y, ax, ay, major, step, 0, repeats);
}

INLINE void sample_places_of(const llua_grid_level *levels, int32_t level_count, const llua_places *p, int32_t count,
    float *restrict pixels, int32_t is_bytes, int32_t repeats) {
  const llua_grid_level *l = levels;
  level_places wide[LLUA_LEVELS];
  if (level_count > LLUA_LEVELS) level_count = LLUA_LEVELS;
  for (int32_t k = 0; k < level_count; k++) wide[k] = places_of(levels + k);
  int32_t i[PLACES], j[PLACES];
  float u[PLACES], v[PLACES], weights[PLACES], beside_x[PLACES], beside_y[PLACES];
  int32_t is_short[PLACES];
  level_places ends = places_of(l);
  for (int32_t first = 0; first < count; first += PLACES) {
    int32_t n = count - first < PLACES ? count - first : PLACES;
    const float *restrict x = p->x + first, *restrict y = p->y + first;
    for (int32_t k = 0; k < n; k++) {
      float a = x[k], b = y[k];
      if (repeats) a = around(a, l->edge_x, l->from_x, l->to_x), b = around(b, l->edge_y, l->from_y, l->to_y);
      a = limited(a - 0.5f, ends.x0, ends.x1), b = limited(b - 0.5f, ends.y0, ends.y1);
      int32_t c = whole(a), d = whole(b);
      u[k] = a - (float)c;
      v[k] = b - (float)d;
      i[k] = c - l->x0;
      j[k] = d - l->y0;
    }
    if (p->axis_x) {
      // Fast path for the common case, a major axis of at most three pixels and a minor axis of at most one: three
      // samples, without a division per pixel.
      for (int32_t k = 0; k < n; k++) {
        float ax = p->axis_x[first + k], ay = p->axis_y[first + k], square = ax * ax + ay * ay;
        float major = __builtin_elementwise_sqrt(square), inverse = 1 / (square > 1 ? major : 1);
        is_short[k] = (square > 1) & (square <= 9) & (p->minor[first + k] <= 1);
        weights[k] = major * 0.5f - 0.5f;
        beside_x[k] = ax * inverse;
        beside_y[k] = ay * inverse;
      }
    }
    for (int32_t k = 0; k < n; k++) {
      F4 pixel;
      if (p->axis_x) {
        float ax = p->axis_x[first + k], ay = p->axis_y[first + k], minor = p->minor[first + k];
        if (!(ax * ax + ay * ay <= 1.002f && minor <= 1.001f)) {
          if (is_short[k]) {
            float dx = beside_x[k], dy = beside_y[k], weight = weights[k];
            pixel = level_sample(wide, x[k] + dx, y[k] + dy, is_bytes, repeats);
            pixel += level_sample(wide, x[k] - dx, y[k] - dy, is_bytes, repeats);
            pixel = level_mix(l, i[k], j[k], u[k], v[k], is_bytes) + pixel * splat4(weight);
            pixel *= splat4(1 / (1 + 2 * weight));
            __builtin_memcpy(pixels + 4 * (first + k), &pixel, 16);
            continue;
          }
          pixel = sample_wide(wide, level_count, x[k], y[k], ax, ay, minor, is_bytes, repeats);
          __builtin_memcpy(pixels + 4 * (first + k), &pixel, 16);
          continue;
        }
      }
      pixel = level_mix(l, i[k], j[k], u[k], v[k], is_bytes);
      __builtin_memcpy(pixels + 4 * (first + k), &pixel, 16);
    }
  }
}

static void sample_places(
    const llua_grid_level *levels, int32_t level_count, const llua_places *p, int32_t count, float *pixels) {
  int32_t repeats = level_repeats(levels);
  if (levels->is_bytes && repeats) sample_places_of(levels, level_count, p, count, pixels, 1, 1);
  else if (levels->is_bytes) sample_places_of(levels, level_count, p, count, pixels, 1, 0);
  else if (repeats) sample_places_of(levels, level_count, p, count, pixels, 0, 1);
  else sample_places_of(levels, level_count, p, count, pixels, 0, 0);
}

INLINE F4 byte_numbers(F4 v) {
  v = v * splat4(255) + splat4(0.5f);
  // NaN becomes 0, since the comparison is false.
  v = (F4)((I4)v & (v > splat4(0)));
  F4 alpha = __builtin_shufflevector(v, v, 3, 3, 3, 3);
  I4 over = alpha > splat4(255);
  alpha = (F4)(((I4)splat4(255) & over) | ((I4)alpha & ~over));
  over = v > alpha;
  return (F4)(((I4)alpha & over) | ((I4)v & ~over));
}

static void bytes_of_floats(const float *pixels, uint32_t *to, size_t count) {
  size_t i = 0;
#if LANES > 1 && defined(__SSE2__)
  for (; i + 4 <= count; i += 4) {
    __m128i v[4];
    for (int k = 0; k < 4; k++) {
      F4 p;
      __builtin_memcpy(&p, pixels + 4 * (i + (size_t)k), 16);
      v[k] = _mm_cvttps_epi32((__m128)byte_numbers(p));
    }
    __m128i bytes = _mm_packus_epi16(_mm_packs_epi32(v[0], v[1]), _mm_packs_epi32(v[2], v[3]));
    __builtin_memcpy(to + i, &bytes, 16);
  }
#endif
  for (; i < count; i++) {
    F4 p;
    __builtin_memcpy(&p, pixels + 4 * i, 16);
    B4 b = __builtin_convertvector(__builtin_convertvector(byte_numbers(p), I4), B4);
    __builtin_memcpy(to + i, &b, 4);
  }
}

static void floats_of_bytes(const uint32_t *pixels, float *to, size_t count) {
  size_t i = 0;
#if LANES > 1
  for (; i + 4 <= count; i += 4) {
    uint8_t b[16];
    __builtin_memcpy(b, pixels + i, 16);
    typedef uint8_t B16 __attribute__((vector_size(16)));
    typedef float F16 __attribute__((vector_size(64)));
    B16 v;
    __builtin_memcpy(&v, b, 16);
    F16 f = __builtin_convertvector(v, F16) * (1.0f / 255);
    __builtin_memcpy(to + 4 * i, &f, 64);
  }
#endif
  for (; i < count; i++) {
    B4 b;
    __builtin_memcpy(&b, pixels + i, 4);
    F4 v = __builtin_convertvector(b, F4) * (1.0f / 255);
    __builtin_memcpy(to + 4 * i, &v, 16);
  }
}

// MARK: Points

// Rounds to nearest; valid below 2^51.
INLINE void nearest_whole(const VD *v, VD *out) { *out = (*v + 6755399441055744.0) - 6755399441055744.0; }

static void nearest_points(const llua_points *p, int32_t x, int32_t y, int32_t count, uint32_t *index, float *square) {
  const double at_y = (double)y + 0.5;
  const VI last = splati(p->columns * p->rows - 1), first = splati(0);
  for (int32_t i = 0; i < count; i += LANES) {
    VD at_x = __builtin_convertvector(iota() + (x + i), VD) + 0.5, column, row;
    VD px = (p->m[0] * at_x + p->m[2] * at_y) + p->m[4], py = (p->m[1] * at_x + p->m[3] * at_y) + p->m[5];
    // The first row and column that may hold the nearest point.
    if (p->is_hexagonal) {
      VD v = py * (1 / p->row_height), w = px - 0.25;
      nearest_whole(&v, &row);
      row += __builtin_convertvector(row > v, VD);
      nearest_whole(&w, &column);
    } else {
      nearest_whole(&py, &row);
      row -= 1;
      nearest_whole(&px, &column);
    }
    column -= 1;
    VF dx = __builtin_convertvector(px - column, VF), dy = __builtin_convertvector(py - row * p->row_height, VF);
    VI base = __builtin_convertvector((row - p->first_row) * p->columns + (column - p->first_column), VI);
    VI best = first;
    VF least = splatf(__builtin_inff());
    for (int32_t j = 0; j < (p->is_hexagonal ? 2 : 3); j++) {
      VF down = dy - (float)(j * p->row_height);
      for (int32_t k = 0; k < 3; k++) {
        // Clamped, since there may be no points beyond the last pixel.
        VI at = maxi(mini(base + (j * p->columns + k), last), first);
        VF u = dx - (float)k - gatherf(p->points, at * 4), v = down - gatherf(p->points + 1, at * 4);
        VF s = u * u + v * v;
        VI is_nearer = s < least;
        best = (VI)pick(is_nearer, (VU)at, (VU)best);
        least = pickf(is_nearer, s, least);
      }
    }
    store_tail(index + i, (VU)best, min_i(LANES, count - i));
    if (square) store_tail((uint32_t *)(void *)(square + i), (VU)least, min_i(LANES, count - i));
  }
}
