// SPDX-License-Identifier: MIT
// Serials, tostring, pairs and next: nothing a script can see depends on addresses or on the seed of string hashes.
#include "order.h"

#include <dlfcn.h>
#include <math.h>
#include <string.h>

#include "allocator.h"

// ---- serials --------------------------------------------------------------------------------------------------------

static bool is_native(lua_State *L, int index) {
  lua_CFunction function = lua_tocfunction(L, index);
  return function != NULL && lua_topointer(L, index) == (const void *)(uintptr_t)function;
}

// Returns the number of a value without a block of ours (a native function, a light userdata, a foreign module's
// userdata), assigned on first request.
static uint64_t native_serial(llua_State *s, const void *pointer) {
  enum { MOST = sizeof s->natives / sizeof s->natives[0] };
  for (size_t i = 0; i < s->native_count; i += 1) {
    if (s->natives[i] == pointer) return i + 1;
  }
  if (s->native_count < MOST) s->natives[s->native_count++] = pointer;
  return s->native_count;
}

static uint64_t object_serial(lua_State *L, int index, bool *native) {
  const void *pointer = lua_topointer(L, index);
  *native = false;
  switch (lua_type(L, index)) {
    case LUA_TTABLE: return llua_block_serial(pointer);
    case LUA_TTHREAD: return llua_block_serial((const char *)pointer - LUA_EXTRASPACE);
    case LUA_TFUNCTION:
      if (!is_native(L, index)) return llua_block_serial(pointer);
      break;
    case LUA_TUSERDATA: {
      const llua_Object *object = llua_object_at(L, index);
      if (object != NULL) return object->serial;
      break;
    }
    case LUA_TLIGHTUSERDATA: break;
    default: return 0;
  }
  *native = true;
  return native_serial(llua_of(L), pointer);
}

uint64_t llua_serial(lua_State *L, int index) {
  bool native;
  if (llua_of(L)->is_guest) {
    const llua_Object *object = llua_object_at(L, index);
    return object != NULL ? object->serial : 0;
  }
  uint64_t serial = object_serial(L, index, &native);
  return native ? serial + llua_of(L)->builtin : serial;
}

const char *llua_tolstring(lua_State *L, int index, size_t *count) {
  if (llua_of(L)->is_guest) return luaL_tolstring(L, index, count);
  index = lua_absindex(L, index);
  int type = lua_type(L, index);
  if (type != LUA_TSTRING && type != LUA_TNUMBER && luaL_callmeta(L, index, "__tostring")) {
    if (lua_type(L, -1) != LUA_TSTRING && !lua_isnumber(L, -1)) luaL_error(L, "'__tostring' must return a string");
    return lua_tolstring(L, -1, count);
  }
  switch (type) {
    case LUA_TSTRING:
    case LUA_TNUMBER: lua_pushvalue(L, index); break;
    case LUA_TBOOLEAN: lua_pushstring(L, lua_toboolean(L, index) ? "true" : "false"); break;
    case LUA_TNIL: lua_pushliteral(L, "nil"); break;
    default: {
      llua_State *s = llua_of(L);
      bool native;
      uint64_t serial = object_serial(L, index, &native);
      const char *name = luaL_typename(L, index);
      int kind = luaL_getmetafield(L, index, "__name");
      if (kind == LUA_TSTRING) name = lua_tostring(L, -1);
      if (native || serial <= s->builtin) {
        lua_pushfstring(L, "%s: builtin#%I", name, (LUAI_UACINT)(native ? serial + s->builtin : serial));
      } else {
        lua_pushfstring(L, "%s: %I", name, (LUAI_UACINT)(serial - s->builtin));
      }
      if (kind != LUA_TNIL) lua_remove(L, -2);
    }
  }
  return lua_tolstring(L, -1, count);
}

int llua_tostring(lua_State *L) {
  luaL_checkany(L, 1);
  llua_tolstring(L, 1, NULL);
  return 1;
}

// ---- order ----------------------------------------------------------------------------------------------------------

static bool integer_less_real(int64_t a, double b) {
  if (b >= 0x1p63) return true;
  return b > -0x1p63 && a < (int64_t)ceil(b);  // false for NaN
}

static bool real_less_integer(double a, int64_t b) {
  if (a < -0x1p63) return true;
  return a < 0x1p63 && (int64_t)floor(a) < b;
}

static bool number_less(const llua_Entry *a, const llua_Entry *b) {
  if (a->real) return b->real ? a->number < b->number : real_less_integer(a->number, b->integer);
  return b->real ? integer_less_real(a->integer, b->number) : a->integer < b->integer;
}

bool llua_entry_less(const llua_Entry *a, const llua_Entry *b) {
  if (a->rank != b->rank) return a->rank < b->rank;
  switch (a->rank) {
    case LLUA_RANK_NUMBER: return number_less(a, b);
    case LLUA_RANK_STRING: {
      size_t common = a->count < b->count ? a->count : b->count;
      int order = memcmp(a->text, b->text, common);
      return order != 0 ? order < 0 : a->count < b->count;
    }
    case LLUA_RANK_BOOLEAN: return a->integer < b->integer;
    case LLUA_RANK_NATIVE: {
      int order = strcmp(a->text, b->text);
      return order != 0 ? order < 0 : a->offset < b->offset;
    }
    default: return a->serial < b->serial;
  }
}

void llua_fill_entry(lua_State *L, int index, llua_Entry *entry) {
  entry->real = false;
  entry->text = "";
  switch (lua_type(L, index)) {
    case LUA_TNUMBER:
      entry->rank = LLUA_RANK_NUMBER;
      entry->real = !lua_isinteger(L, index);
      if (entry->real) entry->number = lua_tonumber(L, index);
      else entry->integer = lua_tointeger(L, index);
      break;
    case LUA_TSTRING:
      entry->rank = LLUA_RANK_STRING;
      entry->text = lua_tolstring(L, index, &entry->count);
      break;
    case LUA_TBOOLEAN:
      entry->rank = LLUA_RANK_BOOLEAN;
      entry->integer = lua_toboolean(L, index);
      break;
    default: {
      bool native = lua_type(L, index) == LUA_TFUNCTION && is_native(L, index);
      if (!native) {
        entry->rank = LLUA_RANK_OBJECT;
        entry->serial = llua_serial(L, index);
        break;
      }
      const void *pointer = lua_topointer(L, index);
      Dl_info image;
      entry->rank = LLUA_RANK_NATIVE;
      entry->offset = (uintptr_t)pointer;
      if (dladdr(pointer, &image) != 0) {  // an image's address differs from run to run, but not the offsets in it
        entry->offset -= (uintptr_t)image.dli_fbase;
        entry->text = image.dli_fname != NULL ? image.dli_fname : "";
      }
    }
  }
}

void llua_sort_entries(lua_State *L, llua_Entry *a, llua_Entry *spare, size_t count) {
  if (count <= 8) {
    for (size_t i = 1; i < count; i += 1) {
      llua_Entry moved = a[i];
      size_t to = i;
      for (; to > 0 && llua_entry_less(&moved, &a[to - 1]); to -= 1) a[to] = a[to - 1];
      a[to] = moved;
    }
    return;
  }
  size_t half = count / 2;
  llua_sort_entries(L, a, spare, half);
  llua_sort_entries(L, a + half, spare, count - half);
  if (!llua_entry_less(&a[half], &a[half - 1])) return;
  llua_check_time(llua_of(L), L);
  memcpy(spare, a, half * sizeof *a);
  size_t left = 0, right = half, to = 0;
  while (left < half && right < count) a[to++] = llua_entry_less(&a[right], &spare[left]) ? a[right++] : spare[left++];
  memcpy(&a[to], &spare[left], (half - left) * sizeof *a);
}

// ---- pairs ----------------------------------------------------------------------------------------------------------

// State of the iterator. Upvalues: 1 this, 2 the table, 3 its keys in any order, 4 the sorted entries. The sequence
// from 1 is walked first; at its end the other keys are sorted. Keys removed meanwhile are skipped.
typedef struct Walk {
  lua_Integer position;
  lua_Integer sequence;  // last index of the sequence
  size_t count;
  bool sorted;
  const llua_Entry *entries;
} Walk;

static bool in_sequence(lua_State *L, int index, lua_Integer last) {
  if (!lua_isinteger(L, index)) return false;
  lua_Integer key = lua_tointeger(L, index);
  return key >= 1 && key <= last;
}

// Fast path: sorts up to SMALL keys on the stack. Returns false, with an empty stack, if there are more.
static bool sort_few_keys(lua_State *L, Walk *walk, lua_Integer last) {
  enum { SMALL = 24 };
  llua_Entry entries[SMALL + SMALL / 2];
  int count = 0;
  if (!lua_checkstack(L, SMALL + 8)) return false;
  for (lua_pushnil(L); lua_next(L, lua_upvalueindex(2));) {
    lua_pop(L, 1);
    if (in_sequence(L, -1, last)) continue;
    if (count == SMALL) {
      lua_settop(L, 0);
      return false;
    }
    count += 1;
    llua_fill_entry(L, -1, &entries[count - 1]);
    entries[count - 1].index = (uint32_t)count;
    lua_pushvalue(L, -1);
    lua_insert(L, count);
  }
  if (count > 0) {
    llua_sort_entries(L, entries, entries + SMALL, (size_t)count);
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i += 1) {
      lua_pushvalue(L, (int)entries[i].index);
      lua_rawseti(L, -2, i + 1);
    }
    lua_replace(L, lua_upvalueindex(3));
    lua_settop(L, 0);
  }
  *walk = (Walk){.sequence = last, .count = (size_t)count, .sorted = true};
  return true;
}

// Sort key of a string: the eight bytes after the prefix that all strings share.
typedef struct Short {
  uint64_t bytes;
  uint32_t index;  // from 0
} Short;
typedef struct Text {
  const char *bytes;
  size_t count;
} Text;

static bool short_less(const Text *texts, const Short *a, const Short *b) {
  if (a->bytes != b->bytes) return a->bytes < b->bytes;
  const Text *x = &texts[a->index], *y = &texts[b->index];
  int order = memcmp(x->bytes, y->bytes, x->count < y->count ? x->count : y->count);
  return order != 0 ? order < 0 : x->count < y->count;
}

static void sort_shorts(lua_State *L, const Text *texts, Short *a, Short *spare, size_t count) {
  if (count <= 8) {
    for (size_t i = 1; i < count; i += 1) {
      Short moved = a[i];
      size_t to = i;
      for (; to > 0 && short_less(texts, &moved, &a[to - 1]); to -= 1) a[to] = a[to - 1];
      a[to] = moved;
    }
    return;
  }
  size_t half = count / 2;
  sort_shorts(L, texts, a, spare, half);
  sort_shorts(L, texts, a + half, spare, count - half);
  if (!short_less(texts, &a[half], &a[half - 1])) return;
  if (count > 0x1000) llua_check_time(llua_of(L), L);
  memcpy(spare, a, half * sizeof *a);
  size_t left = 0, right = half, to = 0;
  while (left < half && right < count)
    a[to++] = short_less(texts, &a[right], &spare[left]) ? a[right++] : spare[left++];
  memcpy(&a[to], &spare[left], (half - left) * sizeof *a);
}

// Replaces the table of `count` strings on top with a sorted one.
static void sort_strings(lua_State *L, size_t count) {
  int keys = lua_gettop(L);
  Text *texts = lua_newuserdatauv(L, count * sizeof *texts + (count + count / 2) * sizeof(Short), 0);
  Short *shorts = (Short *)(texts + count);
  size_t common = SIZE_MAX;
  for (size_t i = 0; i < count; i += 1) {
    lua_rawgeti(L, keys, (lua_Integer)i + 1);
    texts[i].bytes = lua_tolstring(L, -1, &texts[i].count);
    lua_pop(L, 1);
    if (texts[i].count < common) common = texts[i].count;
    size_t same = 0;
    while (same < common && texts[i].bytes[same] == texts[0].bytes[same]) same += 1;
    common = same;
  }
  for (size_t i = 0; i < count; i += 1) {
    uint64_t bytes = 0;
    for (size_t k = 0; k < 8; k += 1)
      bytes = bytes << 8 | (common + k < texts[i].count ? (unsigned char)texts[i].bytes[common + k] : 0);
    shorts[i] = (Short){bytes, (uint32_t)i};
  }
  sort_shorts(L, texts, shorts, shorts + count, count);
  lua_createtable(L, count < INT32_MAX ? (int)count : INT32_MAX, 0);
  for (size_t i = 0; i < count; i += 1) {
    lua_rawgeti(L, keys, (lua_Integer)shorts[i].index + 1);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  lua_replace(L, keys);
  lua_settop(L, keys);
}

static void sort_keys(lua_State *L, Walk *walk) {
  int table = lua_upvalueindex(2);
  lua_Integer last = walk->position;
  if (sort_few_keys(L, walk, last)) return;
  size_t count = 0, room = 0;
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
    if (!in_sequence(L, -2, last)) room += 1;
    if ((room & 0xffff) == 0xffff) llua_check_time(llua_of(L), L);
  }
  if (room > UINT32_MAX / 2) luaL_error(L, "table too large for pairs");
  bool strings = true;
  lua_createtable(L, (int)(room < INT32_MAX ? room : INT32_MAX), 0);
  for (lua_pushnil(L); lua_next(L, table);) {
    lua_pop(L, 1);
    if (in_sequence(L, -1, last)) continue;
    if (count == room) break;  // a finaliser added keys meanwhile
    strings = strings && lua_type(L, -1) == LUA_TSTRING;
    lua_pushvalue(L, -1);
    lua_rawseti(L, 1, (lua_Integer)++count);
  }
  lua_settop(L, 1);  // keys
  if (strings) {
    sort_strings(L, count);
    lua_replace(L, lua_upvalueindex(3));
    *walk = (Walk){.sequence = last, .count = count, .sorted = true};
    return;
  }
  size_t spare = count > 8 ? count / 2 : 0;
  llua_Entry *entries = lua_newuserdatauv(L, (count + spare) * sizeof *entries, 0);
  for (size_t i = 0; i < count; i += 1) {
    lua_rawgeti(L, 1, (lua_Integer)i + 1);
    llua_fill_entry(L, -1, &entries[i]);
    entries[i].index = (uint32_t)(i + 1);
    lua_pop(L, 1);
  }
  llua_sort_entries(L, entries, entries + count, count);
  lua_replace(L, lua_upvalueindex(4));
  lua_replace(L, lua_upvalueindex(3));
  // Set last: if memory runs out above, the next step starts the sort again.
  *walk = (Walk){.sequence = last, .count = count, .sorted = true, .entries = entries};
}

static int other_pair(lua_State *L, Walk *walk) {
  while ((size_t)walk->position < walk->count) {
    lua_Integer at = walk->position++;
    lua_rawgeti(L, lua_upvalueindex(3), walk->entries == NULL ? at + 1 : walk->entries[at].index);
    lua_pushvalue(L, -1);
    if (!lua_isnil(L, -1) && lua_rawget(L, lua_upvalueindex(2)) != LUA_TNIL) return 2;
    lua_settop(L, 0);
  }
  lua_pushnil(L);
  return 1;
}

static int next_pair(lua_State *L) {
  Walk *walk = lua_touserdata(L, lua_upvalueindex(1));
  lua_settop(L, 0);
  if (!walk->sorted) {
    lua_pushinteger(L, walk->position + 1);
    if (lua_rawgeti(L, lua_upvalueindex(2), walk->position + 1) != LUA_TNIL) {
      walk->position += 1;
      return 2;
    }
    lua_settop(L, 0);
    sort_keys(L, walk);
  }
  return other_pair(L, walk);
}

int llua_pairs(lua_State *L) {
  luaL_checkany(L, 1);
  if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
    lua_pushvalue(L, 1);
    lua_callk(L, 1, 3, 0, NULL);
    return 3;
  }
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  return llua_push_pairs(L);
}

int llua_push_pairs(lua_State *L) {
  int table = lua_gettop(L);
  Walk *walk = lua_newuserdatauv(L, sizeof *walk, 0);
  *walk = (Walk){0};
  lua_pushvalue(L, table);
  lua_pushnil(L);
  lua_pushnil(L);
  lua_pushcclosure(L, next_pair, 4);
  lua_insert(L, table);
  lua_pushnil(L);
  return 3;
}

// ---- next -----------------------------------------------------------------------------------------------------------

// The state of walks by `next`, which receives only a table and a key, is cached per table while the walk lasts. A
// number is the last index walked in the sequence; a function is the walk over the other keys. Without the cache each
// step would scan all keys. Tables and their keys are held weakly, since a loop may be abandoned.
static const char walks_mark, weak_mark;

static int go_on(lua_State *L, Walk *walk) {
  // Drops the key: it may be gone from the table, with this upvalue as its last reference.
  lua_pushnil(L);
  lua_replace(L, lua_upvalueindex(5));
  return other_pair(L, walk);
}

// Pushes the key that follows another outside the sequence. Upvalues: the four of the pairs iterator, and 5 the other
// key.
static int pair_after(lua_State *L) {
  Walk *walk = lua_touserdata(L, lua_upvalueindex(1));
  lua_settop(L, 1);
  lua_replace(L, lua_upvalueindex(5));
  if (!walk->sorted) {
    bool ends_sequence = walk->position > 0 && lua_isinteger(L, lua_upvalueindex(5)) &&
        lua_tointeger(L, lua_upvalueindex(5)) == walk->position;
    sort_keys(L, walk);
    if (lua_istable(L, lua_upvalueindex(3))) {
      lua_pushvalue(L, lua_upvalueindex(3));
      lua_rawgetp(L, LUA_REGISTRYINDEX, &weak_mark);
      lua_setmetatable(L, -2);
      lua_settop(L, 0);
    }
    if (ends_sequence) return go_on(L, walk);
  } else if (walk->position > 0) {
    lua_Integer at = walk->position - 1;
    lua_rawgeti(L, lua_upvalueindex(3), walk->entries == NULL ? at + 1 : walk->entries[at].index);
    bool goes_on = lua_rawequal(L, -1, lua_upvalueindex(5));
    lua_settop(L, 0);
    if (goes_on) return go_on(L, walk);
  }
  llua_Entry key;
  llua_fill_entry(L, lua_upvalueindex(5), &key);
  size_t low = 0, high = walk->count;
  if (walk->entries != NULL) {
    while (low < high) {
      size_t middle = low + (high - low) / 2;
      if (llua_entry_less(&key, &walk->entries[middle])) high = middle;
      else low = middle + 1;
    }
  } else {
    while (low < high) {
      llua_Entry other;
      size_t middle = low + (high - low) / 2, known = middle;
      // Skips keys that were collected.
      while (known < high && lua_rawgeti(L, lua_upvalueindex(3), (lua_Integer)known + 1) == LUA_TNIL) {
        lua_pop(L, 1);
        known += 1;
      }
      if (known < high) llua_fill_entry(L, -1, &other);
      if (known == high || llua_entry_less(&key, &other)) high = middle;
      else low = known + 1;
      lua_settop(L, 0);
    }
  }
  walk->position = (lua_Integer)low;
  return go_on(L, walk);
}

// Stores the value on top as the walk of the table at 1, and pops it.
static void note_walk(lua_State *L) {
  lua_pushvalue(L, 1);
  lua_insert(L, -2);
  lua_rawset(L, 3);
}

// Pushes the first key of a table without a sequence, in the order of pairs. Scans instead of sorting, since few
// callers ask for a second key.
static int first_other(lua_State *L) {
  llua_Entry best, entry;
  size_t looked = 0;
  lua_settop(L, 1);
  lua_pushnil(L);  // 2: the smallest key so far
  for (lua_pushnil(L); lua_next(L, 1);) {
    lua_pop(L, 1);
    llua_fill_entry(L, -1, &entry);
    if (lua_isnil(L, 2) || llua_entry_less(&entry, &best)) {
      best = entry;
      lua_pushvalue(L, -1);
      lua_replace(L, 2);
    }
    if ((++looked & 0xffff) == 0) llua_check_time(llua_of(L), L);
  }
  if (lua_isnil(L, 2)) return 1;
  lua_pushvalue(L, 2);
  lua_rawget(L, 1);
  return 2;
}

int llua_next(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  // A frozen table read from a layer is replaced by the table behind it.
  const llua_BindingFunctions *binding = llua_of(L)->binding_functions;
  if (binding) binding->thaw(L, 1);
  lua_settop(L, 2);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &walks_mark);  // 3
  lua_pushvalue(L, 1);
  int known = lua_rawget(L, 3);  // 4
  if (lua_isnil(L, 2)) {
    if (lua_rawgeti(L, 1, 1) != LUA_TNIL) {
      lua_pushinteger(L, 1);
      note_walk(L);
      lua_pushinteger(L, 1);
      lua_insert(L, -2);
      return 2;
    }
    if (known != LUA_TNIL) {
      lua_pushnil(L);
      note_walk(L);
    }
    return first_other(L);
  }
  lua_Integer last = 0, key = lua_isinteger(L, 2) ? lua_tointeger(L, 2) : 0;
  bool walks_sequence = known == LUA_TNUMBER && key == lua_tointeger(L, 4);
  if (known == LUA_TFUNCTION) {
    lua_getupvalue(L, 4, 1);
    const Walk *walk = lua_touserdata(L, -1);
    walks_sequence = key >= 1 && key <= walk->sequence;
    lua_pop(L, 1);
  }
  if (walks_sequence) last = key;
  else if (known != LUA_TFUNCTION) {
    while (lua_rawgeti(L, 1, last + 1) != LUA_TNIL) {
      lua_pop(L, 1);
      last += 1;
      if ((last & 0xffff) == 0) llua_check_time(llua_of(L), L);
    }
    lua_pop(L, 1);
    walks_sequence = key >= 1 && key <= last;
    if (walks_sequence) last = key;
  }
  if (walks_sequence) {
    if (lua_rawgeti(L, 1, last + 1) != LUA_TNIL) {
      lua_pushinteger(L, last + 1);
      note_walk(L);
      lua_pushinteger(L, last + 1);
      lua_insert(L, -2);
      return 2;
    }
    known = LUA_TNIL;
  }
  lua_settop(L, 4);
  if (known != LUA_TFUNCTION) {
    Walk *walk = lua_newuserdatauv(L, sizeof *walk, 0);
    *walk = (Walk){.position = last};
    lua_pushvalue(L, 1);
    lua_pushnil(L);
    lua_pushnil(L);
    lua_pushnil(L);
    lua_pushcclosure(L, pair_after, 5);
    lua_copy(L, -1, 4);
    note_walk(L);
  }
  lua_settop(L, 4);
  lua_pushvalue(L, 2);
  lua_call(L, 1, LUA_MULTRET);
  int count = lua_gettop(L) - 3;
  if (count == 1) {
    lua_pushnil(L);
    note_walk(L);
  }
  return count;
}

void llua_open_order(lua_State *L) {
  static const struct { const char *mark, *mode; } tables[] = {{&walks_mark, "k"}, {&weak_mark, "v"}};
  for (int i = 0; i < 2; i += 1) {
    lua_newtable(L);
    lua_pushstring(L, tables[i].mode);
    lua_setfield(L, -2, "__mode");
    if (i == 0) {
      lua_newtable(L);
      lua_insert(L, -2);
      lua_setmetatable(L, -2);
    }
    lua_rawsetp(L, LUA_REGISTRYINDEX, tables[i].mark);
  }
}
