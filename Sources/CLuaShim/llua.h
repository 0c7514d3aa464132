// SPDX-License-Identifier: MIT
// Shared by the files of the shim. Each .c file holds one concern; only these call lua_*.
#pragma once

#if __has_include(<lua5.4/lua.h>)
#include <lua5.4/lauxlib.h>
#include <lua5.4/lua.h>
#include <lua5.4/lualib.h>
#elif __has_include(<lua-5.4/lua.h>)
#include <lua-5.4/lauxlib.h>
#include <lua-5.4/lua.h>
#include <lua-5.4/lualib.h>
#elif __has_include(<lua54/lua.h>)
#include <lua54/lauxlib.h>
#include <lua54/lua.h>
#include <lua54/lualib.h>
#else
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#endif

#if LUA_VERSION_NUM != 504
#error "layerlua needs Lua 5.4"
#endif

#include <signal.h>

#include "weak.h"

#include "CLuaShim.h"

// Every full userdata that scripts see starts with this, so that a value's kind and place in any order are known
// without a metatable. Two copies of the library in one process do not take each other's for their own.
#define LLUA_MAGIC (0x6c6c7561u ^ (uint32_t)((uintptr_t)&llua_errors_key >> 4))
extern const char llua_errors_key;
typedef struct llua_Object {
  uint32_t magic;
  uint32_t kind;    // the binding's own
  uint64_t serial;  // the order of creation
} llua_Object;

enum { LLUA_FRAMES = 24, LLUA_TAIL_FRAMES = 8, LLUA_ERRORS = 16 };

typedef struct llua_Frame {
  char source[256];
  char function[72];
  int32_t line;
} llua_Frame;

typedef struct llua_Report {
  llua_Kind kind;
  int32_t line;
  size_t count;  // of message
  size_t frames;
  size_t skipped;     // frames left out after the first LLUA_FRAMES - LLUA_TAIL_FRAMES
  uint64_t token;     // of the error object in the table of errors; 0: none
  lua_State *thread;  // whose stack is in frames already
  char script[256];
  char message[4096];
  llua_Frame frame[LLUA_FRAMES];
} llua_Report;

typedef struct llua_Timer llua_Timer;

struct llua_State {
  lua_State *L;  // main thread
  // the Lua state is another program's (guest.c): its allocator, hooks, panic and extra space are not ours
  bool is_guest;
  bool is_closed;  // of a guest: its Lua state is ending
  void *engine;    // of a guest, with the function that ends it and the block that the end waits for
  void (*close_engine)(void *engine);
  lua_Alloc host_allocate;
  void *host_context;
  const void *last_block;
  lua_State *volatile running;    // the thread that runs now; a signal handler aims at it
  volatile sig_atomic_t stop;     // the deadline has passed
  volatile sig_atomic_t polling;  // the clock is looked at, since no timer is running
  bool limited;                   // there is a deadline
  double deadline;
  llua_Timer *timer;

  // allocator.c
  size_t used, outside, limit;  // bytes: Lua's, charged, both together at most (SIZE_MAX: none)
  size_t trip;                  // at this sum a collection with finalisers is asked for
  size_t outside_trip;
  // Bytes allocated and charged so far, and how many there were when memory last ran short.
  uint64_t allocated, short_at;
  int tight;       // how often memory ran short again after little had been allocated
  size_t refused;  // this many bytes are refused once more: the collection before gained little; 0 for none
  int64_t fail_after;
  uint64_t serial;         // objects created
  uint64_t builtin;        // serials up to this were there before the script
  uint64_t last_userdata;  // serial of the last full userdata made
  bool collect_asked, collecting, ready;

  llua_Options options;
  const char *stack_low;      // calls nested deeper than this address are refused
  int depth;                  // of calls from the host
  lua_State *guarded;         // whose call reads or writes the binding's buffers, where finalisers may run
  lua_State *results_thread;  // whose stack holds the results of the last call, from results_base on
  int results_base;
  size_t results;
  llua_Value *given;  // results of a host's function, from llua_give; one block with their bytes
  size_t given_count;

  llua_Report report;
  uint64_t errors;      // error objects kept so far
  llua_Kind fail_kind;  // set by llua_fail until it is raised
  uint64_t fail_token;
  size_t fail_count;
  char fail_message[4096];
  char place_script[256];  // where memory ran out
  int32_t place_line;

  llua_Binding *binding;  // once installed
  char *supplied;         // source of a module, from llua_supply
  size_t supplied_count;
  char supplied_name[512];

  int *dead;  // references to release
  size_t dead_count, dead_room;

  bool warned_gc, warn_on;
  bool generational;
  char warning[1024];
  size_t warning_count;
  lua_CFunction stock_format, stock_load, stock_date;
  uint64_t *random_words;    // where math.random keeps its state; NULL when it is not the stock one
  const void *natives[256];  // functions without a block of their own, in the order they were first printed
  size_t native_count;
};

// The state's registry: one table each, by these addresses.
extern const char llua_errors_key, llua_loaded_key, llua_box_key;
void llua_push_error_tables(lua_State *L);

void *llua_allocate(void *context, void *block, size_t old_size, size_t new_size);
llua_State *llua_guest_of(lua_State *L);
static inline llua_State *llua_of(lua_State *L) {
  void *context;
  return lua_getallocf(L, &context) == llua_allocate ? context : llua_guest_of(L);
}
// The same for libraries that are only opened in states of our own.
static inline llua_State *llua_own(lua_State *L) { return *(llua_State **)lua_getextraspace(L); }

// ---- for C functions that scripts call; these may raise -------------------------------------------------------------
// Raises the error given to llua_fail, with the line of the nearest Lua function. The only way a Swift error becomes a
// Lua error.
int llua_raise(lua_State *L);
// Raises with a kind and a formatted text (luaL_error's formats).
int llua_error(lua_State *L, llua_Kind kind, const char *format, ...);
// The same for a script's mistake. Unlike luaL_error it finds the script's line through C functions too, as in
// pcall(ca.Layer, {…}).
int llua_refuse(lua_State *L, const char *format, ...);
// Raises when the deadline has passed. Cheap enough for inner loops.
void llua_raise_stop(lua_State *L);
bool llua_poll(llua_State *state);
static inline void llua_check_time(llua_State *s, lua_State *L) {
  if (__builtin_expect(s->stop | s->polling, 0) && (s->stop || llua_poll(s))) llua_raise_stop(L);
}
// In functions of the library.
static inline void llua_check(lua_State *L) { llua_check_time(llua_own(L), L); }
// Raises when the native stack is nearly used up; to be called before Swift, or Lua again, is called.
static inline void llua_check_stack(llua_State *s, lua_State *L) {
  if (__builtin_expect((const char *)__builtin_frame_address(0) < s->stack_low, 0))
    luaL_error(L, "stack overflow (calls between script and engine are nested too deeply)");
}
// A userdata that starts with an llua_Object, filled in; size counts it.
void *llua_new_userdata(llua_State *state, lua_State *L, size_t size, int user_values, uint32_t kind);
// NULL when the value is not a userdata made by llua_new_userdata.
llua_Object *llua_object_at(lua_State *L, int index);
void llua_push_reference(lua_State *L, int reference);
int llua_new_reference(lua_State *L);  // of the value on top, which it pops
// tostring(value) with serials in place of addresses; pushes it.
const char *llua_tolstring(lua_State *L, int index, size_t *count);
uint64_t llua_serial(lua_State *L, int index);  // 0: no object
// Where the nearest Lua function stands, as "name:line: ", or "".
void llua_where(lua_State *L);
// The name of a function's script, of what lua_getinfo's `S` says.
const char *llua_source_name(const lua_Debug *ar);
// The script of the nearest Lua function that runs, with the rest in `ar`; NULL when none does.
const char *llua_running_script(const llua_State *state, lua_Debug *ar);
void llua_note_place(llua_State *state);
int llua_message_handler(lua_State *L);
// Adds to an error of Lua's own, such as a call of nil, what to write instead, if the binding knows; returns how many
// bytes. Never raises.
size_t llua_add_remedy(llua_Binding *binding, char *message, size_t count, size_t room);
// Puts an error object among those kept, and makes it the report's; does not allocate.
void llua_keep_error(lua_State *L, int index);
bool llua_is_reported(lua_State *L, int index);
void llua_report_error(lua_State *L, lua_State *from, int index);
// Reports the error object on top with its thread's frames, or adds these to the report it has.
void llua_note_error(lua_State *L);
// The protected call under all others: calls the function below `arguments` values on top; LUA_OK or the kind, with
// nothing left of it.
llua_Kind llua_protected_call(llua_State *state, lua_State *L, int arguments, int results);

// ---- parts of the library -------------------------------------------------------------------------------------------
int llua_open_library(lua_State *L);  // all of it, by options
void llua_open_base(lua_State *L);    // each expects the globals
void llua_open_coroutine(lua_State *L);
void llua_open_table(lua_State *L);
void llua_open_string(lua_State *L);
void llua_open_pattern(lua_State *L);
void llua_open_os(lua_State *L);
void llua_open_math(lua_State *L);
void llua_open_package(lua_State *L);
int llua_pairs(lua_State *L);
// In the order of pairs, whatever the key.
int llua_next(lua_State *L);
void llua_open_order(lua_State *L);
// The ordered iterator over the raw table on top, which it replaces; the three values that `for` wants.
int llua_push_pairs(lua_State *L);
int llua_sort(lua_State *L);
int llua_tostring(lua_State *L);
void llua_set_functions(lua_State *L, const luaL_Reg *functions);  // into the table on top
void llua_remove_fields(lua_State *L, const char *const *names);
void llua_hook(lua_State *L, lua_Debug *ar);
// Sets the hook that the state's time asks for. Async-signal-safe.
void llua_arm(llua_State *state, lua_State *L);
// Compiles text after its byte-order mark and #! line; pushes the function or the message. Text only, unless trusted.
int llua_load_text(lua_State *L, const char *text, size_t count, const char *name);

// Whether the binding's buffers are in use below a finaliser that is running. A mark that an error left behind is none.
bool llua_is_guarded(lua_State *L);
