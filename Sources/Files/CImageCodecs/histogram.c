// SPDX-License-Identifier: MIT
#include "palette.h"

#include <stdlib.h>
#include <string.h>

// A histogram of a picture's colours. If there are too many, colours that differ only in their lowest bits are counted
// together.

llua_histogram *llua_histogram_open(void) {
  llua_histogram *self = calloc(1, sizeof *self);
  if (self && !(self->bins = calloc(LLUA_SLOTS, sizeof *self->bins))) {
    free(self);
    return NULL;
  }
  return self;
}

void llua_histogram_close(llua_histogram *self) {
  if (!self) return;
  free(self->bins);
  free(self);
}

void llua_histogram_clear(llua_histogram *self) {
  memset(self->bins, 0, LLUA_SLOTS * sizeof *self->bins);
  self->points = self->shift = 0;
  self->total = 0;
}

int llua_histogram_colors(const llua_histogram *self) { return self->shift ? -1 : self->points; }

static llua_bin *bin(llua_histogram *self, uint32_t color) {
  uint32_t low = (1u << self->shift) - 1, key = (color & 0xFFFFFF & ~(low * 0x010101)) + 1;
  uint32_t at = key * 0x9E3779B1u >> 17;
  while (self->bins[at].key && self->bins[at].key != key) at = (at + 1) & (LLUA_SLOTS - 1);
  llua_bin *b = &self->bins[at];
  if (!b->key) {
    b->key = key;
    self->points++;
  }
  return b;
}

static void vote(llua_bin *b, uint32_t color, uint32_t count) {
  if (b->most == color) {
    b->lead += count;
  } else if (b->lead >= count) {
    b->lead -= count;
  } else {
    b->most = color;
    b->lead = count - b->lead;
  }
}

// Ignores one more bit of each channel.
static int coarsen(llua_histogram *self) {
  llua_bin *old = self->bins, *bins = calloc(LLUA_SLOTS, sizeof *bins);
  if (!bins) return 0;
  self->bins = bins;
  self->points = 0;
  self->shift++;
  for (int i = 0; i < LLUA_SLOTS; i++) {
    if (!old[i].key) continue;
    llua_bin *b = bin(self, old[i].key - 1);
    b->count += old[i].count;
    for (int c = 0; c < 3; c++) b->sum[c] += old[i].sum[c];
    vote(b, old[i].most, old[i].lead);
  }
  free(old);
  return 1;
}

static int add(llua_histogram *self, uint32_t color, uint32_t count) {
  llua_bin *b = bin(self, color);
  b->count += count;
  for (int c = 0; c < 3; c++) b->sum[c] += (uint64_t)(color >> (8 * c) & 255) * count;
  vote(b, color, count);
  self->total += count;
  while (self->points > LLUA_POINTS)
    if (!coarsen(self)) return 0;
  return 1;
}

int llua_histogram_add(
    llua_histogram *self, const uint32_t *pixels, const uint32_t *under, uint32_t width, llua_rect r) {
  uint32_t color = 0, count = 0;
  for (size_t y = r.y; y < (size_t)r.y + r.height; y++) {
    const uint32_t *p = pixels + y * width + r.x, *u = under ? under + y * width + r.x : NULL;
    for (size_t x = 0; x < r.width; x++) {
      if (p[x] == color) {
        count += !u || u[x] != color;
        continue;
      }
      if (count && color && !add(self, color, count)) return 0;
      color = p[x];
      count = !u || u[x] != color;
    }
  }
  return !count || !color || add(self, color, count);
}
