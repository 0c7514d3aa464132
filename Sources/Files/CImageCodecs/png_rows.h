// SPDX-License-Identifier: MIT
#pragma once
#include "CImageCodecs.h"

// The colour type, and the number of bytes per pixel, by [grey][opaque].
extern const uint8_t llua_png_types[2][2], llua_png_steps[2][2];

// Packs and filters rows into `out`, each preceded by its filter type. Input rows are `stride` pixels apart; `before`
// is the row above the first one, or NULL. *left, unless NULL, receives a measure of the remaining entropy. Returns 0
// if memory is short.
int llua_png_filter_rows(const uint32_t *pixels, size_t stride, uint32_t width, uint32_t height, const uint32_t *before,
    llua_png_content content, uint8_t *out, uint64_t *left);
