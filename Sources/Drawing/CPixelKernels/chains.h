// SPDX-License-Identifier: MIT
// Filling outlines of two chains, one down and one up, with one colour: rotated rectangles, rounded rectangles,
// ellipses and other convex areas.
//
// In each row a chain touches a few adjacent pixels, and between the chains coverage is constant. So two pixel ranges
// per row replace the marks, and no cells have to be searched. Edges are stepped exactly as in cells.h, to the bit.
#pragma once
#include "coverage.h"

// Range of pixels that a chain touches in a row; the cell after it may be non-zero too.
typedef struct {
  int32_t low, high;
} chain_range;

// Adds the part of an edge in one row that spans more than two pixels, all of them within the columns.
static __attribute__((noinline)) void add_long(
    int32_t *restrict cells, int32_t xl, int32_t xr, int32_t height, int64_t inverse) {
  const int32_t sign = height < 0 ? -1 : 1, total = height * sign, last = xr >> 8;
  int32_t p = xl >> 8, f0 = xl & 255, done = 0, carry = 0;
  int64_t y = ((int64_t)(p + 1) * 256 - xl) * inverse + ((int64_t)1 << 31);
  for (; p < last; p++, f0 = 0, y += inverse * 256) {
    const int32_t at = y >> 32 > total ? total : (int32_t)(y >> 32), h = sign * (at - done), area = h * (f0 + 256);
    cells[p] += carry + h * 512 - area;
    carry = area;
    done = at;
  }
  const int32_t h = sign * (total - done), area = h * (f0 + (xr & 255));
  cells[last] += carry + h * 512 - area;
  cells[last + 1] += area;
}

// Adds the part of an edge in one row, from x to xn, `total` (1…256) high.
INLINE void add_chain_part(int32_t *restrict cells, chain_range *restrict r, int32_t x, int32_t xn, int32_t total,
    int32_t sign, int64_t inverse) {
  const int32_t xl = min_i(x, xn), xr = max_i(x, xn), p = xl >> 8, q = xr >> 8;
  r->low = min_i(r->low, p);
  r->high = max_i(r->high, q);
  if (__builtin_expect(q - p > 1, 0)) {
    add_long(cells, xl, xr, total * sign, inverse);
    return;
  }
  const int32_t two = -(q - p), fl = xl & 255, fr = xr & 255;
  int64_t at = ((int64_t)((uint64_t)(256 - fl) * (uint64_t)inverse) + ((int64_t)1 << 31)) >> 32;
  at = at < total ? at : total;
  const int32_t h0 = (total + (((int32_t)at - total) & two)) * sign, h1 = total * sign - h0;
  const int32_t a0 = h0 * (fl + fr + ((256 - fr) & two)), a1 = h1 * fr;
  int32_t *c = cells + p;
  c[0] += h0 * 512 - a0;
  c[1] += a0 + h1 * 512 - a1;
  c[2] += a1;
}

// Adds a chain's parts in rows top ..< bottom, and extends the rows' ranges. Edges are in order from the top; `e` is
// the uppermost.
INLINE void add_chain(const llua_edge *restrict e, size_t count, int32_t sign, int32_t top, int32_t bottom,
    int32_t left, int32_t *restrict cells, size_t stride, chain_range *restrict ranges) {
  const int32_t y_top = top * 256, y_bottom = bottom * 256, x_left = left * 256;
  for (; count > 0; count--, e += sign) {
    const int32_t y0 = sign > 0 ? e->y0 : e->y1, y1 = sign > 0 ? e->y1 : e->y0;
    if (y1 <= y_top) continue;
    if (y0 >= y_bottom) break;
    const int32_t x0 = (sign > 0 ? e->x0 : e->x1) - x_left, x1 = (sign > 0 ? e->x1 : e->x0) - x_left;
    int32_t y = max_i(y0, y_top);
    const int32_t end = min_i(y1, y_bottom);
    size_t row = (size_t)((y >> 8) - top);
    int32_t *line = cells + row * stride;
    chain_range *r = ranges + row;
    const double dx = (double)(x1 - x0), dy = (double)(y1 - y0);
    // A vertical edge is in one pixel of each row, so any value will do.
    const int64_t inverse = (int64_t)(dy * 4294967296.0 / (dx == 0 ? 4294967296.0 : __builtin_fabs(dx)));
    if (y1 <= (y0 | 255) + 1) {
      // Within one row.
      add_chain_part(line, r, x0, x1, y1 - y0, sign, inverse);
      continue;
    }
    const int64_t slope = (int64_t)(dx * 4294967296.0 / dy);
    int64_t position = (int64_t)x0 * 4294967296 + ((int64_t)1 << 31) + slope * (y - y0);
    int32_t x = (int32_t)(position >> 32);
    if ((y & 255) != 0 || y1 - y < 256) {
      const int32_t next = min_i((y | 255) + 1, y1), total = next - y;
      position += slope * total;
      const int32_t xn = next == y1 ? x1 : (int32_t)(position >> 32);
      add_chain_part(line, r, x, xn, total, sign, inverse);
      x = xn, y = next;
      line += stride, r++;
    }
    const int64_t step = (int64_t)((uint64_t)slope << 8);
    for (int32_t rows = (end >> 8) - (y >> 8); rows > 0; rows--) {
      position += step;
      const int32_t xn = (int32_t)(position >> 32);
      add_chain_part(line, r, x, xn, 256, sign, inverse);
      x = xn;
      line += stride, r++;
    }
    if ((end & 255) != 0 && end > y) add_chain_part(line, r, x, x1, end & 255, sign, inverse);
  }
}

// Sums a row's cells low ... high + 1, clears them, and paints them.
static __attribute__((noinline)) void sweep_range(int32_t *restrict cells, int32_t low, int32_t high,
    uint32_t *restrict row, int32_t width, uint32_t color, int32_t rule) {
  const halves c = halves_of(splat(color));
  VI sum = splati(0);
  for (int32_t i = low; i <= high + 1; i += LANES) {
    VU k = coverage_of(take_cells(cells, i, &sum, NULL, 0, rule), rule);
    int32_t n = width - i;
    if (!any(k) || n <= 0) continue;
    if (n >= LANES) {
      store(row + i, solid_over(c, k, load(row + i)));
    } else {
      store_tail(row + i, solid_over(c, k, load_tail(row + i, n)), n);
    }
  }
}

// Requires all columns of the outline to be within `to`.
INLINE void fill_chains_rule(const llua_outline *o, int32_t rule, uint32_t color, const llua_pixels *to, int32_t y0,
    int32_t y1, llua_scratch *s) {
  enum { ROWS = 64, NOWHERE = 1 << 29 };
  const int32_t x0 = o->x0, width = o->x1 - x0;
  const size_t stride = llua_cell_stride(width);
  const int32_t rows = min_i(rows_at_once(s, stride, 1), ROWS);
  const halves c = halves_of(splat(color));
  chain_range down[ROWS], up[ROWS];
  for (int32_t top = y0; top < y1 && rows > 0; top += rows) {
    const int32_t bottom = min_i(top + rows, y1);
    for (int32_t i = 0; i < bottom - top; i++) down[i] = up[i] = (chain_range){NOWHERE, -1};
    add_chain(o->edges, o->down_count, 1, top, bottom, x0, s->cells, stride, down);
    add_chain(o->edges + o->count - 1, o->count - o->down_count, -1, top, bottom, x0, s->cells, stride, up);
    uint32_t *restrict row = to->base + (top - to->y0) * to->stride + (x0 - to->x0);
    int32_t *restrict cells = s->cells;
    for (int32_t i = 0; i < bottom - top; i++, row += to->stride, cells += stride) {
      const int is_mirrored = up[i].low < down[i].low;
      const chain_range l = is_mirrored ? up[i] : down[i], r = is_mirrored ? down[i] : up[i];
      // Align the right vector so that it ends at the chain's last pixel, since nothing beyond may be written.
      const int32_t inner = l.low + LANES, last = r.high - (LANES - 1);
      if (__builtin_expect((l.high - l.low + 2 <= LANES) & (last >= inner) & (last <= r.low) & (r.high < width), 1)) {
        VI sum = splati(0);
        VU k = coverage_of(take_cells(cells, l.low, &sum, NULL, 0, rule), rule);
        store(row + l.low, solid_over(c, k, load(row + l.low)));
        const int32_t inside = coverage_1(sum[0], rule);
        if (inside != 0) solid_run(row + inner, inside == 255 ? color : scale_1(color, (uint32_t)inside), last - inner);
        k = coverage_of(take_cells(cells, last, &sum, NULL, 0, rule), rule);
        cells[r.high + 1] = 0;
        store(row + last, solid_over(c, k, load(row + last)));
      } else if (l.high >= 0) {
        sweep_range(cells, l.low, max_i(l.high, r.high), row, width, color, rule);
      }
    }
  }
}

static void fill_chains(const llua_outline *o, int32_t rule, uint32_t color, const llua_pixels *to, int32_t y0,
    int32_t y1, llua_scratch *s) {
  if (rule >= 256) {
    fill_chains_rule(o, rule, color, to, y0, y1, s);
  } else if (rule == LLUA_EVENODD) {
    fill_chains_rule(o, LLUA_EVENODD, color, to, y0, y1, s);
  } else {
    fill_chains_rule(o, LLUA_NONZERO, color, to, y0, y1, s);
  }
}
