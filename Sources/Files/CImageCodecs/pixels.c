// SPDX-License-Identifier: MIT
#include "CImageCodecs.h"
#include "internal.h"

#include <stdlib.h>
#include <string.h>

void llua_premultiply(uint8_t *rgba, size_t count) {
  for (size_t i = 0; i < count; i++, rgba += 4) {
    uint32_t a = rgba[3];
    if (a == 255) continue;
    for (int c = 0; c < 3; c++) {
      uint32_t t = rgba[c] * a + 128;
      rgba[c] = (uint8_t)((t + (t >> 8)) >> 8);
    }
  }
}

void llua_clamp_to_alpha(uint8_t *rgba, size_t count) {
  for (size_t i = 0; i < count; i++, rgba += 4)
    for (int c = 0; c < 3; c++) rgba[c] = rgba[c] < rgba[3] ? rgba[c] : rgba[3];
}

// Lookup table of 255 ÷ a in 16.16, rounded up: exact for every c ≤ a (a test checks all 32,896 pairs).
static const uint32_t *reciprocals(void) {
  static uint32_t table[256];
  static int ready;
  if (!__atomic_load_n(&ready, __ATOMIC_ACQUIRE)) {
    for (uint32_t a = 1; a < 256; a++) __atomic_store_n(&table[a], ((255u << 16) + a - 1) / a, __ATOMIC_RELAXED);
    __atomic_store_n(&ready, 1, __ATOMIC_RELEASE);
  }
  return table;
}

static inline uint32_t straight(uint32_t p, const uint32_t *table) {
  uint32_t a = p >> 24, r = p & 255, g = p >> 8 & 255, b = p >> 16 & 255, k = table[a];
  r = r < a ? r : a;
  g = g < a ? g : a;
  b = b < a ? b : a;
  return (r * k + 0x8000) >> 16 | (g * k + 0x8000) >> 16 << 8 | (b * k + 0x8000) >> 16 << 16 | a << 24;
}

void llua_unpremultiply(const uint32_t *pixels, uint8_t *rgba, size_t count) {
  const uint32_t *table = reciprocals();
  size_t i = 0;
  // Fast path: most pixels of most pictures are opaque or transparent, in runs.
  for (; i + 8 <= count; i += 8) {
    uint32_t all = 0xFFFFFFFF, any = 0;
    for (int k = 0; k < 8; k++) {
      all &= pixels[i + k];
      any |= pixels[i + k];
    }
    if (all >= 0xFF000000) {
      memcpy(rgba + 4 * i, pixels + i, 32);
    } else if (any < 0x01000000) {
      memset(rgba + 4 * i, 0, 32);
    } else {
      for (int k = 0; k < 8; k++) {
        uint32_t p = straight(pixels[i + k], table);
        memcpy(rgba + 4 * (i + k), &p, 4);
      }
    }
  }
  for (; i < count; i++) {
    uint32_t p = straight(pixels[i], table);
    memcpy(rgba + 4 * i, &p, 4);
  }
}

static inline uint8_t encoded(float v, const uint8_t *encode) {
  v = v > 0 ? v : 0;
  v = v < 1 ? v : 1;
  return encode[(int)(v * 65535.0f + 0.5f)];
}

void llua_convert(const void *in, int sixteen, uint8_t *rgba, size_t count, const float *const curves[3],
    const float m[9], const uint8_t *encode) {
  const uint8_t *b = in;
  const uint16_t *w = in;
  for (size_t i = 0; i < count; i++) {
    float r = curves[0][sixteen ? w[4 * i] : b[4 * i]];
    float g = curves[1][sixteen ? w[4 * i + 1] : b[4 * i + 1]];
    float l = curves[2][sixteen ? w[4 * i + 2] : b[4 * i + 2]];
    uint8_t a = sixteen ? (uint8_t)((w[4 * i + 3] * 255u + 32767u) / 65535u) : b[4 * i + 3];
    rgba[4 * i] = encoded(m[0] * r + m[1] * g + m[2] * l, encode);
    rgba[4 * i + 1] = encoded(m[3] * r + m[4] * g + m[5] * l, encode);
    rgba[4 * i + 2] = encoded(m[6] * r + m[7] * g + m[8] * l, encode);
    rgba[4 * i + 3] = a;
  }
}

void llua_say(char *message, const char *text) {
  size_t n = strlen(text);
  if (n >= LLUA_MESSAGE) n = LLUA_MESSAGE - 1;
  for (size_t i = 0; i < n; i++) message[i] = text[i] >= ' ' && text[i] < 127 ? text[i] : '?';
  message[n] = 0;
}

void *llua_pixels_allocate(size_t size) { return malloc(size); }
void llua_free(void *memory) { free(memory); }
