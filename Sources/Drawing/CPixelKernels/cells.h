// SPDX-License-Identifier: MIT
// Accumulation of edges into signed area cells.
//
// A cell adds to the winding of its own pixel and of all that follow in its row; FULL is one whole pixel, once. One
// byte of marks per four cells flags those that may be non-zero. All positions are computed from the edge's own line in
// device space, so that the bytes do not depend on bands or rectangles.
#pragma once
#include "vector.h"

enum { FULL_SHIFT = 17, FULL = 1 << FULL_SHIFT };

INLINE void mark(uint8_t *marks, int32_t c) { marks[c >> 2] = 1; }

// Adds the part of an edge in one row that spans several pixels or leaves the columns. xl <= xr are relative to the
// first column; `height` is signed.
static __attribute__((noinline)) void add_wide(int32_t *restrict cells, uint8_t *restrict marks, int32_t width,
    int32_t xl, int32_t xr, int32_t height, int64_t inverse) {
  int32_t sign = height < 0 ? -1 : 1, total = height * sign, done = 0;
  int32_t p = xl >> 8, last = xr >> 8, f0 = xl & 255;
  if (p >= width) return;
  if (p < 0) {
    if (last < 0) {
      cells[0] += height * 512;
      mark(marks, 0);
      return;
    }
    int64_t y = (-(int64_t)xl * inverse + ((int64_t)1 << 31)) >> 32;
    done = y > total ? total : (int32_t)y;
    cells[0] += sign * done * 512;
    mark(marks, 0);
    p = 0;
    f0 = 0;
  }
  int32_t carry = 0;
  for (;;) {
    int32_t at, f1;
    if (p == last) {
      at = total;
      f1 = xr & 255;
    } else {
      int64_t y = (((int64_t)(p + 1) * 256 - xl) * inverse + ((int64_t)1 << 31)) >> 32;
      at = y > total ? total : (int32_t)y;
      f1 = 256;
    }
    int32_t h = sign * (at - done), area = h * (f0 + f1);
    cells[p] += carry + h * 512 - area;
    mark(marks, p);
    carry = area;
    done = at;
    if (p == last || p + 1 >= width) {
      cells[p + 1] += carry;
      mark(marks, p + 1);
      return;
    }
    f0 = 0;
    p++;
  }
}

// Adds the part of an edge in one row, from x to xn, `total` (1…256) high.
INLINE void add_row(int32_t *restrict cells, uint8_t *restrict marks, uint32_t width, int32_t x, int32_t xn,
    int32_t total, int32_t sign, int64_t inverse) {
  const int32_t xl = min_i(x, xn), xr = max_i(x, xn);
  const int32_t p = xl >> 8, beyond = (xr >> 8) - p;
  if (__builtin_expect((uint32_t)p >= width || beyond > 1, 0)) {
    add_wide(cells, marks, (int32_t)width, xl, xr, total * sign, inverse);
    return;
  }
  // Handles one pixel and two without a branch, since the branch would be unpredictable.
  const int32_t two = -beyond, fl = xl & 255, fr = xr & 255;
  int64_t at = ((int64_t)((uint64_t)(256 - fl) * (uint64_t)inverse) + ((int64_t)1 << 31)) >> 32;
  at = at < total ? at : total;
  const int32_t h0 = (total + (((int32_t)at - total) & two)) * sign, h1 = total * sign - h0;
  const int32_t a0 = h0 * (fl + fr + ((256 - fr) & two)), a1 = h1 * fr;
  int32_t *c = cells + p;
  c[0] += h0 * 512 - a0;
  c[1] += a0 + h1 * 512 - a1;
  c[2] += a1;
  mark(marks, p);
  mark(marks, p + 2);
}

// Adds a vertical edge at x, or one left of the columns (x < 0).
static void add_vertical(int32_t *restrict line, uint8_t *restrict marks, int32_t x, int32_t y, int32_t end,
    int32_t sign, size_t stride, size_t mark_stride) {
  int32_t c = 0, f = 0;
  if (x >= 0) c = x >> 8, f = (x & 255) * 2;
  while (y < end) {
    int32_t next = min_i((y | 255) + 1, end), h = (next - y) * sign, area = h * f;
    line[c] += h * 512 - area;
    line[c + 1] += area;
    mark(marks, c);
    mark(marks, c + 1);
    line += stride;
    marks += mark_stride;
    y = next;
  }
}

// Adds a sloping edge from (x0, y0) down to (x1, y1), in the rows from `y` to `end`.
static void add_sloping(int32_t *restrict line, uint8_t *restrict marks, int32_t x0, int32_t y0, int32_t x1, int32_t y1,
    int32_t y, int32_t end, int32_t sign, uint32_t width, size_t stride, size_t mark_stride) {
  const double dx = (double)(x1 - x0), dy = (double)(y1 - y0);
  if (y1 <= (y0 | 255) + 1) {
    // Within one row, like most edges of text. Within one pixel no division is needed.
    const int32_t p = x0 >> 8;
    if (p == x1 >> 8 && (uint32_t)p < width) {
      int32_t h = (y1 - y0) * sign, area = h * ((x0 & 255) + (x1 & 255));
      line[p] += h * 512 - area;
      line[p + 1] += area;
      mark(marks, p);
      mark(marks, p + 1);
    } else {
      add_row(line, marks, width, x0, x1, y1 - y0, sign, (int64_t)(dy * 4294967296.0 / __builtin_fabs(dx)));
    }
    return;
  }
  const int64_t slope = (int64_t)(dx * 4294967296.0 / dy);
  const int64_t inverse = (int64_t)(dy * 4294967296.0 / __builtin_fabs(dx));
  int64_t position = (int64_t)x0 * 4294967296 + ((int64_t)1 << 31) + slope * (y - y0);
  int32_t x = (int32_t)(position >> 32);
  // The rows in which the edge starts or ends are handled separately from those it crosses, whichever rows are
  // requested.
  if ((y & 255) != 0 || y1 - y < 256) {
    int32_t next = min_i((y | 255) + 1, y1), total = next - y;
    position += slope * total;
    int32_t xn = next == y1 ? x1 : (int32_t)(position >> 32);
    add_row(line, marks, width, x, xn, total, sign, inverse);
    x = xn;
    y = next;
    line += stride;
    marks += mark_stride;
  }
  const int64_t step = (int64_t)((uint64_t)slope << 8);
  for (int32_t rows = (end >> 8) - (y >> 8); rows > 0; rows--) {
    position += step;
    int32_t xn = (int32_t)(position >> 32);
    add_row(line, marks, width, x, xn, 256, sign, inverse);
    x = xn;
    line += stride;
    marks += mark_stride;
  }
  // `end` is y1 or the bottom of a row.
  if ((end & 255) != 0 && end > y) add_row(line, marks, width, x, x1, end & 255, sign, inverse);
}

// Adds edges (all, or the indexed ones) to the cells of rows top ..< bottom and columns left ..< left + width.
static void accumulate(const llua_edge *restrict edges, const uint32_t *index, size_t count, int32_t top,
    int32_t bottom, int32_t left, int32_t width, int32_t *restrict cells, size_t stride, uint8_t *restrict all_marks,
    size_t mark_stride) {
  const int32_t y_top = top * 256, y_bottom = bottom * 256, x_left = left * 256, x_right = width * 256;
  for (size_t k = 0; k < count; k++) {
    const llua_edge *e = edges + (index ? index[k] : k);
    const int32_t down = e->y0 < e->y1, sign = down ? 1 : -1;
    const int32_t y0 = down ? e->y0 : e->y1, y1 = down ? e->y1 : e->y0;
    const int32_t x0 = (down ? e->x0 : e->x1) - x_left, x1 = (down ? e->x1 : e->x0) - x_left;
    if (y0 == y1 || y1 <= y_top || y0 >= y_bottom) continue;
    if (x0 >= x_right && x1 >= x_right) continue;
    int32_t y = max_i(y0, y_top), end = min_i(y1, y_bottom);
    size_t row = (size_t)((y >> 8) - top);
    if (x0 == x1 || (x0 < 0 && x1 < 0)) {
      add_vertical(
          cells + row * stride, all_marks + row * mark_stride, x0 < 0 ? -1 : x0, y, end, sign, stride, mark_stride);
    } else {
      add_sloping(cells + row * stride, all_marks + row * mark_stride, x0, y0, x1, y1, y, end, sign, (uint32_t)width,
          stride, mark_stride);
    }
  }
}
