// SPDX-License-Identifier: MIT
// Conversion of pixels to video planes: BT.709, limited range, chroma at half the resolution, its samples co-sited with
// every second column.
#pragma once
#include "vector.h"

// BT.709 matrix in 16.16 fixed point, times 219/255 (luma) and 224/255 (chroma). The chroma rows sum to 0, so grey has
// no chroma.
enum {
  Y_R = 11966,
  Y_G = 40254,
  Y_B = 4064,
  U_R = -6596,
  U_G = -22189,
  U_B = 28785,
  V_R = 28784,
  V_G = -26145,
  V_B = -2639,
};

INLINE uint32_t over_byte(uint32_t c, uint32_t under, uint32_t rest) {
  uint32_t t = under * rest + 128;
  return c + ((t + (t >> 8)) >> 8);
}

// Composites a row onto an opaque background; no background if its alpha is 0.
INLINE void flatten_row(uint32_t *restrict to, const uint32_t *restrict from, int32_t width, uint32_t background) {
  const uint32_t r = background & 255, g = background >> 8 & 255, b = background >> 16 & 255;
  for (int32_t i = 0; i < width; i++) {
    uint32_t p = from[i], rest = 255 - (p >> 24);
    to[i] = over_byte(p & 255, r, rest) | over_byte(p >> 8 & 255, g, rest) << 8 |
        over_byte(p >> 16 & 255, b, rest) << 16 | 0xFF000000u;
  }
}

INLINE void luma_row(uint8_t *restrict y, const uint32_t *restrict from, int32_t width) {
  for (int32_t i = 0; i < width; i++) {
    uint32_t p = from[i];
    uint32_t v = (p & 255) * Y_R + (p >> 8 & 255) * Y_G + (p >> 16 & 255) * Y_B + (16 << 16) + (1 << 15);
    y[i] = (uint8_t)(v >> 16);
  }
}

// Adds two rows: red and blue in the halves of one word, green in another word.
INLINE void add_rows(uint32_t *restrict rb, uint32_t *restrict g, const uint32_t *restrict a,
    const uint32_t *restrict b, int32_t width) {
  for (int32_t i = 0; i < width; i++) {
    rb[i] = (a[i] & LOW_BYTES) + (b[i] & LOW_BYTES);
    g[i] = (a[i] >> 8 & 255) + (b[i] >> 8 & 255);
  }
}

// Converts two rows of an opaque image. `work` holds four rows of width + 2 words.
static void video_rows(const uint32_t *top, const uint32_t *bottom, int32_t width, int32_t background, uint32_t under,
    uint8_t *y0, uint8_t *y1, uint8_t *u, uint8_t *v, uint32_t *work) {
  size_t row = (size_t)width + 2;
  uint32_t *a = work, *b = a + row, *rb = b + row + 1, *g = rb + row;
  if (background) {
    flatten_row(a, top, width, under);
    flatten_row(b, bottom, width, under);
    top = a, bottom = b;
  }
  luma_row(y0, top, width);
  luma_row(y1, bottom, width);
  add_rows(rb, g, top, bottom, width);
  // Repeat the edge columns on both sides.
  rb[-1] = rb[0], g[-1] = g[0];
  rb[width] = rb[width - 1], g[width] = g[width - 1];
  for (int32_t i = 0; i < (width + 1) / 2; i++) {
    uint32_t mixed = rb[2 * i - 1] + 2 * rb[2 * i] + rb[2 * i + 1];
    int32_t r = (int32_t)(mixed & 0xFFFF), blue = (int32_t)(mixed >> 16);
    int32_t green = (int32_t)(g[2 * i - 1] + 2 * g[2 * i] + g[2 * i + 1]);
    // The sum has a weight of eight pixels: 3 more bits of fraction.
    u[i] = (uint8_t)((r * U_R + green * U_G + blue * U_B + (128 << 19) + (1 << 18)) >> 19);
    v[i] = (uint8_t)((r * V_R + green * V_G + blue * V_B + (128 << 19) + (1 << 18)) >> 19);
  }
}

INLINE uint32_t straight_byte(uint32_t c, uint32_t alpha) {
  uint32_t v = (c * 255 + alpha / 2) / alpha;
  return v > 255 ? 255 : v;
}

// Converts two rows of a translucent image, with its alpha. Colours become straight. Chroma weights pixels by their
// alpha, so that invisible pixels have no effect.
static void video_rows_alpha(const uint32_t *top, const uint32_t *bottom, int32_t width, uint8_t *y0, uint8_t *y1,
    uint8_t *u, uint8_t *v, uint8_t *a0, uint8_t *a1) {
  for (int k = 0; k < 2; k++) {
    const uint32_t *from = k ? bottom : top;
    uint8_t *y = k ? y1 : y0, *a = k ? a1 : a0;
    for (int32_t i = 0; i < width; i++) {
      uint32_t p = from[i], alpha = p >> 24;
      a[i] = (uint8_t)alpha;
      if (alpha == 0) {
        y[i] = 16;
        continue;
      }
      uint32_t r = straight_byte(p & 255, alpha), g = straight_byte(p >> 8 & 255, alpha),
               b = straight_byte(p >> 16 & 255, alpha);
      y[i] = (uint8_t)((r * Y_R + g * Y_G + b * Y_B + (16 << 16) + (1 << 15)) >> 16);
    }
  }
  for (int32_t i = 0; i < (width + 1) / 2; i++) {
    int32_t r = 0, g = 0, b = 0, alpha = 0;
    for (int32_t x = 2 * i - 1; x <= 2 * i + 1; x++) {
      int32_t at = x < 0 ? 0 : x >= width ? width - 1 : x, weight = x == 2 * i ? 2 : 1;
      for (int k = 0; k < 2; k++) {
        uint32_t p = (k ? bottom : top)[at];
        r += weight * (int32_t)(p & 255);
        g += weight * (int32_t)(p >> 8 & 255);
        b += weight * (int32_t)(p >> 16 & 255);
        alpha += weight * (int32_t)(p >> 24);
      }
    }
    if (alpha == 0) {
      u[i] = v[i] = 128;
      continue;
    }
    int64_t round = (int64_t)alpha << 15, middle = (int64_t)alpha << 23;
    int64_t cu = ((int64_t)r * U_R + (int64_t)g * U_G + (int64_t)b * U_B) * 255 + middle + round;
    int64_t cv = ((int64_t)r * V_R + (int64_t)g * V_G + (int64_t)b * V_B) * 255 + middle + round;
    cu = cu < 0 ? 0 : cu / ((int64_t)alpha << 16);
    cv = cv < 0 ? 0 : cv / ((int64_t)alpha << 16);
    u[i] = (uint8_t)(cu > 255 ? 255 : cu);
    v[i] = (uint8_t)(cv > 255 ? 255 : cv);
  }
}

INLINE uint32_t clamped_byte(int32_t v) {
  v = (v + (1 << 15)) >> 16;
  return (uint32_t)(v < 0 ? 0 : v > 255 ? 255 : v);
}

// Converts a row of planes to premultiplied pixels.
static void video_planes(const uint8_t *y, const uint8_t *u0, const uint8_t *u1, const uint8_t *v0, const uint8_t *v1,
    const uint8_t *alpha, int32_t width, const llua_video_matrix *m, uint32_t *pixels) {
  const int32_t last = (width + 1) / 2 - 1;
  for (int32_t x = 0; x < width; x++) {
    int32_t c = x >> 1, n = c < last ? c + 1 : last;
    // Eight times the chroma: three quarters of the nearer row, and the mean of two columns between them.
    int32_t u = 3 * u0[c] + u1[c], v = 3 * v0[c] + v1[c];
    if (x & 1) {
      u += 3 * u0[n] + u1[n];
      v += 3 * v0[n] + v1[n];
    } else {
      u *= 2;
      v *= 2;
    }
    u -= 1024;
    v -= 1024;
    int32_t l = (y[x] - m->y_offset) * m->y_scale;
    uint32_t r = clamped_byte(l + (v * (m->r_v >> 3)));
    uint32_t g = clamped_byte(l + (u * (m->g_u >> 3)) + (v * (m->g_v >> 3)));
    uint32_t b = clamped_byte(l + (u * (m->b_u >> 3)));
    uint32_t a = alpha ? alpha[x] : 255;
    if (a != 255) {
      r = (r * a + 127) / 255;
      g = (g * a + 127) / 255;
      b = (b * a + 127) / 255;
    }
    pixels[x] = r | g << 8 | b << 16 | a << 24;
  }
}
