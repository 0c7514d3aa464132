// SPDX-License-Identifier: MIT
// Declarations shared by the C files of CLuaState and CLuaBinding, the only files that call lua_*; each covers one
// concern. Not part of the module that Swift imports.
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

#include "CLuaState.h"

// Header of every full userdata that scripts see: gives a value's kind and sort position without a metatable. The magic
// number differs between two copies of the library in one process, so neither takes the other's objects for its own.
#define LLUA_MAGIC (0x6c6c7561u ^ (uint32_t)((uintptr_t)&llua_errors_key >> 4))
extern const char llua_errors_key;
typedef struct llua_Object {
  uint32_t magic;
  uint32_t kind;    // defined by the binding
  uint64_t serial;  // order of creation
} llua_Object;

// LLUA_LEVELS: the depth to which the levels of a stack are counted for a traceback, a power of two.
enum { LLUA_FRAMES = 24, LLUA_TAIL_FRAMES = 8, LLUA_LEVELS = 1 << 14, LLUA_ERRORS = 16 };

typedef struct llua_Frame {
  char source[256];
  char function[72];
  int32_t line;
} llua_Frame;

typedef struct llua_Report {
  llua_Kind kind;
  int32_t line;
  size_t count;  // bytes in message
  size_t frames;
  size_t skipped;     // frames dropped after the first LLUA_FRAMES - LLUA_TAIL_FRAMES
  bool skips_more;    // more than `skipped`, since the stack is deeper than LLUA_LEVELS
  uint64_t token;     // identifies the error object in the table of errors; 0: none
  lua_State *thread;  // thread whose stack is already in `frame`
  char script[256];
  char message[4096];
  llua_Frame frame[LLUA_FRAMES];
} llua_Report;

typedef struct llua_Timer llua_Timer;

// A binding of objects to the state, opaque here, and the functions that the state calls. The binding sets both when it
// is installed, and clears `binding` when it is freed.
typedef struct llua_Binding llua_Binding;
typedef struct llua_BindingFunctions {
  // Appends a suggestion, if any, to an error raised by Lua itself, such as a call of nil. Returns the number of bytes
  // added. Must not raise.
  size_t (*add_remedy)(llua_Binding *binding, char *message, size_t count, size_t room);
  // Replaces a frozen table at `index` with the table behind it; false if it is not frozen. Needs no binding.
  bool (*thaw)(lua_State *L, int index);
  // Frees the buffers and releases the objects in them, while the engine of a guest still exists.
  void (*free_buffers)(llua_Binding *binding);
  void (*destroy)(llua_Binding *binding);
} llua_BindingFunctions;

struct llua_State {
  lua_State *L;  // main thread
  // the Lua state belongs to another program (guest.c): its allocator, hooks, panic and extra space are not ours
  bool is_guest;
  bool is_closed;  // guest only: the Lua state is closing
  void *engine;    // guest only, with its destructor, the host's allocator and the last block to be freed
  void (*close_engine)(void *engine);
  lua_Alloc host_allocate;
  void *host_context;
  const void *last_block;
  lua_State *volatile running;    // running thread; the target of signal handlers
  volatile sig_atomic_t stop;     // the deadline has passed
  volatile sig_atomic_t polling;  // the clock is polled, since no timer is running
  bool limited;                   // there is a deadline
  double deadline;
  llua_Timer *timer;

  // allocator.c
  size_t used, outside, limit;  // bytes: Lua's own, charged, limit of both together (SIZE_MAX: none)
  size_t trip;                  // a total above this requests a collection with finalisers
  size_t outside_trip;
  // Bytes allocated and charged so far, and their number when memory last ran short.
  uint64_t allocated, short_at;
  int tight;       // shortages in a row after few allocated bytes
  size_t refused;  // size to refuse again, since the last collection gained little; 0 for none
  int64_t fail_after;
  uint64_t serial;         // number of objects created
  uint64_t builtin;        // last serial created before the script
  uint64_t last_userdata;  // serial of the last full userdata
  bool collect_asked, collecting, ready;

  llua_Options options;
  const char *stack_low;      // nested calls below this address are refused
  int depth;                  // nesting of calls from the host
  lua_State *guarded;         // thread using the binding's buffers while finalisers may run
  lua_State *results_thread;  // thread with the last call's results on its stack, from results_base
  int results_base;
  size_t results;
  llua_Value *given;  // results of a host function, from llua_give; one block with their bytes
  size_t given_count;

  llua_Report report;
  uint64_t errors;      // number of error objects kept so far
  llua_Kind fail_kind;  // set by llua_fail until it is raised
  uint64_t fail_token;
  size_t fail_count;
  char fail_message[4096];
  char place_script[256];  // script and line where memory ran out
  int32_t place_line;

  llua_Binding *binding;                           // NULL until installed
  const llua_BindingFunctions *binding_functions;  // NULL until a binding is installed
  int module;      // registry reference: the binding's module, which `require` returns to a guest's scripts
  char *supplied;  // module source from llua_supply
  size_t supplied_count;
  char supplied_name[512];

  int *dead;  // registry references to release
  size_t dead_count, dead_room;

  bool warned_gc, warn_on;
  bool generational;
  char warning[1024];
  size_t warning_count;
  lua_CFunction stock_format, stock_load, stock_date;
  uint64_t *random_words;    // state of math.random; NULL if it is not the stock function
  const void *natives[256];  // functions without a block of ours, in the order first numbered
  size_t native_count;
};

// Addresses used as registry keys, each of one table.
extern const char llua_errors_key, llua_loaded_key, llua_box_key;
void llua_push_error_tables(lua_State *L);

void *llua_allocate(void *context, void *block, size_t old_size, size_t new_size);
llua_State *llua_guest_of(lua_State *L);
static inline llua_State *llua_of(lua_State *L) {
  void *context;
  return lua_getallocf(L, &context) == llua_allocate ? context : llua_guest_of(L);
}
// Same as `llua_of`, for libraries that are opened only in states of our own.
static inline llua_State *llua_own(lua_State *L) { return *(llua_State **)lua_getextraspace(L); }

// ---- for C functions that scripts call; these may raise -------------------------------------------------------------
// Raises the error given to llua_fail, with the line of the nearest Lua function. A Swift error becomes a Lua error
// only here.
int llua_raise(lua_State *L);
// Raises an error of a kind with a formatted text (luaL_error's formats).
int llua_error(lua_State *L, llua_Kind kind, const char *format, ...);
// Same as `llua_error`, for a script's mistake. Unlike luaL_error it finds the script's line through C functions too,
// as in pcall(ca.Layer, {…}).
int llua_refuse(lua_State *L, const char *format, ...);
// Raises the deadline's error.
void llua_raise_stop(lua_State *L);
bool llua_poll(llua_State *state);
// Starts the timer of the deadline on this thread, in place of polling. Call it only while the state polls.
void llua_start_timer(llua_State *state);
// Raises if the deadline has passed. Cheap enough for inner loops.
static inline void llua_check_time(llua_State *s, lua_State *L) {
  if (__builtin_expect(s->stop | s->polling, 0) && (s->stop || llua_poll(s))) llua_raise_stop(L);
}
// Checks the deadline in functions of the library.
static inline void llua_check(lua_State *L) { llua_check_time(llua_own(L), L); }
// Raises if the native stack is nearly used up. Must precede every call of Swift, or of Lua again.
static inline void llua_check_stack(llua_State *s, lua_State *L) {
  if (__builtin_expect((const char *)__builtin_frame_address(0) < s->stack_low, 0))
    luaL_error(L, "stack overflow (calls between script and engine are nested too deeply)");
}
// Pushes a zeroed userdata of `size` bytes that starts with a filled-in llua_Object.
void *llua_new_userdata(llua_State *state, lua_State *L, size_t size, int user_values, uint32_t kind);
// Returns NULL if the value is not a userdata made by llua_new_userdata.
llua_Object *llua_object_at(lua_State *L, int index);
void llua_push_reference(lua_State *L, int reference);
int llua_new_reference(lua_State *L);  // of the value on top, which is popped
llua_Kind llua_out_of_memory(llua_State *state);
// Pushes tostring(value) with serials in place of addresses.
const char *llua_tolstring(lua_State *L, int index, size_t *count);
uint64_t llua_serial(lua_State *L, int index);  // 0: not an object
// Pushes the position of the nearest Lua function as "name:line: ", or "".
void llua_where(lua_State *L);
// Returns the script name of a function, from the `S` fields of lua_getinfo.
const char *llua_source_name(const lua_Debug *ar);
// Returns the script of the nearest running Lua function and fills `ar`; NULL if none runs.
const char *llua_running_script(const llua_State *state, lua_Debug *ar);
void llua_note_place(llua_State *state);
int llua_message_handler(lua_State *L);
// Stores an error object in the table of errors and makes it the report's; does not allocate.
void llua_keep_error(lua_State *L, int index);
bool llua_is_reported(lua_State *L, int index);
void llua_report_error(lua_State *L, lua_State *from, int index);
// Reports the error object on top with its thread's frames, or adds those frames to its existing report.
void llua_note_error(lua_State *L);
// The protected call under all others: calls the function below the `arguments` values on top. Returns LLUA_NONE, or
// the error's kind with the error object popped.
llua_Kind llua_protected_call(llua_State *state, lua_State *L, int arguments, int results);

// ---- parts of the library -------------------------------------------------------------------------------------------
int llua_open_library(lua_State *L);  // all libraries, according to the options
void llua_open_base(lua_State *L);    // these expect the globals to exist
void llua_open_coroutine(lua_State *L);
void llua_open_table(lua_State *L);
void llua_open_string(lua_State *L);
void llua_open_pattern(lua_State *L);
void llua_open_os(lua_State *L);
void llua_open_math(lua_State *L);
void llua_open_package(lua_State *L);
int llua_pairs(lua_State *L);
// Implements `next` in the order of pairs, from any key.
int llua_next(lua_State *L);
void llua_open_order(lua_State *L);
// Replaces the table on top with the ordered iterator over its raw entries: the three values of a generic `for`.
int llua_push_pairs(lua_State *L);
int llua_sort(lua_State *L);
int llua_tostring(lua_State *L);
void llua_set_functions(lua_State *L, const luaL_Reg *functions);  // into the table on top
void llua_remove_fields(lua_State *L, const char *const *names);
void llua_hook(lua_State *L, lua_Debug *ar);
// Sets or removes the hook according to the deadline's state. Async-signal-safe.
void llua_arm(llua_State *state, lua_State *L);
// Compiles text, skipping a byte-order mark and #! line; pushes the function or the message. Refuses bytecode unless
// trusted.
int llua_load_text(lua_State *L, const char *text, size_t count, const char *name);

// True if a finaliser is running while the binding's buffers are in use. Ignores a stale mark left by an error.
bool llua_is_guarded(lua_State *L);
