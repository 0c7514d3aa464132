// SPDX-License-Identifier: MIT
// Outlines of plain rectangles, most of the pieces of large pictures: made in one pass, without the general builder,
// and with the same edges.
#pragma STDC FP_CONTRACT OFF
#include "CPixelKernels.h"

// Rounds to 24.8, half to even; the value must be within ±200,000.
static inline int32_t fixed_24_8(double v) {
  const double d = v * 256 + 6755399441055744.0;
  int64_t bits;
  __builtin_memcpy(&bits, &d, sizeof bits);
  return (int32_t)bits;
}

typedef struct {
  int32_t x, y;
} device_point;

// Writes the device points of the outline, clockwise on the device for maps that do not mirror; returns their number,
// or 0 if one is not within the range of 24.8.
static int32_t outline_points(const llua_round_rect *s, device_point *points) {
  const double r = s->radius, limit = 200000;
  // The corners' centres, and the directions of the radii at the ends of each corner's arc.
  const double cx[4] = {s->min_x + r, s->max_x - r, s->max_x - r, s->min_x + r};
  const double cy[4] = {s->min_y + r, s->min_y + r, s->max_y - r, s->max_y - r};
  static const double ux[4] = {-1, 0, 1, 0}, uy[4] = {0, -1, 0, 1}, vx[4] = {0, 1, 0, -1}, vy[4] = {-1, 0, 1, 0};
  const int32_t per_corner = r > 0 ? s->segments + 1 : 1;
  int32_t count = 0, is_far = 0;
  for (int k = 0; k < 4; k++) {
    const double x = s->a * cx[k] + s->c * cy[k] + s->tx, y = s->b * cx[k] + s->d * cy[k] + s->ty;
    const double u_x = (ux[k] * s->a + uy[k] * s->c) * r, u_y = (ux[k] * s->b + uy[k] * s->d) * r;
    const double v_x = (vx[k] * s->a + vy[k] * s->c) * r, v_y = (vx[k] * s->b + vy[k] * s->d) * r;
    for (int32_t i = 0; i < per_corner; i++) {
      const double px = r > 0 ? x + u_x * s->arc[2 * i] + v_x * s->arc[2 * i + 1] : x;
      const double py = r > 0 ? y + u_y * s->arc[2 * i] + v_y * s->arc[2 * i + 1] : y;
      is_far |= !(px < limit && px > -limit && py < limit && py > -limit);
      points[count++] = (device_point){fixed_24_8(px), fixed_24_8(py)};
    }
  }
  return is_far ? 0 : count;
}

int llua_make_leaf(const llua_round_rect *shape, int32_t left, int32_t right, llua_leaf *leaf) {
  // Mirrored shapes have their edges the other way round.
  if (!(shape->a * shape->d - shape->b * shape->c > 0)) return 0;
  if (shape->radius > 0 ? shape->segments < 1 || shape->segments > LLUA_LEAF_SEGMENTS : shape->b == 0 && shape->c == 0)
    return 0;
  device_point points[LLUA_LEAF_EDGES];
  const int32_t n = outline_points(shape, points);
  if (n == 0) return 0;
  int32_t min_x = INT32_MAX, max_x = INT32_MIN, min_y = INT32_MAX, max_y = INT32_MIN;
  for (int32_t i = 0; i < n; i++) {
    min_x = points[i].x < min_x ? points[i].x : min_x;
    max_x = points[i].x > max_x ? points[i].x : max_x;
    min_y = points[i].y < min_y ? points[i].y : min_y;
    max_y = points[i].y > max_y ? points[i].y : max_y;
  }
  if (min_x < left || max_x > right || min_y == max_y) return 0;
  // Begin at a topmost point that is followed by a lower one, so that the first chain runs down.
  int32_t first = 0;
  while (points[first].y != min_y || points[first + 1 < n ? first + 1 : 0].y == min_y) first++;
  llua_edge *edges = (llua_edge *)(leaf + 1);
  uint32_t count = 0, down_count = 0;
  device_point at = points[first];
  int is_up = 0;
  for (int32_t i = 1; i <= n; i++) {
    const int32_t k = first + i;
    const device_point next = points[k < n ? k : k - n];
    if (next.y != at.y) {
      if (next.y > at.y) {
        // A second way down.
        if (is_up) return 0;
        down_count++;
      } else {
        is_up = 1;
      }
      edges[count++] = (llua_edge){at.x, at.y, next.x, next.y};
    }
    at = next;
  }
  // Two vertical edges are a rectangle.
  if (count == 2 && edges[0].x0 == edges[0].x1 && edges[1].x0 == edges[1].x1) return 0;
  *leaf = (llua_leaf){min_x >> 8, min_y >> 8, (max_x + 255) >> 8, (max_y + 255) >> 8, count, down_count};
  return 1;
}
