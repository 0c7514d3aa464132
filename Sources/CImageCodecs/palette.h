// SPDX-License-Identifier: MIT
#pragma once
#include "CImageCodecs.h"

// Red, green and blue as coordinates in which distances look about alike.
static const float llua_axes[3] = {0.7071f, 1.0f, 0.6708f};

enum { LLUA_POINTS = 16384, LLUA_SLOTS = 2 * LLUA_POINTS };

// A colour, or several near each other that are counted together.
typedef struct {
  uint32_t key;  // 0 is free
  uint32_t count;
  uint64_t sum[3];
  // The most frequent colour of them, and its lead, after Boyer and Moore.
  uint32_t most, lead;
} llua_bin;

struct llua_histogram {
  llua_bin *bins;
  int points;
  int shift;  // the number of lower bits of each channel that are ignored
  uint64_t total;
};

enum { LLUA_NEIGHBOURS = 24, LLUA_CELLS = 32 * 32 * 32, LLUA_MIXES = 32768, LLUA_MIX = 16 };

struct llua_palette {
  int count;
  uint32_t colors[256];
  // Coordinates; those past `count` are far away.
  float at[3][256];
  // Exact colours: index + 1 by hash.
  uint16_t exact[1024];
  // The colours near each of 32×32×32 cells, found when they are needed, nearest first.
  uint8_t known[LLUA_CELLS];
  uint8_t near[LLUA_CELLS][LLUA_NEIGHBOURS];
  // The mixes that colours have last been drawn with, dark to bright.
  uint32_t keys[LLUA_MIXES];
  uint8_t mixes[LLUA_MIXES][LLUA_MIX];
};

typedef float llua_f4 __attribute__((vector_size(16)));
typedef int32_t llua_i4 __attribute__((vector_size(16)));

// The least of numbers that were compared four at a time, the first of equals: the least so far of each column, and
// their places.
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

// The index of exactly this colour; -1 when the palette does not have it.
int llua_palette_find(const llua_palette *palette, uint32_t color);
