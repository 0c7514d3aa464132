// SPDX-License-Identifier: MIT
// Crowded pixels, in which an outline meets itself: there the fill rule must be applied to every point of the pixel,
// not to its mean winding.
//
// The sum of signed areas is a pixel's mean winding. The rule may be applied to the mean only if it is affine over all
// windings in the pixel: two neighbouring ones, or all at least 1, or all at most -1 (non-zero). A single chain (see
// llua_outline) separates two neighbouring windings. So while edges are added, their parts in each pixel are recorded.
// A pixel that a second chain touches is crowded, and is resolved from its parts when its row is swept. The result for
// a pixel depends on its parts alone, never on the band.
#pragma once
#include "cells.h"

// Bit layout of a part's key: chain (with its direction) 24 bits, flags 4, y0, y1, x0, x1 9 bits each. The coordinates
// are the part's ends within the pixel, 0...256 from its top left, y0 <= y1. Sorting keys thus sorts parts by chain.
enum {
  KEY_CHAIN = 40,
  KEY_RIGHT = 36,  // the contour runs to the right here
  KEY_TOP = 37,    // the part crosses the pixel's left side at its upper end
  KEY_BOTTOM = 38  // the part crosses the pixel's left side at its lower end
};

typedef struct {
  int32_t sign, y0, y1, x0, x1;
  // Change of the winding left of the pixel, below `crossing`; 0 if the part does not cross the left side.
  int32_t change, crossing;
} part;

INLINE part part_of(uint64_t key) {
  part p = {
      .sign = 1 - (int32_t)((key >> KEY_CHAIN & 1) * 2),
      .y0 = (int32_t)(key >> 27 & 511),
      .y1 = (int32_t)(key >> 18 & 511),
      .x0 = (int32_t)(key >> 9 & 511),
      .x1 = (int32_t)(key & 511),
  };
  if (key >> KEY_TOP & 3) {
    p.change = key >> KEY_RIGHT & 1 ? -1 : 1;
    p.crossing = key >> KEY_TOP & 1 ? p.y0 : p.y1;
  }
  return p;
}

// Fallback for a pixel with more parts than are resolved: windings sampled at the centres of a 32 x 32 grid, stored as
// differences from left to right.
enum { GRID = 32, GRID_STEP = 256 / GRID };

typedef struct {
  int32_t change[GRID][GRID + 1];
  int64_t own;  // sum of own_sum over all parts
} winding_grid;

typedef struct {
  llua_part *parts;
  uint32_t count, capacity, epoch;
  // Used for a band of a single pixel that has more parts than there is room for, else NULL.
  winding_grid *grid;
} noter;

// Contribution of a part to the sum of its pixel, and of its crossing of the left side to the winding there, so that
// sum - own = FULL * (the winding left of the pixel at its top).
INLINE int32_t own_sum(part p) {
  return p.sign * (p.y1 - p.y0) * (512 - p.x0 - p.x1) + p.change * (256 - p.crossing) * 512;
}

static __attribute__((noinline)) void grid_add(winding_grid *g, uint64_t key) {
  part p = part_of(key);
  g->own += own_sum(p);
  if (p.change != 0)
    for (int32_t r = (p.crossing + GRID_STEP / 2 - 1) / GRID_STEP; r < GRID; r++) g->change[r][0] += p.change;
  if (p.y1 == p.y0) return;
  float slope = (float)(p.x1 - p.x0) / (float)(p.y1 - p.y0);
  for (int32_t r = (p.y0 + GRID_STEP / 2 - 1) / GRID_STEP, y = r * GRID_STEP + GRID_STEP / 2; y < p.y1;
       r++, y += GRID_STEP) {
    float x = (float)p.x0 + (float)(y - p.y0) * slope;
    int32_t c = ((int32_t)x + GRID_STEP / 2) / GRID_STEP;
    g->change[r][c > GRID ? GRID : c] += p.sign;
  }
}

static int32_t grid_sum(const winding_grid *g, int32_t sum, int32_t rule) {
  int32_t base = (int32_t)((sum - g->own) >> FULL_SHIFT), inside = 0;
  for (int32_t r = 0; r < GRID; r++) {
    int32_t w = base;
    for (int32_t c = 0; c < GRID; c++) {
      w += g->change[r][c];
      inside += rule == LLUA_EVENODD ? w & 1 : w != 0;
    }
  }
  return inside * (FULL / (GRID * GRID));
}

// --- Noting

typedef struct {
  int32_t *cells;
  uint32_t *heads;
  uint8_t *marks, *crowds;
} noted_line;

INLINE void next_line(noted_line *l, size_t stride, size_t mark_stride) {
  l->cells += stride, l->heads += stride, l->marks += mark_stride, l->crowds += mark_stride;
}

INLINE void note(noter *n, const noted_line *l, int32_t p, uint64_t key) {
  if (__builtin_expect(n->count >= n->capacity, 0)) {
    n->count = n->capacity + 1;
    if (n->grid == NULL) return;
    grid_add(n->grid, key);
    mark(l->marks, p);
    l->crowds[p >> 2] |= (uint8_t)(1 << (p & 3));
    return;
  }
  uint32_t before = l->heads[p];
  llua_part *part = n->parts + n->count;
  l->heads[p] = n->epoch + ++n->count;
  part->key = key;
  part->next = 0;
  if (before > n->epoch) {
    part->next = before - n->epoch;
    if (n->parts[part->next - 1].key >> KEY_CHAIN != key >> KEY_CHAIN) {
      mark(l->marks, p);
      l->crowds[p >> 2] |= (uint8_t)(1 << (p & 3));
    }
  }
}

INLINE uint64_t place_key(int32_t y0, int32_t y1, int32_t x0, int32_t x1) {
  return (uint64_t)((uint32_t)y0 << 9 | (uint32_t)y1) << 18 | (uint32_t)x0 << 9 | (uint32_t)x1;
}

INLINE void add_part(noter *n, const noted_line *l, int32_t p, uint64_t id, int32_t sign, int32_t y0, int32_t y1,
    int32_t x0, int32_t x1) {
  int32_t h = (y1 - y0) * sign, area = h * (x0 + x1);
  l->cells[p] += h * 512 - area;
  l->cells[p + 1] += area;
  mark(l->marks, p);
  mark(l->marks, p + 1);
  note(n, l, p, id | place_key(y0, y1, x0, x1));
}

// Adds and records the part of an edge in one row, from x to xn, `total` (0...256) high, starting at y within the row.
// Splits it exactly as add_row and add_wide do.
static __attribute__((noinline)) void note_row(noter *n, const noted_line *l, int32_t width, int32_t x, int32_t xn,
    int32_t y, int32_t total, int32_t sign, int64_t inverse, uint64_t id) {
  const int32_t xl = min_i(x, xn), xr = max_i(x, xn), last = xr >> 8;
  // True if the part runs to the right on its way down.
  const int32_t right = xn > x;
  int32_t p = xl >> 8, f0 = xl & 255, done = 0;
  uint64_t enters = 0;
  if (p >= width) return;
  if (p < 0) {
    int64_t at = last < 0 ? total : (-(int64_t)xl * inverse + ((int64_t)1 << 31)) >> 32;
    done = at > total ? total : (int32_t)at;
    l->cells[0] += sign * done * 512;
    mark(l->marks, 0);
    if (last < 0) return;
    p = f0 = 0;
    enters = (uint64_t)1 << (right ? KEY_TOP : KEY_BOTTOM);
  }
  for (;;) {
    int32_t at = total, f1 = xr & 255;
    if (p != last) {
      int64_t reached = (((int64_t)(p + 1) * 256 - xl) * inverse + ((int64_t)1 << 31)) >> 32;
      at = reached > total ? total : (int32_t)reached;
      f1 = 256;
    }
    if (right) {
      add_part(n, l, p, id | enters, sign, y + done, y + at, f0, f1);
    } else {
      add_part(n, l, p, id | enters, sign, y + total - at, y + total - done, f1, f0);
    }
    if (p == last || p + 1 >= width) return;
    enters = (uint64_t)1 << (right ? KEY_TOP : KEY_BOTTOM);
    f0 = 0;
    done = at;
    p++;
  }
}

// Fast path of note_row: one pixel or two, without a branch, as in add_row.
INLINE void note_step(noter *n, const noted_line *l, int32_t width, int32_t x, int32_t xn, int32_t y, int32_t total,
    int32_t sign, int64_t inverse, uint64_t id) {
  const int32_t xl = min_i(x, xn), xr = max_i(x, xn);
  const int32_t p = xl >> 8, beyond = (xr >> 8) - p;
  if (__builtin_expect(
          (uint32_t)p >= (uint32_t)width || beyond > 1 || p + beyond >= width || n->count + 2 > n->capacity, 0)) {
    note_row(n, l, width, x, xn, y, total, sign, inverse, id);
    return;
  }
  const int32_t two = -beyond, fl = xl & 255, fr = xr & 255;
  int64_t at = ((int64_t)((uint64_t)(256 - fl) * (uint64_t)inverse) + ((int64_t)1 << 31)) >> 32;
  at = at < total ? at : total;
  const int32_t t0 = total + (((int32_t)at - total) & two), f1 = fr + ((256 - fr) & two);
  const int32_t h0 = t0 * sign, h1 = total * sign - h0, a0 = h0 * (fl + f1), a1 = h1 * fr;
  int32_t *c = l->cells + p;
  c[0] += h0 * 512 - a0;
  c[1] += a0 + h1 * 512 - a1;
  c[2] += a1;
  mark(l->marks, p);
  mark(l->marks, p + 2);
  // A part that runs to the left enters the right pixel first.
  const int32_t left = -(xn < x);
  const uint64_t first = id |
      place_key(y + ((total - t0) & left), y + t0 + ((total - t0) & left), (fl & ~left) | (f1 & left),
          (f1 & ~left) | (fl & left));
  const uint64_t second = id | (uint64_t)1 << (left ? KEY_BOTTOM : KEY_TOP) |
      place_key(y + (t0 & ~left), y + total - (t0 & left), fr & left, fr & ~left);
  const uint32_t k = n->count, epoch = n->epoch;
  llua_part *parts = n->parts;
  const uint32_t b0 = l->heads[p], i0 = b0 > epoch ? b0 - epoch : 0;
  l->heads[p] = epoch + k + 1;
  parts[k].key = first;
  parts[k].next = i0;
  const uint32_t b1 = l->heads[p + beyond], i1 = b1 > epoch ? b1 - epoch : 0;
  l->heads[p + beyond] = epoch + k + 1 + (uint32_t)beyond;
  parts[k + 1].key = second;
  parts[k + 1].next = i1;
  n->count = k + 1 + (uint32_t)beyond;
  // Compare with the chain recorded before in each pixel; with its own chain if there is none.
  const uint64_t c0 = parts[i0 ? i0 - 1 : k].key ^ first, c1 = parts[i1 ? i1 - 1 : k].key ^ first;
  if ((c0 | c1) >> KEY_CHAIN) {
    mark(l->marks, p + beyond);
    if (c0 >> KEY_CHAIN) l->crowds[p >> 2] |= (uint8_t)(1 << (p & 3));
    if (c1 >> KEY_CHAIN) l->crowds[(p + beyond) >> 2] |= (uint8_t)(1 << ((p + beyond) & 3));
  }
}

// Same as `add_sloping`, with identical arithmetic, but records parts.
static void note_sloping(noter *n, noted_line l, int32_t x0, int32_t y0, int32_t x1, int32_t y1, int32_t y, int32_t end,
    int32_t sign, int32_t width, size_t stride, size_t mark_stride, uint64_t id) {
  const double dx = (double)(x1 - x0), dy = (double)(y1 - y0);
  if (y1 <= (y0 | 255) + 1) {
    const int32_t p = x0 >> 8;
    if (p == x1 >> 8 && (uint32_t)p < (uint32_t)width) {
      add_part(n, &l, p, id, sign, y0 & 255, (y0 & 255) + (y1 - y0), x0 & 255, x1 & 255);
    } else {
      note_step(n, &l, width, x0, x1, y0 & 255, y1 - y0, sign, (int64_t)(dy * 4294967296.0 / __builtin_fabs(dx)), id);
    }
    return;
  }
  const int64_t slope = (int64_t)(dx * 4294967296.0 / dy);
  const int64_t inverse = (int64_t)(dy * 4294967296.0 / __builtin_fabs(dx));
  int64_t position = (int64_t)x0 * 4294967296 + ((int64_t)1 << 31) + slope * (y - y0);
  int32_t x = (int32_t)(position >> 32);
  while (y < end) {
    int32_t next = min_i((y | 255) + 1, end), total = next - y;
    position += slope * total;
    int32_t xn = next == y1 ? x1 : (int32_t)(position >> 32);
    note_step(n, &l, width, x, xn, y & 255, total, sign, inverse, id);
    next_line(&l, stride, mark_stride);
    x = xn;
    y = next;
  }
}

// Same as `accumulate`, but records parts. Horizontal edges add no area but are recorded.
static void note_edges(noter *n, const llua_outline *o, const uint32_t *index, size_t from, size_t count, int32_t top,
    int32_t bottom, int32_t left, int32_t width, noted_line lines, size_t stride, size_t mark_stride) {
  const int32_t y_top = top * 256, y_bottom = bottom * 256, x_left = left * 256, x_right = width * 256;
  for (size_t k = 0; k < count; k++) {
    const size_t i = index ? index[k] : from + k;
    const llua_edge *e = o->edges + i;
    const int32_t down = e->y0 < e->y1, sign = down ? 1 : -1;
    const int32_t y0 = down ? e->y0 : e->y1, y1 = down ? e->y1 : e->y0;
    const int32_t x0 = (down ? e->x0 : e->x1) - x_left, x1 = (down ? e->x1 : e->x0) - x_left;
    if (y1 <= y_top || y0 >= y_bottom) continue;
    if (x0 >= x_right && x1 >= x_right) continue;
    const int32_t y = max_i(y0, y_top), end = min_i(y1, y_bottom);
    const size_t row = (size_t)((y >> 8) - top);
    noted_line l = {lines.cells + row * stride, lines.heads + row * stride, lines.marks + row * mark_stride,
        lines.crowds + row * mark_stride};
    const uint64_t id = (uint64_t)o->chains[i] << KEY_CHAIN | (uint64_t)(e->x1 > e->x0) << KEY_RIGHT;
    if (x0 < 0 && x1 < 0) {
      add_vertical(l.cells, l.marks, -1, y, end, sign, stride, mark_stride);
    } else if (y0 == y1) {
      // On the boundary between two rows it is in neither.
      if ((y0 & 255) == 0) continue;
      int32_t p = max_i(min_i(x0, x1) >> 8, 0), last = min_i(max_i(x0, x1) >> 8, width - 1);
      uint64_t enters = min_i(x0, x1) < 0 ? (uint64_t)1 << KEY_TOP : 0;
      const uint64_t level = place_key(y & 255, y & 255, 0, 0);
      for (; p <= last; p++) {
        note(n, &l, p, id | enters | level);
        enters = (uint64_t)1 << KEY_TOP;
      }
    } else if (x0 == x1) {
      for (int32_t at = y; at < end;) {
        int32_t next = min_i((at | 255) + 1, end);
        add_part(n, &l, x0 >> 8, id, sign, at & 255, (at & 255) + (next - at), x0 & 255, x0 & 255);
        next_line(&l, stride, mark_stride);
        at = next;
      }
    } else {
      note_sloping(n, l, x0, y0, x1, y1, y, end, sign, width, stride, mark_stride, id);
    }
  }
}

// --- Resolving

enum { MOST_PARTS = 16, MOST_CROSSED = 8, MOST_CUTS = 50 };

typedef float V8F __attribute__((vector_size(32)));
typedef int32_t V8I __attribute__((vector_size(32)));

// A macro, since without AVX vectors of this size are not passed in registers, and compilers warn about it.
#define INSIDE8(winding, rule) ((rule) == LLUA_EVENODD ? (winding)&1 : ((winding) != 0) & 1)

// Returns the y at which two parts cross; if they do not cross within both, the top of `p`.
INLINE float crossing_of(const part *p, const part *q, float p_slope, float q_slope) {
  const float y0 = (float)max_i(p->y0, q->y0), y1 = (float)min_i(p->y1, q->y1);
  const float d0 = ((float)p->x0 + (y0 - (float)p->y0) * p_slope) - ((float)q->x0 + (y0 - (float)q->y0) * q_slope);
  const float d1 = d0 + (y1 - y0) * (p_slope - q_slope);
  const float y = y0 + (y1 - y0) * (d0 / (d0 - d1));
  const int32_t is_inside = ((d0 < 0) != (d1 < 0)) & (y0 < y1) & (y > y0) & (y < y1);
  return is_inside ? y : (float)p->y0;
}

// Adds the area inside by the rule in up to 8 slabs, in 1/65536 of a pixel. Nothing begins, ends or crosses within a
// slab. So the windings at its middle, from left to right, are those of the whole slab, its sides are straight and
// areas are exact.
INLINE void add_slabs(
    V8F *sum, const part *parts, const float *slope, int32_t n, int32_t base, const float *cuts, int32_t rule) {
  V8F upper, lower;
  __builtin_memcpy(&upper, cuts, sizeof upper);
  __builtin_memcpy(&lower, cuts + 1, sizeof lower);
  const V8F height = lower - upper, middle = upper + height * 0.5f;
  V8F x[MOST_PARTS];
  V8I sign[MOST_PARTS], before[MOST_PARTS];
  V8I left = (V8I){0} + base;
  for (int32_t i = 0; i < n; i++) {
    const part *p = parts + i;
    left += (middle > (float)p->crossing) & p->change;
    sign[i] = ((middle > (float)p->y0) & (middle < (float)p->y1)) & p->sign;
    x[i] = (float)p->x0 + (middle - (float)p->y0) * slope[i];
  }
  V8I all = left;
  for (int32_t i = 0; i < n; i++) {
    V8I w = left;
    for (int32_t j = 0; j < i; j++) {
      V8I first = x[j] <= x[i];
      w += first & sign[j];
      before[j] += ~first & sign[i];
    }
    before[i] = w;
    all += sign[i];
  }
  V8F covered = __builtin_convertvector(INSIDE8(all, rule), V8F) * 256.0f;
  for (int32_t i = 0; i < n; i++)
    covered += __builtin_convertvector(INSIDE8(before[i], rule) - INSIDE8(before[i] + sign[i], rule), V8F) * x[i];
  *sum += covered * height;
}

INLINE int32_t inside_1(int32_t winding, int32_t rule) { return rule == LLUA_EVENODD ? winding & 1 : winding != 0; }

INLINE int32_t sum_of_areas(const V8F *a, float more) {
  float area = (((*a)[0] + (*a)[4]) + ((*a)[1] + (*a)[5])) + (((*a)[2] + (*a)[6]) + ((*a)[3] + (*a)[7])) + more;
  int32_t result = (int32_t)(area * 2.0f + 0.5f);
  return result < 0 ? 0 : result > FULL ? FULL : result;
}

INLINE void order(float *v, int32_t i, int32_t k) {
  float a = v[i], b = v[k];
  v[i] = a < b ? a : b;
  v[k] = a < b ? b : a;
}

// Resolves two or three parts, as in almost all crowded pixels: their ends and crossings are at most 9 cuts. Nothing
// changes above the first and below the last.
INLINE int32_t resolve_few(const part *parts, int32_t n, int32_t base, int32_t rule) {
  float v[12], slope[3];
  int32_t last = base;
  for (int32_t i = 0; i < n; i++) {
    v[2 * i] = (float)parts[i].y0;
    v[2 * i + 1] = (float)parts[i].y1;
    slope[i] = parts[i].y1 > parts[i].y0 ? (float)(parts[i].x1 - parts[i].x0) / (float)(parts[i].y1 - parts[i].y0) : 0;
    last += parts[i].change;
  }
  v[2 * n] = crossing_of(parts, parts + 1, slope[0], slope[1]);
  if (n == 2) {
    order(v, 0, 2), order(v, 1, 3), order(v, 0, 1), order(v, 2, 3), order(v, 1, 2);
    order(v, 3, 4), order(v, 2, 3), order(v, 1, 2), order(v, 0, 1);
    for (int32_t i = 5; i < 9; i++) v[i] = v[4];
  } else {
    v[7] = crossing_of(parts, parts + 2, slope[0], slope[2]);
    v[8] = crossing_of(parts + 1, parts + 2, slope[1], slope[2]);
    order(v, 0, 3), order(v, 1, 7), order(v, 2, 5), order(v, 4, 8);
    order(v, 0, 7), order(v, 2, 4), order(v, 3, 8), order(v, 5, 6);
    order(v, 0, 2), order(v, 1, 3), order(v, 4, 5), order(v, 7, 8);
    order(v, 1, 4), order(v, 3, 6), order(v, 5, 7);
    order(v, 0, 1), order(v, 2, 4), order(v, 3, 5), order(v, 6, 8);
    order(v, 2, 3), order(v, 4, 5), order(v, 6, 7);
    order(v, 1, 2), order(v, 3, 4), order(v, 5, 6);
  }
  V8F areas = {0};
  add_slabs(&areas, parts, slope, n, base, v, rule);
  // Above and below the parts the winding is that left of the pixel.
  return sum_of_areas(
      &areas, 256.0f * ((float)inside_1(base, rule) * v[0] + (float)inside_1(last, rule) * (256.0f - v[8])));
}

// Resolves up to MOST_PARTS parts: exactly up to 8; with more the cuts are the ends and 15 levels between.
static __attribute__((noinline)) int32_t resolve_many(const part *parts, int32_t n, int32_t base, int32_t rule) {
  float cuts[MOST_CUTS + 8], slope[MOST_PARTS];
  // Few cuts are typical: most parts run from top to bottom, and few pairs cross.
  int32_t count = 1;
  cuts[0] = 0;
  for (int32_t i = 0; i < n; i++) {
    const part *p = parts + i;
    if (p->y0 > 0) cuts[count++] = (float)p->y0;
    if (p->y1 < 256) cuts[count++] = (float)p->y1;
    slope[i] = p->y1 > p->y0 ? (float)(p->x1 - p->x0) / (float)(p->y1 - p->y0) : 0;
  }
  if (n <= MOST_CROSSED) {
    for (int32_t i = 1; i < n; i++) {
      for (int32_t k = 0; k < i; k++) {
        const float y = crossing_of(parts + i, parts + k, slope[i], slope[k]);
        if (y != (float)parts[i].y0) cuts[count++] = y;
      }
    }
  } else {
    for (int32_t y = 16; y < 256; y += 16) cuts[count++] = (float)y;
  }
  int32_t levels = 1;
  for (int32_t i = 1; i < count; i++) {
    const float y = cuts[i];
    int32_t k = levels;
    while (cuts[k - 1] > y) k--;
    if (cuts[k - 1] == y) continue;
    for (int32_t j = levels++; j > k; j--) cuts[j] = cuts[j - 1];
    cuts[k] = y;
  }
  count = levels + 1;
  cuts[levels] = 256;
  for (int32_t i = 0; i < 8; i++) cuts[count + i] = 256;
  V8F sum = {0};
  for (int32_t k = 0; k < count - 1; k += 8) {
    if (n == 4) {
      add_slabs(&sum, parts, slope, 4, base, cuts + k, rule);
    } else {
      add_slabs(&sum, parts, slope, n, base, cuts + k, rule);
    }
  }
  return sum_of_areas(&sum, 0);
}

static __attribute__((noinline)) int32_t resolve_slabs(const part *parts, int32_t n, int32_t base, int32_t rule) {
  if (n == 2)
    return rule == LLUA_EVENODD ? resolve_few(parts, 2, base, LLUA_EVENODD) : resolve_few(parts, 2, base, LLUA_NONZERO);
  if (n == 3)
    return rule == LLUA_EVENODD ? resolve_few(parts, 3, base, LLUA_EVENODD) : resolve_few(parts, 3, base, LLUA_NONZERO);
  return resolve_many(parts, n, base, rule);
}

// Point at a position on the pixel's boundary, clockwise from its top left corner, 256 per side.
INLINE void point_at(int32_t at, float *x, float *y) {
  const int32_t side = at >> 8, rest = at & 255;
  *x = (float)(side == 0 ? rest : side == 1 ? 256 : side == 2 ? 256 - rest : 0);
  *y = (float)(side == 0 ? 0 : side == 1 ? rest : side == 2 ? 256 : 256 - rest);
}

// Positions of a part's ends on the pixel's boundary, in order; returns 0 if an end is inside the pixel.
INLINE int ends_of(uint64_t key, part p, int32_t *from, int32_t *to) {
  int32_t upper, lower;
  if (key >> KEY_TOP & 1) {
    upper = 1024 - p.y0;
  } else if (p.y0 == 0) {
    upper = p.x0;
  } else if (p.x0 == 256) {
    upper = 256 + p.y0;
  } else {
    return 0;
  }
  if (key >> KEY_BOTTOM & 1) {
    lower = 1024 - p.y1;
  } else if (p.y1 == 256) {
    lower = 768 - p.x1;
  } else if (p.x1 == 256) {
    lower = 256 + p.y1;
  } else {
    return 0;
  }
  *from = min_i(upper, lower);
  *to = max_i(upper, lower);
  return 1;
}

// Area on the far side of both of two crossing parts, seen from the top left corner. In units of FULL per pixel.
static int32_t shared_area(part p, part q, int32_t from, int32_t to) {
  const float px = (float)(p.x1 - p.x0), py = (float)(p.y1 - p.y0), qx = (float)(q.x1 - q.x0),
              qy = (float)(q.y1 - q.y0);
  const float d = px * qy - py * qx;
  if (d == 0) return 0;
  const float t = ((float)(q.x0 - p.x0) * qy - (float)(q.y0 - p.y0) * qx) / d;
  const float kx = (float)p.x0 + px * t, ky = (float)p.y0 + py * t;
  // Triangle fan around the crossing.
  float x, y, area = 0;
  point_at(from, &x, &y);
  for (int32_t at = from; at < to;) {
    const int32_t next = min_i((at | 255) + 1, to);
    float nx, ny;
    point_at(next, &nx, &ny);
    area += (x - kx) * (ny - ky) - (y - ky) * (nx - kx);
    x = nx, y = ny, at = next;
  }
  const int32_t sum = (int32_t)(area + 0.5f);
  return sum < 0 ? 0 : sum > FULL ? FULL : sum;
}

// Resolves two parts of two chains that both run through the pixel from side to side. The winding is known at the top
// left corner, and changes beyond each part. So three areas determine the sum: beyond one, beyond the other, and beyond
// both. Returns 0 if a part begins or ends inside.
INLINE int resolve_two(uint64_t first, uint64_t second, int32_t *sum, int32_t rule) {
  const part p = part_of(first), q = part_of(second);
  int32_t p_from, p_to, q_from, q_to;
  if (!ends_of(first, p, &p_from, &p_to) || !ends_of(second, q, &q_from, &q_to)) return 0;
  const int32_t p_own = own_sum(p), q_own = own_sum(q), base = (*sum - p_own - q_own) >> FULL_SHIFT;
  const int32_t p_area = p_own < 0 ? -p_own : p_own, q_area = q_own < 0 ? -q_own : q_own;
  const int32_t p_winding = base + (p_own > 0) - (p_own < 0), q_winding = base + (q_own > 0) - (q_own < 0);
  const int32_t none = inside_1(base, rule), in_p = inside_1(p_winding, rule), in_q = inside_1(q_winding, rule);
  const int32_t in_both = inside_1(p_winding + q_winding - base, rule);
  int32_t both = 0;
  if (none - in_p - in_q + in_both != 0) {
    const int32_t from = max_i(p_from, q_from), to = min_i(p_to, q_to);
    if (from >= to) {
      both = 0;
    } else if (from == q_from && to == q_to) {
      both = q_area;
    } else if (from == p_from && to == p_to) {
      both = p_area;
    } else {
      both = shared_area(p, q, from, to);
      both = min_i(both, min_i(p_area, q_area));
    }
  }
  *sum = none * (FULL - p_area - q_area + both) + in_p * (p_area - both) + in_q * (q_area - both) + in_both * both;
  return 1;
}

INLINE int is_affine(int32_t low, int32_t high, int32_t rule) {
  if (high - low <= 1) return 1;
  return rule != LLUA_EVENODD && (low >= 1 || high <= -1);
}

// Returns the correct sum of a crowded pixel, given its accumulated one.
static int32_t resolve(const noter *n, uint32_t first, int32_t sum, int32_t rule) {
  if (n->grid) return grid_sum(n->grid, sum, rule);
  const llua_part *all = n->parts;
  const uint32_t second = all[first - 1].next;
  if (second != 0 && all[second - 1].next == 0) {
    const uint64_t a = all[first - 1].key, b = all[second - 1].key;
    if (resolve_two(a < b ? a : b, a < b ? b : a, &sum, rule)) return sum;
  }
  uint64_t keys[MOST_PARTS];
  int32_t count = 0;
  for (uint32_t i = first; i != 0; i = all[i - 1].next) {
    if (count == MOST_PARTS) {
      winding_grid grid;
      __builtin_memset(&grid, 0, sizeof grid);
      for (uint32_t k = first; k != 0; k = all[k - 1].next) grid_add(&grid, all[k - 1].key);
      return grid_sum(&grid, sum, rule);
    }
    uint64_t key = all[i - 1].key;
    int32_t k = count++;
    for (; k > 0 && keys[k - 1] > key; k--) keys[k] = keys[k - 1];
    keys[k] = key;
  }
  part parts[MOST_PARTS];
  int32_t own = 0;
  for (int32_t i = 0; i < count; i++) {
    parts[i] = part_of(keys[i]);
    own += own_sum(parts[i]);
  }
  const int32_t base = (sum - own) >> FULL_SHIFT;
  // Range of possible windings: each chain has one winding on its left and another on its right. The direction in which
  // it first crosses the left side decides whether `base` is the one on its right.
  int32_t low = base, high = base;
  for (int32_t i = 0; i < count;) {
    uint64_t chain = keys[i] >> KEY_CHAIN;
    int32_t sign = parts[i].sign, with = 0, against = 0;
    for (; i < count && keys[i] >> KEY_CHAIN == chain; i++) {
      if (parts[i].change == sign) with = 1;
      if (parts[i].change == -sign) against = 1;
    }
    if (with || !against) *(sign > 0 ? &high : &low) += sign;
    if (against) *(sign > 0 ? &low : &high) -= sign;
  }
  if (is_affine(low, high, rule)) return sum;
  // Two chains that meet in a vertex, one down and one up, separate two neighbouring windings.
  if (count == 2 && parts[0].sign != parts[1].sign && parts[0].y0 < parts[0].y1 && parts[1].y0 < parts[1].y1 &&
      ((parts[0].y0 == parts[1].y0 && parts[0].x0 == parts[1].x0) ||
          (parts[0].y1 == parts[1].y1 && parts[0].x1 == parts[1].x1)))
    return sum;
  return resolve_slabs(parts, count, base, rule);
}

// The recorded parts of one row; `bytes` is the length of its row in `crowds`.
typedef struct {
  const noter *n;
  const uint32_t *heads;
  uint8_t *crowds;
  int32_t bytes;
} crowd_line;

// Bit mask of the crowded pixels among LANES from `i` on.
INLINE uint32_t crowded_lanes(const crowd_line *c, int32_t i) {
  const uint8_t *at = c->crowds + (i >> 2);
#if LANES == 8
  return (uint32_t)at[0] | ((i >> 2) + 1 < c->bytes ? (uint32_t)at[1] << 4 : 0);
#elif LANES == 4
  return at[0];
#else
  return at[0] >> (i & 3) & 1;
#endif
}

// Replaces the sums of the crowded pixels, and clears their flags.
static __attribute__((noinline)) void resolve_lanes(
    const crowd_line *c, int32_t i, uint32_t lanes, int32_t *sums, int32_t rule) {
  for (; lanes != 0; lanes &= lanes - 1) {
    int32_t k = __builtin_ctz(lanes), p = i + k;
    c->crowds[p >> 2] &= (uint8_t) ~(1 << (p & 3));
    sums[k] = resolve(c->n, c->heads[p] - c->n->epoch, sums[k], rule);
  }
}
