// SPDX-License-Identifier: MIT
// Suggestions for errors raised by Lua itself: calling or indexing nil under a name that Core Animation has.
#include "internal.h"

// Finds the variable's name, `'NAME')`, at the end of a message such as "attempt to call a nil value (method
// 'insertLayer')".
static const char *last_word(const char *message, size_t count, size_t *length, size_t *kind) {
  if (count < 6 || memcmp(message + count - 2, "')", 2)) return NULL;
  size_t start = count - 2;
  while (start > 0 && message[start - 1] != '\'') start--;
  *length = count - 2 - start;
  if (start < 3 || *length == 0 || *length > 64) return NULL;
  size_t open = start - 2;
  while (open > 0 && message[open] != '(') open--;
  *kind = open + 1;
  return open > 0 ? message + start : NULL;
}

static bool begins(const char *text, const char *with) { return !strncmp(text, with, strlen(with)); }

void llua_note_missed(lua_State *L, llua_Binding *b, int32_t layer_class, bool on_class, int name) {
  size_t length;
  const char *text = lua_type(L, name) == LUA_TSTRING ? lua_tolstring(L, name, &length) : NULL;
  if (!text || length >= sizeof b->missed) return;
  memcpy(b->missed, text, length + 1);
  b->missed_class = layer_class;
  b->missed_on_class = on_class;
}

size_t llua_add_remedy(llua_Binding *b, char *message, size_t count, size_t room) {
  static const char start[] = "attempt to ";
  enum { LONGEST = 512 };
  if (count < sizeof start || memcmp(message, start, sizeof start - 1) || room - count < LONGEST) return 0;
  size_t length, kind;
  const char *name = last_word(message, count, &length, &kind);
  if (!name) return 0;
  const char *what = message + sizeof start - 1;
  uint32_t operation = begins(what, "call ") ? LLUA_REMEDY_CALL
      : begins(what, "index ")               ? LLUA_REMEDY_INDEX
                                             : LLUA_REMEDY_OTHER;
  const char *nil = strstr(message, " a nil value");
  uint32_t variable = begins(message + kind, "method") ? LLUA_REMEDY_METHOD
      : begins(message + kind, "field")                ? LLUA_REMEDY_FIELD
      : begins(message + kind, "global")               ? LLUA_REMEDY_GLOBAL
                                                       : LLUA_REMEDY_LOCAL;
  bool is_nil = nil && nil < message + kind;
  bool missed = is_nil && (variable == LLUA_REMEDY_METHOD || variable == LLUA_REMEDY_FIELD) && !b->missed[length] &&
      !memcmp(b->missed, name, length);
  llua_Remedy remedy = {operation, variable, is_nil, missed ? b->missed_class : -1, missed && b->missed_on_class, 0};
  return b->host.remedy(b->host.context, remedy, name, length, message + count, room - count);
}
