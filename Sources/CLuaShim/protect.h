// SPDX-License-Identifier: MIT
// Shared by the files about calls from the host.
#pragma once
#include "llua.h"

// The argument of a body that runs in a protected call.
typedef struct llua_Calling {
  int reference;
  const llua_Value *values;
  size_t count;
  const char *name;
  int32_t index;
} llua_Calling;

// The thread to call on, with a little stack; NULL without memory.
lua_State *llua_begin(llua_State *state);
// As llua_protect, with the body's results kept for llua_result.
llua_Kind llua_protect_results(llua_State *state, lua_CFunction body, void *context);
llua_Kind llua_out_of_memory(llua_State *state);
void llua_release_dead(llua_State *state);
int llua_push_all(lua_State *L, const llua_Value *values, size_t count);
// A reference in the value is the caller's to release; bytes stay good as long as the value is on the stack.
llua_Kind llua_read_value(llua_State *state, lua_State *L, int index, llua_Value *value);
// The table behind a reference; 0: the globals.
void llua_push_target(lua_State *L, int reference);
