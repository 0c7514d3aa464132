// SPDX-License-Identifier: MIT
// Functions that Lua 5.1, 5.3 or LuaJIT lack, as weak symbols. So layerlua.so loads there too and can report which Lua
// it needs (guest.c), instead of the loader naming a missing function.
#pragma once
#pragma weak lua_absindex
#pragma weak lua_callk
#if LUA_VERSION_RELEASE_NUM >= 50406
#pragma weak lua_closethread
#endif
#pragma weak lua_compare
#pragma weak lua_copy
#pragma weak lua_getglobal
#pragma weak lua_geti
#pragma weak lua_getiuservalue
#pragma weak lua_isinteger
#pragma weak lua_newuserdatauv
#pragma weak lua_pcallk
#pragma weak lua_rawgetp
#pragma weak lua_rawlen
#pragma weak lua_rawsetp
#pragma weak lua_resetthread
#pragma weak lua_rotate
#pragma weak lua_setglobal
#pragma weak lua_seti
#pragma weak lua_setiuservalue
#pragma weak lua_setwarnf
#pragma weak lua_tointegerx
#pragma weak lua_tonumberx
#pragma weak lua_version
#pragma weak luaL_buffinitsize
#pragma weak luaL_checkversion_
#pragma weak luaL_getsubtable
#pragma weak luaL_len
#pragma weak luaL_prepbuffsize
#pragma weak luaL_pushresultsize
#pragma weak luaL_requiref
#pragma weak luaL_setfuncs
#pragma weak luaL_tolstring
#pragma weak luaL_typeerror
#pragma weak luaopen_coroutine
#pragma weak luaopen_utf8
