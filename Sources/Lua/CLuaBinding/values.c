// SPDX-License-Identifier: MIT
// Immutable value types Point, Size, Rect, Color and Transform: reading them from Lua and pushing them.
#include "internal.h"

#pragma STDC FP_CONTRACT OFF

const int llua_quantity_lengths[LLUA_NODE_TRANSFORM + 1] = {[LLUA_NODE_POINT] = 2,
    [LLUA_NODE_SIZE] = 2,
    [LLUA_NODE_RECT] = 4,
    [LLUA_NODE_COLOR] = 4,
    [LLUA_NODE_TRANSFORM] = 16};
const char *const llua_matrix_names[16] = {
    "m11", "m12", "m13", "m14", "m21", "m22", "m23", "m24", "m31", "m32", "m33", "m34", "m41", "m42", "m43", "m44"};
const double llua_identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

// MARK: - Pushing

llua_Quantity *llua_push_quantity(lua_State *L, llua_Binding *b, uint32_t type, const double *v) {
  int n = llua_quantity_lengths[type];
  llua_Quantity *value = llua_new_userdata(
      b->state, L, sizeof(llua_Quantity) + sizeof(double) * (size_t)n, 0, LLUA_KIND_QUANTITY + type);
  value->b = b;
  memcpy(value->v, v, sizeof(double) * (size_t)n);
  lua_rawgeti(L, LUA_REGISTRYINDEX, b->quantity_metatables[type]);
  lua_setmetatable(L, -2);
  return value;
}

// MARK: - Decoding

bool llua_finite_number(lua_State *L, int index, double *out) {
  if (lua_type(L, index) != LUA_TNUMBER) return false;
  *out = lua_tonumber(L, index);
  return isfinite(*out);
}

static bool numbers_of(lua_State *L, int index, int count, double *out) {
  for (int i = 0; i < count; i++) {
    lua_rawgeti(L, index, i + 1);
    bool ok = llua_finite_number(L, -1, out + i);
    lua_pop(L, 1);
    if (!ok) return false;
  }
  return true;
}

// Reads a table whose every entry must be a number under one of the names. Returns the number of entries, or −1. Each
// name found sets its bit in `seen`.
static int named_of(lua_State *L, int index, const char *const *names, int count, double *out, uint32_t *seen) {
  int found = 0;
  *seen = 0;
  lua_pushnil(L);
  while (lua_next(L, index)) {
    int match = -1;
    double v = 0;
    if (lua_type(L, -2) == LUA_TSTRING && llua_finite_number(L, -1, &v)) {
      const char *key = lua_tostring(L, -2);
      for (int i = 0; i < count && match < 0; i++)
        if (!strcmp(key, names[i])) match = i;
    }
    if (match < 0) {
      lua_pop(L, 2);
      return -1;
    }
    out[match] = v;
    *seen |= 1u << match;
    found++;
    lua_pop(L, 1);
  }
  return found;
}

bool llua_fractions(double *v, int n) {
  for (int i = 0; i < n; i++) {
    if (v[i] < -1e-6 || v[i] > 1 + 1e-6) return false;
    v[i] = v[i] < 0 ? 0 : v[i] > 1 ? 1 : v[i];
  }
  return true;
}

// Parses colour text. Up to 512 colours, of texts up to 40 bytes, are cached by their string.
static bool named_color(lua_State *L, llua_Binding *b, int index, double *out) {
  enum { MOST = 512, LONGEST = 40 };
  index = lua_absindex(L, index);
  lua_rawgeti(L, LUA_REGISTRYINDEX, b->colors);
  lua_pushvalue(L, index);
  lua_rawget(L, -2);
  llua_Quantity *known = llua_quantity_at(L, -1);
  if (known) {
    memcpy(out, known->v, 4 * sizeof(double));
    lua_pop(L, 2);
    return true;
  }
  lua_pop(L, 1);
  size_t n;
  const char *s = lua_tolstring(L, index, &n);
  bool good = b->host.parse_color(b->host.context, s, n, out);
  if (good && n <= LONGEST && b->color_count < MOST) {
    b->color_count++;
    lua_pushvalue(L, index);
    llua_push_quantity(L, b, LLUA_NODE_COLOR, out);
    lua_rawset(L, -3);
  }
  lua_pop(L, 1);
  return good;
}

// Reads {r =, g =, b =}, {red =, green =, blue =}, {white =} or {hue =, saturation =, brightness =}, with an optional
// alpha, all from 0 to 1.
static bool color_by_names(lua_State *L, int index, double *out) {
  enum { R_G_B = 0x7, A = 0x8, RED_GREEN_BLUE = 0x70, ALPHA = 0x80, WHITE = 0x100, HUE_SATURATION_BRIGHTNESS = 0xE00 };
  static const char *const names[] = {
      "r", "g", "b", "a", "red", "green", "blue", "alpha", "white", "hue", "saturation", "brightness"};
  double v[12];
  uint32_t seen;
  if (named_of(L, index, names, 12, v, &seen) < 1 || (seen & (A | ALPHA)) == (A | ALPHA)) return false;
  out[3] = seen & A ? v[3] : seen & ALPHA ? v[7] : 1;
  switch (seen & ~(uint32_t)(A | ALPHA)) {
    case R_G_B: memcpy(out, v, 3 * sizeof(double)); break;
    case RED_GREEN_BLUE: memcpy(out, v + 4, 3 * sizeof(double)); break;
    case WHITE: out[0] = out[1] = out[2] = v[8]; break;
    case HUE_SATURATION_BRIGHTNESS: {
      if (!llua_fractions(v + 9, 3)) return false;
      double h = v[9] * 6, s = v[10], w = v[11], sector = floor(h), f = h - sector;
      double low = w * (1 - s), down = w * (1 - s * f), up = w * (1 - s * (1 - f));
      const double all[6][3] = {
          {w, up, low}, {down, w, low}, {low, w, up}, {low, down, w}, {up, low, w}, {w, low, down}};
      memcpy(out, all[(int)sector % 6], 3 * sizeof(double));
      break;
    }
    default: return false;
  }
  return llua_fractions(out, 4);
}

bool llua_decode(lua_State *L, llua_Binding *b, int index, uint32_t type, double *out) {
  int lua_kind = lua_type(L, index);
  if (lua_kind == LUA_TUSERDATA) {
    llua_Quantity *v = llua_quantity_at(L, index);
    if (!v || v->header.kind != LLUA_KIND_QUANTITY + type) return false;
    memcpy(out, v->v, sizeof(double) * (size_t)llua_quantity_lengths[type]);
    return true;
  }
  if (lua_kind == LUA_TSTRING && type == LLUA_NODE_COLOR) return named_color(L, b, index, out);
  if (lua_kind != LUA_TTABLE) return false;
  index = lua_absindex(L, index);
  luaL_checkstack(L, 8, "too many values");
  size_t n = lua_rawlen(L, index);
  uint32_t seen;
  switch (type) {
    case LLUA_NODE_POINT: {
      static const char *const names[] = {"x", "y"};
      return n == 2 ? numbers_of(L, index, 2, out) : n == 0 && named_of(L, index, names, 2, out, &seen) == 2;
    }
    case LLUA_NODE_SIZE: {
      static const char *const names[] = {"width", "height"};
      return n == 2 ? numbers_of(L, index, 2, out) : n == 0 && named_of(L, index, names, 2, out, &seen) == 2;
    }
    case LLUA_NODE_RECT: {
      static const char *const names[] = {"x", "y", "width", "height"};
      if (n == 4) return numbers_of(L, index, 4, out);
      if (n != 0) return false;
      if (named_of(L, index, names, 4, out, &seen) == 4) return true;
      lua_pushliteral(L, "origin");
      lua_rawget(L, index);
      lua_pushliteral(L, "size");
      lua_rawget(L, index);
      bool ok = llua_decode(L, b, -2, LLUA_NODE_POINT, out) && llua_decode(L, b, -1, LLUA_NODE_SIZE, out + 2);
      lua_pop(L, 2);
      return ok;
    }
    case LLUA_NODE_COLOR: {
      out[3] = 1;
      if (n == 3 || n == 4) return numbers_of(L, index, (int)n, out) && llua_fractions(out, 4);
      if (n == 2) {
        double v[2];
        if (!numbers_of(L, index, 2, v)) return false;
        out[0] = out[1] = out[2] = v[0];
        out[3] = v[1];
        return llua_fractions(out, 4);
      }
      return n == 0 && color_by_names(L, index, out);
    }
    case LLUA_NODE_TRANSFORM: {
      if (n == 16) return numbers_of(L, index, 16, out);
      memcpy(out, llua_identity, sizeof llua_identity);
      if (n == 6) {
        double v[6];
        if (!numbers_of(L, index, 6, v)) return false;
        out[0] = v[0], out[1] = v[1], out[4] = v[2], out[5] = v[3], out[12] = v[4], out[13] = v[5];
        return true;
      }
      return n == 0 && named_of(L, index, llua_matrix_names, 16, out, &seen) > 0;
    }
  }
  return false;
}
