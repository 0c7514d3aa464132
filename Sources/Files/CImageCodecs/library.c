// SPDX-License-Identifier: MIT
#include "libraries.h"

#include <dlfcn.h>

int llua_codec_library(llua_dependency_id id, const char *const *names, void **table) {
  void *library = llua_library_open(id, RTLD_LAZY | RTLD_LOCAL);
  if (!library) return 0;
  for (int i = 0; names[i]; i++)
    if (!(table[i] = dlsym(library, names[i]))) return 0;
  return 1;
}
