// SPDX-License-Identifier: MIT
// A total order of Lua values that is the same in every run: numbers, strings by their bytes, booleans, objects by
// creation.
#pragma once
#include "llua.h"

typedef struct llua_Entry {
  uint8_t rank;
  bool real;       // a number that is a float
  uint32_t index;  // where it stood
  union {
    int64_t integer;
    double number;
    uint64_t serial;
    uintptr_t offset;  // of a native function within its image
    size_t count;      // of a string
  };
  const char *text;  // of a string, or the image's name
} llua_Entry;

enum { LLUA_RANK_NUMBER, LLUA_RANK_STRING, LLUA_RANK_BOOLEAN, LLUA_RANK_OBJECT, LLUA_RANK_NATIVE };

bool llua_entry_less(const llua_Entry *a, const llua_Entry *b);
// The value at index, which must stay where the collector sees it.
void llua_fill_entry(lua_State *L, int index, llua_Entry *entry);
// Stable; raises at the deadline.
void llua_sort_entries(lua_State *L, llua_Entry *entries, llua_Entry *spare, size_t count);
