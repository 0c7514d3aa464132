// SPDX-License-Identifier: MIT
// Declarations shared by the binding's C files.
#pragma once
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "CLuaBinding.h"
#include "llua.h"

enum {
  LLUA_MAX_DEPTH = 100,
  LLUA_MAX_NODES = 1 << 22,
  LLUA_MAX_DOUBLES = 1 << 24,
  LLUA_MAX_CLASSES = 4096,
  LLUA_MAX_CLASS_KEYS = 1000
};

typedef struct llua_Key {
  const void *address;  // Lua's interned string, by lua_topointer: equal strings have equal addresses
  const char *name;
  const void *property;
  uint32_t kind;
  int32_t rank;
} llua_Key;

// Cached path to a part of a declared key, such as position.x, found by the address of its interned string.
typedef struct llua_Part {
  const void *address, *head, *property;  // whole path; first word; the class's property for that word
  int32_t part;                           // Swift's number of the part
} llua_Part;

// Capacity of the path cache: enough for the paths written in scripts. Other paths are uncached, so that paths built at
// run time do not fill memory.
enum { LLUA_PART_SLOTS = 256, LLUA_MAX_PARTS = 128 };

typedef struct llua_Class {
  llua_Binding *b;
  struct llua_Class *super;
  char *name;
  int32_t index;
  uint32_t kind;  // LLUA_KIND_LAYER or LLUA_KIND_KEYED
  bool scripted;
  llua_Key *keys;  // hash table with open addressing; never NULL, free slots have a null address
  uint32_t mask;   // number of slots − 1
  uint32_t key_count;
  int table;      // registry reference: methods (with inherited ones for a built-in class)
  int object;     // registry reference: the table scripts see
  int metatable;  // registry reference: metatable of the instances
} llua_Class;

typedef struct llua_Bound {
  llua_Object header;
  llua_Binding *b;
  void *object;     // null once released
  llua_Class *cls;  // for layers and other keyed objects
  union {
    uint64_t serial;  // for layers and other keyed objects
    size_t charged;   // for others: their bytes that count against the memory limit
  };
} llua_Bound;

// A Point, Size, Rect, Color or Transform.
typedef struct llua_Quantity {
  llua_Object header;
  llua_Binding *b;
  const char *key;  // layer key it was read from, or NULL
  const char *sub;  // part of that key ("origin", "size"), or NULL
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
  size_t charged;  // buffer bytes that count against the memory limit
  llua_Node *nodes;
  uint32_t count, capacity;
  double *doubles;
  size_t double_count, double_capacity;
  char *bytes;
  size_t byte_count, byte_capacity;
  bool failed;
  bool too_large;  // failed by count; otherwise out of memory
} llua_Wire;

typedef struct llua_Sampler llua_Sampler;

typedef struct llua_PendingKey {
  int32_t layer_class;
  char *name;
  const void *property;
  uint32_t kind;
  int32_t rank;
} llua_PendingKey;

// Row of a call mark: the mark of a line, and the line that called its function.
typedef struct llua_Call {
  uint32_t inner, caller;
} llua_Call;

struct llua_Binding {
  llua_State *state;
  llua_Host host;
  bool finalizers;         // scripts may have finalisers that run at any allocation
  bool buffers_in_use;     // Swift uses the buffers: only a finaliser can call now, and must not
  int32_t called_class;    // class of the current class method call; -1 for none
  uint64_t class_version;  // incremented by every method that a script defines
  bool is_explicit;        // the key being set is in userInfo, so it is the script's own
  int references;          // registry reference: functions among the current call's arguments
  int32_t add_sublayer;
  // absolute stack index of a slot that becomes a table of the keyed objects among the values; 0 for none
  int held;
  bool pushed_keyed;  // a keyed object was pushed
  bool pushed_layer;
  int32_t taken;  // arguments read by the current call, if not all; −1 otherwise
  bool objects;   // layers among the values are objects even though functions are kept
  // The last name not found on an object or class, zero-terminated, for the suggestion in an error that may follow;
  // longer names are not recorded. Then the index of the class.
  char missed[72];
  int32_t missed_class;
  bool missed_on_class;
  // Registry reference to a table of the strings and objects that the in nodes point at and no stack holds, and their
  // number. Needed because their tables may be weak, and results are off the stack when Swift reads them.
  int anchors;
  uint32_t anchored;
  uint32_t steps;  // values read and pushed so far; wraps around
  bool results;    // the values being added are results, held by no stack
  // owner of the argument or key being read, for messages; valid from llua_wire_begin until the call
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
  char **marked;  // names of scripts whose lines created objects
  size_t marked_count, marked_capacity;
  uint32_t marked_last;
  llua_Call *calls;  // see llua_mark_calls
  size_t call_count, call_capacity;
  uint32_t *call_slots;  // hash table of rows of `calls`, numbered from 1; 0: free; at most half full
  size_t call_slot_count;
  llua_Part *parts;  // NULL until first used; open addressing, free slots have a null address
  uint32_t part_count;
  int names;     // registry references: strings kept for their addresses
  int identity;  // serial → layer userdata, weak
  int pins;
  int views;  // serial → its newest sublayers table (sublayers.c), weak
  int view_metatable;
  int colors;  // colour text → Color
  int color_count;
  int reserved;  // names that no instance may assign → true
  int module;
  int host_functions;          // ca.host
  llua_Sampler *sampler;       // state of the filters' `sample` functions; NULL until first used
  int sampler_reference;       // registry reference of the sampler
  int null;                    // ca.null
  int metatables[LLUA_KINDS];  // index 0: frozen tables
  int quantity_metatables[LLUA_NODE_TRANSFORM + 1];
};

extern const char llua_frozen_mark, llua_class_mark;

// Functions written in C, with their owners as in llua_define_method. A list ends with a NULL owner.
typedef struct llua_Named {
  const char *name;
  lua_CFunction func;
  // Signature and summary, as in Swift's Method.
  const char *signature, *summary;
} llua_Named;
typedef struct llua_Functions {
  const char *owner;
  const llua_Named *list;
} llua_Functions;
// Same as luaL_setfuncs, for llua_Named lists.
void llua_set_named(lua_State *L, const llua_Named *list, int upvalues);
extern const llua_Functions llua_value_functions[], llua_class_functions[];

// remedies.c
// Implements llua_BindingFunctions.add_remedy.
size_t llua_add_remedy(llua_Binding *b, char *message, size_t count, size_t room);
// Records the name at stack index `name` as the last one not found.
void llua_note_missed(lua_State *L, llua_Binding *b, int32_t layer_class, bool on_class, int name);

// messages.c
extern const char *const llua_quantity_names[LLUA_NODE_TRANSFORM + 1];
const char *llua_describe(lua_State *L, int index);
// Returns "a" or "an" for one of this module's names.
const char *llua_article(const char *name);
int llua_value_call(lua_State *L);
int llua_value_newindex(lua_State *L);
// Raises: the value has no component or method of the name at index 2.
int llua_refuse_field(lua_State *L, llua_Binding *b, llua_Quantity *v);

// values.c
extern const int llua_quantity_lengths[LLUA_NODE_TRANSFORM + 1];
extern const char *const llua_matrix_names[16];
extern const double llua_identity[16];
llua_Quantity *llua_push_quantity(lua_State *L, llua_Binding *b, uint32_t type, const double *v);
bool llua_decode(lua_State *L, llua_Binding *b, int index, uint32_t type, double *out);
// Pushes an integer if the value is whole. Inline, since every component read uses it.
static inline void llua_push_number(lua_State *L, double v) {
  if (v == floor(v) && fabs(v) < 9007199254740992.0) lua_pushinteger(L, (lua_Integer)v);
  else lua_pushnumber(L, v);
}
static inline llua_Quantity *llua_quantity_at(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TUSERDATA || lua_rawlen(L, index) < sizeof(llua_Quantity)) return NULL;
  llua_Quantity *v = lua_touserdata(L, index);
  return v->header.magic == LLUA_MAGIC && v->header.kind >= LLUA_KIND_QUANTITY ? v : NULL;
}
// Returns the receiver of a metamethod; raises if it is not a quantity.
static inline llua_Quantity *llua_any_quantity(lua_State *L) {
  llua_Quantity *v = llua_quantity_at(L, 1);
  if (!v) llua_refuse(L, "expected a value such as a Point, got %s", llua_describe(L, 1));
  return v;
}
bool llua_finite_number(lua_State *L, int index, double *out);
// True if all values are from 0 to 1 within 1e-6; clamps them to that range.
bool llua_fractions(double *v, int n);

// value_methods.c
void llua_install_values(lua_State *L, llua_Binding *b, int module);
// Returns the index of a component; −1 if the type has none of that name.
int llua_component_place(uint32_t type, const char *name);

// wire.c
bool llua_grow(void *memory, size_t item, size_t needed, size_t *capacity);
void llua_wire_reset_in(llua_Binding *b);
void llua_wire_reset_out(llua_Binding *b);
void llua_wire_free(llua_Binding *b);
void llua_guard(lua_State *L, llua_Binding *b);
void llua_unguard(llua_Binding *b);
// Adds the value at `index` to the in nodes. `references` is 0 (no script values allowed) or the absolute stack index
// of a slot that becomes a table of script values. `keep` makes a top-level table, function or foreign userdata a
// script value itself.
void llua_wire_add(lua_State *L, llua_Binding *b, int index, int references, bool keep);
// Same as `llua_wire_add`, for values that no stack holds: all strings and objects among them stay alive until the next
// call.
void llua_wire_add_result(lua_State *L, llua_Binding *b, int index, int references, bool keep);
// Called when the in nodes have been read: the values they point at may be freed.
void llua_wire_read(lua_State *L, llua_Binding *b);
// Clears the in nodes for a function's results; earlier arguments are no longer needed.
void llua_wire_begin_results(lua_State *L, llua_Binding *b);
// Clears the buffers for a call; raises in a finaliser that runs while they are in use.
void llua_wire_begin(lua_State *L, llua_Binding *b);
// Sets the owner of the values added next, such as "Layer", ".", "style"; the strings must live until the call.
void llua_wire_name(llua_Binding *b, const char *owner, const char *separator, const char *member);
// Pushes all out nodes; returns the number of values.
int llua_wire_push(lua_State *L, llua_Binding *b);
void llua_install_wire(lua_State *L, llua_Binding *b);
// Replaces a frozen table with the table behind it; false if it is not frozen.
bool llua_thaw(lua_State *L, int index);

// result_tables.c
void llua_install_frozen(lua_State *L, llua_Binding *b);
// Replaces the table on top with a read-only proxy.
void llua_push_frozen(lua_State *L, llua_Binding *b);
// Gives the table on top the string under its key `text` as its text.
void llua_make_readable(lua_State *L);
// Makes indices without a colour of the table on top an error.
void llua_make_palette(lua_State *L, bool is_of_classes);

// sublayers.c
// Pushes the frozen table that scripts read as the layer's `sublayers`; false, pushing nothing, if it has none. `keep`
// caches it for the next read.
bool llua_push_sublayers(lua_State *L, int layer, bool keep);
// Called with a frozen table at index 1 and the snapshot behind it on top.
llua_Bound *llua_view_at(lua_State *L, int index);
int llua_view_index(lua_State *L);
size_t llua_view_count(lua_State *L, int index);
int llua_view_pairs(lua_State *L);
// Replaces the snapshot on top with a plain table, and stores that behind the frozen table at `table`.
void llua_view_thaw(lua_State *L, int table);
// Called before the edge to a removed child is dropped: older tables keep the child and its values alive.
void llua_view_leave(lua_State *L, int parent, int child);
// Drops the cached sublayers table of the layer with these edges, whose sublayers change.
void llua_view_drop(lua_State *L, int edges);
void llua_install_sublayers(lua_State *L, llua_Binding *b);
static inline bool llua_is_tree(const llua_Key *k) {
  return k->kind == LLUA_KEY_TREE || k->kind == LLUA_KEY_SUPERLAYER || k->kind == LLUA_KEY_SUBLAYERS;
}

// layers.c
llua_Bound *llua_bound_at(lua_State *L, int index);
llua_Bound *llua_layer_at(lua_State *L, int index);
// True if `o` is a layer or another keyed object.
static inline bool llua_is_keyed(const llua_Bound *o) {
  return o->header.kind == LLUA_KIND_LAYER || o->header.kind == LLUA_KIND_KEYED;
}
llua_Bound *llua_keyed_at(lua_State *L, int index);
llua_Bound *llua_push_bound(lua_State *L, llua_Binding *b, uint32_t kind, void *object);
int llua_bound_gc(lua_State *L);
// Sets a key or key path as an assignment does; all indices are absolute.
void llua_set_key(lua_State *L, int layer, int key, int value);
// Sets a key of the script's own, as in userInfo; refuses one that the class declares.
void llua_set_own_key(lua_State *L, int layer, int key, int value);
int llua_get_key(lua_State *L, int at, int key);
int llua_layer_index(lua_State *L);
int llua_layer_newindex(lua_State *L);
int llua_set_value_method(lua_State *L);
int llua_value_method(lua_State *L);
int llua_walk(lua_State *L);
// Pushes the setter function of that name, such as setBounds for the key bounds; false if the class declares no such
// key.
bool llua_push_setter(lua_State *L, const llua_Class *c, int name);
// True if the function is a built-in method of layers and other keyed objects; a script's classes define theirs in Lua.
bool llua_is_own_method(lua_State *L, int index);

// edges.c: references visible to the collector
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

// classes.c
// Return the class at the index, and its name; NULL for anything else.
llua_Class *llua_class_at(lua_State *L, int index);
const char *llua_class_name_at(lua_State *L, int index);
void llua_install_classes(lua_State *L, llua_Binding *b, int module);
// Makes the tables of a class defined after installation, unless it has them.
void llua_complete_class(lua_State *L, llua_Class *c);
static inline uint32_t llua_hash(const void *address) {
  return (uint32_t)((uintptr_t)address >> 4 ^ (uintptr_t)address >> 11);
}
static inline const llua_Key *llua_class_find(const llua_Class *c, const void *address) {
  for (uint32_t i = llua_hash(address) & c->mask; c->keys[i].address; i = (i + 1) & c->mask)
    if (c->keys[i].address == address) return &c->keys[i];
  return NULL;
}
// Pushes the member of a class written in Lua or, unless scripted_only, of the built-in class below it. False, pushing
// nothing, if there is none.
bool llua_push_class_member(lua_State *L, const llua_Class *c, int key, bool scripted_only);

// names.c
// Puts the functions of the module and of its transactions where an assignment does not replace them, and reports names
// of other systems that a script reads and nothing defines: in the module and, if `global`, among the globals.
void llua_install_names(lua_State *L, llua_Binding *b, int module, bool global);

// module.c
int llua_invoke(lua_State *L);
int llua_invoke_method(lua_State *L, const llua_Method *m);
// Returns the interned string as a key, kept alive as long as the state.
llua_Key llua_anchor(lua_State *L, llua_Binding *b, const char *name);

// Records the calling thread, on which callbacks run. Must precede every call of Swift: a guest's coroutine switches
// are not observed otherwise.
static inline void llua_enter(llua_Binding *b, lua_State *L) { b->state->running = L; }

#define LLUA_BINDING(L) ((llua_Binding *)lua_touserdata(L, lua_upvalueindex(1)))
