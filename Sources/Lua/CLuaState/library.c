// SPDX-License-Identifier: MIT
// Global libraries of a script.
#include "llua.h"

int llua_open_library(lua_State *L) {
  static const luaL_Reg libraries[] = {{LUA_GNAME, luaopen_base}, {LUA_COLIBNAME, luaopen_coroutine},
      {LUA_TABLIBNAME, luaopen_table}, {LUA_STRLIBNAME, luaopen_string}, {LUA_MATHLIBNAME, luaopen_math},
      {LUA_UTF8LIBNAME, luaopen_utf8}, {LUA_OSLIBNAME, luaopen_os}, {NULL, NULL}};
  if (llua_of(L)->options.trusted) {
    luaL_openlibs(L);
  } else {
    for (const luaL_Reg *library = libraries; library->name != NULL; library += 1) {
      luaL_requiref(L, library->name, library->func, 1);
      lua_pop(L, 1);
    }
    lua_pushcfunction(L, luaopen_debug);
    lua_call(L, 0, 1);
    lua_createtable(L, 0, 1);
    lua_getfield(L, -2, "traceback");
    lua_setfield(L, -2, "traceback");
    luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    lua_pushvalue(L, -2);
    lua_setfield(L, -2, LUA_DBLIBNAME);
    lua_pop(L, 1);
    lua_setglobal(L, LUA_DBLIBNAME);
    lua_pop(L, 1);
    llua_open_os(L);
  }
  llua_open_base(L);
  llua_open_coroutine(L);
  llua_open_table(L);
  llua_open_string(L);
  llua_open_math(L);
  llua_open_package(L);
  return 0;
}
