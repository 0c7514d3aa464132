// SPDX-License-Identifier: MIT
// Classes of layers and other keyed objects: their keys, tables, constructors, and subclasses written in Lua.
#include "internal.h"

const char llua_class_mark = 0;

// MARK: - Keys by the address of their interned string

static void class_place_key(llua_Key *keys, uint32_t mask, llua_Key key) {
  uint32_t i = llua_hash(key.address) & mask;
  while (keys[i].address && keys[i].address != key.address) i = (i + 1) & mask;
  keys[i] = key;
}

static bool class_insert_key(llua_Class *c, llua_Key key) {
  if (!llua_class_find(c, key.address)) {
    if ((c->key_count + 1) * 3 > c->mask + 1) {
      uint32_t slots = (c->mask + 1) * 2;
      llua_Key *keys = calloc(slots, sizeof(llua_Key));
      if (!keys) return false;
      for (uint32_t i = 0; i <= c->mask; i++)
        if (c->keys[i].address) class_place_key(keys, slots - 1, c->keys[i]);
      free(c->keys);
      c->keys = keys;
      c->mask = slots - 1;
    }
    c->key_count++;
  }
  class_place_key(c->keys, c->mask, key);
  return true;
}

static bool class_inherit_keys(llua_Class *c) {
  const llua_Class *s = c->super;
  for (uint32_t i = 0; s && i <= s->mask; i++)
    if (s->keys[i].address && !class_insert_key(c, s->keys[i])) return false;
  return true;
}

// MARK: - Members

bool llua_push_class_member(lua_State *L, const llua_Class *c, int key, bool scripted_only) {
  key = lua_absindex(L, key);
  for (; c && (c->scripted || !scripted_only); c = c->super) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, c->table);
    lua_pushvalue(L, key);
    int type = lua_rawget(L, -2);
    lua_remove(L, -2);
    if (type != LUA_TNIL) return true;
    lua_pop(L, 1);
    if (!c->scripted) return false;
  }
  return false;
}

const char *llua_class_name_at(lua_State *L, int index) {
  llua_Class *c = llua_class_at(L, index);
  return c ? c->name : NULL;
}

llua_Class *llua_class_at(lua_State *L, int index) {
  llua_Class *c = NULL;
  if (lua_type(L, index) == LUA_TTABLE && lua_getmetatable(L, index)) {
    lua_rawgetp(L, -1, &llua_class_mark);
    c = lua_touserdata(L, -1);
    lua_pop(L, 2);
  }
  return c;
}

#define CLASS_UPVALUE(L) ((llua_Class *)lua_touserdata(L, lua_upvalueindex(1)))

static int subclass(lua_State *L);

// Methods of all layers and keyed objects, of layers only, and of classes.
static const llua_Named object_methods[] = {{"setValue", llua_set_value_method, "(value: any, key: string)",
                                                "Sets a key, or what a key path such as `\"position.x\"` leads to."},
    {"setValueForKey", llua_set_value_method, NULL, NULL}, {"setValueForKeyPath", llua_set_value_method, NULL, NULL},
    {"value", llua_value_method, "(key: string): any", "The value of a key or a key path."},
    {"valueForKey", llua_value_method, NULL, NULL}, {"valueForKeyPath", llua_value_method, NULL, NULL},
    {NULL, NULL, NULL, NULL}};
static const llua_Named layer_methods[] = {
    {"walk", llua_walk, "(): (fun(): ca.Layer, integer)",
        "Goes through the layer and all below it, depth first: `for layer, depth in root:walk() do`."},
    {NULL, NULL, NULL, NULL}};
static const llua_Named class_methods[] = {
    {"subclass", subclass, "(self: ca.Layer.Class, name: string, options?: ca.SubclassOptions): ca.Layer.Subclass",
        "A subclass with hooks such as `drawInContext`: `defaults` are its keys, `redrawKeys` those whose change "
        "redraws it."},
    {NULL, NULL, NULL, NULL}};

const llua_Functions llua_class_functions[] = {{"Layer", object_methods}, {"Layer", layer_methods},
    {"KeyedObject", object_methods}, {"ca.Layer", class_methods}, {NULL, NULL}};

static int class_index(lua_State *L) {
  llua_Class *c = CLASS_UPVALUE(L);
  if (!c) return 0;
  if (lua_type(L, 2) == LUA_TSTRING) {
    const char *name = lua_tostring(L, 2);
    if (!strcmp(name, "super")) {
      if (!c->super) return 0;
      return lua_rawgeti(L, LUA_REGISTRYINDEX, c->super->object), 1;
    }
    if (!strcmp(name, "className")) return lua_pushstring(L, c->name), 1;
    if (!strcmp(name, class_methods->name)) return lua_pushcfunction(L, class_methods->func), 1;
  }
  lua_settop(L, 2);
  if (llua_push_class_member(L, c, 2, false) || llua_push_setter(L, c, 2)) return 1;
  llua_note_missed(L, c->b, c->index, true, 2);
  return 0;
}

static int class_newindex(lua_State *L) {
  llua_Class *c = CLASS_UPVALUE(L);
  if (!c) return 0;
  const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : NULL;
  if (!c->scripted)
    return llua_refuse(L,
        "%s is built in and cannot be changed; make a class of your own: local Sub = ca.%s:subclass(\"Sub\")", c->name,
        c->name);
  if (!name) return llua_refuse(L, "%s: a method's name is a string, got %s", c->name, llua_describe(L, 2));
  if (!strcmp(name, "super") || !strcmp(name, "className") || !strcmp(name, "subclass"))
    return llua_refuse(L, "%s.%s cannot be changed", c->name, name);
  if (llua_class_find(c, lua_topointer(L, 2)))
    return llua_refuse(L, "%s.%s is a key of its layers and cannot be a method too", c->name, name);
  lua_rawgeti(L, LUA_REGISTRYINDEX, c->table);
  lua_pushvalue(L, 2);
  lua_pushvalue(L, 3);
  lua_rawset(L, -3);
  c->b->class_version++;
  if (lua_type(L, 3) == LUA_TFUNCTION && !llua_is_own_method(L, 3)) {
    llua_enter(c->b, L);
    c->b->host.defined(c->b->host.context, c->index, name, lua_rawlen(L, 2));
  }
  return 0;
}

static int class_tostring(lua_State *L) {
  llua_Class *c = CLASS_UPVALUE(L);
  lua_pushfstring(L, "class %s", c ? c->name : "?");
  return 1;
}

// MARK: - The constructor

typedef struct Entry {
  int32_t rank;
  int32_t is_path;
  const char *key;
  size_t length;
  int index;  // into the table that keeps the strings alive
} Entry;

static int compare_entries(const void *x, const void *y) {
  const Entry *a = x, *b = y;
  if (a->rank != b->rank) return a->rank < b->rank ? -1 : 1;
  if (a->is_path != b->is_path) return a->is_path - b->is_path;
  int order = memcmp(a->key, b->key, a->length < b->length ? a->length : b->length);
  return order ? order : (a->length > b->length) - (a->length < b->length);
}

// Finds the key after which a constructor applies a path. Sets `*k` to the class key of the path's first part if that
// key is declared without a property, else to NULL. Returns true if it is NULL and the first part is a key in the
// table's userInfo, which is applied first.
static bool constructor_own_path(
    lua_State *L, const llua_Class *c, int table, const char *path, size_t length, const llua_Key **k) {
  const char *dot = memchr(path, '.', length);
  lua_pushlstring(L, path, dot ? (size_t)(dot - path) : length);
  *k = llua_class_find(c, lua_topointer(L, -1));
  // A declared key without a property is applied after all others, and before its parts.
  if (*k && (*k)->property) *k = NULL;
  lua_pushliteral(L, "userInfo");
  bool own = !*k && lua_rawget(L, table) == LUA_TTABLE;
  if (own) {
    lua_pushvalue(L, -2);
    own = lua_rawget(L, -2) != LUA_TNIL;
    lua_pop(L, 1);
  }
  lua_pop(L, 2);
  return own;
}

// Pushes a userdata with the string keys of the table at `table` as sorted entries. With a class they are also checked
// and ranked. The userdata's user value is a table that keeps the strings alive: functions that run while the keys are
// set may remove them from the script's table.
static Entry *constructor_keys(lua_State *L, llua_Class *c, int table, int *count) {
  int n = 0;
  lua_Unsigned length = lua_rawlen(L, table);
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    if (lua_type(L, -1) == LUA_TSTRING) {
      n++;
    } else {
      int exact = 0;
      lua_Integer i = lua_tointegerx(L, -1, &exact);
      if (!lua_isinteger(L, -1) || i < 1 || (lua_Unsigned)i > length || !c)
        llua_refuse(L,
            c ? "%s: expected keys and, in the array part, sublayers; got the key %s"
              : "%s: expected names of custom properties as keys, such as userInfo = { label = \"x\" }; got the key %s",
            c ? c->name : "userInfo", llua_describe(L, -1));
    }
  }
  Entry *entries = lua_newuserdatauv(L, sizeof(Entry) * (size_t)(n + 1), 1);
  int box = lua_gettop(L);
  lua_createtable(L, n, 0);
  int names = lua_gettop(L);
  lua_pushvalue(L, names);
  lua_setiuservalue(L, box, 1);
  *count = 0;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    if (lua_type(L, -1) != LUA_TSTRING || *count == n) continue;
    lua_pushvalue(L, -1);
    lua_rawseti(L, names, *count + 1);
    size_t size;
    const char *key = lua_tolstring(L, -1, &size);
    Entry e = {0, memchr(key, '.', size) != NULL, key, size, *count + 1};
    if (c) {
      const llua_Key *k = llua_class_find(c, lua_topointer(L, -1));
      bool own = e.is_path && constructor_own_path(L, c, table, key, size, &k);
      e.rank = k ? k->rank
          : own || (size == 8 && !memcmp(key, "userInfo", 8))
          ? INT32_MAX
          : c->b->host.check_key(c->b->host.context, c->index, key, size);
      if (e.rank < 0) llua_raise(L);
    }
    entries[(*count)++] = e;
  }
  qsort(entries, (size_t)*count, sizeof(Entry), compare_entries);
  lua_settop(L, box);
  return entries;
}

static void constructor_push_key(lua_State *L, int box, const Entry *entry) {
  lua_getiuservalue(L, box, 1);
  lua_rawgeti(L, -1, entry->index);
  lua_remove(L, -2);
}

static void constructor_set_user_info(lua_State *L, llua_Class *c, int layer, int value) {
  if (lua_type(L, value) != LUA_TTABLE)
    llua_refuse(L, "%s.userInfo: expected a table of custom properties, got %s", c->name, llua_describe(L, value));
  int count;
  Entry *entries = constructor_keys(L, NULL, value, &count);
  int box = lua_gettop(L);
  for (int i = 0; i < count; i++) {
    constructor_push_key(L, box, &entries[i]);
    lua_pushvalue(L, -1);
    lua_rawget(L, value);
    llua_check_time(c->b->state, L);
    llua_set_own_key(L, layer, lua_gettop(L) - 1, lua_gettop(L));
    lua_pop(L, 2);
  }
  lua_pop(L, 1);
}

static void constructor_add_sublayers(lua_State *L, llua_Class *c, int layer, int table) {
  llua_Binding *b = c->b;
  lua_Integer n = (lua_Integer)lua_rawlen(L, table);
  for (lua_Integer i = 1; i <= n; i++) {
    lua_rawgeti(L, table, i);
    llua_Bound *child = llua_bound_at(L, -1);
    if (!child || child->header.kind != LLUA_KIND_LAYER || !child->object)
      llua_refuse(L, "%s: expected layers in the array part, got %s at [%d]", c->name, llua_describe(L, -1), (int)i);
    llua_Bound *self = llua_layer_at(L, layer);
    int at = lua_gettop(L);
    llua_edge_before(L, layer, at);
    llua_wire_begin(L, b);
    llua_wire_add(L, b, at, 0, false);
    b->buffers_in_use = true;
    int32_t status = b->host.call(b->host.context, b->add_sublayer, self->object, 1);
    b->buffers_in_use = false;
    llua_edge_after(L, b, layer, at);
    if (status < 0) llua_raise(L);
    lua_settop(L, at - 1);
  }
}

// Returns the bit of a constructor's geometry key: 1 bounds, 2 position, 4 frame; 0 for other keys. Keys are applied in
// this order.
static int constructor_placement(const char *key) {
  static const char *const names[] = {"bounds", "position", "frame"};
  for (int i = 0; i < 3; i++) {
    size_t n = strlen(names[i]);
    if (!strncmp(key, names[i], n) && (key[n] == 0 || key[n] == '.')) return 1 << i;
  }
  return 0;
}

// Raises the error for a constructor called with anything but a table.
static int constructor_refuse(lua_State *L, const llua_Class *c) {
  const char *what = c->kind == LLUA_KIND_LAYER ? "properties and sublayers" : "properties",
             *came = llua_describe(L, 2), *likely = "";
  static const char *const usual[] = {"keyPath", "string"};
  for (int i = 0; i < 2 && lua_type(L, 2) == LUA_TSTRING && !*likely; i++) {
    lua_pushstring(L, usual[i]);
    if (llua_class_find(c, lua_topointer(L, -1)))
      likely = lua_pushfstring(
          L, "; write %s { %s = \"%s\" }", c->name, usual[i], lua_rawlen(L, 2) > 40 ? "…" : lua_tostring(L, 2));
  }
  return llua_refuse(L, "%s: expected a table of %s, got %s%s", c->name, what, came, likely);
}

// Returns the class to instantiate. If objects of the called class have names, a name before the table selects the
// class and is removed from the stack.
static llua_Class *constructor_class(lua_State *L, llua_Class *c) {
  if (lua_type(L, 2) != LUA_TSTRING) return c;
  llua_Binding *b = c->b;
  size_t length;
  const char *name = lua_tolstring(L, 2, &length);
  int32_t index = b->host.named_class(b->host.context, c->index, name, length);
  if (index < 0) llua_raise(L);
  if (index == c->index || (size_t)index >= b->class_count) return c;
  lua_remove(L, 2);
  c = b->classes[index];
  llua_complete_class(L, c);
  return c;
}

// Implements Class{…} and Class(name, {…}). Upvalue 1: the class.
static int construct(lua_State *L) {
  llua_Class *c = CLASS_UPVALUE(L);
  if (!c) return llua_refuse(L, "this class is not usable");
  llua_Binding *b = c->b;
  llua_enter(b, L);
  llua_check_time(b->state, L);
  llua_check_stack(b->state, L);
  luaL_checkstack(L, 20, NULL);
  c = constructor_class(L, c);
  for (int i = 3; i <= lua_gettop(L); i++)
    if (!lua_isnil(L, i))
      return llua_refuse(L, "%s: expected one table, got %s after it", c->name, llua_describe(L, i));
  lua_settop(L, 2);
  if (lua_isnil(L, 2)) {
    lua_newtable(L);
    lua_replace(L, 2);
  }
  llua_thaw(L, 2);
  if (lua_type(L, 2) != LUA_TTABLE) return constructor_refuse(L, c);
  if (c->kind != LLUA_KIND_LAYER && lua_rawlen(L, 2) > 0) {
    lua_rawgeti(L, 2, 1);
    return llua_refuse(L, "%s: takes only properties, such as name = …; got %s at [1]", c->name, llua_describe(L, -1));
  }
  int count;
  Entry *entries = constructor_keys(L, c, 2, &count);
  int box = lua_gettop(L);
  llua_wire_begin(L, b);
  b->buffers_in_use = true;
  void *object = b->host.make_layer(b->host.context, c->index);
  b->buffers_in_use = false;
  if (!object) return llua_raise(L);
  llua_out_object(b, c->kind, object, 0);
  llua_wire_push(L, b);
  int layer = lua_gettop(L);
  int given = 0;
  double before[6];
  for (int i = 0; i < count; i++) {
    constructor_push_key(L, box, &entries[i]);
    lua_pushvalue(L, -1);
    lua_rawget(L, 2);
    int place = c->kind == LLUA_KIND_LAYER ? constructor_placement(entries[i].key) : 0;
    bool beside = place == 4 && given;
    if (beside) b->host.frame_beside(b->host.context, object, given, before, false);
    if (entries[i].rank == INT32_MAX && !entries[i].is_path) constructor_set_user_info(L, c, layer, lua_gettop(L));
    else llua_set_key(L, layer, lua_gettop(L) - 1, lua_gettop(L));
    if (beside) b->host.frame_beside(b->host.context, object, given, before, true);
    given |= place & 3;
    lua_settop(L, layer);
  }
  if (c->kind == LLUA_KIND_LAYER) constructor_add_sublayers(L, c, layer, 2);
  if (c->scripted) {
    lua_pushliteral(L, "init");
    if (llua_push_class_member(L, c, layer + 1, true)) {
      lua_pushvalue(L, layer);
      lua_call(L, 1, 0);
    }
    lua_settop(L, layer);
  }
  b->host.finish_layer(object);
  return 1;
}

// MARK: - Making a class

static int layer_tostring(lua_State *L) {
  llua_Bound *o = llua_bound_at(L, 1);
  if (!o || !o->cls) return lua_pushliteral(L, "layer"), 1;
  lua_pushfstring(L, "%s #%I", o->cls->name, (LUAI_UACINT)o->serial);
  return 1;
}

// Makes the metatable and script-visible table of a class whose `table` is set; pushes the latter.
static void class_make_tables(lua_State *L, llua_Class *c) {
  lua_newtable(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, c->table);
  lua_pushcclosure(L, llua_layer_index, 1);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, llua_layer_newindex);
  lua_setfield(L, -2, "__newindex");
  lua_pushcfunction(L, llua_bound_gc);
  lua_setfield(L, -2, "__gc");
  lua_pushcfunction(L, layer_tostring);
  lua_setfield(L, -2, "__tostring");
  lua_pushstring(L, c->name);
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "__name");
  lua_setfield(L, -2, "__metatable");
  c->metatable = luaL_ref(L, LUA_REGISTRYINDEX);

  static const luaL_Reg meta[] = {{"__index", class_index}, {"__newindex", class_newindex}, {"__call", construct},
      {"__tostring", class_tostring}, {NULL, NULL}};
  lua_newtable(L);
  lua_newtable(L);
  for (const luaL_Reg *m = meta; m->name; m++) {
    lua_pushlightuserdata(L, c);
    lua_pushcclosure(L, m->func, 1);
    lua_setfield(L, -2, m->name);
  }
  lua_pushlightuserdata(L, c);
  lua_rawsetp(L, -2, &llua_class_mark);
  lua_pushliteral(L, "layer class");
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  c->object = luaL_ref(L, LUA_REGISTRYINDEX);
}

// Implements Class:subclass(name[, { defaults =, redrawKeys = }]).
static int subclass(lua_State *L) {
  llua_Class *c = llua_class_at(L, 1);
  if (!c)
    return llua_refuse(
        L, "subclass: call it with a colon on a class: ca.Layer:subclass(\"Name\"), got %s", llua_describe(L, 1));
  llua_Binding *b = c->b;
  lua_settop(L, 3);
  if (lua_type(L, 2) != LUA_TSTRING)
    return llua_refuse(L, "%s:subclass: expected a name, got %s", c->name, llua_describe(L, 2));
  if (!lua_isnil(L, 3) && !lua_istable(L, 3))
    return llua_refuse(
        L, "%s:subclass: expected a table with defaults and redrawKeys, got %s", c->name, llua_describe(L, 3));
  if (b->class_count >= LLUA_MAX_CLASSES)
    return llua_error(L, LLUA_LIMIT, "too many classes: at most %d", LLUA_MAX_CLASSES);
  llua_thaw(L, 3);
  size_t length;
  const char *name = lua_tolstring(L, 2, &length);
  if (length == 0 || length > 100 || strlen(name) != length)
    return llua_refuse(
        L, "%s:subclass: expected a name of 1 to 100 bytes, none of them 0, got one of %d bytes", c->name, (int)length);
  lua_pushnil(L);
  if (lua_istable(L, 3)) {
    lua_pushliteral(L, "defaults");
    lua_rawget(L, 3);
    lua_replace(L, 4);
    if (lua_istable(L, 4)) {
      uint32_t count = c->key_count;
      lua_rawgeti(L, LUA_REGISTRYINDEX, b->reserved);
      lua_pushnil(L);
      while (lua_next(L, 4)) {
        lua_pop(L, 1);
        if (++count > LLUA_MAX_CLASS_KEYS)
          return llua_error(L, LLUA_LIMIT,
              "%s.defaults: a class has at most %d keys, inherited ones included; keep the others in a table", name,
              LLUA_MAX_CLASS_KEYS);
        lua_pushvalue(L, -1);
        if (lua_type(L, -1) == LUA_TSTRING && lua_rawget(L, 5) != LUA_TNIL)
          return llua_refuse(L, "%s.defaults: %s is a method of layers and cannot be a key", name, lua_tostring(L, -2));
        lua_pop(L, 1);
      }
      lua_settop(L, 4);
    }
  }
  llua_wire_begin(L, b);
  llua_wire_name(b, c->name, ":", "subclass");
  llua_wire_add(L, b, 3, 0, false);
  b->buffers_in_use = true;
  int32_t index = b->host.make_class(b->host.context, c->index, name, length);
  b->buffers_in_use = false;
  if (index < 0) return llua_raise(L);
  if (!llua_define_class(b, index, c->index, c->kind, name)) return llua_refuse(L, "not enough memory");
  llua_Class *made = b->classes[index];
  made->scripted = true;
  if (!class_inherit_keys(made)) return llua_refuse(L, "not enough memory");
  int32_t rank = INT32_MAX / 2;
  if (lua_istable(L, 4)) {
    lua_pushnil(L);
    while (lua_next(L, 4)) {
      lua_pop(L, 1);
      if (lua_type(L, -1) != LUA_TSTRING) continue;
      llua_Key key = llua_anchor(L, b, lua_tostring(L, -1));
      key.rank = rank;
      // A key without a property is looked up by name.
      if (!llua_class_find(made, key.address) && !class_insert_key(made, key))
        return llua_refuse(L, "not enough memory");
    }
  }
  lua_newtable(L);
  made->table = luaL_ref(L, LUA_REGISTRYINDEX);
  class_make_tables(L, made);
  return 1;
}

// MARK: - Set-up

bool llua_define_class(llua_Binding *b, int32_t index, int32_t super, uint32_t kind, const char *name) {
  if (index < 0 || (size_t)index != b->class_count) return false;
  if (!llua_grow(&b->classes, sizeof(llua_Class *), b->class_count + 1, &b->class_capacity)) return false;
  llua_Class *c = calloc(1, sizeof(llua_Class));
  if (!c) return false;
  c->name = strdup(name);
  c->keys = calloc(64, sizeof(llua_Key));
  c->mask = 63;
  if (!c->name || !c->keys) {
    free(c->name);
    free(c->keys);
    free(c);
    return false;
  }
  c->b = b;
  c->index = index;
  c->kind = kind;
  c->super = super >= 0 && super < index ? b->classes[super] : NULL;
  b->classes[b->class_count++] = c;
  return true;
}

static int push_nothing(lua_State *L) {
  (void)L;
  return 0;
}

// Makes the tables of a built-in class; pushes the one that scripts see.
static void class_install(lua_State *L, llua_Class *c) {
  llua_Binding *b = c->b;
  luaL_checkstack(L, 16, NULL);
  if (!class_inherit_keys(c)) llua_refuse(L, "not enough memory");
  for (size_t p = 0; p < b->pending_count; p++) {
    llua_PendingKey *key = &b->pending[p];
    if (key->layer_class != c->index) continue;
    llua_Key anchored = llua_anchor(L, b, key->name);
    anchored.property = key->property;
    anchored.kind = key->kind;
    anchored.rank = key->rank;
    if (!class_insert_key(c, anchored)) llua_refuse(L, "not enough memory");
  }
  lua_newtable(L);
  if (c->super) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, c->super->table);
    lua_pushnil(L);
    while (lua_next(L, -2)) {
      lua_pushvalue(L, -2);
      lua_insert(L, -2);
      lua_rawset(L, -5);
    }
    lua_pop(L, 1);
  } else {
    llua_set_named(L, object_methods, 0);
    if (c->kind == LLUA_KIND_LAYER) llua_set_named(L, layer_methods, 0);
    lua_pushcfunction(L, push_nothing);
    lua_setfield(L, -2, "init");
  }
  for (size_t m = 0; m < b->method_count; m++) {
    const char *owner = b->methods[m]->owner;
    if (strcmp(owner, c->name) && (c->super || c->kind == LLUA_KIND_LAYER || strcmp(owner, "KeyedObject"))) continue;
    lua_pushlightuserdata(L, b->methods[m]);
    lua_pushcclosure(L, llua_invoke, 1);
    lua_setfield(L, -2, b->methods[m]->name);
  }
  lua_rawgeti(L, LUA_REGISTRYINDEX, b->reserved);
  lua_pushnil(L);
  while (lua_next(L, -3)) {
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_pushboolean(L, 1);
    lua_rawset(L, -4);
  }
  lua_pop(L, 1);
  c->table = luaL_ref(L, LUA_REGISTRYINDEX);
  class_make_tables(L, c);
}

void llua_complete_class(lua_State *L, llua_Class *c) {
  if (c->object) return;
  class_install(L, c);
  lua_pop(L, 1);
}

void llua_install_classes(lua_State *L, llua_Binding *b, int module) {
  for (size_t i = 0; i < b->class_count; i++) {
    class_install(L, b->classes[i]);
    lua_setfield(L, module, b->classes[i]->name);
  }
}
