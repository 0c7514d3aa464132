// SPDX-License-Identifier: MIT
#include "palette.h"

#include <pthread.h>
#include <string.h>

// Draws pixels with the colours of a palette by ordered dithering. Each colour is approximated by a mix of palette
// colours, and the pixel's position alone selects one of them, so that no pattern crawls when a film plays. The
// threshold matrix is blue noise, which is least visible.

#pragma STDC FP_CONTRACT OFF

// The penalty factor for a palette colour far from the one to be mixed: its isolated dots would be visible.
#define AVERSION 2.0f

enum { SIDE = 64, COUNT = SIDE * SIDE, REACH = 7 };

// The threshold matrix: the index in the mix for each position, 0 to 15.
static uint8_t noise[COUNT];
static pthread_once_t once = PTHREAD_ONCE_INIT;

typedef struct {
  float energy[COUNT], weight[2 * REACH * REACH + 1];
  uint8_t on[COUNT];
} field;

static void toggle(field *f, int at) {
  float sign = f->on[at] ? -1 : 1;
  f->on[at] ^= 1;
  int x0 = at % SIDE, y0 = at / SIDE;
  for (int dy = -REACH; dy <= REACH; dy++)
    for (int dx = -REACH; dx <= REACH; dx++)
      f->energy[((y0 + dy) & (SIDE - 1)) * SIDE + ((x0 + dx) & (SIDE - 1))] += sign * f->weight[dx * dx + dy * dy];
}

// Returns the tightest cluster among the set positions, or the largest void among the others.
static int extreme(const field *f, int on) {
  int best = -1;
  for (int i = 0; i < COUNT; i++) {
    if (f->on[i] != on) continue;
    if (best < 0 || (on ? f->energy[i] > f->energy[best] : f->energy[i] < f->energy[best])) best = i;
  }
  return best;
}

// Fills the threshold matrix by Ulichney's void-and-cluster method.
static void make_noise(void) {
  static field start, f;
  static uint16_t rank[COUNT];
  // exp(-d² / 2σ²) with σ = 1.5, by repeated multiplication, which gives the same result on every machine.
  float w = 1;
  for (int i = 0; i <= 2 * REACH * REACH; i++, w *= 0.8007374f) start.weight[i] = w;
  uint32_t state = 12345;
  int ones = 0;
  while (ones < COUNT / 10) {
    state = state * 1664525 + 1013904223;
    int at = (int)(state >> 20);
    if (start.on[at]) continue;
    toggle(&start, at);
    ones++;
  }
  for (int i = 0; i < COUNT; i++) {
    int from = extreme(&start, 1);
    toggle(&start, from);
    int to = extreme(&start, 0);
    toggle(&start, to);
    if (to == from) break;
  }
  f = start;
  for (int k = ones; k-- > 0;) {
    int at = extreme(&f, 1);
    toggle(&f, at);
    rank[at] = (uint16_t)k;
  }
  f = start;
  for (int k = ones; k < COUNT; k++) {
    int at = extreme(&f, 0);
    toggle(&f, at);
    rank[at] = (uint16_t)k;
  }
  for (int i = 0; i < COUNT; i++) noise[i] = (uint8_t)(rank[i] * LLUA_MIX / COUNT);
}

// Returns the palette colours nearest to the centre of a colour's cell, nearest first. Cached.
static const uint8_t *neighbours(llua_palette *self, uint32_t color, int *count) {
  uint32_t cell = (color >> 3 & 31) | (color >> 11 & 31) << 5 | (color >> 19 & 31) << 10;
  *count = self->count < LLUA_NEIGHBOURS ? self->count : LLUA_NEIGHBOURS;
  uint8_t *near = self->near[cell];
  if (self->known[cell]) return near;
  self->known[cell] = 1;
  float middle[3], distance[LLUA_NEIGHBOURS];
  for (int c = 0; c < 3; c++) middle[c] = (float)((cell >> (5 * c) & 31) * 8 + 4) * llua_axes[c];
  int n = 0;
  for (int i = 0; i < self->count; i++) {
    float x = self->at[0][i] - middle[0], y = self->at[1][i] - middle[1], z = self->at[2][i] - middle[2];
    float d = x * x + y * y + z * z;
    if (n == *count && d >= distance[n - 1]) continue;
    int k = n < *count ? n++ : n - 1;
    for (; k > 0 && distance[k - 1] > d; k--) {
      distance[k] = distance[k - 1];
      near[k] = near[k - 1];
    }
    distance[k] = d;
    near[k] = (uint8_t)i;
  }
  return near;
}

// Returns the mix for a colour, by Knoll's method: each entry is the palette colour nearest to the target plus the
// error of the entries before it. Cached.
static const uint8_t *mix(llua_palette *self, uint32_t color) {
  // A difference of one level is invisible under the dithering.
  uint32_t key = (color & 0xFEFEFE) | 1, slot = key * 0x9E3779B1u >> 17;
  uint8_t *result = self->mixes[slot];
  if (self->keys[slot] == key) return result;
  self->keys[slot] = key;
  int count;
  const uint8_t *near = neighbours(self, color, &count);
  enum { GROUPS = LLUA_NEIGHBOURS / 4 };
  llua_f4 x[GROUPS], y[GROUPS], z[GROUPS], far[GROUPS];
  float target[3], want[3];
  for (int c = 0; c < 3; c++) want[c] = target[c] = ((float)(key >> (8 * c) & 0xFE) + 0.5f) * llua_axes[c];
  for (int i = 0; i < LLUA_NEIGHBOURS; i++) {
    int there = i < count;
    float at[3];
    for (int c = 0; c < 3; c++) at[c] = there ? self->at[c][near[i]] : 1e6f;
    x[i / 4][i % 4] = at[0];
    y[i / 4][i % 4] = at[1];
    z[i / 4][i % 4] = at[2];
    float a = at[0] - want[0], b = at[1] - want[1], c = at[2] - want[2];
    far[i / 4][i % 4] = AVERSION * (a * a + b * b + c * c);
  }
  for (int k = 0; k < LLUA_MIX; k++) {
    llua_f4 lowest = {1e30f, 1e30f, 1e30f, 1e30f};
    llua_i4 where = {0, 0, 0, 0}, index = {0, 1, 2, 3};
    for (int i = 0; i < GROUPS; i++, index += 4) {
      llua_f4 a = x[i] - want[0], b = y[i] - want[1], c = z[i] - want[2], d = a * a + b * b + c * c + far[i];
      llua_i4 lower = d < lowest;
      lowest = (llua_f4)(((llua_i4)d & lower) | ((llua_i4)lowest & ~lower));
      where = (index & lower) | (where & ~lower);
    }
    float least;
    int best = llua_first_least(lowest, where, &least);
    if (k == 0 && far[best / 4][best % 4] <= AVERSION) {
      memset(result, near[best], LLUA_MIX);
      break;
    }
    // Insertion sort by palette index, so dark to bright.
    int to = k;
    for (; to > 0 && result[to - 1] > near[best]; to--) result[to] = result[to - 1];
    result[to] = near[best];
    want[0] += target[0] - x[best / 4][best % 4];
    want[1] += target[1] - y[best / 4][best % 4];
    want[2] += target[2] - z[best / 4][best % 4];
  }
  return result;
}

void llua_palette_draw(
    llua_palette *self, const uint32_t *p, const uint32_t *u, llua_rect r, uint8_t transparent, uint8_t *indices) {
  pthread_once(&once, make_noise);
  for (size_t y = r.y; y < (size_t)r.y + r.height; y++, p += r.width, u += r.width, indices += r.width) {
    uint32_t color = 0;
    const uint8_t *row = noise + (y & (SIDE - 1)) * SIDE, *mixed = NULL;
    int index = -1;
    for (size_t x = 0; x < r.width; x++) {
      if (p[x] == u[x] || !p[x] || !self->count) {
        indices[x] = transparent;
        continue;
      }
      if (p[x] != color) {
        color = p[x];
        index = llua_palette_find(self, color);
        mixed = index < 0 ? mix(self, color) : NULL;
      }
      indices[x] = (uint8_t)(mixed ? mixed[row[(x + r.x) & (SIDE - 1)]] : index);
    }
  }
}

void llua_indices_show(uint8_t *indices, const uint32_t *colors, uint32_t *shown, int keep, uint32_t width, llua_rect r,
    uint8_t transparent) {
  shown += (size_t)r.y * width + r.x;
  for (size_t y = 0; y < r.height; y++, shown += width, indices += r.width) {
    int last = -1;
    for (size_t x = 0; x < r.width; last = indices[x++]) {
      int i = indices[x];
      if (i == transparent) continue;
      // Pixels that already show need not be drawn, unless they continue a run, which compresses better.
      if (shown[x] == colors[i] && last != i) indices[x] = transparent;
      if (keep) shown[x] = colors[i];
    }
  }
}

void llua_threshold(const uint32_t *pixels, uint32_t *out, size_t count) {
  llua_unpremultiply(pixels, (uint8_t *)out, count);
  for (size_t i = 0; i < count; i++) out[i] = out[i] & 0x80000000 ? out[i] | 0xFF000000 : 0;
}

int llua_vanishing(const uint32_t *a, const uint32_t *b, uint32_t width, uint32_t height, llua_rect *rect) {
  uint32_t left = width, right = 0, top = height, bottom = 0;
  for (uint32_t y = 0; y < height; y++, a += width, b += width) {
    uint32_t any = 0;
    for (uint32_t x = 0; x < width; x++) any |= (a[x] != 0) & (b[x] == 0);
    if (!any) continue;
    if (top == height) top = y;
    bottom = y + 1;
    for (uint32_t x = 0; x < width; x++) {
      if (!a[x] || b[x]) continue;
      if (x < left) left = x;
      if (x + 1 > right) right = x + 1;
    }
  }
  if (top == height) return 0;
  *rect = (llua_rect){left, top, right - left, bottom - top};
  return 1;
}
