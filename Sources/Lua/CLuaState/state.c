// SPDX-License-Identifier: MIT
// Creation and destruction of a state.
#include <stdlib.h>
#include <string.h>

#include "allocator.h"

const char llua_errors_key = 'e', llua_loaded_key = 'l', llua_box_key = 'b';

static int free_box(lua_State *L) {
  void **box = lua_touserdata(L, 1);
  if (box != NULL) {
    free(*box);
    *box = NULL;
  }
  return 0;
}

// Creates in the registry the table of recent errors, and the metatable that frees results of host functions.
void llua_push_error_tables(lua_State *L) {
  lua_createtable(L, LLUA_ERRORS + 1, 0);
  for (int i = 1; i <= LLUA_ERRORS; i += 1) {
    lua_pushboolean(L, 0);
    lua_rawseti(L, -2, i);
  }
  lua_pushliteral(L, "the time limit is reached");
  lua_rawseti(L, -2, LLUA_ERRORS + 1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &llua_errors_key);
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, free_box);
  lua_setfield(L, -2, "__gc");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &llua_box_key);
}

static int open_state(lua_State *L) {
  llua_push_error_tables(L);
  return llua_open_library(L);
}

static int panic(lua_State *L) {
  (void)L;
  return 0;
}

llua_State *llua_create(const llua_Options *options) {
  llua_State *s = calloc(1, sizeof *s);
  if (s == NULL) return NULL;
  s->options = *options;
  s->limit = options->memory_limit == 0 ? SIZE_MAX : options->memory_limit;
  s->trip = SIZE_MAX;
  s->fail_after = options->fail_after;
  s->warn_on = true;
  s->L = lua_newstate(llua_allocate, s);
  if (s->L == NULL) {
    free(s);
    return NULL;
  }
  s->running = s->L;
  *(llua_State **)lua_getextraspace(s->L) = s;
  lua_atpanic(s->L, panic);
  lua_gc(s->L, LUA_GCSTOP);
  lua_pushcfunction(s->L, open_state);
  if (lua_pcall(s->L, 0, 0, 0) != LUA_OK) {
    lua_close(s->L);
    free(s->given);
    free(s);
    return NULL;
  }
  lua_gc(s->L, LUA_GCRESTART);
  s->builtin = s->serial;
  s->ready = true;
  llua_reset_trip(s);
  return s;
}

void llua_close(llua_State *s) {
  if (s == NULL) return;
  s->ready = false;
  s->trip = SIZE_MAX;
  s->limit = SIZE_MAX;  // closing frees more than it allocates, and must not be refused memory
  s->fail_after = -1;
  llua_limit_time(s, 0);
  s->stop = 0;
  s->running = s->L;
  lua_sethook(s->L, NULL, 0, 0);
  lua_close(s->L);
  free(s->supplied);
  free(s->given);
  free(s->dead);
  free(s);
}

void llua_mark_builtin(llua_State *s) { s->builtin = s->serial; }

void *llua_new_userdata(llua_State *s, lua_State *L, size_t size, int user_values, uint32_t kind) {
  llua_Object *object = lua_newuserdatauv(L, size, user_values);
  memset(object, 0, size);
  object->magic = LLUA_MAGIC;
  object->kind = kind;
  object->serial = s->is_guest ? ++s->serial : s->last_userdata;
  return object;
}

llua_Object *llua_object_at(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TUSERDATA || lua_rawlen(L, index) < sizeof(llua_Object)) return NULL;
  llua_Object *object = lua_touserdata(L, index);
  return object->magic == LLUA_MAGIC ? object : NULL;
}
