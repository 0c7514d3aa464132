// SPDX-License-Identifier: MIT
#pragma once
// What drawing is compared with in the tests; the program knows nothing of it.
#if __has_include(<cairo.h>)
#include <cairo.h>
#elif __has_include(<cairo/cairo.h>)
#include <cairo/cairo.h>
#else
#error "cairo.h is missing: run scripts/setup, which installs libcairo2-dev for the tests"
#endif
