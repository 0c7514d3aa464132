// SPDX-License-Identifier: MIT
// Blend modes on premultiplied channels, in the order of Pixels.BlendMode, with Core Graphics' and Core Image's
// formulas.
#pragma once
#include "vector.h"

enum {
  BLEND_NORMAL,
  BLEND_MULTIPLY,
  BLEND_SCREEN,
  BLEND_OVERLAY,
  BLEND_DARKEN,
  BLEND_LIGHTEN,
  BLEND_COLOR_DODGE,
  BLEND_COLOR_BURN,
  BLEND_SOFT_LIGHT,
  BLEND_HARD_LIGHT,
  BLEND_DIFFERENCE,
  BLEND_EXCLUSION,
  BLEND_HUE,
  BLEND_SATURATION,
  BLEND_COLOR,
  BLEND_LUMINOSITY,
  BLEND_CLEAR,
  BLEND_COPY,
  BLEND_SOURCE_IN,
  BLEND_SOURCE_OUT,
  BLEND_SOURCE_ATOP,
  BLEND_DESTINATION_OVER,
  BLEND_DESTINATION_IN,
  BLEND_DESTINATION_OUT,
  BLEND_DESTINATION_ATOP,
  BLEND_XOR,
  BLEND_PLUS_DARKER,
  BLEND_PLUS_LIGHTER,
  BLEND_SUBTRACT,
  BLEND_DIVIDE,
  BLEND_LINEAR_BURN,
  BLEND_LINEAR_DODGE,
  BLEND_PIN_LIGHT,
  BLEND_LINEAR_LIGHT,
  BLEND_VIVID_LIGHT,
  BLEND_MAXIMUM,
  BLEND_MINIMUM,
  BLEND_PRODUCT,
  BLEND_COUNT
};

// Source over with one coverage (1…255) for all pixels.
INLINE void over_run(uint32_t *restrict d, const uint32_t *restrict s, int32_t n, uint32_t coverage, int opaque) {
  int32_t i = 0;
#if defined(WIDE_RUNS)
  if (coverage != 255 || !opaque) {
    const __m512i wide = wide_factors(_mm512_set1_epi8((char)coverage));
    const wide_halves none = wide_sum(_mm512_setzero_si512());
    for (; i < n; i += 16) {
      const __mmask16 part = n - i < 16 ? wide_tail(n - i) : (__mmask16)0xFFFF;
      __m512i c = _mm512_maskz_loadu_epi32(part, s + i);
      if (_mm512_test_epi32_mask(c, c) == 0) continue;
      if (coverage != 255) c = wide_plus_times(none, c, wide);
      _mm512_mask_storeu_epi32(d + i, part, wide_over(c, _mm512_maskz_loadu_epi32(part, d + i)));
    }
    return;
  }
#endif
  if (coverage == 255) {
    if (opaque) {
      __builtin_memcpy(d, s, (size_t)n * 4);
      return;
    }
    for (; i + LANES <= n; i += LANES) {
      VU c = load(s + i);
      if (any(c)) store(d + i, over(c, load(d + i)));
    }
    if (i < n) store_tail(d + i, over(load_tail(s + i, n - i), load_tail(d + i, n - i)), n - i);
    return;
  }
  const VH k = factors(splat(coverage));
  for (; i + LANES <= n; i += LANES) store(d + i, over(times(halves_of(load(s + i)), k), load(d + i)));
  if (i < n) store_tail(d + i, over(times(halves_of(load_tail(s + i, n - i)), k), load_tail(d + i, n - i)), n - i);
}

INLINE void over_mask(uint32_t *restrict d, const uint32_t *restrict s, const uint8_t *restrict mask, int32_t n) {
  int32_t i = 0;
  for (; i + LANES <= n; i += LANES) {
    VU k = load_bytes(mask + i);
    if (any(k)) store(d + i, over(scale_pixels(load(s + i), k), load(d + i)));
  }
  if (i < n)
    store_tail(d + i,
        over(scale_pixels(load_tail(s + i, n - i), load_bytes_tail(mask + i, n - i)), load_tail(d + i, n - i)), n - i);
}

static void solid_mask(uint32_t *restrict d, uint32_t color, const uint8_t *restrict mask, int32_t n) {
  const halves c = halves_of(splat(color));
  int32_t i = 0;
  for (; i + LANES <= n; i += LANES) {
    VU k = load_bytes(mask + i);
    if (any(k)) store(d + i, solid_over(c, k, load(d + i)));
  }
  if (i < n) store_tail(d + i, solid_over(c, load_bytes_tail(mask + i, n - i), load_tail(d + i, n - i)), n - i);
}

// Channels of LANES pixels as floats, 0…1.
typedef struct {
  VF r, g, b, a;
} channels;

INLINE channels split_channels(VU p) {
  const float k = 1.0f / 255.0f;
  return (channels){__builtin_convertvector((VI)(p & 255u), VF) * k,
      __builtin_convertvector((VI)(p >> 8 & 255u), VF) * k, __builtin_convertvector((VI)(p >> 16 & 255u), VF) * k,
      __builtin_convertvector((VI)(p >> 24), VF) * k};
}

INLINE VU byte_of(VF v) { return (VU) __builtin_convertvector(clampf(v, 0, 1) * 255.0f + 0.5f, VI); }

INLINE VU join_channels(channels c) {
  VU a = byte_of(c.a), r = byte_of(c.r), g = byte_of(c.g), b = byte_of(c.b);
  r = pick(r < a, r, a);
  g = pick(g < a, g, a);
  b = pick(b < a, b, a);
  return r | g << 8 | b << 16 | a << 24;
}

// Colour dodge and colour burn of values scaled so that 1 is `unit`.
INLINE VF dodged(VF b, VF s, VF unit) {
  VF room = unit - s;
  VF v = minf(unit, b * unit / pickf(room > 0.0f, room, splatf(1)));
  return pickf(b <= 0.0f, splatf(0), pickf(room <= 0.0f, unit, v));
}
INLINE VF burnt(VF b, VF s, VF unit) {
  VF v = unit - minf(unit, (unit - b) * unit / pickf(s > 0.0f, s, splatf(1)));
  return pickf(b >= unit, unit, pickf(s <= 0.0f, splatf(0), v));
}

// αs·αd·B(d/αd, s/αs) for one channel of a separable mode.
INLINE VF separable(int mode, VF s, VF d, VF sa, VF da) {
  const VF zero = splatf(0), one = splatf(1);
  switch (mode) {
    case BLEND_MULTIPLY: return s * d;
    case BLEND_SCREEN: return s * da + d * sa - s * d;
    case BLEND_OVERLAY: return pickf(d * 2.0f <= da, 2.0f * s * d, sa * da - 2.0f * (da - d) * (sa - s));
    case BLEND_HARD_LIGHT: return pickf(s * 2.0f <= sa, 2.0f * s * d, sa * da - 2.0f * (da - d) * (sa - s));
    case BLEND_DARKEN: return minf(s * da, d * sa);
    case BLEND_LIGHTEN: return maxf(s * da, d * sa);
    case BLEND_COLOR_DODGE: {
      VF room = sa - s;
      VF v = minf(sa * da, d * sa * sa / pickf(room > 0.0f, room, one));
      return pickf(d <= 0.0f, zero, pickf(room <= 0.0f, sa * da, v));
    }
    case BLEND_COLOR_BURN: {
      VF v = sa * da - minf(sa * da, (da - d) * sa * sa / pickf(s > 0.0f, s, one));
      return pickf(d >= da, sa * da, pickf(s <= 0.0f, zero, v));
    }
    case BLEND_SOFT_LIGHT: {
      VF b = d / pickf(da > 0.0f, da, one), c = 2.0f * s - sa;
      VF root = __builtin_elementwise_sqrt(maxf(b, zero));
      VF g = pickf(b <= 0.25f, ((16.0f * b - 12.0f) * b + 4.0f) * b, root);
      return da * pickf(c <= 0.0f, sa * b + c * b * (1.0f - b), sa * b + c * (g - b));
    }
    case BLEND_DIFFERENCE: {
      VF v = s * da - d * sa;
      return maxf(v, -v);
    }
    // From here on both colours are multiplied by both alphas, so that 1 is `unit`.
    case BLEND_SUBTRACT: return maxf(zero, d * sa - s * da);
    case BLEND_DIVIDE: {
      VF unit = sa * da, t = s * da;
      return pickf(t > 0.0f, minf(unit, d * sa * unit / pickf(t > 0.0f, t, one)), unit);
    }
    case BLEND_LINEAR_BURN: return maxf(zero, d * sa + s * da - sa * da);
    case BLEND_LINEAR_DODGE: return minf(sa * da, d * sa + s * da);
    case BLEND_PIN_LIGHT: {
      VF b = d * sa, t = 2.0f * (s * da);
      return pickf(s * 2.0f <= sa, minf(b, t), maxf(b, t - sa * da));
    }
    case BLEND_LINEAR_LIGHT: return minf(maxf(d * sa + 2.0f * (s * da) - sa * da, zero), sa * da);
    case BLEND_VIVID_LIGHT: {
      VF unit = sa * da, t = 2.0f * (s * da);
      return pickf(s * 2.0f <= sa, burnt(d * sa, t, unit), dodged(d * sa, t - unit, unit));
    }
    default: return s * da + d * sa - 2.0f * s * d;  // exclusion
  }
}

INLINE VF luminosity(channels c) { return c.r * 0.3f + c.g * 0.59f + c.b * 0.11f; }
INLINE VF highest(channels c) { return maxf(maxf(c.r, c.g), c.b); }
INLINE VF lowest(channels c) { return minf(minf(c.r, c.g), c.b); }
INLINE VF saturation(channels c) { return highest(c) - lowest(c); }

// Colours here are multiplied by αs·αd, so that 1 is `unit`.
INLINE channels with_luminosity(channels c, VF l, VF unit) {
  VF delta = l - luminosity(c);
  c.r += delta;
  c.g += delta;
  c.b += delta;
  VF low = lowest(c), high = highest(c), mid = luminosity(c);
  VI under = low < 0.0f;
  VF k = mid / pickf(mid - low > 1e-9f, mid - low, splatf(1));
  k = pickf(under, k, splatf(1));
  c.r = mid + (c.r - mid) * k;
  c.g = mid + (c.g - mid) * k;
  c.b = mid + (c.b - mid) * k;
  VI beyond = high > unit;
  k = (unit - mid) / pickf(high - mid > 1e-9f, high - mid, splatf(1));
  k = pickf(beyond, k, splatf(1));
  c.r = mid + (c.r - mid) * k;
  c.g = mid + (c.g - mid) * k;
  c.b = mid + (c.b - mid) * k;
  return c;
}

INLINE channels with_saturation(channels c, VF amount) {
  VF low = lowest(c), range = highest(c) - low;
  VF k = pickf(range > 1e-9f, amount / pickf(range > 1e-9f, range, splatf(1)), splatf(0));
  return (channels){(c.r - low) * k, (c.g - low) * k, (c.b - low) * k, c.a};
}

INLINE channels scaled(channels c, VF k) { return (channels){c.r * k, c.g * k, c.b * k, c.a}; }

INLINE channels porter_duff(channels s, channels d, VF fs, VF fd) {
  return (channels){s.r * fs + d.r * fd, s.g * fs + d.g * fd, s.b * fs + d.b * fd, s.a * fs + d.a * fd};
}

INLINE channels blended(int mode, channels s, channels d) {
  const VF zero = splatf(0), one = splatf(1);
  VF us = 1.0f - s.a, ud = 1.0f - d.a;
  switch (mode) {
    case BLEND_NORMAL: return porter_duff(s, d, one, us);
    case BLEND_CLEAR: return (channels){zero, zero, zero, zero};
    case BLEND_COPY: return s;
    case BLEND_SOURCE_IN: return porter_duff(s, d, d.a, zero);
    case BLEND_SOURCE_OUT: return porter_duff(s, d, ud, zero);
    case BLEND_SOURCE_ATOP: return porter_duff(s, d, d.a, us);
    case BLEND_DESTINATION_OVER: return porter_duff(s, d, ud, one);
    case BLEND_DESTINATION_IN: return porter_duff(s, d, zero, s.a);
    case BLEND_DESTINATION_OUT: return porter_duff(s, d, zero, us);
    case BLEND_DESTINATION_ATOP: return porter_duff(s, d, ud, s.a);
    case BLEND_XOR: return porter_duff(s, d, ud, us);
    case BLEND_PLUS_LIGHTER: {
      channels r = porter_duff(s, d, one, one);
      return (channels){minf(r.r, one), minf(r.g, one), minf(r.b, one), minf(r.a, one)};
    }
    case BLEND_PLUS_DARKER: {
      // 1 − ((1 − d) + (1 − s)), with the alpha in place of each 1.
      VF a = minf(s.a + d.a, one), k = a - s.a - d.a;
      return (channels){maxf(s.r + d.r + k, zero), maxf(s.g + d.g + k, zero), maxf(s.b + d.b + k, zero), a};
    }
    case BLEND_MAXIMUM: return (channels){maxf(s.r, d.r), maxf(s.g, d.g), maxf(s.b, d.b), maxf(s.a, d.a)};
    case BLEND_MINIMUM: return (channels){minf(s.r, d.r), minf(s.g, d.g), minf(s.b, d.b), minf(s.a, d.a)};
    case BLEND_PRODUCT: return (channels){s.r * d.r, s.g * d.g, s.b * d.b, s.a * d.a};
    case BLEND_HUE:
    case BLEND_SATURATION:
    case BLEND_COLOR:
    case BLEND_LUMINOSITY: {
      channels cs = scaled(s, d.a), cd = scaled(d, s.a), m;
      VF unit = s.a * d.a;
      if (mode == BLEND_HUE) {
        m = with_luminosity(with_saturation(cs, saturation(cd)), luminosity(cd), unit);
      } else if (mode == BLEND_SATURATION) {
        m = with_luminosity(with_saturation(cd, saturation(cs)), luminosity(cd), unit);
      } else if (mode == BLEND_COLOR) {
        m = with_luminosity(cs, luminosity(cd), unit);
      } else {
        m = with_luminosity(cd, luminosity(cs), unit);
      }
      channels r = porter_duff(s, d, ud, us);
      return (channels){r.r + m.r, r.g + m.g, r.b + m.b, s.a + d.a - s.a * d.a};
    }
    default: {
      channels r = porter_duff(s, d, ud, us);
      return (channels){r.r + separable(mode, s.r, d.r, s.a, d.a), r.g + separable(mode, s.g, d.g, s.a, d.a),
          r.b + separable(mode, s.b, d.b, s.a, d.a), s.a + d.a - s.a * d.a};
    }
  }
}

// result = d + (blend(s, d) − d) · coverage.
INLINE VU blend_pixels(int mode, VU s, VU d, VF coverage, int whole) {
  channels cs = split_channels(s), cd = split_channels(d);
  channels r = blended(mode, cs, cd);
  if (!whole) {
    r.r = cd.r + (r.r - cd.r) * coverage;
    r.g = cd.g + (r.g - cd.g) * coverage;
    r.b = cd.b + (r.b - cd.b) * coverage;
    r.a = cd.a + (r.a - cd.a) * coverage;
  }
  return join_channels(r);
}

INLINE void blend_loop(int mode, uint32_t *restrict d, const uint32_t *restrict s, const uint8_t *restrict mask,
    uint32_t coverage, int32_t n) {
  if (mode == BLEND_COPY && mask == NULL && coverage == 255) {
    __builtin_memcpy(d, s, 4 * (size_t)n);
    return;
  }
  const float k = 1.0f / 255.0f;
  VF constant = splatf((float)coverage * k);
  int32_t i = 0;
  for (; i + LANES <= n; i += LANES) {
    if (mask == NULL) {
      store(d + i,
          coverage == 255 ? blend_pixels(mode, load(s + i), load(d + i), constant, 1)
                          : blend_pixels(mode, load(s + i), load(d + i), constant, 0));
    } else {
      VU m = load_bytes(mask + i);
      if (any(m)) store(d + i, blend_pixels(mode, load(s + i), load(d + i), __builtin_convertvector((VI)m, VF) * k, 0));
    }
  }
  if (i < n) {
    int32_t rest = n - i;
    if (mask != NULL) {
      constant = __builtin_convertvector((VI)load_bytes_tail(mask + i, rest), VF) * k;
    }
    VU r = mask == NULL && coverage == 255
        ? blend_pixels(mode, load_tail(s + i, rest), load_tail(d + i, rest), constant, 1)
        : blend_pixels(mode, load_tail(s + i, rest), load_tail(d + i, rest), constant, 0);
    store_tail(d + i, r, rest);
  }
}

#define MODE(M) \
  static void blend_##M(uint32_t *d, const uint32_t *s, const uint8_t *mask, uint32_t coverage, int32_t n) { \
    blend_loop(BLEND_##M, d, s, mask, coverage, n); \
  }
MODE(NORMAL)
MODE(MULTIPLY)
MODE(SCREEN)
MODE(OVERLAY)
MODE(DARKEN)
MODE(LIGHTEN)
MODE(COLOR_DODGE)
MODE(COLOR_BURN)
MODE(SOFT_LIGHT)
MODE(HARD_LIGHT)
MODE(DIFFERENCE)
MODE(EXCLUSION)
MODE(HUE)
MODE(SATURATION)
MODE(COLOR)
MODE(LUMINOSITY)
MODE(CLEAR)
MODE(COPY)
MODE(SOURCE_IN)
MODE(SOURCE_OUT)
MODE(SOURCE_ATOP)
MODE(DESTINATION_OVER)
MODE(DESTINATION_IN)
MODE(DESTINATION_OUT)
MODE(DESTINATION_ATOP)
MODE(XOR)
MODE(PLUS_DARKER)
MODE(PLUS_LIGHTER)
MODE(SUBTRACT)
MODE(DIVIDE)
MODE(LINEAR_BURN)
MODE(LINEAR_DODGE)
MODE(PIN_LIGHT)
MODE(LINEAR_LIGHT)
MODE(VIVID_LIGHT)
MODE(MAXIMUM)
MODE(MINIMUM)
MODE(PRODUCT)
#undef MODE

typedef void (*blend_function)(uint32_t *d, const uint32_t *s, const uint8_t *mask, uint32_t coverage, int32_t n);

static const blend_function blend_functions[BLEND_COUNT] = {blend_NORMAL, blend_MULTIPLY, blend_SCREEN, blend_OVERLAY,
    blend_DARKEN, blend_LIGHTEN, blend_COLOR_DODGE, blend_COLOR_BURN, blend_SOFT_LIGHT, blend_HARD_LIGHT,
    blend_DIFFERENCE, blend_EXCLUSION, blend_HUE, blend_SATURATION, blend_COLOR, blend_LUMINOSITY, blend_CLEAR,
    blend_COPY, blend_SOURCE_IN, blend_SOURCE_OUT, blend_SOURCE_ATOP, blend_DESTINATION_OVER, blend_DESTINATION_IN,
    blend_DESTINATION_OUT, blend_DESTINATION_ATOP, blend_XOR, blend_PLUS_DARKER, blend_PLUS_LIGHTER, blend_SUBTRACT,
    blend_DIVIDE, blend_LINEAR_BURN, blend_LINEAR_DODGE, blend_PIN_LIGHT, blend_LINEAR_LIGHT, blend_VIVID_LIGHT,
    blend_MAXIMUM, blend_MINIMUM, blend_PRODUCT};
