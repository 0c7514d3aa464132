// SPDX-License-Identifier: MIT
// Colour filters on blocks of pixels, as planar floats: straight red, green and blue, and alpha. A block stays in the
// L1 cache through a whole chain of filters. All instruction sets give the same bits: no FMA contraction, no estimate
// instructions. NaN ends as 0.
#pragma once
#include "blend.h"
#include "vector.h"

enum { COLORS = LLUA_COLORS };

INLINE VF loadf(const float *p) {
  VF v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}
INLINE void storef(float *p, VF v) { __builtin_memcpy(p, &v, sizeof v); }
INLINE VF numbers(VI v) { return __builtin_convertvector(v, VF); }
INLINE VF unit(VF v) { return clampf(v, 0, 1); }
INLINE VF luma(channels c) { return c.r * 0.2126f + c.g * 0.7152f + c.b * 0.0722f; }

// Rounds a number in 0…2^22 down to an integer. An integer may yield itself or the one below, which gives the same
// interpolated table value.
INLINE VF below(VF v) { return (v - 0.5f + 12582912.0f) - 12582912.0f; }

INLINE VF gatherf(const float *table, VI at) {
#if LANES == 8
  return (VF)_mm256_i32gather_ps(table, (__m256i)at, 4);
#else
  VF v;
  for (int i = 0; i < LANES; i++) v[i] = table[at[i]];
  return v;
#endif
}

// Transposes a 4 × 4 matrix.
INLINE void transpose_4(const float *a, ptrdiff_t a_stride, float *b, ptrdiff_t b_stride) {
#if LANES > 1
  typedef float Q __attribute__((vector_size(16)));
  Q r[4];
  for (int i = 0; i < 4; i++) __builtin_memcpy(&r[i], a + i * a_stride, 16);
  Q x = __builtin_shufflevector(r[0], r[1], 0, 4, 1, 5), y = __builtin_shufflevector(r[2], r[3], 0, 4, 1, 5);
  Q z = __builtin_shufflevector(r[0], r[1], 2, 6, 3, 7), w = __builtin_shufflevector(r[2], r[3], 2, 6, 3, 7);
  r[0] = __builtin_shufflevector(x, y, 0, 1, 4, 5), r[1] = __builtin_shufflevector(x, y, 2, 3, 6, 7);
  r[2] = __builtin_shufflevector(z, w, 0, 1, 4, 5), r[3] = __builtin_shufflevector(z, w, 2, 3, 6, 7);
  for (int i = 0; i < 4; i++) __builtin_memcpy(b + i * b_stride, &r[i], 16);
#else
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) b[j * b_stride + i] = a[i * a_stride + j];
#endif
}

INLINE channels load_colors(const float *p) {
  return (channels){loadf(p), loadf(p + COLORS), loadf(p + 2 * COLORS), loadf(p + 3 * COLORS)};
}
// Leaves alpha unchanged.
INLINE void store_colors(float *p, channels c) {
  storef(p, c.r);
  storef(p + COLORS, c.g);
  storef(p + 2 * COLORS, c.b);
}
INLINE void store_all(float *p, channels c) {
  store_colors(p, c);
  storef(p + 3 * COLORS, c.a);
}
// Unpremultiplies; the colour is 0 where alpha is 0.
INLINE channels straight(channels c) {
  VI seen = c.a > 0;
  if (any((VU)(c.a != 1))) c.r /= c.a, c.g /= c.a, c.b /= c.a;
  c.r = (VF)((VI)c.r & seen), c.g = (VF)((VI)c.g & seen), c.b = (VF)((VI)c.b & seen), c.a = (VF)((VI)c.a & seen);
  return c;
}

// MARK: Rows

static void colors_of_bytes(float *planes, const uint32_t *from, int32_t count) {
  for (int32_t i = 0; i < count; i += LANES)
    store_all(
        planes + i, straight(split_channels(i + LANES <= count ? load(from + i) : load_tail(from + i, count - i))));
}

static void colors_of_floats(float *planes, const float *from, int32_t count) {
  int32_t i = 0;
  for (; i + 4 <= count; i += 4) transpose_4(from + 4 * i, 4, planes + i, COLORS);
  for (; i % 8 || i < count; i++)
    for (int k = 0; k < 4; k++) planes[k * COLORS + i] = i < count ? from[4 * i + k] : 0;
  for (i = 0; i < count; i += LANES) store_all(planes + i, straight(load_colors(planes + i)));
}

INLINE VU level_of_color(VF v, VF most) {
  v = v * 255.0f + 0.5f;
  // NaN becomes 0, since the comparison is false.
  v = (VF)((VI)v & (v > 0));
  return (VU) __builtin_convertvector(pickf(v > most, most, v), VI);
}

static void bytes_of_colors(const float *planes, uint32_t *to, int32_t count) {
  for (int32_t i = 0; i < count; i += LANES) {
    channels c = load_colors(planes + i);
    VF most = c.a * 255.0f + 0.5f;
    most = (VF)((VI)most & (most > 0));
    most = pickf(most > 255.0f, splatf(255), most);
    VU v = level_of_color(c.r * c.a, most) | level_of_color(c.g * c.a, most) << 8 |
        level_of_color(c.b * c.a, most) << 16 | (VU) __builtin_convertvector(most, VI) << 24;
    if (i + LANES <= count) store(to + i, v);
    else store_tail(to + i, v, count - i);
  }
}

static void floats_of_colors(float *planes, float *to, int32_t count) {
  int32_t i = 0;
  for (; i < count; i += LANES) {
    channels c = load_colors(planes + i);
    store_colors(planes + i, (channels){c.r * c.a, c.g * c.a, c.b * c.a, c.a});
  }
  for (i = 0; i + 4 <= count; i += 4) transpose_4(planes + i, COLORS, to + 4 * i, 4);
  for (; i < count; i++)
    for (int k = 0; k < 4; k++) to[4 * i + k] = planes[k * COLORS + i];
}

// MARK: Each colour from itself

static void color_matrix(float *planes, int32_t count, const float *m, int32_t keeps_alpha) {
  for (int32_t i = 0; i < count; i += LANES) {
    channels c = load_colors(planes + i);
    VF v[4];
    for (int k = 0; k < 4; k++) v[k] = m[k] * c.r + m[4 + k] * c.g + m[8 + k] * c.b + (m[12 + k] * c.a + m[16 + k]);
    store_all(planes + i, (channels){v[0], v[1], v[2], keeps_alpha ? c.a : unit(v[3])});
  }
}

// Cubic polynomial of one channel, coefficients by ascending power.
INLINE VF cubic(VF x, const float *k) { return k[0] + x * (k[1] + x * (k[2] + x * k[3])); }

static void color_polynomial(float *planes, int32_t count, const float *k) {
  for (int32_t i = 0; i < count; i += LANES) {
    channels c = load_colors(planes + i);
    store_all(planes + i, (channels){cubic(c.r, k), cubic(c.g, k + 4), cubic(c.b, k + 8), unit(cubic(c.a, k + 12))});
  }
}

static void color_limits(float *planes, int32_t count, const float *low, const float *high) {
  for (int k = 0; k < 4; k++) {
    float *p = planes + k * COLORS;
    VF least = splatf(low[k]), most = splatf(high[k]);
    for (int32_t i = 0; i < count; i += LANES) {
      VF v = at_least(loadf(p + i), least);
      v = pickf(v > most, most, v);
      // The lower bound wins if it is above the upper one.
      v = pickf(v < least, least, v);
      storef(p + i, k == 3 ? unit(v) : v);
    }
  }
}

// Clamps all four channels to 0…1.
static void color_units(float *planes, int32_t count) {
  for (int32_t i = 0; i < count; i += LANES) {
    channels c = load_colors(planes + i);
    store_all(planes + i, (channels){unit(c.r), unit(c.g), unit(c.b), unit(c.a)});
  }
}

static void color_threshold(float *planes, int32_t count, float least) {
  const VI one = (VI)splatf(1);
  for (int32_t i = 0; i < count; i += LANES) {
    channels c = load_colors(planes + i);
    c.r = (VF)(one & (c.r >= least)), c.g = (VF)(one & (c.g >= least)), c.b = (VF)(one & (c.b >= least));
    store_colors(planes + i, c);
  }
}

INLINE VF on_curve(VF v, const float *table, float last) {
  VF at = unit(v) * last, whole = below(at);
  VI i = __builtin_convertvector(whole, VI);
  VF x = gatherf(table, i), y = gatherf(table + 1, i);
  return x + (y - x) * (at - whole);
}

static void curve(float *values, int32_t count, const float *table, float last) {
  for (int32_t i = 0; i < count; i += LANES) storef(values + i, on_curve(loadf(values + i), table, last));
}

static void color_curve(float *planes, int32_t count, const float *table, float last) {
  for (int k = 0; k < 3; k++) curve(planes + k * COLORS, count, table, last);
}

static void color_power(float *planes, int32_t count, const llua_power *power) {
  for (int k = 0; k < 3; k++) {
    float *p = planes + k * COLORS;
    for (int32_t i = 0; i < count; i += LANES) {
      VF v = loadf(p + i), first = splatf(power->first);
      VU bits = (VU)clampf(v, power->first, power->last) - (VU)first;
      VI at = (VI)(bits >> 16);
      VF x = gatherf(power->table, at), y = gatherf(power->table + 1, at);
      VF result = x + (y - x) * (numbers((VI)(bits & 0xFFFF)) * (1.0f / 65536));
      storef(p + i, pickf(v > 0, result, splatf(power->at_zero)));
    }
  }
}

static void color_vibrance(float *planes, int32_t count, float amount) {
  for (int32_t i = 0; i < count; i += LANES) {
    channels c = load_colors(planes + i);
    VF y = luma(c), k = 1 + amount * (1 - (highest(c) - lowest(c)));
    store_colors(planes + i, (channels){y + (c.r - y) * k, y + (c.g - y) * k, y + (c.b - y) * k, c.a});
  }
}

static void color_tones(float *planes, int32_t count, float high, float shadow) {
  for (int32_t i = 0; i < count; i += LANES) {
    channels c = load_colors(planes + i);
    VF y = luma(c), dark = shadow * (1 - y) * (1 - y), k = 1 - high * y * y;
    c.r = c.r * k + c.r * (1 - c.r) * dark;
    c.g = c.g * k + c.g * (1 - c.g) * dark;
    c.b = c.b * k + c.b * (1 - c.b) * dark;
    store_colors(planes + i, c);
  }
}

static void color_posterize(float *planes, int32_t count, float steps) {
  for (int k = 0; k < 3; k++) {
    float *p = planes + k * COLORS;
    for (int32_t i = 0; i < count; i += LANES) {
      // Rounds halves up despite rounding errors.
      VF level = clampf(loadf(p + i) * steps + 0.00001f, -1e6f, 1e6f) + 12582912.0f - 12582912.0f;
      storef(p + i, level / steps);
    }
  }
}

static void color_extreme(float *planes, int32_t count, int32_t is_maximum) {
  for (int32_t i = 0; i < count; i += LANES) {
    channels c = load_colors(planes + i);
    VF v = is_maximum ? highest(c) : lowest(c);
    store_colors(planes + i, (channels){v, v, v, c.a});
  }
}

static void color_mask(float *planes, int32_t count) {
  for (int32_t i = 0; i < count; i += LANES) {
    channels c = load_colors(planes + i);
    store_all(planes + i, (channels){splatf(1), splatf(1), splatf(1), unit(luma(c)) * c.a});
  }
}

// MARK: Tables of colours

typedef float QF __attribute__((vector_size(16)));
typedef float OF __attribute__((vector_size(32)));

static void color_ramp(float *planes, int32_t count, const llua_ramp *ramp) {
  int32_t index[COLORS];
  float part[COLORS], out[4 * COLORS];
  const int32_t last = ramp->count - 1;
  for (int32_t i = 0; i < count; i += LANES) {
    VF at = clampf(unit(luma(load_colors(planes + i))) * ramp->scale + ramp->offset, 0, (float)last);
    VF whole = below(at);
    VI k = __builtin_convertvector(whole, VI);
    __builtin_memcpy(index + i, &k, sizeof k);
    storef(part + i, at - whole);
  }
  const QF *colors = (const QF *)(const void *)ramp->colors;
  for (int32_t i = 0; i < count; i++) {
    QF x = colors[index[i]], y = colors[index[i] < last ? index[i] + 1 : last];
    x += (y - x) * part[i];
    __builtin_memcpy(out + 4 * i, &x, sizeof x);
  }
  for (int32_t i = 0; i < count; i++)
    for (int k = 0; k < 3; k++) planes[k * COLORS + i] = out[4 * i + k];
}

static void color_cube(float *planes, int32_t count, const llua_cube *cube) {
  int32_t index[COLORS];
  float part[3 * COLORS], out[4 * COLORS], alpha[COLORS];
  const int32_t side = cube->side;
  const ptrdiff_t up = (ptrdiff_t)4 * side, deep = up * side;
  for (int32_t i = 0; i < count; i += LANES) {
    VI at = {0};
    for (int k = 2; k >= 0; k--) {
      VF place = unit(loadf(planes + k * COLORS + i)) * (float)(side - 1);
      // The last entry of a side is reached by interpolating from the one before it.
      VF whole = clampf(below(place), 0, (float)(side - 2));
      storef(part + k * COLORS + i, place - whole);
      at = at * side + __builtin_convertvector(whole, VI);
    }
    __builtin_memcpy(index + i, &at, sizeof at);
  }
  for (int32_t i = 0; i < count; i++) {
    const float *p = cube->colors + 4 * (ptrdiff_t)index[i];
    const float red = part[i], green = part[COLORS + i], blue = part[2 * COLORS + i];
    // Each holds two colours that are adjacent along red.
    OF low, high, next;
    __builtin_memcpy(&low, p, sizeof low);
    __builtin_memcpy(&next, p + up, sizeof next);
    low += (next - low) * green;
    __builtin_memcpy(&high, p + deep, sizeof high);
    __builtin_memcpy(&next, p + deep + up, sizeof next);
    high += (next - high) * green;
    low += (high - low) * blue;
    QF x = __builtin_shufflevector(low, low, 0, 1, 2, 3), y = __builtin_shufflevector(low, low, 4, 5, 6, 7);
    x += (y - x) * red;
    __builtin_memcpy(out + 4 * i, &x, sizeof x);
  }
  __builtin_memcpy(alpha, planes + 3 * COLORS, sizeof alpha);
  for (int32_t i = 0; i < count; i += 4) transpose_4(out + 4 * i, 4, planes + i, COLORS);
  for (int32_t i = 0; i < count; i += LANES) {
    VF a = loadf(alpha + i);
    if (!cube->is_opaque) {
      // Translucent table entries make pixels translucent, e.g. keyed-out colours.
      channels c = straight(load_colors(planes + i));
      store_colors(planes + i, c);
      a *= unit(c.a);
    }
    storef(planes + 3 * COLORS + i, a);
  }
}

// MARK: Colours by their place

static void spot_distances(float *out, int32_t count, const llua_spot *s, int32_t x, int32_t y) {
  const double dy = (double)y + 0.5 - s->y;
  for (int32_t i = 0; i < count; i += LANES) {
    VD dx = __builtin_convertvector(iota() + (x + i), VD) + 0.5 - s->x;
    VF v = __builtin_convertvector((dx * dx + dy * dy) * s->factor, VF);
    storef(out + i, s->is_root ? __builtin_elementwise_sqrt(v) : v);
  }
}

static void color_shade(
    float *planes, int32_t count, const llua_spot *s, const llua_shade *shade, int32_t x, int32_t y) {
  float places[COLORS];
  spot_distances(places, count, s, x, y);
  for (int32_t i = 0; i < count; i += LANES) {
    channels c = load_colors(planes + i);
    VF t = unit((loadf(places + i) - shade->start) / shade->width);
    VF k = 1 - shade->amount * (t * t * (3 - 2 * t));
    store_colors(planes + i, (channels){c.r * k, c.g * k, c.b * k, c.a});
  }
}

// The hash of FilterMath.hash.
INLINE VU hash_of(int32_t x, int32_t y, uint32_t seed) {
  VU h = (VU)(iota() + x) * 0x85EBCA6Bu;
  h ^= (uint32_t)y * 0xC2B2AE35u + (h << 15 | h >> 17);
  h = (h ^ seed) * 0x27D4EB2Fu;
  h ^= h >> 15;
  h *= 0x2C1B3C6Du;
  h ^= h >> 12;
  h *= 0x297A2D39u;
  return h ^ h >> 15;
}

static void color_dither(float *planes, int32_t count, float intensity, int32_t x, int32_t y) {
  for (int32_t i = 0; i < count; i += LANES) {
    channels c = load_colors(planes + i);
    VF noise = intensity * (numbers((VI)(hash_of(x + i, y, 0) >> 8)) * 0x1p-24f - 0.5f);
    store_colors(planes + i, (channels){c.r + noise, c.g + noise, c.b + noise, c.a});
  }
}

static void color_random(float *planes, int32_t count, uint32_t seed, int32_t x, int32_t y) {
  for (int32_t i = 0; i < count; i += LANES) store_all(planes + i, split_channels(hash_of(x + i, y, seed)));
}

static void color_between(float *planes, int32_t count, const float *parts, const float *first, const float *second) {
  for (int32_t i = 0; i < count; i += LANES) {
    VF t = loadf(parts + i), v[4];
    for (int k = 0; k < 4; k++) v[k] = first[k] + (second[k] - first[k]) * t;
    store_all(planes + i, straight((channels){v[0], v[1], v[2], v[3]}));
  }
}

// MARK: Screens

// Cosine of an angle in turns.
INLINE VF cosine_of_turns(const VD *numbers) {
  VD turns = *numbers;
  // Rounds to whole turns by adding 1.5 * 2^52, above which doubles have no fraction bits.
  VD whole = (turns + 6755399441055744.0) - 6755399441055744.0;
  VF x = __builtin_convertvector(turns - whole, VF) * 3.1415925f;
  // cos(2x) = 1 - 2 sin(x)^2 with x in -pi/2…pi/2, by Taylor series.
  VF z = x * x, sine = z * (-1.0f / 39916800) + 1.0f / 362880;
  sine = sine * z - 1.0f / 5040;
  sine = sine * z + 1.0f / 120;
  sine = sine * z - 1.0f / 6;
  sine = (sine * z + 1) * x;
  return 1 - 2 * sine * sine;
}

INLINE void screen_row(float *out, int32_t count, const llua_screen *s, int32_t x, int32_t y, int32_t pattern) {
  const double dy = (double)y + 0.5 - s->y;
  for (int32_t i = 0; i < count; i += LANES) {
    // Computed from the position, not incrementally, so that it does not depend on the block.
    VD dx = __builtin_convertvector(iota() + (x + i), VD) + 0.5 - s->x;
    VD turns;
    VF v;
    if (pattern == LLUA_SCREEN_CIRCLES) {
      turns = __builtin_elementwise_sqrt(dx * dx + dy * dy) * s->along;
      v = 0.5f + 0.5f * cosine_of_turns(&turns);
    } else {
      turns = dx * s->along + dy * s->across;
      v = cosine_of_turns(&turns);
      if (pattern == LLUA_SCREEN_LINES) {
        v = 0.5f + 0.5f * v;
      } else {
        turns = dy * s->along - dx * s->across;
        VF other = cosine_of_turns(&turns);
        v = pattern == LLUA_SCREEN_DOTS ? 0.5f + 0.25f * (v + other) : 0.5f + 0.5f * maxf(other, v);
      }
    }
    storef(out + i, v);
  }
}

static void screen_weights(float *out, int32_t count, const llua_screen *s, int32_t x, int32_t y) {
  switch (s->pattern) {
    case LLUA_SCREEN_DOTS: screen_row(out, count, s, x, y, LLUA_SCREEN_DOTS); break;
    case LLUA_SCREEN_LINES: screen_row(out, count, s, x, y, LLUA_SCREEN_LINES); break;
    case LLUA_SCREEN_HATCH: screen_row(out, count, s, x, y, LLUA_SCREEN_HATCH); break;
    default: screen_row(out, count, s, x, y, LLUA_SCREEN_CIRCLES);
  }
}

static void color_screen(float *planes, int32_t count, const llua_screen *s, float slope, int32_t x, int32_t y) {
  float weights[COLORS];
  screen_weights(weights, count, s, x, y);
  for (int32_t i = 0; i < count; i += LANES) {
    channels c = load_colors(planes + i);
    VF v = unit((luma(c) + loadf(weights + i) - 1) * slope + 0.5f);
    store_colors(planes + i, (channels){v, v, v, c.a});
  }
}

static void color_inks(
    float *planes, int32_t count, const llua_screen *screens, const llua_inks *inks, int32_t x, int32_t y) {
  float weights[4][COLORS];
  for (int k = 0; k < 4; k++) screen_weights(weights[k], count, screens + k, x, y);
  for (int32_t i = 0; i < count; i += LANES) {
    channels c = load_colors(planes + i);
    VF v[4] = {1 - c.r, 1 - c.g, 1 - c.b};
    VF common = minf(v[0], minf(v[1], v[2]));
    for (int k = 0; k < 3; k++) v[k] -= common * inks->removal;
    v[3] = common * inks->replacement;
    for (int k = 0; k < 4; k++) v[k] = 1 - unit((v[k] + loadf(weights[k] + i) - 1) * inks->slope + 0.5f);
    store_colors(planes + i, (channels){v[0] * v[3], v[1] * v[3], v[2] * v[3], c.a});
  }
}

#define COLOR_TABLE \
  { \
    colors_of_bytes, colors_of_floats, bytes_of_colors, floats_of_colors, color_matrix, color_polynomial, \
        color_limits, color_units, color_threshold, color_curve, color_power, color_vibrance, color_tones, \
        color_posterize, color_extreme, color_mask, color_ramp, color_cube, color_shade, color_dither, color_random, \
        color_between, color_screen, color_inks, spot_distances, curve \
  }
