// SPDX-License-Identifier: MIT
// Host functions that scripts call, and the values that host callbacks return.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protect.h"

static int call_host(lua_State *L) {
  enum { MOST = 64 };
  llua_State *s = llua_of(L);
  int count = lua_gettop(L);
  if (count > MOST) return luaL_error(L, "too many arguments (%d, at most %d)", count, MOST);
  llua_check(L);
  llua_check_stack(s, L);
  luaL_checkstack(L, LUA_MINSTACK, NULL);
  void **box = lua_newuserdatauv(L, sizeof *box, 0);
  *box = NULL;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &llua_box_key);
  lua_setmetatable(L, -2);
  llua_Value values[MOST];
  for (int i = 0; i < count; i += 1) {
    llua_Kind kind = llua_read_value(s, L, i + 1, &values[i]);
    if (kind == LLUA_NONE) continue;
    while (i-- > 0) {
      if (values[i].type == LLUA_REFERENCE) llua_release_reference(s, values[i].reference);
    }
    lua_pushliteral(L, "not enough memory");
    return lua_error(L);
  }
  if (s->polling) llua_start_timer(s);
  int status = s->options.callbacks.function(
      s->options.callbacks.owner, s, (int32_t)lua_tointeger(L, lua_upvalueindex(1)), values, (size_t)count);
  if (status < 0) return llua_raise(L);
  llua_Value *given = s->given;
  size_t given_count = s->given_count;
  s->given = NULL;
  s->given_count = 0;
  *box = given;
  int results = llua_push_all(L, given, given_count);
  *box = NULL;
  free(given);
  return results;
}

static int register_body(lua_State *L) {
  const llua_Calling *calling = lua_touserdata(L, 1);
  llua_push_target(L, calling->reference);
  lua_pushstring(L, calling->name);
  lua_pushinteger(L, calling->index);
  lua_pushcclosure(L, call_host, 1);
  lua_rawset(L, -3);
  return 0;
}

llua_Kind llua_register(llua_State *s, int reference, const char *name, int32_t index) {
  llua_Calling calling = {reference, NULL, 0, name, index};
  return llua_protect(s, register_body, &calling);
}

bool llua_give(llua_State *s, const llua_Value *values, size_t count) {
  size_t bytes = 0;
  for (size_t i = 0; i < count; i += 1) bytes += values[i].type == LLUA_STRING ? values[i].count : 0;
  llua_Value *block = malloc(count * sizeof *block + bytes + 1);
  if (block == NULL) return false;
  char *text = (char *)(block + count);
  for (size_t i = 0; i < count; i += 1) {
    block[i] = values[i];
    if (values[i].type != LLUA_STRING) continue;
    if (values[i].count > 0) memcpy(text, values[i].bytes, values[i].count);
    block[i].bytes = text;
    text += values[i].count;
  }
  free(s->given);
  s->given = block;
  s->given_count = count;
  return true;
}

bool llua_supply(llua_State *s, const char *source, size_t count, const char *name) {
  char *copy = malloc(count + 1);
  if (copy == NULL) return false;
  if (count > 0) memcpy(copy, source, count);
  free(s->supplied);
  s->supplied = copy;
  s->supplied_count = count;
  snprintf(s->supplied_name, sizeof s->supplied_name, "%s", name);
  return true;
}
