// SPDX-License-Identifier: MIT
#include "CPathClipping.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>

static const llua_paths_table *_Atomic functions;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

bool llua_clip_is_loaded(void) { return atomic_load(&functions) != NULL; }

llua_clip_status llua_clip_load(const char *file) {
  if (atomic_load(&functions)) return LLUA_CLIP_DONE;
  llua_clip_status status = LLUA_CLIP_NO_CLIPPER;
  pthread_mutex_lock(&lock);
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (library) {
    const llua_paths_table *(*table)(void);
    *(void **)&table = dlsym(library, "llua_paths_functions");
    const llua_paths_table *found = table ? table() : NULL;
    // A library of another version has other functions.
    status = found && found->version == LLUA_CLIP_VERSION ? LLUA_CLIP_DONE : LLUA_CLIP_NO_LIBRARY;
    if (status == LLUA_CLIP_DONE) atomic_store(&functions, found);
  }
  pthread_mutex_unlock(&lock);
  return status;
}

llua_clip_status llua_clip(llua_clip_operation operation, llua_clip_rule rule, const llua_clip_rings *subject,
    const llua_clip_rings *clip, llua_clip_result *result) {
  const llua_paths_table *table = atomic_load(&functions);
  return table ? table->clip(operation, rule, subject, clip, result) : LLUA_CLIP_NO_LIBRARY;
}

void llua_clip_free(llua_clip_result *result) {
  const llua_paths_table *table = atomic_load(&functions);
  if (table) table->free(result);
}
