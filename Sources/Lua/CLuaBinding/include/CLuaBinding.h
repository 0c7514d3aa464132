// SPDX-License-Identifier: MIT
// The binding of objects to a Lua state, as Swift sees it: values as nodes, typed fast paths for common values, and
// calls into scripts.
//
// Invariant: a `lua_*` call may jump (longjmp), and must never jump over a Swift frame. So C decodes a call's
// arguments, calls Swift through `llua_Host`, and acts on the returned status. The functions of this header never
// raise.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CLuaState.h"

typedef struct llua_Binding llua_Binding;

// The types of nodes. ORDER llua_quantity_lengths in values.c
enum {
  LLUA_NODE_NIL,
  LLUA_NODE_BOOLEAN,    // number: 0 or 1
  LLUA_NODE_NUMBER,     // number; a Lua integer also as `integer`, with kind 1
  LLUA_NODE_STRING,     // bytes, length
  LLUA_NODE_POINT,      // 2 doubles at offset: x, y
  LLUA_NODE_SIZE,       // 2 doubles: width, height
  LLUA_NODE_RECT,       // 4 doubles: x, y, width, height
  LLUA_NODE_COLOR,      // 4 doubles: r, g, b, a
  LLUA_NODE_TRANSFORM,  // 16 doubles: m11 … m44
  LLUA_NODE_OBJECT,     // object, kind, serial
  LLUA_NODE_NUMBERS,    // table of numbers only: count doubles at offset
  LLUA_NODE_TABLE,      // count array items, then `pairs` keys each followed by its value
  // value only Lua can hold: `kind` is its Lua type, `pairs` its ordinal (0: the value itself); a layer also has its
  // object and serial, a class its index + 1 as `count`
  LLUA_NODE_SCRIPT,
};

// List of the object kinds behind a userdata, the only one: the constant's name, the owner of the methods
// (llua_define_method), and the name in messages. KEYED is a keyed object other than a layer; NULL is ca.null, which
// has no object.
#define LLUA_EACH_KIND(ROW) \
  ROW(LAYER, "Layer", "layer") \
  ROW(KEYED, "KeyedObject", "object with keys") \
  ROW(PATH, "Path", "Path") \
  ROW(IMAGE, "Image", "Image") \
  ROW(CONTEXT, "GraphicsContext", "graphics context") \
  ROW(TEXT, "AttributedString", "AttributedString") \
  ROW(SPRITE, "Sprite", "Sprite") \
  ROW(PACKAGE, "Package", "Package") \
  ROW(DRAWABLE, "Drawable", "Drawable") \
  ROW(CONSTRAINT, "Constraint", "Constraint") \
  ROW(NOISE, "Noise", "Noise") \
  ROW(RANDOM, "Random", "Random") \
  ROW(SCALE, "Scale", "Scale") \
  ROW(TIMELINE, "TimeLine", "time line") \
  ROW(NULL, "null", "null")

// LLUA_KIND_LAYER is 1. A quantity's kind is LLUA_KIND_QUANTITY + its node type.
#define LLUA_KIND_CONSTANT(kind, owner, name) LLUA_KIND_##kind,
enum { LLUA_KIND_NONE, LLUA_EACH_KIND(LLUA_KIND_CONSTANT) LLUA_KINDS, LLUA_KIND_QUANTITY = 0x100 };
// Kind of the snapshot behind a sublayers table (sublayers.c); invisible to scripts.
enum { LLUA_KIND_SUBLAYERS = 0xff };
#undef LLUA_KIND_CONSTANT

// Returns the kind's name in messages; NULL if there is no such kind.
const char *llua_kind_name(uint32_t kind);
// Returns the name of a value's node type, such as Color; NULL for other types.
const char *llua_quantity_name(uint32_t type);
// Returns the kind whose methods have that owner; 0 for none.
uint32_t llua_kind_of_owner(const char *owner);

// Lua's own type numbers, as the kind of a LLUA_NODE_SCRIPT node.
enum { LLUA_SCRIPT_TABLE = 5, LLUA_SCRIPT_FUNCTION = 6, LLUA_SCRIPT_USERDATA = 7, LLUA_SCRIPT_THREAD = 8 };

typedef struct llua_Node {
  uint32_t type;
  uint32_t kind;
  uint32_t count;
  uint32_t pairs;
  uint32_t next;  // index of the node after this one and all nodes in it
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
      union {
        uint64_t serial;
        size_t charged;  // of an object being pushed
      };
    };
    size_t offset;
    // For a table being pushed: its parent table's index, and the number of parts filled.
    struct {
      uint32_t parent;
      uint32_t filled;
    };
  };
} llua_Node;

// Access paths of a declared key.
enum {
  LLUA_KEY_GENERIC,
  LLUA_KEY_NUMBER,
  LLUA_KEY_BOOLEAN,
  LLUA_KEY_POINT,
  LLUA_KEY_SIZE,
  LLUA_KEY_RECT,
  LLUA_KEY_COLOR,
  LLUA_KEY_TRANSFORM,
  LLUA_KEY_SCRIPT,   // any Lua value, kept as it is (such as a delegate)
  LLUA_KEY_TREE,     // holds layers: strong edges are kept up to date
  LLUA_KEY_KEYED,    // holds keyed objects: their Lua objects are kept alive
  LLUA_KEY_ACTIONS,  // holds keyed objects and functions
  LLUA_KEY_FILTERS,  // takes immutable copies of keyed objects; Swift resolves key paths to them
  // The two most often read keys; otherwise same as LLUA_KEY_TREE.
  LLUA_KEY_SUPERLAYER,
  LLUA_KEY_SUBLAYERS,
};

// Flags of a method.
enum {
  LLUA_RECEIVER_MASK = 0xff,   // kind of its receiver, 0 for a function
  LLUA_SELF = 0x100,           // returns its receiver
  LLUA_EDGES = 0x200,          // moves layers: strong edges are kept up to date
  LLUA_STATIC = 0x400,         // `ca.Image(…)`: the first argument, the called table, is dropped
  LLUA_REFERENCES = 0x800,     // takes functions
  LLUA_OBJECTS = 0x1000,       // takes functions, and layers as objects
  LLUA_ITEMS = 0x4000,         // takes a list, whose length Swift receives; its results number items of the list
  LLUA_CLASS_METHOD = 0x2000,  // called on a class or an instance, which is dropped from the arguments, or with a dot
};

// Failed operation, and kind of variable, of an error raised by Lua itself. LLUA_REMEDY_COLOR: text that is not a
// colour.
enum { LLUA_REMEDY_CALL, LLUA_REMEDY_INDEX, LLUA_REMEDY_OTHER };
enum { LLUA_REMEDY_METHOD, LLUA_REMEDY_FIELD, LLUA_REMEDY_GLOBAL, LLUA_REMEDY_LOCAL, LLUA_REMEDY_COLOR };
typedef struct llua_Remedy {
  uint32_t operation, variable;
  bool is_nil;
  // The class searched for the name, by index; below 0 if unknown. `on_class` is true if it was searched on the class
  // itself, not on an instance.
  int32_t layer_class;
  bool on_class;
  // The kind of the object that lacks a method or a field, or LLUA_KIND_QUANTITY + the node type of a value; 0 if it is
  // unknown.
  uint32_t kind;
} llua_Remedy;

// Swift's side of the binding. A status is 0, or below 0 if the error was passed to llua_fail. `context` is the pointer
// given here. A property is one given to llua_define_key, or null for a key known only by name. A `layer` may be any
// keyed object, except for `superlayer`.
typedef struct llua_Host {
  void *context;
  int32_t (*set_number)(void *context, void *layer, const void *property, double value);
  int32_t (*set_boolean)(void *context, void *layer, const void *property, bool value);
  // `type` is a node type from LLUA_NODE_POINT to LLUA_NODE_TRANSFORM.
  int32_t (*set_quantity)(void *context, void *layer, const void *property, uint32_t type, const double *values);
  // Returns the node type of the values written to `values` (numbers and booleans too), or LLUA_NODE_OBJECT if
  // get_value must be called.
  int32_t (*get_quantity)(void *context, void *layer, const void *property, uint32_t kind, double *values);
  // Sets a key or key path to in node 0.
  int32_t (*set_value)(void *context, void *layer, const void *property, const char *key, size_t length);
  // Reads a key or key path into the out nodes.
  int32_t (*get_value)(void *context, void *layer, const void *property, const char *key, size_t length);
  // Returns the first object that a key path leads to, not retained; null (with an error) if it leads nowhere. Sets
  // *used to the bytes of the path up to that object's keys; 0 if the path concerns the layer's own keys.
  void *(*follow_path)(void *context, void *layer, const char *path, size_t length, size_t *used);
  // Called before a part of the value that the script keeps under a key is set.
  int32_t (*note_part)(void *context, void *layer, const char *key, size_t length);
  // Reads a part of in node 0 (a point, a transform or the like) into the out nodes; `whole` is its name in messages.
  // With `set`, writes the whole with that part replaced by in node 1.
  int32_t (*part)(void *context, void *layer, const char *whole, const char *path, size_t length, bool set);
  // Returns the number, for get_part and set_part, of a path to a part of a declared key, such as position.x; −1 if it
  // has none. It applies to every class that has the same property under the path's first word.
  int32_t (*find_part)(void *context, void *layer, const void *property, const char *path, size_t length);
  // Reads a numeric part; false if get_value must be called.
  bool (*get_part)(void *context, void *layer, int32_t part, double *value);
  int32_t (*set_part)(void *context, void *layer, int32_t part, double value);
  // Called before and after a constructor sets a frame in addition to bounds (1) or position (2): saves their values in
  // `before`, then compares.
  void (*frame_beside)(void *context, void *layer, int32_t given, double *before, bool after);
  // Checks a constructor key that is not declared by that name. Returns the rank of its first word (≥ 0), or −1 with an
  // error.
  int32_t (*check_key)(void *context, int32_t layer_class, const char *key, size_t length);
  // Returns the class of the objects of that name, given first in a call of the class; the class itself if its objects
  // have no such names; −1 for an unknown name.
  int32_t (*named_class)(void *context, int32_t layer_class, const char *name, size_t length);
  // Makes a layer or other keyed object, retained; null on failure.
  void *(*make_layer)(void *context, int32_t layer_class);
  // Called when a constructor has applied everything.
  void (*finish_layer)(void *layer);
  // Makes a class from in node 0 (its table); returns its index, or −1.
  int32_t (*make_class)(void *context, int32_t super_class, const char *name, size_t length);
  int32_t (*call)(void *context, int32_t method, void *receiver, int32_t count);
  bool (*parse_color)(void *context, const char *bytes, size_t length, double *rgba);
  void (*retain)(void *object);
  void (*release)(void *object);
  uint64_t (*layer_serial)(void *layer);
  int32_t (*layer_class)(void *context, void *layer);
  void *(*superlayer)(void *layer);  // not retained; null for none
  // Same as superlayer, as scripts read it. False if it has to be made by get_value.
  bool (*read_superlayer)(void *layer, void **found);
  // Returns a snapshot of a layer's sublayers, retained; null if it has none.
  void *(*sublayers)(void *layer);
  // Query a snapshot: whether it is still current; its count; and the layer at an index from 0, not retained and null
  // for none. Sets *in_place to true if that layer is still a sublayer there.
  bool (*sublayers_current)(void *sublayers, void *layer);
  size_t (*sublayers_count)(void *sublayers);
  void *(*sublayers_at)(void *sublayers, int64_t index, bool *in_place);
  bool (*equal)(uint32_t kind, void *a, void *b);
  // Called if arguments after the first `taken` were not read.
  void (*unread)(void *context, int32_t method, int32_t taken);
  // Called when a function is stored in a script's class.
  void (*defined)(void *context, int32_t layer_class, const char *name, size_t length);
  // Writes the suggestion for an error raised by Lua itself about the named variable, zero-terminated; returns its
  // length in bytes without the zero.
  size_t (*remedy)(void *context, llua_Remedy remedy, const char *name, size_t length, char *text, size_t room);
  // Called when a script reads a global, or a field of the module, that is not defined and may be another system's.
  void (*missing)(void *context, const char *name, size_t length, bool of_module);
} llua_Host;

// ---- set-up. Nothing here touches Lua until llua_binding_install ----------------------------------------------------

// Creates a binding; NULL if memory runs out. Once installed it is freed with the state, after all objects; before that
// by llua_binding_destroy.
llua_Binding *llua_binding_create(llua_State *state, const llua_Host *host);
void llua_binding_destroy(llua_Binding *b);
void llua_binding_set_context(llua_Binding *b, void *context);
// Defines a class. `layer_class` is Swift's index, in order from 0; `super` < 0 means none. `kind` is LLUA_KIND_LAYER
// or LLUA_KIND_KEYED.
bool llua_define_class(llua_Binding *b, int32_t layer_class, int32_t super, uint32_t kind, const char *name);
// Declares a key. A constructor applies keys in order of `rank`.
bool llua_define_key(
    llua_Binding *b, int32_t layer_class, const char *name, const void *property, uint32_t kind, int32_t rank);
// Defines a method. `owner` is "ca", "ca.Image" (its functions; the name "()" is the call), or a class or kind
// ("Layer", "Path"; "KeyedObject" for the methods of all keyed objects other than layers). A name with a leading dot is
// a readable field.
bool llua_define_method(llua_Binding *b, const char *owner, const char *name, int32_t method, uint32_t flags);
// Function or method written in C, with its owner as in llua_define_method. An alias does the same as the entry before
// it. llua_function_at returns false past the end.
typedef struct llua_Function {
  const char *owner, *name;
  // Signature and summary, as in Swift's Method.
  const char *signature, *summary;
  bool is_alias;
} llua_Function;
bool llua_function_at(size_t index, llua_Function *function);
// Declares a hook: a name that cannot be assigned on an instance.
bool llua_define_hook(llua_Binding *b, const char *name);
// Offers `ca.host.NAME` as a function that calls `call` with `index`; removes it if `index` is below 0. Only after
// installation.
llua_Kind llua_define_host_function(llua_Binding *b, const char *name, int32_t index);
// Called before a function of the host: starts the deadline's timer, which wakes a function that sleeps.
void llua_host_begins(llua_Binding *binding);
// Sets `ca.NAME`, or `ca.args.NAME`, to the out node.
llua_Kind llua_set_module_value(llua_Binding *b, const char *name, bool is_argument);
// Sets `ca.host.NAME` to the out node.
llua_Kind llua_set_host_value(llua_Binding *b, const char *name);
// Makes the module, `package.loaded.layerlua` and, if `global` is set, the global `ca`. An early failure destroys the
// binding. `constants` become fields of the module, and globals if `ca` is one. It is a list of zero-terminated strings
// that ends with an empty one: each name is followed by its value, `=` and text, or a decimal number.
llua_Kind llua_binding_install(llua_Binding *b, const char *version, bool global, const char *constants);

// ---- arguments and results ------------------------------------------------------------------------------------------

// Nodes and doubles of the call's arguments (or of a callback's results), valid until the next call of either kind.
const llua_Node *llua_in_nodes(const llua_Binding *b);
uint32_t llua_in_count(const llua_Binding *b);
const double *llua_in_doubles(const llua_Binding *b);

// Append the results in order. `object` is consumed (+1).
void llua_out_nil(llua_Binding *b);
void llua_out_boolean(llua_Binding *b, bool value);
void llua_out_number(llua_Binding *b, double value);
// Appends an integer that a double may not hold exactly.
void llua_out_integer(llua_Binding *b, int64_t value);
// Appends ca.null.
void llua_out_null(llua_Binding *b);
void llua_out_string(llua_Binding *b, const char *bytes, size_t length);
void llua_out_quantity(llua_Binding *b, uint32_t type, const double *values);
// Appends an object, which is released with its userdata. `bytes` is its memory with what only it holds; it counts
// against the memory limit as long as the userdata lives. 0 for layers and other keyed objects, which the scene counts.
void llua_out_object(llua_Binding *b, uint32_t kind, void *object, size_t bytes);
// Appends a value kept by llua_call_keeping; a reference below 1 is nil.
void llua_out_kept(llua_Binding *b, int kept, uint32_t ordinal);
// Appends a value that Lua keeps for a layer: the one assigned to `key`, or one of the values in it.
void llua_out_script(llua_Binding *b, uint64_t serial, const char *key, size_t length, uint32_t ordinal);
// Start an array of `count` items, or a dictionary of `count` pairs of key and value. A frozen one is read-only.
void llua_out_array(llua_Binding *b, uint32_t count, bool frozen);
// A list of numbers, for long ones.
void llua_out_numbers(llua_Binding *b, const double *values, size_t count);
void llua_out_dictionary(llua_Binding *b, uint32_t count, bool frozen);
// Returns Swift's index of the class on which a class method was called; -1 for none.
int32_t llua_called_class(const llua_Binding *b);
// Read a key path, from the Lua object with `serial`, into the in nodes, or set it to the out node.
llua_Kind llua_read_path(llua_Binding *b, uint64_t serial, const char *path, size_t length);
llua_Kind llua_write_path(llua_Binding *b, uint64_t serial, const char *path, size_t length);
// Records that the current call read only its first `taken` arguments.
void llua_note_unread(llua_Binding *b, int32_t taken);
// True if the key being set is in a constructor's userInfo.
bool llua_key_is_explicit(const llua_Binding *b);
// Starts a dictionary that `tostring` shows as its `text`.
void llua_out_readable(llua_Binding *b, uint32_t count);
// Begins a list of colours: reading one that it does not have raises an error. A palette of classes has no more.
void llua_out_palette(llua_Binding *b, uint32_t count, bool is_of_classes);
// Returns the script and line of the nearest Lua function, for warnings; false if none runs.
bool llua_caller(llua_Binding *b, char *script, size_t size, int32_t *line);
// Returns the mark of that line, a number; 0 for none.
uint32_t llua_mark_caller(llua_Binding *b);
// Returns a mark that also records up to seven lines that called that function, up to the script itself. Recursive
// functions count once. Replaces `llua_mark_caller` for objects made in functions that are called from many lines.
uint32_t llua_mark_calls(llua_Binding *b);
// Returns the script and line of a mark, without callers.
const char *llua_marked_script(const llua_Binding *b, uint32_t mark, int32_t *line);
// Splits the outermost calling line off a mark: returns the rest, and that line's mark in *caller; 0 for a mark without
// callers.
uint32_t llua_marked_call(const llua_Binding *b, uint32_t mark, uint32_t *caller);

// ---- calls into scripts ---------------------------------------------------------------------------------------------

enum {
  LLUA_TARGET_ARGUMENT,  // function with the ordinal `index` among the current call's arguments
  // method defined by the layer's own Lua class, with the layer as first argument; without a layer, a method of the
  // class `index`, which is the first argument
  LLUA_TARGET_CLASS,
  // method of the table assigned to `key`; the table is the first argument, the layer the second
  LLUA_TARGET_DELEGATE,
  // function assigned to `key`, or the one with the ordinal `index` in it; the layer is the first argument
  LLUA_TARGET_VALUE,
  LLUA_TARGET_KEPT,  // function behind the state's reference `references`
};

// True if a layer's Lua class (not a built-in one) or delegate has a function of that name, or if the lookup raises an
// error.
bool llua_has_function(llua_Binding *b, uint32_t target, void *layer, const char *key, const char *name);
// True if a class, by Swift's index, is written in Lua and has a function of that name.
bool llua_class_has_function(llua_Binding *b, int32_t layer_class, const char *name);
// Returns a version that grows whenever a script defines or replaces a method of any class.
uint64_t llua_class_version(const llua_Binding *b);
// Returns the reference to the functions among the current call's arguments. Must be read before anything else is
// called.
int llua_references(const llua_Binding *b);
// Added to a number of results: tables among them are read instead of kept as script values.
enum { LLUA_RESULTS_READ = 0x100 };
// In place of a number of results: all results, at most LLUA_RESULTS_MOST, with layers among them as objects.
enum { LLUA_RESULTS_ALL = 0x200, LLUA_RESULTS_MOST = 250 };
// Calls a function with the out nodes as further arguments, and reads `results` results into the in nodes. `references`
// is for LLUA_TARGET_ARGUMENT.
llua_Kind llua_call_function(llua_Binding *b, uint32_t target, int references, uint32_t index, void *layer,
    const char *key, const char *name, int32_t results);
// Same as llua_call_function, and keeps functions and keyed objects among the results. Their ordinals index a table
// whose reference is stored in *kept, for LLUA_TARGET_ARGUMENT and llua_out_kept; release it by llua_release_reference.
// *kept is 0 if there is nothing to keep.
llua_Kind llua_call_keeping(llua_Binding *b, uint32_t target, int references, uint32_t index, void *layer,
    const char *key, const char *name, int32_t results, int *kept);
// Makes a reference to a function among the current call's arguments, to keep it beyond the call.
llua_Kind llua_keep_argument(llua_Binding *b, int references, uint32_t index, int *reference);
// Makes a separate reference to the table of functions among the current call's arguments.
llua_Kind llua_keep_references(llua_Binding *b, int references, int *reference);
// Makes a reference to a table with the global function of that name as its first item; 0 if there is no such function.
llua_Kind llua_keep_global(llua_Binding *b, const char *name, int *reference);
// Bracket anything that a host function does to the state itself, such as running a script: the buffers may be reused,
// and are empty afterwards. The first returns whether Swift was using them, for the second.
bool llua_release_buffers(llua_Binding *b);
void llua_reclaim_buffers(llua_Binding *b, bool buffers_in_use);

// Input pixels of a filter's kernel, as floats or bytes: premultiplied RGBA, rows without padding.
typedef struct llua_Samples {
  const float *floats;   // or NULL
  const uint8_t *bytes;  // or NULL
  int32_t x, y, width, height;
  double map[6];  // from points to pixels, as an affine transform's a, b, c, d, tx, ty
  bool ends;      // true: the border pixels extend to the edges; false: they fade to what is beyond
} llua_Samples;

// A filter written in Lua, and the part of its output to fill.
typedef struct llua_Kernel {
  const char *name;       // prefix of messages
  int function;           // registry reference
  double to_points[6];    // from pixels to points, as `map`
  uint32_t sample_count;  // the first is the filter's input image
  const llua_Samples *samples;
  const char *const *sample_names;    // input keys of the other images; the first is not read
  float *target;                      // premultiplied RGBA, rows without padding
  int32_t x, y, width, height;        // of the target, in pixels
  double min_x, min_y, max_x, max_y;  // pixel positions are clamped to this range of the whole output
} llua_Kernel;

// Calls the kernel as f(x, y, sample, inputs) for each pixel, rows from the top. `inputs` is the pushed table, with
// sample functions for the other images added.
llua_Kind llua_run_kernel(llua_Binding *b, const llua_Kernel *kernel);

// Calls a function among the arguments as f(x, y) for each pixel, rows from the top, and stores its r, g, b, a (0…1) as
// unpremultiplied bytes. `what` is the prefix of messages.
llua_Kind llua_fill_pixels(
    llua_Binding *b, const char *what, int references, uint32_t index, uint32_t width, uint32_t height, uint8_t *rgba);

// Keeps the Lua object of a layer or other keyed object alive, with the callbacks of its tree, until it is unpinned.
llua_Kind llua_pin_layer(llua_Binding *b, void *layer);
llua_Kind llua_unpin_layer(llua_Binding *b, void *layer);
// Updates the edges between the Lua objects of a layer and its superlayer, after Swift has moved it.
llua_Kind llua_sync_layer(llua_Binding *b, void *layer);
// Copies the values that Lua keeps for one layer (delegate, script values) to another layer.
llua_Kind llua_copy_edges(llua_Binding *b, void *from, void *to);
// Makes a layer's Lua object hold the Lua objects of the objects under its key.
llua_Kind llua_hold_objects(llua_Binding *b, void *layer, const char *key);
// Returns the layer behind a reference of the state, not retained; null if it is something else.
llua_Kind llua_layer_of(llua_Binding *b, int reference, void **layer);
// Writes the name of a kept value, for messages.
llua_Kind llua_describe_reference(llua_Binding *b, int reference, char *text, size_t size);
// Sets `ca.args`: names with their values, then the positional arguments.
llua_Kind llua_set_arguments(llua_Binding *b, const char *const *names, const char *const *values, int32_t named,
    const char *const *positional, int32_t count);
