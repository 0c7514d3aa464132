// SPDX-License-Identifier: MIT
// The immutable value types: Point, Size, Rect, Color, Transform.
#include "binding_internal.h"
#include <stdio.h>

#pragma STDC FP_CONTRACT OFF

static const char *const type_names[] = {[LLUA_NODE_POINT] = "Point",
    [LLUA_NODE_SIZE] = "Size",
    [LLUA_NODE_RECT] = "Rect",
    [LLUA_NODE_COLOR] = "Color",
    [LLUA_NODE_TRANSFORM] = "Transform"};
static const char *const expectations[] = {[LLUA_NODE_POINT] = "a point such as {10, 20}",
    [LLUA_NODE_SIZE] = "a size such as {100, 50}",
    [LLUA_NODE_RECT] = "a rect such as {0, 0, 100, 50}",
    [LLUA_NODE_COLOR] = "a colour such as \"red\", \"#ff8800\" or {1, 0.5, 0}",
    [LLUA_NODE_TRANSFORM] = "a transform such as ca.Transform.rotation(0.5)"};
const int llua_quantity_lengths[LLUA_NODE_TRANSFORM + 1] = {[LLUA_NODE_POINT] = 2,
    [LLUA_NODE_SIZE] = 2,
    [LLUA_NODE_RECT] = 4,
    [LLUA_NODE_COLOR] = 4,
    [LLUA_NODE_TRANSFORM] = 16};
static const char *const matrix_names[16] = {
    "m11", "m12", "m13", "m14", "m21", "m22", "m23", "m24", "m31", "m32", "m33", "m34", "m41", "m42", "m43", "m44"};
static const double identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

// MARK: - Making and reading

void llua_push_number(lua_State *L, double v) {
  if (v == floor(v) && fabs(v) < 9007199254740992.0) lua_pushinteger(L, (lua_Integer)v);
  else lua_pushnumber(L, v);
}

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

llua_Quantity *llua_quantity_at(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TUSERDATA || lua_rawlen(L, index) < sizeof(llua_Quantity)) return NULL;
  llua_Quantity *v = lua_touserdata(L, index);
  return v->header.magic == LLUA_MAGIC && v->header.kind >= LLUA_KIND_QUANTITY ? v : NULL;
}

// MARK: - Descriptions for messages

static const char *const kind_names[LLUA_KINDS] = {[LLUA_KIND_LAYER] = "layer",
    [LLUA_KIND_KEYED] = "object",
    [LLUA_KIND_PATH] = "Path",
    [LLUA_KIND_IMAGE] = "Image",
    [LLUA_KIND_CONTEXT] = "graphics context",
    [LLUA_KIND_TEXT] = "AttributedString",
    [LLUA_KIND_SPRITE] = "Sprite",
    [LLUA_KIND_DRAWABLE] = "Drawable"};

// Pushes what a value is, for "… got X".
const char *llua_article(const char *name) { return name && strchr("AEIOaeio", name[0]) && name[0] ? "an" : "a"; }

const char *llua_describe(lua_State *L, int index) {
  switch (lua_type(L, index)) {
    case LUA_TNONE:
    case LUA_TNIL: return lua_pushliteral(L, "nil");
    case LUA_TBOOLEAN: return lua_pushstring(L, lua_toboolean(L, index) ? "true" : "false");
    case LUA_TNUMBER: {
      char text[64];
      double v = lua_tonumber(L, index);
      if (isnan(v)) return lua_pushliteral(L, "nan");
      if (v == floor(v) && fabs(v) < 1e15) snprintf(text, sizeof text, "number %.0f", v);
      else snprintf(text, sizeof text, "number %.14g", v);
      return lua_pushstring(L, text);
    }
    case LUA_TSTRING: {
      size_t n;
      const char *s = lua_tolstring(L, index, &n);
      if (n <= 40) return lua_pushfstring(L, "string \"%s\"", s);
      size_t cut = 40;
      while (cut > 0 && ((unsigned char)s[cut] & 0xC0) == 0x80) cut--;
      lua_pushlstring(L, s, cut);
      const char *text = lua_pushfstring(L, "string \"%s…\"", lua_tostring(L, -1));
      lua_remove(L, -2);
      return text;
    }
    case LUA_TTABLE: {
      index = lua_absindex(L, index);
      const char *class_name = llua_class_name_at(L, index);
      if (class_name) return lua_pushfstring(L, "the class %s (call it to make an object)", class_name);
      size_t n = lua_rawlen(L, index);
      if (n > 0) return lua_pushfstring(L, "a table of %d value%s", (int)n, n == 1 ? "" : "s");
      lua_pushnil(L);
      if (!lua_next(L, index)) return lua_pushliteral(L, "an empty table");
      lua_pop(L, 2);
      return lua_pushliteral(L, "a table");
    }
    case LUA_TFUNCTION: return lua_pushliteral(L, "a function");
    case LUA_TTHREAD: return lua_pushliteral(L, "a coroutine");
    default: {
      llua_Quantity *v = llua_quantity_at(L, index);
      if (v) return lua_pushfstring(L, "a %s", type_names[v->header.kind - LLUA_KIND_QUANTITY]);
      llua_Bound *o = llua_bound_at(L, index);
      if (o && llua_is_keyed(o) && o->cls) return lua_pushfstring(L, "%s %s", llua_article(o->cls->name), o->cls->name);
      if (o && o->header.kind == LLUA_KIND_NULL) return lua_pushliteral(L, "ca.null");
      const char *name = o && o->header.kind < LLUA_KINDS ? kind_names[o->header.kind] : NULL;
      if (name) return lua_pushfstring(L, "%s %s", llua_article(name), name);
      return lua_pushliteral(L, "a userdata");
    }
  }
}

// MARK: - Decoding

static bool finite_number(lua_State *L, int index, double *out) {
  if (lua_type(L, index) != LUA_TNUMBER) return false;
  *out = lua_tonumber(L, index);
  return isfinite(*out);
}

static bool numbers_of(lua_State *L, int index, int count, double *out) {
  for (int i = 0; i < count; i++) {
    lua_rawgeti(L, index, i + 1);
    bool ok = finite_number(L, -1, out + i);
    lua_pop(L, 1);
    if (!ok) return false;
  }
  return true;
}

// Every entry of the table must be a number under one of the names; answers how many there were, or −1. `seen` gets a
// bit for each.
static int named_of(lua_State *L, int index, const char *const *names, int count, double *out, uint32_t *seen) {
  int found = 0;
  *seen = 0;
  lua_pushnil(L);
  while (lua_next(L, index)) {
    int match = -1;
    double v = 0;
    if (lua_type(L, -2) == LUA_TSTRING && finite_number(L, -1, &v)) {
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

static bool fractions(double *v, int n) {
  for (int i = 0; i < n; i++) {
    if (v[i] < -1e-6 || v[i] > 1 + 1e-6) return false;
    v[i] = v[i] < 0 ? 0 : v[i] > 1 ? 1 : v[i];
  }
  return true;
}

// Colour text is parsed once; what a script uses again and again is found by its string.
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

// {r =, g =, b =}, {red =, green =, blue =}, {white =} or {hue =, saturation =, brightness =}, with an alpha or
// without, all from 0 to 1.
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
      if (!fractions(v + 9, 3)) return false;
      double h = v[9] * 6, s = v[10], w = v[11], sector = floor(h), f = h - sector;
      double low = w * (1 - s), down = w * (1 - s * f), up = w * (1 - s * (1 - f));
      const double all[6][3] = {
          {w, up, low}, {down, w, low}, {low, w, up}, {low, down, w}, {up, low, w}, {w, low, down}};
      memcpy(out, all[(int)sector % 6], 3 * sizeof(double));
      break;
    }
    default: return false;
  }
  return fractions(out, 4);
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
      if (n == 3 || n == 4) return numbers_of(L, index, (int)n, out) && fractions(out, 4);
      if (n == 2) {
        double v[2];
        if (!numbers_of(L, index, 2, v)) return false;
        out[0] = out[1] = out[2] = v[0];
        out[3] = v[1];
        return fractions(out, 4);
      }
      return n == 0 && color_by_names(L, index, out);
    }
    case LLUA_NODE_TRANSFORM: {
      if (n == 16) return numbers_of(L, index, 16, out);
      memcpy(out, identity, sizeof identity);
      if (n == 6) {
        double v[6];
        if (!numbers_of(L, index, 6, v)) return false;
        out[0] = v[0], out[1] = v[1], out[4] = v[2], out[5] = v[3], out[12] = v[4], out[13] = v[5];
        return true;
      }
      return n == 0 && named_of(L, index, matrix_names, 16, out, &seen) > 0;
    }
  }
  return false;
}

static void argument(lua_State *L, llua_Binding *b, int index, uint32_t type, double *out, const char *what) {
  if (llua_decode(L, b, index, type, out)) return;
  char remedy[160] = "";
  if (type == LLUA_NODE_COLOR && lua_type(L, index) == LUA_TSTRING) {
    size_t length;
    const char *word = lua_tolstring(L, index, &length);
    b->host.remedy(b->host.context, LLUA_REMEDY_OTHER, LLUA_REMEDY_COLOR, false, word, length, remedy, sizeof remedy);
  }
  llua_refuse(L, "%s: expected %s, got %s%s", what, expectations[type], llua_describe(L, index), remedy);
}

static double number_argument(lua_State *L, int index, const char *what, const char *name) {
  double v;
  if (!finite_number(L, index, &v))
    llua_refuse(L, "%s: expected a number for %s, got %s", what, name, llua_describe(L, index));
  return v;
}

static double number_or(lua_State *L, int index, double absent, const char *what, const char *name) {
  return lua_isnoneornil(L, index) ? absent : number_argument(L, index, what, name);
}

static llua_Quantity *receiver(lua_State *L, uint32_t type, const char *method) {
  llua_Quantity *v = llua_quantity_at(L, 1);
  if (!v || v->header.kind != LLUA_KIND_QUANTITY + type)
    llua_refuse(L, "%s: call it with a colon on a %s, got %s", method, type_names[type], llua_describe(L, 1));
  return v;
}

// A result that must be a number everyone can go on with.
static int finite_result(lua_State *L, llua_Binding *b, uint32_t type, const double *v, const char *what) {
  for (int i = 0; i < llua_quantity_lengths[type]; i++)
    if (!isfinite(v[i])) return llua_refuse(L, "%s: the result is not finite", what);
  llua_push_quantity(L, b, type, v);
  return 1;
}

// MARK: - Constructors

static int new_value(lua_State *L, uint32_t type, int count, const char *what, const char *const *names) {
  llua_Binding *b = LLUA_BINDING(L);
  if (!b) return llua_refuse(L, "%s is not usable", what);
  double v[16];
  if (lua_gettop(L) == 1 && lua_type(L, 1) != LUA_TNUMBER) argument(L, b, 1, type, v, what);
  else
    for (int i = 0; i < count; i++) v[i] = number_argument(L, i + 1, what, names[i]);
  llua_push_quantity(L, b, type, v);
  return 1;
}

static int new_point(lua_State *L) {
  static const char *const names[] = {"x", "y"};
  return new_value(L, LLUA_NODE_POINT, 2, "ca.Point", names);
}
static int new_size(lua_State *L) {
  static const char *const names[] = {"width", "height"};
  return new_value(L, LLUA_NODE_SIZE, 2, "ca.Size", names);
}
static int new_rect(lua_State *L) {
  static const char *const names[] = {"x", "y", "width", "height"};
  return new_value(L, LLUA_NODE_RECT, 4, "ca.Rect", names);
}

static int new_color(lua_State *L) {
  llua_Binding *b = LLUA_BINDING(L);
  if (!b) return llua_refuse(L, "ca.Color is not usable");
  static const char *const names[] = {"red", "green", "blue"};
  double v[4] = {0, 0, 0, 1};
  int n = lua_gettop(L);
  if (n == 1 && lua_type(L, 1) != LUA_TNUMBER) {
    argument(L, b, 1, LLUA_NODE_COLOR, v, "ca.Color");
  } else if (n == 2) {
    v[0] = v[1] = v[2] = number_argument(L, 1, "ca.Color", "white");
    v[3] = number_argument(L, 2, "ca.Color", "alpha");
  } else {
    for (int i = 0; i < 3; i++) v[i] = number_argument(L, i + 1, "ca.Color", names[i]);
    v[3] = number_or(L, 4, 1, "ca.Color", "alpha");
  }
  if (!fractions(v, 4))
    return llua_refuse(L, "ca.Color: expected components from 0 to 1, got (%f, %f, %f, %f)", v[0], v[1], v[2], v[3]);
  llua_push_quantity(L, b, LLUA_NODE_COLOR, v);
  return 1;
}

// `ca.Transform(…)`: the first argument is the table itself.
static int new_transform(lua_State *L) {
  llua_Binding *b = LLUA_BINDING(L);
  if (!b) return llua_refuse(L, "ca.Transform is not usable");
  lua_remove(L, 1);
  double v[16];
  int n = lua_gettop(L);
  if (n == 6 || n == 16) {
    lua_createtable(L, n, 0);
    lua_insert(L, 1);
    for (int i = n; i >= 1; i--) lua_rawseti(L, 1, i);
  }
  argument(L, b, 1, LLUA_NODE_TRANSFORM, v, "ca.Transform");
  llua_push_quantity(L, b, LLUA_NODE_TRANSFORM, v);
  return 1;
}

// MARK: - Transforms

static void multiply(const double *a, const double *c, double *out) {
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      out[i * 4 + j] = a[i * 4] * c[j] + a[i * 4 + 1] * c[4 + j] + a[i * 4 + 2] * c[8 + j] + a[i * 4 + 3] * c[12 + j];
}

static void translation(lua_State *L, int first, double *out, const char *what) {
  memcpy(out, identity, sizeof identity);
  out[12] = number_argument(L, first, what, "x");
  out[13] = number_or(L, first + 1, 0, what, "y");
  out[14] = number_or(L, first + 2, 0, what, "z");
}

// One number scales x and y alike.
static void scale(lua_State *L, int first, double *out, const char *what) {
  memcpy(out, identity, sizeof identity);
  out[0] = number_argument(L, first, what, "x");
  out[5] = number_or(L, first + 1, out[0], what, "y");
  out[10] = number_or(L, first + 2, 1, what, "z");
}

static void rotation(lua_State *L, llua_Binding *b, int first, double *out, const char *what) {
  double angle = number_argument(L, first, what, "angle"), x = 0, y = 0, z = 1;
  if (!lua_isnoneornil(L, first + 1)) {
    x = number_argument(L, first + 1, what, "x");
    y = number_or(L, first + 2, 0, what, "y");
    z = number_or(L, first + 3, 0, what, "z");
  }
  b->host.rotation(angle, x, y, z, out);
}

static int push_transform(lua_State *L, const double *v, const char *what) {
  llua_Binding *b = LLUA_BINDING(L);
  if (!b) return llua_refuse(L, "%s is not usable", what);
  return finite_result(L, b, LLUA_NODE_TRANSFORM, v, what);
}

static int transform_translation(lua_State *L) {
  double v[16];
  translation(L, 1, v, "ca.Transform.translation");
  return push_transform(L, v, "ca.Transform.translation");
}
static int transform_scale(lua_State *L) {
  double v[16];
  scale(L, 1, v, "ca.Transform.scale");
  return push_transform(L, v, "ca.Transform.scale");
}
static int transform_rotation(lua_State *L) {
  double v[16];
  llua_Binding *b = LLUA_BINDING(L);
  if (!b) return llua_refuse(L, "ca.Transform is not usable");
  rotation(L, b, 1, v, "ca.Transform.rotation");
  return push_transform(L, v, "ca.Transform.rotation");
}
static int transform_perspective(lua_State *L) {
  double v[16], d = number_argument(L, 1, "ca.Transform.perspective", "the distance");
  if (d == 0) return llua_refuse(L, "ca.Transform.perspective: the distance must not be 0");
  memcpy(v, identity, sizeof identity);
  v[11] = -1 / d;
  return push_transform(L, v, "ca.Transform.perspective");
}
static int transform_affine(lua_State *L) {
  static const char *const names[] = {"a", "b", "c", "d", "tx", "ty"};
  static const int places[] = {0, 1, 4, 5, 12, 13};
  double v[16];
  memcpy(v, identity, sizeof identity);
  for (int i = 0; i < 6; i++) v[places[i]] = number_argument(L, i + 1, "ca.Transform.affine", names[i]);
  return push_transform(L, v, "ca.Transform.affine");
}

static int transform_before(lua_State *L, llua_Quantity *self, const double *first, const char *what) {
  double out[16];
  multiply(first, self->v, out);
  return finite_result(L, self->b, LLUA_NODE_TRANSFORM, out, what);
}
static int transform_translated(lua_State *L) {
  llua_Quantity *self = receiver(L, LLUA_NODE_TRANSFORM, "translated");
  double v[16];
  translation(L, 2, v, "Transform:translated");
  return transform_before(L, self, v, "Transform:translated");
}
static int transform_scaled(lua_State *L) {
  llua_Quantity *self = receiver(L, LLUA_NODE_TRANSFORM, "scaled");
  double v[16];
  scale(L, 2, v, "Transform:scaled");
  return transform_before(L, self, v, "Transform:scaled");
}
static int transform_rotated(lua_State *L) {
  llua_Quantity *self = receiver(L, LLUA_NODE_TRANSFORM, "rotated");
  double v[16];
  rotation(L, self->b, 2, v, "Transform:rotated");
  return transform_before(L, self, v, "Transform:rotated");
}
static int transform_concat(lua_State *L) {
  llua_Quantity *self = llua_quantity_at(L, 1), *other = llua_quantity_at(L, 2);
  llua_Binding *b = self ? self->b : other ? other->b : NULL;
  if (!b) return llua_refuse(L, "concat: call it with a colon on a Transform, got %s", llua_describe(L, 1));
  double a[16], c[16], out[16];
  argument(L, b, 1, LLUA_NODE_TRANSFORM, a, "Transform:concat");
  argument(L, b, 2, LLUA_NODE_TRANSFORM, c, "Transform:concat");
  multiply(a, c, out);
  return finite_result(L, b, LLUA_NODE_TRANSFORM, out, "Transform:concat");
}
static int transform_inverted(lua_State *L) {
  llua_Quantity *self = receiver(L, LLUA_NODE_TRANSFORM, "inverted");
  double out[16];
  if (!self->b->host.invert(self->v, out))
    return llua_refuse(L, "Transform:inverted: the transform is singular and has no inverse");
  return finite_result(L, self->b, LLUA_NODE_TRANSFORM, out, "Transform:inverted");
}
static int transform_apply(lua_State *L) {
  llua_Quantity *self = receiver(L, LLUA_NODE_TRANSFORM, "apply");
  double p[2], z, *m = self->v;
  argument(L, self->b, 2, LLUA_NODE_POINT, p, "Transform:apply");
  z = number_or(L, 3, 0, "Transform:apply", "z");
  double w = p[0] * m[3] + p[1] * m[7] + z * m[11] + m[15];
  double out[2] = {
      (p[0] * m[0] + p[1] * m[4] + z * m[8] + m[12]) / w, (p[0] * m[1] + p[1] * m[5] + z * m[9] + m[13]) / w};
  if (w == 0) return llua_refuse(L, "Transform:apply: the point lies on the horizon (w is 0)");
  return finite_result(L, self->b, LLUA_NODE_POINT, out, "Transform:apply");
}
static bool is_affine(const double *m) {
  return m[2] == 0 && m[3] == 0 && m[6] == 0 && m[7] == 0 && m[8] == 0 && m[9] == 0 && m[10] == 1 && m[11] == 0 &&
      m[14] == 0 && m[15] == 1;
}

// MARK: - Rect and Color methods

static int rect_inset(lua_State *L) {
  llua_Quantity *self = receiver(L, LLUA_NODE_RECT, "insetBy");
  double dx = number_argument(L, 2, "Rect:insetBy", "dx"), dy = number_or(L, 3, dx, "Rect:insetBy", "dy");
  double v[4] = {self->v[0] + dx, self->v[1] + dy, self->v[2] - 2 * dx, self->v[3] - 2 * dy};
  if (v[2] < 0 || v[3] < 0)
    return llua_refuse(L, "Rect:insetBy: nothing is left of %f × %f inset by %f, %f", self->v[2], self->v[3], dx, dy);
  return finite_result(L, self->b, LLUA_NODE_RECT, v, "Rect:insetBy");
}
static int rect_offset(lua_State *L) {
  llua_Quantity *self = receiver(L, LLUA_NODE_RECT, "offsetBy");
  double dx = number_argument(L, 2, "Rect:offsetBy", "dx"), dy = number_or(L, 3, 0, "Rect:offsetBy", "dy");
  double v[4] = {self->v[0] + dx, self->v[1] + dy, self->v[2], self->v[3]};
  return finite_result(L, self->b, LLUA_NODE_RECT, v, "Rect:offsetBy");
}
static int rect_union(lua_State *L) {
  llua_Quantity *self = receiver(L, LLUA_NODE_RECT, "union");
  double r[4], *s = self->v;
  argument(L, self->b, 2, LLUA_NODE_RECT, r, "Rect:union");
  double x = fmin(s[0], r[0]), y = fmin(s[1], r[1]);
  double v[4] = {x, y, fmax(s[0] + s[2], r[0] + r[2]) - x, fmax(s[1] + s[3], r[1] + r[3]) - y};
  return finite_result(L, self->b, LLUA_NODE_RECT, v, "Rect:union");
}
static int rect_intersection(lua_State *L) {
  llua_Quantity *self = receiver(L, LLUA_NODE_RECT, "intersection");
  double r[4], *s = self->v;
  argument(L, self->b, 2, LLUA_NODE_RECT, r, "Rect:intersection");
  double x = fmax(s[0], r[0]), y = fmax(s[1], r[1]);
  double v[4] = {x, y, fmin(s[0] + s[2], r[0] + r[2]) - x, fmin(s[1] + s[3], r[1] + r[3]) - y};
  if (v[2] < 0 || v[3] < 0) {
    lua_pushnil(L);
    return 1;
  }
  return finite_result(L, self->b, LLUA_NODE_RECT, v, "Rect:intersection");
}
// A point, or a rect that lies within.
static int rect_contains(lua_State *L) {
  llua_Quantity *self = receiver(L, LLUA_NODE_RECT, "contains");
  double p[2], r[4], *s = self->v;
  if (llua_decode(L, self->b, 2, LLUA_NODE_RECT, r)) {
    lua_pushboolean(L, r[0] >= s[0] && r[1] >= s[1] && r[0] + r[2] <= s[0] + s[2] && r[1] + r[3] <= s[1] + s[3]);
    return 1;
  }
  argument(L, self->b, 2, LLUA_NODE_POINT, p, "Rect:contains");
  lua_pushboolean(L, p[0] >= s[0] && p[1] >= s[1] && p[0] < s[0] + s[2] && p[1] < s[1] + s[3]);
  return 1;
}
// As Core Graphics has it: rects that only touch do not.
static int rect_intersects(lua_State *L) {
  llua_Quantity *self = receiver(L, LLUA_NODE_RECT, "intersects");
  double r[4], *s = self->v;
  argument(L, self->b, 2, LLUA_NODE_RECT, r, "Rect:intersects");
  lua_pushboolean(
      L, fmin(s[0] + s[2], r[0] + r[2]) > fmax(s[0], r[0]) && fmin(s[1] + s[3], r[1] + r[3]) > fmax(s[1], r[1]));
  return 1;
}
// The smallest rect of whole numbers around it.
static int rect_integral(lua_State *L) {
  llua_Quantity *self = receiver(L, LLUA_NODE_RECT, "integral");
  double *s = self->v, x = floor(s[0]), y = floor(s[1]), v[4] = {x, y, ceil(s[0] + s[2]) - x, ceil(s[1] + s[3]) - y};
  return finite_result(L, self->b, LLUA_NODE_RECT, v, "Rect:integral");
}
static int color_with_alpha(lua_State *L) {
  llua_Quantity *self = receiver(L, LLUA_NODE_COLOR, "withAlpha");
  double v[4] = {self->v[0], self->v[1], self->v[2], number_argument(L, 2, "Color:withAlpha", "alpha")};
  if (!fractions(v + 3, 1)) return llua_refuse(L, "Color:withAlpha: expected an alpha from 0 to 1, got %f", v[3]);
  llua_push_quantity(L, self->b, LLUA_NODE_COLOR, v);
  return 1;
}

// MARK: - What all have

static llua_Quantity *any_receiver(lua_State *L) {
  llua_Quantity *v = llua_quantity_at(L, 1);
  if (!v) llua_refuse(L, "expected a value such as a Point, got %s", llua_describe(L, 1));
  return v;
}

static int value_unpack(lua_State *L) {
  llua_Quantity *v = any_receiver(L);
  int n = llua_quantity_lengths[v->header.kind - LLUA_KIND_QUANTITY];
  luaL_checkstack(L, n, NULL);
  for (int i = 0; i < n; i++) llua_push_number(L, v->v[i]);
  return n;
}

static int value_tostring(lua_State *L) {
  llua_Quantity *v = any_receiver(L);
  uint32_t type = v->header.kind - LLUA_KIND_QUANTITY;
  luaL_Buffer text;
  luaL_buffinit(L, &text);
  luaL_addstring(&text, type_names[type]);
  for (int i = 0; i < llua_quantity_lengths[type]; i++) {
    char number[40];
    double x = v->v[i] == 0 ? 0 : v->v[i];
    snprintf(number, sizeof number, "%s%.14g", i ? ", " : "(", x);
    luaL_addstring(&text, number);
  }
  luaL_addchar(&text, ')');
  luaL_pushresult(&text);
  return 1;
}

static int value_equal(lua_State *L) {
  llua_Quantity *a = llua_quantity_at(L, 1), *c = llua_quantity_at(L, 2);
  bool same = a && c && a->header.kind == c->header.kind;
  for (int i = 0; same && i < llua_quantity_lengths[a->header.kind - LLUA_KIND_QUANTITY]; i++)
    same = a->v[i] == c->v[i];
  lua_pushboolean(L, same);
  return 1;
}

static const char *const letters[] = {[LLUA_NODE_POINT] = "p",
    [LLUA_NODE_SIZE] = "s",
    [LLUA_NODE_RECT] = "r",
    [LLUA_NODE_COLOR] = "c",
    [LLUA_NODE_TRANSFORM] = "t"};
static const char *const affine_names[] = {"a", "b", "c", "d", "tx", "ty"};
static const int affine_places[] = {0, 1, 4, 5, 12, 13};

// Where a component has its place; −1 for none of that name.
static int component_place(uint32_t type, const char *name) {
  static const char *const names[][8] = {[LLUA_NODE_POINT] = {"x", "y"},
      [LLUA_NODE_SIZE] = {"width", "height"},
      [LLUA_NODE_RECT] = {"x", "y", "width", "height"},
      [LLUA_NODE_COLOR] = {"r", "g", "b", "a", "red", "green", "blue", "alpha"}};
  if (type != LLUA_NODE_TRANSFORM) {
    for (int i = 0; i < 8 && names[type][i]; i++)
      if (!strcmp(name, names[type][i])) return i & 3;
    return -1;
  }
  for (int i = 0; i < 16; i++)
    if (!strcmp(name, matrix_names[i])) return i;
  for (int i = 0; i < 6; i++)
    if (!strcmp(name, affine_names[i])) return affine_places[i];
  return -1;
}

// value:with { x = 5 }: a value that differs in the components that are named.
static int value_with(lua_State *L) {
  llua_Quantity *self = any_receiver(L);
  uint32_t type = self->header.kind - LLUA_KIND_QUANTITY;
  const char *what = lua_pushfstring(L, "%s:with", type_names[type]);
  lua_insert(L, 2);
  lua_settop(L, 3);
  double v[16];
  memcpy(v, self->v, sizeof(double) * (size_t)llua_quantity_lengths[type]);
  if (lua_type(L, 3) != LUA_TTABLE)
    return llua_refuse(L, "%s: expected a table of components, got %s", what, llua_describe(L, 3));
  llua_thaw(L, 3);
  lua_pushnil(L);
  while (lua_next(L, 3)) {
    const char *name = lua_type(L, 4) == LUA_TSTRING ? lua_tostring(L, 4) : NULL;
    int place = name ? component_place(type, name) : -1;
    if (place >= 0) {
      v[place] = number_argument(L, 5, what, name);
    } else if (name && type == LLUA_NODE_RECT && !strcmp(name, "origin")) {
      argument(L, self->b, 5, LLUA_NODE_POINT, v, what);
    } else if (name && type == LLUA_NODE_RECT && !strcmp(name, "size")) {
      argument(L, self->b, 5, LLUA_NODE_SIZE, v + 2, what);
    } else {
      return llua_refuse(L, "%s: a %s has no component %s", what, type_names[type], name ? name : llua_describe(L, 4));
    }
    lua_pop(L, 1);
  }
  if (type == LLUA_NODE_COLOR && !fractions(v, 4))
    return llua_refuse(L, "%s: expected components from 0 to 1, got (%f, %f, %f, %f)", what, v[0], v[1], v[2], v[3]);
  return finite_result(L, self->b, type, v, what);
}

// layer:affineTransform() is a method in Core Animation; other properties are not called.
static int value_call(lua_State *L) {
  llua_Quantity *v = any_receiver(L);
  if (!v->key)
    return llua_refuse(L, "a %s is a value and cannot be called", type_names[v->header.kind - LLUA_KIND_QUANTITY]);
  llua_Bound *o = llua_bound_at(L, 2);
  if (!strcmp(v->key, "affineTransform") && o && llua_is_keyed(o) && lua_gettop(L) == 2) {
    lua_settop(L, 1);
    return 1;
  }
  return llua_refuse(L, "%s is a property: read it as layer.%s, without brackets%s%s%s", v->key, v->key,
      lua_gettop(L) > 2 ? ", and write layer." : "", lua_gettop(L) > 2 ? v->key : "", lua_gettop(L) > 2 ? " = …" : "");
}

static int value_newindex(lua_State *L) {
  llua_Quantity *v = any_receiver(L);
  uint32_t type = v->header.kind - LLUA_KIND_QUANTITY;
  const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : NULL;
  const char *t = type_names[type];
  bool whole = type == LLUA_NODE_RECT && name && (!strcmp(name, "origin") || !strcmp(name, "size"));
  if (!name || (component_place(type, name) < 0 && !whole))
    return llua_refuse(
        L, "a %s is a value and cannot be changed, and has no component %s", t, name ? name : llua_describe(L, 2));
  bool free = !v->key;
  if (free ||
      (type == LLUA_NODE_TRANSFORM && component_place(type, name) >= 0 && name[0] != 'm' &&
          strcmp(v->key, "affineTransform"))) {
    // Of a part of a rect, the rect is what the script has.
    const char *of = v->sub ? "r" : letters[type],
               *new = lua_type(L, 3) == LUA_TNUMBER ? luaL_tolstring(L, 3, NULL) : "…";
    if (!free)
      return llua_refuse(
          L, "%s is a value; write layer.%s = layer.%s:with { %s = %s }", v->key, v->key, v->key, name, new);
    return llua_refuse(L, "a %s is a value and cannot be changed; make another: %s = %s:with { %s = %s }",
        v->sub ? "Rect" : t, of, of, name, new);
  }
  static const char *const colors[][2] = {{"r", "red"}, {"g", "green"}, {"b", "blue"}, {"a", "alpha"}};
  if (type == LLUA_NODE_COLOR)
    for (int i = 0; i < 4; i++)
      if (!strcmp(name, colors[i][0])) name = colors[i][1];
  const char *written = lua_type(L, 3) == LUA_TNUMBER ? luaL_tolstring(L, 3, NULL) : "…";
  const char *part = v->sub ? lua_pushfstring(L, ".%s", v->sub) : "";
  return llua_refuse(L, "%s is a value; write layer[\"%s%s.%s\"] = %s", v->key, v->key, part, name, written);
}

static bool value_field(lua_State *L, llua_Quantity *v, const char *k) {
  double *d = v->v;
  switch (v->header.kind - LLUA_KIND_QUANTITY) {
    case LLUA_NODE_POINT:
      if (!strcmp(k, "x")) return llua_push_number(L, d[0]), true;
      if (!strcmp(k, "y")) return llua_push_number(L, d[1]), true;
      return false;
    case LLUA_NODE_SIZE:
      if (!strcmp(k, "width")) return llua_push_number(L, d[0]), true;
      if (!strcmp(k, "height")) return llua_push_number(L, d[1]), true;
      return false;
    case LLUA_NODE_COLOR: {
      static const char *const names[] = {"r", "g", "b", "a", "red", "green", "blue", "alpha"};
      for (int i = 0; i < 8; i++)
        if (!strcmp(k, names[i])) return llua_push_number(L, d[i & 3]), true;
      return false;
    }
    case LLUA_NODE_RECT: {
      static const char *const names[] = {"x", "y", "width", "height", "minX", "minY", "maxX", "maxY", "midX", "midY"};
      double all[] = {d[0], d[1], d[2], d[3], d[0], d[1], d[0] + d[2], d[1] + d[3], d[0] + d[2] / 2, d[1] + d[3] / 2};
      for (int i = 0; i < 10; i++)
        if (!strcmp(k, names[i])) return llua_push_number(L, all[i]), true;
      llua_Quantity *part = NULL;
      if (!strcmp(k, "origin")) {
        part = llua_push_quantity(L, v->b, LLUA_NODE_POINT, d);
        part->sub = "origin";
      } else if (!strcmp(k, "size")) {
        part = llua_push_quantity(L, v->b, LLUA_NODE_SIZE, d + 2);
        part->sub = "size";
      } else if (!strcmp(k, "center")) {
        llua_push_quantity(L, v->b, LLUA_NODE_POINT, all + 8);
        return true;
      } else if (!strcmp(k, "isEmpty")) {
        return lua_pushboolean(L, d[2] == 0 || d[3] == 0), true;
      }
      if (part) part->key = v->key;
      return part != NULL;
    }
    case LLUA_NODE_TRANSFORM:
      if (k[0] == 'm' && k[1] >= '1' && k[1] <= '4' && k[2] >= '1' && k[2] <= '4' && k[3] == 0)
        return llua_push_number(L, d[(k[1] - '1') * 4 + (k[2] - '1')]), true;
      for (int i = 0; i < 6; i++)
        if (!strcmp(k, affine_names[i]) && is_affine(d)) return llua_push_number(L, d[affine_places[i]]), true;
      if (!strcmp(k, "isAffine")) return lua_pushboolean(L, is_affine(d)), true;
      if (!strcmp(k, "isIdentity")) return lua_pushboolean(L, !memcmp(d, identity, sizeof identity)), true;
      return false;
  }
  return false;
}

// What Core Graphics, UIKit and Swift call it, and what to write. ANY: of every type.
enum { ANY = 0 };
static const struct {
  uint32_t type;
  const char *name, *instead;
} foreign[] = {
    {LLUA_NODE_RECT, "insetInPlace", "r = r:insetBy(dx, dy)"},
    {LLUA_NODE_RECT, "offsetInPlace", "r = r:offsetBy(dx, dy)"},
    {LLUA_NODE_RECT, "unionInPlace", "r = r:union(other)"},
    {LLUA_NODE_RECT, "formUnion", "r = r:union(other)"},
    {LLUA_NODE_RECT, "intersectInPlace", "r = r:intersection(other)"},
    {LLUA_NODE_RECT, "formIntersection", "r = r:intersection(other)"},
    {LLUA_NODE_RECT, "makeIntegralInPlace", "r = r:integral()"},
    {LLUA_NODE_RECT, "inset", "r:insetBy(dx, dy)"},
    {LLUA_NODE_RECT, "offset", "r:offsetBy(dx, dy)"},
    {LLUA_NODE_RECT, "intersect", "r:intersection(other)"},
    {LLUA_NODE_RECT, "containsPoint", "r:contains(point)"},
    {LLUA_NODE_RECT, "containsRect", "r:contains(other)"},
    {LLUA_NODE_RECT, "intersectsRect", "r:intersects(other)"},
    {LLUA_NODE_RECT, "isNull", "r == nil, as intersection answers where there is none"},
    {LLUA_NODE_RECT, "mid", "r.center"},
    {LLUA_NODE_TRANSFORM, "rotate", "t = t:rotated(angle, x, y, z)"},
    {LLUA_NODE_TRANSFORM, "rotatedBy", "t:rotated(angle, x, y, z)"},
    {LLUA_NODE_TRANSFORM, "rotateBy", "t = t:rotated(angle, x, y, z)"},
    {LLUA_NODE_TRANSFORM, "translate", "t = t:translated(x, y, z)"},
    {LLUA_NODE_TRANSFORM, "translatedBy", "t:translated(x, y, z)"},
    {LLUA_NODE_TRANSFORM, "translateBy", "t = t:translated(x, y, z)"},
    {LLUA_NODE_TRANSFORM, "scaledBy", "t:scaled(x, y, z)"},
    {LLUA_NODE_TRANSFORM, "scaleBy", "t = t:scaled(x, y, z)"},
    {LLUA_NODE_TRANSFORM, "concatenating", "t:concat(other)"},
    {LLUA_NODE_TRANSFORM, "concatenate", "t = t:concat(other)"},
    {LLUA_NODE_TRANSFORM, "concatInPlace", "t = t:concat(other)"},
    {LLUA_NODE_TRANSFORM, "invert", "t = t:inverted()"},
    {LLUA_NODE_TRANSFORM, "invertInPlace", "t = t:inverted()"},
    {LLUA_NODE_POINT, "applying", "transform:apply(p)"},
    {LLUA_NODE_COLOR, "CGColor", "the colour itself"},
    {LLUA_NODE_COLOR, "cgColor", "the colour itself"},
    {LLUA_NODE_COLOR, "withAlphaComponent", "c:withAlpha(alpha)"},
    {LLUA_NODE_COLOR, "colorWithAlphaComponent", "c:withAlpha(alpha)"},
    {LLUA_NODE_COLOR, "copyWithAlpha", "c:withAlpha(alpha)"},
    {LLUA_NODE_COLOR, "white", "c.r, c.g and c.b"},
    {ANY, "equalTo", "a == b"},
    {ANY, "isEqual", "a == b"},
    {ANY, "isEqualTo", "a == b"},
};

static const char *instead_of(uint32_t type, const char *name) {
  for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
    if ((foreign[i].type == ANY || foreign[i].type == type) && !strcmp(foreign[i].name, name))
      return foreign[i].instead;
  return NULL;
}

// Upvalue 1: the methods.
static int value_index(lua_State *L) {
  llua_Quantity *v = any_receiver(L);
  if (lua_type(L, 2) == LUA_TSTRING && value_field(L, v, lua_tostring(L, 2))) return 1;
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
  const char *type = type_names[v->header.kind - LLUA_KIND_QUANTITY];
  const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
  bool component = !strcmp(name, "rotation") || !strcmp(name, "scale") || !strcmp(name, "translation");
  if (v->header.kind == LLUA_KIND_QUANTITY + LLUA_NODE_TRANSFORM && component) {
    const char *key = v->key ? v->key : "transform";
    return llua_refuse(L, "%s is a value; write layer[\"%s.%s.x\"], .y or .z, and read it there too", key, key, name);
  }
  const char *instead = instead_of(v->header.kind - LLUA_KIND_QUANTITY, name);
  if (instead) return llua_refuse(L, "a %s is a value and has no %s; write %s", type, name, instead);
  if (v->header.kind == LLUA_KIND_QUANTITY + LLUA_NODE_TRANSFORM && component_place(LLUA_NODE_TRANSFORM, name) >= 0)
    return llua_refuse(L, "this Transform is not affine, so it has no %s; read m11 to m44", name);
  if (lua_type(L, 2) == LUA_TSTRING) return llua_refuse(L, "a %s has no field \"%s\"", type, lua_tostring(L, 2));
  return llua_refuse(L, "a %s has no field %s", type, llua_describe(L, 2));
}

// MARK: - Arithmetic of points

static llua_Binding *of_either(lua_State *L) {
  llua_Quantity *a = llua_quantity_at(L, 1), *c = llua_quantity_at(L, 2);
  return a ? a->b : c ? c->b : NULL;
}

static int point_sum(lua_State *L, double sign, const char *what) {
  llua_Binding *b = of_either(L);
  double p[2], q[2];
  if (!b) return llua_refuse(L, "%s: expected points", what);
  argument(L, b, 1, LLUA_NODE_POINT, p, what);
  argument(L, b, 2, LLUA_NODE_POINT, q, what);
  double v[2] = {p[0] + sign * q[0], p[1] + sign * q[1]};
  return finite_result(L, b, LLUA_NODE_POINT, v, what);
}
static int point_add(lua_State *L) { return point_sum(L, 1, "Point + Point"); }
static int point_subtract(lua_State *L) { return point_sum(L, -1, "Point - Point"); }
static int point_multiply(lua_State *L) {
  llua_Binding *b = of_either(L);
  if (!b) return llua_refuse(L, "Point * number: expected a point");
  int number = lua_type(L, 1) == LUA_TNUMBER ? 1 : 2;
  double p[2], k = number_argument(L, number, "Point * number", "the factor");
  argument(L, b, 3 - number, LLUA_NODE_POINT, p, "Point * number");
  double v[2] = {p[0] * k, p[1] * k};
  return finite_result(L, b, LLUA_NODE_POINT, v, "Point * number");
}
static int point_divide(lua_State *L) {
  llua_Binding *b = of_either(L);
  if (!b) return llua_refuse(L, "Point / number: expected a point");
  double p[2], k = number_argument(L, 2, "Point / number", "the divisor");
  argument(L, b, 1, LLUA_NODE_POINT, p, "Point / number");
  double v[2] = {p[0] / k, p[1] / k};
  return finite_result(L, b, LLUA_NODE_POINT, v, "Point / number");
}
static int point_negate(lua_State *L) {
  llua_Quantity *self = receiver(L, LLUA_NODE_POINT, "-point");
  double v[2] = {-self->v[0], -self->v[1]};
  llua_push_quantity(L, self->b, LLUA_NODE_POINT, v);
  return 1;
}

// MARK: - Installing

static const luaL_Reg common_methods[] = {{"unpack", value_unpack}, {"with", value_with}, {NULL, NULL}};
static const luaL_Reg rect_methods[] = {{"insetBy", rect_inset}, {"offsetBy", rect_offset}, {"union", rect_union},
    {"intersection", rect_intersection}, {"contains", rect_contains}, {"intersects", rect_intersects},
    {"integral", rect_integral}, {NULL, NULL}};
static const luaL_Reg color_methods[] = {{"withAlpha", color_with_alpha}, {NULL, NULL}};
static const luaL_Reg transform_methods[] = {{"translated", transform_translated}, {"scaled", transform_scaled},
    {"rotated", transform_rotated}, {"concat", transform_concat}, {"inverted", transform_inverted},
    {"apply", transform_apply}, {NULL, NULL}};
static const luaL_Reg point_arithmetic[] = {{"__add", point_add}, {"__sub", point_subtract}, {"__mul", point_multiply},
    {"__div", point_divide}, {"__unm", point_negate}, {NULL, NULL}};
static const luaL_Reg transform_arithmetic[] = {{"__mul", transform_concat}, {NULL, NULL}};
static const luaL_Reg nothing[] = {{NULL, NULL}};

static void install_value(
    lua_State *L, llua_Binding *b, uint32_t type, const luaL_Reg *methods, const luaL_Reg *arithmetic) {
  lua_newtable(L);
  lua_newtable(L);
  luaL_setfuncs(L, common_methods, 0);
  luaL_setfuncs(L, methods, 0);
  lua_pushcclosure(L, value_index, 1);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, value_newindex);
  lua_setfield(L, -2, "__newindex");
  lua_pushcfunction(L, value_call);
  lua_setfield(L, -2, "__call");
  lua_pushcfunction(L, value_tostring);
  lua_setfield(L, -2, "__tostring");
  lua_pushcfunction(L, value_equal);
  lua_setfield(L, -2, "__eq");
  luaL_setfuncs(L, arithmetic, 0);
  lua_pushstring(L, type_names[type]);
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "__name");
  lua_setfield(L, -2, "__metatable");
  b->quantity_metatables[type] = luaL_ref(L, LUA_REGISTRYINDEX);
}

static void set_closure(lua_State *L, llua_Binding *b, int table, const char *name, lua_CFunction f) {
  lua_pushlightuserdata(L, b);
  lua_pushcclosure(L, f, 1);
  lua_setfield(L, table, name);
}

void llua_install_values(lua_State *L, llua_Binding *b, int module) {
  install_value(L, b, LLUA_NODE_POINT, nothing, point_arithmetic);
  install_value(L, b, LLUA_NODE_SIZE, nothing, nothing);
  install_value(L, b, LLUA_NODE_RECT, rect_methods, nothing);
  install_value(L, b, LLUA_NODE_COLOR, color_methods, nothing);
  install_value(L, b, LLUA_NODE_TRANSFORM, transform_methods, transform_arithmetic);
  set_closure(L, b, module, "Point", new_point);
  set_closure(L, b, module, "Size", new_size);
  set_closure(L, b, module, "Rect", new_rect);
  set_closure(L, b, module, "Color", new_color);
  lua_newtable(L);
  int table = lua_gettop(L);
  set_closure(L, b, table, "translation", transform_translation);
  set_closure(L, b, table, "scale", transform_scale);
  set_closure(L, b, table, "rotation", transform_rotation);
  set_closure(L, b, table, "perspective", transform_perspective);
  set_closure(L, b, table, "affine", transform_affine);
  llua_push_quantity(L, b, LLUA_NODE_TRANSFORM, identity);
  lua_setfield(L, table, "identity");
  lua_newtable(L);
  set_closure(L, b, lua_gettop(L), "__call", new_transform);
  lua_pushliteral(L, "Transform");
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, table);
  lua_setfield(L, module, "Transform");
}
