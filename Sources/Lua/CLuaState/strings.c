// SPDX-License-Identifier: MIT
// string.rep and string.format: repetition within the memory limit and deadline, and no addresses in formatted text.
#include <stdio.h>
#include <string.h>

#include "llua.h"

static int rep(lua_State *L) {
  enum { STEP = 16 << 20 };  // bytes copied between two deadline checks
  size_t count, separator_count;
  const char *text = luaL_checklstring(L, 1, &count);
  lua_Integer times = luaL_checkinteger(L, 2);
  const char *separator = luaL_optlstring(L, 3, "", &separator_count);
  size_t unit = count + separator_count;
  if (times <= 0 || unit == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  if (unit < count || unit > (size_t)LUA_MAXINTEGER / (size_t)times) return luaL_error(L, "resulting string too large");
  size_t total = unit * (size_t)times - separator_count;
  luaL_Buffer buffer;
  char *to = luaL_buffinitsize(L, &buffer, total);
  // copies the first unit, then appends the text so far to itself
  size_t done = unit < total ? unit : total;
  memcpy(to, text, count);
  memcpy(to + count, separator, done - count);
  while (done < total) {
    size_t step = done < STEP ? done : (size_t)STEP - STEP % unit;
    if (step == 0) step = unit;
    if (step > total - done) step = total - done;
    memcpy(to + done, to, step);
    done += step;
    if (step >= 1 << 20) llua_check(L);
  }
  luaL_pushresultsize(&buffer, total);
  return 1;
}

// Pushes the text of %p: an object's serial, or the FNV-1a hash of a string's bytes.
static void push_pointer(lua_State *L, int index) {
  char text[32];
  if (lua_type(L, index) == LUA_TSTRING) {
    size_t count;
    const char *bytes = lua_tolstring(L, index, &count);
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < count; i += 1) hash = (hash ^ (unsigned char)bytes[i]) * 0x100000001b3u;
    snprintf(text, sizeof text, "0x%016llx", (unsigned long long)hash);
  } else {
    uint64_t serial = llua_serial(L, index);
    if (serial == 0) snprintf(text, sizeof text, "(null)");
    else snprintf(text, sizeof text, "0x%08llx", (unsigned long long)serial);
  }
  lua_pushstring(L, text);
}

enum { LONG_TEXT = 1 << 16 };  // beyond this, %q takes milliseconds

// Pushes the %q text of a string, checking the deadline every LONG_TEXT bytes.
static void push_quoted(lua_State *L, int index) {
  size_t count;
  const char *text = lua_tolstring(L, index, &count);
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  luaL_addchar(&buffer, '"');
  for (size_t i = 0; i < count; i += 1) {
    if (i % LONG_TEXT == LONG_TEXT - 1) llua_check(L);
    unsigned char c = (unsigned char)text[i];
    if (c == '"' || c == '\\' || c == '\n') {
      luaL_addchar(&buffer, '\\');
      luaL_addchar(&buffer, (char)c);
    } else if (c < 32 || c == 127) {
      bool followed = i + 1 < count && text[i + 1] >= '0' && text[i + 1] <= '9';
      char escaped[8];
      snprintf(escaped, sizeof escaped, followed ? "\\%03d" : "\\%d", c);
      luaL_addstring(&buffer, escaped);
    } else {
      luaL_addchar(&buffer, (char)c);
    }
  }
  luaL_addchar(&buffer, '"');
  luaL_pushresult(&buffer);
}

static bool needs_help(lua_State *L, const char *format, size_t count, int top) {
  for (int i = 2; i <= top; i += 1) {
    int type = lua_type(L, i);
    if (type != LUA_TNUMBER && type != LUA_TSTRING && type != LUA_TBOOLEAN && type != LUA_TNIL) return true;
    if (type == LUA_TSTRING && lua_rawlen(L, i) > LONG_TEXT) return true;
  }
  if (memchr(format, 'p', count) == NULL) return false;
  for (const char *at = format, *end = format + count; (at = memchr(at, '%', (size_t)(end - at))) != NULL;) {
    at += 1;
    while (at < end && (strchr("-+ #0.", *at) != NULL || (*at >= '0' && *at <= '9')) && *at != 0) at += 1;
    if (at < end && *at == 'p') return true;
    if (at < end) at += 1;
  }
  return false;
}

static int format(lua_State *L) {
  size_t count;
  const char *text = luaL_checklstring(L, 1, &count);
  int top = lua_gettop(L), argument = 1;
  lua_CFunction stock = llua_of(L)->stock_format;
  if (!needs_help(L, text, count, top)) return stock(L);
  // replaces objects with their texts, and %p with %s, before calling the stock function
  luaL_checkstack(L, LUA_MINSTACK, NULL);
  char *changed = lua_newuserdatauv(L, count + 1, 0);
  memcpy(changed, text, count + 1);
  lua_insert(L, 2);
  top += 1;
  argument += 1;
  for (size_t i = 0; i < count; i += 1) {
    if (changed[i] != '%') continue;
    i += 1;
    if (i < count && changed[i] == '%') continue;
    while (i < count && changed[i] != 0 &&
        (strchr("-+ #0.", changed[i]) != NULL || (changed[i] >= '0' && changed[i] <= '9')))
      i += 1;
    argument += 1;
    if (i >= count || argument > top) break;
    int type = lua_type(L, argument);
    if (changed[i] == 'p') {
      push_pointer(L, argument);
      lua_replace(L, argument);
      changed[i] = 's';
    } else if (changed[i] == 'q' && changed[i - 1] == '%' && type == LUA_TSTRING &&
        lua_rawlen(L, argument) > LONG_TEXT) {
      push_quoted(L, argument);
      lua_replace(L, argument);
      changed[i] = 's';
    } else if (changed[i] == 's' && type != LUA_TSTRING && type != LUA_TNUMBER) {
      llua_tolstring(L, argument, NULL);
      lua_replace(L, argument);
    }
  }
  lua_pushlstring(L, changed, count);
  lua_replace(L, 1);
  lua_remove(L, 2);
  return stock(L);
}

void llua_open_string(lua_State *L) {
  static const luaL_Reg functions[] = {{"rep", rep}, {"format", format}, {NULL, NULL}};
  lua_getglobal(L, LUA_STRLIBNAME);
  lua_getfield(L, -1, "format");
  llua_of(L)->stock_format = lua_tocfunction(L, -1);
  lua_pop(L, 1);
  llua_set_functions(L, functions);
  llua_open_pattern(L);
  if (!llua_of(L)->options.trusted) {
    lua_pushnil(L);
    lua_setfield(L, -2, "dump");
    lua_pushliteral(L, "");
    lua_getmetatable(L, -1);
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 2);
  }
  lua_pop(L, 1);
}
