// SPDX-License-Identifier: MIT
#pragma once
// The library that tests compare drawings with; the program does not use it.
#if __has_include(<cairo.h>)
#include <cairo.h>
#elif __has_include(<cairo/cairo.h>)
#include <cairo/cairo.h>
#else
#error "cairo.h is missing: run scripts/setup, which installs libcairo2-dev for the tests"
#endif
