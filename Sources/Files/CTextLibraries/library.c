// SPDX-License-Identifier: MIT
#include "CTextLibraries.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "libraries.h"

int llua_library_load(const char *file, const char *package, const char *const *names, void **table, char *message) {
  void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
  if (!library) {
    snprintf(
        message, LLUA_TEXT_MESSAGE, "text needs the library %s, which is not installed: install %s", file, package);
    return -1;
  }
  for (int i = 0; names[i]; i++) {
    table[i] = dlsym(library, names[i]);
    // The name since HarfBuzz 7; later versions may remove the old one.
    if (!table[i] && !strcmp(names[i], "hb_font_get_glyph_shape")) table[i] = dlsym(library, "hb_font_draw_glyph");
    if (!table[i]) {
      snprintf(message, LLUA_TEXT_MESSAGE, "text needs a newer %s: the installed one has no %s", file, names[i]);
      return -1;
    }
  }
  return 0;
}
