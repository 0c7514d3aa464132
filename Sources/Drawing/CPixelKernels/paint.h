// SPDX-License-Identifier: MIT
// Painting spans of coverage with a source: fetch, then blend.
#pragma once
#include "blend.h"
#include "chains.h"
#include "coverage.h"
#include "images.h"

// A paint prepared for blending, once per call.
typedef struct {
  const llua_source *source;
  uint32_t color;       // colour of a solid source, including opacity and tint
  uint32_t multiplier;  // opacity × tint, per channel
  int is_solid, is_normal, is_opaque;
  uint32_t opacity;
  blend_function blend;
  // True if `row` holds the row's colours: one period of the dither pattern, twice, including opacity and tint.
  int is_row;
  uint32_t row[2 * DITHER];
} painter;

static painter painter_for(const llua_paint *p) {
  painter r;
  r.source = p->source;
  r.opacity = (uint32_t)(p->opacity < 0 ? 0 : p->opacity > 255 ? 255 : p->opacity);
  r.is_solid = p->source->kind == LLUA_SOLID;
  r.is_normal = p->blend == BLEND_NORMAL;
  r.multiplier = scale_1(p->tint | 0xFF000000u, r.opacity);
  r.color = r.is_solid ? multiply_1(p->source->color, r.multiplier) : 0;
  r.is_opaque = p->source->is_opaque && r.opacity == 255;
  r.is_row = 0;
  r.blend = blend_functions[p->blend >= 0 && p->blend < BLEND_COUNT ? p->blend : 0];
  return r;
}

enum { CHUNK = 512 };

// Returns a run of at most CHUNK source pixels, in `buffer` or in the source's own memory.
static const uint32_t *fetch(const painter *p, int32_t x, int32_t y, int32_t n, uint32_t *buffer) {
  const llua_source *s = p->source;
  const uint32_t *direct = NULL;
  if (p->is_row) {
    repeat_row(p->row, x, n, buffer);
    return buffer;
  }
  switch (s->kind) {
    case LLUA_SOLID:
      for (int32_t i = 0; i < n; i += LANES) store(buffer + i, splat(p->color));
      return buffer;
    case LLUA_PIXELS: direct = s->pixels.base + (y - s->pixels.y0) * s->pixels.stride + (x - s->pixels.x0); break;
    case LLUA_IMAGE:
      direct = image_row(s, x, y, n);
      if (direct == NULL) fetch_image(s, x, y, n, buffer);
      break;
    case LLUA_ALPHA_IMAGE: fetch_alpha_image(s, x, y, n, buffer); break;
    default: fetch_gradient(s, x, y, n, buffer); break;
  }
  if (p->multiplier == ~0u) return direct ? direct : buffer;
  VU k = splat(p->multiplier);
  if (direct) {
    int32_t i = 0;
    for (; i + LANES <= n; i += LANES) store(buffer + i, multiply_pixels(load(direct + i), k));
    if (i < n) store(buffer + i, multiply_pixels(load_tail(direct + i, n - i), k));
  } else {
    for (int32_t i = 0; i < n; i += LANES) store(buffer + i, multiply_pixels(load(buffer + i), k));
  }
  return buffer;
}

// Paints spans of row y. `pixels` and `coverage` point to x = 0.
static void paint_spans(
    const painter *p, int32_t y, const llua_span *spans, int32_t count, uint32_t *pixels, const uint8_t *coverage) {
  if (p->is_solid && p->is_normal) {
    for (int32_t k = 0; k < count; k++) {
      const llua_span *s = spans + k;
      if (s->coverage < 0) {
        solid_mask(pixels + s->x, p->color, coverage + s->x, s->count);
      } else {
        solid_run(pixels + s->x, s->coverage == 255 ? p->color : scale_1(p->color, (uint32_t)s->coverage), s->count);
      }
    }
    return;
  }
  uint32_t buffer[CHUNK + 8] __attribute__((aligned(32)));
  if (p->is_row && p->is_normal && p->is_opaque && count == 1 && spans->coverage == 255) {
    // Write the rows of an opaque vertical gradient directly to their destination.
    int32_t n = spans->count & ~(LANES - 1), rest = spans->count - n;
    repeat_row(p->row, spans->x, n, pixels + spans->x);
    if (rest > 0) {
      repeat_row(p->row, spans->x + n, rest, buffer);
      __builtin_memcpy(pixels + spans->x + n, buffer, (size_t)rest * 4);
    }
    return;
  }
  for (int32_t first = 0; first < count;) {
    // Fetch adjacent spans together.
    int32_t last = first, x = spans[first].x, end = x + spans[first].count;
    while (last + 1 < count && spans[last + 1].x == end) end += spans[++last].count;
    int32_t k = first;
    while (x < end) {
      int32_t n = min_i(end - x, CHUNK);
      const uint32_t *source = fetch(p, x, y, n, buffer);
      int32_t at = x, stop = x + n;
      while (at < stop) {
        const llua_span *s = spans + k;
        int32_t part = min_i(s->x + s->count, stop) - at;
        if (!p->is_normal) {
          p->blend(pixels + at, source + (at - x), s->coverage < 0 ? coverage + at : NULL, (uint32_t)s->coverage, part);
        } else if (s->coverage < 0) {
          over_mask(pixels + at, source + (at - x), coverage + at, part);
        } else {
          over_run(pixels + at, source + (at - x), part, (uint32_t)s->coverage, p->is_opaque);
        }
        at += part;
        if (at == s->x + s->count) k++;
      }
      x = stop;
    }
    first = last + 1;
  }
}

static void multiply_bytes_by(uint8_t *to, const uint8_t *by, size_t n) {
  for (size_t i = 0; i < n; i++) to[i] = (uint8_t)div255_1((uint32_t)to[i] * by[i]);
}

static void scale_bytes(uint8_t *to, const uint8_t *from, uint32_t k, size_t n) {
  for (size_t i = 0; i < n; i++) to[i] = (uint8_t)div255_1(from[i] * k);
}

enum { CLIP_BLOCK = 16 };

// Classifies a run of at most CLIP_BLOCK clip values: 0 or 255 if all are, else 1.
INLINE int32_t clip_kind(const uint8_t *c, int32_t n) {
  if (n == CLIP_BLOCK) {
    uint64_t a, b;
    __builtin_memcpy(&a, c, 8);
    __builtin_memcpy(&b, c + 8, 8);
    return (a | b) == 0 ? 0 : (a & b) == ~(uint64_t)0 ? 255 : 1;
  }
  uint8_t some = 0, every = 255;
  for (int32_t i = 0; i < n; i++) some |= c[i], every &= c[i];
  return some == 0 ? 0 : every == 255 ? 255 : 1;
}

// Multiplies spans by a clip's row (`clip` points to x = 0) into `out`. Blocks of 0 drop out, and blocks of 255 keep
// their span; the rest get varying values in `coverage`.
static int32_t clip_spans(const llua_span *in, int32_t count, llua_span *out, uint8_t *coverage, const uint8_t *clip) {
  int32_t kept = 0;
  for (int32_t k = 0; k < count; k++) {
    const llua_span s = in[k];
    const int32_t end = s.x + s.count;
    for (int32_t x = s.x; x < end;) {
      int32_t n = min_i(end - x, CLIP_BLOCK), kind = clip_kind(clip + x, n), stop = x + n;
      while (stop < end) {
        n = min_i(end - stop, CLIP_BLOCK);
        if (clip_kind(clip + stop, n) != kind) break;
        stop += n;
      }
      n = stop - x;
      if (kind == 255) {
        out[kept++] = (llua_span){x, n, s.coverage};
      } else if (kind != 0) {
        if (s.coverage < 0) {
          multiply_bytes_by(coverage + x, clip + x, (size_t)n);
        } else if (s.coverage == 255) {
          __builtin_memcpy(coverage + x, clip + x, (size_t)n);
        } else {
          scale_bytes(coverage + x, clip + x, (uint32_t)s.coverage, (size_t)n);
        }
        out[kept++] = (llua_span){x, n, -1};
      }
      x = stop;
    }
  }
  return kept;
}

// True for a vertical linear gradient, which has one colour per row, up to its dither pattern.
INLINE int is_row_constant(const llua_source *s) { return s->kind == LLUA_LINEAR && s->is_affine && s->m[0] == 0; }

// Returns a painter for one row of a vertical gradient. It is solid if dithering does not change the row's colour.
static painter painter_of_row(const painter *p, int32_t y) {
  painter q = *p;
  fetch_gradient_row(p->source, y, q.row);
  VU same = splat(0), first = splat(q.row[0]);
  for (int32_t i = 0; i < 2 * DITHER; i += LANES) {
    VU c = load(q.row + i);
    same |= c ^ first;
    if (p->multiplier != ~0u) store(q.row + i, multiply_pixels(c, splat(p->multiplier)));
  }
  q.is_row = any(same);
  q.is_solid = !q.is_row;
  q.color = q.row[0];
  return q;
}

static void fill_outline(const llua_outline *o, int32_t rule, const llua_paint *paint, const llua_pixels *to,
    const llua_alpha *clip, llua_scratch *s) {
  int32_t x0 = max_i(o->x0, to->x0), y0 = max_i(o->y0, to->y0), x1 = min_i(o->x1, to->x1), y1 = min_i(o->y1, to->y1);
  if (clip) x0 = max_i(x0, clip->x0), y0 = max_i(y0, clip->y0), x1 = min_i(x1, clip->x1), y1 = min_i(y1, clip->y1);
  if (x0 >= x1 || y0 >= y1) return;
  painter p = painter_for(paint);
  if (p.is_normal && (p.opacity == 0 || (p.is_solid && p.color == 0))) return;
  int by_row = p.is_normal && is_row_constant(p.source);
  int32_t width = x1 - x0;
  if (o->steepness != 0) rule = o->steepness;
  if (o->is_rect) {
    for (int32_t y = y0; y < y1; y++) {
      int32_t count = rect_spans(&o->rect, y, x0, x1, s->spans);
      const llua_span *spans = s->spans;
      if (clip) {
        count = clip_spans(
            spans, count, s->clipped, s->row - x0, clip->base + (y - clip->y0) * clip->stride - clip->x0);
        spans = s->clipped;
      }
      if (!by_row) {
        paint_spans(&p, y, spans, count, to->base + (y - to->y0) * to->stride - to->x0, s->row - x0);
        continue;
      }
      const painter q = painter_of_row(&p, y);
      paint_spans(&q, y, spans, count, to->base + (y - to->y0) * to->stride - to->x0, s->row - x0);
    }
    return;
  }
  if (LANES > 1 && o->down_count != 0 && clip == NULL && p.is_normal && p.is_solid && width == o->x1 - o->x0) {
    fill_chains(o, rule, p.color, to, y0, y1, s);
    return;
  }
  size_t stride = llua_cell_stride(width), mark_stride = llua_mark_stride(width);
  int32_t rows = rows_at_once(s, stride, mark_stride);
  if (rows < 1) return;
  noter notes;
  winding_grid grid;
  for (int32_t top = y0; top < y1;) {
    // Whole groups of 64 rows, so that each bin is scanned once.
    int32_t bottom = min_i(rows == 64 ? (top | 63) + 1 : top + rows, y1);
    const int32_t asked = bottom;
    bottom = fill_cells(o, top, bottom, x0, width, s, stride, mark_stride, &notes, &grid);
    // Keep the smaller batch: the following rows are likely to be as crowded.
    if (bottom < asked && bottom > top) rows = bottom - top;
    if (bottom == top) {
      const int32_t middle = x0 + width / 2;
      llua_pixels part = {to->base + (top - to->y0) * to->stride + (x0 - to->x0), to->stride, x0, top, middle, top + 1};
      fill_outline(o, rule, paint, &part, clip, s);
      part.base += middle - x0, part.x0 = middle, part.x1 = x1;
      fill_outline(o, rule, paint, &part, clip, s);
      top++;
      continue;
    }
    for (int32_t y = top; y < bottom; y++) {
      int32_t *cells = s->cells + (size_t)(y - top) * stride;
      uint8_t *marks = s->marks + (size_t)(y - top) * mark_stride;
      uint32_t *row = to->base + (y - to->y0) * to->stride + (x0 - to->x0);
      painter of_row;
      const painter *q = &p;
      if (by_row) of_row = painter_of_row(&p, y), q = &of_row;
      const crowd_line crowd = crowds_of(o, s, &notes, (size_t)(y - top), stride, mark_stride);
      if (clip == NULL && q->is_normal && q->is_solid) {
        sweep_solid(cells, marks, (int32_t)(mark_stride / 8), row, width, q->color, crowd, rule);
        continue;
      }
      int32_t count = sweep_spans(cells, marks, (int32_t)(mark_stride / 8), x0, width, s->row, s->spans, crowd, rule);
      const llua_span *spans = s->spans;
      if (clip) {
        count = clip_spans(
            spans, count, s->clipped, s->row - x0, clip->base + (y - clip->y0) * clip->stride - clip->x0);
        spans = s->clipped;
      }
      paint_spans(q, y, spans, count, row - x0, s->row - x0);
    }
    top = bottom;
  }
}

// Fills the compact outline of a plain rectangle with one premultiplied colour, source over.
static void fill_leaf(const llua_leaf *leaf, uint32_t color, const llua_pixels *to, llua_scratch *s) {
  const int32_t y0 = max_i(leaf->y0, to->y0), y1 = min_i(leaf->y1, to->y1);
  if (y0 >= y1 || color == 0) return;
  llua_outline o = {0};
  o.edges = (const llua_edge *)(leaf + 1);
  o.count = leaf->count;
  o.down_count = leaf->down_count;
  o.x0 = leaf->x0, o.y0 = leaf->y0, o.x1 = leaf->x1, o.y1 = leaf->y1;
  if (LANES > 1 && o.x0 >= to->x0 && o.x1 <= to->x1) {
    fill_chains(&o, LLUA_NONZERO, color, to, y0, y1, s);
    return;
  }
  llua_source source = {0};
  source.kind = LLUA_SOLID;
  source.color = color;
  const llua_paint paint = {&source, 255, BLEND_NORMAL, ~0u};
  fill_outline(&o, LLUA_NONZERO, &paint, to, NULL, s);
}

static void fill_rect(int32_t x0, int32_t y0, int32_t x1, int32_t y1, const llua_paint *paint, const llua_pixels *to,
    const llua_alpha *mask, const llua_alpha *clip, llua_scratch *s) {
  x0 = max_i(x0, to->x0), y0 = max_i(y0, to->y0), x1 = min_i(x1, to->x1), y1 = min_i(y1, to->y1);
  if (mask) x0 = max_i(x0, mask->x0), y0 = max_i(y0, mask->y0), x1 = min_i(x1, mask->x1), y1 = min_i(y1, mask->y1);
  if (clip) x0 = max_i(x0, clip->x0), y0 = max_i(y0, clip->y0), x1 = min_i(x1, clip->x1), y1 = min_i(y1, clip->y1);
  if (x0 >= x1 || y0 >= y1) return;
  painter p = painter_for(paint);
  if (p.is_normal && (p.opacity == 0 || (p.is_solid && p.color == 0))) return;
  int by_row = p.is_normal && is_row_constant(p.source);
  for (int32_t y = y0; y < y1; y++) {
    uint32_t *row = to->base + (y - to->y0) * to->stride - to->x0;
    painter of_row;
    const painter *q = &p;
    if (by_row) of_row = painter_of_row(&p, y), q = &of_row;
    // One span for the whole row, limited by the mask and then the clip.
    llua_span *spans = s->spans;
    int32_t count = 1;
    spans[0] = (llua_span){x0, x1 - x0, 255};
    uint8_t *coverage = s->row - x0;
    if (mask) {
      count = clip_spans(spans, count, s->clipped, coverage, mask->base + (y - mask->y0) * mask->stride - mask->x0);
      spans = s->clipped;
    }
    if (clip) {
      llua_span *other = spans == s->spans ? s->clipped : s->spans;
      count = clip_spans(spans, count, other, coverage, clip->base + (y - clip->y0) * clip->stride - clip->x0);
      spans = other;
    }
    paint_spans(q, y, spans, count, row, coverage);
  }
}

static void fill_nine_slice(
    const llua_nine_slice *m, const llua_paint *paint, const llua_pixels *to, const llua_alpha *clip, llua_scratch *s) {
  int32_t x0 = max_i(m->x0, to->x0), y0 = max_i(m->y0, to->y0), x1 = min_i(m->x1, to->x1), y1 = min_i(m->y1, to->y1);
  if (clip) x0 = max_i(x0, clip->x0), y0 = max_i(y0, clip->y0), x1 = min_i(x1, clip->x1), y1 = min_i(y1, clip->y1);
  if (x0 >= x1 || y0 >= y1) return;
  painter p = painter_for(paint);
  if (p.is_normal && (p.opacity == 0 || (p.is_solid && p.color == 0))) return;
  const llua_alpha *a = &m->mask;
  int32_t columns = a->x1 - a->x0, rows = a->y1 - a->y0;
  // Start of the middle and of the right part, in the destination.
  int32_t middle = m->x0 + m->left, right = m->x1 - m->right;
  for (int32_t y = y0; y < y1; y++) {
    int32_t r = y - m->y0;
    if (y >= m->y1 - m->bottom) {
      r = rows - (m->y1 - y);
    } else if (r >= m->top) {
      r = m->top;
    }
    const uint8_t *line = a->base + r * a->stride;
    uint8_t *coverage = s->row - x0;
    llua_span *spans = s->spans;
    int32_t count = 0, begin = x0, end = min_i(x1, middle);
    if (begin < end) {
      __builtin_memcpy(coverage + begin, line + (begin - m->x0), (size_t)(end - begin));
      spans[count++] = (llua_span){begin, end - begin, -1};
    }
    begin = max_i(x0, middle), end = min_i(x1, right);
    if (begin < end) {
      int32_t k = line[min_i(m->left, columns - 1)];
      if (k != 0) spans[count++] = (llua_span){begin, end - begin, k};
    }
    begin = max_i(x0, right), end = x1;
    if (begin < end) {
      __builtin_memcpy(coverage + begin, line + columns - (m->x1 - begin), (size_t)(end - begin));
      spans[count++] = (llua_span){begin, end - begin, -1};
    }
    if (clip) {
      count = clip_spans(spans, count, s->clipped, coverage, clip->base + (y - clip->y0) * clip->stride - clip->x0);
      spans = s->clipped;
    }
    paint_spans(&p, y, spans, count, to->base + (y - to->y0) * to->stride - to->x0, coverage);
  }
}

INLINE void combine_span(uint8_t *to, const uint8_t *coverage, int32_t constant, int32_t n, int32_t combine) {
  if (combine == LLUA_COVER_SET) {
    if (coverage) {
      __builtin_memcpy(to, coverage, (size_t)n);
    } else {
      __builtin_memset(to, constant, (size_t)n);
    }
  } else if (combine == LLUA_COVER_MULTIPLY) {
    if (coverage) {
      multiply_bytes_by(to, coverage, (size_t)n);
    } else if (constant != 255) {
      scale_bytes(to, to, (uint32_t)constant, (size_t)n);
    }
  } else if (combine == LLUA_COVER_UNION) {
    for (int32_t i = 0; i < n; i++) {
      uint32_t k = coverage ? coverage[i] : (uint32_t)constant;
      to[i] = (uint8_t)(to[i] + div255_1((255u - to[i]) * k));
    }
  } else {
    for (int32_t i = 0; i < n; i++) {
      uint32_t k = coverage ? coverage[i] : (uint32_t)constant, rest = 255 - k;
      to[i] = to[i] <= k ? 0 : (uint8_t)(((to[i] - k) * 255 + rest / 2) / rest);
    }
  }
}

static void cover_outline(const llua_outline *o, int32_t rule, const llua_alpha *to, int32_t combine, llua_scratch *s) {
  int32_t x0 = max_i(o->x0, to->x0), y0 = max_i(o->y0, to->y0), x1 = min_i(o->x1, to->x1), y1 = min_i(o->y1, to->y1);
  int clears = combine == LLUA_COVER_SET || combine == LLUA_COVER_MULTIPLY;
  size_t whole = (size_t)(to->x1 - to->x0);
  if (x0 >= x1 || y0 >= y1) {
    if (clears)
      for (int32_t y = to->y0; y < to->y1; y++) __builtin_memset(to->base + (y - to->y0) * to->stride, 0, whole);
    return;
  }
  int32_t width = x1 - x0;
  size_t stride = llua_cell_stride(width), mark_stride = llua_mark_stride(width);
  int32_t rows = rows_at_once(s, stride, mark_stride);
  if (rows < 1) return;
  if (clears) {
    for (int32_t y = to->y0; y < y0; y++) __builtin_memset(to->base + (y - to->y0) * to->stride, 0, whole);
    for (int32_t y = y1; y < to->y1; y++) __builtin_memset(to->base + (y - to->y0) * to->stride, 0, whole);
  }
  noter notes;
  winding_grid grid;
  for (int32_t top = y0; top < y1;) {
    int32_t bottom = min_i(rows == 64 ? (top | 63) + 1 : top + rows, y1);
    const int32_t asked = bottom;
    if (!o->is_rect) bottom = fill_cells(o, top, bottom, x0, width, s, stride, mark_stride, &notes, &grid);
    if (bottom < asked && bottom > top) rows = bottom - top;
    if (bottom == top) {
      const int32_t middle = x0 + width / 2;
      llua_alpha part = {to->base + (top - to->y0) * to->stride, to->stride, to->x0, top, middle, top + 1};
      cover_outline(o, rule, &part, combine, s);
      part.base += middle - to->x0, part.x0 = middle, part.x1 = to->x1;
      cover_outline(o, rule, &part, combine, s);
      top++;
      continue;
    }
    for (int32_t y = top; y < bottom; y++) {
      int32_t count = o->is_rect
          ? rect_spans(&o->rect, y, x0, x1, s->spans)
          : sweep_spans(s->cells + (size_t)(y - top) * stride, s->marks + (size_t)(y - top) * mark_stride,
                (int32_t)(mark_stride / 8), x0, width, s->row, s->spans,
                crowds_of(o, s, &notes, (size_t)(y - top), stride, mark_stride), rule);
      uint8_t *line = to->base + (y - to->y0) * to->stride - to->x0;
      int32_t done = to->x0;
      for (int32_t k = 0; k < count; k++) {
        llua_span n = s->spans[k];
        if (clears && n.x > done) __builtin_memset(line + done, 0, (size_t)(n.x - done));
        combine_span(line + n.x, n.coverage < 0 ? s->row + (n.x - x0) : NULL, n.coverage, n.count, combine);
        done = n.x + n.count;
      }
      if (clears && done < to->x1) __builtin_memset(line + done, 0, (size_t)(to->x1 - done));
    }
    top = bottom;
  }
}

static void alpha_copy(uint8_t *alpha, const uint32_t *pixels, size_t n) {
  for (size_t i = 0; i < n; i++) alpha[i] = (uint8_t)(pixels[i] >> 24);
}

static void alpha_multiply(uint8_t *alpha, const uint32_t *pixels, size_t n) {
  for (size_t i = 0; i < n; i++) alpha[i] = (uint8_t)div255_1(alpha[i] * (pixels[i] >> 24));
}

static void pixels_multiply(uint32_t *pixels, const uint8_t *alpha, size_t n) {
  size_t i = 0;
  for (; i + LANES <= n; i += LANES) store(pixels + i, scale_pixels(load(pixels + i), load_bytes(alpha + i)));
  for (; i < n; i++) pixels[i] = scale_1(pixels[i], alpha[i]);
}

static void fill_pixels(uint32_t *pixels, uint32_t value, size_t n) {
  for (size_t i = 0; i < n; i++) pixels[i] = value;
}
