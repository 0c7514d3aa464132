// SPDX-License-Identifier: MIT
// The part of Lua that LuaBinding sees: values as nodes, typed entries for the frequent cases, and calls into scripts.
// Included by CLuaShim.h.
//
// The one rule: a `lua_*` call may jump, and must never jump over a Swift frame. So C decodes a call's arguments, calls
// Swift through `llua_Host`, and acts on the status it returns; the functions of this header never raise.
#pragma once

typedef struct llua_Binding llua_Binding;

// The types of nodes. ORDER llua_quantity_lengths in binding_values.c
enum {
  LLUA_NODE_NIL,
  LLUA_NODE_BOOLEAN,    // number: 0 or 1
  LLUA_NODE_NUMBER,     // number; a whole one of Lua's also as integer, kind 1
  LLUA_NODE_STRING,     // bytes, length
  LLUA_NODE_POINT,      // offset of 2 doubles: x, y
  LLUA_NODE_SIZE,       // 2: width, height
  LLUA_NODE_RECT,       // 4: x, y, width, height
  LLUA_NODE_COLOR,      // 4: r, g, b, a
  LLUA_NODE_TRANSFORM,  // 16: m11 … m44
  LLUA_NODE_OBJECT,     // object, kind, serial
  LLUA_NODE_NUMBERS,    // a table of numbers only: count doubles at offset
  LLUA_NODE_TABLE,      // count array items, then `pairs` keys each followed by its value
  // a value only Lua can hold: kind is its Lua type, pairs its ordinal (0: the value itself); for a layer its object
  // and serial, for a class 1 more than its index as count
  LLUA_NODE_SCRIPT,
};

// The kinds of objects behind a userdata, the only list of them: the name of the constant, the owner that has the
// methods (llua_define_method), and the name in messages. KEYED is an object with keys that is no layer; NULL is
// ca.null, which has no object.
#define LLUA_EACH_KIND(ROW) \
  ROW(LAYER, "Layer", "layer") \
  ROW(KEYED, "KeyedObject", "object with keys") \
  ROW(PATH, "Path", "Path") \
  ROW(IMAGE, "Image", "Image") \
  ROW(CONTEXT, "GraphicsContext", "graphics context") \
  ROW(TEXT, "AttributedString", "AttributedString") \
  ROW(SPRITE, "Sprite", "Sprite") \
  ROW(DRAWABLE, "Drawable", "Drawable") \
  ROW(CONSTRAINT, "Constraint", "Constraint") \
  ROW(NULL, "null", "null")

// LLUA_KIND_LAYER is 1. Quantities have LLUA_KIND_QUANTITY + their node type.
#define LLUA_KIND_CONSTANT(kind, owner, name) LLUA_KIND_##kind,
enum { LLUA_KIND_NONE, LLUA_EACH_KIND(LLUA_KIND_CONSTANT) LLUA_KINDS, LLUA_KIND_QUANTITY = 0x100 };
// What stands behind a table of sublayers (binding_sublayers.c); scripts do not see it.
enum { LLUA_KIND_SUBLAYERS = 0xff };
#undef LLUA_KIND_CONSTANT

// The kind's name in messages; NULL when there is no such kind.
const char *llua_kind_name(uint32_t kind);
// The kind whose methods have that owner; 0 for none.
uint32_t llua_kind_of_owner(const char *owner);

// The types a script's value can have, as LLUA_NODE_SCRIPT's kind: Lua's own numbers.
enum { LLUA_SCRIPT_TABLE = 5, LLUA_SCRIPT_FUNCTION = 6, LLUA_SCRIPT_USERDATA = 7, LLUA_SCRIPT_THREAD = 8 };

typedef struct llua_Node {
  uint32_t type;
  uint32_t kind;
  uint32_t count;
  uint32_t pairs;
  uint32_t next;  // the index of the node after this one and all it holds
  uint32_t reserved;
  union {
    struct {
      double number;
      int64_t integer;
    };
    struct {
      const char *bytes;
      size_t length;
    };
    struct {
      void *object;
      uint64_t serial;
    };
    size_t offset;
    // Of a table while it is pushed: the table it lies in, and how many of its parts it has.
    struct {
      uint32_t parent;
      uint32_t filled;
    };
  };
} llua_Node;

// How a declared key is set and read.
enum {
  LLUA_KEY_GENERIC,
  LLUA_KEY_NUMBER,
  LLUA_KEY_BOOLEAN,
  LLUA_KEY_POINT,
  LLUA_KEY_SIZE,
  LLUA_KEY_RECT,
  LLUA_KEY_COLOR,
  LLUA_KEY_TRANSFORM,
  LLUA_KEY_SCRIPT,   // any Lua value, kept as it is (a delegate)
  LLUA_KEY_TREE,     // holds layers: strong edges are kept in step
  LLUA_KEY_KEYED,    // holds objects with keys: their Lua objects are held
  LLUA_KEY_ACTIONS,  // holds objects with keys and functions
  LLUA_KEY_FILTERS,  // takes copies of objects with keys, which never change; key paths to them are Swift's
  // The two that are read most: otherwise as LLUA_KEY_TREE.
  LLUA_KEY_SUPERLAYER,
  LLUA_KEY_SUBLAYERS,
};

// How a method is called.
enum {
  LLUA_RECEIVER_MASK = 0xff,  // the kind of its receiver, 0 for a function
  LLUA_SELF = 0x100,          // returns its receiver
  LLUA_EDGES = 0x200,         // moves layers about: strong edges are kept in step
  LLUA_STATIC = 0x400,        // `ca.Image(…)`: the first argument is the table called and is left out
  LLUA_REFERENCES = 0x800,    // takes functions
  LLUA_OBJECTS = 0x1000,      // takes functions, and layers beside them
  LLUA_CLASS_METHOD =
      0x2000,  // called on a class or an object of it, which is left out of the arguments, or with a dot
};

// The operation and the variable of an error of Lua's own; with LLUA_REMEDY_COLOR, text that is no colour.
enum { LLUA_REMEDY_CALL, LLUA_REMEDY_INDEX, LLUA_REMEDY_OTHER };
enum { LLUA_REMEDY_METHOD, LLUA_REMEDY_FIELD, LLUA_REMEDY_GLOBAL, LLUA_REMEDY_LOCAL, LLUA_REMEDY_COLOR };
typedef struct llua_Remedy {
  uint32_t operation, variable;
  bool is_nil;
  // Where the name was looked for: the index of a class, or below 0 where that is not known; whether on the class
  // itself and not on an object of it.
  int32_t layer_class;
  bool on_class;
} llua_Remedy;

// Swift's side. A status is 0, or below 0 when the error was given to llua_fail. `context` is the pointer given here; a
// property is one of those given to llua_define_key, or null for a key by name alone. A `layer` may be
// another object with keys, save for `superlayer`.
typedef struct llua_Host {
  void *context;
  int32_t (*set_number)(void *context, void *layer, const void *property, double value);
  int32_t (*set_boolean)(void *context, void *layer, const void *property, bool value);
  // `type` is a node type from LLUA_NODE_POINT to LLUA_NODE_TRANSFORM.
  int32_t (*set_quantity)(void *context, void *layer, const void *property, uint32_t type, const double *values);
  // Returns the node type of the values put into `values` (numbers and booleans too), or LLUA_NODE_OBJECT: get_value is
  // to be called.
  int32_t (*get_quantity)(void *context, void *layer, const void *property, uint32_t kind, double *values);
  // Sets a key or key path from in node 0.
  int32_t (*set_value)(void *context, void *layer, const void *property, const char *key, size_t length);
  // Reads into the out nodes.
  int32_t (*get_value)(void *context, void *layer, const void *property, const char *key, size_t length);
  // The object that a key path leads to first, not retained, and the bytes of the path up to its keys: 0 when the path
  // is about the layer's own; null when it leads nowhere.
  void *(*follow_path)(void *context, void *layer, const char *path, size_t length, size_t *used);
  // A part of the value that the script keeps under a key is about to be set.
  int32_t (*note_part)(void *context, void *layer, const char *key, size_t length);
  // Reads a part of in node 0 (a point, a transform or their like) into the out nodes; `whole` is its
  // name in messages. With `set` the whole with the part replaced by in node 1.
  int32_t (*part)(void *context, void *layer, const char *whole, const char *path, size_t length, bool set);
  // The number of a path to a part of a declared key that was read or set, such as position.x, for the two below; −1
  // where it has none. A class that has the key under the path's first word takes it.
  int32_t (*find_part)(void *context, void *layer, const void *property, const char *path, size_t length);
  // Reads a part that is a number; false: get_value is to be called.
  bool (*get_part)(void *context, void *layer, int32_t part, double *value);
  int32_t (*set_part)(void *context, void *layer, int32_t part, double value);
  // A frame is to be set, or was, in a constructor that gives bounds (1) or position (2) too: keeps, or compares,
  // their values before.
  void (*frame_beside)(void *context, void *layer, int32_t given, double *before, bool after);
  // Judges a key of a constructor that is not declared as such: returns the rank of its first word (≥ 0), or −1.
  int32_t (*check_key)(void *context, int32_t layer_class, const char *key, size_t length);
  // The class of the objects of that name, where a call of the class gives one first; the class itself where its
  // objects have no such names; −1 for an unknown name.
  int32_t (*named_class)(void *context, int32_t layer_class, const char *name, size_t length);
  // A new layer or other object with keys, retained, or null.
  void *(*make_layer)(void *context, int32_t layer_class);
  // A constructor has applied everything.
  void (*finish_layer)(void *layer);
  // A new class from in node 0 (its table); returns its index, or −1.
  int32_t (*make_class)(void *context, int32_t super_class, const char *name, size_t length);
  int32_t (*call)(void *context, int32_t method, void *receiver, int32_t count);
  bool (*parse_color)(void *context, const char *bytes, size_t length, double *rgba);
  void (*retain)(void *object);
  void (*release)(void *object);
  uint64_t (*layer_serial)(void *layer);
  int32_t (*layer_class)(void *context, void *layer);
  void *(*superlayer)(void *layer);  // not retained; null for none
  // The same as scripts read it. False where it has to be made: get_value is to be called.
  bool (*read_superlayer)(void *layer, void **found);
  // The sublayers of a layer as they are now, retained; null for none.
  void *(*sublayers)(void *layer);
  // Whether the layer has these still; how many; and the one at an index from 0, not retained and null for none, and
  // whether it is still a sublayer there.
  bool (*sublayers_current)(void *sublayers, void *layer);
  size_t (*sublayers_count)(void *sublayers);
  void *(*sublayers_at)(void *sublayers, int64_t index, bool *in_place);
  bool (*equal)(uint32_t kind, void *a, void *b);
  // Arguments after the first `taken` were not read.
  void (*unread)(void *context, int32_t method, int32_t taken);
  // A function was put into a script's class.
  void (*defined)(void *context, int32_t layer_class, const char *name, size_t length);
  // Writes the remedy that follows an error of Lua's own about the variable of that name, with a 0 at its end; returns
  // how many bytes without it.
  size_t (*remedy)(void *context, llua_Remedy remedy, const char *name, size_t length, char *text, size_t room);
} llua_Host;

// ---- set-up. Nothing here touches Lua until llua_binding_install ----------------------------------------------------

// NULL when memory is short. Once installed it goes with the state, after all objects; before that it is destroyed by
// hand.
llua_Binding *llua_binding_create(llua_State *state, const llua_Host *host);
void llua_binding_destroy(llua_Binding *b);
void llua_binding_set_context(llua_Binding *b, void *context);
// `layer_class` is Swift's index, in order from 0; `super` < 0 for none. `kind` is LLUA_KIND_LAYER or LLUA_KIND_KEYED.
bool llua_define_class(llua_Binding *b, int32_t layer_class, int32_t super, uint32_t kind, const char *name);
// `rank`: a constructor applies keys in its order.
bool llua_define_key(
    llua_Binding *b, int32_t layer_class, const char *name, const void *property, uint32_t kind, int32_t rank);
// `owner` is "ca", "ca.Image" (its functions; the name "()" is the call), or a class or kind ("Layer", "Path";
// "KeyedObject" for the methods of all objects with keys that are no layers). A name with a leading dot is a field that
// is read.
bool llua_define_method(llua_Binding *b, const char *owner, const char *name, int32_t method, uint32_t flags);
// The functions and methods that are written in C, each with its owner as llua_define_method takes it. An alias does
// what the one before it does. False when there are no more.
typedef struct llua_Function {
  const char *owner, *name;
  // What it takes and returns, and what it does: as in Swift's Method.
  const char *signature, *summary;
  bool is_alias;
} llua_Function;
bool llua_function_at(size_t index, llua_Function *function);
// A name that cannot be assigned on an instance: a hook.
bool llua_define_hook(llua_Binding *b, const char *name);
// Offers `ca.host.NAME` as a function that leads to `call` with the index, or takes it away when the index is below 0.
// After the installation.
llua_Kind llua_define_host_function(llua_Binding *b, const char *name, int32_t index);
// Sets `ca.host.NAME` to the out node.
llua_Kind llua_set_host_value(llua_Binding *b, const char *name);
// Makes the module, `package.loaded.layerlua`, and the global `ca` when asked. An early failure destroys the binding.
// `constants` become fields of the module, and globals where `ca` is one: a list of names, each followed by its value,
// `=` and text or a decimal number; each string ends with a zero, and the list with an empty one.
llua_Kind llua_binding_install(llua_Binding *b, const char *version, bool global, const char *constants);

// ---- arguments and results ------------------------------------------------------------------------------------------

// The nodes and doubles of the call's arguments (or of a callback's results), until the next call of either kind.
const llua_Node *llua_in_nodes(const llua_Binding *b);
uint32_t llua_in_count(const llua_Binding *b);
const double *llua_in_doubles(const llua_Binding *b);

// The results, written in order. `object` is consumed (+1).
void llua_out_nil(llua_Binding *b);
void llua_out_boolean(llua_Binding *b, bool value);
void llua_out_number(llua_Binding *b, double value);
// One that a double may not hold.
void llua_out_integer(llua_Binding *b, int64_t value);
// ca.null.
void llua_out_null(llua_Binding *b);
void llua_out_string(llua_Binding *b, const char *bytes, size_t length);
void llua_out_quantity(llua_Binding *b, uint32_t type, const double *values);
void llua_out_object(llua_Binding *b, uint32_t kind, void *object);
// One of the values kept by llua_call_keeping; a reference below 1 is nil.
void llua_out_kept(llua_Binding *b, int kept, uint32_t ordinal);
// A value that Lua keeps for a layer: the one assigned to `key`, or one of the values in it.
void llua_out_script(llua_Binding *b, uint64_t serial, const char *key, size_t length, uint32_t ordinal);
// An array of `count` items, or as many pairs of key and value. A frozen one cannot be written to.
void llua_out_array(llua_Binding *b, uint32_t count, bool frozen);
void llua_out_dictionary(llua_Binding *b, uint32_t count, bool frozen);
// The class, by Swift's index, on which a class method was called; -1 for none.
int32_t llua_called_class(const llua_Binding *b);
// Reads a key path from the Lua object of a serial number on, into the in nodes, and sets one to the out node.
llua_Kind llua_read_path(llua_Binding *b, uint64_t serial, const char *path, size_t length);
llua_Kind llua_write_path(llua_Binding *b, uint64_t serial, const char *path, size_t length);
// The current call has read so many arguments, and not all.
void llua_note_unread(llua_Binding *b, int32_t taken);
// Whether the key being set stands in a constructor's userInfo.
bool llua_key_is_explicit(const llua_Binding *b);
// A dictionary that `tostring` shows as its `text`.
void llua_out_readable(llua_Binding *b, uint32_t count);
// The script and line of the nearest Lua function, for warnings.
bool llua_caller(llua_Binding *b, char *script, size_t size, int32_t *line);
// That place as a number, a mark; 0 is none.
uint32_t llua_mark_caller(llua_Binding *b);
// A mark that also knows the lines that called that function, seven at most, up to the script itself. Functions that
// call themselves count once. Takes the place of `llua_mark_caller` for what is made in functions that many lines call.
uint32_t llua_mark_calls(llua_Binding *b);
// The script and line of a mark, without callers.
const char *llua_marked_script(const llua_Binding *b, uint32_t mark, int32_t *line);
// The mark without the outermost line that called, and that line's mark; 0 for one without callers.
uint32_t llua_marked_call(const llua_Binding *b, uint32_t mark, uint32_t *caller);

// ---- calls into scripts ---------------------------------------------------------------------------------------------

enum {
  LLUA_TARGET_ARGUMENT,  // the function with the ordinal `index` among the arguments of the current call
  // a method that the layer's own Lua class defines; the layer is the first argument. Without a layer, one of the class
  // `index`, which is the first argument
  LLUA_TARGET_CLASS,
  // a method of the table assigned to `key`; the table is the first argument, the layer the second
  LLUA_TARGET_DELEGATE,
  // the function assigned to `key`, or the one with the ordinal `index` in it; the layer is the first argument
  LLUA_TARGET_VALUE,
  LLUA_TARGET_KEPT,  // the function that the reference `references` of the state is
};

// Whether a layer's Lua class (not a built-in one) or delegate has a function of that name. An error while looking
// counts as yes.
bool llua_has_function(llua_Binding *b, uint32_t target, void *layer, const char *key, const char *name);
// The same for a class by Swift's index.
bool llua_class_has_function(llua_Binding *b, int32_t layer_class, const char *name);
// Grows whenever a script defines or replaces a method of any class.
uint64_t llua_class_version(const llua_Binding *b);
// Where the current call keeps the functions among its arguments; taken before anything else is called.
int llua_references(const llua_Binding *b);
// Added to a number of results: tables among them are read, not kept as values of the script.
enum { LLUA_RESULTS_READ = 0x100 };
// In place of a number of results: all there are, at most this many, layers among them as objects.
enum { LLUA_RESULTS_ALL = 0x200, LLUA_RESULTS_MOST = 250 };
// Calls with the out nodes as further arguments and puts `results` results into the in nodes. `references` is for
// LLUA_TARGET_ARGUMENT.
llua_Kind llua_call_function(llua_Binding *b, uint32_t target, int references, uint32_t index, void *layer,
    const char *key, const char *name, int32_t results);
// The same, and keeps functions and objects with keys among the results: their ordinals count in a table whose
// reference is put into *kept (for llua_release_reference; 0 when there is nothing to keep), for LLUA_TARGET_ARGUMENT
// and llua_out_kept.
llua_Kind llua_call_keeping(llua_Binding *b, uint32_t target, int references, uint32_t index, void *layer,
    const char *key, const char *name, int32_t results, int *kept);
// A reference of the state to a function among the arguments of the current call, to be kept beyond it.
llua_Kind llua_keep_argument(llua_Binding *b, int references, uint32_t index, int *reference);
// A reference of its own to the table of functions among the arguments of the current call.
llua_Kind llua_keep_references(llua_Binding *b, int references, int *reference);
// A reference to a table that holds the global function of that name as its first item; 0 when there is no such
// function.
llua_Kind llua_keep_global(llua_Binding *b, const char *name, int *reference);
// Around anything that a host's function does to the state itself, such as running a script: the buffers may be used
// anew, and are empty again afterwards. The first returns what the second takes, whether Swift was using them.
bool llua_release_buffers(llua_Binding *b);
void llua_reclaim_buffers(llua_Binding *b, bool buffers_in_use);

// Pixels that a filter's kernel reads: of floating point, or bytes; premultiplied, red first, rows without gaps.
typedef struct llua_Samples {
  const float *floats;   // or NULL
  const uint8_t *bytes;  // or NULL
  int32_t x, y, width, height;
  double map[6];  // from points to pixels, as a transform's a, b, c, d, tx, ty
  bool ends;      // whether the outermost pixels go on to the edges, which otherwise fade to what is beyond
} llua_Samples;

// A filter that is written in Lua, and the part of its result that is to be filled.
typedef struct llua_Kernel {
  const char *name;       // the start of messages
  int function;           // a reference
  double to_points[6];    // from pixels to points
  uint32_t sample_count;  // the first is the filter's input
  const llua_Samples *samples;
  const char *const *sample_names;    // the keys of the inputs under which the others are; of the first it is not read
  float *target;                      // premultiplied, rows without gaps
  int32_t x, y, width, height;        // of the target
  double min_x, min_y, max_x, max_y;  // the outermost places of the whole result: beyond them those are taken
} llua_Kernel;

// Calls the kernel as f(x, y, sample, inputs) for each pixel, rows from the top. The inputs are what was pushed, a
// table, with functions for the other pictures.
llua_Kind llua_run_kernel(llua_Binding *b, const llua_Kernel *kernel);

// Calls a function among the arguments as f(x, y) for each pixel, rows from the top, and stores its r, g, b, a (0…1) as
// straight bytes. `what` is the start of messages.
llua_Kind llua_fill_pixels(
    llua_Binding *b, const char *what, int references, uint32_t index, uint32_t width, uint32_t height, uint8_t *rgba);

// Keeps a layer's (or other object's) Lua object (and with it the callbacks of its tree) until it is unpinned.
llua_Kind llua_pin_layer(llua_Binding *b, void *layer);
llua_Kind llua_unpin_layer(llua_Binding *b, void *layer);
// Makes the edges between the Lua objects of a layer and its superlayer right, after Swift moved it by itself.
llua_Kind llua_sync_layer(llua_Binding *b, void *layer);
// Copies the values that Lua keeps for one layer (delegate, script values) to another.
llua_Kind llua_copy_edges(llua_Binding *b, void *from, void *to);
// Makes a layer's Lua object hold those of the objects under its key.
llua_Kind llua_hold_objects(llua_Binding *b, void *layer, const char *key);
// The layer that a reference of the state is, not retained; null when it is something else.
llua_Kind llua_layer_of(llua_Binding *b, int reference, void **layer);
// The name of a kept value, for messages.
llua_Kind llua_describe_reference(llua_Binding *b, int reference, char *text, size_t size);
// `ca.args`: names with their values, then the positional ones.
llua_Kind llua_set_arguments(llua_Binding *b, const char *const *names, const char *const *values, int32_t named,
    const char *const *positional, int32_t count);
