// SPDX-License-Identifier: MIT
// Values exchanged between Lua and the host, and references to values that stay in Lua.
#include <stdlib.h>

#include "protect.h"

void llua_release_dead(llua_State *s) {
  while (s->dead_count > 0) luaL_unref(s->running, LUA_REGISTRYINDEX, s->dead[--s->dead_count]);
}

void llua_release_reference(llua_State *s, int reference) {
  if (s->dead_count == s->dead_room) {
    size_t room = s->dead_room == 0 ? 32 : s->dead_room * 2;
    int *grown = realloc(s->dead, room * sizeof *grown);
    if (grown == NULL) return;  // the value leaks until the state is closed
    s->dead = grown;
    s->dead_room = room;
  }
  s->dead[s->dead_count++] = reference;
}

static const llua_Value *push_value(lua_State *L, const llua_Value *v, const llua_Value *end, int depth) {
  luaL_checkstack(L, 4, "values nested too deeply");
  switch (v->type) {
    case LLUA_NIL: lua_pushnil(L); break;
    case LLUA_BOOLEAN: lua_pushboolean(L, v->integer != 0); break;
    case LLUA_INTEGER: lua_pushinteger(L, v->integer); break;
    case LLUA_NUMBER: lua_pushnumber(L, v->number); break;
    case LLUA_STRING: lua_pushlstring(L, v->count == 0 ? "" : v->bytes, v->count); break;
    case LLUA_REFERENCE: llua_push_reference(L, v->reference); break;
    case LLUA_TABLE: {
      if (depth > 100) luaL_error(L, "values nested too deeply");
      int64_t pairs = v->integer;
      lua_newtable(L);
      for (v += 1; pairs > 0 && v < end; pairs -= 1) {
        v = push_value(L, v, end, depth + 1);
        if (v < end) v = push_value(L, v, end, depth + 1);
        else lua_pushnil(L);
        if (lua_isnil(L, -2)) lua_pop(L, 2);
        else lua_rawset(L, -3);
      }
      return v;
    }
  }
  return v + 1;
}

int llua_push_all(lua_State *L, const llua_Value *values, size_t count) {
  int pushed = 0;
  if (count == 0) return 0;
  for (const llua_Value *v = values, *end = values + count; v < end; pushed += 1) v = push_value(L, v, end, 0);
  return pushed;
}

void llua_push_reference(lua_State *L, int reference) { lua_rawgeti(L, LUA_REGISTRYINDEX, reference); }

int llua_new_reference(lua_State *L) { return luaL_ref(L, LUA_REGISTRYINDEX); }

static int make_reference(lua_State *L) {
  int *reference = lua_touserdata(L, 1);
  *reference = llua_new_reference(L);
  return 0;
}

llua_Kind llua_read_value(llua_State *s, lua_State *L, int index, llua_Value *value) {
  *value = (llua_Value){.type = LLUA_NIL};
  switch (lua_type(L, index)) {
    case LUA_TNIL:
    case LUA_TNONE: return LLUA_NONE;
    case LUA_TBOOLEAN:
      value->type = LLUA_BOOLEAN;
      value->integer = lua_toboolean(L, index);
      return LLUA_NONE;
    case LUA_TNUMBER:
      if (lua_isinteger(L, index)) {
        value->type = LLUA_INTEGER;
        value->integer = lua_tointeger(L, index);
      } else {
        value->type = LLUA_NUMBER;
        value->number = lua_tonumber(L, index);
      }
      return LLUA_NONE;
    case LUA_TSTRING:
      value->type = LLUA_STRING;
      value->bytes = lua_tolstring(L, index, &value->count);
      return LLUA_NONE;
    default: {
      if (!lua_checkstack(L, LUA_MINSTACK)) return llua_out_of_memory(s);
      index = lua_absindex(L, index);
      lua_pushcfunction(L, make_reference);
      lua_pushlightuserdata(L, &value->reference);
      lua_pushvalue(L, index);
      llua_Kind kind = llua_protected_call(s, L, 2, 0);
      if (kind == LLUA_NONE) value->type = LLUA_REFERENCE;
      return kind;
    }
  }
}

llua_Kind llua_result(llua_State *s, size_t index, llua_Value *value) {
  if (index >= s->results) {
    *value = (llua_Value){.type = LLUA_NIL};
    return LLUA_NONE;
  }
  return llua_read_value(s, s->results_thread, s->results_base + (int)index, value);
}
