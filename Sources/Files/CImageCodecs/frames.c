// SPDX-License-Identifier: MIT
#include "CImageCodecs.h"

#include <stdlib.h>
#include <string.h>

// Differences between two frames of a film.

// Returns the first column in [from, to) at which rows differ; `to` if none does.
static size_t first(const uint32_t *a, const uint32_t *b, size_t from, size_t to) {
  size_t x = from;
  for (; x + 16 <= to && !memcmp(a + x, b + x, 64); x += 16) {
  }
  while (x < to && a[x] == b[x]) x++;
  return x;
}

// Returns one past the last column in [from, to) at which rows differ; `from` if none does.
static size_t last(const uint32_t *a, const uint32_t *b, size_t from, size_t to) {
  size_t x = to;
  for (; x >= from + 16 && !memcmp(a + x - 16, b + x - 16, 64); x -= 16) {
  }
  while (x > from && a[x - 1] == b[x - 1]) x--;
  return x;
}

int llua_difference(const uint32_t *a, const uint32_t *b, uint32_t width, uint32_t height, const llua_rect *cleared,
    llua_rect *difference) {
  static const uint32_t none[1024];
  size_t left = width, right = 0, top = height, bottom = 0, w = width;
  for (size_t y = 0; y < height; y++, a += w, b += w) {
    size_t from = w, to = 0;
    if (cleared && y >= cleared->y && y - cleared->y < cleared->height) {
      size_t x0 = cleared->x, x1 = x0 + cleared->width, x;
      // Left of the cleared rectangle, inside it, and right of it.
      if ((x = first(a, b, 0, x0)) < x0) {
        from = x;
        to = last(a, b, x, x0);
      }
      for (x = x0; x < x1; x += 1024) {
        size_t n = x1 - x < 1024 ? x1 - x : 1024, f = first(none, b + x, 0, n);
        if (f == n) continue;
        if (from > x + f) from = x + f;
        to = x + last(none, b + x, f, n);
      }
      if ((x = first(a, b, x1, w)) < w) {
        if (from > x) from = x;
        to = last(a, b, x, w);
      }
      if (to <= from) continue;
    } else {
      // Columns already inside the difference need not be compared.
      from = first(a, b, 0, w);
      if (from == w) continue;
      to = last(a, b, right > from ? right : from, w);
      if (to <= from) to = from + 1;
    }
    if (top == height) top = y;
    bottom = y + 1;
    if (from < left) left = from;
    if (to > right) right = to;
  }
  if (top == height) return 0;
  *difference = (llua_rect){(uint32_t)left, (uint32_t)top, (uint32_t)(right - left), (uint32_t)(bottom - top)};
  return 1;
}

int llua_pixels_differ(const uint32_t *a, const uint32_t *b, size_t count, int tolerance) {
  if (!memcmp(a, b, count * 4)) return 0;
  if (tolerance <= 0) return 1;
  // Alpha must be equal.
  const uint8_t *p = (const uint8_t *)a, *q = (const uint8_t *)b;
  const uint8_t most[4] = {(uint8_t)tolerance, (uint8_t)tolerance, (uint8_t)tolerance, 0};
  uint8_t beyond = 0;
  for (size_t i = 0; i < count * 4; i += 4)
    for (size_t k = 0; k < 4; k++) {
      uint8_t d = p[i + k] > q[i + k] ? p[i + k] - q[i + k] : q[i + k] - p[i + k];
      beyond |= d > most[k];
    }
  return beyond;
}

// A row of the first picture; the columns from `clear_from` to `clear_to` count as transparent.
typedef struct {
  const uint32_t *row;
  size_t clear_from, clear_to;
} film_row;

static int differs_at(film_row a, const uint32_t *b, size_t x, int tolerance) {
  static const uint32_t none;
  return llua_pixels_differ(x >= a.clear_from && x < a.clear_to ? &none : a.row + x, b + x, 1, tolerance);
}

int llua_difference_beyond(const uint32_t *a, const uint32_t *b, uint32_t width, uint32_t height,
    const llua_rect *cleared, int tolerance, llua_rect *difference) {
  llua_rect all;
  if (!llua_difference(a, b, width, height, cleared, &all)) return 0;
  *difference = all;
  if (tolerance <= 0) return 1;
  size_t left = all.x + (size_t)all.width, right = all.x, top = all.y + (size_t)all.height, bottom = 0;
  for (size_t y = all.y; y < (size_t)all.y + all.height; y++) {
    film_row row = {a + y * width, 0, 0};
    const uint32_t *other = b + y * width;
    if (cleared && y >= cleared->y && y - cleared->y < cleared->height) {
      row.clear_from = cleared->x;
      row.clear_to = cleared->x + (size_t)cleared->width;
    } else if (!llua_pixels_differ(row.row + all.x, other + all.x, all.width, tolerance)) {
      continue;
    }
    size_t x = all.x, end = all.x + (size_t)all.width;
    while (x < end && !differs_at(row, other, x, tolerance)) x++;
    if (x == end) continue;
    while (end > x + 1 && end > right && !differs_at(row, other, end - 1, tolerance)) end--;
    if (top == all.y + (size_t)all.height) top = y;
    bottom = y + 1;
    if (x < left) left = x;
    if (end > right) right = end;
  }
  if (!bottom) return 0;
  *difference = (llua_rect){(uint32_t)left, (uint32_t)top, (uint32_t)(right - left), (uint32_t)(bottom - top)};
  return 1;
}
