// SPDX-License-Identifier: MIT
// Names that a script reads and nothing defines, and functions of the module that a script would replace.
#include <stdio.h>

#include "internal.h"

// __index of the globals, and of the functions behind the module. Upvalues: the binding; true for the module.
static int names_missing(lua_State *L) {
  llua_Binding *b = LLUA_BINDING(L);
  size_t length = 0;
  const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tolstring(L, 2, &length) : NULL;
  // Names of other systems begin so; most of a script's own do not.
  if (!b || !name || length < 2 || length > 64 || !(*name == 'k' || (*name >= 'A' && *name <= 'Z'))) return 0;
  llua_check_stack(b->state, L);
  llua_enter(b, L);
  b->host.missing(b->host.context, name, length, lua_toboolean(L, lua_upvalueindex(2)));
  return 0;
}

// Pushes a value as a script would write it in a call.
static const char *names_value(lua_State *L, int index) {
  switch (lua_type(L, index)) {
    case LUA_TNIL: return lua_pushliteral(L, "nil");
    case LUA_TBOOLEAN: return lua_pushstring(L, lua_toboolean(L, index) ? "true" : "false");
    case LUA_TNUMBER: return lua_pushvalue(L, index), lua_tostring(L, -1);
    case LUA_TFUNCTION: return lua_pushliteral(L, "function() … end");
    case LUA_TSTRING:
      if (lua_rawlen(L, index) <= 40) return lua_pushfstring(L, "\"%s\"", lua_tostring(L, index));
      return lua_pushliteral(L, "…");
    default: return lua_pushliteral(L, "…");
  }
}

// __newindex of a table whose functions are behind it. Upvalues: the table of these; the name of the table in scripts.
static int names_replaced(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 3);
  lua_pushvalue(L, 2);
  if (lua_type(L, 2) != LUA_TSTRING || lua_rawget(L, lua_upvalueindex(1)) == LUA_TNIL) {
    lua_settop(L, 3);
    lua_rawset(L, 1);
    return 0;
  }
  const char *owner = lua_tostring(L, lua_upvalueindex(2)), *name = lua_tostring(L, 2);
  char setter[80];
  snprintf(setter, sizeof setter, "set%c%.70s", name[0] - 'a' + 'A', name + 1);
  lua_pushstring(L, setter);
  bool has_setter = lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL;
  if (has_setter)
    return llua_refuse(L, "%s.%s is a function and cannot be replaced; write %s.%s(%s)", owner, name, owner, setter,
        names_value(L, 3));
  if (lua_type(L, 3) == LUA_TFUNCTION && !strncmp(name, "on", 2))
    return llua_refuse(
        L, "%s.%s is a function and cannot be replaced; write %s.%s(function(t) … end)", owner, name, owner, name);
  return llua_refuse(L, "%s.%s is a function and cannot be replaced; give yours another name", owner, name);
}

// __pairs of such a table: its entries and the functions behind it. Upvalue: the table of these.
static int names_pairs(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  lua_newtable(L);
  for (int from = 0; from < 2; from++) {
    lua_pushnil(L);
    while (lua_next(L, from == 0 ? lua_upvalueindex(1) : 1)) {
      lua_pushvalue(L, -2);
      lua_insert(L, -2);
      lua_rawset(L, 2);
    }
  }
  llua_push_pairs(L);
  return 3;
}

// Moves the functions of `owner`, whose names begin with a small letter, from the table at `table` to one behind it,
// where an assignment does not replace them. Pushes that table.
static void names_protect(lua_State *L, const llua_Binding *b, int table, const char *owner) {
  lua_newtable(L);
  int functions = lua_gettop(L);
  for (size_t i = 0; i < b->method_count; i++) {
    const llua_Method *m = b->methods[i];
    if (strcmp(m->owner, owner) || m->name[0] < 'a' || m->name[0] > 'z') continue;
    lua_pushstring(L, m->name);
    lua_pushvalue(L, -1);
    lua_rawget(L, table);
    lua_rawset(L, functions);
    lua_pushstring(L, m->name);
    lua_pushnil(L);
    lua_rawset(L, table);
  }
  lua_createtable(L, 0, 4);
  lua_pushvalue(L, functions);
  lua_setfield(L, -2, "__index");
  lua_pushvalue(L, functions);
  lua_pushstring(L, owner);
  lua_pushcclosure(L, names_replaced, 2);
  lua_setfield(L, -2, "__newindex");
  lua_pushvalue(L, functions);
  lua_pushcclosure(L, names_pairs, 1);
  lua_setfield(L, -2, "__pairs");
  // A script that set another metatable would lose the functions.
  lua_pushstring(L, owner);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, table);
}

// Gives the table on top a metatable that reports undefined names.
static void names_report(lua_State *L, llua_Binding *b, bool of_module) {
  lua_createtable(L, 0, 1);
  lua_pushlightuserdata(L, b);
  lua_pushboolean(L, of_module);
  lua_pushcclosure(L, names_missing, 2);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
}

void llua_install_names(lua_State *L, llua_Binding *b, int module, bool global) {
  int top = lua_gettop(L);
  names_protect(L, b, module, "ca");
  names_report(L, b, true);
  if (lua_getfield(L, module, "Transaction") == LUA_TTABLE) names_protect(L, b, lua_gettop(L), "ca.Transaction");
  lua_settop(L, top);
  // The globals of a guest's state belong to its host.
  if (global) {
    lua_pushglobaltable(L);
    names_report(L, b, false);
  }
  lua_settop(L, top);
}
