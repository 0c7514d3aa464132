// SPDX-License-Identifier: MIT
// Table functions whose cost a script can raise without limit, with deadline checks; and a stable sort.
#include <string.h>

#include "order.h"

enum { CHECKED = 1024 };  // elements between two deadline checks

static bool is_plain(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TTABLE) return false;
  if (!lua_getmetatable(L, index)) return true;
  lua_pop(L, 1);
  return false;
}

static void check_table(lua_State *L, int index) {
  if (lua_type(L, index) == LUA_TTABLE) return;
  if (!lua_getmetatable(L, index)) luaL_checktype(L, index, LUA_TTABLE);
  lua_pop(L, 1);
}

static void get(lua_State *L, int table, lua_Integer index, bool plain) {
  if (plain) lua_rawgeti(L, table, index);
  else lua_geti(L, table, index);
}

static void set(lua_State *L, int table, lua_Integer index, bool plain) {
  if (plain) lua_rawseti(L, table, index);
  else lua_seti(L, table, index);
}

static int insert(lua_State *L) {
  check_table(L, 1);
  bool plain = is_plain(L, 1);
  lua_Integer end = (lua_Integer)((lua_Unsigned)luaL_len(L, 1) + 1), position = end;
  int count = lua_gettop(L);
  if (count != 2 && count != 3) return luaL_error(L, "wrong number of arguments to 'insert'");
  if (count == 3) {
    position = luaL_checkinteger(L, 2);
    luaL_argcheck(L, (lua_Unsigned)position - 1u < (lua_Unsigned)end, 2, "position out of bounds");
    for (lua_Integer i = end; i > position; i -= 1) {
      if (i % CHECKED == 0) llua_check(L);
      get(L, 1, i - 1, plain);
      set(L, 1, i, plain);
    }
  }
  set(L, 1, position, plain);
  return 0;
}

static int take(lua_State *L) {
  check_table(L, 1);
  bool plain = is_plain(L, 1);
  lua_Integer size = luaL_len(L, 1), position = luaL_optinteger(L, 2, size);
  if (position != size)
    luaL_argcheck(L, (lua_Unsigned)position - 1u <= (lua_Unsigned)size, 2, "position out of bounds");
  get(L, 1, position, plain);
  for (; position < size; position += 1) {
    if (position % CHECKED == 0) llua_check(L);
    get(L, 1, position + 1, plain);
    set(L, 1, position, plain);
  }
  lua_pushnil(L);
  set(L, 1, position, plain);
  return 1;
}

static int move(lua_State *L) {
  lua_Integer first = luaL_checkinteger(L, 2), last = luaL_checkinteger(L, 3), to = luaL_checkinteger(L, 4);
  int target = lua_isnoneornil(L, 5) ? 1 : 5;
  check_table(L, 1);
  check_table(L, target);
  bool plain = is_plain(L, 1), plain_target = is_plain(L, target);
  if (last >= first) {
    luaL_argcheck(L, first > 0 || last < LUA_MAXINTEGER + first, 3, "too many elements to move");
    lua_Integer count = last - first + 1;
    luaL_argcheck(L, to <= LUA_MAXINTEGER - count + 1, 4, "destination wrap around");
    bool overlaps = to > first && to <= last && (target == 1 || lua_compare(L, 1, target, LUA_OPEQ));
    for (lua_Integer i = 0; i < count; i += 1) {
      lua_Integer at = overlaps ? count - 1 - i : i;
      if (i % CHECKED == 0) llua_check(L);
      get(L, 1, first + at, plain);
      set(L, target, to + at, plain_target);
    }
  }
  lua_pushvalue(L, target);
  return 1;
}

// ---- sort -----------------------------------------------------------------------------------------------------------

// Merge sort of indices into the copied elements at stack index `elements`. Compares by the script's function at index
// 2, or by the operator <.
typedef struct Sort {
  lua_State *L;
  int elements;
  bool has_function;
} Sort;

static bool less(const Sort *sort, uint32_t a, uint32_t b) {
  lua_State *L = sort->L;
  bool result;
  if (sort->has_function) {
    lua_pushvalue(L, 2);
    lua_rawgeti(L, sort->elements, a);
    lua_rawgeti(L, sort->elements, b);
    lua_call(L, 2, 1);
    result = lua_toboolean(L, -1);
    lua_pop(L, 1);
  } else {
    lua_rawgeti(L, sort->elements, a);
    lua_rawgeti(L, sort->elements, b);
    result = lua_compare(L, -2, -1, LUA_OPLT);
    lua_pop(L, 2);
  }
  return result;
}

static void merge_sort(const Sort *sort, uint32_t *a, uint32_t *spare, size_t count) {
  if (count < 2) return;
  if (count <= 4) {
    for (size_t i = 1; i < count; i += 1) {
      uint32_t moved = a[i];
      size_t to = i;
      for (; to > 0 && less(sort, moved, a[to - 1]); to -= 1) a[to] = a[to - 1];
      a[to] = moved;
    }
    return;
  }
  size_t half = count / 2;
  merge_sort(sort, a, spare, half);
  merge_sort(sort, a + half, spare, count - half);
  if (!less(sort, a[half], a[half - 1])) return;
  llua_check(sort->L);
  memcpy(spare, a, half * sizeof *a);
  size_t left = 0, right = half, to = 0;
  while (left < half && right < count) a[to++] = less(sort, a[right], spare[left]) ? a[right++] : spare[left++];
  memcpy(&a[to], &spare[left], (half - left) * sizeof *a);
}

int llua_sort(lua_State *L) {
  check_table(L, 1);
  bool plain = is_plain(L, 1);
  lua_Integer size = luaL_len(L, 1);
  if (size < 2) return 0;
  luaL_argcheck(L, size < INT32_MAX, 1, "array too big");
  bool has_function = !lua_isnoneornil(L, 2);
  if (has_function) luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_settop(L, 2);
  size_t count = (size_t)size;
  // a false length from __len must not reserve memory before the elements are read
  lua_createtable(L, plain ? (int)size : 0, 0);
  int kind = LUA_TNONE;
  for (lua_Integer i = 1; i <= size; i += 1) {
    if (i % CHECKED == 0) llua_check(L);
    get(L, 1, i, plain);
    int type = lua_type(L, -1);
    kind = i == 1 || kind == type ? type : LUA_TNONE;
    lua_rawseti(L, 3, i);
  }
  if (!has_function && (kind == LUA_TNUMBER || kind == LUA_TSTRING)) {
    llua_Entry *entries = lua_newuserdatauv(L, (count + count / 2) * sizeof *entries, 0);
    for (size_t i = 0; i < count; i += 1) {
      if (i % CHECKED == 0) llua_check(L);
      lua_rawgeti(L, 3, (lua_Integer)i + 1);
      llua_fill_entry(L, -1, &entries[i]);
      entries[i].index = (uint32_t)i + 1;
      lua_pop(L, 1);
    }
    llua_sort_entries(L, entries, entries + count, count);
    for (size_t i = 0; i < count; i += 1) {
      lua_rawgeti(L, 3, entries[i].index);
      set(L, 1, (lua_Integer)i + 1, plain);
    }
  } else {
    uint32_t *order = lua_newuserdatauv(L, (count + count / 2) * sizeof *order, 0);
    for (size_t i = 0; i < count; i += 1) order[i] = (uint32_t)i + 1;
    luaL_checkstack(L, 8, NULL);
    merge_sort(&(Sort){L, 3, has_function}, order, order + count, count);
    for (size_t i = 0; i < count; i += 1) {
      lua_rawgeti(L, 3, order[i]);
      set(L, 1, (lua_Integer)i + 1, plain);
    }
  }
  return 0;
}

void llua_open_table(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"insert", insert}, {"remove", take}, {"move", move}, {"sort", llua_sort}, {NULL, NULL}};
  lua_getglobal(L, LUA_TABLIBNAME);
  llua_set_functions(L, functions);
  lua_pop(L, 1);
}
