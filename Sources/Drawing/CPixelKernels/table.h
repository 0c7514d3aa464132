// SPDX-License-Identifier: MIT
// The kernel table of one instruction set.
#include "colors.h"
#include "gaussian.h"
#include "glyphs.h"
#include "means.h"
#include "paint.h"
#include "places.h"
#include "rank.h"
#include "sprites.h"
#include "video.h"

#define TABLE \
  { \
    fill_outline, fill_leaf, fill_rect, fill_nine_slice, fill_sprites, fill_glyphs, cover_outline, alpha_copy, \
        alpha_multiply, pixels_multiply, multiply_bytes, fill_pixels, gaussian_direct, gaussian_halve, \
        gaussian_spread, extreme_bytes, extreme_floats, median_bytes, median_floats, video_rows, video_rows_alpha, \
        video_planes, sample_places, sample_mean, bytes_of_floats, floats_of_bytes, box_rows, disc_row, tap_row, \
        ray_row, nearest_points, COLOR_TABLE \
  }

static void multiply_bytes(uint8_t *to, const uint8_t *by, size_t count) { multiply_bytes_by(to, by, count); }
