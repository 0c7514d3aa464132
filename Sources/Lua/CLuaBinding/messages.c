// SPDX-License-Identifier: MIT
// Message texts: the name of any value, and errors about misused points, sizes, rects, colours and transforms.
#include "internal.h"
#include <stdio.h>

const char *const llua_quantity_names[LLUA_NODE_TRANSFORM + 1] = {[LLUA_NODE_POINT] = "Point",
    [LLUA_NODE_SIZE] = "Size",
    [LLUA_NODE_RECT] = "Rect",
    [LLUA_NODE_COLOR] = "Color",
    [LLUA_NODE_TRANSFORM] = "Transform"};

// MARK: - Descriptions for messages

static const char *const kind_names[LLUA_KINDS] = {
#define ROW(kind, owner, name) [LLUA_KIND_##kind] = name,
    LLUA_EACH_KIND(ROW)
#undef ROW
};

const char *llua_quantity_name(uint32_t type) { return type <= LLUA_NODE_TRANSFORM ? llua_quantity_names[type] : NULL; }
const char *llua_kind_name(uint32_t kind) { return kind < LLUA_KINDS ? kind_names[kind] : NULL; }

const char *llua_article(const char *name) { return name && strchr("AEIOaeio", name[0]) && name[0] ? "an" : "a"; }

// Pushes and returns the name of a value, for "… got X".
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
      if (v) return lua_pushfstring(L, "a %s", llua_quantity_names[v->header.kind - LLUA_KIND_QUANTITY]);
      llua_Bound *o = llua_bound_at(L, index);
      if (o && llua_is_keyed(o) && o->cls) return lua_pushfstring(L, "%s %s", llua_article(o->cls->name), o->cls->name);
      if (o && o->header.kind == LLUA_KIND_NULL) return lua_pushliteral(L, "ca.null");
      const char *name = o ? llua_kind_name(o->header.kind) : NULL;
      if (name) return lua_pushfstring(L, "%s %s", llua_article(name), name);
      return lua_pushliteral(L, "a userdata");
    }
  }
}

// MARK: - Values that are written to, or called

static const char *const letters[] = {[LLUA_NODE_POINT] = "p",
    [LLUA_NODE_SIZE] = "s",
    [LLUA_NODE_RECT] = "r",
    [LLUA_NODE_COLOR] = "c",
    [LLUA_NODE_TRANSFORM] = "t"};

// layer:affineTransform() is a method in Core Animation; other properties cannot be called.
int llua_value_call(lua_State *L) {
  llua_Quantity *v = llua_any_quantity(L);
  if (!v->key)
    return llua_refuse(
        L, "a %s is a value and cannot be called", llua_quantity_names[v->header.kind - LLUA_KIND_QUANTITY]);
  llua_Bound *o = llua_bound_at(L, 2);
  if (!strcmp(v->key, "affineTransform") && o && llua_is_keyed(o) && lua_gettop(L) == 2) {
    lua_settop(L, 1);
    return 1;
  }
  return llua_refuse(L, "%s is a property: read it as layer.%s, without brackets%s%s%s", v->key, v->key,
      lua_gettop(L) > 2 ? ", and write layer." : "", lua_gettop(L) > 2 ? v->key : "", lua_gettop(L) > 2 ? " = …" : "");
}

int llua_value_newindex(lua_State *L) {
  llua_Quantity *v = llua_any_quantity(L);
  uint32_t type = v->header.kind - LLUA_KIND_QUANTITY;
  const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : NULL;
  const char *t = llua_quantity_names[type];
  bool whole = type == LLUA_NODE_RECT && name && (!strcmp(name, "origin") || !strcmp(name, "size"));
  if (!name || (llua_component_place(type, name) < 0 && !whole))
    return llua_refuse(
        L, "a %s is a value and cannot be changed, and has no component %s", t, name ? name : llua_describe(L, 2));
  bool free = !v->key;
  if (free ||
      (type == LLUA_NODE_TRANSFORM && llua_component_place(type, name) >= 0 && name[0] != 'm' &&
          strcmp(v->key, "affineTransform"))) {
    // The script holds the rect that this value is a part of.
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

// MARK: - Components that do not exist

// Names from Core Graphics, UIKit and Swift with their replacements here. ANY: for every type.
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
    {LLUA_NODE_RECT, "isNull", "r == nil, as intersection returns for no overlap"},
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

int llua_refuse_field(lua_State *L, llua_Binding *b, llua_Quantity *v) {
  const char *type = llua_quantity_names[v->header.kind - LLUA_KIND_QUANTITY];
  const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
  bool component = !strcmp(name, "rotation") || !strcmp(name, "scale") || !strcmp(name, "translation");
  if (v->header.kind == LLUA_KIND_QUANTITY + LLUA_NODE_TRANSFORM && component) {
    const char *key = v->key ? v->key : "transform";
    return llua_refuse(L, "%s is a value; write layer[\"%s.%s.x\"], .y or .z, and read it there too", key, key, name);
  }
  const char *instead = instead_of(v->header.kind - LLUA_KIND_QUANTITY, name);
  if (instead) return llua_refuse(L, "a %s is a value and has no %s; write %s", type, name, instead);
  if (v->header.kind == LLUA_KIND_QUANTITY + LLUA_NODE_TRANSFORM &&
      llua_component_place(LLUA_NODE_TRANSFORM, name) >= 0)
    return llua_refuse(L, "this Transform is not affine, so it has no %s; read m11 to m44", name);
  if (lua_type(L, 2) == LUA_TSTRING) {
    size_t length;
    const char *key = lua_tolstring(L, 2, &length);
    char remedy[512] = "";
    if (b)
      b->host.remedy(b->host.context,
          (llua_Remedy){LLUA_REMEDY_INDEX, LLUA_REMEDY_METHOD, true, -1, false, v->header.kind}, key, length, remedy,
          sizeof remedy);
    return llua_refuse(L, "a %s has no field \"%s\"%s", type, key, remedy);
  }
  return llua_refuse(L, "a %s has no field %s", type, llua_describe(L, 2));
}
