// SPDX-License-Identifier: MIT
// Tables that scripts read: frozen ones, which cannot be changed; descriptions, which are printed as text; palettes,
// which refuse a colour that they do not have.
#include "internal.h"

const char llua_frozen_mark = 0;

// MARK: - Frozen tables

void llua_push_frozen(lua_State *L, llua_Binding *b) {
  lua_createtable(L, 0, 1);
  lua_insert(L, -2);
  lua_rawsetp(L, -2, &llua_frozen_mark);
  lua_rawgeti(L, LUA_REGISTRYINDEX, b->metatables[0]);
  lua_setmetatable(L, -2);
}

static int frozen_index(lua_State *L) {
  if (lua_type(L, 1) != LUA_TTABLE) return 0;
  int type = lua_rawgetp(L, 1, &llua_frozen_mark);
  if (type == LUA_TUSERDATA) return llua_view_index(L);
  if (type != LUA_TTABLE) return 0;
  lua_pushvalue(L, 2);
  lua_rawget(L, -2);
  return 1;
}
static int frozen_length(lua_State *L) {
  lua_Integer n = 0;
  if (lua_type(L, 1) == LUA_TTABLE) {
    int type = lua_rawgetp(L, 1, &llua_frozen_mark);
    n = type == LUA_TTABLE ? (lua_Integer)lua_rawlen(L, -1) : (lua_Integer)llua_view_count(L, -1);
  }
  lua_pushinteger(L, n);
  return 1;
}
// Iterates in the order of pairs, without exposing the table behind the proxy.
static int frozen_pairs(lua_State *L) {
  int type = lua_type(L, 1) == LUA_TTABLE ? lua_rawgetp(L, 1, &llua_frozen_mark) : LUA_TNIL;
  if (type == LUA_TUSERDATA) return llua_view_pairs(L);
  if (type != LUA_TTABLE) lua_newtable(L);
  llua_push_pairs(L);
  lua_pushnil(L);
  lua_replace(L, -3);
  return 3;
}
static int frozen_newindex(lua_State *L) {
  return llua_refuse(L,
      "a table read from a layer is a copy that cannot be changed; assign a new one to the layer's key "
      "(or, for sublayers, call addSublayer, insertSublayer or removeFromSuperlayer)");
}

void llua_install_frozen(lua_State *L, llua_Binding *b) {
  static const luaL_Reg meta[] = {{"__index", frozen_index}, {"__len", frozen_length}, {"__pairs", frozen_pairs},
      {"__newindex", frozen_newindex}, {NULL, NULL}};
  lua_newtable(L);
  luaL_setfuncs(L, meta, 0);
  lua_pushliteral(L, "frozen table");
  lua_setfield(L, -2, "__metatable");
  b->metatables[0] = luaL_ref(L, LUA_REGISTRYINDEX);
}

// MARK: - Descriptions and palettes

// Gives the table on top a metatable with one function, whose name for `getmetatable` is `name`.
static void set_metatable(lua_State *L, const char *event, lua_CFunction function, const char *name) {
  lua_createtable(L, 0, 2);
  lua_pushcfunction(L, function);
  lua_setfield(L, -2, event);
  lua_pushstring(L, name);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
}

static int readable_tostring(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_pushliteral(L, "text");
  if (lua_rawget(L, 1) != LUA_TSTRING) lua_pushliteral(L, "table");
  return 1;
}

void llua_make_readable(lua_State *L) { set_metatable(L, "__tostring", readable_tostring, "description"); }

// __index of a palette: a colour that it does not have is an error where a script reads it. Functions in C, such as
// ipairs and table.unpack, find the end by nil.
static int missing_color(lua_State *L, const char *remedy) {
  lua_Debug caller;
  if (!lua_getstack(L, 1, &caller) || !lua_getinfo(L, "S", &caller) || *caller.what == 'C') return 0;
  int count = (int)lua_rawlen(L, 1);
  if (lua_isinteger(L, 2))
    return llua_refuse(L,
        "a palette of %d colours has no colour %I; take them in turn, palette[(i - 1) %% #palette + 1], or %s", count,
        (LUAI_UACINT)lua_tointeger(L, 2), remedy);
  return llua_refuse(L, "a palette of %d colours has no colour %s; its colours are numbered from 1 to %d", count,
      lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : llua_describe(L, 2), count);
}

static int palette_index(lua_State *L) {
  return missing_color(L, "ask ca.palette for more: its second argument is their number");
}
static int classes_index(lua_State *L) {
  return missing_color(L, "mix further ones, as in palette[1]:mixed(\"white\", 0.5)");
}

void llua_make_palette(lua_State *L, bool is_of_classes) {
  set_metatable(L, "__index", is_of_classes ? classes_index : palette_index, "palette");
}
