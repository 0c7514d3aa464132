// SPDX-License-Identifier: MIT
// The protected call that every entry from the host into Lua goes through, and its error reporting.
#include "protect.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

// Bounds of a thread's stack, cached because querying them takes system calls.
typedef struct Stack {
  const char *low;  // NULL for the main thread, whose stack grows
  size_t size;
} Stack;

static Stack find_stack(void) {
  Stack stack = {NULL, 256 << 10};
#ifdef __linux__
  if (getpid() == gettid()) {
    struct rlimit limit;
    stack.size = 8 << 20;
    if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < stack.size)
      stack.size = limit.rlim_cur;
    return stack;
  }
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    void *low;
    size_t size;
    if (pthread_attr_getstack(&attributes, &low, &size) == 0) stack = (Stack){low, size};
    pthread_attr_destroy(&attributes);
  }
#endif
  return stack;
}

// Returns the address below which nested calls are refused: half of the stack left at the host's first call. The other
// half is reserved for a single call below that.
static const char *lowest_address(void) {
  static _Thread_local Stack stack;
  const char *here = __builtin_frame_address(0);
  if (stack.size == 0) stack = find_stack();
  size_t left = stack.size;
  // A host may run this on a stack of its own.
  if (stack.low != NULL)
    left = here > stack.low && here < stack.low + stack.size ? (size_t)(here - stack.low) : 256 << 10;
  return here - left / 2;
}

static int describe(lua_State *L) {
  if (lua_type(L, 1) == LUA_TTABLE && luaL_getmetafield(L, 1, "__tostring") == LUA_TNIL) {
    lua_pushliteral(L, "message");
    lua_rawget(L, 1);
    if (lua_type(L, -1) == LUA_TSTRING) return 1;
    lua_pushfstring(L, "(error object is a table value)");
    return 1;
  }
  if (luaL_getmetafield(L, 1, "__tostring") == LUA_TNIL && lua_type(L, 1) != LUA_TNUMBER) {
    lua_pushfstring(L, "(error object is a %s value)", luaL_typename(L, 1));
    return 1;
  }
  llua_tolstring(L, 1, NULL);
  return 1;
}

static void set_message(llua_Report *report, const char *text, size_t count) {
  if (count >= sizeof report->message) count = sizeof report->message - 1;
  memcpy(report->message, text, count);
  report->message[count] = 0;
  report->count = count;
}

llua_Kind llua_out_of_memory(llua_State *s) {
  llua_Report *r = &s->report;
  memset(r, 0, offsetof(llua_Report, script));
  r->kind = LLUA_MEMORY;
  if (s->limit != SIZE_MAX) {
    char text[96];
    int count = snprintf(text, sizeof text, "out of memory: the memory limit of %zu bytes is reached", s->limit);
    set_message(r, text, (size_t)count);
  } else {
    set_message(r, "out of memory", 13);
  }
  memcpy(r->script, s->place_script, sizeof r->script);
  r->line = s->place_line;
  s->place_line = 0;
  s->place_script[0] = 0;
  if (s->stop) r->kind = LLUA_TIME;
  return r->kind;
}

// Reports and pops the error object on top.
static llua_Kind finish_error(llua_State *s, lua_State *L, int status) {
  if (status == LUA_ERRMEM) {
    lua_pop(L, 1);
    return llua_out_of_memory(s);
  }
  if (!llua_is_reported(L, -1)) llua_report_error(L, NULL, -1);
  if (lua_type(L, -1) != LUA_TSTRING && s->report.count == 0) {
    lua_pushcfunction(L, describe);
    lua_pushvalue(L, -2);
    if (lua_pcall(L, 1, 1, 0) == LUA_OK && lua_type(L, -1) == LUA_TSTRING) {
      size_t count;
      const char *text = lua_tolstring(L, -1, &count);
      set_message(&s->report, text, count);
    } else {
      set_message(&s->report, "(error object that cannot be described)", 39);
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  if (s->stop) s->report.kind = LLUA_TIME;
  return s->report.kind;
}

// Number of protected calls running on this thread, in any state.
static _Thread_local unsigned running_calls;

bool llua_is_running(void) { return running_calls > 0; }

llua_Kind llua_protected_call(llua_State *s, lua_State *L, int arguments, int results) {
  int function = lua_gettop(L) - arguments;
  lua_pushcfunction(L, llua_message_handler);
  lua_insert(L, function);
  const char *low = s->stack_low;
  if (s->depth++ == 0) s->stack_low = lowest_address();
  running_calls += 1;
  int status = lua_pcall(L, arguments, results, function);
  running_calls -= 1;
  s->running = L;  // a guest's coroutine switches are not observed
  s->depth -= 1;
  s->stack_low = low;
  lua_remove(L, function);
  return status == LUA_OK ? LLUA_NONE : finish_error(s, L, status);
}

// Prepares a call from Swift: reserves LUA_MINSTACK slots and releases dead references.
lua_State *llua_begin(llua_State *s) {
  lua_State *L = s->running;
  if (!lua_checkstack(L, LUA_MINSTACK)) return NULL;
  llua_release_dead(s);
  s->results = 0;
  return L;
}

llua_Kind llua_protect(llua_State *s, lua_CFunction body, void *context) {
  lua_State *L = llua_begin(s);
  if (L == NULL) return llua_out_of_memory(s);
  lua_pushcfunction(L, body);
  lua_pushlightuserdata(L, context);
  return llua_protected_call(s, L, 1, 0);
}

llua_Kind llua_protect_results(llua_State *s, lua_CFunction body, void *context) {
  lua_State *L = llua_begin(s);
  if (L == NULL) return llua_out_of_memory(s);
  int top = lua_gettop(L);
  lua_pushcfunction(L, body);
  lua_pushlightuserdata(L, context);
  llua_Kind kind = llua_protected_call(s, L, 1, LUA_MULTRET);
  if (kind == LLUA_NONE) {
    s->results_thread = L;
    s->results_base = top + 1;
    s->results = (size_t)(lua_gettop(L) - top);
  }
  return kind;
}

void llua_drop_results(llua_State *s) {
  if (s->results == 0) return;
  lua_settop(s->results_thread, s->results_base - 1);
  s->results = 0;
}
