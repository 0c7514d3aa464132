// SPDX-License-Identifier: MIT
#include "CTriangulation.h"

#include <CProcesses.h>
#include <dlfcn.h>
#include <libqhull_r/qhull_ra.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The library's version, by whose header its structures are read; the soname has its first two parts.
#define VERSION "qhull_r 8.0."

static struct {
  int (*new_qhull)(qhT *, int, int, coordT *, boolT, char *, FILE *, FILE *);
  void (*zero)(qhT *, FILE *);
  void (*free_qhull)(qhT *, boolT);
  void (*free_memory)(qhT *, int *, int *);
} functions;
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *library = llua_library_open(LLUA_QHULL, RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  const char *version = dlsym(library, "qh_version2");
  if (!version || strncmp(version, VERSION, sizeof VERSION - 1)) return;
  *(void **)&functions.new_qhull = dlsym(library, "qh_new_qhull");
  *(void **)&functions.zero = dlsym(library, "qh_zero");
  *(void **)&functions.free_qhull = dlsym(library, "qh_freeqhull");
  *(void **)&functions.free_memory = dlsym(library, "qh_memfreeshort");
  is_loaded = functions.new_qhull && functions.zero && functions.free_qhull && functions.free_memory;
}

// Collects the lower facets of the hull of the lifted points, which Qhull has made into triangles.
static llua_triangulation_status collect(qhT *qh, int32_t count, llua_triangles *result) {
  facetT *facet;
  vertexT *vertex, **vertexp;
  int32_t number = 0;
  FORALLfacets if (!facet->upperdelaunay && facet->simplicial) number++;
  result->corners = malloc(((size_t)number + 1) * 3 * sizeof(int32_t));
  if (!result->corners) return LLUA_TRIANGULATION_NO_MEMORY;
  FORALLfacets {
    if (facet->upperdelaunay || !facet->simplicial || result->count >= number) continue;
    int32_t *corners = result->corners + 3 * (size_t)result->count;
    int corner = 0;
    FOREACHvertex_(facet->vertices) {
      ptrdiff_t point = (vertex->point - qh->first_point) / qh->hull_dim;
      // The point at infinity lies after the others.
      if (corner < 3 && point >= 0 && point < count) corners[corner++] = (int32_t)point;
    }
    if (corner == 3) result->count++;
  }
  return result->count > 0 ? LLUA_TRIANGULATION_DONE : LLUA_TRIANGULATION_FLAT;
}

llua_triangulation_status llua_triangulate(double *coordinates, int32_t count, llua_triangles *result) {
  memset(result, 0, sizeof *result);
  pthread_once(&once, load);
  if (!is_loaded) return LLUA_TRIANGULATION_NO_LIBRARY;
  // Room beyond the structure, should the library's be a little larger.
  qhT *qh = calloc(1, sizeof *qh + 4096);
  char text[512];
  // Qhull's messages go nowhere: without a file they would go to standard error.
  FILE *messages = fmemopen(text, sizeof text, "w");
  llua_triangulation_status status = LLUA_TRIANGULATION_NO_MEMORY;
  if (qh && messages) {
    functions.zero(qh, messages);
    // Triangles (d), input scaled (Qbb), coplanar points kept (Qc), a point at infinity (Qz) so that points of one
    // circle have triangles, wide facets allowed (Q12), facets of more corners divided (Qt).
    char command[] = "qhull d Qbb Qc Qz Q12 Qt";
    int failure = functions.new_qhull(qh, 2, count, coordinates, False, command, NULL, messages);
    status = failure == qh_ERRmem ? LLUA_TRIANGULATION_NO_MEMORY
        : failure                 ? LLUA_TRIANGULATION_FLAT
                                  : collect(qh, count, result);
    int left, total;
    functions.free_qhull(qh, !qh_ALL);
    functions.free_memory(qh, &left, &total);
  }
  if (messages) fclose(messages);
  free(qh);
  return status;
}

void llua_triangles_free(llua_triangles *result) {
  free(result->corners);
  memset(result, 0, sizeof *result);
}
