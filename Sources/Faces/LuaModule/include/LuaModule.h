// SPDX-License-Identifier: MIT
// Module entry point that `require "layerlua"` calls.
#pragma once

typedef struct lua_State lua_State;

int luaopen_layerlua(lua_State *L);
