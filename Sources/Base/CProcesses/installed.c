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

size_t llua_installed_file(const char *name, char *path, size_t capacity) {
  static const char *const folders[] = {
      "", "../libexec/layerlua/", "../../libexec/layerlua/", "../../../libexec/layerlua/"};
  char code[4096];
  if (llua_code_path(code, sizeof code) == 0) return 0;
  struct stat info;
  uid_t owner = stat(code, &info) == 0 ? info.st_uid : 0;
  char *slash = strrchr(code, '/');
  if (slash == NULL) return 0;
  slash[1] = 0;
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    int length = snprintf(path, capacity, "%s%s%s", code, folders[i], name);
    if (length < 0 || (size_t)length >= capacity) continue;
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode) || access(path, X_OK) != 0) continue;
    if (info.st_uid == 0 || info.st_uid == geteuid() || info.st_uid == owner) return (size_t)length;
  }
  return 0;
}
