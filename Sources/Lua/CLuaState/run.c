// SPDX-License-Identifier: MIT
// Compiles, calls, and reads fields.
#include <string.h>

#include "protect.h"

typedef struct Loading {
  const char *source;
  size_t count;
  const char *name;
  int reference;
  bool syntax;
} Loading;

// Reader that passes the text to Lua line by line, so that an error without a position (nesting too deep) gets the line
// being read.
typedef struct Lines {
  const char *next, *end;
  int32_t count;
} Lines;

static const char *next_line(lua_State *L, void *context, size_t *count) {
  Lines *lines = context;
  (void)L;
  *count = 0;
  if (lines->next == lines->end) return NULL;
  const char *line = lines->next, *end = memchr(line, '\n', (size_t)(lines->end - line));
  lines->next = end == NULL ? lines->end : end + 1;
  lines->count += 1;
  *count = (size_t)(lines->next - line);
  return line;
}

int llua_load_text(lua_State *L, const char *text, size_t count, const char *name) {
  bool trusted = llua_of(L)->options.trusted;
  if (count >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) text += 3, count -= 3;
  if (count > 0 && text[0] == '#') {  // keeps the line break, and so the line numbers
    const char *end = memchr(text, '\n', count);
    size_t skipped = end == NULL ? count : (size_t)(end - text);
    text += skipped;
    count -= skipped;
  }
  if (count > 0 && text[0] == LUA_SIGNATURE[0] && !trusted) {
    lua_pushfstring(L, "%s:1: this is a precompiled chunk, not Lua text; use the source", name);
    return LUA_ERRSYNTAX;
  }
  const char *chunk = lua_pushfstring(L, "@%s", name);
  Lines lines = {text, text + count, 0};
  int status = lua_load(L, next_line, &lines, chunk, trusted ? "bt" : "t");
  if (status == LUA_ERRRUN && lua_type(L, -1) == LUA_TSTRING) {
    lua_pushfstring(L, "%s:%d: nested too deeply (%s)", name, (int)lines.count, lua_tostring(L, -1));
    lua_replace(L, -2);
    status = LUA_ERRSYNTAX;
  }
  lua_remove(L, -2);
  return status;
}

static int load_body(lua_State *L) {
  Loading *loading = lua_touserdata(L, 1);
  int status = llua_load_text(L, loading->source, loading->count, loading->name);
  if (status != LUA_OK) {
    loading->syntax = status == LUA_ERRSYNTAX;
    return lua_error(L);
  }
  loading->reference = llua_new_reference(L);
  return 0;
}

llua_Kind llua_load(llua_State *s, const char *source, size_t count, const char *name, int *reference) {
  Loading loading = {source, count, name, LUA_NOREF, false};
  llua_Kind kind = llua_protect(s, load_body, &loading);
  *reference = loading.reference;
  if (kind == LLUA_RUNTIME && loading.syntax) kind = s->report.kind = LLUA_SYNTAX;
  return kind;
}

static int call_body(lua_State *L) {
  const llua_Calling *calling = lua_touserdata(L, 1);
  lua_settop(L, 0);
  llua_check_stack(llua_of(L), L);
  llua_push_reference(L, calling->reference);
  int arguments = llua_push_all(L, calling->values, calling->count);
  lua_call(L, arguments, LUA_MULTRET);
  return lua_gettop(L);
}

llua_Kind llua_call(llua_State *s, int reference, const llua_Value *arguments, size_t count, size_t *results) {
  llua_Calling calling = {reference, arguments, count, NULL, 0};
  llua_Kind kind = llua_protect_results(s, call_body, &calling);
  *results = s->results;
  return kind;
}

void llua_push_target(lua_State *L, int reference) {
  if (reference == 0) lua_pushglobaltable(L);
  else llua_push_reference(L, reference);
  luaL_checktype(L, -1, LUA_TTABLE);
}

static int get_body(lua_State *L) {
  const llua_Calling *calling = lua_touserdata(L, 1);
  llua_push_target(L, calling->reference);
  lua_pushstring(L, calling->name);
  lua_rawget(L, -2);
  return 1;
}

llua_Kind llua_get_field(llua_State *s, int reference, const char *key) {
  llua_Calling calling = {reference, NULL, 0, key, 0};
  return llua_protect_results(s, get_body, &calling);
}
