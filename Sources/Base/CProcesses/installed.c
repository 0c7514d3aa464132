// SPDX-License-Identifier: MIT
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "CProcesses.h"

#ifdef __linux__
#include <sys/auxv.h>

size_t llua_code_path(char *path, size_t capacity) {
  Dl_info info = {0};
  uintptr_t headers = (uintptr_t)getauxval(AT_PHDR);
  // For an executable, dladdr returns only the name by which it was called.
  bool is_library = dladdr((void *)(uintptr_t)llua_code_path, &info) != 0 && info.dli_fname != NULL &&
      headers - (uintptr_t)info.dli_fbase >= 4096;
  char *real = realpath(is_library ? info.dli_fname : "/proc/self/exe", NULL);
  size_t length = real == NULL ? 0 : strlen(real);
  if (length >= capacity) length = 0;
  if (length > 0) memcpy(path, real, length + 1);
  free(real);
  return length;
}

#else

size_t llua_code_path(char *path, size_t capacity) {
  (void)path, (void)capacity;
  return 0;
}

#endif

// Stores the first path that is a file of this type, may be accessed in this way, and belongs to root, to this user or
// to the owner of the code. The folders are relative to that of the code and end with a slash.
static size_t find(const char *name, const char *const *folders, mode_t type, int way, char *path, size_t capacity) {
  char code[4096];
  if (llua_code_path(code, sizeof code) == 0) return 0;
  struct stat info;
  uid_t owner = stat(code, &info) == 0 ? info.st_uid : 0;
  char *slash = strrchr(code, '/');
  if (slash == NULL) return 0;
  slash[1] = 0;
  for (; *folders != NULL; folders++) {
    int length = snprintf(path, capacity, "%s%s%s", code, *folders, name);
    if (length < 0 || (size_t)length >= capacity) continue;
    if (stat(path, &info) != 0 || (info.st_mode & S_IFMT) != type || access(path, way) != 0) continue;
    if (info.st_uid == 0 || info.st_uid == geteuid() || info.st_uid == owner) return (size_t)length;
  }
  return 0;
}

size_t llua_installed_file(const char *name, char *path, size_t capacity) {
  static const char *const folders[] = {
      "", "../libexec/layerlua/", "../../libexec/layerlua/", "../../../libexec/layerlua/", NULL};
  return find(name, folders, S_IFREG, X_OK, path, capacity);
}

size_t llua_brought_fonts(char *path, size_t capacity) {
  static const char *const folders[] = {"../share/", "../../share/", "../../../share/", NULL};
  return find("layerlua/fonts", folders, S_IFDIR, R_OK | X_OK, path, capacity);
}

// From liblayerlua.so, the program, a program in libexec/layerlua, and the Lua module.
static const char *const brought[] = {"layerlua/", "../lib/layerlua/", "../../lib/layerlua/", "../../layerlua/", NULL};

size_t llua_brought_folder(char *path, size_t capacity) { return find("", brought, S_IFDIR, X_OK, path, capacity); }

size_t llua_brought_file(const char *name, char *path, size_t capacity) {
  return find(name, brought, S_IFREG, R_OK, path, capacity);
}
