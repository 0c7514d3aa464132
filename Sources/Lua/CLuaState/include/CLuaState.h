// SPDX-License-Identifier: MIT
// One Lua state made safe, as Swift sees it. No function declared here jumps: every call that can raise runs inside a
// protected call whose body is C, and every callback into Swift returns a status before Lua raises.
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
  LLUA_LIMIT,      // a budget other than memory and time
  LLUA_FILE,       // a file could not be read or written
  LLUA_MISSING,    // something that must be installed is not
  LLUA_TEMPORARY,  // transient: trying again may help
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
  LLUA_TABLE,      // to Lua only: followed by `integer` pairs of key and value
} llua_Type;

typedef struct llua_Value {
  llua_Type type;
  int reference;
  int64_t integer;  // also the boolean (0 or 1)
  double number;
  const char *bytes;
  size_t count;
} llua_Value;

// Callbacks from a state into its host. A returned status of 0 or more means success; below 0 means that llua_fail was
// called first.
typedef struct llua_Callbacks {
  void *owner;
  int (*write)(void *owner, llua_State *state, const char *bytes, size_t count);
  // `finalizer` is true for the warning that a script's __gc is dropped, false for a script's own warning.
  void (*warn)(void *owner, llua_State *state, bool finalizer, const char *bytes, size_t count);
  // Returns 1 if the source was passed to llua_supply; 0 if there is no such module, in which case llua_fail may say
  // where it was sought.
  int (*module)(void *owner, llua_State *state, const char *name, size_t count);
  double (*time)(void *owner, llua_State *state);  // script clock in seconds
  // Calls the function registered by llua_register under `index`, which passes its results to llua_give.
  int (*function)(void *owner, llua_State *state, int32_t index, const llua_Value *arguments, size_t count);
} llua_Callbacks;

typedef struct llua_Options {
  llua_Callbacks callbacks;
  size_t memory_limit;  // bytes of Lua's heap plus charged memory; 0: no limit
  uint64_t seed;
  bool trusted;
  int64_t fail_after;  // for tests: allocations that succeed before all others fail; below 0: none fails
} llua_Options;

// Creates a state; NULL if there is not enough memory for an empty one.
llua_State *llua_create(const llua_Options *options);
// Closes the state and runs its finalisers; the callbacks must still be valid.
void llua_close(llua_State *state);
// Marks all existing objects as built-in: the serials that scripts see of their own objects count from here.
void llua_mark_builtin(llua_State *state);

// ---- as a guest -----------------------------------------------------------------------------------------------------
typedef struct llua_GuestEngine {
  // Creates the module's engine, or passes the reason to llua_fail and returns NULL. Sets the host's callbacks by
  // llua_set_callbacks.
  void *(*open)(llua_State *state);
  // Called just before the Lua state's last block is freed; must not call Lua.
  void (*close)(void *engine);
} llua_GuestEngine;
// Implements luaopen_layerlua: pushes the module, or raises like any Lua function. Returns the same module when called
// again in the same Lua state.
int llua_open_guest(lua_State *L, const llua_GuestEngine *engine);
bool llua_is_guest(const llua_State *state);
void llua_set_callbacks(llua_State *state, const llua_Callbacks *callbacks);

// ---- running --------------------------------------------------------------------------------------------------------
// Each returns LLUA_NONE, or the kind of the error that the llua_report_… functions describe.

// Compiles source text under `name`, skipping a leading byte-order mark and #! line. Sets *reference to the function.
llua_Kind llua_load(llua_State *state, const char *source, size_t count, const char *name, int *reference);
// Calls a function. Its results are readable by llua_result until the next call at the same depth or llua_drop_results.
llua_Kind llua_call(llua_State *state, int reference, const llua_Value *arguments, size_t count, size_t *results);
// Reads a result of the last llua_call or llua_get…, by index from 0. The caller releases a reference in it.
llua_Kind llua_result(llua_State *state, size_t index, llua_Value *value);
void llua_drop_results(llua_State *state);
// Matches a text with one of Lua's patterns, which need not begin with ^ and should end with $, in at most a million
// steps: more are the error "pattern too complex".
llua_Kind llua_matches(
    llua_State *state, const char *text, size_t count, const char *pattern, size_t pattern_count, bool *matches);
// Reads a field of a table by raw access, or a global if `reference` is 0. The single result is read by llua_result.
llua_Kind llua_get_field(llua_State *state, int reference, const char *key);
// Sets a global function (`reference` 0) or one in a table, which calls callbacks.function with `index`.
llua_Kind llua_register(llua_State *state, int reference, const char *name, int32_t index);
// Runs a C body in a protected call, with `context` as its light userdata argument. Its results are discarded.
llua_Kind llua_protect(llua_State *state, int (*body)(lua_State *L), void *context);
// True if a protected call runs on this thread, in any state. Guests' interpreters call Lua themselves and are not
// counted.
bool llua_is_running(void);
// Releases a reference at the next safe moment. May be called at any time on the state's thread, also from finalisers.
void llua_release_reference(llua_State *state, int reference);

// ---- math.random ----------------------------------------------------------------------------------------------------
typedef struct {
  uint64_t words[4];
} llua_Random;
// Gives math.random a stream determined by the seed, `a` and `b` alone. Saves the previous state to *before.
void llua_begin_random(llua_State *state, llua_Random *before, uint64_t a, uint64_t b);
void llua_end_random(llua_State *state, const llua_Random *before);

// ---- handed over by callbacks ---------------------------------------------------------------------------------------
void llua_fail(llua_State *state, llua_Kind kind, const char *message, size_t count);
// Fails with an error that came from Lua earlier: raises the same error object, line and traceback again if still
// known.
void llua_fail_again(llua_State *state, llua_Kind kind, uint64_t token, const char *message, size_t count);
bool llua_supply(llua_State *state, const char *source, size_t count, const char *name);
bool llua_give(llua_State *state, const llua_Value *values, size_t count);

// ---- the last error -------------------------------------------------------------------------------------------------
const char *llua_report_message(const llua_State *state, size_t *count);
const char *llua_report_script(const llua_State *state);
int32_t llua_report_line(const llua_State *state);
uint64_t llua_report_token(const llua_State *state);
// Appends to the report's message, if the report is still the one of the error with `token`.
void llua_amend_report(llua_State *state, uint64_t token, const char *text, size_t count);
size_t llua_report_frames(const llua_State *state);
// Returns the number of frames left out of a long traceback, and the index before which they belong. The stack of an
// error too deep to be counted, as after an overflow, left out more than that, the outermost ones included (*is_more).
size_t llua_report_skipped(const llua_State *state, size_t *after, bool *is_more);
const char *llua_report_frame(const llua_State *state, size_t index, int32_t *line, const char **function);

// ---- memory ---------------------------------------------------------------------------------------------------------
// Charges memory that a script owns outside Lua. Returns false, charging nothing, if the limit would be exceeded even
// after a full collection, which runs finalisers and so release callbacks before this returns.
bool llua_charge(llua_State *state, size_t bytes);
// True if `bytes` more could be charged, if necessary after a full collection. False also if collections have gained
// little several times in a row.
bool llua_make_room(llua_State *state, size_t bytes);
// Same as llua_charge, but never collects.
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
// True if the script is interrupted. Checks the clock if there is a deadline.
bool llua_interrupted(llua_State *state);
void llua_clear_interrupt(llua_State *state);
// Limits the script's time to `seconds` from now; 0 removes the limit. Must be removed on the thread that set it, since
// a timer's signal to that thread ends the script. Does nothing in a guest state.
void llua_limit_time(llua_State *state, double seconds);

typedef struct llua_Watchdog llua_Watchdog;
// Sets the function that a watchdog calls, in a signal handler, before it ends the process; NULL for none.
// Process-wide.
void llua_watchdog_set_cleanup(void (*cleanup)(void));
// Interrupts this thread's script after `seconds`. After `grace` more seconds, writes `message` to standard error and
// exits with `status`. Returns NULL if no timer is available.
llua_Watchdog *llua_watchdog_start(
    llua_State *state, double seconds, double grace, const char *message, size_t count, int status);
bool llua_watchdog_expired(const llua_Watchdog *watchdog);
void llua_watchdog_stop(llua_Watchdog *watchdog);

// ---- ending from another thread -------------------------------------------------------------------------------------
typedef struct llua_Canceller llua_Canceller;
typedef struct llua_Cancelling llua_Cancelling;
llua_Canceller *llua_canceller_create(void);
void llua_canceller_free(llua_Canceller *canceller);
// Interrupts every state running under the canceller, now and from then on. Callable from any thread, but not from a
// signal handler.
void llua_canceller_cancel(llua_Canceller *canceller);
bool llua_canceller_is_cancelled(const llua_Canceller *canceller);
// Brackets the state's work on this thread, with llua_cancelling_end. NULL if memory runs out.
llua_Cancelling *llua_cancelling_begin(llua_Canceller *canceller, llua_State *state);
void llua_cancelling_end(llua_Canceller *canceller, llua_Cancelling *cancelling);
