// SPDX-License-Identifier: MIT
// Calls from Swift into script functions. Each runs inside a protected call whose body is in this file.
#include <stdio.h>

#include "internal.h"

typedef struct Call {
  llua_Binding *b;
  uint32_t target;
  int references;
  uint32_t index;
  void *layer;
  const char *key, *name;
  int32_t results;
  bool found;
  int *kept;
} Call;

// Pushes the function and its leading arguments. Returns the number of those arguments, or −1 if there is no such
// function.
static int push_function(lua_State *L, const Call *call) {
  llua_Binding *b = call->b;
  switch (call->target) {
    case LLUA_TARGET_ARGUMENT:
      if (lua_rawgeti(L, LUA_REGISTRYINDEX, call->references) != LUA_TTABLE) return -1;
      lua_rawgeti(L, -1, call->index);
      lua_remove(L, -2);
      return 0;
    case LLUA_TARGET_KEPT: llua_push_reference(L, call->references); return 0;
    case LLUA_TARGET_CLASS: {
      if (!call->layer) {
        const llua_Class *c = call->index < b->class_count ? b->classes[call->index] : NULL;
        lua_pushstring(L, call->name);
        if (!c || !llua_push_class_member(L, c, -1, true)) return -1;
        lua_replace(L, -2);
        lua_rawgeti(L, LUA_REGISTRYINDEX, c->object);
        return 1;
      }
      llua_push_layer(L, b, call->layer, false);
      llua_Bound *o = llua_layer_at(L, -1);
      lua_pushstring(L, call->name);
      if (!llua_push_class_member(L, o->cls, -1, true)) return -1;
      lua_replace(L, -2);
      lua_insert(L, -2);
      return 1;
    }
    case LLUA_TARGET_VALUE: {
      llua_push_layer(L, b, call->layer, false);
      int layer = lua_gettop(L);
      if (!llua_push_edges(L, layer, false)) return -1;
      llua_push_given(L, -1, call->key, strlen(call->key));
      if (call->index && lua_istable(L, -1)) lua_rawgeti(L, -1, call->index);
      if (lua_isnil(L, -1)) return -1;
      lua_insert(L, layer);
      lua_settop(L, layer + 1);
      return 1;
    }
    default: {
      llua_push_layer(L, b, call->layer, false);
      int layer = lua_gettop(L);
      if (!llua_push_edges(L, layer, false)) return -1;
      lua_pushstring(L, call->key);
      lua_rawget(L, -2);
      if (lua_isnil(L, -1)) return -1;
      // A delegate may be an object with its own metatable, a layer, or a class. Built-in methods of layers do not
      // count as delegate methods.
      lua_getfield(L, -1, call->name);
      if (lua_isnil(L, -1) || llua_is_own_method(L, -1)) return -1;
      lua_pushvalue(L, -2);
      lua_pushvalue(L, layer);
      lua_rotate(L, layer, 3);
      lua_settop(L, layer + 2);
      return 2;
    }
  }
}

static void refuse_hook(lua_State *L, const Call *call) {
  llua_Bound *layer = llua_bound_at(L, call->target == LLUA_TARGET_CLASS ? 2 : 3);
  const char *owner = layer && layer->cls                 ? layer->cls->name
      : call->target == LLUA_TARGET_CLASS && !call->layer ? call->b->classes[call->index]->name
                                                          : "Layer";
  const char *what = llua_describe(L, 1);
  if (call->target == LLUA_TARGET_CLASS)
    llua_refuse(L, "%s.%s is a hook: expected a function (function %s:%s(…) … end), got %s", owner, call->name, owner,
        call->name, what);
  else
    llua_refuse(
        L, "%s.%s: expected %s to be a function, got %s", owner, call->key ? call->key : "delegate", call->name, what);
}

static int call_body(lua_State *L) {
  Call *call = lua_touserdata(L, 1);
  llua_Binding *b = call->b;
  lua_settop(L, 0);
  llua_check_stack(b->state, L);
  luaL_checkstack(L, 20, NULL);
  // The arguments are pushed first: looking a function up may run a script, whose calls reuse the nodes.
  int given = llua_wire_push(L, b);
  luaL_checkstack(L, 20, NULL);
  int arguments = push_function(L, call);
  if (arguments < 0) {
    llua_wire_reset_in(b);
    return 0;
  }
  lua_settop(L, given + 1 + arguments);
  lua_rotate(L, 1, arguments + 1);
  if (lua_type(L, 1) != LUA_TFUNCTION && luaL_getmetafield(L, 1, "__call") == LUA_TNIL) refuse_hook(L, call);
  lua_settop(L, arguments + 1 + given);
  arguments += given;
  bool all = call->results & LLUA_RESULTS_ALL;
  int results = call->results & ~(LLUA_RESULTS_READ | LLUA_RESULTS_ALL);
  lua_call(L, arguments, all ? LUA_MULTRET : results);
  if (all) {
    results = lua_gettop(L);
    if (results > LLUA_RESULTS_MOST)
      llua_refuse(L, "too many results (%d, at most %d)", results, (int)LLUA_RESULTS_MOST);
    luaL_checkstack(L, LUA_MINSTACK, NULL);
  }
  llua_wire_begin_results(L, b);
  b->objects = all;
  llua_guard(L, b);
  if (call->kept) {
    int keep = results + 1;
    lua_settop(L, keep);
    lua_pushnil(L);
    lua_replace(L, keep);
    b->held = keep;
    for (int i = 1; i <= results; i++) llua_wire_add_result(L, b, i, keep, false);
    b->held = 0;
    b->objects = false;
    llua_unguard(b);
    if (lua_istable(L, keep)) {
      lua_settop(L, keep);
      *call->kept = llua_new_reference(L);
    }
    return 0;
  }
  for (int i = 1; i <= results; i++) llua_wire_add_result(L, b, i, 0, !(call->results & LLUA_RESULTS_READ));
  llua_unguard(b);
  return 0;
}

void llua_note_unread(llua_Binding *b, int32_t taken) { b->taken = taken; }
int llua_references(const llua_Binding *b) { return b->references; }
bool llua_key_is_explicit(const llua_Binding *b) { return b->is_explicit; }
int32_t llua_called_class(const llua_Binding *b) { return b->called_class; }
uint64_t llua_class_version(const llua_Binding *b) { return b->class_version; }

llua_Kind llua_call_function(llua_Binding *b, uint32_t target, int references, uint32_t index, void *layer,
    const char *key, const char *name, int32_t results) {
  return llua_call_keeping(b, target, references, index, layer, key, name, results, NULL);
}

llua_Kind llua_call_keeping(llua_Binding *b, uint32_t target, int references, uint32_t index, void *layer,
    const char *key, const char *name, int32_t results, int *kept) {
  Call call = {b, target, references, index, layer, key, name, results, false, kept};
  int before = b->references;
  bool buffers_in_use = b->buffers_in_use, is_explicit = b->is_explicit;
  b->buffers_in_use = b->is_explicit = false;
  llua_Kind kind = llua_protect(b->state, call_body, &call);
  b->buffers_in_use = buffers_in_use;
  b->is_explicit = is_explicit;
  b->references = before;
  if (kind != LLUA_NONE) llua_wire_reset_in(b);
  llua_wire_reset_out(b);
  return kind;
}

typedef struct Keep {
  llua_Binding *b;
  int references;
  uint32_t index;
  int reference;
} Keep;

static int keep_body(lua_State *L) {
  Keep *keep = lua_touserdata(L, 1);
  lua_settop(L, 0);
  if (lua_rawgeti(L, LUA_REGISTRYINDEX, keep->references) != LUA_TTABLE) return 0;
  lua_rawgeti(L, 1, keep->index);
  keep->reference = llua_new_reference(L);
  lua_settop(L, 0);
  return 0;
}

llua_Kind llua_keep_argument(llua_Binding *b, int references, uint32_t index, int *reference) {
  Keep keep = {b, references, index, 0};
  llua_Kind kind = llua_protect(b->state, keep_body, &keep);
  *reference = keep.reference;
  return kind;
}

static int keep_references_body(lua_State *L) {
  Keep *keep = lua_touserdata(L, 1);
  lua_settop(L, 0);
  if (lua_rawgeti(L, LUA_REGISTRYINDEX, keep->references) == LUA_TTABLE) keep->reference = llua_new_reference(L);
  lua_settop(L, 0);
  return 0;
}

llua_Kind llua_keep_references(llua_Binding *b, int references, int *reference) {
  Keep keep = {b, references, 0, 0};
  llua_Kind kind = llua_protect(b->state, keep_references_body, &keep);
  *reference = keep.reference;
  return kind;
}

typedef struct KeepGlobal {
  const char *name;
  int reference;
} KeepGlobal;

static int keep_global_body(lua_State *L) {
  KeepGlobal *keep = lua_touserdata(L, 1);
  lua_settop(L, 0);
  lua_pushglobaltable(L);
  lua_pushstring(L, keep->name);
  bool callable = lua_rawget(L, 1) == LUA_TFUNCTION || luaL_getmetafield(L, 2, "__call") != LUA_TNIL;
  if (callable) {
    lua_settop(L, 2);
    lua_createtable(L, 1, 0);
    lua_insert(L, 2);
    lua_rawseti(L, 2, 1);
    keep->reference = llua_new_reference(L);
  }
  lua_settop(L, 0);
  return 0;
}

llua_Kind llua_keep_global(llua_Binding *b, const char *name, int *reference) {
  KeepGlobal keep = {name, 0};
  llua_Kind kind = llua_protect(b->state, keep_global_body, &keep);
  *reference = keep.reference;
  return kind;
}

bool llua_release_buffers(llua_Binding *b) {
  bool buffers_in_use = b->buffers_in_use;
  b->buffers_in_use = false;
  return buffers_in_use;
}

void llua_reclaim_buffers(llua_Binding *b, bool buffers_in_use) {
  b->buffers_in_use = buffers_in_use;
  llua_wire_reset_in(b);
  llua_wire_reset_out(b);
}

static int has_body(lua_State *L) {
  Call *call = lua_touserdata(L, 1);
  luaL_checkstack(L, 20, NULL);
  call->found = push_function(L, call) >= 0;
  lua_settop(L, 0);
  return 0;
}

static int class_has_body(lua_State *L) {
  Call *call = lua_touserdata(L, 1);
  lua_pushstring(L, call->name);
  call->found = llua_push_class_member(L, call->layer, 2, true);
  lua_settop(L, 0);
  return 0;
}

bool llua_class_has_function(llua_Binding *b, int32_t layer_class, const char *name) {
  if (layer_class < 0 || (size_t)layer_class >= b->class_count || !b->classes[layer_class]->scripted) return false;
  Call call = {b, LLUA_TARGET_CLASS, 0, 0, b->classes[layer_class], NULL, name, 0, false, NULL};
  return llua_protect(b->state, class_has_body, &call) == LLUA_NONE && call.found;
}

bool llua_has_function(llua_Binding *b, uint32_t target, void *layer, const char *key, const char *name) {
  if (target == LLUA_TARGET_CLASS) {
    int32_t index = b->host.layer_class(b->host.context, layer);
    if (index < 0 || (size_t)index >= b->class_count || !b->classes[index]->scripted) return false;
  }
  Call call = {b, target, 0, 0, layer, key, name, 0, true, NULL};
  // The lookup may run an object's metamethods, which may call layers.
  bool buffers_in_use = b->buffers_in_use;
  b->buffers_in_use = false;
  bool found = llua_protect(b->state, has_body, &call) != LLUA_NONE || call.found;
  b->buffers_in_use = buffers_in_use;
  return found;
}

// MARK: - Pixels

typedef struct Pixels {
  llua_Binding *b;
  const char *what;
  int references;
  uint32_t index, width, height;
  uint8_t *rgba;
} Pixels;

static void pixel_component(lua_State *L, const Pixels *p, int at, uint32_t x, uint32_t y, uint8_t *out) {
  double v = lua_type(L, at) == LUA_TNUMBER ? lua_tonumber(L, at) : NAN;
  if (!(v >= -1e-6 && v <= 1 + 1e-6))
    llua_refuse(L, "%s: the pixels function must return r, g, b and a from 0 to 1, got %s at (%d, %d)", p->what,
        llua_describe(L, at), (int)x, (int)y);
  v = v < 0 ? 0 : v > 1 ? 1 : v;
  *out = (uint8_t)(v * 255 + 0.5);
}

static int pixels_body(lua_State *L) {
  const Pixels *p = lua_touserdata(L, 1);
  lua_settop(L, 0);
  luaL_checkstack(L, 12, NULL);
  if (lua_rawgeti(L, LUA_REGISTRYINDEX, p->references) != LUA_TTABLE || lua_rawgeti(L, 1, p->index) != LUA_TFUNCTION)
    return 0;
  uint8_t *out = p->rgba;
  for (uint32_t y = 0; y < p->height; y++)
    for (uint32_t x = 0; x < p->width; x++, out += 4) {
      lua_pushvalue(L, 2);
      lua_pushinteger(L, x);
      lua_pushinteger(L, y);
      lua_call(L, 2, 4);
      for (int i = 0; i < 3; i++) pixel_component(L, p, 3 + i, x, y, out + i);
      if (lua_isnil(L, 6)) out[3] = 255;
      else pixel_component(L, p, 6, x, y, out + 3);
      lua_settop(L, 2);
    }
  return 0;
}

llua_Kind llua_fill_pixels(
    llua_Binding *b, const char *what, int references, uint32_t index, uint32_t width, uint32_t height, uint8_t *rgba) {
  Pixels p = {b, what, references, index, width, height, rgba};
  int kept = b->references;
  bool buffers_in_use = b->buffers_in_use;
  b->buffers_in_use = false;
  llua_Kind kind = llua_protect(b->state, pixels_body, &p);
  b->buffers_in_use = buffers_in_use;
  b->references = kept;
  llua_wire_reset_out(b);
  return kind;
}

// MARK: - Layers from Swift

typedef struct Pin {
  llua_Binding *b;
  void *layer, *to;
  bool keep;
  int reference;
} Pin;

typedef struct Hold {
  llua_Binding *b;
  void *layer;
  const char *key;
} Hold;

static int pin_body(lua_State *L) {
  const Pin *pin = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, pin->b->pins);
  llua_push_layer(L, pin->b, pin->layer, false);
  if (!pin->keep) {
    lua_pop(L, 1);
    lua_pushnil(L);
  }
  lua_rawseti(L, -2, (lua_Integer)pin->b->host.layer_serial(pin->layer));
  lua_settop(L, 0);
  return 0;
}

llua_Kind llua_pin_layer(llua_Binding *b, void *layer) {
  Pin pin = {b, layer, NULL, true, 0};
  return llua_protect(b->state, pin_body, &pin);
}

llua_Kind llua_unpin_layer(llua_Binding *b, void *layer) {
  Pin pin = {b, layer, NULL, false, 0};
  return llua_protect(b->state, pin_body, &pin);
}

static int sync_body(lua_State *L) {
  const Pin *pin = lua_touserdata(L, 1);
  lua_settop(L, 0);
  llua_push_layer(L, pin->b, pin->layer, false);
  llua_sync_child(L, pin->b, 1);
  lua_settop(L, 0);
  return 0;
}

llua_Kind llua_sync_layer(llua_Binding *b, void *layer) {
  Pin pin = {b, layer, NULL, false, 0};
  return llua_protect(b->state, sync_body, &pin);
}

static int copy_body(lua_State *L) {
  const Pin *pin = lua_touserdata(L, 1);
  lua_settop(L, 0);
  llua_push_layer(L, pin->b, pin->layer, false);
  if (!llua_push_edges(L, 1, false)) return 0;
  llua_push_layer(L, pin->b, pin->to, false);
  llua_push_edges(L, 3, true);
  llua_copy_given(L, 2, 4);
  // The original's edges hold the copy until the copy's own holder does.
  return 0;
}

llua_Kind llua_copy_edges(llua_Binding *b, void *from, void *to) {
  Pin pin = {b, from, to, false, 0};
  return llua_protect(b->state, copy_body, &pin);
}

static int hold_body(lua_State *L) {
  const Hold *hold = lua_touserdata(L, 1);
  lua_settop(L, 0);
  llua_push_layer(L, hold->b, hold->layer, false);
  lua_pushstring(L, hold->key);
  llua_get_key(L, 1, 2);
  lua_settop(L, 0);
  return 0;
}

llua_Kind llua_hold_objects(llua_Binding *b, void *layer, const char *key) {
  Hold hold = {b, layer, key};
  bool buffers_in_use = b->buffers_in_use;
  b->buffers_in_use = false;
  llua_Kind kind = llua_protect(b->state, hold_body, &hold);
  b->buffers_in_use = buffers_in_use;
  return kind;
}

typedef struct Keyed {
  llua_Binding *b;
  uint64_t serial;
  const char *path;
  size_t length;
  bool write;
} Keyed;

static int path_body(lua_State *L) {
  const Keyed *keyed = lua_touserdata(L, 1);
  llua_Binding *b = keyed->b;
  lua_settop(L, 0);
  luaL_checkstack(L, 20, NULL);
  lua_rawgeti(L, LUA_REGISTRYINDEX, b->identity);
  lua_rawgeti(L, 1, (lua_Integer)keyed->serial);
  llua_Bound *o = llua_bound_at(L, 2);
  if (!o || !o->object) {
    llua_wire_reset_in(b);
    return 0;
  }
  lua_pushlstring(L, keyed->path, keyed->length);
  if (keyed->write) {
    llua_wire_push(L, b);
    lua_settop(L, 4);
    llua_set_key(L, 2, 3, 4);
    return 0;
  }
  llua_get_key(L, 2, 3);
  llua_wire_begin_results(L, b);
  b->objects = true;
  llua_guard(L, b);
  llua_wire_add_result(L, b, lua_gettop(L), 0, false);
  llua_unguard(b);
  b->objects = false;
  lua_settop(L, 0);
  return 0;
}

static llua_Kind path_call(llua_Binding *b, uint64_t serial, const char *path, size_t length, bool write) {
  Keyed keyed = {b, serial, path, length, write};
  bool buffers_in_use = b->buffers_in_use, is_explicit = b->is_explicit;
  b->buffers_in_use = b->is_explicit = false;
  llua_Kind kind = llua_protect(b->state, path_body, &keyed);
  b->buffers_in_use = buffers_in_use;
  b->is_explicit = is_explicit;
  if (kind != LLUA_NONE) llua_wire_reset_in(b);
  return kind;
}

llua_Kind llua_read_path(llua_Binding *b, uint64_t serial, const char *path, size_t length) {
  return path_call(b, serial, path, length, false);
}
llua_Kind llua_write_path(llua_Binding *b, uint64_t serial, const char *path, size_t length) {
  return path_call(b, serial, path, length, true);
}

static int layer_of_body(lua_State *L) {
  Pin *pin = lua_touserdata(L, 1);
  llua_push_reference(L, pin->reference);
  llua_Bound *o = llua_bound_at(L, -1);
  pin->layer = o && o->header.kind == LLUA_KIND_LAYER && o->b == pin->b ? o->object : NULL;
  lua_settop(L, 0);
  return 0;
}

llua_Kind llua_layer_of(llua_Binding *b, int reference, void **layer) {
  Pin pin = {b, NULL, NULL, false, reference};
  llua_Kind kind = llua_protect(b->state, layer_of_body, &pin);
  *layer = pin.layer;
  return kind;
}

typedef struct Described {
  int reference;
  char *text;
  size_t size;
} Described;

static int describe_body(lua_State *L) {
  Described *d = lua_touserdata(L, 1);
  llua_push_reference(L, d->reference);
  snprintf(d->text, d->size, "%s", llua_describe(L, -1));
  lua_settop(L, 0);
  return 0;
}

llua_Kind llua_describe_reference(llua_Binding *b, int reference, char *text, size_t size) {
  Described d = {reference, text, size};
  return llua_protect(b->state, describe_body, &d);
}

bool llua_caller(llua_Binding *b, char *script, size_t size, int32_t *line) {
  lua_Debug ar;
  const char *name = llua_running_script(b->state, &ar);
  if (!name) return false;
  snprintf(script, size, "%s", name);
  *line = ar.currentline;
  return true;
}

// A mark encodes a source line in four bytes, so that objects can store where they were made: the script's number (from
// 1) in the top byte, the line below it. A mark whose top byte is 0 is a row number of `calls`: a line together with
// its callers. Lines that do not fit have no mark (0).
enum { LLUA_MARK_SCRIPTS = 255, LLUA_MARK_LINES = (1 << 24) - 1, LLUA_MARK_NAME = 4096 };
// Limits of a call mark: lines in one mark, stack levels searched, and rows in total. The rows take at most 1.5 MiB,
// however many call paths a script has.
enum { LLUA_CALL_LINES = 8, LLUA_CALL_LEVELS = 24, LLUA_CALL_ROWS = 1 << 16 };

static uint32_t mark_line(llua_Binding *b, const char *name, int32_t line) {
  if (line > LLUA_MARK_LINES) return 0;
  uint32_t script = b->marked_last;
  // Fast path: usually the script is that of the previous mark.
  if (script == 0 || strcmp(b->marked[script - 1], name) != 0) {
    for (script = 1; script <= b->marked_count && strcmp(b->marked[script - 1], name) != 0; script++) {
    }
    if (script > b->marked_count) {
      if (script > LLUA_MARK_SCRIPTS || strlen(name) > LLUA_MARK_NAME) return 0;
      if (!llua_grow(&b->marked, sizeof(char *), script, &b->marked_capacity)) return 0;
      if (!(b->marked[script - 1] = strdup(name))) return 0;
      b->marked_count = script;
    }
    b->marked_last = script;
  }
  return script << 24 | (uint32_t)line;
}

uint32_t llua_mark_caller(llua_Binding *b) {
  lua_Debug ar;
  const char *name = llua_running_script(b->state, &ar);
  return name ? mark_line(b, name, ar.currentline) : 0;
}

// Returns the slot of a row, or the free slot where it belongs. The table always has a free slot.
static uint32_t *call_slot(const llua_Binding *b, uint32_t inner, uint32_t caller) {
  uint32_t hash = (inner * 0x9E3779B1u ^ caller) * 0x85EBCA6Bu;
  uint32_t mask = (uint32_t)b->call_slot_count - 1;
  for (uint32_t i = hash ^ hash >> 15;; i++) {
    uint32_t *slot = &b->call_slots[i & mask];
    if (*slot == 0 || (b->calls[*slot - 1].inner == inner && b->calls[*slot - 1].caller == caller)) return slot;
  }
}

static bool grow_call_slots(llua_Binding *b) {
  size_t count = b->call_slot_count ? 2 * b->call_slot_count : 64;
  uint32_t *slots = calloc(count, sizeof(uint32_t));
  if (!slots) return false;
  free(b->call_slots);
  b->call_slots = slots;
  b->call_slot_count = count;
  for (size_t i = 0; i < b->call_count; i++) *call_slot(b, b->calls[i].inner, b->calls[i].caller) = (uint32_t)i + 1;
  return true;
}

// Returns the mark of a line together with its caller; returns `inner` itself if there is no room.
static uint32_t mark_call(llua_Binding *b, uint32_t inner, uint32_t caller) {
  if (2 * (b->call_count + 1) > b->call_slot_count && !grow_call_slots(b)) return inner;
  uint32_t *slot = call_slot(b, inner, caller);
  if (*slot != 0) return *slot;
  size_t count = b->call_count + 1;
  if (count > LLUA_CALL_ROWS || !llua_grow(&b->calls, sizeof(llua_Call), count, &b->call_capacity)) return inner;
  b->calls[b->call_count++] = (llua_Call){inner, caller};
  return *slot = (uint32_t)count;
}

uint32_t llua_mark_calls(llua_Binding *b) {
  // The lines collected so far, and the first lines of the functions they are in.
  uint32_t lines[LLUA_CALL_LINES], functions[LLUA_CALL_LINES];
  int count = 0;
  lua_State *L = b->state->running;
  lua_Debug ar;
  for (int level = 0; level < LLUA_CALL_LEVELS && lua_getstack(L, level, &ar); level += 1) {
    lua_getinfo(L, "Sl", &ar);
    if (ar.currentline <= 0) continue;
    uint32_t line = mark_line(b, llua_source_name(&ar), ar.currentline);
    if (line == 0) break;
    uint32_t function = (line & ~(uint32_t)LLUA_MARK_LINES) | (uint32_t)ar.linedefined;
    // A recursive function counts once, with its outermost call, so that the levels of a tree get the same mark.
    int known = 0;
    while (known < count && functions[known] != function) known += 1;
    if (known < count) {
      count = known + 1;
      continue;
    }
    if (count == LLUA_CALL_LINES) break;
    functions[count] = function;
    lines[count++] = line;
    // A script's main chunk has no caller.
    if (ar.linedefined == 0) break;
  }
  if (count == 0) return 0;
  uint32_t mark = lines[0];
  for (int i = 1; i < count; i++) {
    uint32_t whole = mark_call(b, mark, lines[i]);
    if (whole == mark) break;
    mark = whole;
  }
  return mark;
}

uint32_t llua_marked_call(const llua_Binding *b, uint32_t mark, uint32_t *caller) {
  if (mark == 0 || mark >> 24 != 0 || mark > b->call_count) return 0;
  *caller = b->calls[mark - 1].caller;
  return b->calls[mark - 1].inner;
}

const char *llua_marked_script(const llua_Binding *b, uint32_t mark, int32_t *line) {
  uint32_t caller;
  for (uint32_t inner; (inner = llua_marked_call(b, mark, &caller)) != 0;) mark = inner;
  uint32_t script = mark >> 24;
  if (script == 0 || script > b->marked_count) return NULL;
  *line = (int32_t)(mark & LLUA_MARK_LINES);
  return b->marked[script - 1];
}
