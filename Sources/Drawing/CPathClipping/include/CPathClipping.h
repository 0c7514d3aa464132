// SPDX-License-Identifier: MIT
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Boolean operations on polygons of an integer grid, by the library liblayerlua-paths.so, which is loaded with the
// first of them. That library links Clipper 6.4 and the C++ library, so that the program links neither.

// A grid point. Coordinates are within ±2^62.
typedef struct {
  int64_t x, y;
} llua_clip_point;

// Closed polygons: the points of all rings one after the other, and for each ring the index after its last point.
typedef struct {
  const llua_clip_point *points;
  const size_t *ends;
  size_t count;
} llua_clip_rings;

typedef enum { LLUA_CLIP_UNION, LLUA_CLIP_INTERSECTION, LLUA_CLIP_DIFFERENCE, LLUA_CLIP_XOR } llua_clip_operation;

// Fill rules: the windings of points that are inside.
typedef enum { LLUA_CLIP_NON_ZERO, LLUA_CLIP_EVEN_ODD, LLUA_CLIP_POSITIVE } llua_clip_rule;

typedef enum {
  LLUA_CLIP_DONE,
  LLUA_CLIP_NO_MEMORY,
  // Coordinates beyond ±2^62, or an operation that Clipper gave up.
  LLUA_CLIP_REFUSED,
  // liblayerlua-paths.so is not there, or belongs to another user.
  LLUA_CLIP_NO_LIBRARY,
  // It is there, but cannot be loaded: libpolyclipping.so.22 is not installed.
  LLUA_CLIP_NO_CLIPPER,
} llua_clip_status;

// The result's rings, which llua_clip_free frees. Outer rings have a positive area, holes a negative one.
typedef struct {
  llua_clip_point *points;
  size_t *ends;
  size_t count;
} llua_clip_result;

// The functions of the library, as its one symbol llua_paths_functions returns them.
enum { LLUA_CLIP_VERSION = 1 };
typedef struct {
  int version;
  llua_clip_status (*clip)(llua_clip_operation operation, llua_clip_rule rule, const llua_clip_rings *subject,
      const llua_clip_rings *clip, llua_clip_result *result);
  void (*free)(llua_clip_result *result);
} llua_paths_table;

bool llua_clip_is_loaded(void);
// Loads the library; does nothing if it is loaded. `file` is its path.
llua_clip_status llua_clip_load(const char *file);
// Combines polygons: the rule applies to both. Loads nothing: call llua_clip_load first.
llua_clip_status llua_clip(llua_clip_operation operation, llua_clip_rule rule, const llua_clip_rings *subject,
    const llua_clip_rings *clip, llua_clip_result *result);
void llua_clip_free(llua_clip_result *result);
