// SPDX-License-Identifier: MIT
// Declarations shared by the files about calls from the host.
#pragma once
#include "llua.h"

// Argument of a body that runs in a protected call.
typedef struct llua_Calling {
  int reference;
  const llua_Value *values;
  size_t count;
  const char *name;
  int32_t index;
} llua_Calling;

// Returns the thread to call on, with LUA_MINSTACK free slots; NULL if memory runs out.
lua_State *llua_begin(llua_State *state);
// Same as llua_protect, but keeps the body's results for llua_result.
llua_Kind llua_protect_results(llua_State *state, lua_CFunction body, void *context);
void llua_release_dead(llua_State *state);
int llua_push_all(lua_State *L, const llua_Value *values, size_t count);
// Reads the value at `index`. The caller releases a reference in it; bytes are valid while the value is on the stack.
llua_Kind llua_read_value(llua_State *state, lua_State *L, int index, llua_Value *value);
// Pushes the table of a reference; 0: the globals.
void llua_push_target(lua_State *L, int reference);
