// SPDX-License-Identifier: MIT
// require: modules come from the host, as source text.
#include <stdlib.h>
#include <string.h>

#include "llua.h"

// Pushes the host's module as a function and its name, or a single string that says where it was sought. Returns the
// number of values.
static int load_module(lua_State *L, const char *name, size_t count) {
  llua_State *s = llua_of(L);
  llua_check_stack(s, L);
  s->fail_kind = LLUA_NONE;
  s->fail_count = 0;
  // A trusted script's finaliser may require another module while this source is being read.
  char *outer = s->supplied;
  s->supplied = NULL;
  int found = s->options.callbacks.module(s->options.callbacks.owner, s, name, count);
  if (found <= 0) s->supplied = outer;
  if (found < 0) return llua_raise(L);
  if (found == 0) {
    s->fail_kind = LLUA_NONE;
    lua_pushlstring(L, s->fail_message, s->fail_count);
    s->fail_count = 0;
    return 1;
  }
  char module[sizeof s->supplied_name];
  memcpy(module, s->supplied_name, sizeof module);
  char *source = s->supplied;
  size_t source_count = s->supplied_count;
  lua_pushstring(L, module);
  int status = llua_load_text(L, source, source_count, module);
  free(source);
  s->supplied = outer;
  if (status == LUA_ERRSYNTAX) {
    llua_report_error(L, L, -1);
    s->report.kind = LLUA_SYNTAX;
  }
  if (status != LUA_OK) return lua_error(L);
  lua_insert(L, -2);
  return 2;
}

// Searcher for stock Lua's package.searchers.
static int searcher(lua_State *L) {
  size_t count;
  const char *name = luaL_checklstring(L, 1, &count);
  return load_module(L, name, count);
}

// Upvalues, tables keyed by module: 1 loaded, 2 preloaded, 3 being loaded.
static int require(lua_State *L) {
  size_t count;
  const char *name = luaL_checklstring(L, 1, &count);
  lua_settop(L, 1);
  lua_pushvalue(L, 1);
  lua_rawget(L, lua_upvalueindex(1));
  if (lua_toboolean(L, -1)) return 1;
  lua_settop(L, 1);
  lua_pushcfunction(L, llua_message_handler);  // 2
  lua_pushvalue(L, 1);
  lua_rawget(L, lua_upvalueindex(2));
  if (!lua_isnil(L, -1)) {
    lua_pushliteral(L, ":preload:");
  } else {
    lua_pop(L, 1);
    lua_pushvalue(L, 1);
    lua_rawget(L, lua_upvalueindex(3));
    if (lua_toboolean(L, -1))
      return luaL_error(L, "module '%s' requires itself, by way of the modules it requires", name);
    lua_pop(L, 1);
    if (load_module(L, name, count) == 1) {
      size_t said;
      lua_tolstring(L, -1, &said);
      return luaL_error(L, "module '%s' not found%s%s", name, said > 0 ? ": " : "", lua_tostring(L, -1));
    }
  }
  // 3: loader, 4: its data
  lua_pushvalue(L, 1);
  lua_pushboolean(L, 1);
  lua_rawset(L, lua_upvalueindex(3));
  lua_pushvalue(L, 3);
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 4);
  int status = lua_pcall(L, 2, 1, 2);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  lua_rawset(L, lua_upvalueindex(3));
  if (status != LUA_OK) return lua_error(L);
  if (!lua_isnil(L, -1)) {
    lua_pushvalue(L, 1);
    lua_pushvalue(L, -2);
    lua_rawset(L, lua_upvalueindex(1));
  }
  lua_pushvalue(L, 1);
  if (lua_rawget(L, lua_upvalueindex(1)) == LUA_TNIL) {
    lua_pushvalue(L, 1);
    lua_pushboolean(L, 1);
    lua_copy(L, -1, -3);
    lua_rawset(L, lua_upvalueindex(1));
  }
  lua_pushvalue(L, 4);
  return 2;
}

void llua_open_package(lua_State *L) {
  if (llua_of(L)->options.trusted) {
    lua_getglobal(L, LUA_LOADLIBNAME);
    lua_getfield(L, -1, "searchers");
    for (lua_Integer i = luaL_len(L, -1); i >= 2; i -= 1) {
      lua_rawgeti(L, -1, i);
      lua_rawseti(L, -2, i + 1);
    }
    lua_pushcfunction(L, searcher);
    lua_rawseti(L, -2, 2);
    lua_pop(L, 2);
    return;
  }
  lua_createtable(L, 0, 5);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_pushvalue(L, -2);
  lua_setfield(L, -2, LUA_LOADLIBNAME);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  lua_pushvalue(L, -2);
  lua_setfield(L, -4, "loaded");
  lua_pushvalue(L, -1);
  lua_setfield(L, -4, "preload");
  lua_newtable(L);
  lua_pushcclosure(L, require, 3);
  lua_setglobal(L, "require");
  lua_pushliteral(L, "?.lua");
  lua_setfield(L, -2, "path");
  lua_pushliteral(L, "");
  lua_setfield(L, -2, "cpath");
  lua_pushliteral(L, "/\n;\n?\n!\n-\n");
  lua_setfield(L, -2, "config");
  lua_setglobal(L, LUA_LOADLIBNAME);
}
