// SPDX-License-Identifier: MIT
// Strong references (edges) between layers, and from layers to script values, visible to Lua's collector.
//
// A layer's userdata has two user values: its superlayer's userdata, and an edge table. That table holds the userdata
// of its sublayers and mask as keys and, under their property's key, the values only Lua can hold. A surplus edge costs
// memory until it is removed; a missing edge would lose a callback. So edges are added before Swift changes the tree,
// and surplus ones are removed afterwards.
//
// Values reached by a path into a dictionary are kept in a trie of path parts, stored under `true` in the edge table.
// Setting a path removes everything below it in one step.
#include "internal.h"

enum { SUPERLAYER = 1, EDGES = 2 };

bool llua_push_edges(lua_State *L, int layer, bool make) {
  layer = lua_absindex(L, layer);
  if (lua_getiuservalue(L, layer, EDGES) == LUA_TTABLE) return true;
  lua_pop(L, 1);
  if (!make) return false;
  lua_newtable(L);
  lua_pushvalue(L, -1);
  if (!lua_setiuservalue(L, layer, EDGES)) llua_refuse(L, "this layer cannot hold others");
  return true;
}

// MARK: - Edges under keys and paths

// Integer fields of a trie node, next to its child nodes, whose keys are strings: the value given under the path, and
// the value read there.
enum { GIVEN = 1, READ = 2 };

// Pushes the trie node of a path, creating it if `make` is set. Returns false, and pushes nothing, if there is none.
static bool push_node(lua_State *L, int edges, const char *path, size_t length, bool make) {
  edges = lua_absindex(L, edges);
  lua_pushboolean(L, 1);
  if (lua_rawget(L, edges) != LUA_TTABLE) {
    lua_pop(L, 1);
    if (!make) return false;
    lua_newtable(L);
    lua_pushboolean(L, 1);
    lua_pushvalue(L, -2);
    lua_rawset(L, edges);
  }
  for (const char *end = path + length; path <= end;) {
    const char *dot = path < end ? memchr(path, '.', (size_t)(end - path)) : NULL;
    const char *next = dot ? dot : end;
    lua_pushlstring(L, path, (size_t)(next - path));
    lua_pushvalue(L, -1);
    if (lua_rawget(L, -3) != LUA_TTABLE) {
      lua_pop(L, 1);
      if (!make) {
        lua_pop(L, 2);
        return false;
      }
      lua_newtable(L);
      lua_pushvalue(L, -2);
      lua_pushvalue(L, -2);
      lua_rawset(L, -5);
    }
    lua_replace(L, -3);
    lua_pop(L, 1);
    path = next + 1;
  }
  return true;
}

// Removes the node of a path and everything below it.
static void remove_node(lua_State *L, int edges, const char *path, size_t length) {
  edges = lua_absindex(L, edges);
  size_t last = length;
  while (last > 0 && path[last - 1] != '.') last -= 1;
  bool known;
  if (last > 0) {
    known = push_node(L, edges, path, last - 1, false);
  } else {
    lua_pushboolean(L, 1);
    known = lua_rawget(L, edges) == LUA_TTABLE;
    if (!known) lua_pop(L, 1);
  }
  if (!known) return;
  lua_pushlstring(L, path + last, length - last);
  lua_pushnil(L);
  lua_rawset(L, -3);
  lua_pop(L, 1);
}

// Records the value at stack index `value` (0: none) as the one given under a key or path. Drops everything given or
// read below it.
void llua_edge_give(lua_State *L, int layer, int key, int value) {
  key = lua_absindex(L, key);
  if (!llua_push_edges(L, layer, value != 0)) return;
  int edges = lua_gettop(L);
  size_t length;
  const char *name = lua_tolstring(L, key, &length);
  remove_node(L, edges, name, length);
  if (!memchr(name, '.', length)) {
    lua_pushvalue(L, key);
    if (value) lua_pushvalue(L, value);
    else lua_pushnil(L);
    lua_rawset(L, edges);
  } else if (value) {
    push_node(L, edges, name, length, true);
    lua_pushvalue(L, value);
    lua_rawseti(L, -2, GIVEN);
  }
  lua_settop(L, edges - 1);
}

// Records the value on top as read under the key or path.
void llua_edge_read(lua_State *L, int layer, int key, bool in_tree) {
  int value = lua_gettop(L);
  key = lua_absindex(L, key);
  llua_push_edges(L, layer, true);
  if (in_tree) {
    size_t length;
    const char *name = lua_tolstring(L, key, &length);
    push_node(L, -1, name, length, true);
    lua_pushvalue(L, value);
    lua_rawseti(L, -2, READ);
  } else {
    lua_pushvalue(L, key);
    lua_pushvalue(L, value);
    lua_rawset(L, -3);
  }
  lua_settop(L, value);
}

// Pushes the value given under the key or path, or nil. `edges` is the stack index of the layer's edge table.
void llua_push_given(lua_State *L, int edges, const char *name, size_t length) {
  edges = lua_absindex(L, edges);
  lua_pushlstring(L, name, length);
  if (lua_rawget(L, edges) != LUA_TNIL || !push_node(L, edges, name, length, false)) return;
  lua_rawgeti(L, -1, GIVEN);
  lua_replace(L, -3);
  lua_pop(L, 1);
}

// Merges the trie on top into the one below it; existing entries win. Recurses as deep as dictionaries nest.
static void add_tree(lua_State *L) {
  luaL_checkstack(L, 8, NULL);
  int from = lua_gettop(L), to = from - 1;
  lua_pushnil(L);
  while (lua_next(L, from)) {
    bool is_part = lua_type(L, -2) == LUA_TSTRING;
    lua_pushvalue(L, -2);
    int own = lua_rawget(L, to);
    if (own == LUA_TNIL) {
      lua_pop(L, 1);
      lua_pushvalue(L, -2);
      if (is_part) lua_newtable(L);
      else lua_pushvalue(L, -2);
      lua_pushvalue(L, -1);
      lua_insert(L, -3);
      lua_rawset(L, to);
    }
    if (is_part) {
      lua_pushvalue(L, -2);
      add_tree(L);
    }
    lua_settop(L, from + 1);
  }
  lua_pop(L, 1);
}

// Copies the edges under keys and paths from `from` to `to`; existing entries win, since they lead to copies of the
// original's values.
void llua_copy_given(lua_State *L, int from, int to) {
  from = lua_absindex(L, from);
  to = lua_absindex(L, to);
  lua_pushnil(L);
  while (lua_next(L, from)) {
    int key = lua_gettop(L) - 1, type = lua_type(L, key);
    if (type == LUA_TSTRING || type == LUA_TBOOLEAN) {
      lua_pushvalue(L, key);
      if (lua_rawget(L, to) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_pushvalue(L, key);
        if (type == LUA_TBOOLEAN) lua_newtable(L);
        else lua_pushvalue(L, key + 1);
        lua_pushvalue(L, -1);
        lua_insert(L, -3);
        lua_rawset(L, to);
      }
      if (type == LUA_TBOOLEAN) {
        lua_pushvalue(L, key + 1);
        add_tree(L);
      }
    }
    lua_settop(L, key);
  }
}

// MARK: - Edges between layers

void llua_edge_before(lua_State *L, int parent, int child) {
  child = lua_absindex(L, child);
  llua_push_edges(L, parent, true);
  llua_view_drop(L, -1);
  lua_pushvalue(L, child);
  lua_pushboolean(L, 1);
  lua_rawset(L, -3);
  lua_pop(L, 1);
}

static void remove_edge(lua_State *L, int parent, int child) {
  parent = lua_absindex(L, parent);
  child = lua_absindex(L, child);
  if (!llua_push_edges(L, parent, false)) return;
  llua_view_leave(L, parent, child);
  llua_view_drop(L, -1);
  lua_pushvalue(L, child);
  lua_pushnil(L);
  lua_rawset(L, -3);
  lua_pop(L, 1);
}

// Brings the edges between `child` and its recorded and actual superlayers up to date.
void llua_sync_child(lua_State *L, llua_Binding *b, int child) {
  child = lua_absindex(L, child);
  llua_Bound *o = llua_bound_at(L, child);
  if (!o || !o->object) return;
  void *actual = b->host.superlayer(o->object);
  bool recorded = lua_getiuservalue(L, child, SUPERLAYER) == LUA_TUSERDATA;
  int old = lua_gettop(L);
  llua_Bound *parent = recorded ? llua_bound_at(L, old) : NULL;
  if (parent && parent->object == actual) {
    lua_pop(L, 1);
    return;
  }
  if (actual) {
    llua_push_layer(L, b, actual, false);
    llua_edge_before(L, -1, child);
    lua_setiuservalue(L, child, SUPERLAYER);
  } else if (recorded) {
    lua_pushnil(L);
    lua_setiuservalue(L, child, SUPERLAYER);
  }
  if (parent) remove_edge(L, old, child);
  lua_pop(L, 1);
}

// Removes the edge from `parent` to `child`, added before an operation, if it turned out surplus.
void llua_edge_after(lua_State *L, llua_Binding *b, int parent, int child) {
  llua_Bound *o = llua_bound_at(L, child), *p = llua_bound_at(L, parent);
  if (!o || !p || !o->object) return;
  llua_sync_child(L, b, child);
  if (b->host.superlayer(o->object) != p->object) remove_edge(L, lua_absindex(L, parent), lua_absindex(L, child));
}

void llua_sync_children(lua_State *L, llua_Binding *b, int layer) {
  layer = lua_absindex(L, layer);
  luaL_checkstack(L, 10, NULL);
  if (!llua_push_edges(L, layer, false)) return;
  int edges = lua_gettop(L);
  lua_pushnil(L);
  while (lua_next(L, edges)) {
    lua_pop(L, 1);
    // Only existing fields are cleared, so the traversal stays valid.
    if (lua_type(L, -1) == LUA_TUSERDATA) llua_edge_after(L, b, layer, lua_gettop(L));
  }
  lua_pop(L, 1);
}

// MARK: - One userdata for each layer

static bool push_known(lua_State *L, llua_Binding *b, void *layer) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, b->identity);
  lua_rawgeti(L, -1, (lua_Integer)b->host.layer_serial(layer));
  lua_remove(L, -2);
  llua_Bound *o = llua_bound_at(L, -1);
  if (o && o->object == layer) return true;
  lua_pop(L, 1);
  return false;
}

typedef struct New {
  llua_Binding *b;
  llua_Class *cls;
  void *object;  // retained; null once its userdata holds it
} New;

static int new_body(lua_State *L) {
  New *new = lua_touserdata(L, 1);
  llua_Binding *b = new->b;
  llua_complete_class(L, new->cls);
  llua_Bound *o = llua_new_userdata(b->state, L, sizeof(llua_Bound), 2, new->cls->kind);
  o->b = b;
  o->cls = new->cls;
  o->serial = b->host.layer_serial(new->object);
  lua_rawgeti(L, LUA_REGISTRYINDEX, o->cls->metatable);
  lua_setmetatable(L, -2);
  o->object = new->object;
  new->object = NULL;
  lua_rawgeti(L, LUA_REGISTRYINDEX, b->identity);
  lua_pushvalue(L, -2);
  lua_rawseti(L, -2, (lua_Integer)o->serial);
  lua_pop(L, 1);
  return 1;
}

// Pushes a new userdata for a layer. The layer is retained before anything is allocated: a collection may free the
// userdata that is its only owner. It is released if no userdata was made.
static void push_new(lua_State *L, llua_Binding *b, void *layer, bool consumed) {
  int32_t index = b->host.layer_class(b->host.context, layer);
  New new = {b, b->classes[index >= 0 && (size_t)index < b->class_count ? index : 0], layer};
  if (!consumed) b->host.retain(layer);
  lua_pushcfunction(L, new_body);
  lua_pushlightuserdata(L, &new);
  if (lua_pcall(L, 1, 1, 0) == LUA_OK) return;
  if (new.object) b->host.release(new.object);
  lua_error(L);
}

// Pushes the unique userdata of a layer or other keyed object. A new one is linked to its superlayers, whose userdata
// are made as needed.
void llua_push_layer(lua_State *L, llua_Binding *b, void *layer, bool consumed) {
  luaL_checkstack(L, 10, NULL);
  if (push_known(L, b, layer)) {
    if (consumed) b->host.release(layer);
    return;
  }
  push_new(L, b, layer, consumed);
  // Other keyed objects are held by the objects that have them under a key.
  if (llua_bound_at(L, -1)->cls->kind != LLUA_KIND_LAYER) return;
  lua_pushvalue(L, -1);
  for (void *above = b->host.superlayer(layer); above; above = b->host.superlayer(above)) {
    int child = lua_gettop(L);
    bool known = push_known(L, b, above);
    if (!known) push_new(L, b, above, false);
    llua_edge_before(L, -1, child);
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, child, SUPERLAYER);
    lua_remove(L, child);
    if (known) break;
  }
  lua_pop(L, 1);
}
