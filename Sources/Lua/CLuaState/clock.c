// SPDX-License-Identifier: MIT
// os and math.random isolated from the machine: the script's own clock, in UTC, and a seed from the host.
#include <limits.h>
#include <math.h>
#include <string.h>
#include <time.h>

#include "llua.h"

static double script_time(lua_State *L) {
  llua_State *s = llua_of(L);
  return s->options.callbacks.time(s->options.callbacks.owner, s);
}

static lua_Integer script_seconds(lua_State *L) {
  double now = floor(script_time(L));
  return now > -1e15 && now < 1e15 ? (lua_Integer)now : 0;
}

static int clock_function(lua_State *L) {
  lua_pushnumber(L, script_time(L));
  return 1;
}

static int field(lua_State *L, const char *key, int missing, int offset) {
  int type = lua_getfield(L, 1, key), is_integer;
  lua_Integer value = lua_tointegerx(L, -1, &is_integer);
  if (!is_integer) {
    if (type != LUA_TNIL) luaL_error(L, "field '%s' is not an integer", key);
    if (missing < 0) luaL_error(L, "field '%s' missing in date table", key);
    value = missing;
  } else {
    if (value < INT_MIN / 2 || value > INT_MAX / 2) luaL_error(L, "field '%s' is out-of-bound", key);
    value -= offset;
  }
  lua_pop(L, 1);
  return (int)value;
}

static void set_field(lua_State *L, const char *key, int value, int offset) {
  lua_pushinteger(L, (lua_Integer)value + offset);
  lua_setfield(L, 1, key);
}

static int time_function(lua_State *L) {
  if (lua_isnoneornil(L, 1)) {
    lua_pushinteger(L, script_seconds(L));
    return 1;
  }
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  struct tm t = {.tm_year = field(L, "year", -1, 1900),
      .tm_mon = field(L, "month", -1, 1),
      .tm_mday = field(L, "day", -1, 0),
      .tm_hour = field(L, "hour", 12, 0),
      .tm_min = field(L, "min", 0, 0),
      .tm_sec = field(L, "sec", 0, 0)};
  time_t seconds = timegm(&t);
  if (seconds == (time_t)-1 && t.tm_year != 69)
    return luaL_error(L, "time result cannot be represented in this installation");
  set_field(L, "year", t.tm_year, 1900);
  set_field(L, "month", t.tm_mon, 1);
  set_field(L, "day", t.tm_mday, 0);
  set_field(L, "hour", t.tm_hour, 0);
  set_field(L, "min", t.tm_min, 0);
  set_field(L, "sec", t.tm_sec, 0);
  set_field(L, "wday", t.tm_wday, 1);
  set_field(L, "yday", t.tm_yday, 1);
  lua_pushboolean(L, 0);
  lua_setfield(L, 1, "isdst");
  lua_pushinteger(L, (lua_Integer)seconds);
  return 1;
}

static int date(lua_State *L) {
  const char *format = luaL_optstring(L, 1, "%c");
  if (lua_isnoneornil(L, 2)) {
    lua_settop(L, 1);
    lua_pushinteger(L, script_seconds(L));
  }
  lua_settop(L, 2);
  lua_pushfstring(L, "%s%s", format[0] == '!' ? "" : "!", format);  // always UTC
  lua_replace(L, 1);
  return llua_of(L)->stock_date(L);
}

static int random_seed(lua_State *L) {
  llua_State *s = llua_of(L);
  if (lua_gettop(L) == 0) {  // stock Lua would seed from the clock
    lua_pushinteger(L, (lua_Integer)s->options.seed);
    lua_pushinteger(L, 0);
  } else {  // here, since an error in the stock function could not name it
#if LUA_VERSION_RELEASE_NUM >= 50404
    luaL_checknumber(L, 1);
#else
    luaL_checkinteger(L, 1);
#endif
    if (lua_gettop(L) > 1) luaL_optinteger(L, 2, 0);
  }
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

void llua_open_math(lua_State *L) {
  lua_getglobal(L, LUA_MATHLIBNAME);
  lua_getfield(L, -1, "randomseed");
  lua_pushvalue(L, -1);
  lua_pushinteger(L, (lua_Integer)llua_of(L)->options.seed);
  lua_pushinteger(L, 0);
  lua_call(L, 2, 0);
  lua_pushcclosure(L, random_seed, 1);
  lua_setfield(L, -2, "randomseed");
  lua_getfield(L, -1, "random");
  if (lua_getupvalue(L, -1, 1)) {
    if (lua_rawlen(L, -1) == sizeof(llua_Random)) llua_of(L)->random_words = lua_touserdata(L, -1);
    luaL_ref(L, LUA_REGISTRYINDEX);  // keeps it alive if a script sets math.random to nil
  }
  lua_pop(L, 2);
}

static uint64_t mixed(uint64_t z) {
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return z ^ z >> 31;
}

void llua_begin_random(llua_State *s, llua_Random *before, uint64_t a, uint64_t b) {
  if (!s->random_words) return;
  memcpy(before, s->random_words, sizeof *before);
  uint64_t z = mixed(mixed(mixed(s->options.seed + 0x9E3779B97F4A7C15u) ^ a) + b);
  for (int i = 0; i < 4; i++) s->random_words[i] = mixed(z += 0x9E3779B97F4A7C15u);
}

void llua_end_random(llua_State *s, const llua_Random *before) {
  if (s->random_words) memcpy(s->random_words, before, sizeof *before);
}

void llua_open_os(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"clock", clock_function}, {"time", time_function}, {"date", date}, {NULL, NULL}};
  static const char *const removed[] = {"execute", "remove", "rename", "exit", "getenv", "tmpname", "setlocale", NULL};
  lua_getglobal(L, LUA_OSLIBNAME);
  lua_getfield(L, -1, "date");
  llua_of(L)->stock_date = lua_tocfunction(L, -1);
  lua_pop(L, 1);
  llua_set_functions(L, functions);
  llua_remove_fields(L, removed);
  lua_pop(L, 1);
}
