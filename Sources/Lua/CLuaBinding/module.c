// SPDX-License-Identifier: MIT
// The module: its functions, its objects other than layers, and calls of Swift methods.
#include <stdio.h>

#include "internal.h"

llua_Key llua_anchor(lua_State *L, llua_Binding *b, const char *name) {
  llua_Key key = {0};
  lua_rawgeti(L, LUA_REGISTRYINDEX, b->names);
  key.name = lua_pushstring(L, name);
  key.address = lua_topointer(L, -1);
  lua_pushboolean(L, 1);
  lua_rawset(L, -3);
  lua_pop(L, 1);
  return key;
}

// MARK: - Calling Swift

static const char *const kind_owners[LLUA_KINDS] = {
#define ROW(kind, owner, name) [LLUA_KIND_##kind] = owner,
    LLUA_EACH_KIND(ROW)
#undef ROW
};

uint32_t llua_kind_of_owner(const char *owner) {
  for (uint32_t kind = LLUA_KIND_NONE + 1; kind < LLUA_KINDS; kind++)
    if (!strcmp(kind_owners[kind], owner)) return kind;
  return LLUA_KIND_NONE;
}

static void *method_receiver(lua_State *L, const llua_Method *m, uint32_t kind) {
  llua_Bound *o = llua_bound_at(L, 1);
  if (!o || o->header.kind != kind || o->b != m->b)
    llua_refuse(L, "%s: call it with a colon on a %s, got %s", m->name, llua_kind_name(kind), llua_describe(L, 1));
  else if (!o->object) llua_refuse(L, "%s: this %s was released", m->name, llua_kind_name(kind));
  return o ? o->object : NULL;
}

// Reports unread arguments; trailing nils do not count.
static void method_note_unread(lua_State *L, const llua_Method *m, int32_t taken, int from, int last) {
  for (int i = from; i <= last; i++)
    if (!lua_isnil(L, i)) return m->b->host.unread(m->b->host.context, m->index, taken);
}

// Refuses a colon call of a function, such as ca.Transaction:begin(), which passes ca.Transaction.
static void method_refuse_colon(lua_State *L, const llua_Method *m) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, m->b->module);
  if (m->owner[2] == '.') {
    lua_pushstring(L, m->owner + 3);
    lua_rawget(L, -2);
    lua_remove(L, -2);
  }
  bool same = lua_rawequal(L, 1, -1);
  lua_pop(L, 1);
  if (same && strcmp(m->name, "()"))
    llua_refuse(L, "%s.%s: call it with a dot, %s.%s(…), not with a colon", m->owner, m->name, m->owner, m->name);
}

// Replaces results, which are positions in a list, by its items: a number by one, a list of numbers by a list.
static int method_pick_items(lua_State *L, int list, int count) {
  luaL_checkstack(L, 4, NULL);
  for (int i = lua_gettop(L) - count + 1; i <= lua_gettop(L); i++) {
    if (lua_type(L, i) == LUA_TNUMBER) {
      lua_geti(L, list, lua_tointeger(L, i));
    } else if (lua_type(L, i) == LUA_TTABLE) {
      lua_Integer length = (lua_Integer)lua_rawlen(L, i);
      lua_createtable(L, (int)length, 0);
      for (lua_Integer k = 1; k <= length; k++) {
        lua_rawgeti(L, i, k);
        lua_geti(L, list, lua_tointeger(L, -1));
        lua_rawseti(L, -3, k);
        lua_pop(L, 1);
      }
    } else {
      continue;
    }
    lua_replace(L, i);
  }
  return count;
}

int llua_invoke_method(lua_State *L, const llua_Method *m) {
  llua_Binding *b = m->b;
  llua_enter(b, L);
  llua_check_time(b->state, L);
  llua_check_stack(b->state, L);
  if (m->flags & LLUA_STATIC && lua_gettop(L) > 0) lua_remove(L, 1);
  uint32_t kind = m->flags & LLUA_RECEIVER_MASK;
  b->called_class = -1;
  if (m->flags & LLUA_CLASS_METHOD) {
    kind = 0;
    const llua_Bound *o = llua_bound_at(L, 1);
    const llua_Class *c = o && llua_is_keyed(o) ? o->cls : llua_class_at(L, 1);
    if (c) {
      b->called_class = c->index;
      lua_remove(L, 1);
    }
  }
  if (!kind && lua_type(L, 1) == LUA_TTABLE) method_refuse_colon(L, m);
  void *object = kind ? method_receiver(L, m, kind) : NULL;
  int first = kind ? 2 : 1, last = lua_gettop(L);
  luaL_checkstack(L, LUA_MINSTACK, NULL);
  if (m->flags & LLUA_ITEMS) {
    // Its length follows it, in front of the other arguments.
    if (lua_type(L, first) != LUA_TTABLE)
      return llua_refuse(
          L, "%s%s%s: expected a list, got %s", m->owner, kind ? ":" : ".", m->name, llua_describe(L, first));
    lua_pushinteger(L, luaL_len(L, first));
    lua_insert(L, first + 1);
    last++;
  }
  int references = 0, kept = b->references;
  if (m->flags & (LLUA_REFERENCES | LLUA_OBJECTS)) {
    lua_pushnil(L);
    references = last + 1;
  }
  llua_wire_begin(L, b);
  b->objects = m->flags & LLUA_OBJECTS;
  bool called = !strcmp(m->name, "()");
  llua_wire_name(b, m->owner, called ? "" : kind ? ":" : ".", called ? "" : m->name);
  llua_guard(L, b);
  for (int i = m->flags & LLUA_ITEMS ? first + 1 : first; i <= last; i++) {
    // Edges are added before Swift may need them; surplus ones are removed after the call.
    if (m->flags & LLUA_EDGES && llua_bound_at(L, i) && llua_bound_at(L, i)->header.kind == LLUA_KIND_LAYER)
      llua_edge_before(L, 1, i);
    llua_wire_add(L, b, i, references, false);
  }
  llua_unguard(b);
  if (references) {
    // The table is kept in the registry: a callback runs in another frame, and may call this same function again.
    lua_pushvalue(L, references);
    b->references = luaL_ref(L, LUA_REGISTRYINDEX);
  }
  b->buffers_in_use = true;
  b->taken = -1;
  int32_t status = b->host.call(b->host.context, m->index, object, last - first + 1);
  b->buffers_in_use = false;
  llua_wire_read(L, b);
  int32_t taken = status < 0 ? -1 : b->taken;
  b->taken = -1;
  if (references) {
    luaL_unref(L, LUA_REGISTRYINDEX, b->references);
    b->references = kept;
  }
  if (m->flags & LLUA_EDGES) {
    for (int i = first; i <= last; i++)
      if (llua_bound_at(L, i) && llua_bound_at(L, i)->header.kind == LLUA_KIND_LAYER) llua_edge_after(L, b, 1, i);
    llua_sync_child(L, b, 1);
  }
  if (status < 0) return llua_raise(L);
  if (taken >= 0) method_note_unread(L, m, taken, (m->flags & LLUA_ITEMS ? first + 1 : first) + taken, last);
  if (m->flags & LLUA_SELF) {
    lua_settop(L, 1);
    return 1;
  }
  int count = llua_wire_push(L, b);
  return m->flags & LLUA_ITEMS ? method_pick_items(L, first, count) : count;
}

// Upvalue 1: the method.
int llua_invoke(lua_State *L) {
  const llua_Method *m = lua_touserdata(L, lua_upvalueindex(1));
  return m ? llua_invoke_method(L, m) : llua_refuse(L, "this function is not usable");
}

// MARK: - Objects

// Upvalues: the methods, and the fields as light userdata of their getter methods.
static int object_index(lua_State *L) {
  lua_settop(L, 2);
  llua_Bound *o = llua_bound_at(L, 1);
  if (!o) return llua_refuse(L, "expected an object, got %s", llua_describe(L, 1));
  lua_pushvalue(L, 2);
  if (lua_istable(L, lua_upvalueindex(1)) && lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
  lua_settop(L, 2);
  lua_pushvalue(L, 2);
  if (lua_istable(L, lua_upvalueindex(2)) && lua_rawget(L, lua_upvalueindex(2)) == LUA_TLIGHTUSERDATA) {
    const llua_Method *m = lua_touserdata(L, -1);
    lua_settop(L, 1);
    return llua_invoke_method(L, m);
  }
  const char *name = llua_kind_name(o->header.kind);
  char remedy[512] = "";
  size_t length;
  const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tolstring(L, 2, &length) : NULL;
  if (key)
    o->b->host.remedy(o->b->host.context,
        (llua_Remedy){LLUA_REMEDY_INDEX, LLUA_REMEDY_METHOD, true, -1, false, o->header.kind}, key, length, remedy,
        sizeof remedy);
  return llua_refuse(
      L, "%s %s has no field or method %s%s", llua_article(name), name, key ? key : llua_describe(L, 2), remedy);
}

static int object_newindex(lua_State *L) {
  llua_Bound *o = llua_bound_at(L, 1);
  const char *name = o ? llua_kind_name(o->header.kind) : "object";
  return llua_refuse(L, "the fields of %s %s cannot be written (%s); call its methods", llua_article(name), name,
      lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : llua_describe(L, 2));
}

static int object_equal(lua_State *L) {
  llua_Bound *a = llua_bound_at(L, 1), *c = llua_bound_at(L, 2);
  bool same = a && c && a->header.kind == c->header.kind && a->object && c->object &&
      a->b->host.equal(a->header.kind, a->object, c->object);
  lua_pushboolean(L, same);
  return 1;
}

static int null_tostring(lua_State *L) {
  lua_pushliteral(L, "null");
  return 1;
}

static void object_install(lua_State *L, llua_Binding *b, uint32_t kind, const char *owner) {
  lua_newtable(L);
  lua_newtable(L);
  lua_newtable(L);
  for (size_t i = 0; i < b->method_count; i++) {
    llua_Method *m = b->methods[i];
    if (strcmp(m->owner, owner)) continue;
    if (!strcmp(m->name, ".tostring")) {
      lua_pushlightuserdata(L, m);
      lua_pushcclosure(L, llua_invoke, 1);
      lua_setfield(L, -4, "__tostring");
    } else if (!strcmp(m->name, "()")) {
      lua_pushlightuserdata(L, m);
      lua_pushcclosure(L, llua_invoke, 1);
      lua_setfield(L, -4, "__call");
    } else if (m->name[0] == '.') {
      lua_pushlightuserdata(L, m);
      lua_setfield(L, -2, m->name + 1);
    } else {
      lua_pushlightuserdata(L, m);
      lua_pushcclosure(L, llua_invoke, 1);
      lua_setfield(L, -3, m->name);
    }
  }
  lua_pushcclosure(L, object_index, 2);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, object_newindex);
  lua_setfield(L, -2, "__newindex");
  lua_pushcfunction(L, object_equal);
  lua_setfield(L, -2, "__eq");
  lua_pushcfunction(L, llua_bound_gc);
  lua_setfield(L, -2, "__gc");
  lua_pushstring(L, owner);
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "__name");
  lua_setfield(L, -2, "__metatable");
  b->metatables[kind] = luaL_ref(L, LUA_REGISTRYINDEX);
}

// MARK: - Set-up

llua_Binding *llua_binding_create(llua_State *state, const llua_Host *host) {
  llua_Binding *b = calloc(1, sizeof *b);
  if (!b) return NULL;
  b->state = b->in.state = b->out.state = state;
  b->host = *host;
  b->add_sublayer = -1;
  b->references = LUA_NOREF;
  b->finalizers = state->options.trusted;
  return b;
}

void llua_binding_destroy(llua_Binding *b) {
  if (!b) return;
  if (b->state->binding == b) b->state->binding = NULL;
  llua_wire_free(b);
  for (size_t i = 0; i < b->class_count; i++) {
    free(b->classes[i]->keys);
    free(b->classes[i]->name);
    free(b->classes[i]);
  }
  for (size_t i = 0; i < b->method_count; i++) {
    free(b->methods[i]->owner);
    free(b->methods[i]->name);
    free(b->methods[i]);
  }
  for (size_t i = 0; i < b->pending_count; i++) free(b->pending[i].name);
  for (size_t i = 0; i < b->hook_count; i++) free(b->hooks[i]);
  for (size_t i = 0; i < b->marked_count; i++) free(b->marked[i]);
  free(b->classes), free(b->methods), free(b->pending), free(b->hooks), free(b->marked);
  free(b->calls), free(b->call_slots);
  free(b->parts);
  free(b);
}

void llua_binding_set_context(llua_Binding *b, void *context) { b->host.context = context; }

bool llua_define_key(
    llua_Binding *b, int32_t layer_class, const char *name, const void *property, uint32_t kind, int32_t rank) {
  if (!llua_grow(&b->pending, sizeof(llua_PendingKey), b->pending_count + 1, &b->pending_capacity)) return false;
  char *copy = strdup(name);
  if (!copy) return false;
  b->pending[b->pending_count++] = (llua_PendingKey){layer_class, copy, property, kind, rank};
  return true;
}

bool llua_define_method(llua_Binding *b, const char *owner, const char *name, int32_t index, uint32_t flags) {
  if (!llua_grow(&b->methods, sizeof(llua_Method *), b->method_count + 1, &b->method_capacity)) return false;
  llua_Method *m = calloc(1, sizeof(llua_Method));
  if (!m) return false;
  b->methods[b->method_count++] = m;
  m->b = b;
  m->owner = strdup(owner);
  m->name = strdup(name);
  m->index = index;
  m->flags = flags;
  if (!m->owner || !m->name) return false;
  if (!strcmp(owner, "Layer") && !strcmp(name, "addSublayer")) b->add_sublayer = index;
  return true;
}

void llua_set_named(lua_State *L, const llua_Named *list, int upvalues) {
  for (; list->name; list++) {
    for (int i = 0; i < upvalues; i++) lua_pushvalue(L, -upvalues);
    lua_pushcclosure(L, list->func, upvalues);
    lua_setfield(L, -(upvalues + 2), list->name);
  }
  lua_pop(L, upvalues);
}

bool llua_function_at(size_t index, llua_Function *function) {
  const llua_Functions *const lists[] = {llua_value_functions, llua_class_functions};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    for (const llua_Functions *f = lists[i]; f->owner; f++)
      for (const llua_Named *r = f->list; r->name; r++)
        if (index-- == 0) {
          *function = (llua_Function){
              f->owner, r->name, r->signature, r->summary, r > f->list && r->func == r[-1].func};
          return true;
        }
  return false;
}

bool llua_define_hook(llua_Binding *b, const char *name) {
  if (!llua_grow(&b->hooks, sizeof(char *), b->hook_count + 1, &b->hook_capacity)) return false;
  char *copy = strdup(name);
  if (copy) b->hooks[b->hook_count++] = copy;
  return copy != NULL;
}

static void new_registry_table(lua_State *L, int *reference, const char *mode) {
  lua_newtable(L);
  if (mode) {
    lua_newtable(L);
    lua_pushstring(L, mode);
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
  }
  *reference = luaL_ref(L, LUA_REGISTRYINDEX);
}

// Pushes the table for the functions of `owner` ("ca", or "ca.Image" for ca.Image).
static void push_owner(lua_State *L, int module, const char *owner) {
  if (owner[2] == 0) {
    lua_pushvalue(L, module);
    return;
  }
  if (lua_getfield(L, module, owner + 3) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_setfield(L, module, owner + 3);
}

typedef struct Install {
  llua_Binding *b;
  const char *version;
  bool global;
  const char *constants;
} Install;

// Sets the constants as fields of the module, and as globals if the module is a global.
static void install_constants(lua_State *L, const Install *install, int module) {
  const char *next = install->constants;
  while (next && *next) {
    const char *name = next, *value = name + strlen(name) + 1;
    next = value + strlen(value) + 1;
    if (*value == '=') lua_pushstring(L, value + 1);
    else lua_pushinteger(L, (lua_Integer)strtoul(value, NULL, 10));
    if (install->global) {
      lua_pushvalue(L, -1);
      lua_setglobal(L, name);
    }
    lua_setfield(L, module, name);
  }
}

// Finalisers run in reverse order of marking, so the first userdata's runs last in the state.
static int free_binding(lua_State *L) {
  llua_Binding **box = lua_touserdata(L, 1);
  if (!box) return 0;
  llua_Binding *b = *box;
  *box = NULL;
  // A guest's binding is freed with the state's last block (guest.c): finalisers of scripts may still follow.
  if (!b->state->is_guest) llua_binding_destroy(b);
  return 0;
}

static int install_body(lua_State *L) {
  static const llua_BindingFunctions functions = {llua_add_remedy, llua_thaw, llua_wire_free, llua_binding_destroy};
  const Install *install = lua_touserdata(L, 1);
  llua_Binding *b = install->b;
  llua_Binding **box = lua_newuserdatauv(L, sizeof(llua_Binding *), 0);
  *box = NULL;
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, free_binding);
  lua_setfield(L, -2, "__gc");
  lua_setmetatable(L, -2);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &llua_class_mark);
  *box = b;
  b->state->binding_functions = &functions;
  b->state->binding = b;
  new_registry_table(L, &b->names, NULL);
  new_registry_table(L, &b->identity, "v");
  new_registry_table(L, &b->views, "v");
  new_registry_table(L, &b->pins, NULL);
  new_registry_table(L, &b->colors, NULL);
  new_registry_table(L, &b->reserved, NULL);
  lua_newtable(L);
  int module = lua_gettop(L);
  lua_pushvalue(L, module);
  b->module = b->state->module = luaL_ref(L, LUA_REGISTRYINDEX);
  llua_install_wire(L, b);
  llua_install_values(L, b, module);
  lua_rawgeti(L, LUA_REGISTRYINDEX, b->reserved);
  for (size_t i = 0; i < b->hook_count; i++) {
    lua_pushboolean(L, 1);
    lua_setfield(L, -2, b->hooks[i]);
  }
  lua_pop(L, 1);
  llua_install_classes(L, b, module);
  // Layers and other keyed objects have the metatables of their classes.
  for (uint32_t kind = LLUA_KIND_KEYED + 1; kind < LLUA_KINDS; kind++) object_install(L, b, kind, kind_owners[kind]);
  lua_rawgeti(L, LUA_REGISTRYINDEX, b->metatables[LLUA_KIND_NULL]);
  lua_pushcfunction(L, null_tostring);
  lua_setfield(L, -2, "__tostring");
  lua_pop(L, 1);
  llua_push_bound(L, b, LLUA_KIND_NULL, NULL);
  lua_pushvalue(L, -1);
  lua_setfield(L, module, "null");
  b->null = luaL_ref(L, LUA_REGISTRYINDEX);
  for (size_t i = 0; i < b->method_count; i++) {
    llua_Method *m = b->methods[i];
    if (strncmp(m->owner, "ca", 2) || (m->owner[2] != 0 && m->owner[2] != '.')) continue;
    push_owner(L, module, m->owner);
    lua_pushlightuserdata(L, m);
    lua_pushcclosure(L, llua_invoke, 1);
    if (strcmp(m->name, "()")) {
      // Raw access, since the owner may be a class, which scripts cannot write to.
      lua_pushstring(L, m->name);
      lua_insert(L, -2);
      lua_rawset(L, -3);
    } else {
      lua_newtable(L);
      lua_insert(L, -2);
      lua_setfield(L, -2, "__call");
      lua_pushstring(L, m->owner);
      lua_setfield(L, -2, "__metatable");
      lua_setmetatable(L, -2);
    }
    lua_settop(L, module);
  }
  lua_newtable(L);
  lua_setfield(L, module, "args");
  lua_newtable(L);
  lua_pushvalue(L, -1);
  b->host_functions = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_setfield(L, module, "host");
  lua_pushstring(L, install->version);
  lua_setfield(L, module, "version");
  install_constants(L, install, module);
  if (install->global) {
    lua_pushvalue(L, module);
    lua_setglobal(L, "ca");
  }
  llua_install_names(L, b, module, install->global);
  if (!b->state->is_guest && luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE)) {
    lua_pushvalue(L, module);
    lua_setfield(L, -2, "layerlua");
  }
  lua_settop(L, 0);
  return 0;
}

llua_Kind llua_binding_install(llua_Binding *b, const char *version, bool global, const char *constants) {
  Install install = {b, version, global, constants};
  llua_State *s = b->state;
  llua_Kind kind = llua_protect(s, install_body, &install);
  if (s->binding != b) llua_binding_destroy(b);
  return kind;
}

typedef struct Arguments {
  llua_Binding *b;
  const char *const *names, *const *values, *const *positional;
  int32_t named, count;
} Arguments;

static int arguments_body(lua_State *L) {
  const Arguments *a = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, a->b->module);
  lua_newtable(L);
  for (int32_t i = 0; i < a->named; i++) {
    lua_pushstring(L, a->values[i]);
    lua_setfield(L, -2, a->names[i]);
  }
  for (int32_t i = 0; i < a->count; i++) {
    lua_pushstring(L, a->positional[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "args");
  lua_settop(L, 0);
  return 0;
}

llua_Kind llua_set_arguments(llua_Binding *b, const char *const *names, const char *const *values, int32_t named,
    const char *const *positional, int32_t count) {
  Arguments a = {b, names, values, positional, named, count};
  return llua_protect(b->state, arguments_body, &a);
}

// MARK: - Functions and values of the host

typedef struct Offer {
  llua_Binding *b;
  const char *name;
  const llua_Method *method;
  bool is_argument;
} Offer;

static int host_function_body(lua_State *L) {
  const Offer *offer = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, offer->b->host_functions);
  lua_pushstring(L, offer->name);
  if (offer->method) {
    lua_pushlightuserdata(L, (void *)offer->method);
    lua_pushcclosure(L, llua_invoke, 1);
  } else {
    lua_pushnil(L);
  }
  lua_rawset(L, -3);
  lua_settop(L, 0);
  return 0;
}

llua_Kind llua_define_host_function(llua_Binding *b, const char *name, int32_t index) {
  Offer offer = {b, name, NULL, false};
  for (size_t i = 0; index >= 0 && i < b->method_count; i++)
    if (b->methods[i]->index == index) offer.method = b->methods[i];
  if (index >= 0 && !offer.method) {
    // One method per name for the life of the state: a script may keep the function.
    if (!llua_define_method(b, "ca.host", name, index, LLUA_OBJECTS)) return llua_out_of_memory(b->state);
    offer.method = b->methods[b->method_count - 1];
  }
  return llua_protect(b->state, host_function_body, &offer);
}

void llua_host_begins(llua_Binding *b) {
  if (b->state->polling) llua_start_timer(b->state);
}

static int host_value_body(lua_State *L) {
  const Offer *offer = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, offer->b->host_functions);
  lua_pushstring(L, offer->name);
  int top = lua_gettop(L);
  llua_wire_push(L, offer->b);
  lua_settop(L, top + 1);
  lua_rawset(L, -3);
  lua_settop(L, 0);
  return 0;
}

static int module_value_body(lua_State *L) {
  const Offer *offer = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, offer->b->module);
  if (offer->is_argument && lua_getfield(L, -1, "args") != LUA_TTABLE) return 0;
  lua_pushstring(L, offer->name);
  int top = lua_gettop(L);
  llua_wire_push(L, offer->b);
  lua_settop(L, top + 1);
  lua_rawset(L, -3);
  lua_settop(L, 0);
  return 0;
}

llua_Kind llua_set_module_value(llua_Binding *b, const char *name, bool is_argument) {
  Offer offer = {b, name, NULL, is_argument};
  llua_Kind kind = llua_protect(b->state, module_value_body, &offer);
  llua_wire_reset_out(b);
  return kind;
}

llua_Kind llua_set_host_value(llua_Binding *b, const char *name) {
  Offer offer = {b, name, NULL, false};
  llua_Kind kind = llua_protect(b->state, host_value_body, &offer);
  llua_wire_reset_out(b);
  return kind;
}
