// SPDX-License-Identifier: MIT
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "CProcesses.h"

static const llua_dependency dependencies[] = {
#define LLUA_ROW(id, kind, file, package, need, purpose) {LLUA_IS_##kind, LLUA_##need, file, package, purpose},
    LLUA_DEPENDENCIES(LLUA_ROW)
#undef LLUA_ROW
};

const llua_dependency *llua_dependency_of(llua_dependency_id id) { return &dependencies[id]; }

size_t llua_brought_library(llua_dependency_id id, char *path, size_t capacity) {
  const char *file = dependencies[id].file, *suffix = strstr(file, ".so");
  char name[128];
  if (suffix == NULL) return 0;
  int length = snprintf(name, sizeof name, "%.*s-layerlua%s", (int)(suffix - file), file, suffix);
  return length > 0 && (size_t)length < sizeof name ? llua_brought_file(name, path, capacity) : 0;
}

void *llua_library_open(llua_dependency_id id, int flags) {
  char path[4096];
  if (llua_brought_library(id, path, sizeof path) > 0) {
    void *library = dlopen(path, flags);
    if (library != NULL) return library;
  }
  return dlopen(dependencies[id].file, flags);
}

size_t llua_library_path(llua_dependency_id id, char *path, size_t capacity) {
  void *library = llua_library_open(id, RTLD_LAZY | RTLD_LOCAL);
  struct link_map *map = NULL;
  size_t length = 0;
  if (library == NULL) return 0;
  if (dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 && map != NULL) length = strlen(map->l_name);
  if (length >= capacity) length = 0;
  if (length > 0) memcpy(path, map->l_name, length + 1);
  dlclose(library);
  return length;
}

void llua_library_missing(llua_dependency_id id, const char *file, char *text, size_t capacity) {
  const llua_dependency *it = &dependencies[id];
  if (file == NULL) file = it->file;
  if (access("/etc/debian_version", F_OK) == 0)
    snprintf(text, capacity, "the library %s, which is not installed: install %s", file, it->package);
  else
    snprintf(text, capacity, "the library %s, which is not installed: install it (Debian's package is %s)", file,
        it->package);
}
