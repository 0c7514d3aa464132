// SPDX-License-Identifier: MIT
#include "CTextLibraries.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "libraries.h"

int llua_library_load(llua_dependency_id id, const char *const *names, void **table, char *message) {
  void *library = llua_library_open(id, RTLD_LAZY | RTLD_LOCAL);
  if (!library) {
    int length = snprintf(message, LLUA_TEXT_MESSAGE, "text needs ");
    llua_library_missing(id, NULL, message + length, (size_t)(LLUA_TEXT_MESSAGE - length));
    return -1;
  }
  for (int i = 0; names[i]; i++) {
    table[i] = dlsym(library, names[i]);
    // The name since HarfBuzz 7; later versions may remove the old one.
    if (!table[i] && !strcmp(names[i], "hb_font_get_glyph_shape")) table[i] = dlsym(library, "hb_font_draw_glyph");
    if (!table[i]) {
      snprintf(message, LLUA_TEXT_MESSAGE, "text needs a newer %s: the installed one has no %s",
          llua_dependency_of(id)->file, names[i]);
      return -1;
    }
  }
  return 0;
}
