// SPDX-License-Identifier: MIT
#include "palette.h"

#include <stdlib.h>
#include <string.h>

// Palettes: boxes of colours are split where that reduces the variance most, then the colours are refined by k-means.

#pragma STDC FP_CONTRACT OFF

typedef llua_f4 f4;
typedef llua_i4 i4;

typedef struct {
  uint8_t byte[3];
  uint8_t pure;  // (nearly) a single colour
  float at[3];
  double weight;
  uint32_t count;
} point;

typedef struct {
  int start, end;
  // The best split: its axis, the last value before it, and the error it removes.
  int axis, cut;
  double gain;
} box;

llua_palette *llua_palette_open(void) { return calloc(1, sizeof(llua_palette)); }
void llua_palette_close(llua_palette *self) { free(self); }
void llua_palette_take(llua_palette *self, const llua_palette *other) { *self = *other; }
int llua_palette_count(const llua_palette *self) { return self->count; }
const uint32_t *llua_palette_colors(const llua_palette *self) { return self->colors; }

static inline uint32_t hash(uint32_t color) { return (color & 0xFFFFFF) * 0x9E3779B1u >> 22; }

int llua_palette_find(const llua_palette *self, uint32_t color) {
  for (uint32_t at = hash(color); self->exact[at]; at = (at + 1) & 1023)
    if (self->colors[self->exact[at] - 1] == color) return self->exact[at] - 1;
  return -1;
}

static int brightness(uint32_t c) {
  return (int)(c & 255) * 299 + (int)(c >> 8 & 255) * 587 + (int)(c >> 16 & 255) * 114;
}

static int darker(const void *a, const void *b) {
  uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
  int d = brightness(p) - brightness(q);
  return d ? d : (p > q) - (p < q);
}

// Sorts the colours, dark to bright, removes duplicates and resets the caches.
static void settle(llua_palette *self) {
  qsort(self->colors, (size_t)self->count, sizeof *self->colors, darker);
  int count = 0;
  for (int i = 0; i < self->count; i++)
    if (!count || self->colors[i] != self->colors[count - 1]) self->colors[count++] = self->colors[i];
  self->count = count;
  // Clears the rest: a file's table has one more entry than the count.
  memset(self->colors + count, 0, sizeof self->colors - (size_t)count * sizeof *self->colors);
  memset(self->exact, 0, sizeof self->exact);
  memset(self->known, 0, sizeof self->known);
  memset(self->keys, 0, sizeof self->keys);
  for (int i = 0; i < 256; i++)
    for (int c = 0; c < 3; c++)
      self->at[c][i] = i < count ? (float)(self->colors[i] >> (8 * c) & 255) * llua_axes[c] : 1e6f;
  for (int i = 0; i < count; i++) {
    uint32_t at = hash(self->colors[i]);
    while (self->exact[at]) at = (at + 1) & 1023;
    self->exact[at] = (uint16_t)(i + 1);
  }
}

// Returns the nearest of `count` colours, the first of equals, and stores its squared distance.
static int nearest(const float at[3][256], int count, const float p[3], float *distance) {
  f4 best = {1e30f, 1e30f, 1e30f, 1e30f};
  i4 where = {0, 0, 0, 0}, index = {0, 1, 2, 3};
  f4 x = {p[0], p[0], p[0], p[0]}, y = {p[1], p[1], p[1], p[1]}, z = {p[2], p[2], p[2], p[2]};
  for (int i = 0; i < count; i += 4) {
    f4 a, b, c;
    memcpy(&a, &at[0][i], sizeof a);
    memcpy(&b, &at[1][i], sizeof b);
    memcpy(&c, &at[2][i], sizeof c);
    a -= x;
    b -= y;
    c -= z;
    f4 d = a * a + b * b + c * c;
    i4 closer = d < best;
    best = (f4)(((i4)d & closer) | ((i4)best & ~closer));
    where = (index & closer) | (where & ~closer);
    index += 4;
  }
  return llua_first_least(best, where, distance);
}

// Finds a box's best split.
static void measure(const point *points, box *b) {
  b->gain = 0;
  b->axis = -1;
  for (int axis = 0; axis < 3; axis++) {
    struct {
      double weight, sum[3];
    } slot[256], left = {0}, all = {0};
    memset(slot, 0, sizeof slot);
    for (int i = b->start; i < b->end; i++) {
      const point *p = &points[i];
      int v = p->byte[axis];
      slot[v].weight += p->weight;
      for (int c = 0; c < 3; c++) slot[v].sum[c] += p->weight * (double)p->at[c];
    }
    for (int v = 0; v < 256; v++) {
      all.weight += slot[v].weight;
      for (int c = 0; c < 3; c++) all.sum[c] += slot[v].sum[c];
    }
    double whole = 0;
    for (int c = 0; c < 3; c++) whole += all.sum[c] * all.sum[c];
    whole /= all.weight;
    for (int v = 0; v < 255; v++) {
      if (slot[v].weight == 0) continue;
      left.weight += slot[v].weight;
      double a = 0, z = 0, rest = all.weight - left.weight;
      for (int c = 0; c < 3; c++) {
        left.sum[c] += slot[v].sum[c];
        a += left.sum[c] * left.sum[c];
        z += (all.sum[c] - left.sum[c]) * (all.sum[c] - left.sum[c]);
      }
      if (rest <= all.weight * 1e-12) break;
      double gain = a / left.weight + z / rest - whole;
      if (gain > b->gain) {
        b->gain = gain;
        b->axis = axis;
        b->cut = v;
      }
    }
  }
}

// Splits a box; `other` receives the part after the split.
static void halve(point *points, box *b, box *other) {
  int i = b->start, j = b->end;
  while (i < j) {
    if (points[i].byte[b->axis] <= b->cut) {
      i++;
    } else {
      point t = points[--j];
      points[j] = points[i];
      points[i] = t;
    }
  }
  *other = (box){.start = i, .end = b->end};
  b->end = i;
  measure(points, b);
  measure(points, other);
}

static int gather(const llua_histogram *h, point *points) {
  int n = 0;
  for (int i = 0; i < LLUA_SLOTS; i++) {
    const llua_bin *b = &h->bins[i];
    if (!b->key) continue;
    point *p = &points[n++];
    p->pure = b->lead >= b->count / 2;
    for (int c = 0; c < 3; c++) {
      float v = p->pure ? (float)(b->most >> (8 * c) & 255) : (float)((double)b->sum[c] / b->count);
      p->byte[c] = (uint8_t)(v + 0.5f);
      p->at[c] = v * llua_axes[c];
    }
    p->count = b->count;
    p->weight = b->count;
  }
  return n;
}

static uint32_t packed(const uint8_t byte[3]) {
  return byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 | 0xFF000000;
}

int llua_palette_make(llua_palette *self, const llua_histogram *h, int most) {
  self->count = 0;
  if (h->points == 0) {
    settle(self);
    return 1;
  }
  if (!h->shift && h->points <= most) {
    for (int i = 0; i < LLUA_SLOTS; i++)
      if (h->bins[i].key) self->colors[self->count++] = (h->bins[i].key - 1) | 0xFF000000;
    settle(self);
    return 1;
  }
  point *points = malloc((size_t)h->points * sizeof *points);
  if (!points) return 0;
  int n = gather(h, points), boxes = 1;
  box box_of[256] = {{.start = 0, .end = n}};
  measure(points, &box_of[0]);
  while (boxes < most) {
    int best = 0;
    for (int i = 1; i < boxes; i++)
      if (box_of[i].gain > box_of[best].gain) best = i;
    if (box_of[best].gain <= 0 || box_of[best].axis < 0) break;
    halve(points, &box_of[best], &box_of[boxes++]);
  }
  uint8_t *owner = malloc((size_t)n);
  if (!owner) {
    free(points);
    return 0;
  }
  for (int b = 0; b < boxes; b++) memset(owner + box_of[b].start, b, (size_t)(box_of[b].end - box_of[b].start));
  // The centroid of each box, then of each k-means cluster.
  float at[3][256];
  for (int i = 0; i < 256; i++) at[0][i] = at[1][i] = at[2][i] = 1e6f;
  uint32_t pure[256], heaviest[256];
  uint64_t count[256];
  for (int round = 0; round < 4; round++) {
    double sum[256][4] = {{0}};
    memset(pure, 0, sizeof pure);
    memset(heaviest, 0, sizeof heaviest);
    memset(count, 0, sizeof count);
    for (int i = 0, b = 0; i < n; i++) {
      // In the first round the boxes are the clusters.
      float distance;
      if (round > 0) b = nearest(at, boxes, points[i].at, &distance);
      else b = owner[i];
      for (int c = 0; c < 3; c++) sum[b][c] += points[i].weight * (double)points[i].at[c];
      sum[b][3] += points[i].weight;
      count[b] += points[i].count;
      if (points[i].count > heaviest[b]) {
        heaviest[b] = points[i].count;
        pure[b] = points[i].pure ? packed(points[i].byte) : 0;
      }
    }
    for (int b = 0; b < boxes; b++)
      if (sum[b][3] > 0)
        for (int c = 0; c < 3; c++) at[c][b] = (float)(sum[b][c] / sum[b][3]);
  }
  free(owner);
  free(points);
  for (int b = 0; b < boxes; b++) {
    // A colour that most pixels of a cluster have is kept exactly, so that flat areas need no dithering.
    if (pure[b] && heaviest[b] >= count[b] / 2) {
      self->colors[self->count++] = pure[b];
      continue;
    }
    uint8_t byte[3];
    for (int c = 0; c < 3; c++) {
      float v = at[c][b] / llua_axes[c] + 0.5f;
      byte[c] = (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
    }
    self->colors[self->count++] = packed(byte);
  }
  settle(self);
  return 1;
}

double llua_palette_error(const llua_palette *self, const llua_histogram *h) {
  if (!h->total) return 0;
  if (!self->count) return 1e9;
  double sum = 0;
  for (int i = 0; i < LLUA_SLOTS; i++) {
    const llua_bin *b = &h->bins[i];
    if (!b->key || (!h->shift && llua_palette_find(self, (b->key - 1) | 0xFF000000) >= 0)) continue;
    float p[3], distance;
    for (int c = 0; c < 3; c++) p[c] = (float)((double)b->sum[c] / b->count) * llua_axes[c];
    if (h->shift && llua_palette_find(self, b->most | 0xFF000000) >= 0 && b->lead >= b->count / 2) continue;
    nearest(self->at, self->count, p, &distance);
    sum += (double)distance * b->count;
  }
  return sum / (double)h->total;
}

int llua_palette_holds(const llua_palette *self, const llua_histogram *h) {
  if (h->shift) return 0;
  for (int i = 0; i < LLUA_SLOTS; i++)
    if (h->bins[i].key && llua_palette_find(self, (h->bins[i].key - 1) | 0xFF000000) < 0) return 0;
  return 1;
}
