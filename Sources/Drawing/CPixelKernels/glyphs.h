// SPDX-License-Identifier: MIT
// Painting glyph masks at whole-pixel positions.
#pragma once
#include "paint.h"

INLINE int32_t mask_stride(const llua_glyph_mask *m) { return (m->width + 7) & ~7; }
INLINE const uint8_t *mask_rows(const llua_glyph_mask *m) { return (const uint8_t *)(m + 1); }

// Paints one colour, source over, through a row of a mask, which may be read one vector past its end.
INLINE void glyph_row(uint32_t *restrict d, halves c, const uint8_t *restrict m, int32_t n) {
  int32_t i = 0;
  for (; i + LANES <= n; i += LANES) {
    VU k = load_bytes(m + i);
    if (any(k)) store(d + i, solid_over(c, k, load(d + i)));
  }
  if (i < n) store_tail(d + i, solid_over(c, load_bytes(m + i), load_tail(d + i, n - i)), n - i);
}

// Paints glyphs that may share pixels: their masks are added row by row, so that pixels that two of them cover in part
// are painted once.
static void fill_glyph_group(const painter *p, int by_row, const llua_glyph_place *places, size_t count, int32_t x0,
    int32_t y0, int32_t x1, int32_t y1, const llua_pixels *to, const llua_alpha *clip, llua_scratch *s) {
  int32_t top = y1, bottom = y0;
  for (size_t k = 0; k < count; k++) {
    const llua_glyph_mask *m = places[k].mask;
    top = min_i(top, places[k].y + m->y0);
    bottom = max_i(bottom, places[k].y + m->y0 + m->height);
  }
  top = max_i(top, y0), bottom = min_i(bottom, y1);
  // `row` is indexed by device column; its memory begins at the target's first column.
  uint8_t *row = s->row - to->x0;
  for (int32_t y = top; y < bottom; y++) {
    int32_t low = x1, high = x0;
    for (size_t k = 0; k < count; k++) {
      const llua_glyph_mask *m = places[k].mask;
      if ((uint32_t)(y - places[k].y - m->y0) >= m->height) continue;
      low = min_i(low, places[k].x + m->x0);
      high = max_i(high, places[k].x + m->x0 + m->width);
    }
    low = max_i(low, x0), high = min_i(high, x1);
    if (low >= high) continue;
    __builtin_memset(row + low, 0, (size_t)(high - low));
    for (size_t k = 0; k < count; k++) {
      const llua_glyph_mask *m = places[k].mask;
      const int32_t line = y - places[k].y - m->y0, left = places[k].x + m->x0;
      if ((uint32_t)line >= m->height) continue;
      const int32_t from = max_i(left, low), end = min_i(left + m->width, high);
      const uint8_t *restrict bytes = mask_rows(m) + (ptrdiff_t)line * mask_stride(m) - left;
      for (int32_t x = from; x < end; x++) {
        const int32_t sum = row[x] + bytes[x];
        row[x] = (uint8_t)(sum > 255 ? 255 : sum);
      }
    }
    llua_span span = {low, high - low, -1};
    const llua_span *spans = &span;
    int32_t n = 1;
    if (clip) {
      n = clip_spans(&span, 1, s->clipped, row, clip->base + (y - clip->y0) * clip->stride - clip->x0);
      spans = s->clipped;
    }
    uint32_t *pixels = to->base + (y - to->y0) * to->stride - to->x0;
    if (by_row) {
      const painter q = painter_of_row(p, y);
      paint_spans(&q, y, spans, n, pixels, row);
    } else {
      paint_spans(p, y, spans, n, pixels, row);
    }
  }
}

static void fill_glyphs(const llua_glyph_place *places, size_t count, const llua_paint *paint, const llua_pixels *to,
    const llua_alpha *clip, llua_scratch *s) {
  int32_t x0 = to->x0, y0 = to->y0, x1 = to->x1, y1 = to->y1;
  if (clip) x0 = max_i(x0, clip->x0), y0 = max_i(y0, clip->y0), x1 = min_i(x1, clip->x1), y1 = min_i(y1, clip->y1);
  if (x0 >= x1 || y0 >= y1) return;
  const painter p = painter_for(paint);
  if (p.is_normal && (p.opacity == 0 || (p.is_solid && p.color == 0))) return;
  const int by_row = p.is_normal && is_row_constant(p.source);
  const int is_direct = p.is_solid && p.is_normal && clip == NULL;
  const halves c = halves_of(splat(p.color));
  for (size_t first = 0; first < count;) {
    // A group: each glyph begins left of the right end of an earlier one.
    size_t end = first + 1;
    const llua_glyph_mask *m = places[first].mask;
    const int32_t left = places[first].x + m->x0;
    int32_t right = left + m->width;
    while (end < count && places[end].x + places[end].mask->x0 < right) {
      right = max_i(right, places[end].x + places[end].mask->x0 + places[end].mask->width);
      end++;
    }
    if (right <= x0 || left >= x1) {
      first = end;
      continue;
    }
    if (!is_direct || end > first + 1) {
      fill_glyph_group(&p, by_row, places + first, end - first, x0, y0, x1, y1, to, clip, s);
      first = end;
      continue;
    }
    const int32_t above = places[first].y + m->y0;
    const int32_t from = max_i(left, x0), n = min_i(right, x1) - from;
    const int32_t top = max_i(above, y0), bottom = min_i(above + m->height, y1);
    const int32_t stride = mask_stride(m);
    const uint8_t *bytes = mask_rows(m) + (ptrdiff_t)(top - above) * stride + (from - left);
    uint32_t *row = to->base + (top - to->y0) * to->stride + (from - to->x0);
    for (int32_t y = top; y < bottom; y++, bytes += stride, row += to->stride) glyph_row(row, c, bytes, n);
    first = end;
  }
}
