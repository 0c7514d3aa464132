// SPDX-License-Identifier: MIT
// Shared by the binding's C files.
#pragma once
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "llua.h"

enum {
  LLUA_MAX_DEPTH = 100,
  LLUA_MAX_NODES = 1 << 22,
  LLUA_MAX_DOUBLES = 1 << 24,
  LLUA_MAX_CLASSES = 4096,
  LLUA_MAX_CLASS_KEYS = 1000
};

typedef struct llua_Key {
  const void *address;  // of Lua's interned string, as lua_topointer returns it: equal strings have equal addresses
  const char *name;
  const void *property;
  uint32_t kind;
  int32_t rank;
} llua_Key;

// A path to a part of a declared key, such as position.x, by the address of its interned string.
typedef struct llua_Part {
  const void *address, *head, *property;  // of the first word, and what a class has under it
  int32_t part;                           // Swift's number
} llua_Part;

// As many as scripts name; others take the long way, so that paths made up at run time fill no memory.
enum { LLUA_PART_SLOTS = 256, LLUA_MAX_PARTS = 128 };

typedef struct llua_Class {
  llua_Binding *b;
  struct llua_Class *super;
  char *name;
  int32_t index;
  uint32_t kind;  // LLUA_KIND_LAYER or LLUA_KIND_KEYED
  bool scripted;
  llua_Key *keys;  // open addressing by address, which is null where free; always there
  uint32_t mask;   // slots − 1
  uint32_t key_count;
  int table;      // registry references: its methods (a built-in class's with all inherited ones),
  int object;     // the table scripts see, which shows them,
  int metatable;  // and its instances' metatable
} llua_Class;

typedef struct llua_Bound {
  llua_Object header;
  llua_Binding *b;
  void *object;     // null once released
  llua_Class *cls;  // of layers and other objects with keys,
  uint64_t serial;  // as is their serial
} llua_Bound;

// A Point, Size, Rect, Color or Transform.
typedef struct llua_Quantity {
  llua_Object header;
  llua_Binding *b;
  const char *key;  // the layer's key it was read from, or null
  const char *sub;  // and the part of it ("origin", "size"), or null
  double v[];
} llua_Quantity;

typedef struct llua_Method {
  llua_Binding *b;
  char *owner;
  char *name;
  int32_t index;
  uint32_t flags;
} llua_Method;

typedef struct llua_Wire {
  llua_State *state;
  size_t charged;  // bytes of the buffers that count against the memory limit
  llua_Node *nodes;
  uint32_t count, capacity;
  double *doubles;
  size_t double_count, double_capacity;
  char *bytes;
  size_t byte_count, byte_capacity;
  bool failed;
  bool too_large;  // by count; otherwise memory is short
} llua_Wire;

typedef struct llua_Sampler llua_Sampler;

typedef struct llua_PendingKey {
  int32_t layer_class;
  char *name;
  const void *property;
  uint32_t kind;
  int32_t rank;
} llua_PendingKey;

// A place, as a mark, and the line that called the function in which it lies.
typedef struct llua_Call {
  uint32_t inner, caller;
} llua_Call;

struct llua_Binding {
  llua_State *state;
  llua_Host host;
  bool finalizers;         // scripts may have finalisers that run at any allocation
  bool buffers_in_use;     // Swift reads or writes the buffers: only a finaliser can call now, and must not
  int32_t called_class;    // on which a class method was called; -1 for none
  uint64_t class_version;  // grows with every method that a script defines
  bool is_explicit;        // the key being set stands in userInfo: it is one of the script's own
  int references;          // registry reference of the table of functions among the arguments of the current call
  int32_t add_sublayer;
  // the absolute stack index of a slot that becomes a table of the objects with keys among the values; 0 for none
  int held;
  bool pushed_keyed;  // such an object was pushed
  bool pushed_layer;
  int32_t taken;  // how many arguments the current call has read, when not all; −1 otherwise
  bool objects;   // layers among the values are objects though functions are kept
  // The name that was last found to be nothing on an object or on a class itself, for the remedy of the error that may
  // follow, with a 0 at its end and cut off where it is longer; and the class, by its index.
  char missed[72];
  int32_t missed_class;
  bool missed_on_class;
  // Registry reference of a table of the strings and objects that the in nodes point at and no stack holds: tables they
  // lie in may be weak, and results are off the stack when Swift reads them. How many there are.
  int anchors;
  uint32_t anchored;
  uint32_t steps;  // values read and pushed; wraps
  bool results;    // the values being added are results, which no stack holds
  // whose argument or key is being read, for messages; good from llua_wire_begin to the call
  const char *owner, *separator, *member;
  llua_Wire in, out;
  llua_Class **classes;
  size_t class_count, class_capacity;
  llua_Method **methods;
  size_t method_count, method_capacity;
  llua_PendingKey *pending;
  size_t pending_count, pending_capacity;
  char **hooks;
  size_t hook_count, hook_capacity;
  char **marked;  // names of scripts whose lines made objects
  size_t marked_count, marked_capacity;
  uint32_t marked_last;
  llua_Call *calls;  // see llua_mark_calls
  size_t call_count, call_capacity;
  uint32_t *call_slots;  // rows of `calls` from 1 by what is in them, 0 is free; a power of 2 and at most half full
  size_t call_slot_count;
  llua_Part *parts;  // NULL before the first; open addressing, a null address is free
  uint32_t part_count;
  int names;     // registry references: strings whose addresses are kept
  int identity;  // serial → layer userdata, weak
  int pins;
  int views;  // serial → the table of its sublayers that was made last (binding_sublayers.c), weak
  int view_metatable;
  int colors;  // colour text → Color
  int color_count;
  int reserved;  // names no instance may assign → true
  int module;
  int host_functions;          // ca.host
  llua_Sampler *sampler;       // what the `sample` functions of filters read; NULL before the first one
  int sampler_reference;       // which holds it
  int null;                    // ca.null
  int metatables[LLUA_KINDS];  // 0: frozen tables
  int quantity_metatables[LLUA_NODE_TRANSFORM + 1];
};

extern const char llua_frozen_mark, llua_class_mark;

// Functions that are written in C, and who has them, as in llua_define_method. Lists of these end with no owner.
typedef struct llua_Named {
  const char *name;
  lua_CFunction func;
  // What it takes and returns, and what it does: as in Swift's Method.
  const char *signature, *summary;
} llua_Named;
typedef struct llua_Functions {
  const char *owner;
  const llua_Named *list;
} llua_Functions;
// As luaL_setfuncs.
void llua_set_named(lua_State *L, const llua_Named *list, int upvalues);
extern const llua_Functions llua_value_functions[], llua_class_functions[];

// binding_remedies.c
// Keeps the name at the index as the one that was last found to be nothing.
void llua_note_missed(lua_State *L, llua_Binding *b, int32_t layer_class, bool on_class, int name);

// binding_messages.c
extern const char *const llua_quantity_names[LLUA_NODE_TRANSFORM + 1];
const char *llua_describe(lua_State *L, int index);
// "a" or "an", for a name of this module's.
const char *llua_article(const char *name);
int llua_value_call(lua_State *L);
int llua_value_newindex(lua_State *L);
// The value has no component or method of the name at 2.
int llua_refuse_field(lua_State *L, llua_Quantity *v);

// binding_values.c
extern const int llua_quantity_lengths[LLUA_NODE_TRANSFORM + 1];
extern const char *const llua_matrix_names[16];
extern const double llua_identity[16];
llua_Quantity *llua_push_quantity(lua_State *L, llua_Binding *b, uint32_t type, const double *v);
bool llua_decode(lua_State *L, llua_Binding *b, int index, uint32_t type, double *out);
// Inline, since every reading of a component comes by them.
static inline void llua_push_number(lua_State *L, double v) {
  if (v == floor(v) && fabs(v) < 9007199254740992.0) lua_pushinteger(L, (lua_Integer)v);
  else lua_pushnumber(L, v);
}
static inline llua_Quantity *llua_quantity_at(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TUSERDATA || lua_rawlen(L, index) < sizeof(llua_Quantity)) return NULL;
  llua_Quantity *v = lua_touserdata(L, index);
  return v->header.magic == LLUA_MAGIC && v->header.kind >= LLUA_KIND_QUANTITY ? v : NULL;
}
// The one that a metamethod was called for; raises when it is none.
static inline llua_Quantity *llua_any_quantity(lua_State *L) {
  llua_Quantity *v = llua_quantity_at(L, 1);
  if (!v) llua_refuse(L, "expected a value such as a Point, got %s", llua_describe(L, 1));
  return v;
}
bool llua_finite_number(lua_State *L, int index, double *out);
// Whether all are from 0 to 1, but for what rounding adds, which is taken away.
bool llua_fractions(double *v, int n);

// binding_value_methods.c
void llua_install_values(lua_State *L, llua_Binding *b, int module);
// Where a component has its place; −1 for none of that name.
int llua_component_place(uint32_t type, const char *name);

// binding_wire.c
bool llua_grow(void *memory, size_t item, size_t needed, size_t *capacity);
void llua_wire_reset_in(llua_Binding *b);
void llua_wire_reset_out(llua_Binding *b);
void llua_wire_free(llua_Binding *b);
void llua_guard(lua_State *L, llua_Binding *b);
void llua_unguard(llua_Binding *b);
// `references`: 0 none allowed, or the absolute stack index of a slot that becomes a table of script values; `keep`
// makes a top-level table, function or foreign userdata a script value by itself.
void llua_wire_add(lua_State *L, llua_Binding *b, int index, int references, bool keep);
// For values that no stack holds: all strings and objects among them stay until the next call.
void llua_wire_add_result(lua_State *L, llua_Binding *b, int index, int references, bool keep);
// The in nodes have been read, so what they point at may go.
void llua_wire_read(lua_State *L, llua_Binding *b);
// Makes the in nodes ready for the results of a function; nothing read before is needed any more.
void llua_wire_begin_results(lua_State *L, llua_Binding *b);
// Makes the buffers ready for a call; raises in a finaliser that runs while they are in use.
void llua_wire_begin(lua_State *L, llua_Binding *b);
// Whose values are added from here on, as in "Layer", ".", "style"; the strings last until the call is made.
void llua_wire_name(llua_Binding *b, const char *owner, const char *separator, const char *member);
// Pushes all out nodes; returns how many values.
int llua_wire_push(lua_State *L, llua_Binding *b);
void llua_push_frozen(lua_State *L, llua_Binding *b);
void llua_install_wire(lua_State *L, llua_Binding *b);
// Replaces a frozen array with the table behind it.
bool llua_thaw(lua_State *L, int index);

// binding_sublayers.c
// Pushes the table that scripts read as the layer's `sublayers`; false, and nothing, where it has none. `keep`: the next
// reading may find it.
bool llua_push_sublayers(lua_State *L, int layer, bool keep);
// With a frozen table at 1 and, on top, what is behind it.
llua_Bound *llua_view_at(lua_State *L, int index);
int llua_view_index(lua_State *L);
size_t llua_view_count(lua_State *L, int index);
int llua_view_pairs(lua_State *L);
// Makes a plain table of it, which is behind the frozen one at `table` from now on; pushed in its place.
void llua_view_thaw(lua_State *L, int table);
// The child, whose edge is there still, leaves the parent: who reads it in an older table finds its values.
void llua_view_leave(lua_State *L, int parent, int child);
// The sublayers of the layer with these edges change.
void llua_view_drop(lua_State *L, int edges);
void llua_install_sublayers(lua_State *L, llua_Binding *b);
static inline bool llua_is_tree(const llua_Key *k) {
  return k->kind == LLUA_KEY_TREE || k->kind == LLUA_KEY_SUPERLAYER || k->kind == LLUA_KEY_SUBLAYERS;
}

// binding_layers.c
llua_Bound *llua_bound_at(lua_State *L, int index);
llua_Bound *llua_layer_at(lua_State *L, int index);
// Whether it is a layer or another object with keys.
static inline bool llua_is_keyed(const llua_Bound *o) {
  return o->header.kind == LLUA_KIND_LAYER || o->header.kind == LLUA_KIND_KEYED;
}
llua_Bound *llua_keyed_at(lua_State *L, int index);
llua_Bound *llua_push_bound(lua_State *L, llua_Binding *b, uint32_t kind, void *object);
int llua_bound_gc(lua_State *L);
// Sets a key (or key path) as an assignment does; all indices absolute.
void llua_set_key(lua_State *L, int layer, int key, int value);
// Sets a key of the script's own, as in userInfo; one that the class declares is refused.
void llua_set_own_key(lua_State *L, int layer, int key, int value);
int llua_get_key(lua_State *L, int at, int key);
int llua_layer_index(lua_State *L);
int llua_layer_newindex(lua_State *L);
int llua_set_value_method(lua_State *L);
int llua_value_method(lua_State *L);
int llua_walk(lua_State *L);
// Pushes the function that a setter's selector is, such as setBounds for the key bounds; false when the class declares
// no such key.
bool llua_push_setter(lua_State *L, const llua_Class *c, int name);
// Whether the function is one that layers and other objects with keys are born with; a script's classes define theirs
// in Lua.
bool llua_is_own_method(lua_State *L, int index);

// binding_edges.c: references that the collector must see
void llua_push_layer(lua_State *L, llua_Binding *b, void *layer, bool consumed);
bool llua_push_edges(lua_State *L, int layer, bool make);
void llua_edge_give(lua_State *L, int layer, int key, int value);
void llua_edge_read(lua_State *L, int layer, int key, bool in_tree);
void llua_push_given(lua_State *L, int edges, const char *name, size_t length);
void llua_copy_given(lua_State *L, int from, int to);
void llua_edge_before(lua_State *L, int parent, int child);
void llua_edge_after(lua_State *L, llua_Binding *b, int parent, int child);
void llua_sync_child(lua_State *L, llua_Binding *b, int child);
void llua_sync_children(lua_State *L, llua_Binding *b, int layer);

// binding_classes.c
// The class that is at the index, and its name; NULL for anything else.
llua_Class *llua_class_at(lua_State *L, int index);
const char *llua_class_name_at(lua_State *L, int index);
void llua_install_classes(lua_State *L, llua_Binding *b, int module);
// Makes the tables of a class that was defined after the others were installed, unless it has them.
void llua_complete_class(lua_State *L, llua_Class *c);
static inline uint32_t llua_hash(const void *address) {
  return (uint32_t)((uintptr_t)address >> 4 ^ (uintptr_t)address >> 11);
}
static inline const llua_Key *llua_class_find(const llua_Class *c, const void *address) {
  for (uint32_t i = llua_hash(address) & c->mask; c->keys[i].address; i = (i + 1) & c->mask)
    if (c->keys[i].address == address) return &c->keys[i];
  return NULL;
}
// Pushes the value that a class written in Lua (or, unless scripted_only, the built-in one below it) has under the key;
// false: nothing.
bool llua_push_class_member(lua_State *L, const llua_Class *c, int key, bool scripted_only);

// binding_module.c
int llua_invoke(lua_State *L);
int llua_invoke_method(lua_State *L, const llua_Method *m);
// The interned string as a key, kept for the life of the state.
llua_Key llua_anchor(lua_State *L, llua_Binding *b, const char *name);

// Notes the thread that calls, on which calls back go. To be called before Swift is: a guest's coroutines are not seen
// otherwise.
static inline void llua_enter(llua_Binding *b, lua_State *L) { b->state->running = L; }

#define LLUA_BINDING(L) ((llua_Binding *)lua_touserdata(L, lua_upvalueindex(1)))
