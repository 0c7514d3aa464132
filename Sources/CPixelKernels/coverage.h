// From edges to coverage: signed areas in cells, then a running sum along each row.
//
// A cell adds to the sum of its row at its pixel and all that follow; FULL is one whole pixel once. Marks say which groups of four cells
// are not zero. All positions come from the edge's own line in device space, so that no band or rectangle changes a byte.
#pragma once
#include "vector.h"

enum { FULL_SHIFT = 17, FULL = 1 << FULL_SHIFT };

INLINE int32_t min_i(int32_t a, int32_t b) { return a < b ? a : b; }
INLINE int32_t max_i(int32_t a, int32_t b) { return a > b ? a : b; }

INLINE void mark(uint64_t *bits, int32_t c) { bits[c >> 8] |= (uint64_t)1 << ((c >> 2) & 63); }

// The part of a row's edge that spans several pixels or leaves the columns; xl <= xr. `height` is signed.
static void add_wide(int32_t *cells, uint64_t *bits, int32_t left, int32_t width, int32_t xl, int32_t xr, int32_t height, int64_t inverse) {
  int32_t sign = height < 0 ? -1 : 1, total = height * sign, done = 0;
  int32_t p = xl >> 8, last = xr >> 8, f0 = xl & 255;
  if (p >= left + width) return;
  if (p < left) {
    if (last < left) {
      cells[0] += height * 512;
      mark(bits, 0);
      return;
    }
    int64_t y = (((int64_t)(left * 256) - xl) * inverse + ((int64_t)1 << 31)) >> 32;
    done = y > total ? total : (int32_t)y;
    cells[0] += sign * done * 512;
    mark(bits, 0);
    p = left;
    f0 = 0;
  }
  int32_t carry = 0;
  for (;;) {
    int32_t c = p - left, at, f1;
    if (p == last) {
      at = total;
      f1 = xr & 255;
    } else {
      int64_t y = (((int64_t)(p + 1) * 256 - xl) * inverse + ((int64_t)1 << 31)) >> 32;
      at = y > total ? total : (int32_t)y;
      f1 = 256;
    }
    int32_t h = sign * (at - done), area = h * (f0 + f1);
    cells[c] += carry + h * 512 - area;
    mark(bits, c);
    carry = area;
    done = at;
    if (p == last || c + 1 >= width) {
      cells[c + 1] += carry;
      mark(bits, c + 1);
      return;
    }
    f0 = 0;
    p++;
  }
}

// Adds edges (all, or the indexed ones) to the cells of rows top ..< bottom and columns left ..< left + width.
static void accumulate(
    const llua_edge *restrict edges, const uint32_t *index, size_t count, int32_t top, int32_t bottom, int32_t left, int32_t width,
    int32_t *restrict cells, size_t stride, uint64_t *restrict bits, size_t bit_stride) {
  const int32_t y_top = top * 256, y_bottom = bottom * 256, x_left = left * 256, x_right = (left + width) * 256;
  for (size_t k = 0; k < count; k++) {
    const llua_edge *e = edges + (index ? index[k] : k);
    int32_t x0 = e->x0, y0 = e->y0, x1 = e->x1, y1 = e->y1, sign = 1;
    if (y0 > y1) {
      int32_t t = x0;
      x0 = x1, x1 = t;
      t = y0;
      y0 = y1, y1 = t;
      sign = -1;
    }
    if (y0 == y1 || y1 <= y_top || y0 >= y_bottom) continue;
    if (x0 >= x_right && x1 >= x_right) continue;
    int32_t y = max_i(y0, y_top), end = min_i(y1, y_bottom), row = (y >> 8) - top;
    int32_t *line = cells + (size_t)row * stride;
    uint64_t *marks = bits + (size_t)row * bit_stride;
    if (x0 == x1 || (x0 < x_left && x1 < x_left)) {
      int32_t c = 0, f = 0;
      if (x0 >= x_left) c = (x0 - x_left) >> 8, f = (x0 & 255) * 2;
      uint64_t bit0 = (uint64_t)1 << ((c >> 2) & 63), bit1 = (uint64_t)1 << (((c + 1) >> 2) & 63);
      int32_t w0 = c >> 8, w1 = (c + 1) >> 8;
      while (y < end) {
        int32_t next = min_i((y | 255) + 1, end), h = (next - y) * sign, area = h * f;
        line[c] += h * 512 - area;
        line[c + 1] += area;
        marks[w0] |= bit0;
        marks[w1] |= bit1;
        line += stride;
        marks += bit_stride;
        y = next;
      }
      continue;
    }
    const double dx = (double)(x1 - x0), dy = (double)(y1 - y0);
    const int64_t slope = (int64_t)(dx * 4294967296.0 / dy);
    int64_t inverse = 0;
    int64_t position = (int64_t)x0 * 4294967296 + ((int64_t)1 << 31) + slope * (y - y0);
    int32_t x = (int32_t)(position >> 32);
    while (y < end) {
      int32_t next = min_i((y | 255) + 1, y1), height = next - y;
      position += slope * height;
      int32_t xn = next == y1 ? x1 : (int32_t)(position >> 32);
      height *= sign;
      int32_t p = (x >> 8) - left, pn = (xn >> 8) - left;
      if (p == pn && (uint32_t)p < (uint32_t)width) {
        int32_t area = height * ((x & 255) + (xn & 255));
        line[p] += height * 512 - area;
        line[p + 1] += area;
        mark(marks, p);
        mark(marks, p + 1);
      } else {
        if (inverse == 0) inverse = (int64_t)(dy * 4294967296.0 / (dx < 0 ? -dx : dx));
        int32_t xl = min_i(x, xn), xr = max_i(x, xn);
        p = (xl >> 8) - left;
        if (p + 1 == (xr >> 8) - left && (uint32_t)p < (uint32_t)width) {
          int32_t total = height * sign;
          int64_t at = (((int64_t)((xl | 255) + 1) - xl) * inverse + ((int64_t)1 << 31)) >> 32;
          int32_t h0 = sign * (at > total ? total : (int32_t)at), h1 = height - h0;
          int32_t a0 = h0 * ((xl & 255) + 256), a1 = h1 * (xr & 255);
          line[p] += h0 * 512 - a0;
          line[p + 1] += a0 + h1 * 512 - a1;
          line[p + 2] += a1;
          mark(marks, p);
          mark(marks, p + 2);
        } else {
          add_wide(line, marks, left, width, xl, xr, height, inverse);
        }
      }
      x = xn;
      y = next;
      line += stride;
      marks += bit_stride;
    }
  }
}

// All edges that may touch the rows.
static void accumulate_outline(
    const llua_outline *o, int32_t top, int32_t bottom, int32_t left, int32_t width, llua_scratch *s, size_t stride, size_t bit_stride) {
  if (o->bin_count == 0) {
    accumulate(o->edges, NULL, o->count, top, bottom, left, width, s->cells, stride, s->bits, bit_stride);
    return;
  }
  int32_t first = max_i((top - o->bin_top) >> o->bin_shift, 0), last = min_i((bottom - 1 - o->bin_top) >> o->bin_shift, o->bin_count - 1);
  if (last < 0 || first >= o->bin_count) return;
  uint32_t c0 = o->carry_start[first], c1 = o->carry_start[first + 1];
  accumulate(o->edges, o->carry + c0, c1 - c0, top, bottom, left, width, s->cells, stride, s->bits, bit_stride);
  uint32_t e0 = o->bin_start[first], e1 = o->bin_start[last + 1];
  accumulate(o->edges + e0, NULL, e1 - e0, top, bottom, left, width, s->cells, stride, s->bits, bit_stride);
}

// How many rows the scratch memory holds at this width.
INLINE int32_t rows_at_once(const llua_scratch *s, size_t stride, size_t bit_stride) {
  size_t a = s->cell_capacity / stride, b = s->bit_capacity / bit_stride;
  if (b < a) a = b;
  return a > 64 ? 64 : (int32_t)a;
}

INLINE int32_t coverage_1(int32_t sum, int32_t rule) {
  if (rule == LLUA_EVENODD) {
    sum &= 2 * FULL - 1;
    if (sum > FULL) sum = 2 * FULL - sum;
  } else {
    if (sum < 0) sum = -(sum > -FULL ? sum : -FULL);
    if (sum > FULL) sum = FULL;
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
  }
  return (VU)((sum * 255 + FULL / 2) >> FULL_SHIFT);
}

// Paints a run of one colour, source over.
INLINE void solid_run(uint32_t *p, uint32_t color, int32_t n) {
  VU c = splat(color);
  if (color >= 0xFF000000u) {
    int32_t i = 0;
    for (; i + LANES <= n; i += LANES) store(p + i, c);
    if (i < n) store_tail(p + i, c, n - i);
    return;
  }
  if (color == 0) return;
  VH inverse = both(splat(255 - (color >> 24)));
  int32_t i = 0;
  for (; i + LANES <= n; i += LANES) {
    VU d = load(p + i);
    store(p + i, c + join_bytes(div255(even_bytes(d) * inverse), div255(odd_bytes(d) * inverse)));
  }
  if (i < n) {
    VU d = load_tail(p + i, n - i);
    store_tail(p + i, c + join_bytes(div255(even_bytes(d) * inverse), div255(odd_bytes(d) * inverse)), n - i);
  }
}

// One colour through coverage, source over.
INLINE VU solid_through(VH even, VH odd, VU coverage, VU d) {
  VH k = both(coverage);
  VH e = div255(even * k), o = div255(odd * k);
  VU alpha = (VU)o >> 16;
  VH inverse = both(255u - alpha);
  return join_bytes(e + div255(even_bytes(d) * inverse), o + div255(odd_bytes(d) * inverse));
}

// Sums a row's cells and paints them at once; leaves cells and marks zero. `row` is the pixel of cell 0.
INLINE void sweep_solid_rule(
    int32_t *restrict cells, uint64_t *restrict bits, int32_t words, uint32_t *restrict row, int32_t width, uint32_t color, int32_t rule) {
  int32_t sum = 0, position = 0;
  const VU c = splat(color);
  const VH even = even_bytes(c), odd = odd_bytes(c);
  for (int32_t w = 0; w < words; w++) {
    uint64_t b = bits[w];
    if (b == 0) continue;
    bits[w] = 0;
    do {
      int32_t start = (w * 64 + __builtin_ctzll(b)) * 4;
      b &= b - 1;
      if (start < position) continue;
      if (start > position) {
        int32_t k = coverage_1(sum, rule);
        if (k != 0 && position < width)
          solid_run(row + position, k == 255 ? color : scale_1(color, (uint32_t)k), min_i(start, width) - position);
      }
      const int32_t group = LANES > 4 ? LANES : 4;
      for (int32_t i = start; i < start + group; i += LANES) {
        VI v;
        __builtin_memcpy(&v, cells + i, sizeof v);
        __builtin_memset(cells + i, 0, sizeof v);
        v = prefix_sum(v) + sum;
        sum = v[LANES - 1];
        VU k = coverage_of(v, rule);
        int32_t n = width - i;
        if (!any(k) || n <= 0) continue;
        if (n >= LANES) {
          store(row + i, solid_through(even, odd, k, load(row + i)));
        } else {
          store_tail(row + i, solid_through(even, odd, k, load_tail(row + i, n)), n);
        }
      }
      position = start + group;
    } while (b != 0);
  }
  if (position < width) {
    int32_t k = coverage_1(sum, rule);
    if (k != 0) solid_run(row + position, k == 255 ? color : scale_1(color, (uint32_t)k), width - position);
  }
}

static void sweep_solid(
    int32_t *cells, uint64_t *bits, int32_t words, uint32_t *row, int32_t width, uint32_t color, int32_t rule) {
  if (rule == LLUA_EVENODD) {
    sweep_solid_rule(cells, bits, words, row, width, color, LLUA_EVENODD);
  } else {
    sweep_solid_rule(cells, bits, words, row, width, color, LLUA_NONZERO);
  }
}

// Sums a row's cells into spans; varying coverage goes to `row` (relative to column 0 of the cells). Span positions are absolute.
INLINE int32_t sweep_spans_rule(
    int32_t *restrict cells, uint64_t *restrict bits, int32_t words, int32_t left, int32_t width, uint8_t *restrict row,
    llua_span *restrict spans, int32_t rule) {
  int32_t sum = 0, position = 0, count = 0;
  for (int32_t w = 0; w < words; w++) {
    uint64_t b = bits[w];
    if (b == 0) continue;
    bits[w] = 0;
    do {
      int32_t start = (w * 64 + __builtin_ctzll(b)) * 4;
      b &= b - 1;
      if (start < position) continue;
      int joined = count > 0 && spans[count - 1].coverage < 0 && spans[count - 1].x + spans[count - 1].count == position + left;
      if (start > position && position < width) {
        int32_t k = coverage_1(sum, rule), n = min_i(start, width) - position;
        if (joined && n < 16) {
          __builtin_memset(row + position, k, (size_t)n);
          spans[count - 1].count += n;
        } else {
          joined = 0;
          if (k != 0) spans[count++] = (llua_span){left + position, n, k};
        }
      }
      const int32_t group = LANES > 4 ? LANES : 4;
      VU seen = {0};
      for (int32_t i = start; i < start + group; i += LANES) {
        VI v;
        __builtin_memcpy(&v, cells + i, sizeof v);
        __builtin_memset(cells + i, 0, sizeof v);
        v = prefix_sum(v) + sum;
        sum = v[LANES - 1];
        VU k = coverage_of(v, rule);
        seen |= k;
        store_bytes(row + i, k);
      }
      int32_t n = min_i(width - start, group);
      position = start + group;
      if (n <= 0) continue;
      if (joined) {
        spans[count - 1].count += n;
      } else if (any(seen)) {
        spans[count++] = (llua_span){left + start, n, -1};
      }
    } while (b != 0);
  }
  if (position < width) {
    int32_t k = coverage_1(sum, rule);
    if (k != 0) spans[count++] = (llua_span){left + position, width - position, k};
  }
  return count;
}

static int32_t sweep_spans(
    int32_t *cells, uint64_t *bits, int32_t words, int32_t left, int32_t width, uint8_t *row, llua_span *spans, int32_t rule) {
  return rule == LLUA_EVENODD ? sweep_spans_rule(cells, bits, words, left, width, row, spans, LLUA_EVENODD)
                              : sweep_spans_rule(cells, bits, words, left, width, row, spans, LLUA_NONZERO);
}

// The spans of one row of a rectangle in 24.8, between columns left ..< right.
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
