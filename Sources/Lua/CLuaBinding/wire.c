// SPDX-License-Identifier: MIT
// Conversion of Lua values to nodes and back.
#include "internal.h"

// MARK: - Buffers

bool llua_grow(void *memory, size_t item, size_t needed, size_t *capacity) {
  if (needed <= *capacity) return true;
  size_t size = *capacity ? *capacity * 2 : 64;
  while (size < needed) size *= 2;
  void *bigger = realloc(*(void **)memory, size * item);
  if (!bigger) return false;
  *(void **)memory = bigger;
  *capacity = size;
  return true;
}

// Returns the bytes of a buffer that count against the memory limit: all of them, or 0 for up to 64 KiB.
static size_t wire_counted(size_t bytes) { return bytes > 1 << 16 ? bytes : 0; }

// Same as `llua_grow`, for a wire's buffer, whose memory is charged first. A refusal is final for the call: asking
// again for each value would run a full collection each time.
static bool wire_grow(llua_Wire *w, void *memory, size_t item, size_t needed, size_t *capacity) {
  if (w->failed) return false;
  if (needed <= *capacity) return true;
  size_t size = *capacity ? *capacity * 2 : 64;
  while (size < needed) size *= 2;
  size_t more = wire_counted(size * item) - wire_counted(*capacity * item);
  // Script finalisers, which exist only outside the sandbox, must not run here.
  bool has_room = more == 0 ||
      (w->state->options.trusted ? llua_charge_quietly(w->state, more) : llua_charge(w->state, more));
  if (!has_room) return false;
  w->charged += more;
  return llua_grow(memory, item, needed, capacity);
}

static llua_Node *wire_add_node(llua_Wire *w, uint32_t type) {
  if (w->failed) return NULL;
  size_t capacity = w->capacity;
  w->too_large = w->count >= LLUA_MAX_NODES * 4u;
  if (w->too_large || !wire_grow(w, &w->nodes, sizeof(llua_Node), (size_t)w->count + 1, &capacity)) {
    w->failed = true;
    return NULL;
  }
  w->capacity = (uint32_t)capacity;
  llua_Node *n = &w->nodes[w->count++];
  memset(n, 0, sizeof *n);
  n->type = type;
  n->next = w->count;
  return n;
}

static double *wire_add_doubles(llua_Wire *w, size_t count) {
  if (w->failed) return NULL;
  w->too_large = w->double_count + count > LLUA_MAX_DOUBLES;
  if (w->too_large || !wire_grow(w, &w->doubles, sizeof(double), w->double_count + count, &w->double_capacity)) {
    w->failed = true;
    return NULL;
  }
  double *d = w->doubles + w->double_count;
  w->double_count += count;
  return d;
}

static char *wire_add_bytes(llua_Wire *w, const char *bytes, size_t length) {
  if (w->failed) return NULL;
  w->too_large = false;
  if (!wire_grow(w, &w->bytes, 1, w->byte_count + length + 1, &w->byte_capacity)) {
    w->failed = true;
    return NULL;
  }
  char *to = w->bytes + w->byte_count;
  if (length) memcpy(to, bytes, length);
  w->byte_count += length;
  return to;
}

static void wire_shrink(llua_Wire *w) {
  if (w->capacity > 1 << 15) {
    free(w->nodes);
    w->nodes = NULL;
    w->capacity = 0;
  }
  if (w->double_capacity > 1 << 16) {
    free(w->doubles);
    w->doubles = NULL;
    w->double_capacity = 0;
  }
  if (w->byte_capacity > 1 << 18) {
    free(w->bytes);
    w->bytes = NULL;
    w->byte_capacity = 0;
  }
  size_t still = wire_counted(w->capacity * sizeof *w->nodes) + wire_counted(w->double_capacity * sizeof *w->doubles) +
      wire_counted(w->byte_capacity);
  if (w->charged <= still) return;
  llua_release(w->state, w->charged - still);
  w->charged = still;
}

void llua_wire_reset_in(llua_Binding *b) {
  b->owner = NULL;
  b->in.count = 0;
  b->held = 0;
  b->in.double_count = 0;
  b->in.failed = false;
  wire_shrink(&b->in);
}

// Clears the out nodes, and releases objects that no value took over.
void llua_wire_reset_out(llua_Binding *b) {
  llua_Wire *w = &b->out;
  for (uint32_t i = 0; i < w->count; i++)
    if (w->nodes[i].type == LLUA_NODE_OBJECT && w->nodes[i].object) {
      void *object = w->nodes[i].object;
      w->nodes[i].object = NULL;
      llua_release(b->state, w->nodes[i].charged);
      b->host.release(object);
    }
  w->count = 0;
  w->double_count = w->byte_count = 0;
  w->failed = false;
  wire_shrink(w);
}

void llua_wire_free(llua_Binding *b) {
  llua_wire_reset_out(b);
  free(b->in.nodes), free(b->in.doubles), free(b->in.bytes);
  free(b->out.nodes), free(b->out.doubles), free(b->out.bytes);
  memset(&b->in, 0, sizeof b->in);
  memset(&b->out, 0, sizeof b->out);
}

// Marks the buffers as in use. Script finalisers (outside the sandbox) run at any allocation, and one that runs now
// must not use the buffers. Stopping the collector instead would start a new cycle at each restart: every call would
// cost a share of the whole heap.
void llua_guard(lua_State *L, llua_Binding *b) { b->state->guarded = b->finalizers ? L : NULL; }
void llua_unguard(llua_Binding *b) { b->state->guarded = NULL; }

enum { FEW_ANCHORS = 64 };

static void wire_anchor(lua_State *L, llua_Binding *b, int index) {
  index = lua_absindex(L, index);
  luaL_checkstack(L, 4, NULL);
  lua_rawgeti(L, LUA_REGISTRYINDEX, b->anchors);
  lua_pushvalue(L, index);
  lua_rawseti(L, -2, (lua_Integer)b->anchored + 1);
  b->anchored += 1;
  lua_pop(L, 1);
}

// Drops the anchors if there are few. Many are left to the next call: replacing their table needs an allocation, which
// may fail.
void llua_wire_read(lua_State *L, llua_Binding *b) {
  if (b->anchored == 0 || b->anchored > FEW_ANCHORS) return;
  lua_rawgeti(L, LUA_REGISTRYINDEX, b->anchors);
  for (; b->anchored > 0; b->anchored--) {
    lua_pushnil(L);
    lua_rawseti(L, -2, (lua_Integer)b->anchored);
  }
  lua_pop(L, 1);
}

static void wire_drop_anchors(lua_State *L, llua_Binding *b) {
  llua_wire_read(L, b);
  if (b->anchored == 0) return;
  lua_newtable(L);
  lua_rawseti(L, LUA_REGISTRYINDEX, b->anchors);
  b->anchored = 0;
}

void llua_wire_begin(lua_State *L, llua_Binding *b) {
  llua_enter(b, L);
  if (b->buffers_in_use || llua_is_guarded(L)) llua_refuse(L, "layers cannot be used in a finaliser");
  if (b->state->is_closed) llua_refuse(L, "layers cannot be used any more: the Lua state is being closed");
  llua_unguard(b);
  b->objects = b->results = false;
  llua_wire_reset_in(b);
  llua_wire_reset_out(b);
  wire_drop_anchors(L, b);
}

void llua_wire_begin_results(lua_State *L, llua_Binding *b) {
  b->results = false;
  llua_wire_reset_in(b);
  wire_drop_anchors(L, b);
}

void llua_wire_name(llua_Binding *b, const char *owner, const char *separator, const char *member) {
  b->owner = owner;
  b->separator = separator;
  b->member = member;
}

// MARK: - From Lua

bool llua_thaw(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TTABLE) return false;
  index = lua_absindex(L, index);
  int type = lua_rawgetp(L, index, &llua_frozen_mark);
  if (type == LUA_TUSERDATA) llua_view_thaw(L, index);
  else if (type != LUA_TTABLE) {
    lua_pop(L, 1);
    return false;
  }
  lua_replace(L, index);
  return true;
}

// Raises, with the name of the method or key that the value was given to.
static void refuse_value(lua_State *L, const llua_Binding *b, const char *message) {
  if (b->owner) llua_refuse(L, "%s%s%s: %s", b->owner, b->separator, b->member, message);
  llua_refuse(L, "%s", message);
}

static void refuse_too_large(lua_State *L, const llua_Binding *b) {
  if (!b->in.too_large) {
    llua_note_place(b->state);
    lua_pushliteral(L, "not enough memory");  // the exact text of Lua's own out-of-memory error
    lua_error(L);
  }
  llua_error(L, LLUA_LIMIT, "%s%s%s%sa table may hold at most %d values, and %d numbers; give it in parts",
      b->owner ? b->owner : "", b->owner ? b->separator : "", b->owner ? b->member : "", b->owner ? ": " : "",
      LLUA_MAX_NODES, LLUA_MAX_DOUBLES);
}

static void add_script(lua_State *L, llua_Binding *b, int index, int references, bool keep) {
  int type = lua_type(L, index);
  uint32_t ordinal = 0;
  if (!keep) {
    if (!references)
      refuse_value(L, b,
          lua_pushfstring(
              L, "a %s cannot be used here; expected data", type == LUA_TTHREAD ? "coroutine" : lua_typename(L, type)));
    index = lua_absindex(L, index);
    if (!lua_istable(L, references)) {
      lua_newtable(L);
      lua_replace(L, references);
    }
    ordinal = (uint32_t)lua_rawlen(L, references) + 1;
    lua_pushvalue(L, index);
    lua_rawseti(L, references, ordinal);
  }
  llua_Node *n = wire_add_node(&b->in, LLUA_NODE_SCRIPT);
  if (!n) return refuse_too_large(L, b);
  n->kind = (uint32_t)type;
  n->pairs = ordinal;
  llua_Bound *o = llua_bound_at(L, index);
  if (o && llua_is_keyed(o)) {
    n->object = o->object;
    n->serial = o->serial;
  }
  llua_Class *c = llua_class_at(L, index);
  if (c) n->count = (uint32_t)c->index + 1;
}

static void add_value(lua_State *L, llua_Binding *b, int index, int references, bool keep, int depth);

// Counts a value read or pushed, and checks the deadline every 4,096 values.
static inline void wire_step(lua_State *L, llua_Binding *b) {
  if ((++b->steps & 4095) == 0) llua_check_time(b->state, L);
}

static void hold_keyed(lua_State *L, int held, int index) {
  index = lua_absindex(L, index);
  if (!lua_istable(L, held)) {
    lua_newtable(L);
    lua_replace(L, held);
  }
  lua_pushvalue(L, index);
  lua_rawseti(L, held, (lua_Integer)lua_rawlen(L, held) + 1);
}

// Adds a table as nodes. Only raw access: metamethods are not called.
static void add_table(lua_State *L, llua_Binding *b, int index, int references, int depth) {
  if (depth > LLUA_MAX_DEPTH)
    llua_error(L, LLUA_LIMIT, "%s%s%s%sthe table is nested too deeply (or holds itself): at most %d levels",
        b->owner ? b->owner : "", b->owner ? b->separator : "", b->owner ? b->member : "", b->owner ? ": " : "",
        LLUA_MAX_DEPTH);
  luaL_checkstack(L, 8, "too many nested tables");
  index = lua_absindex(L, index);
  int shown = lua_rawgetp(L, index, &llua_frozen_mark);
  if (shown == LUA_TUSERDATA) llua_view_thaw(L, index);
  if (shown == LUA_TUSERDATA || shown == LUA_TTABLE) index = lua_gettop(L);
  size_t length = lua_rawlen(L, index);
  b->in.too_large = length > LLUA_MAX_NODES;
  if (b->in.too_large) refuse_too_large(L, b);
  uint32_t pairs = 0;
  lua_pushnil(L);
  while (lua_next(L, index)) {
    wire_step(L, b);
    lua_pop(L, 1);
    if (lua_isinteger(L, -1)) {
      lua_Integer i = lua_tointeger(L, -1);
      if (i >= 1 && (lua_Unsigned)i <= length) continue;
    }
    pairs++;
  }
  if (length > 0 && pairs == 0) {
    size_t offset = b->in.double_count;
    double *d = wire_add_doubles(&b->in, length);
    if (!d) refuse_too_large(L, b);
    size_t i = 0;
    for (; i < length; i++) {
      wire_step(L, b);
      lua_rawgeti(L, index, (lua_Integer)i + 1);
      bool number = lua_type(L, -1) == LUA_TNUMBER;
      if (number) d[i] = lua_tonumber(L, -1);
      // An integer that a double cannot hold gets a node of its own.
      if (number && fabs(d[i]) >= 9007199254740992.0 && lua_isinteger(L, -1)) number = false;
      lua_pop(L, 1);
      if (!number) break;
    }
    if (i == length) {
      llua_Node *n = wire_add_node(&b->in, LLUA_NODE_NUMBERS);
      if (!n) refuse_too_large(L, b);
      n->count = (uint32_t)length;
      n->offset = offset;
      lua_pop(L, 1);
      return;
    }
    b->in.double_count = offset;
  }
  uint32_t self = b->in.count;
  llua_Node *n = wire_add_node(&b->in, LLUA_NODE_TABLE);
  if (!n) refuse_too_large(L, b);
  n->count = (uint32_t)length;
  bool is_class = llua_class_name_at(L, index) != NULL;
  n->kind = is_class;
  for (size_t i = 1; i <= length; i++) {
    lua_rawgeti(L, index, (lua_Integer)i);
    add_value(L, b, -1, references, false, depth + 1);
    lua_pop(L, 1);
  }
  // The pairs are counted again as they are added: collections meanwhile remove entries from a weak table.
  uint32_t added = 0;
  if (pairs) {
    lua_pushnil(L);
    while (lua_next(L, index)) {
      if (lua_isinteger(L, -2)) {
        lua_Integer i = lua_tointeger(L, -2);
        if (i >= 1 && (lua_Unsigned)i <= length) {
          lua_pop(L, 1);
          continue;
        }
      }
      if (lua_type(L, -2) != LUA_TSTRING && lua_type(L, -2) != LUA_TNUMBER)
        refuse_value(L, b, lua_pushfstring(L, "expected strings as the table's keys, got %s", llua_describe(L, -2)));
      int type = lua_type(L, -1);
      // A class passed by mistake instead of an object has methods; the error about it comes later.
      if (is_class && !references && type == LUA_TFUNCTION) {
        lua_pop(L, 1);
        continue;
      }
      if (!references && lua_type(L, -2) == LUA_TSTRING && (type == LUA_TFUNCTION || type == LUA_TTHREAD))
        refuse_value(L, b,
            lua_pushfstring(L, "%s: a %s cannot be used here; expected data", lua_tostring(L, -2),
                type == LUA_TTHREAD ? "coroutine" : "function"));
      add_value(L, b, -2, 0, false, depth + 1);
      add_value(L, b, -1, references, false, depth + 1);
      lua_pop(L, 1);
      added++;
    }
  }
  b->in.nodes[self].pairs = added;
  b->in.nodes[self].next = b->in.count;
  lua_pop(L, 1);
}

static void add_value(lua_State *L, llua_Binding *b, int index, int references, bool keep, int depth) {
  llua_Node *n;
  wire_step(L, b);
  switch (lua_type(L, index)) {
    case LUA_TNONE:
    case LUA_TNIL:
      if (!wire_add_node(&b->in, LLUA_NODE_NIL)) refuse_too_large(L, b);
      return;
    case LUA_TBOOLEAN:
      n = wire_add_node(&b->in, LLUA_NODE_BOOLEAN);
      if (!n) return refuse_too_large(L, b);
      n->number = lua_toboolean(L, index);
      return;
    case LUA_TNUMBER:
      n = wire_add_node(&b->in, LLUA_NODE_NUMBER);
      if (!n) return refuse_too_large(L, b);
      n->kind = (uint32_t)lua_isinteger(L, index);
      n->number = lua_tonumber(L, index);
      n->integer = lua_tointeger(L, index);
      return;
    case LUA_TSTRING:
      n = wire_add_node(&b->in, LLUA_NODE_STRING);
      if (!n) return refuse_too_large(L, b);
      n->bytes = lua_tolstring(L, index, &n->length);
      if (depth > 0 || b->results) wire_anchor(L, b, index);
      return;
    case LUA_TTABLE:
      if (keep) {
        lua_pushvalue(L, index);
        bool frozen = llua_thaw(L, -1);
        lua_pop(L, 1);
        if (!frozen) return add_script(L, b, index, references, true);
      }
      return add_table(L, b, index, references, depth);
    case LUA_TUSERDATA: {
      llua_Quantity *v = llua_quantity_at(L, index);
      if (v) {
        uint32_t type = v->header.kind - LLUA_KIND_QUANTITY;
        size_t offset = b->in.double_count;
        double *d = wire_add_doubles(&b->in, (size_t)llua_quantity_lengths[type]);
        n = wire_add_node(&b->in, type);
        if (!d || !n) return refuse_too_large(L, b);
        memcpy(d, v->v, sizeof(double) * (size_t)llua_quantity_lengths[type]);
        n->offset = offset;
        return;
      }
      llua_Bound *o = llua_bound_at(L, index);
      if (o && o->header.kind == LLUA_KIND_NULL) {
        n = wire_add_node(&b->in, LLUA_NODE_OBJECT);
        if (!n) return refuse_too_large(L, b);
        n->kind = LLUA_KIND_NULL;
        n->object = NULL;
        n->serial = 0;
        return;
      }
      // If references are kept, a layer is one of them, so that the collector sees the edge.
      bool holds = o && o->header.kind == LLUA_KIND_KEYED && b->held;
      if (o && o->object && (holds || b->objects || !(llua_is_keyed(o) && (keep || references)))) {
        if (holds) hold_keyed(L, b->held, index);
        n = wire_add_node(&b->in, LLUA_NODE_OBJECT);
        if (!n) return refuse_too_large(L, b);
        n->kind = o->header.kind;
        n->object = o->object;
        n->serial = llua_is_keyed(o) ? o->serial : 0;
        if (depth > 0 || b->results) wire_anchor(L, b, index);
        return;
      }
      if ((depth > 0 || b->results) && o && llua_is_keyed(o)) wire_anchor(L, b, index);
      return add_script(L, b, index, references, keep);
    }
    default: return add_script(L, b, index, references, keep);
  }
}

void llua_wire_add(lua_State *L, llua_Binding *b, int index, int references, bool keep) {
  add_value(L, b, index, references, keep, 0);
}

void llua_wire_add_result(lua_State *L, llua_Binding *b, int index, int references, bool keep) {
  b->results = true;
  add_value(L, b, index, references, keep, 0);
  b->results = false;
}

// MARK: - Nodes for Swift

const llua_Node *llua_in_nodes(const llua_Binding *b) { return b->in.nodes; }
uint32_t llua_in_count(const llua_Binding *b) { return b->in.count; }
const double *llua_in_doubles(const llua_Binding *b) { return b->in.doubles; }

void llua_out_nil(llua_Binding *b) { wire_add_node(&b->out, LLUA_NODE_NIL); }
void llua_out_boolean(llua_Binding *b, bool value) {
  llua_Node *n = wire_add_node(&b->out, LLUA_NODE_BOOLEAN);
  if (n) n->number = value;
}
void llua_out_number(llua_Binding *b, double value) {
  llua_Node *n = wire_add_node(&b->out, LLUA_NODE_NUMBER);
  if (n) n->number = value;
}
void llua_out_integer(llua_Binding *b, int64_t value) {
  llua_Node *n = wire_add_node(&b->out, LLUA_NODE_NUMBER);
  if (!n) return;
  n->kind = 1;
  n->integer = value;
}
void llua_out_null(llua_Binding *b) {
  llua_Node *n = wire_add_node(&b->out, LLUA_NODE_OBJECT);
  if (!n) return;
  n->kind = LLUA_KIND_NULL;
  n->object = NULL;
}
void llua_out_string(llua_Binding *b, const char *bytes, size_t length) {
  llua_Node *n = wire_add_node(&b->out, LLUA_NODE_STRING);
  if (!n) return;
  size_t offset = b->out.byte_count;
  if (!wire_add_bytes(&b->out, bytes, length)) return;
  n->offset = offset;
  n->length = length;
}
void llua_out_quantity(llua_Binding *b, uint32_t type, const double *values) {
  llua_Node *n = wire_add_node(&b->out, type);
  if (!n) return;
  size_t offset = b->out.double_count, count = (size_t)llua_quantity_lengths[type];
  double *d = wire_add_doubles(&b->out, count);
  if (!d) {
    n->type = LLUA_NODE_NIL;
    return;
  }
  memcpy(d, values, sizeof(double) * count);
  n->offset = offset;
}
void llua_out_object(llua_Binding *b, uint32_t kind, void *object, size_t bytes) {
  llua_State *s = b->state;
  llua_Wire *w = &b->out;
  // Outside the sandbox a collection runs script finalisers, so there it is left for the time when memory runs short.
  bool has_room = w->failed || bytes == 0 || (s->options.trusted && llua_charge_quietly(s, bytes)) ||
      llua_charge(s, bytes);
  if (!has_room) {
    w->failed = true;
    w->too_large = false;
  }
  bool is_charged = !w->failed;
  llua_Node *n = wire_add_node(w, LLUA_NODE_OBJECT);
  if (!n) {
    if (is_charged) llua_release(s, bytes);
    b->host.release(object);
    return;
  }
  n->kind = kind;
  n->object = object;
  n->charged = bytes;
}
void llua_out_script(llua_Binding *b, uint64_t serial, const char *key, size_t length, uint32_t ordinal) {
  llua_Node *n = wire_add_node(&b->out, LLUA_NODE_SCRIPT);
  if (!n) return;
  size_t offset = b->out.byte_count;
  if (!wire_add_bytes(&b->out, key, length)) return;
  n->count = (uint32_t)length;
  n->pairs = ordinal;
  n->offset = offset;
  n->serial = serial;
}
void llua_out_kept(llua_Binding *b, int kept, uint32_t ordinal) {
  llua_Node *n = wire_add_node(&b->out, LLUA_NODE_SCRIPT);
  if (!n) return;
  n->kind = kept > 0 ? (uint32_t)kept : 0;
  n->pairs = ordinal;
}
// A table node's kind is 0 (plain), 1 (frozen), READABLE, PALETTE or CLASSES, a palette of classes.
enum { READABLE = 2, PALETTE = 3, CLASSES = 4 };

void llua_out_array(llua_Binding *b, uint32_t count, bool frozen) {
  llua_Node *n = wire_add_node(&b->out, LLUA_NODE_TABLE);
  if (!n) return;
  n->count = count;
  n->kind = frozen;
}
void llua_out_palette(llua_Binding *b, uint32_t count, bool is_of_classes) {
  llua_Node *n = wire_add_node(&b->out, LLUA_NODE_TABLE);
  if (!n) return;
  n->count = count;
  n->kind = is_of_classes ? CLASSES : PALETTE;
}
void llua_out_numbers(llua_Binding *b, const double *values, size_t count) {
  llua_Node *n = wire_add_node(&b->out, LLUA_NODE_NUMBERS);
  if (!n) return;
  size_t offset = b->out.double_count;
  double *d = wire_add_doubles(&b->out, count);
  if (!d) {
    n->type = LLUA_NODE_NIL;
    return;
  }
  if (count) memcpy(d, values, sizeof(double) * count);
  n->offset = offset;
  n->count = (uint32_t)count;
}
void llua_out_dictionary(llua_Binding *b, uint32_t count, bool frozen) {
  llua_Node *n = wire_add_node(&b->out, LLUA_NODE_TABLE);
  if (!n) return;
  n->pairs = count;
  n->kind = frozen;
}
void llua_out_readable(llua_Binding *b, uint32_t count) {
  llua_Node *n = wire_add_node(&b->out, LLUA_NODE_TABLE);
  if (!n) return;
  n->pairs = count;
  n->kind = READABLE;
}

// MARK: - To Lua

static void push_script(lua_State *L, llua_Binding *b, const llua_Node *n) {
  uint64_t serial = n->serial;
  uint32_t ordinal = n->pairs;
  if (serial == 0) {
    int kept = (int)n->kind;
    if (kept == 0) {
      lua_pushnil(L);
      return;
    }
    llua_push_reference(L, kept);
    // Ordinal 0 is the kept value itself; any other is an index into the kept table of results.
    if (ordinal == 0) return;
    lua_rawgeti(L, -1, ordinal);
    lua_remove(L, -2);
    return;
  }
  lua_pushlstring(L, b->out.bytes + n->offset, n->count);
  lua_rawgeti(L, LUA_REGISTRYINDEX, b->identity);
  if (lua_rawgeti(L, -1, (lua_Integer)serial) != LUA_TUSERDATA || !llua_push_edges(L, lua_gettop(L), false)) {
    lua_pop(L, 3);
    lua_pushnil(L);
    return;
  }
  size_t length;
  const char *name = lua_tolstring(L, -4, &length);
  llua_push_given(L, -1, name, length);
  if (ordinal) {
    if (lua_istable(L, -1)) lua_rawgeti(L, -1, ordinal);
    else lua_pushnil(L);
    lua_remove(L, -2);
  }
  lua_replace(L, -5);
  lua_pop(L, 3);
}

static void push_numbers(lua_State *L, llua_Binding *b, uint32_t at) {
  uint32_t count = b->out.nodes[at].count;
  lua_createtable(L, (int)count, 0);
  for (uint32_t i = 0; i < count; i++) {
    if (i % 256 == 0) wire_step(L, b);
    llua_push_number(L, b->out.doubles[b->out.nodes[at].offset + i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
}

// Pushes a value that is not a table.
static void push_leaf(lua_State *L, llua_Binding *b, uint32_t at) {
  llua_Node *n = &b->out.nodes[at];
  switch (n->type) {
    case LLUA_NODE_BOOLEAN: lua_pushboolean(L, n->number != 0); break;
    case LLUA_NODE_NUMBER:
      if (n->kind) lua_pushinteger(L, n->integer);
      else llua_push_number(L, n->number);
      break;
    case LLUA_NODE_STRING: lua_pushlstring(L, b->out.bytes + n->offset, n->length); break;
    case LLUA_NODE_POINT:
    case LLUA_NODE_SIZE:
    case LLUA_NODE_RECT:
    case LLUA_NODE_COLOR:
    case LLUA_NODE_TRANSFORM: llua_push_quantity(L, b, n->type, b->out.doubles + n->offset); break;
    case LLUA_NODE_OBJECT: {
      if (n->kind == LLUA_KIND_NULL) {
        lua_rawgeti(L, LUA_REGISTRYINDEX, b->null);
      } else if (!n->object) {
        lua_pushnil(L);
      } else if (n->kind == LLUA_KIND_LAYER || n->kind == LLUA_KIND_KEYED) {
        *(n->kind == LLUA_KIND_KEYED ? &b->pushed_keyed : &b->pushed_layer) = true;
        // The node owns the object until a userdata does, so an error here leaks nothing.
        llua_push_layer(L, b, n->object, false);
        void *object = b->out.nodes[at].object;
        b->out.nodes[at].object = NULL;
        b->host.release(object);
      } else {
        llua_Bound *o = llua_push_bound(L, b, n->kind, NULL);
        o->object = b->out.nodes[at].object;
        o->charged = b->out.nodes[at].charged;
        b->out.nodes[at].object = NULL;
      }
      break;
    }
    case LLUA_NODE_SCRIPT: push_script(L, b, n); break;
    case LLUA_NODE_NUMBERS: push_numbers(L, b, at); break;
    default: lua_pushnil(L); break;
  }
}

// Freezes the complete table on top, or makes it a description (READABLE) or a palette (PALETTE, CLASSES).
static void finish_table(lua_State *L, llua_Binding *b, uint32_t frozen) {
  if (frozen == READABLE) {
    llua_make_readable(L);
  } else if (frozen == PALETTE || frozen == CLASSES) {
    llua_make_palette(L, frozen == CLASSES);
  } else if (frozen) {
    llua_push_frozen(L, b);
  }
}

// Pushes the value at `at`; returns the index after it. Open tables are linked through their nodes instead of by
// recursion: a layer tree may be deeper than a small stack allows.
static uint32_t push_node(lua_State *L, llua_Binding *b, uint32_t at) {
  uint32_t table = UINT32_MAX;
  for (;;) {
    wire_step(L, b);
    luaL_checkstack(L, 8, "too many nested values");
    llua_Node *n = &b->out.nodes[at];
    bool is_open = n->type == LLUA_NODE_TABLE;
    if (is_open) {
      lua_createtable(L, (int)n->count, (int)n->pairs);
      n->parent = table;
      n->filled = 0;
      table = at;
    } else {
      push_leaf(L, b, at);
    }
    at++;
    // Adds a complete value to its table, which may complete that table in turn.
    for (;;) {
      if (table == UINT32_MAX) return at;
      llua_Node *t = &b->out.nodes[table];
      if (!is_open) {
        uint32_t i = t->filled++;
        if (i < t->count) lua_rawseti(L, -2, (lua_Integer)i + 1);
        else if ((i - t->count) % 2 == 1) lua_rawset(L, -3);
      }
      if (t->filled < t->count + 2 * t->pairs) break;
      uint32_t frozen = t->kind, parent = t->parent;
      finish_table(L, b, frozen);
      table = parent;
      is_open = false;
    }
  }
}

int llua_wire_push(lua_State *L, llua_Binding *b) {
  if (b->out.failed) {
    if (b->out.too_large)
      return llua_error(L, LLUA_LIMIT, "a result may hold at most %d values; read it in parts", LLUA_MAX_NODES * 4);
    llua_note_place(b->state);
    lua_pushliteral(L, "not enough memory");
    return lua_error(L);
  }
  int count = 0;
  llua_guard(L, b);
  for (uint32_t at = 0; at < b->out.count; count++) at = push_node(L, b, at);
  llua_unguard(b);
  llua_wire_reset_out(b);
  return count;
}

void llua_install_wire(lua_State *L, llua_Binding *b) {
  llua_install_frozen(L, b);
  llua_install_sublayers(L, b);
  lua_newtable(L);
  b->anchors = luaL_ref(L, LUA_REGISTRYINDEX);
}
