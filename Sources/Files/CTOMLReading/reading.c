// SPDX-License-Identifier: MIT
#include "CTOMLReading.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>

static const llua_toml_table *_Atomic functions;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

bool llua_toml_is_loaded(void) { return atomic_load(&functions) != NULL; }

llua_toml_status llua_toml_load(const char *file) {
  if (atomic_load(&functions)) return LLUA_TOML_DONE;
  llua_toml_status status = LLUA_TOML_NO_LIBRARY;
  pthread_mutex_lock(&lock);
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (library) {
    const llua_toml_table *(*table)(void);
    *(void **)&table = dlsym(library, "llua_toml_functions");
    const llua_toml_table *found = table ? table() : NULL;
    // A library of another version has other functions.
    if (found && found->version == LLUA_TOML_VERSION) {
      status = LLUA_TOML_DONE;
      atomic_store(&functions, found);
    }
  }
  pthread_mutex_unlock(&lock);
  return status;
}

llua_toml_status llua_toml_read(
    const char *text, size_t length, bool (*is_ended)(void *), void *context, llua_toml_result *result) {
  const llua_toml_table *table = atomic_load(&functions);
  return table ? table->read(text, length, is_ended, context, result) : LLUA_TOML_NO_LIBRARY;
}

void llua_toml_free(llua_toml_result *result) {
  const llua_toml_table *table = atomic_load(&functions);
  if (table) table->free(result);
}
