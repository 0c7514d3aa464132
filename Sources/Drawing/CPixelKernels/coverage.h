// SPDX-License-Identifier: MIT
// Conversion of edges to coverage: signed areas in cells, then a prefix sum along each row, in which crowded pixels are
// resolved.
#pragma once
#include "crowd.h"

INLINE void add_edges(const llua_outline *o, const uint32_t *index, size_t from, size_t count, int32_t top,
    int32_t bottom, int32_t left, int32_t width, llua_scratch *s, size_t stride, size_t mark_stride, noter *n) {
  if (n) {
    noted_line lines = {s->cells, s->heads, s->marks, s->crowds};
    note_edges(n, o, index, from, count, top, bottom, left, width, lines, stride, mark_stride);
  } else {
    accumulate(index ? o->edges : o->edges + from, index, count, top, bottom, left, width, s->cells, stride, s->marks,
        mark_stride);
  }
}

// Accumulates all edges that may touch the rows; with `n` their parts are recorded.
static void accumulate_outline(const llua_outline *o, int32_t top, int32_t bottom, int32_t left, int32_t width,
    llua_scratch *s, size_t stride, size_t mark_stride, noter *n) {
  if (o->bin_count == 0) {
    add_edges(o, NULL, 0, o->count, top, bottom, left, width, s, stride, mark_stride, n);
    return;
  }
  int32_t first = max_i((top - o->bin_top) >> o->bin_shift, 0),
          last = min_i((bottom - 1 - o->bin_top) >> o->bin_shift, o->bin_count - 1);
  if (last < 0 || first >= o->bin_count) return;
  uint32_t c0 = o->carry_start[first], c1 = o->carry_start[first + 1];
  add_edges(o, o->carry + c0, 0, c1 - c0, top, bottom, left, width, s, stride, mark_stride, n);
  uint32_t e0 = o->bin_start[first], e1 = o->bin_start[last + 1];
  add_edges(o, NULL, e0, e1 - e0, top, bottom, left, width, s, stride, mark_stride, n);
}

// Number of rows that fit into the scratch memory at this width; at most 64.
INLINE int32_t rows_at_once(const llua_scratch *s, size_t stride, size_t mark_stride) {
  size_t a = s->cell_capacity / stride, b = s->mark_capacity / mark_stride;
  if (b < a) a = b;
  return a > 64 ? 64 : (int32_t)a;
}
// Adds an outline's edges to the cells of rows top ..< bottom, or of fewer rows if there is no room for all their
// parts. Returns the row at which it stopped. It is `top`, with nothing added, if a single row has too many parts and
// must be drawn in narrower pieces. The result does not depend on the split.
static int32_t fill_cells(const llua_outline *o, int32_t top, int32_t bottom, int32_t left, int32_t width,
    llua_scratch *s, size_t stride, size_t mark_stride, noter *n, winding_grid *grid) {
  if (o->chains == NULL) {
    accumulate_outline(o, top, bottom, left, width, s, stride, mark_stride, NULL);
    return bottom;
  }
  // Estimate of the parts per row: twice the average number of edges per row, which is an overestimate for most
  // outlines.
  const uint64_t a_row = o->steps * 2 / (uint64_t)(o->y1 - o->y0) + 1, most = s->part_capacity / a_row;
  if (most < 64) bottom = min_i(bottom, top + max_i((int32_t)most, 1));
  for (;;) {
    if (s->epoch > UINT32_MAX - 2 - s->part_capacity) {
      __builtin_memset(s->heads, 0, s->cell_capacity * sizeof *s->heads);
      s->epoch = 0;
    }
    *n = (noter){.parts = s->parts, .capacity = s->part_capacity, .epoch = s->epoch};
    accumulate_outline(o, top, bottom, left, width, s, stride, mark_stride, n);
    if (n->count <= n->capacity) {
      s->epoch += n->count;
      return bottom;
    }
    s->epoch += n->capacity;
    size_t rows = (size_t)(bottom - top);
    __builtin_memset(s->cells, 0, rows * stride * sizeof *s->cells);
    __builtin_memset(s->marks, 0, rows * mark_stride);
    __builtin_memset(s->crowds, 0, rows * mark_stride);
    if (rows == 1 && width > 1) return top;
    if (rows == 1) break;
    bottom = top + (bottom - top) / 2;
  }
  __builtin_memset(grid, 0, sizeof *grid);
  *n = (noter){.parts = s->parts, .epoch = s->epoch, .grid = grid};
  accumulate_outline(o, top, bottom, left, width, s, stride, mark_stride, n);
  return bottom;
}

// Returns the recorded parts of one row of the band; empty if nothing is recorded.
INLINE crowd_line crowds_of(
    const llua_outline *o, const llua_scratch *s, const noter *n, size_t row, size_t stride, size_t mark_stride) {
  if (o->chains == NULL) return (crowd_line){0};
  return (crowd_line){n, s->heads + row * stride, s->crowds + row * mark_stride, (int32_t)mark_stride};
}

// A rule of 256 and more means non-zero with coverage steepened about one half by rule / 256.
INLINE int32_t coverage_1(int32_t sum, int32_t rule) {
  if (rule == LLUA_EVENODD) {
    sum &= 2 * FULL - 1;
    if (sum > FULL) sum = 2 * FULL - sum;
  } else {
    if (sum < 0) sum = -(sum > -FULL ? sum : -FULL);
    if (sum > FULL) sum = FULL;
    if (rule >= 256) sum = min_i(max_i((((sum - FULL / 2) * rule) >> 8) + FULL / 2, 0), FULL);
  }
  return (sum * 255 + FULL / 2) >> FULL_SHIFT;
}

INLINE VU coverage_of(VI sum, int32_t rule) {
  if (rule == LLUA_EVENODD) {
    sum &= 2 * FULL - 1;
    sum = mini(sum, 2 * FULL - sum);
  } else {
    VU size = (VU)maxi(sum, -sum);
    sum = (VI)pick(size < FULL, size, splat(FULL));
    if (rule >= 256) sum = mini(maxi((((sum - FULL / 2) * rule) >> 8) + FULL / 2, splati(0)), splati(FULL));
  }
  return (VU)((sum * 255 + FULL / 2) >> FULL_SHIFT);
}

// Paints a run of one colour, source over.
INLINE void solid_run(uint32_t *p, uint32_t color, int32_t n) {
#if defined(WIDE_RUNS)
  if (color == 0) return;
  const __m512i wide = _mm512_set1_epi32((int32_t)color);
  if (color >= 0xFF000000u) {
    for (; n >= 16; n -= 16, p += 16) _mm512_storeu_si512(p, wide);
    if (n > 0) _mm512_mask_storeu_epi32(p, wide_tail(n), wide);
    return;
  }
  const wide_halves all = wide_sum(wide);
  const __m512i rest = wide_factors_beneath(wide);
  for (; n >= 16; n -= 16, p += 16) _mm512_storeu_si512(p, wide_plus_times(all, _mm512_loadu_si512(p), rest));
  if (n > 0) {
    const __mmask16 tail = wide_tail(n);
    _mm512_mask_storeu_epi32(p, tail, wide_plus_times(all, _mm512_maskz_loadu_epi32(tail, p), rest));
  }
  return;
#endif
  VU c = splat(color);
  if (color >= 0xFF000000u) {
    int32_t i = 0;
    for (; i + LANES <= n; i += LANES) store(p + i, c);
    if (i < n) store_tail(p + i, c, n - i);
    return;
  }
  if (color == 0) return;
  const halves sum = halves_of(c);
  const VH inverse = factors_beneath(c);
  int32_t i = 0;
  for (; i + LANES <= n; i += LANES) store(p + i, plus_times(sum, halves_of(load(p + i)), inverse));
  if (i < n) store_tail(p + i, plus_times(sum, halves_of(load_tail(p + i, n - i)), inverse), n - i);
}

// Number of cells that are summed at a time; a group begins at a mark.
enum { GROUP = LANES > 4 ? LANES : 4 };

// Masks out marks of cells before `position`, which were summed with the previous word; a word covers 32 cells.
INLINE uint64_t marks_from(uint64_t b, int32_t word, int32_t position) {
  return GROUP > 4 && position > word * 32 ? b & ~(uint64_t)255 : b;
}

// Pops the start of the next group. It clears both marks that a group may have, to avoid a branch.
INLINE int32_t take_group(uint64_t *b, int32_t word) {
  int32_t bit = __builtin_ctzll(*b);
  *b &= ~((GROUP > 4 ? (uint64_t)0x0101 : (uint64_t)1) << bit);
  return (word * 8 + (bit >> 3)) * 4;
}

// Returns the prefix sums of LANES cells, with crowded pixels resolved, and clears the cells.
INLINE VI take_cells(int32_t *cells, int32_t i, VI *sum, const crowd_line *crowd, int32_t has_crowds, int32_t rule) {
  VI v;
  __builtin_memcpy(&v, cells + i, sizeof v);
  __builtin_memset(cells + i, 0, sizeof v);
  v = prefix_sum(v) + *sum;
  *sum = last_lane(v);
  if (has_crowds) {
    uint32_t lanes = crowded_lanes(crowd, i);
    if (lanes != 0) {
      int32_t sums[LANES];
      __builtin_memcpy(sums, &v, sizeof v);
      resolve_lanes(crowd, i, lanes, sums, rule);
      __builtin_memcpy(&v, sums, sizeof v);
    }
  }
  return v;
}

// Sums a row's cells and paints them directly; clears cells and marks. `row` is the pixel of cell 0.
INLINE void sweep_solid_rule(int32_t *restrict cells, uint8_t *restrict marks, int32_t words, uint32_t *restrict row,
    int32_t width, uint32_t color, const crowd_line *crowd, int32_t rule) {
  const int32_t has_crowds = crowd != NULL;
  int32_t position = 0;
  VI sum = splati(0);
  const halves c = halves_of(splat(color));
  for (int32_t w = 0; w < words; w++) {
    uint64_t b;
    __builtin_memcpy(&b, marks + w * 8, 8);
    if (b == 0) continue;
    __builtin_memset(marks + w * 8, 0, 8);
    b = marks_from(b, w, position);
    while (b != 0) {
      const int32_t start = take_group(&b, w);
      if (start > position) {
        int32_t k = coverage_1(sum[0], rule);
        if (k != 0 && position < width)
          solid_run(row + position, k == 255 ? color : scale_1(color, (uint32_t)k), min_i(start, width) - position);
      }
      for (int32_t i = start; i < start + GROUP; i += LANES) {
        VU k = coverage_of(take_cells(cells, i, &sum, crowd, has_crowds, rule), rule);
        int32_t n = width - i;
        if (!any(k) || n <= 0) continue;
        if (n >= LANES) {
          store(row + i, solid_over(c, k, load(row + i)));
        } else {
          store_tail(row + i, solid_over(c, k, load_tail(row + i, n)), n);
        }
      }
      position = start + GROUP;
    }
  }
  if (position < width) {
    int32_t k = coverage_1(sum[0], rule);
    if (k != 0) solid_run(row + position, k == 255 ? color : scale_1(color, (uint32_t)k), width - position);
  }
}

static void sweep_solid(int32_t *cells, uint8_t *marks, int32_t words, uint32_t *row, int32_t width, uint32_t color,
    crowd_line crowd, int32_t rule) {
  if (rule >= 256) {
    if (crowd.n) {
      sweep_solid_rule(cells, marks, words, row, width, color, &crowd, rule);
    } else {
      sweep_solid_rule(cells, marks, words, row, width, color, NULL, rule);
    }
  } else if (rule == LLUA_EVENODD) {
    if (crowd.n) {
      sweep_solid_rule(cells, marks, words, row, width, color, &crowd, LLUA_EVENODD);
    } else {
      sweep_solid_rule(cells, marks, words, row, width, color, NULL, LLUA_EVENODD);
    }
  } else if (crowd.n) {
    sweep_solid_rule(cells, marks, words, row, width, color, &crowd, LLUA_NONZERO);
  } else {
    sweep_solid_rule(cells, marks, words, row, width, color, NULL, LLUA_NONZERO);
  }
}

// Sums a row's cells into spans; varying coverage is stored in `row` (relative to column 0 of the cells). Span
// positions are absolute.
INLINE int32_t sweep_spans_rule(int32_t *restrict cells, uint8_t *restrict marks, int32_t words, int32_t left,
    int32_t width, uint8_t *restrict row, llua_span *restrict spans, const crowd_line *crowd, int32_t rule) {
  const int32_t has_crowds = crowd != NULL;
  int32_t position = 0, count = 0;
  VI sum = splati(0);
  for (int32_t w = 0; w < words; w++) {
    uint64_t b;
    __builtin_memcpy(&b, marks + w * 8, 8);
    if (b == 0) continue;
    __builtin_memset(marks + w * 8, 0, 8);
    b = marks_from(b, w, position);
    while (b != 0) {
      const int32_t start = take_group(&b, w);
      int joined = count > 0 && spans[count - 1].coverage < 0 &&
          spans[count - 1].x + spans[count - 1].count == position + left;
      if (start > position && position < width) {
        int32_t k = coverage_1(sum[0], rule), n = min_i(start, width) - position;
        if (joined && n < 16) {
          __builtin_memset(row + position, k, (size_t)n);
          spans[count - 1].count += n;
        } else {
          joined = 0;
          if (k != 0) spans[count++] = (llua_span){left + position, n, k};
        }
      }
      VU seen = {0};
      for (int32_t i = start; i < start + GROUP; i += LANES) {
        VU k = coverage_of(take_cells(cells, i, &sum, crowd, has_crowds, rule), rule);
        seen |= k;
        store_bytes(row + i, k);
      }
      int32_t n = min_i(width - start, GROUP);
      position = start + GROUP;
      if (n <= 0) continue;
      if (joined) {
        spans[count - 1].count += n;
      } else if (any(seen)) {
        spans[count++] = (llua_span){left + start, n, -1};
      }
    }
  }
  if (position < width) {
    int32_t k = coverage_1(sum[0], rule);
    if (k != 0) spans[count++] = (llua_span){left + position, width - position, k};
  }
  return count;
}

static int32_t sweep_spans(int32_t *cells, uint8_t *marks, int32_t words, int32_t left, int32_t width, uint8_t *row,
    llua_span *spans, crowd_line crowd, int32_t rule) {
  if (crowd.n) return sweep_spans_rule(cells, marks, words, left, width, row, spans, &crowd, rule);
  if (rule >= 256) return sweep_spans_rule(cells, marks, words, left, width, row, spans, NULL, rule);
  return rule == LLUA_EVENODD ? sweep_spans_rule(cells, marks, words, left, width, row, spans, NULL, LLUA_EVENODD)
                              : sweep_spans_rule(cells, marks, words, left, width, row, spans, NULL, LLUA_NONZERO);
}

// Returns the spans of one row of a rectangle in 24.8, between columns left ..< right.
static int32_t rect_spans(const llua_edge *r, int32_t y, int32_t left, int32_t right, llua_span *spans) {
  int32_t h = min_i(r->y1, (y + 1) * 256) - max_i(r->y0, y * 256);
  if (h <= 0) return 0;
  int32_t p = r->x0 >> 8, q = r->x1 >> 8, count = 0;
  int32_t start[3] = {p, p + 1, q}, end[3] = {p + 1, q, q + 1};
  int32_t area[3] = {h * 2 * (256 - (r->x0 & 255)), h * 512, h * 2 * (r->x1 & 255)};
  if (p == q) {
    area[0] = h * 2 * (r->x1 - r->x0);
    end[1] = p, end[2] = q;
  }
  for (int i = 0; i < 3; i++) {
    int32_t a = max_i(start[i], left), b = min_i(end[i], right), k = coverage_1(area[i], LLUA_NONZERO);
    if (a >= b || k == 0) continue;
    if (count > 0 && spans[count - 1].coverage == k && spans[count - 1].x + spans[count - 1].count == a) {
      spans[count - 1].count += b - a;
    } else {
      spans[count++] = (llua_span){a, b - a, k};
    }
  }
  return count;
}
