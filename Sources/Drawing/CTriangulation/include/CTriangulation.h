// SPDX-License-Identifier: MIT
// Delaunay's triangulation by Qhull, whose library is loaded with the first one.
#ifndef LLUA_CTRIANGULATION_H
#define LLUA_CTRIANGULATION_H

#include <stdint.h>

typedef enum llua_triangulation_status {
  LLUA_TRIANGULATION_DONE,
  LLUA_TRIANGULATION_FLAT,  // the points lie on a line, or nearly
  LLUA_TRIANGULATION_NO_LIBRARY,
  LLUA_TRIANGULATION_NO_MEMORY
} llua_triangulation_status;

typedef struct llua_triangles {
  int32_t *corners;  // indices of points, three for each triangle; their order is Qhull's
  int32_t count;
} llua_triangles;

// Triangulates points, two coordinates each, no two of them equal. Qhull may move the coordinates. Any thread.
llua_triangulation_status llua_triangulate(double *coordinates, int32_t count, llua_triangles *result);
void llua_triangles_free(llua_triangles *result);

#endif
