// SPDX-License-Identifier: MIT
// Constructors, components, methods and arithmetic of points, sizes, rects, colours and transforms.
#include "internal.h"
#include <stdio.h>

#pragma STDC FP_CONTRACT OFF

static const char *const expectations[] = {[LLUA_NODE_POINT] = "a point such as {10, 20}",
    [LLUA_NODE_SIZE] = "a size such as {100, 50}",
    [LLUA_NODE_RECT] = "a rect such as {0, 0, 100, 50}",
    [LLUA_NODE_COLOR] = "a colour such as \"red\", \"#ff8800\" or {1, 0.5, 0}",
    [LLUA_NODE_TRANSFORM] = "a transform such as ca.Transform.rotation(0.5)"};

// MARK: - Arguments and results

// Raises if a component of a colour is no fraction; names it.
static void refuse_excess(lua_State *L, const double *v, const char *what) {
  static const char *const names[] = {"red", "green", "blue", "alpha"};
  for (int i = 0; i < 4; i++) {
    double part = v[i];
    if (llua_fractions(&part, 1)) continue;
    bool grey = i == 0 && v[0] == v[1] && v[1] == v[2];
    if (part == floor(part) && fabs(part) < 0x1p53) lua_pushinteger(L, (lua_Integer)part);
    else lua_pushnumber(L, part);
    llua_refuse(L, "%s: %s is %s, expected a number from 0 to 1", what, grey ? "white (red, green and blue)" : names[i],
        luaL_tolstring(L, -1, NULL));
  }
}

// As refuse_excess, for a table of two to four numbers.
static void refuse_excess_of_list(lua_State *L, int index, const char *what) {
  double v[4] = {0, 0, 0, 1};
  size_t n = lua_rawlen(L, index);
  if (n < 2 || n > 4) return;
  for (size_t i = 0; i < n; i++) {
    lua_rawgeti(L, index, (lua_Integer)i + 1);
    bool is_number = llua_finite_number(L, -1, &v[i]);
    lua_pop(L, 1);
    if (!is_number) return;
  }
  if (n == 2) {
    v[3] = v[1];
    v[1] = v[2] = v[0];
  }
  refuse_excess(L, v, what);
}

static void argument(lua_State *L, llua_Binding *b, int index, uint32_t type, double *out, const char *what) {
  if (llua_decode(L, b, index, type, out)) return;
  char remedy[160] = "";
  if (type == LLUA_NODE_COLOR && lua_type(L, index) == LUA_TTABLE) refuse_excess_of_list(L, index, what);
  if (type == LLUA_NODE_COLOR && lua_type(L, index) == LUA_TSTRING) {
    size_t length;
    const char *word = lua_tolstring(L, index, &length);
    b->host.remedy(b->host.context, (llua_Remedy){LLUA_REMEDY_OTHER, LLUA_REMEDY_COLOR, false, -1, false, 0}, word,
        length, remedy, sizeof remedy);
  }
  llua_refuse(L, "%s: expected %s, got %s%s", what, expectations[type], llua_describe(L, index), remedy);
}

static double number_argument(lua_State *L, int index, const char *what, const char *name) {
  double v;
  if (!llua_finite_number(L, index, &v))
    llua_refuse(L, "%s: expected a %snumber for %s, got %s", what, lua_type(L, index) == LUA_TNUMBER ? "finite " : "",
        name, llua_describe(L, index));
  return v;
}

static double number_or(lua_State *L, int index, double absent, const char *what, const char *name) {
  return lua_isnoneornil(L, index) ? absent : number_argument(L, index, what, name);
}

static llua_Quantity *value_receiver(lua_State *L, uint32_t type, const char *method) {
  llua_Quantity *v = llua_quantity_at(L, 1);
  if (!v || v->header.kind != LLUA_KIND_QUANTITY + type)
    llua_refuse(L, "%s: call it with a colon on a %s, got %s", method, llua_quantity_names[type], llua_describe(L, 1));
  return v;
}

// Pushes a result; raises if any of its numbers is not finite.
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
  refuse_excess(L, v, "ca.Color");
  llua_fractions(v, 4);
  llua_push_quantity(L, b, LLUA_NODE_COLOR, v);
  return 1;
}

// Implements `ca.Transform(…)`: the first argument is the table itself.
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

static void matrix_multiply(const double *a, const double *c, double *out) {
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      out[i * 4 + j] = a[i * 4] * c[j] + a[i * 4 + 1] * c[4 + j] + a[i * 4 + 2] * c[8 + j] + a[i * 4 + 3] * c[12 + j];
}

static void matrix_translation(lua_State *L, int first, double *out, const char *what) {
  memcpy(out, llua_identity, sizeof llua_identity);
  out[12] = number_argument(L, first, what, "x");
  out[13] = number_or(L, first + 1, 0, what, "y");
  out[14] = number_or(L, first + 2, 0, what, "z");
}

// A single number scales both x and y.
static void matrix_scale(lua_State *L, int first, double *out, const char *what) {
  memcpy(out, llua_identity, sizeof llua_identity);
  out[0] = number_argument(L, first, what, "x");
  out[5] = number_or(L, first + 1, out[0], what, "y");
  out[10] = number_or(L, first + 2, 1, what, "z");
}

// Rotation about the axis (x, y, z), of any length; the identity for the zero vector. Bit-identical to Geometry's
// Transform3D.rotation.
static void matrix_rotation_about(double angle, double x, double y, double z, double *out) {
  memcpy(out, llua_identity, sizeof llua_identity);
  double length = sqrt(x * x + y * y + z * z);
  if (!(length > 0) || !isfinite(length)) return;
  x /= length, y /= length, z /= length;
  double s = sin(angle), c = cos(angle), t = 1 - c;
  out[0] = t * x * x + c, out[1] = t * x * y + s * z, out[2] = t * x * z - s * y;
  out[4] = t * x * y - s * z, out[5] = t * y * y + c, out[6] = t * y * z + s * x;
  out[8] = t * x * z + s * y, out[9] = t * y * z - s * x, out[10] = t * z * z + c;
}

static void matrix_rotation(lua_State *L, int first, double *out, const char *what) {
  double angle = number_argument(L, first, what, "angle"), x = 0, y = 0, z = 1;
  if (!lua_isnoneornil(L, first + 1)) {
    x = number_argument(L, first + 1, what, "x");
    y = number_or(L, first + 2, 0, what, "y");
    z = number_or(L, first + 3, 0, what, "z");
  }
  matrix_rotation_about(angle, x, y, z, out);
}

static void matrix_swap_rows(double *m, int i, int j) {
  double row[4];
  memcpy(row, m + i * 4, sizeof row);
  memcpy(m + i * 4, m + j * 4, sizeof row);
  memcpy(m + j * 4, row, sizeof row);
}

// Inverts a matrix; false if it is singular to working precision. Bit-identical to Geometry's Transform3D.inverted.
static bool matrix_invert(const double *matrix, double *out) {
  double a[16], largest = 0;
  memcpy(a, matrix, sizeof a);
  memcpy(out, llua_identity, sizeof llua_identity);
  for (int i = 0; i < 16; i++) {
    if (!isfinite(a[i])) return false;
    largest = fmax(largest, fabs(a[i]));
  }
  if (!(largest > 0)) return false;
  for (int column = 0; column < 4; column++) {
    int pivot = column;
    for (int row = column; row < 4; row++)
      if (fabs(a[row * 4 + column]) > fabs(a[pivot * 4 + column])) pivot = row;
    double p = a[pivot * 4 + column];
    if (!(fabs(p) > largest * 1e-300) || p == 0) return false;
    if (pivot != column) {
      matrix_swap_rows(a, pivot, column);
      matrix_swap_rows(out, pivot, column);
    }
    for (int k = 0; k < 4; k++) {
      a[column * 4 + k] /= p;
      out[column * 4 + k] /= p;
    }
    for (int row = 0; row < 4; row++) {
      double f = a[row * 4 + column];
      if (row == column || f == 0) continue;
      for (int k = 0; k < 4; k++) {
        a[row * 4 + k] -= f * a[column * 4 + k];
        out[row * 4 + k] -= f * out[column * 4 + k];
      }
    }
  }
  for (int i = 0; i < 16; i++)
    if (!isfinite(out[i])) return false;
  return true;
}

static int push_transform(lua_State *L, const double *v, const char *what) {
  llua_Binding *b = LLUA_BINDING(L);
  if (!b) return llua_refuse(L, "%s is not usable", what);
  return finite_result(L, b, LLUA_NODE_TRANSFORM, v, what);
}

static int transform_translation(lua_State *L) {
  double v[16];
  matrix_translation(L, 1, v, "ca.Transform.translation");
  return push_transform(L, v, "ca.Transform.translation");
}
static int transform_scale(lua_State *L) {
  double v[16];
  matrix_scale(L, 1, v, "ca.Transform.scale");
  return push_transform(L, v, "ca.Transform.scale");
}
static int transform_rotation(lua_State *L) {
  double v[16];
  matrix_rotation(L, 1, v, "ca.Transform.rotation");
  return push_transform(L, v, "ca.Transform.rotation");
}
static int transform_perspective(lua_State *L) {
  double v[16], d = number_argument(L, 1, "ca.Transform.perspective", "the distance");
  if (d == 0) return llua_refuse(L, "ca.Transform.perspective: the distance must not be 0");
  memcpy(v, llua_identity, sizeof llua_identity);
  v[11] = -1 / d;
  return push_transform(L, v, "ca.Transform.perspective");
}
static int transform_affine(lua_State *L) {
  static const char *const names[] = {"a", "b", "c", "d", "tx", "ty"};
  static const int places[] = {0, 1, 4, 5, 12, 13};
  double v[16];
  memcpy(v, llua_identity, sizeof llua_identity);
  for (int i = 0; i < 6; i++) v[places[i]] = number_argument(L, i + 1, "ca.Transform.affine", names[i]);
  return push_transform(L, v, "ca.Transform.affine");
}

static int transform_before(lua_State *L, llua_Quantity *self, const double *first, const char *what) {
  double out[16];
  matrix_multiply(first, self->v, out);
  return finite_result(L, self->b, LLUA_NODE_TRANSFORM, out, what);
}
static int transform_translated(lua_State *L) {
  llua_Quantity *self = value_receiver(L, LLUA_NODE_TRANSFORM, "translated");
  double v[16];
  matrix_translation(L, 2, v, "Transform:translated");
  return transform_before(L, self, v, "Transform:translated");
}
static int transform_scaled(lua_State *L) {
  llua_Quantity *self = value_receiver(L, LLUA_NODE_TRANSFORM, "scaled");
  double v[16];
  matrix_scale(L, 2, v, "Transform:scaled");
  return transform_before(L, self, v, "Transform:scaled");
}
static int transform_rotated(lua_State *L) {
  llua_Quantity *self = value_receiver(L, LLUA_NODE_TRANSFORM, "rotated");
  double v[16];
  matrix_rotation(L, 2, v, "Transform:rotated");
  return transform_before(L, self, v, "Transform:rotated");
}
static int transform_concat(lua_State *L) {
  llua_Quantity *self = llua_quantity_at(L, 1), *other = llua_quantity_at(L, 2);
  llua_Binding *b = self ? self->b : other ? other->b : NULL;
  if (!b) return llua_refuse(L, "concat: call it with a colon on a Transform, got %s", llua_describe(L, 1));
  double a[16], c[16], out[16];
  argument(L, b, 1, LLUA_NODE_TRANSFORM, a, "Transform:concat");
  argument(L, b, 2, LLUA_NODE_TRANSFORM, c, "Transform:concat");
  matrix_multiply(a, c, out);
  return finite_result(L, b, LLUA_NODE_TRANSFORM, out, "Transform:concat");
}
static int transform_inverted(lua_State *L) {
  llua_Quantity *self = value_receiver(L, LLUA_NODE_TRANSFORM, "inverted");
  double out[16];
  if (!matrix_invert(self->v, out))
    return llua_refuse(L, "Transform:inverted: the transform is singular and has no inverse");
  return finite_result(L, self->b, LLUA_NODE_TRANSFORM, out, "Transform:inverted");
}
static int transform_apply(lua_State *L) {
  llua_Quantity *self = value_receiver(L, LLUA_NODE_TRANSFORM, "apply");
  double p[2], z, *m = self->v;
  argument(L, self->b, 2, LLUA_NODE_POINT, p, "Transform:apply");
  z = number_or(L, 3, 0, "Transform:apply", "z");
  double w = p[0] * m[3] + p[1] * m[7] + z * m[11] + m[15];
  if (w == 0) return llua_refuse(L, "Transform:apply: the point lies on the horizon (w is 0)");
  double out[2] = {
      (p[0] * m[0] + p[1] * m[4] + z * m[8] + m[12]) / w, (p[0] * m[1] + p[1] * m[5] + z * m[9] + m[13]) / w};
  return finite_result(L, self->b, LLUA_NODE_POINT, out, "Transform:apply");
}
static bool matrix_is_affine(const double *m) {
  return m[2] == 0 && m[3] == 0 && m[6] == 0 && m[7] == 0 && m[8] == 0 && m[9] == 0 && m[10] == 1 && m[11] == 0 &&
      m[14] == 0 && m[15] == 1;
}

// MARK: - Rect and Color methods

static int rect_inset(lua_State *L) {
  llua_Quantity *self = value_receiver(L, LLUA_NODE_RECT, "insetBy");
  double dx = number_argument(L, 2, "Rect:insetBy", "dx"), dy = number_or(L, 3, dx, "Rect:insetBy", "dy");
  double v[4] = {self->v[0] + dx, self->v[1] + dy, self->v[2] - 2 * dx, self->v[3] - 2 * dy};
  if (v[2] < 0 || v[3] < 0)
    return llua_refuse(L, "Rect:insetBy: nothing is left of %f × %f inset by %f, %f", self->v[2], self->v[3], dx, dy);
  return finite_result(L, self->b, LLUA_NODE_RECT, v, "Rect:insetBy");
}
static int rect_offset(lua_State *L) {
  llua_Quantity *self = value_receiver(L, LLUA_NODE_RECT, "offsetBy");
  double dx = number_argument(L, 2, "Rect:offsetBy", "dx"), dy = number_or(L, 3, 0, "Rect:offsetBy", "dy");
  double v[4] = {self->v[0] + dx, self->v[1] + dy, self->v[2], self->v[3]};
  return finite_result(L, self->b, LLUA_NODE_RECT, v, "Rect:offsetBy");
}
static int rect_union(lua_State *L) {
  llua_Quantity *self = value_receiver(L, LLUA_NODE_RECT, "union");
  double r[4], *s = self->v;
  argument(L, self->b, 2, LLUA_NODE_RECT, r, "Rect:union");
  double x = fmin(s[0], r[0]), y = fmin(s[1], r[1]);
  double v[4] = {x, y, fmax(s[0] + s[2], r[0] + r[2]) - x, fmax(s[1] + s[3], r[1] + r[3]) - y};
  return finite_result(L, self->b, LLUA_NODE_RECT, v, "Rect:union");
}
static int rect_intersection(lua_State *L) {
  llua_Quantity *self = value_receiver(L, LLUA_NODE_RECT, "intersection");
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
// True if the rect contains a point or a whole rect.
static int rect_contains(lua_State *L) {
  llua_Quantity *self = value_receiver(L, LLUA_NODE_RECT, "contains");
  double p[2], r[4], *s = self->v;
  if (llua_decode(L, self->b, 2, LLUA_NODE_RECT, r)) {
    lua_pushboolean(L, r[0] >= s[0] && r[1] >= s[1] && r[0] + r[2] <= s[0] + s[2] && r[1] + r[3] <= s[1] + s[3]);
    return 1;
  }
  argument(L, self->b, 2, LLUA_NODE_POINT, p, "Rect:contains");
  lua_pushboolean(L, p[0] >= s[0] && p[1] >= s[1] && p[0] < s[0] + s[2] && p[1] < s[1] + s[3]);
  return 1;
}
// True if the rects overlap. Rects that only touch do not intersect, as in Core Graphics.
static int rect_intersects(lua_State *L) {
  llua_Quantity *self = value_receiver(L, LLUA_NODE_RECT, "intersects");
  double r[4], *s = self->v;
  argument(L, self->b, 2, LLUA_NODE_RECT, r, "Rect:intersects");
  lua_pushboolean(
      L, fmin(s[0] + s[2], r[0] + r[2]) > fmax(s[0], r[0]) && fmin(s[1] + s[3], r[1] + r[3]) > fmax(s[1], r[1]));
  return 1;
}
// The smallest enclosing rect with integer coordinates.
static int rect_integral(lua_State *L) {
  llua_Quantity *self = value_receiver(L, LLUA_NODE_RECT, "integral");
  double *s = self->v, x = floor(s[0]), y = floor(s[1]), v[4] = {x, y, ceil(s[0] + s[2]) - x, ceil(s[1] + s[3]) - y};
  return finite_result(L, self->b, LLUA_NODE_RECT, v, "Rect:integral");
}
static int color_with_alpha(lua_State *L) {
  llua_Quantity *self = value_receiver(L, LLUA_NODE_COLOR, "withAlpha");
  double v[4] = {self->v[0], self->v[1], self->v[2], number_argument(L, 2, "Color:withAlpha", "alpha")};
  if (!llua_fractions(v + 3, 1)) return llua_refuse(L, "Color:withAlpha: expected an alpha from 0 to 1, got %f", v[3]);
  llua_push_quantity(L, self->b, LLUA_NODE_COLOR, v);
  return 1;
}

// MARK: - Methods of all types

static int value_unpack(lua_State *L) {
  llua_Quantity *v = llua_any_quantity(L);
  int n = llua_quantity_lengths[v->header.kind - LLUA_KIND_QUANTITY];
  luaL_checkstack(L, n, NULL);
  for (int i = 0; i < n; i++) llua_push_number(L, v->v[i]);
  return n;
}

static int value_tostring(lua_State *L) {
  llua_Quantity *v = llua_any_quantity(L);
  uint32_t type = v->header.kind - LLUA_KIND_QUANTITY;
  luaL_Buffer text;
  luaL_buffinit(L, &text);
  luaL_addstring(&text, llua_quantity_names[type]);
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

static const char *const affine_names[] = {"a", "b", "c", "d", "tx", "ty"};
static const int affine_places[] = {0, 1, 4, 5, 12, 13};

// Returns the index of a component; −1 if the type has none of that name.
int llua_component_place(uint32_t type, const char *name) {
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
    if (!strcmp(name, llua_matrix_names[i])) return i;
  for (int i = 0; i < 6; i++)
    if (!strcmp(name, affine_names[i])) return affine_places[i];
  return -1;
}

// Implements value:with { x = 5 }: a copy with the named components replaced.
static int value_with(lua_State *L) {
  llua_Quantity *self = llua_any_quantity(L);
  uint32_t type = self->header.kind - LLUA_KIND_QUANTITY;
  const char *what = lua_pushfstring(L, "%s:with", llua_quantity_names[type]);
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
    int place = name ? llua_component_place(type, name) : -1;
    if (place >= 0) {
      v[place] = number_argument(L, 5, what, name);
    } else if (name && type == LLUA_NODE_RECT && !strcmp(name, "origin")) {
      argument(L, self->b, 5, LLUA_NODE_POINT, v, what);
    } else if (name && type == LLUA_NODE_RECT && !strcmp(name, "size")) {
      argument(L, self->b, 5, LLUA_NODE_SIZE, v + 2, what);
    } else {
      return llua_refuse(
          L, "%s: a %s has no component %s", what, llua_quantity_names[type], name ? name : llua_describe(L, 4));
    }
    lua_pop(L, 1);
  }
  if (type == LLUA_NODE_COLOR) {
    refuse_excess(L, v, what);
    llua_fractions(v, 4);
  }
  return finite_result(L, self->b, type, v, what);
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
        if (!strcmp(k, affine_names[i]) && matrix_is_affine(d)) return llua_push_number(L, d[affine_places[i]]), true;
      if (!strcmp(k, "isAffine")) return lua_pushboolean(L, matrix_is_affine(d)), true;
      if (!strcmp(k, "isIdentity")) return lua_pushboolean(L, !memcmp(d, llua_identity, sizeof llua_identity)), true;
      return false;
  }
  return false;
}

// Upvalues: the methods, and the binding.
static int value_index(lua_State *L) {
  llua_Quantity *v = llua_any_quantity(L);
  if (lua_type(L, 2) == LUA_TSTRING && value_field(L, v, lua_tostring(L, 2))) return 1;
  lua_pushvalue(L, 2);
  return lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL
      ? 1
      : llua_refuse_field(L, lua_touserdata(L, lua_upvalueindex(2)), v);
}

// MARK: - Arithmetic of points

static llua_Binding *point_binding(lua_State *L) {
  llua_Quantity *a = llua_quantity_at(L, 1), *c = llua_quantity_at(L, 2);
  return a ? a->b : c ? c->b : NULL;
}

static int point_sum(lua_State *L, double sign, const char *what) {
  llua_Binding *b = point_binding(L);
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
  llua_Binding *b = point_binding(L);
  if (!b) return llua_refuse(L, "Point * number: expected a point");
  int number = lua_type(L, 1) == LUA_TNUMBER ? 1 : 2;
  double p[2], k = number_argument(L, number, "Point * number", "the factor");
  argument(L, b, 3 - number, LLUA_NODE_POINT, p, "Point * number");
  double v[2] = {p[0] * k, p[1] * k};
  return finite_result(L, b, LLUA_NODE_POINT, v, "Point * number");
}
static int point_divide(lua_State *L) {
  llua_Binding *b = point_binding(L);
  if (!b) return llua_refuse(L, "Point / number: expected a point");
  double p[2], k = number_argument(L, 2, "Point / number", "the divisor");
  argument(L, b, 1, LLUA_NODE_POINT, p, "Point / number");
  double v[2] = {p[0] / k, p[1] / k};
  return finite_result(L, b, LLUA_NODE_POINT, v, "Point / number");
}
static int point_negate(lua_State *L) {
  llua_Quantity *self = value_receiver(L, LLUA_NODE_POINT, "-point");
  double v[2] = {-self->v[0], -self->v[1]};
  llua_push_quantity(L, self->b, LLUA_NODE_POINT, v);
  return 1;
}

// MARK: - Installing

static const llua_Named constructors[] = {
    {"Point", new_point, "(x: number, y: number): ca.Point; (point: ca.PointLike): ca.Point", "A point."},
    {"Size", new_size, "(width: number, height: number): ca.Size; (size: ca.SizeLike): ca.Size", "A size."},
    {"Rect", new_rect, "(x: number, y: number, width: number, height: number): ca.Rect; (rect: ca.RectLike): ca.Rect",
        "A rect by its corner and size."},
    {"Color", new_color,
        "(color: ca.ColorLike): ca.Color; (red: number, green: number, blue: number, alpha?: number): ca.Color; "
        "(white: number, alpha: number): ca.Color",
        "A colour in sRGB, components from 0 to 1."},
    {NULL, NULL, NULL, NULL}};
static const llua_Named transform_call[] = {
    {"()", new_transform, "(elements?: number[]|table<string, number>): ca.Transform; (...: number): ca.Transform",
        "A transform of 16 numbers m11…m44, of 6 (a, b, c, d, tx, ty), or of the elements that are named."},
    {NULL, NULL, NULL, NULL}};
static const llua_Named transform_constructors[] = {
    {"translation", transform_translation, "(x: number, y?: number, z?: number): ca.Transform",
        "A transform that moves."},
    {"scale", transform_scale, "(x: number, y?: number, z?: number): ca.Transform",
        "A transform that scales; y defaults to x."},
    {"rotation", transform_rotation, "(angle: number, x?: number, y?: number, z?: number): ca.Transform",
        "A transform that turns by an angle in radians about an axis, by default z."},
    {"perspective", transform_perspective, "(distance: number): ca.Transform",
        "A transform as seen from a distance in points: `m34 = -1/distance`."},
    {"affine", transform_affine, "(a: number, b: number, c: number, d: number, tx: number, ty: number): ca.Transform",
        "A transform of the plane."},
    {NULL, NULL, NULL, NULL}};
static const llua_Named common_methods[] = {
    {"unpack", value_unpack, "(): number ...", "The components, one after the other."},
    {"with", value_with, "(changes: table<string, any>): self", "A copy with the named components changed."},
    {NULL, NULL, NULL, NULL}};
static const llua_Named rect_methods[] = {{"insetBy", rect_inset, "(dx: number, dy?: number): ca.Rect",
                                              "A rect that is smaller on each side; dy defaults to dx."},
    {"offsetBy", rect_offset, "(dx: number, dy?: number): ca.Rect", "A rect that is moved."},
    {"union", rect_union, "(rect: ca.RectLike): ca.Rect", "The rect around both."},
    {"intersection", rect_intersection, "(rect: ca.RectLike): ca.Rect?", "The intersection; nil if it is empty."},
    {"contains", rect_contains, "(place: ca.PointLike|ca.RectLike): boolean", "True if a point or a rect lies in it."},
    {"intersects", rect_intersects, "(rect: ca.RectLike): boolean", "True if both intersect."},
    {"integral", rect_integral, "(): ca.Rect", "The smallest rect of whole numbers around it."},
    {NULL, NULL, NULL, NULL}};
static const llua_Named color_methods[] = {
    {"withAlpha", color_with_alpha, "(alpha: number): ca.Color", "The colour with another alpha, from 0 to 1."},
    {NULL, NULL, NULL, NULL}};
static const llua_Named transform_methods[] = {
    {"translated", transform_translated, "(x: number, y?: number, z?: number): ca.Transform",
        "Moves first, then applies the transform."},
    {"scaled", transform_scaled, "(x: number, y?: number, z?: number): ca.Transform",
        "Scales first, then applies the transform."},
    {"rotated", transform_rotated, "(angle: number, x?: number, y?: number, z?: number): ca.Transform",
        "Turns first, then applies the transform."},
    {"concat", transform_concat, "(other: ca.TransformLike): ca.Transform", "This transform, then another."},
    {"inverted", transform_inverted, "(): ca.Transform", "The inverse transform; an error if it is singular."},
    {"apply", transform_apply, "(point: ca.PointLike, z?: number): ca.Point", "The transformed point."},
    {NULL, NULL, NULL, NULL}};
static const luaL_Reg point_arithmetic[] = {{"__add", point_add}, {"__sub", point_subtract}, {"__mul", point_multiply},
    {"__div", point_divide}, {"__unm", point_negate}, {NULL, NULL}};
static const luaL_Reg transform_arithmetic[] = {{"__mul", transform_concat}, {NULL, NULL}};

const llua_Functions llua_value_functions[] = {{"ca", constructors}, {"ca.Transform", transform_call},
    {"ca.Transform", transform_constructors}, {"Point", common_methods}, {"Size", common_methods},
    {"Rect", common_methods}, {"Rect", rect_methods}, {"Color", common_methods}, {"Color", color_methods},
    {"Transform", common_methods}, {"Transform", transform_methods}, {NULL, NULL}};

static void install_value(lua_State *L, llua_Binding *b, uint32_t type, const luaL_Reg *arithmetic) {
  lua_newtable(L);
  lua_newtable(L);
  for (const llua_Functions *f = llua_value_functions; f->owner; f++)
    if (!strcmp(f->owner, llua_quantity_names[type])) llua_set_named(L, f->list, 0);
  // Methods in Swift take the value as their first argument.
  for (size_t i = 0; i < b->method_count; i++) {
    if (strcmp(b->methods[i]->owner, llua_quantity_names[type])) continue;
    lua_pushlightuserdata(L, b->methods[i]);
    lua_pushcclosure(L, llua_invoke, 1);
    lua_setfield(L, -2, b->methods[i]->name);
  }
  lua_pushlightuserdata(L, b);
  lua_pushcclosure(L, value_index, 2);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, llua_value_newindex);
  lua_setfield(L, -2, "__newindex");
  lua_pushcfunction(L, llua_value_call);
  lua_setfield(L, -2, "__call");
  lua_pushcfunction(L, value_tostring);
  lua_setfield(L, -2, "__tostring");
  lua_pushcfunction(L, value_equal);
  lua_setfield(L, -2, "__eq");
  if (arithmetic) luaL_setfuncs(L, arithmetic, 0);
  lua_pushstring(L, llua_quantity_names[type]);
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "__name");
  lua_setfield(L, -2, "__metatable");
  b->quantity_metatables[type] = luaL_ref(L, LUA_REGISTRYINDEX);
}

// Adds constructors, whose upvalue is the binding, to the table on top.
static void set_constructors(lua_State *L, llua_Binding *b, const llua_Named *list) {
  lua_pushlightuserdata(L, b);
  llua_set_named(L, list, 1);
}

void llua_install_values(lua_State *L, llua_Binding *b, int module) {
  install_value(L, b, LLUA_NODE_POINT, point_arithmetic);
  install_value(L, b, LLUA_NODE_SIZE, NULL);
  install_value(L, b, LLUA_NODE_RECT, NULL);
  install_value(L, b, LLUA_NODE_COLOR, NULL);
  install_value(L, b, LLUA_NODE_TRANSFORM, transform_arithmetic);
  lua_pushvalue(L, module);
  set_constructors(L, b, constructors);
  lua_newtable(L);
  set_constructors(L, b, transform_constructors);
  llua_push_quantity(L, b, LLUA_NODE_TRANSFORM, llua_identity);
  lua_setfield(L, -2, "identity");
  lua_newtable(L);
  lua_pushlightuserdata(L, b);
  lua_pushcclosure(L, transform_call->func, 1);
  lua_setfield(L, -2, "__call");
  lua_pushliteral(L, "Transform");
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_setfield(L, module, "Transform");
  lua_pop(L, 1);
}
