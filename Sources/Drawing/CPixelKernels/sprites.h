// SPDX-License-Identifier: MIT
// Painting many small images, each with its own transform and colour.
#pragma once
#include "paint.h"

// Range of the pixels of a row whose u is at most half a device pixel outside 0…width (in device pixels). u begins at
// `start` and grows by `step` per pixel. The range may be slightly too large.
INLINE void row_range(double start, double step, double width, double *from, double *to) {
  double low = -0.5 - start, high = width + 0.5 - start;
  if (step > -1e-12 && step < 1e-12) {
    if (low > 0 || high < 0) *to = *from;
    return;
  }
  double a = low / step, b = high / step;
  if (a > b) {
    double c = a;
    a = b, b = c;
  }
  if (a > *from) *from = a;
  if (b < *to) *to = b;
}

static void fill_sprites(const llua_sprite *sprites, size_t count, int32_t blend, const llua_pixels *to,
    const llua_alpha *clip, llua_scratch *s) {
  int32_t left = to->x0, top = to->y0, right = to->x1, bottom = to->y1;
  if (clip)
    left = max_i(left, clip->x0), top = max_i(top, clip->y0), right = min_i(right, clip->x1),
    bottom = min_i(bottom, clip->y1);
  uint8_t *coverage = s->row - to->x0;
  for (size_t k = 0; k < count; k++) {
    const llua_sprite *p = sprites + k;
    int32_t x0 = max_i(p->x0, left), y0 = max_i(p->y0, top), x1 = min_i(p->x1, right), y1 = min_i(p->y1, bottom);
    if (x0 >= x1 || y0 >= y1) continue;
    const llua_sprite_image *image = p->image;
    llua_source source = *image->source;
    const double *m = p->m;
    const double map[9] = {m[0], m[1], 0, m[2], m[3], 0, m[4], m[5], 1};
    __builtin_memcpy(source.m, map, sizeof map);
    painter painter = {0};
    painter.source = &source;
    painter.is_normal = blend == BLEND_NORMAL;
    painter.opacity = 255;
    painter.multiplier = p->multiplier;
    painter.blend = blend_functions[blend >= 0 && blend < BLEND_COUNT ? blend : 0];
    // Distances in device pixels along u and v: of the pixel centres from the first edge, and between the two edges.
    double gu = __builtin_sqrt(m[0] * m[0] + m[2] * m[2]), gv = __builtin_sqrt(m[1] * m[1] + m[3] * m[3]);
    if (!(gu > 0) || !(gv > 0)) continue;
    double ku = 1 / gu, kv = 1 / gv, step_u = m[0] * ku, step_v = m[1] * kv;
    double width = (image->u1 - image->u0) * ku, height = (image->v1 - image->v0) * kv;
    const float fsu = (float)step_u, fsv = (float)step_v, fw = (float)width, fh = (float)height;
    for (int32_t y = y0; y < y1; y++) {
      double px = (double)p->x0 + 0.5, py = (double)y + 0.5;
      double u = (px * m[0] + py * m[2] + m[4] - image->u0) * ku, v = (px * m[1] + py * m[3] + m[5] - image->v0) * kv;
      double from = (double)(x0 - p->x0), end = (double)(x1 - p->x0);
      row_range(u, step_u, width, &from, &end);
      row_range(v, step_v, height, &from, &end);
      if (!(from < end)) continue;
      int32_t a = max_i(p->x0 + (int32_t)from, x0), b = min_i(p->x0 + (int32_t)end + 1, x1);
      int32_t n = b - a;
      if (n <= 0) continue;
      const float fu = (float)u, fv = (float)v;
      uint8_t *row = coverage + a;
      for (int32_t i = 0; i < n; i++) {
        // The part of a pixel's width between two edges is the sum of the parts inside each, minus one.
        float at = (float)(a - p->x0 + i);
        float du = fu + at * fsu, dv = fv + at * fsv;
        float lu = du + 0.5f, hu = fw - du + 0.5f, lv = dv + 0.5f, hv = fh - dv + 0.5f;
        lu = lu < 0 ? 0 : lu > 1 ? 1 : lu;
        hu = hu < 0 ? 0 : hu > 1 ? 1 : hu;
        lv = lv < 0 ? 0 : lv > 1 ? 1 : lv;
        hv = hv < 0 ? 0 : hv > 1 ? 1 : hv;
        float cu = lu + hu - 1, cv = lv + hv - 1;
        cu = cu < 0 ? 0 : cu;
        cv = cv < 0 ? 0 : cv;
        row[i] = (uint8_t)(int32_t)(cu * cv * 255.0f + 0.5f);
      }
      if (clip) multiply_bytes_by(row, clip->base + (y - clip->y0) * clip->stride + (a - clip->x0), (size_t)n);
      llua_span span = {a, n, -1};
      paint_spans(&painter, y, &span, 1, to->base + (y - to->y0) * to->stride - to->x0, coverage);
    }
  }
}
