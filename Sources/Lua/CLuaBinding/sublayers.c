// SPDX-License-Identifier: MIT
// `layer.sublayers` as scripts read it: a frozen table with no layers in it. Under llua_frozen_mark it holds a snapshot
// of Swift's list. Code that needs a plain table (next, an assignment) gets one by llua_thaw, which then replaces the
// snapshot.
//
// Reads return the same table while the sublayers are unchanged; it is cached among the layer's edges.
//
// A removed layer is still in the tables read before, with the values that only Lua can hold. From then on the newest
// table holds removed layers, and each table holds the next newer one. So any table keeps alive every layer removed
// since.
#include "internal.h"

static const char kept_mark, held_mark, next_mark;

llua_Bound *llua_view_at(lua_State *L, int index) {
  llua_Bound *o = llua_bound_at(L, index);
  return o && o->header.kind == LLUA_KIND_SUBLAYERS && o->object ? o : NULL;
}

// Makes the table at `table` hold the layer at `child`.
static void view_hold(lua_State *L, int table, int child) {
  table = lua_absindex(L, table);
  child = lua_absindex(L, child);
  if (lua_rawgetp(L, table, &held_mark) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, table, &held_mark);
  }
  lua_pushvalue(L, child);
  lua_pushboolean(L, 1);
  lua_rawset(L, -3);
  lua_pop(L, 1);
}

bool llua_push_sublayers(lua_State *L, int layer, bool keep) {
  llua_Bound *o = llua_bound_at(L, layer);
  llua_Binding *b = o->b;
  layer = lua_absindex(L, layer);
  luaL_checkstack(L, 10, NULL);
  llua_enter(b, L);
  int top = lua_gettop(L);
  if (llua_push_edges(L, layer, false)) {
    if (lua_rawgetp(L, -1, &kept_mark) == LUA_TTABLE) {
      lua_rawgetp(L, -1, &llua_frozen_mark);
      llua_Bound *view = llua_view_at(L, -1);
      lua_pop(L, 1);
      if (view && b->host.sublayers_current(view->object, o->object)) {
        lua_replace(L, top + 1);
        lua_settop(L, top + 1);
        return true;
      }
    }
    lua_settop(L, top);
  }
  llua_Bound *view = llua_new_userdata(b->state, L, sizeof(llua_Bound), 1, LLUA_KIND_SUBLAYERS);
  view->b = b;
  lua_rawgeti(L, LUA_REGISTRYINDEX, b->view_metatable);
  lua_setmetatable(L, -2);
  lua_pushvalue(L, layer);
  lua_setiuservalue(L, -2, 1);
  view->object = b->host.sublayers(o->object);
  if (!view->object) {
    lua_settop(L, top);
    return false;
  }
  llua_push_frozen(L, b);
  int table = lua_gettop(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, b->views);
  if (lua_rawgeti(L, -1, (lua_Integer)o->serial) == LUA_TTABLE) {
    lua_pushvalue(L, table);
    lua_rawsetp(L, -2, &next_mark);
  }
  lua_pop(L, 1);
  lua_pushvalue(L, table);
  lua_rawseti(L, -2, (lua_Integer)o->serial);
  if (keep) {
    llua_push_edges(L, layer, true);
    lua_pushvalue(L, table);
    lua_rawsetp(L, -2, &kept_mark);
  }
  lua_settop(L, table);
  return true;
}

void llua_view_drop(lua_State *L, int edges) {
  edges = lua_absindex(L, edges);
  lua_pushnil(L);
  lua_rawsetp(L, edges, &kept_mark);
}

void llua_view_leave(lua_State *L, int parent, int child) {
  // Without edges, Lua holds nothing for the child that Swift does not hold too.
  if (!llua_push_edges(L, child, false)) return;
  int top = lua_gettop(L) - 1;
  child = lua_absindex(L, child < 0 ? child - 1 : child);
  const llua_Bound *o = llua_bound_at(L, parent < 0 ? parent - 1 : parent);
  if (o) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, o->b->views);
    if (lua_rawgeti(L, -1, (lua_Integer)o->serial) == LUA_TTABLE) view_hold(L, -1, child);
  }
  lua_settop(L, top);
}

static void view_push(lua_State *L, const llua_Bound *view, int table, int64_t index) {
  bool in_place = true;
  llua_enter(view->b, L);
  void *layer = view->b->host.sublayers_at(view->object, index, &in_place);
  if (!layer) {
    lua_pushnil(L);
    return;
  }
  llua_push_layer(L, view->b, layer, false);
  if (!in_place) view_hold(L, table, -1);
}

int llua_view_index(lua_State *L) {
  const llua_Bound *view = llua_view_at(L, -1);
  int exact = 0;
  lua_Integer i = lua_type(L, 2) == LUA_TNUMBER ? lua_tointegerx(L, 2, &exact) : 0;
  if (!view || !exact || i < 1) return 0;
  view_push(L, view, 1, i - 1);
  return 1;
}

size_t llua_view_count(lua_State *L, int index) {
  const llua_Bound *view = llua_view_at(L, index);
  return view ? view->b->host.sublayers_count(view->object) : 0;
}

// Upvalues: the frozen table, the snapshot behind it, and the last index returned.
static int view_step(lua_State *L) {
  const llua_Bound *view = llua_view_at(L, lua_upvalueindex(2));
  lua_Integer i = lua_tointeger(L, lua_upvalueindex(3));
  lua_settop(L, 0);
  if (!view || (size_t)i >= view->b->host.sublayers_count(view->object)) {
    lua_pushnil(L);
    return 1;
  }
  lua_pushinteger(L, i + 1);
  lua_pushvalue(L, -1);
  lua_replace(L, lua_upvalueindex(3));
  view_push(L, view, lua_upvalueindex(1), i);
  return 2;
}

int llua_view_pairs(lua_State *L) {
  lua_pushvalue(L, 1);
  lua_insert(L, -2);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, view_step, 3);
  lua_pushnil(L);
  lua_pushnil(L);
  return 3;
}

void llua_view_thaw(lua_State *L, int table) {
  table = lua_absindex(L, table);
  int at = lua_gettop(L);
  luaL_checkstack(L, 10, NULL);
  const llua_Bound *view = llua_view_at(L, at);
  size_t count = llua_view_count(L, at);
  lua_createtable(L, (int)(count < LLUA_MAX_NODES ? count : LLUA_MAX_NODES), 0);
  for (size_t i = 0; view && i < count; i++) {
    if ((i & 1023) == 1023) llua_check_time(view->b->state, L);
    view_push(L, view, table, (int64_t)i);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  lua_pushvalue(L, -1);
  lua_rawsetp(L, table, &llua_frozen_mark);
  lua_replace(L, at);
}

void llua_install_sublayers(lua_State *L, llua_Binding *b) {
  lua_createtable(L, 0, 2);
  lua_pushcfunction(L, llua_bound_gc);
  lua_setfield(L, -2, "__gc");
  lua_pushliteral(L, "sublayers");
  lua_setfield(L, -2, "__metatable");
  b->view_metatable = luaL_ref(L, LUA_REGISTRYINDEX);
}
