// What a script finds as globals.
#include "llua.h"

int llua_open_library(lua_State *L) {
  luaL_openlibs(L);
  return 0;
}
const char *llua_tolstring(lua_State *L, int index, size_t *count) { return luaL_tolstring(L, index, count); }
