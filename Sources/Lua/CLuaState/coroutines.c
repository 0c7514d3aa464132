// SPDX-License-Identifier: MIT
// Coroutine functions that record the running thread, so that the deadline's signal finds it, and that do not let a
// coroutine swallow the deadline's error.
#include "llua.h"

static lua_State *check_thread(lua_State *L) {
  lua_State *thread = lua_tothread(L, 1);
  luaL_argexpected(L, thread != NULL, 1, "coroutine");
  return thread;
}

// Makes the thread the target of signals; a signal that came before takes effect here.
static void enter(llua_State *s, lua_State *thread) {
  s->running = thread;
  if (s->stop | s->polling) llua_arm(s, thread);
}

static int reset(lua_State *L, lua_State *thread) {
  llua_State *s = llua_of(L);
  enter(s, thread);
#if LUA_VERSION_RELEASE_NUM >= 50406
  int status = lua_closethread(thread, L);
#else
  int status = lua_resetthread(thread);
#endif
  s->running = L;
  return status;
}

// Returns the number of results moved to L, or −1 with an error object: on top of the thread if its body ran (*ran),
// else on top of L.
static int resume(lua_State *L, lua_State *thread, int arguments, bool *ran) {
  llua_State *s = llua_of(L);
  *ran = false;
  llua_check(L);
  llua_check_stack(s, L);
  if (!lua_checkstack(thread, arguments)) {
    lua_pushliteral(L, "too many arguments to resume");
    return -1;
  }
  lua_xmove(L, thread, arguments);
  int results = 0;
  enter(s, thread);
  int status = lua_resume(thread, L, arguments, &results);
  s->running = L;
  if (s->stop) {
    if (status > LUA_YIELD) llua_note_error(thread);
    llua_raise_stop(L);
  }
  if (status == LUA_OK || status == LUA_YIELD) {
    if (!lua_checkstack(L, results + 1)) {
      lua_pop(thread, results);
      lua_pushliteral(L, "too many results to resume");
      return -1;
    }
    lua_xmove(thread, L, results);
    return results;
  }
  *ran = lua_status(thread) > LUA_YIELD;
  if (!*ran) lua_xmove(thread, L, 1);
  return -1;
}

static int resume_function(lua_State *L) {
  lua_State *thread = check_thread(L);
  bool ran;
  int results = resume(L, thread, lua_gettop(L) - 1, &ran);
  if (results < 0) {
    if (ran) lua_xmove(thread, L, 1);
    lua_pushboolean(L, 0);
    lua_insert(L, -2);
    return 2;
  }
  lua_pushboolean(L, 1);
  lua_insert(L, -(results + 1));
  return results + 1;
}

static int wrapped(lua_State *L) {
  lua_State *thread = lua_tothread(L, lua_upvalueindex(1));
  bool ran;
  int results = resume(L, thread, lua_gettop(L), &ran);
  if (results >= 0) return results;
  if (!ran) return luaL_error(L, "%s", lua_tostring(L, -1));  // adds the position, which the message lacks
  if (lua_status(thread) != LUA_ERRMEM) llua_note_error(thread);
  reset(L, thread);
  llua_check(L);
  lua_xmove(thread, L, 1);
  return lua_error(L);
}

static int create(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_State *thread = lua_newthread(L);
  lua_pushvalue(L, 1);
  lua_xmove(L, thread, 1);
  return 1;
}

static int wrap(lua_State *L) {
  create(L);
  lua_pushcclosure(L, wrapped, 1);
  return 1;
}

static int close_function(lua_State *L) {
  lua_State *thread = check_thread(L);
  lua_Debug ar;
  if (thread == L || (lua_status(thread) == LUA_OK && lua_getstack(thread, 0, &ar))) {
    return luaL_error(L, "cannot close a %s coroutine", thread == L ? "running" : "normal");
  }
  llua_check_stack(llua_of(L), L);
  int status = reset(L, thread);
  llua_check(L);
  lua_pushboolean(L, status == LUA_OK);
  if (status == LUA_OK) return 1;
  lua_xmove(thread, L, 1);
  return 2;
}

void llua_open_coroutine(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"create", create}, {"resume", resume_function}, {"wrap", wrap}, {"close", close_function}, {NULL, NULL}};
  lua_getglobal(L, LUA_COLIBNAME);
  llua_set_functions(L, functions);
  lua_pop(L, 1);
}
