// SPDX-License-Identifier: MIT
// The part of Lua that Swift sees. Nothing declared here jumps: every call that can raise runs inside a protected call
// whose body is C, and every callback into Swift returns a status before Lua raises.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lua_State lua_State;
typedef struct llua_State llua_State;

// ORDER LayerError.Kind
typedef enum llua_Kind {
  LLUA_NONE = 0,
  LLUA_RUNTIME,
  LLUA_SYNTAX,
  LLUA_MEMORY,
  LLUA_TIME,
  LLUA_LIMIT,    // a budget other than memory and time
  LLUA_FILE,     // a file could not be read or written
  LLUA_MISSING,  // something that must be installed is not
  LLUA_PASSING,  // trying again may help
  LLUA_UNSUPPORTED,
  LLUA_UNSOLVED,
  LLUA_CANCELLED,
} llua_Kind;

// ORDER LuaValue
typedef enum llua_Type {
  LLUA_NIL = 0,
  LLUA_BOOLEAN,
  LLUA_INTEGER,
  LLUA_NUMBER,
  LLUA_STRING,
  LLUA_REFERENCE,  // any other value, held in the registry
  LLUA_TABLE,      // into Lua only: `integer` pairs follow, each a key and a value
} llua_Type;

typedef struct llua_Value {
  llua_Type type;
  int reference;
  int64_t integer;  // also the boolean
  double number;
  const char *bytes;
  size_t count;
} llua_Value;

// The functions that a state calls of its host. Each returns a status: 0 or more is well, below 0 means that llua_fail
// was called first.
typedef struct llua_Callbacks {
  void *owner;
  int (*write)(void *owner, llua_State *state, const char *bytes, size_t count);
  // `finalizer`: not a script's own warning, but that its __gc is dropped.
  void (*warn)(void *owner, llua_State *state, bool finalizer, const char *bytes, size_t count);
  // 1: the source was handed over by llua_supply; 0: no such module, and llua_fail may have said where it was sought.
  int (*module)(void *owner, llua_State *state, const char *name, size_t count);
  double (*time)(void *owner, llua_State *state);  // the script's clock in seconds
  // A function registered by llua_register; hands its results over by llua_give.
  int (*function)(void *owner, llua_State *state, int32_t index, const llua_Value *arguments, size_t count);
} llua_Callbacks;

typedef struct llua_Options {
  llua_Callbacks callbacks;
  size_t memory_limit;  // bytes of Lua's heap and of what is charged to it; 0: none
  uint64_t seed;
  bool trusted;
  int64_t fail_after;  // for tests: allocations that succeed before all fail; below 0: none fails
} llua_Options;

// NULL when memory does not suffice for an empty state.
llua_State *llua_create(const llua_Options *options);
// Runs the finalisers; the callbacks must still be good.
void llua_close(llua_State *state);
// What exists now is the host's: the serials that scripts see of their own objects count from here.
void llua_mark_builtin(llua_State *state);

// ---- as a guest -----------------------------------------------------------------------------------------------------
typedef struct llua_GuestEngine {
  // Makes the engine that the module uses, or gives the reason to llua_fail and returns NULL. The host's callbacks are
  // given by
  // llua_set_callbacks.
  void *(*open)(llua_State *state);
  // Once the Lua state's last block is about to be freed: calls nothing of Lua's.
  void (*close)(void *engine);
} llua_GuestEngine;
// For luaopen_layerlua: leaves the module on the stack, and raises as any function of Lua's does. Called again in the
// same Lua state it gives the same module.
int llua_open_guest(lua_State *L, const llua_GuestEngine *engine);
bool llua_is_guest(const llua_State *state);
void llua_set_callbacks(llua_State *state, const llua_Callbacks *callbacks);

// ---- running --------------------------------------------------------------------------------------------------------
// Each returns LLUA_NONE, or the kind of the error that llua_report_… describes.

// Compiles source text (a leading byte-order mark and #! line are skipped) under `name`; a function's reference in
// *reference.
llua_Kind llua_load(llua_State *state, const char *source, size_t count, const char *name, int *reference);
// Calls; results stay readable by llua_result until the next call at the same depth takes them or llua_drop_results.
llua_Kind llua_call(llua_State *state, int reference, const llua_Value *arguments, size_t count, size_t *results);
// The i-th result of the last llua_call or llua_get…; a reference in it is the caller's to release.
llua_Kind llua_result(llua_State *state, size_t index, llua_Value *value);
void llua_drop_results(llua_State *state);
// `reference`.key, or the global when it is 0, raw access to a table; the one result is read as after llua_call.
llua_Kind llua_get_field(llua_State *state, int reference, const char *key);
// Sets a global function, or one of the table `reference` (0: global), that calls callbacks.function with `index`.
llua_Kind llua_register(llua_State *state, int reference, const char *name, int32_t index);
// Runs a body written in C with `context` as its light userdata argument, inside a protected call. The body must leave
// nothing behind.
llua_Kind llua_protect(llua_State *state, int (*body)(lua_State *L), void *context);
// Whether Lua, or what it called, runs on this thread, in any state that is no guest: those are called by their
// interpreters.
bool llua_is_running(void);
// May be called at any time on the state's thread, from finalisers too; the value goes at the next safe moment.
void llua_release_reference(llua_State *state, int reference);

// ---- math.random ----------------------------------------------------------------------------------------------------
typedef struct {
  uint64_t words[4];
} llua_Random;
// Gives math.random a stream that follows from the seed, a and b alone. The state before goes to *before.
void llua_begin_random(llua_State *state, llua_Random *before, uint64_t a, uint64_t b);
void llua_end_random(llua_State *state, const llua_Random *before);

// ---- handed over by callbacks ---------------------------------------------------------------------------------------
void llua_fail(llua_State *state, llua_Kind kind, const char *message, size_t count);
// Fails with an error that came out of Lua before: the same error object, line and traceback are raised again where
// still known.
void llua_fail_again(llua_State *state, llua_Kind kind, uint64_t token, const char *message, size_t count);
bool llua_supply(llua_State *state, const char *source, size_t count, const char *name);
bool llua_give(llua_State *state, const llua_Value *values, size_t count);

// ---- the last error -------------------------------------------------------------------------------------------------
const char *llua_report_message(const llua_State *state, size_t *count);
const char *llua_report_script(const llua_State *state);
int32_t llua_report_line(const llua_State *state);
uint64_t llua_report_token(const llua_State *state);
// Adds to the message of the report, if it still is that of the error with the token.
void llua_amend_report(llua_State *state, uint64_t token, const char *text, size_t count);
size_t llua_report_frames(const llua_State *state);
size_t llua_report_skipped(const llua_State *state, size_t *after);
const char *llua_report_frame(const llua_State *state, size_t index, int32_t *line, const char **function);

// ---- memory ---------------------------------------------------------------------------------------------------------
// Counts memory that a script owns outside Lua. False when the limit would be passed even after a full collection
// (which runs finalisers, and so release callbacks, before this returns); then nothing is counted.
bool llua_charge(llua_State *state, size_t bytes);
// True if so many more bytes could be counted, if need be after a full collection. False also where collections have
// gained little several times in a row.
bool llua_make_room(llua_State *state, size_t bytes);
// The same as llua_charge without a collection.
bool llua_charge_quietly(llua_State *state, size_t bytes);
void llua_release(llua_State *state, size_t bytes);
size_t llua_memory_used(const llua_State *state);
size_t llua_memory_limit(const llua_State *state);
void llua_set_memory_limit(llua_State *state, size_t bytes);
void llua_collect(llua_State *state);
void llua_fail_after(llua_State *state, int64_t allocations);

// ---- time -----------------------------------------------------------------------------------------------------------
// Ends the script at its next instruction. Async-signal-safe, but only on the thread that runs the script.
void llua_interrupt(llua_State *state);
// Looks at the clock, where there is a deadline.
bool llua_interrupted(llua_State *state);
void llua_clear_interrupt(llua_State *state);
// From now on the script has so many seconds; 0: no limit any more. To be ended on the thread that began it: a script
// that runs on is ended by a timer's signal to its thread. Does nothing in another program's state.
void llua_limit_time(llua_State *state, double seconds);

typedef struct llua_Watchdog llua_Watchdog;
// The function that a watchdog calls before it ends the process, in a signal handler; NULL for none. For the whole
// process.
void llua_watchdog_set_cleanup(void (*cleanup)(void));
// Interrupts the script of this thread after `seconds`, and after `grace` more writes `message` to standard error and
// ends the program with `status`. NULL when no timer is to be had.
llua_Watchdog *llua_watchdog_start(
    llua_State *state, double seconds, double grace, const char *message, size_t count, int status);
bool llua_watchdog_expired(const llua_Watchdog *watchdog);
void llua_watchdog_stop(llua_Watchdog *watchdog);

// ---- ending from another thread -------------------------------------------------------------------------------------
typedef struct llua_Canceller llua_Canceller;
typedef struct llua_Cancelling llua_Cancelling;
llua_Canceller *llua_canceller_create(void);
void llua_canceller_free(llua_Canceller *canceller);
// From any thread, not from a signal handler: interrupts every state that runs under it now, and from then on.
void llua_canceller_cancel(llua_Canceller *canceller);
bool llua_canceller_is_cancelled(const llua_Canceller *canceller);
// Around what the state does on this thread. NULL when memory is short.
llua_Cancelling *llua_cancelling_begin(llua_Canceller *canceller, llua_State *state);
void llua_cancelling_end(llua_Canceller *canceller, llua_Cancelling *cancelling);

#include "binding.h"
