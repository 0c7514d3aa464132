// SPDX-License-Identifier: MIT
#include "LuaModule.h"

#include "CLuaState.h"

// Defined in LayerEngine.
extern void *llua_open_guest_engine(llua_State *state);
extern void llua_close_guest_engine(void *engine);

int luaopen_layerlua(lua_State *L) {
  static const llua_GuestEngine engine = {llua_open_guest_engine, llua_close_guest_engine};
  return llua_open_guest(L, &engine);
}
