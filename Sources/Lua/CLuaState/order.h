// SPDX-License-Identifier: MIT
// Total order of Lua values, identical in every run: numbers, strings by bytes, booleans, objects by creation, native
// functions by image and offset.
#pragma once
#include "llua.h"

typedef struct llua_Entry {
  uint8_t rank;
  bool real;       // the number is a float
  uint32_t index;  // original position
  union {
    int64_t integer;
    double number;
    uint64_t serial;
    uintptr_t offset;  // native function: offset in its image
    size_t count;      // string: bytes
  };
  const char *text;  // string, or the image's name
} llua_Entry;

enum { LLUA_RANK_NUMBER, LLUA_RANK_STRING, LLUA_RANK_BOOLEAN, LLUA_RANK_OBJECT, LLUA_RANK_NATIVE };

bool llua_entry_less(const llua_Entry *a, const llua_Entry *b);
// Fills the entry from the value at `index`, which must stay reachable for the collector.
void llua_fill_entry(lua_State *L, int index, llua_Entry *entry);
// Stable merge sort; `spare` has room for count / 2 entries. Raises at the deadline.
void llua_sort_entries(lua_State *L, llua_Entry *entries, llua_Entry *spare, size_t count);
