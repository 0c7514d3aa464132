// SPDX-License-Identifier: MIT
// Layers as userdata: key reads and writes.
#include "internal.h"

llua_Bound *llua_bound_at(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TUSERDATA || lua_rawlen(L, index) < sizeof(llua_Bound)) return NULL;
  llua_Bound *o = lua_touserdata(L, index);
  return o->header.magic == LLUA_MAGIC && o->header.kind < LLUA_KIND_QUANTITY ? o : NULL;
}

// Returns the live layer at `index`; raises if there is none.
llua_Bound *llua_layer_at(lua_State *L, int index) {
  llua_Bound *o = llua_bound_at(L, index);
  if (!o || o->header.kind != LLUA_KIND_LAYER) {
    llua_refuse(L, "expected a layer, got %s", llua_describe(L, index));
    return NULL;
  }
  if (!o->object) llua_refuse(L, "this layer was released");
  return o;
}

// Same as `llua_layer_at`, for any keyed object.
llua_Bound *llua_keyed_at(lua_State *L, int index) {
  llua_Bound *o = llua_bound_at(L, index);
  if (o && o->header.kind == LLUA_KIND_KEYED && o->object) return o;
  return llua_layer_at(L, index);
}

llua_Bound *llua_push_bound(lua_State *L, llua_Binding *b, uint32_t kind, void *object) {
  llua_Bound *o = llua_new_userdata(b->state, L, sizeof(llua_Bound), 0, kind);
  o->b = b;
  lua_rawgeti(L, LUA_REGISTRYINDEX, b->metatables[kind]);
  lua_setmetatable(L, -2);
  o->object = object;
  return o;
}

int llua_bound_gc(lua_State *L) {
  llua_Bound *o = llua_bound_at(L, 1);
  if (o && o->object) {
    void *object = o->object;
    o->object = NULL;
    llua_enter(o->b, L);
    if (!llua_is_keyed(o)) llua_release(o->b->state, o->charged);
    o->b->host.release(object);
  }
  return 0;
}

// MARK: - Reading

static const char *path_dot(const char *text, size_t length) { return length ? memchr(text, '.', length) : NULL; }

// Returns the receiver of a metamethod. Scripts cannot reach the metamethods, so only Lua calls them, with a layer; the
// magic number is checked all the same.
static inline llua_Bound *layer_receiver(lua_State *L) {
  llua_Bound *o = lua_touserdata(L, 1);
  return o && o->header.magic == LLUA_MAGIC && llua_is_keyed(o) && o->object ? o : llua_keyed_at(L, 1);
}

static int key_get_generic(lua_State *L, llua_Bound *o, const llua_Key *k, int at, int key) {
  llua_Binding *b = o->b;
  size_t length;
  const char *name = lua_tolstring(L, key, &length);
  llua_wire_begin(L, b);
  b->buffers_in_use = true;
  int32_t status = b->host.get_value(b->host.context, o->object, k ? k->property : NULL, name, length);
  b->buffers_in_use = false;
  if (status < 0) return llua_raise(L);
  b->pushed_keyed = b->pushed_layer = false;
  int count = llua_wire_push(L, b);
  llua_Quantity *value = k && count == 1 ? llua_quantity_at(L, -1) : NULL;
  if (value) value->key = k->name;
  // Layers under other keys are already held as sublayers or masks.
  bool any = !k || !k->property || k->kind == LLUA_KEY_ACTIONS || k->kind == LLUA_KEY_KEYED;
  // Values that the script attaches to keyed objects live as long as the object that holds those does. A host may have
  // put them there.
  bool holds = b->pushed_keyed && !(k && k->kind == LLUA_KEY_FILTERS);
  if (count == 1 && (holds || (b->pushed_layer && any)))
    llua_edge_read(L, at, key, k ? k->kind == LLUA_KEY_ACTIONS : path_dot(name, length) != NULL);
  return count;
}

static int key_get_declared(lua_State *L, llua_Bound *o, const llua_Key *k, int at, int key) {
  llua_Binding *b = o->b;
  if (k->kind == LLUA_KEY_GENERIC || k->kind >= LLUA_KEY_SCRIPT) {
    if (k->kind < LLUA_KEY_SUPERLAYER) {
      key = lua_absindex(L, key);
      int count = key_get_generic(L, o, k, at, key);
      // An error about an entry of it says that it is not set.
      if (count == 1 && lua_isnil(L, -1)) llua_note_missed(L, b, o->cls->index, false, key);
      return count;
    }
    // The generic path raises for reads that are forbidden in a finaliser.
    if (b->buffers_in_use || llua_is_guarded(L) || b->state->is_closed) return key_get_generic(L, o, k, at, key);
    if (k->kind == LLUA_KEY_SUBLAYERS) return llua_push_sublayers(L, at, true) ? 1 : key_get_generic(L, o, k, at, key);
    void *above = NULL;
    llua_enter(b, L);
    if (!b->host.read_superlayer(o->object, &above)) return key_get_generic(L, o, k, at, key);
    if (above) llua_push_layer(L, b, above, false);
    else lua_pushnil(L);
    return 1;
  }
  double v[16];
  llua_enter(b, L);
  int32_t type = b->host.get_quantity(b->host.context, o->object, k->property, k->kind, v);
  switch (type) {
    case LLUA_NODE_NIL: lua_pushnil(L); return 1;
    case LLUA_NODE_BOOLEAN: lua_pushboolean(L, v[0] != 0); return 1;
    case LLUA_NODE_NUMBER: llua_push_number(L, v[0]); return 1;
    case LLUA_NODE_OBJECT: return key_get_generic(L, o, k, at, key);
    case LLUA_NODE_POINT:
    case LLUA_NODE_SIZE:
    case LLUA_NODE_RECT:
    case LLUA_NODE_COLOR:
    case LLUA_NODE_TRANSFORM: llua_push_quantity(L, b, (uint32_t)type, v)->key = k->name; return 1;
    default: return llua_raise(L);
  }
}

// MARK: - Key paths
//
// A path leads from object to object (sublayers.NAME, mask, layers under the script's own keys) and into the values
// that a script keeps under its own key, which only Lua can hold. So it is followed here, with the same result as
// indexing step by step. Swift resolves the last piece: a declared key with its parts.

// LLUA_MAX_ENTRIES equals Swift's KeyPathWalk.entryLimit.
enum { LLUA_MAX_PATH = 65536, LLUA_MAX_ENTRIES = 64 };

typedef struct Path {
  llua_Bound *object;  // the object whose keys come next
  // stack index of the object; the rest of the path follows it, then a value reached inside a script's value
  int at;
  int rest;
  const char *text;  // text of the rest
  size_t length;
  const char *next;  // position in `text`, after the part that was followed
} Path;

// Returns the number of bytes left from `next` on.
static size_t path_left(const Path *p) { return p->length - (size_t)(p->next - p->text); }

static void path_take_rest(lua_State *L, Path *p) { p->text = p->next = lua_tolstring(L, p->rest, &p->length); }

// Pushes and returns the name, for messages, of the value reached so far.
static const char *path_place(lua_State *L, const Path *p) {
  lua_pushlstring(L, p->text, (size_t)(p->next - p->text) - (p->next > p->text && p->next[-1] == '.'));
  return lua_pushfstring(L, "%s.%s", p->object->cls->name, lua_tostring(L, -1));
}

// Pushes the next path part as a key of the value at `value`: as an integer if it is a number and the value has no such
// string key.
static void path_push_part(lua_State *L, const Path *p, int value, size_t length) {
  if (length == 0) llua_refuse(L, "%s: the key path has an empty part after it", path_place(L, p));
  lua_pushlstring(L, p->next, length);
  if (length > 15 || (p->next[0] == '0' && length > 1)) return;
  lua_Integer number = 0;
  for (size_t i = 0; i < length; i++) {
    if (p->next[i] < '0' || p->next[i] > '9') return;
    number = number * 10 + (p->next[i] - '0');
  }
  lua_pushvalue(L, -1);
  bool named = lua_gettable(L, value) != LUA_TNIL;
  lua_pop(L, 1);
  if (named) return;
  lua_pop(L, 1);
  lua_pushinteger(L, number);
}

static bool is_frozen(lua_State *L, int index) {
  lua_pushvalue(L, index);
  bool frozen = llua_thaw(L, -1);
  lua_pop(L, 1);
  return frozen;
}

typedef enum { PATH_SWIFT, PATH_OBJECT, PATH_NIL, PATH_VALUE, PATH_PARTS, PATH_LAST } Reached;

// Follows the path at `key` from the object at `at` as far as Lua is concerned. Results of a read:
// - PATH_SWIFT: Swift resolves the rest, a key or a path of the object.
// - PATH_OBJECT: the path ends at the object.
// - PATH_NIL: a part of the path is nil.
// - PATH_VALUE: the value at the end of the path is on top.
// - PATH_PARTS: a quantity is on top, and the rest from `next` on names a part of it. Below it are its holder and its
//   key there.
//
// A write returns PATH_LAST in place of PATH_VALUE: the holder of the last part is on top, and that part starts at
// `next`.
static Reached path_follow(lua_State *L, Path *p, int at, int key, bool writing) {
  luaL_checkstack(L, 24, NULL);
  p->at = lua_gettop(L) + 1;
  p->rest = p->at + 1;
  lua_pushvalue(L, at);
  lua_pushvalue(L, key);
  llua_Bound *o = p->object = llua_keyed_at(L, p->at);
  llua_Binding *b = o->b;
  // A finaliser must not call Swift while Swift handles another call.
  llua_wire_begin(L, b);
  path_take_rest(L, p);
  if (p->length > LLUA_MAX_PATH)
    llua_error(L, LLUA_LIMIT, "%s: a key path is at most %d bytes long", o->cls->name, LLUA_MAX_PATH);
  const char *start = o->cls->name;
  unsigned entries = 0;
  for (unsigned steps = 0;; steps++) {
    if ((steps & 255) == 255) llua_check_time(b->state, L);
    lua_settop(L, p->rest);
    const char *dot = path_dot(p->text, p->length);
    if (!dot) return PATH_SWIFT;
    lua_pushlstring(L, p->text, (size_t)(dot - p->text));
    const llua_Key *k = llua_class_find(o->cls, lua_topointer(L, -1));
    if (k && (llua_is_tree(k) || k->kind == LLUA_KEY_KEYED)) {
      size_t used = 0;
      // Values attached to the objects under this key live as long as their holder.
      if (k->kind == LLUA_KEY_KEYED) llua_get_key(L, p->at, p->rest + 1);
      llua_enter(b, L);
      void *next = b->host.follow_path(b->host.context, o->object, p->text, p->length, &used);
      if (!next) llua_raise(L);
      if (used == 0) return PATH_SWIFT;
      llua_push_layer(L, b, next, false);
      lua_replace(L, p->at);
      o = p->object = llua_keyed_at(L, p->at);
      p->next = p->text + used;
      if (used >= p->length) return PATH_OBJECT;
      lua_pushlstring(L, p->next, path_left(p));
      lua_replace(L, p->rest);
      path_take_rest(L, p);
      continue;
    }
    bool dictionary = k && k->property && k->kind == LLUA_KEY_ACTIONS &&
        path_dot(dot + 1, p->length - (size_t)(dot + 1 - p->text));
    if (k && k->property && k->kind != LLUA_KEY_SCRIPT && !dictionary) return PATH_SWIFT;
    // A key of the script's own is read as the script itself would read it.
    llua_get_key(L, p->at, p->rest + 1);
    lua_settop(L, p->rest + 2);
    lua_remove(L, p->rest + 1);
    int value = p->rest + 1;
    llua_Bound *other = llua_bound_at(L, value);
    bool keyed = other && llua_is_keyed(other);
    bool table = lua_type(L, value) == LUA_TTABLE;
    if (!keyed && !table && (dictionary || lua_type(L, value) != LUA_TUSERDATA || llua_quantity_at(L, value)))
      return PATH_SWIFT;
    // Swift owns a dictionary's values; the script has a frozen copy, in which only objects are entered.
    bool copy = table && (dictionary || (writing && is_frozen(L, value)));
    p->next = dot + 1;
    while (!keyed) {
      if ((++steps & 255) == 255) llua_check_time(b->state, L);
      dot = path_dot(p->next, path_left(p));
      size_t length = dot ? (size_t)(dot - p->next) : path_left(p);
      if (copy && (!dot || length == 0)) return PATH_SWIFT;
      if (writing && !dot) return PATH_LAST;
      path_push_part(L, p, value, length);
      lua_pushvalue(L, -1);
      lua_gettable(L, value);
      p->next += length + (dot != NULL);
      if (!dot) return PATH_VALUE;
      int found = lua_gettop(L);
      other = llua_bound_at(L, found);
      keyed = other && llua_is_keyed(other);
      int type = lua_type(L, found);
      if (copy && !keyed && type != LUA_TTABLE) return PATH_SWIFT;
      if (lua_isnil(L, found)) return PATH_NIL;
      if (llua_quantity_at(L, found)) return PATH_PARTS;
      if (type != LUA_TTABLE && type != LUA_TUSERDATA) {
        const char *what = llua_describe(L, found);
        llua_refuse(L, "%s is %s, it has no parts", path_place(L, p), what);
      }
      lua_replace(L, value);
      lua_settop(L, value);
    }
    // The value is a layer or another keyed object: continue from it.
    if (++entries > LLUA_MAX_ENTRIES)
      llua_error(L, LLUA_LIMIT, "%s: a key path enters at most %d objects under custom keys", start, LLUA_MAX_ENTRIES);
    lua_replace(L, p->at);
    o = p->object = llua_keyed_at(L, p->at);
    b = o->b;
    lua_pushlstring(L, p->next, path_left(p));
    lua_replace(L, p->rest);
    path_take_rest(L, p);
  }
}

// Pushes the part of the quantity at `value` that the rest of the path names. If `part` is not 0, pushes the whole
// quantity with that part replaced by the value at `part`.
static void path_push_parts(lua_State *L, const Path *p, int value, int part) {
  llua_Binding *b = p->object->b;
  const char *whole = path_place(L, p);
  llua_wire_begin(L, b);
  llua_guard(L, b);
  llua_wire_add(L, b, value, 0, false);
  if (part) llua_wire_add(L, b, part, 0, false);
  llua_unguard(b);
  b->buffers_in_use = true;
  int32_t status = b->host.part(b->host.context, p->object->object, whole, p->next, path_left(p), part != 0);
  b->buffers_in_use = false;
  if (status < 0) llua_raise(L);
  llua_wire_push(L, b);
}

static int path_get(lua_State *L, int at, int key) {
  Path p;
  switch (path_follow(L, &p, at, key, false)) {
    case PATH_SWIFT: {
      const llua_Key *k = llua_class_find(p.object->cls, lua_topointer(L, p.rest));
      return k ? key_get_declared(L, p.object, k, p.at, p.rest) : key_get_generic(L, p.object, NULL, p.at, p.rest);
    }
    case PATH_OBJECT: lua_pushvalue(L, p.at); return 1;
    case PATH_NIL: lua_pushnil(L); return 1;
    case PATH_PARTS: path_push_parts(L, &p, lua_gettop(L), 0); return 1;
    default: return 1;
  }
}

static inline bool is_path(lua_State *L, int key) {
  size_t length;
  const char *text = lua_tolstring(L, key, &length);
  return path_dot(text, length) != NULL;
}

// True if the key is a path that may lead away from the object. Parts of a declared key do not.
static bool path_leads_on(lua_State *L, const llua_Bound *o, int key) {
  size_t length;
  const char *text = lua_tolstring(L, key, &length), *dot = path_dot(text, length);
  if (!dot) return false;
  lua_pushlstring(L, text, (size_t)(dot - text));
  const llua_Key *k = llua_class_find(o->cls, lua_topointer(L, -1));
  lua_pop(L, 1);
  return !k || !k->property || k->kind == LLUA_KEY_SCRIPT || llua_is_tree(k) || k->kind == LLUA_KEY_KEYED ||
      k->kind == LLUA_KEY_ACTIONS;
}

// True if the path leads into a dictionary. Only Lua can hold the functions and layers in it.
static bool path_into_dictionary(lua_State *L, const llua_Bound *o, const char *text, size_t length) {
  const char *dot = path_dot(text, length);
  lua_pushlstring(L, text, (size_t)(dot - text));
  const llua_Key *k = llua_class_find(o->cls, lua_topointer(L, -1));
  lua_pop(L, 1);
  return !k || !k->property || k->kind == LLUA_KEY_ACTIONS;
}

static const llua_Part *part_find(const llua_Binding *b, const llua_Bound *o, const void *address) {
  for (uint32_t i = llua_hash(address) % LLUA_PART_SLOTS; b->parts[i].address; i = (i + 1) % LLUA_PART_SLOTS) {
    const llua_Part *p = &b->parts[i];
    if (p->address != address) continue;
    const llua_Key *k = llua_class_find(o->cls, p->head);
    return k && k->property == p->property ? p : NULL;
  }
  return NULL;
}

// Caches the undeclared key at `key` after a read or write by the slow path, if it is a path to a part of a declared
// key.
static void part_learn(lua_State *L, const llua_Bound *o, int key) {
  enum { LONGEST = 40 };  // longer strings are not interned, so cannot be found by address
  llua_Binding *b = o->b;
  key = lua_absindex(L, key);
  size_t length;
  const char *text = lua_tolstring(L, key, &length), *dot = path_dot(text, length);
  if (!dot || length > LONGEST || b->part_count >= LLUA_MAX_PARTS) return;
  lua_pushlstring(L, text, (size_t)(dot - text));
  const llua_Key *k = llua_class_find(o->cls, lua_topointer(L, -1));
  lua_pop(L, 1);
  if (!k || !k->property || k->kind < LLUA_KEY_POINT || k->kind > LLUA_KEY_TRANSFORM) return;
  if (!b->parts) b->parts = calloc(LLUA_PART_SLOTS, sizeof *b->parts);
  if (!b->parts) return;  // keep using the slow path
  const void *address = lua_topointer(L, key);
  uint32_t i = llua_hash(address) % LLUA_PART_SLOTS;
  for (; b->parts[i].address; i = (i + 1) % LLUA_PART_SLOTS)
    if (b->parts[i].address == address) return;
  int32_t part = b->host.find_part(b->host.context, o->object, k->property, text, length);
  if (part < 0) return;
  // The string is kept alive so that no other string gets its address.
  lua_rawgeti(L, LUA_REGISTRYINDEX, b->names);
  lua_pushvalue(L, key);
  lua_pushboolean(L, 1);
  lua_rawset(L, -3);
  lua_pop(L, 1);
  b->parts[i] = (llua_Part){address, k->address, k->property, part};
  b->part_count++;
}

// False in a finaliser that may not use layers: the slow path raises the error.
static inline bool part_is_open(lua_State *L, const llua_Binding *b) {
  return b->part_count > 0 && !b->buffers_in_use && !llua_is_guarded(L) && !b->state->is_closed;
}

static bool part_push(lua_State *L, llua_Bound *o, const void *address) {
  llua_Binding *b = o->b;
  const llua_Part *p = part_is_open(L, b) ? part_find(b, o, address) : NULL;
  double value;
  if (!p) return false;
  llua_enter(b, L);
  if (!b->host.get_part(b->host.context, o->object, p->part, &value)) return false;
  llua_push_number(L, value);
  return true;
}

static bool part_set(lua_State *L, llua_Bound *o, const void *address, int value) {
  llua_Binding *b = o->b;
  const llua_Part *p = lua_type(L, value) == LUA_TNUMBER && part_is_open(L, b) ? part_find(b, o, address) : NULL;
  if (!p) return false;
  llua_enter(b, L);
  if (b->host.set_part(b->host.context, o->object, p->part, lua_tonumber(L, value)) < 0) llua_raise(L);
  return true;
}

static int undeclared_get(lua_State *L, llua_Bound *o, int at, int key) {
  key = lua_absindex(L, key);
  if (part_push(L, o, lua_topointer(L, key))) return 1;
  if (path_leads_on(L, o, key)) return path_get(L, lua_absindex(L, at), key);
  int count = key_get_generic(L, o, NULL, at, key);
  if (count == 1 && lua_isnil(L, -1)) llua_note_missed(L, o->b, o->cls->index, false, key);
  part_learn(L, o, key);
  return count;
}

int llua_get_key(lua_State *L, int at, int key) {
  llua_Bound *o = llua_keyed_at(L, at);
  const llua_Key *k = llua_class_find(o->cls, lua_topointer(L, key));
  return k ? key_get_declared(L, o, k, at, key) : undeclared_get(L, o, at, key);
}

static void key_check_type(lua_State *L, llua_Bound *o, int key) {
  if (lua_type(L, key) != LUA_TSTRING)
    llua_refuse(
        L, "%s: a key is a string, got %s (sublayers are in layer.sublayers)", o->cls->name, llua_describe(L, key));
}

// Wraps a class's drawInContext fetched from a layer; upvalue 1: the function. Refuses a call without a context.
static int draw_by_hand(lua_State *L) {
  llua_Bound *o = llua_bound_at(L, 1), *context = llua_bound_at(L, 2);
  if (!context || context->header.kind != LLUA_KIND_CONTEXT)
    return llua_refuse(L,
        "%s:drawInContext is called when the layer is displayed, with a context to draw in; call "
        "setNeedsDisplay() or display()",
        o && o->cls ? o->cls->name : "Layer");
  int count = lua_gettop(L);
  luaL_checkstack(L, 2, NULL);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, count, LUA_MULTRET);
  return lua_gettop(L);
}

// Implements a setter such as layer:setBounds(rect). Upvalue 1: the key; upvalue 2: the setter's name.
static int set_by_selector(lua_State *L) {
  llua_Bound *o = llua_bound_at(L, 1);
  const char *key = lua_tostring(L, lua_upvalueindex(1)), *name = lua_tostring(L, lua_upvalueindex(2));
  if (!o || !llua_is_keyed(o))
    return llua_refuse(L, "%s: call it with a colon on a layer, got %s", name, llua_describe(L, 1));
  o = llua_keyed_at(L, 1);
  int given = lua_gettop(L) - 1;
  if (given != 1)
    return llua_refuse(L, "%s:%s: expected one value, got %d; pass several components as a table, as in layer.%s = {…}",
        o->cls->name, name, given, key);
  lua_pushvalue(L, lua_upvalueindex(1));
  llua_set_key(L, 1, 3, 2);
  return 0;
}

bool llua_push_setter(lua_State *L, const llua_Class *c, int name) {
  enum { LONGEST = 40 };  // longer strings are not interned, so cannot be found by address
  size_t length;
  const char *text = lua_type(L, name) == LUA_TSTRING ? lua_tolstring(L, name, &length) : NULL;
  if (!text || length < 4 || length > LONGEST || memcmp(text, "set", 3) || text[3] < 'A' || text[3] > 'Z') return false;
  char key[LONGEST];
  memcpy(key, text + 3, length - 3);
  key[0] = (char)(key[0] | 0x20);
  name = lua_absindex(L, name);
  lua_pushlstring(L, key, length - 3);
  if (!llua_class_find(c, lua_topointer(L, -1))) {
    lua_pop(L, 1);
    return false;
  }
  lua_pushvalue(L, name);
  lua_pushcclosure(L, set_by_selector, 2);
  return true;
}

bool llua_is_own_method(lua_State *L, int index) {
  lua_CFunction f = lua_tocfunction(L, index);
  if (f == draw_by_hand || f == llua_walk || f == llua_set_value_method || f == llua_value_method ||
      f == set_by_selector)
    return true;
  if (f != llua_invoke || !lua_getupvalue(L, index, 1)) return false;
  const llua_Method *m = lua_touserdata(L, -1);
  lua_pop(L, 1);
  uint32_t kind = m ? m->flags & LLUA_RECEIVER_MASK : 0;
  return kind == LLUA_KIND_LAYER || kind == LLUA_KIND_KEYED;
}

// Upvalue 1: the methods of the class.
int llua_layer_index(lua_State *L) {
  llua_Bound *o = layer_receiver(L);
  const llua_Key *k = llua_class_find(o->cls, lua_topointer(L, 2));
  if (k) return key_get_declared(L, o, k, 1, 2);
  if (lua_type(L, 2) != LUA_TSTRING) key_check_type(L, o, 2);
  // A script's class may have a method of that name.
  if (!o->cls->scripted && part_push(L, o, lua_topointer(L, 2))) return 1;
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) == LUA_TNIL) {
    lua_pop(L, 1);
    if ((!o->cls->scripted || !llua_push_class_member(L, o->cls, 2, false)) && !llua_push_setter(L, o->cls, 2)) {
      return undeclared_get(L, o, 1, 2);
    }
  }
  if (o->cls->scripted && !strcmp(lua_tostring(L, 2), "drawInContext")) lua_pushcclosure(L, draw_by_hand, 1);
  return 1;
}

// MARK: - Writing

static const uint32_t value_type_of_kind[] = {[LLUA_KEY_POINT] = LLUA_NODE_POINT,
    [LLUA_KEY_SIZE] = LLUA_NODE_SIZE,
    [LLUA_KEY_RECT] = LLUA_NODE_RECT,
    [LLUA_KEY_COLOR] = LLUA_NODE_COLOR,
    [LLUA_KEY_TRANSFORM] = LLUA_NODE_TRANSFORM,
    [LLUA_KEY_TREE] = LLUA_NODE_NIL};

// Fast path for common value types: returns true if the value was set, raises if it was refused. Everything else takes
// the generic path, which also words the errors.
static inline bool key_set_directly(lua_State *L, llua_Bound *o, const llua_Key *k, int value) {
  const llua_Host *host = &o->b->host;
  int32_t status;
  llua_enter(o->b, L);
  switch (k->kind) {
    case LLUA_KEY_NUMBER:
      if (lua_type(L, value) != LUA_TNUMBER) return false;
      status = host->set_number(host->context, o->object, k->property, lua_tonumber(L, value));
      break;
    case LLUA_KEY_BOOLEAN:
      if (lua_type(L, value) != LUA_TBOOLEAN) return false;
      status = host->set_boolean(host->context, o->object, k->property, lua_toboolean(L, value));
      break;
    case LLUA_KEY_POINT:
    case LLUA_KEY_SIZE:
    case LLUA_KEY_RECT:
    case LLUA_KEY_COLOR:
    case LLUA_KEY_TRANSFORM: {
      double v[16];
      uint32_t type = value_type_of_kind[k->kind];
      if (!llua_decode(L, o->b, value, type, v)) return false;
      status = host->set_quantity(host->context, o->object, k->property, type, v);
      break;
    }
    default: return false;
  }
  if (status < 0) llua_raise(L);
  return true;
}

// Adds the edge to each layer among the in nodes (`before`), or removes the surplus ones.
static void each_layer_in(lua_State *L, llua_Binding *b, int layer, bool before) {
  for (uint32_t i = 0; i < b->in.count; i++) {
    const llua_Node *n = &b->in.nodes[i];
    if (n->type != LLUA_NODE_OBJECT || n->kind != LLUA_KIND_LAYER) continue;
    lua_rawgeti(L, LUA_REGISTRYINDEX, b->identity);
    lua_rawgeti(L, -1, (lua_Integer)n->serial);
    if (llua_bound_at(L, -1)) {
      if (before) llua_edge_before(L, layer, lua_gettop(L));
      else llua_edge_after(L, b, layer, lua_gettop(L));
    }
    lua_pop(L, 2);
  }
}

// Forms of a key: a declared key or a path to a part of its value; a path to a dictionary entry; a key of the script's
// own, whose dots have no meaning.
typedef enum { FORM_KEY, FORM_ENTRY, FORM_OWN } Form;

static void key_set_generic(lua_State *L, llua_Bound *o, const llua_Key *k, int layer, int key, int value, Form form) {
  llua_Binding *b = o->b;
  luaL_checkstack(L, 16, NULL);
  size_t length;
  const char *name = lua_tolstring(L, key, &length);
  bool own = form == FORM_OWN, entry = form == FORM_ENTRY;
  bool path = entry || (!own && memchr(name, '.', length) != NULL);
  bool tree = k ? llua_is_tree(k) : path && !entry;
  bool keep = k ? k->kind == LLUA_KEY_SCRIPT : !path;
  lua_pushnil(L);
  int references = lua_gettop(L);
  lua_pushnil(L);
  int held = lua_gettop(L);
  llua_wire_begin(L, b);
  llua_wire_name(b, o->cls->name, ".", name);
  llua_guard(L, b);
  b->held = entry || (k && k->kind == LLUA_KEY_ACTIONS)                          ? references
      : path || (k && (k->kind == LLUA_KEY_KEYED || k->kind == LLUA_KEY_SCRIPT)) ? held
                                                                                 : 0;
  bool plain = tree || (k && (k->kind == LLUA_KEY_KEYED || k->kind == LLUA_KEY_FILTERS));
  llua_wire_add(L, b, value, plain ? 0 : references, keep);
  b->held = 0;
  if (tree) each_layer_in(L, b, layer, true);
  llua_unguard(b);
  bool kept = b->in.count == 1 && b->in.nodes[0].type == LLUA_NODE_SCRIPT && b->in.nodes[0].pairs == 0;
  // A keyed object used as a delegate or layout manager is kept as it is, and so is a layer that an object refers to.
  if (k && (k->kind == LLUA_KEY_SCRIPT || k->kind == LLUA_KEY_KEYED) && b->in.count == 1 &&
      b->in.nodes[0].type == LLUA_NODE_OBJECT)
    kept = true;
  b->buffers_in_use = true;
  b->is_explicit = own;
  int32_t status = b->host.set_value(b->host.context, o->object, k ? k->property : NULL, name, length);
  b->is_explicit = false;
  b->buffers_in_use = false;
  llua_wire_read(L, b);
  if (tree) {
    // The recorded layers include those that were there before, so both leaving and entering layers are handled.
    llua_sync_children(L, b, layer);
    each_layer_in(L, b, layer, false);
  }
  if (status < 0) llua_raise(L);
  int keeps = kept ? value : lua_istable(L, references) ? references : lua_istable(L, held) ? held : 0;
  llua_edge_give(L, layer, key, keeps);
  lua_settop(L, references - 1);
}

static void key_refuse_reserved(lua_State *L, llua_Bound *o, int key) {
  llua_Binding *b = o->b;
  lua_rawgeti(L, LUA_REGISTRYINDEX, b->reserved);
  lua_pushvalue(L, key);
  bool reserved = lua_rawget(L, -2) != LUA_TNIL;
  lua_pop(L, 2);
  if (!reserved &&
      ((o->cls->scripted && llua_push_class_member(L, o->cls, key, true)) || llua_push_setter(L, o->cls, key))) {
    reserved = true;
    lua_pop(L, 1);
  }
  if (!reserved) return;
  const char *name = lua_tostring(L, key);
  if (o->cls->scripted)
    llua_refuse(L,
        "%s.%s is a method and cannot be assigned on a layer; define it in the class (function %s:%s(…) "
        "… end) or give the layer a delegate",
        o->cls->name, name, o->cls->name, name);
  llua_refuse(L,
      "%s.%s is a method and cannot be assigned on a layer; define it in a subclass "
      "(local Sub = ca.%s:subclass(\"Sub\"); function Sub:%s(…) … end) or give the layer a delegate",
      o->cls->name, name, o->cls->name, name);
}

static void path_note_part(lua_State *L, const Path *p) {
  const char *dot = path_dot(p->text, p->length);
  size_t length = dot ? (size_t)(dot - p->text) : p->length;
  llua_enter(p->object->b, L);
  if (p->object->b->host.note_part(p->object->b->host.context, p->object->object, p->text, length) < 0) llua_raise(L);
}

static void path_set(lua_State *L, int layer, int key, int value) {
  Path p;
  int top = lua_gettop(L);
  switch (path_follow(L, &p, layer, key, true)) {
    case PATH_SWIFT:
      if (is_path(L, p.rest))
        key_set_generic(L, p.object, NULL, p.at, p.rest, value,
            path_into_dictionary(L, p.object, p.text, p.length) ? FORM_ENTRY : FORM_KEY);
      else llua_set_key(L, p.at, p.rest, value);
      break;
    case PATH_OBJECT:
      llua_refuse(L, "%s: key path \"%s\" ends at %s%s; name a key of it", llua_keyed_at(L, layer)->cls->name,
          lua_tostring(L, key), p.object->cls->kind == LLUA_KIND_LAYER ? "a layer" : "an object of class ",
          p.object->cls->kind == LLUA_KIND_LAYER ? "" : p.object->cls->name);
      break;
    case PATH_NIL: llua_refuse(L, "%s is nil, it has no parts; set it to a table first", path_place(L, &p)); break;
    case PATH_PARTS: {
      // The quantity is on top; below it are its key and, under that, its holder.
      int quantity = lua_gettop(L);
      path_note_part(L, &p);
      path_push_parts(L, &p, quantity, value);
      lua_pushvalue(L, quantity - 1);
      lua_insert(L, -2);
      lua_settable(L, quantity - 2);
      break;
    }
    default: {
      int holder = lua_gettop(L);
      path_note_part(L, &p);
      path_push_part(L, &p, holder, path_left(&p));
      lua_pushvalue(L, value);
      lua_settable(L, holder);
      break;
    }
  }
  lua_settop(L, top);
}

void llua_set_key(lua_State *L, int layer, int key, int value) {
  llua_Bound *o = llua_keyed_at(L, layer);
  if (lua_type(L, key) != LUA_TSTRING) key_check_type(L, o, key);
  const llua_Key *k = llua_class_find(o->cls, lua_topointer(L, key));
  if (k && key_set_directly(L, o, k, value)) return;
  if (!k && part_set(L, o, lua_topointer(L, key), value)) return;
  if (!k) key_refuse_reserved(L, o, key);
  if (!k && path_leads_on(L, o, key)) return path_set(L, layer, key, value);
  key_set_generic(L, o, k, layer, key, value, FORM_KEY);
  if (!k) part_learn(L, o, key);
}

void llua_set_own_key(lua_State *L, int layer, int key, int value) {
  llua_Bound *o = llua_keyed_at(L, layer);
  key_refuse_reserved(L, o, key);
  key_set_generic(L, o, NULL, layer, key, value, FORM_OWN);
}

int llua_layer_newindex(lua_State *L) {
  llua_Bound *o = layer_receiver(L);
  const llua_Key *k = llua_class_find(o->cls, lua_topointer(L, 2));
  if (k) {
    if (k->kind == LLUA_KEY_NUMBER && lua_type(L, 3) == LUA_TNUMBER) {
      llua_enter(o->b, L);
      if (o->b->host.set_number(o->b->host.context, o->object, k->property, lua_tonumber(L, 3)) < 0)
        return llua_raise(L);
      return 0;
    }
    if (key_set_directly(L, o, k, 3)) return 0;
  }
  lua_settop(L, 3);
  llua_set_key(L, 1, 2, 3);
  return 0;
}

// Implements layer:setValue(value, key) and layer:setValueForKeyPath(value, path).
int llua_set_value_method(lua_State *L) {
  lua_settop(L, 3);
  llua_Bound *o = llua_keyed_at(L, 1);
  if (lua_type(L, 3) != LUA_TSTRING)
    return llua_refuse(L, "%s:setValue: expected a key after the value, got %s", o->cls->name, llua_describe(L, 3));
  llua_set_key(L, 1, 3, 2);
  return 0;
}

int llua_value_method(lua_State *L) {
  llua_Bound *o = llua_keyed_at(L, 1);
  if (lua_type(L, 2) != LUA_TSTRING)
    return llua_refuse(L, "%s:value: expected a key, got %s", o->cls->name, llua_describe(L, 2));
  return llua_get_key(L, 1, 2);
}

// MARK: - walk()

// Depth-first iterator. Upvalues: the stack of pending entries, and its length. Three slots describe a layer (the
// layer, 0, its depth) or a list of sublayers (their table, the number visited, their depth). A layer's sublayers are
// read when it is visited, so the tree may change during the walk.
static int walk_next(lua_State *L) {
  if (!lua_istable(L, lua_upvalueindex(1))) return 0;
  lua_settop(L, 0);
  lua_Integer n = lua_tointeger(L, lua_upvalueindex(2));
  if (n < 3) return 0;
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_rawgeti(L, 1, n - 2);
  lua_rawgeti(L, 1, n);
  lua_Integer depth = lua_tointeger(L, 3), count = 0, next = 0;
  lua_remove(L, 3);
  if (lua_istable(L, 2)) {
    lua_rawgeti(L, 1, n - 1);
    next = lua_tointeger(L, -1) + 1;
    count = luaL_len(L, 2);
    lua_geti(L, 2, next);
    lua_replace(L, 2);
    lua_settop(L, 2);
  }
  if (next < count) {
    lua_pushinteger(L, next);
    lua_rawseti(L, 1, n - 1);
  } else {
    for (int i = 0; i < 3; i++, n--) {
      lua_pushnil(L);
      lua_rawseti(L, 1, n);
    }
  }
  llua_Bound *o = llua_layer_at(L, 2);
  // Raises in a finaliser, which may not read layers.
  llua_wire_begin(L, o->b);
  if (llua_push_sublayers(L, 2, false)) {
    lua_rawseti(L, 1, ++n);
    lua_pushinteger(L, 0);
    lua_rawseti(L, 1, ++n);
    lua_pushinteger(L, depth + 1);
    lua_rawseti(L, 1, ++n);
  }
  lua_pushinteger(L, n);
  lua_replace(L, lua_upvalueindex(2));
  lua_pushinteger(L, depth);
  return 2;
}

int llua_walk(lua_State *L) {
  llua_layer_at(L, 1);
  lua_createtable(L, 3, 0);
  lua_pushvalue(L, 1);
  lua_rawseti(L, -2, 1);
  for (int i = 2; i <= 3; i++) {
    lua_pushinteger(L, 0);
    lua_rawseti(L, -2, i);
  }
  lua_pushinteger(L, 3);
  lua_pushcclosure(L, walk_next, 2);
  return 1;
}
