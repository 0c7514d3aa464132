// SPDX-License-Identifier: MIT
// Measures the cost of setting a number by key in plain C: a userdata, a table from key to number, a switch. Prints the
// nanoseconds per `layer.opacity = 0.5`, to compare with w10.lua.
#if __has_include(<lua5.4/lua.h>)
#include <lua5.4/lauxlib.h>
#include <lua5.4/lua.h>
#include <lua5.4/lualib.h>
#else
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct {
  double opacity, corner_radius, z_position;
} Layer;

enum { OPACITY = 1, CORNER_RADIUS, Z_POSITION };

static int set(lua_State *L) {
  Layer *layer = luaL_checkudata(L, 1, "Layer");
  lua_pushvalue(L, 2);
  lua_rawget(L, lua_upvalueindex(1));
  switch (lua_tointeger(L, -1)) {
    case OPACITY: layer->opacity = luaL_checknumber(L, 3); return 0;
    case CORNER_RADIUS: layer->corner_radius = luaL_checknumber(L, 3); return 0;
    case Z_POSITION: layer->z_position = luaL_checknumber(L, 3); return 0;
    default: return luaL_error(L, "no property");
  }
}

static int new_layer(lua_State *L) {
  Layer *layer = lua_newuserdatauv(L, sizeof *layer, 0);
  *layer = (Layer){1, 0, 0};
  luaL_setmetatable(L, "Layer");
  return 1;
}

static double seconds(lua_State *L, long n) {
  struct timespec a, b;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
  lua_getglobal(L, "run");
  lua_pushinteger(L, n);
  lua_call(L, 1, 0);
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
  return (double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec) * 1e-9;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(void) {
  lua_State *L = luaL_newstate();
  if (!L) return 1;
  luaL_openlibs(L);
  luaL_newmetatable(L, "Layer");
  static const char *const names[] = {"opacity", "cornerRadius", "zPosition"};
  lua_newtable(L);
  for (int i = 0; i < 3; i++) {
    lua_pushinteger(L, i + 1);
    lua_setfield(L, -2, names[i]);
  }
  lua_pushcclosure(L, set, 1);
  lua_setfield(L, -2, "__newindex");
  lua_pop(L, 1);
  lua_register(L, "Layer", new_layer);
  if (luaL_dostring(L, "local layer = Layer() function run(n) for _ = 1, n do layer.opacity = 0.5 end end")) return 1;
  double figures[7];
  for (int i = 0; i < 7; i++) figures[i] = seconds(L, 1000000) * 1e3;
  qsort(figures, 7, sizeof *figures, compare);
  printf("{\"peer\":\"pure C\",\"case\":\"w10\",\"ms\":[%.8f]}\n", figures[3] * 1e-6);
  lua_close(L);
  return 0;
}
