// SPDX-License-Identifier: MIT
#pragma once
#include "CImageCodecs.h"

// Weights of red, green and blue that make Euclidean distances roughly perceptual.
static const float llua_axes[3] = {0.7071f, 1.0f, 0.6708f};

enum { LLUA_POINTS = 16384, LLUA_SLOTS = 2 * LLUA_POINTS };

// A histogram bin: one colour, or several similar ones counted together.
typedef struct {
  uint32_t key;  // 0 if free
  uint32_t count;
  uint64_t sum[3];
  // The candidate for the most frequent colour in the bin, and its lead, by Boyer–Moore majority vote.
  uint32_t most, lead;
} llua_bin;

struct llua_histogram {
  llua_bin *bins;
  int points;
  int shift;  // the number of low bits of each channel that are ignored
  uint64_t total;
};

enum { LLUA_NEIGHBOURS = 24, LLUA_CELLS = 32 * 32 * 32, LLUA_MIXES = 32768, LLUA_MIX = 16 };

struct llua_palette {
  int count;
  uint32_t colors[256];
  // Weighted coordinates, by channel; those past `count` are far away.
  float at[3][256];
  // Hash table of exact colours: index + 1, or 0 if free.
  uint16_t exact[1024];
  // Cache of the colours nearest to each of 32×32×32 cells, nearest first, filled on demand.
  uint8_t known[LLUA_CELLS];
  uint8_t near[LLUA_CELLS][LLUA_NEIGHBOURS];
  // Cache of the most recent dithering mixes by colour, each sorted dark to bright.
  uint32_t keys[LLUA_MIXES];
  uint8_t mixes[LLUA_MIXES][LLUA_MIX];
};

typedef float llua_f4 __attribute__((vector_size(16)));
typedef int32_t llua_i4 __attribute__((vector_size(16)));

// Horizontal minimum of a vectorised search: returns the index of the least of the four columns' minima, the first of
// equals, and stores the minimum.
static inline int llua_first_least(llua_f4 best, llua_i4 where, float *least) {
  int result = where[0];
  *least = best[0];
  for (int k = 1; k < 4; k++) {
    if (best[k] < *least || (best[k] == *least && where[k] < result)) {
      *least = best[k];
      result = where[k];
    }
  }
  return result;
}

// Returns the index of exactly this colour; -1 if the palette does not have it.
int llua_palette_find(const llua_palette *palette, uint32_t color);
