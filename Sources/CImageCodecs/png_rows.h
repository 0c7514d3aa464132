// SPDX-License-Identifier: MIT
#pragma once
#include "CImageCodecs.h"

// The colour type and the number of bytes of a pixel, by [grey][opaque].
extern const uint8_t llua_png_types[2][2], llua_png_steps[2][2];

// Packs and filters rows that lie `stride` pixels apart into `out`, each with its filter's number; `before` is the
// row above the first one, NULL for none. *left, unless NULL, is a measure of the data left to compress. Returns 0 when
// memory is short.
int llua_png_filter_rows(const uint32_t *pixels, size_t stride, uint32_t width, uint32_t height, const uint32_t *before,
    llua_png_content content, uint8_t *out, uint64_t *left);
