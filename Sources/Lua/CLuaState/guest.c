// SPDX-License-Identifier: MIT
// Guest mode: `require "layerlua"` in another program's Lua state, such as a stock interpreter. That state's allocator,
// hooks, panic function, extra space, libraries and limits are left alone; only entries in its registry and the module
// are added.
//
// The order of the state's finalisers is not ours to choose: one of the host's may call the module after ours has run.
// So nothing is freed before the state's last block: on close, its allocator is wrapped, and the engine is freed just
// before that block.
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "allocator.h"

static const char guest_key = 'g', box_key = 'x';

typedef struct Box {
  llua_State *state;
} Box;

llua_State *llua_guest_of(lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &guest_key);
  llua_State *s = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return s;
}

static void free_state(llua_State *s) {
  if (s->binding != NULL) s->binding_functions->free_buffers(s->binding);
  if (s->engine != NULL) s->close_engine(s->engine);
  if (s->binding != NULL) s->binding_functions->destroy(s->binding);
  free(s->supplied);
  free(s->given);
  free(s->dead);
  free(s);
}

static void *last_allocator(void *context, void *block, size_t old_size, size_t new_size) {
  llua_State *s = context;
  lua_Alloc allocate = s->host_allocate;
  void *host = s->host_context;
  if (new_size == 0 && block != NULL && block == s->last_block) free_state(s);
  return allocate(host, block, old_size, new_size);
}

// Finaliser of the box. The registry holds the box, so this runs when the state closes.
static int close_guest(lua_State *L) {
  Box *box = lua_touserdata(L, 1);
  llua_State *s = box != NULL ? box->state : NULL;
  if (s == NULL || s->is_closed) return 0;
  box->state = NULL;
  s->is_closed = true;
  s->running = L;
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
  s->last_block = (char *)lua_tothread(L, -1) - LUA_EXTRASPACE;
  lua_pop(L, 1);
  s->host_allocate = lua_getallocf(L, &s->host_context);
  lua_setallocf(L, last_allocator, s);
  return 0;
}

static void check_version(lua_State *L) {
  static const char remedy[] = "layerlua.so is built for Lua 5.4; run the script with lua5.4";
  // Lua 5.3 and earlier lack lua_newuserdatauv; 5.5 has all three.
  if (lua_newuserdatauv == NULL || lua_version == NULL || luaL_checkversion_ == NULL)
    luaL_error(L, "%s, not an older Lua or LuaJIT", remedy);
  int version = (int)lua_version(L);
  if (version != LUA_VERSION_NUM) luaL_error(L, "%s, not Lua %d.%d", remedy, version / 100, version % 100);
  luaL_checkversion_(L, LUA_VERSION_NUM, LUAL_NUMSIZES);
}

bool llua_is_guest(const llua_State *s) { return s->is_guest; }

void llua_set_callbacks(llua_State *s, const llua_Callbacks *callbacks) { s->options.callbacks = *callbacks; }

// Keeps the library loaded: Lua unloads modules before it frees its last block, and Swift's runtime cannot be unloaded.
static void stay_loaded(void) {
  Dl_info image;
  if (dladdr(&guest_key, &image) != 0 && image.dli_fname != NULL)
    dlopen(image.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
}

static int push_module(lua_State *L, llua_State *s) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, s->module);
  return 1;
}

// Sets `ca.args` to the strings in the stock interpreter's global `arg`. Raises if memory runs out.
static void set_arguments(lua_State *L, llua_State *s) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, s->module);
  lua_newtable(L);
  lua_pushglobaltable(L);
  lua_pushliteral(L, "arg");
  lua_rawget(L, -2);
  if (lua_type(L, -1) == LUA_TTABLE) {
    for (lua_Integer i = 1; lua_rawgeti(L, -1, i) == LUA_TSTRING; i += 1) lua_rawseti(L, -4, i);
    lua_pop(L, 1);
  }
  lua_pop(L, 2);
  lua_setfield(L, -2, "args");
  lua_pop(L, 1);
}

int llua_open_guest(lua_State *L, const llua_GuestEngine *engine) {
  check_version(L);
  luaL_checkstack(L, LUA_MINSTACK, NULL);
  llua_State *s = llua_guest_of(L);
  if (s != NULL) return s->is_closed ? luaL_error(L, "layerlua: the Lua state is being closed") : push_module(L, s);
  stay_loaded();
  // Calls that may raise come first, so that nothing leaks.
  Box *box = lua_newuserdatauv(L, sizeof *box, 0);
  box->state = NULL;
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, close_guest);
  lua_setfield(L, -2, "__gc");
  lua_setmetatable(L, -2);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &box_key);
  llua_push_error_tables(L);
  lua_pushboolean(L, false);  // creates the key, so that setting it later needs no memory
  lua_rawsetp(L, LUA_REGISTRYINDEX, &guest_key);
  s = calloc(1, sizeof *s);
  if (s == NULL) return luaL_error(L, "not enough memory");
  s->is_guest = s->ready = s->warn_on = true;
  s->limit = s->trip = SIZE_MAX;
  s->fail_after = -1;
  s->options.trusted = true;
  s->L = L;
  s->running = L;
  s->close_engine = engine->close;
  box->state = s;
  lua_pushlightuserdata(L, s);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &guest_key);
  s->engine = engine->open(s);
  if (s->engine != NULL) {
    set_arguments(L, s);
    return push_module(L, s);
  }
  // The next `require` tries again; this attempt's state is freed when the Lua state closes.
  lua_pushnil(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &guest_key);
  lua_pushlstring(L, s->fail_message, s->fail_count);
  return s->fail_kind == LLUA_MEMORY ? luaL_error(L, "not enough memory")
                                     : luaL_error(L, "layerlua: %s", lua_tostring(L, -1));
}
