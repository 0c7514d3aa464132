// SPDX-License-Identifier: MIT
// Replacements for base library functions that must respect the sandbox, the deadline or determinism.
#include <stdio.h>
#include <string.h>

#include "allocator.h"

// ---- protected calls: the deadline goes through ---------------------------------------------------------------------

static int finish_protected(lua_State *L, int status, lua_KContext skipped) {
  if (status == LUA_OK || status == LUA_YIELD) return lua_gettop(L) - (int)skipped;
  llua_State *s = llua_of(L);
  if (s->stop) llua_raise_stop(L);
  lua_pushboolean(L, 0);
  lua_insert(L, -2);
  return 2;
}

static int protected_call(lua_State *L) {
  luaL_checkany(L, 1);
  lua_pushboolean(L, 1);
  lua_insert(L, 1);
  return finish_protected(L, lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, finish_protected), 0);
}

// Skips a script's message handler once the deadline has passed. Lua disables hooks while an error raised by a hook
// propagates, so the handler would run without any limit.
static int guarded_handler(lua_State *L) {
  if (llua_of(L)->stop) return 1;
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, 1);
  return 1;
}

static int protected_call_with_handler(lua_State *L) {
  luaL_checktype(L, 2, LUA_TFUNCTION);
  int arguments = lua_gettop(L) - 2;
  // reorders (function, handler, arguments…) to (handler, true, function, arguments…)
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, guarded_handler, 1);
  lua_replace(L, 1);
  lua_pushboolean(L, 1);
  lua_replace(L, 2);
  lua_insert(L, 3);
  return finish_protected(L, lua_pcallk(L, arguments, LUA_MULTRET, 1, 1, finish_protected), 1);
}

// ---- output ---------------------------------------------------------------------------------------------------------

static int print(lua_State *L) {
  llua_State *s = llua_of(L);
  int count = lua_gettop(L);
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  for (int i = 1; i <= count; i += 1) {
    if (i > 1) luaL_addchar(&buffer, '\t');
    llua_tolstring(L, i, NULL);
    luaL_addvalue(&buffer);
  }
  luaL_addchar(&buffer, '\n');
  luaL_pushresult(&buffer);
  llua_check_stack(s, L);
  size_t length;
  const char *text = lua_tolstring(L, -1, &length);
  if (s->options.callbacks.write(s->options.callbacks.owner, s, text, length) < 0) return llua_raise(L);
  return 0;
}

static void warn(llua_State *s, bool finalizer, const char *text, size_t count) {
  s->options.callbacks.warn(s->options.callbacks.owner, s, finalizer, text, count);
}

static void on_warning(void *context, const char *text, int continued) {
  llua_State *s = context;
  size_t count = strlen(text), room = sizeof s->warning - s->warning_count;
  if (s->warning_count == 0 && !continued && text[0] == '@') {
    if (strcmp(text, "@on") == 0) s->warn_on = true;
    if (strcmp(text, "@off") == 0) s->warn_on = false;
    return;
  }
  if (count > room) count = room;
  memcpy(s->warning + s->warning_count, text, count);
  s->warning_count += count;
  if (continued) return;
  count = s->warning_count;
  s->warning_count = 0;
  if (s->warn_on) warn(s, false, s->warning, count);
}

// ---- metatables -----------------------------------------------------------------------------------------------------

// Removes `__gc` from the metatable before Lua can see it: a finaliser would run outside every limit, so scripts have
// none.
static int set_metatable(lua_State *L) {
  int type = lua_type(L, 2);
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_argexpected(L, type == LUA_TNIL || type == LUA_TTABLE, 2, "nil or table");
  if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) return luaL_error(L, "cannot change a protected metatable");
  lua_settop(L, 2);
  if (type == LUA_TTABLE) {
    lua_pushliteral(L, "__gc");
    if (lua_rawget(L, 2) != LUA_TNIL) {
      lua_pushliteral(L, "__gc");
      lua_pushnil(L);
      lua_rawset(L, 2);
      llua_State *s = llua_of(L);
      if (!s->warned_gc) {
        static const char text[] =
            "a script's __gc is not called; release resources in __close or in a function you call";
        s->warned_gc = true;
        warn(s, true, text, sizeof text - 1);
      }
    }
    lua_settop(L, 2);
  }
  lua_setmetatable(L, 1);
  return 1;
}

// ---- collector ------------------------------------------------------------------------------------------------------

static int collect_garbage(lua_State *L) {
  static const char *const names[] = {"collect", "stop", "restart", "count", "step", "isrunning", "generational",
      "incremental", "setpause", "setstepmul", NULL};
  llua_State *s = llua_of(L);
  switch (luaL_checkoption(L, 1, "collect", names)) {
    case 0:
      llua_collect(s);
      lua_pushinteger(L, 0);
      return 1;
    // a stopped collector still runs before memory is refused
    case 1: lua_pushinteger(L, lua_gc(L, LUA_GCSTOP)); return 1;
    case 2: lua_pushinteger(L, lua_gc(L, LUA_GCRESTART)); return 1;
    case 3: lua_pushnumber(L, (lua_Number)(s->used + s->outside) / 1024); return 1;
    case 4: {
      lua_Integer size = luaL_optinteger(L, 2, 0);
      size = size < 0 ? 0 : size > 1 << 20 ? 1 << 20 : size;
      lua_pushboolean(L, lua_gc(L, LUA_GCSTEP, (int)size) > 0);
      return 1;
    }
    case 5: lua_pushboolean(L, lua_gc(L, LUA_GCISRUNNING) > 0); return 1;
    // only the reported mode changes: a single collector mode is tested, and scripts see no difference
    case 6:
    case 7:
      lua_pushstring(L, s->generational ? "generational" : "incremental");
      s->generational = lua_tostring(L, 1)[0] == 'g';
      return 1;
    case 8: lua_pushinteger(L, 200); return 1;
    default: lua_pushinteger(L, 100); return 1;
  }
}

// ---- loading --------------------------------------------------------------------------------------------------------

// Source text read in 64 KiB pieces, with a deadline check before each.
typedef struct {
  const char *at;
  size_t rest;
} source_text;

static const char *next_piece(lua_State *L, void *data, size_t *count) {
  enum { PIECE = 1 << 16 };
  source_text *source = data;
  llua_check(L);
  const char *piece = source->at;
  *count = source->rest < PIECE ? source->rest : PIECE;
  source->at += *count;
  source->rest -= *count;
  return piece;
}

static int load_string(lua_State *L) {
  source_text source;
  source.at = lua_tolstring(L, 1, &source.rest);
  const char *name = luaL_optstring(L, 2, source.at);
  bool has_environment = lua_gettop(L) >= 4;
  if (lua_load(L, next_piece, &source, name, "t") != LUA_OK) {
    // An error that ends the script is not a syntax error of the source.
    llua_check(L);
    lua_pushnil(L);
    lua_insert(L, -2);
    return 2;
  }
  if (has_environment) {
    lua_pushvalue(L, 4);
    if (lua_setupvalue(L, -2, 1) == NULL) lua_pop(L, 1);
  }
  return 1;
}

static int load_text(lua_State *L) {
  const char *mode = luaL_optstring(L, 3, "bt");
  if (strchr(mode, 't') == NULL) {
    lua_pushnil(L);
    lua_pushliteral(L, "precompiled chunks are not allowed here; load the source");
    return 2;
  }
  if (lua_type(L, 1) == LUA_TSTRING) return load_string(L);
  if (lua_gettop(L) < 3) lua_settop(L, 3);
  lua_pushliteral(L, "t");
  lua_replace(L, 3);
  return llua_of(L)->stock_load(L);
}

void llua_set_functions(lua_State *L, const luaL_Reg *functions) {
  for (; functions->name != NULL; functions += 1) {
    lua_pushcfunction(L, functions->func);
    lua_setfield(L, -2, functions->name);
  }
}

void llua_remove_fields(lua_State *L, const char *const *names) {
  for (; *names != NULL; names += 1) {
    lua_pushnil(L);
    lua_setfield(L, -2, *names);
  }
}

void llua_open_base(lua_State *L) {
  static const luaL_Reg functions[] = {{"pcall", protected_call}, {"xpcall", protected_call_with_handler},
      {"print", print}, {"pairs", llua_pairs}, {"next", llua_next}, {"tostring", llua_tostring}, {NULL, NULL}};
  static const luaL_Reg sandboxed[] = {
      {"setmetatable", set_metatable}, {"collectgarbage", collect_garbage}, {"load", load_text}, {NULL, NULL}};
  static const char *const removed[] = {"dofile", "loadfile", NULL};
  lua_setwarnf(L, on_warning, llua_of(L));
  llua_open_order(L);
  lua_pushglobaltable(L);
  lua_getfield(L, -1, "load");
  llua_of(L)->stock_load = lua_tocfunction(L, -1);
  lua_pop(L, 1);
  llua_set_functions(L, functions);
  if (!llua_of(L)->options.trusted) {
    llua_set_functions(L, sandboxed);
    llua_remove_fields(L, removed);
  }
  lua_pop(L, 1);
}
