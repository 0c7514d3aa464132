// SPDX-License-Identifier: MIT
// Filters written in Lua: a kernel function is called for each pixel and samples the input images.
#include <math.h>

#include "internal.h"

// State read by `sample` functions. A script may keep such a function after its kernel has ended; then `kernel` is
// NULL.
struct llua_Sampler {
  const llua_Kernel *kernel;
  lua_Integer run;  // number of kernel runs so far; functions of earlier runs are refused
};

typedef struct Run {
  llua_Binding *b;
  const llua_Kernel *kernel;
} Run;

static void pixel_at(const llua_Samples *s, int32_t x, int32_t y, float out[4]) {
  if (x < s->x || y < s->y || x >= s->x + s->width || y >= s->y + s->height) {
    out[0] = out[1] = out[2] = out[3] = 0;
    return;
  }
  size_t at = ((size_t)(y - s->y) * (size_t)s->width + (size_t)(x - s->x)) * 4;
  for (int i = 0; i < 4; i++) out[i] = s->floats ? s->floats[at + i] : (float)s->bytes[at + i] * (1.0f / 255);
}

// Returns the premultiplied colour at a position in points by bilinear interpolation.
static void sample_at(const llua_Samples *s, double px, double py, float out[4]) {
  double u = s->map[0] * px + s->map[2] * py + s->map[4] - 0.5, v = s->map[1] * px + s->map[3] * py + s->map[5] - 0.5;
  if (s->ends) {
    double right = (double)s->x + s->width - 0.5, bottom = (double)s->y + s->height - 0.5;
    if (!(u >= s->x - 0.5 && v >= s->y - 0.5 && u <= right && v <= bottom)) {
      out[0] = out[1] = out[2] = out[3] = 0;
      return;
    }
    u = u < s->x ? s->x : u > right - 0.5 ? right - 0.5 : u;
    v = v < s->y ? s->y : v > bottom - 0.5 ? bottom - 0.5 : v;
  }
  // The negated test also rejects NaN.
  if (!(u > s->x - 1.0 && v > s->y - 1.0 && u < (double)s->x + s->width && v < (double)s->y + s->height)) {
    out[0] = out[1] = out[2] = out[3] = 0;
    return;
  }
  double left = floor(u), top = floor(v);
  int32_t x = (int32_t)left, y = (int32_t)top;
  float fx = (float)(u - left), fy = (float)(v - top), p[4][4];
  pixel_at(s, x, y, p[0]);
  // Fast path: most samples are at a pixel centre, where the neighbours have no weight.
  if (fx == 0 && fy == 0) {
    memcpy(out, p[0], sizeof p[0]);
    return;
  }
  pixel_at(s, x + 1, y, p[1]);
  pixel_at(s, x, y + 1, p[2]);
  pixel_at(s, x + 1, y + 1, p[3]);
  for (int i = 0; i < 4; i++) {
    float above = p[0][i] * (1 - fx) + p[1][i] * fx, below = p[2][i] * (1 - fx) + p[3][i] * fx;
    out[i] = above * (1 - fy) + below * fy;
  }
}

// Upvalues: the sampler, the index of the kernel's image, and the run it belongs to.
static int sample(lua_State *L) {
  const llua_Sampler *sampler = lua_touserdata(L, lua_upvalueindex(1));
  const llua_Kernel *k = sampler ? sampler->kernel : NULL;
  lua_Integer index = lua_tointeger(L, lua_upvalueindex(2));
  if (!k || index < 0 || index >= k->sample_count || sampler->run != lua_tointeger(L, lua_upvalueindex(3)))
    return llua_refuse(L, "a filter's sample function can be called only while its kernel runs");
  const char *name = index == 0 ? "sample" : k->sample_names[index];
  int is_x, is_y;
  double x = lua_tonumberx(L, 1, &is_x), y = lua_tonumberx(L, 2, &is_y);
  if (!is_x || !is_y)
    return llua_refuse(
        L, "%s: %s(x, y) takes two numbers, a place in points; got %s", k->name, name, llua_describe(L, is_x ? 2 : 1));
  float p[4];
  sample_at(&k->samples[index], x, y, p);
  for (int i = 0; i < 3; i++) lua_pushnumber(L, p[3] > 0 ? (double)p[i] / (double)p[3] : 0);
  lua_pushnumber(L, p[3]);
  return 4;
}

static float component(lua_State *L, const llua_Kernel *k, int at, double x, double y) {
  int is_number;
  double v = lua_tonumberx(L, at, &is_number);
  if (!is_number || lua_type(L, at) != LUA_TNUMBER || !isfinite(v))
    llua_refuse(L, "%s: the kernel must return r, g, b and, if it changes, a: numbers from 0 to 1; got %s at (%f, %f)",
        k->name, llua_describe(L, at), x, y);
  return (float)(v < 0 ? 0 : v > 1 ? 1 : v);
}

enum { INPUTS = 1, FUNCTION, SAMPLE, RESULTS };

static int kernel_body(lua_State *L) {
  const Run *run = lua_touserdata(L, 1);
  const llua_Kernel *k = run->kernel;
  llua_Binding *b = run->b;
  lua_settop(L, 0);
  luaL_checkstack(L, 20, NULL);
  llua_check_stack(b->state, L);
  llua_wire_push(L, b);
  lua_settop(L, INPUTS);
  if (!b->sampler) {
    llua_Sampler *made = lua_newuserdatauv(L, sizeof *made, 0);
    *made = (llua_Sampler){NULL, 0};
    b->sampler_reference = luaL_ref(L, LUA_REGISTRYINDEX);
    b->sampler = made;
  }
  b->sampler->kernel = k;
  b->sampler->run++;
  llua_push_reference(L, k->function);
  for (uint32_t i = 0; i < k->sample_count; i++) {
    if (i > 0) lua_pushstring(L, k->sample_names[i]);
    lua_rawgeti(L, LUA_REGISTRYINDEX, b->sampler_reference);
    lua_pushinteger(L, i);
    lua_pushinteger(L, b->sampler->run);
    lua_pushcclosure(L, sample, 3);
    if (i > 0) lua_rawset(L, INPUTS);
  }
  float *out = k->target;
  for (int32_t row = 0; row < k->height; row++) {
    // A C function such as math.abs as the kernel executes no counted instruction, so no hook fires.
    llua_check_time(b->state, L);
    for (int32_t column = 0; column < k->width; column++, out += 4) {
      double u = (double)k->x + column + 0.5, v = (double)k->y + row + 0.5;
      u = u > k->max_x ? k->max_x : u < k->min_x ? k->min_x : u;
      v = v > k->max_y ? k->max_y : v < k->min_y ? k->min_y : v;
      double x = k->to_points[0] * u + k->to_points[2] * v + k->to_points[4];
      double y = k->to_points[1] * u + k->to_points[3] * v + k->to_points[5];
      lua_pushvalue(L, FUNCTION);
      lua_pushnumber(L, x);
      lua_pushnumber(L, y);
      lua_pushvalue(L, SAMPLE);
      lua_pushvalue(L, INPUTS);
      lua_call(L, 4, 4);
      float alpha;
      if (lua_isnil(L, RESULTS + 3)) {
        float own[4];
        sample_at(&k->samples[0], x, y, own);
        alpha = own[3];
      } else {
        alpha = component(L, k, RESULTS + 3, x, y);
      }
      for (int i = 0; i < 3; i++) out[i] = component(L, k, RESULTS + i, x, y) * alpha;
      out[3] = alpha;
      lua_settop(L, SAMPLE);
    }
  }
  return 0;
}

llua_Kind llua_run_kernel(llua_Binding *b, const llua_Kernel *kernel) {
  Run run = {b, kernel};
  int kept = b->references;
  bool buffers_in_use = b->buffers_in_use, is_explicit = b->is_explicit;
  b->buffers_in_use = b->is_explicit = false;
  llua_Kind kind = llua_protect(b->state, kernel_body, &run);
  if (b->sampler) b->sampler->kernel = NULL;
  b->buffers_in_use = buffers_in_use;
  b->is_explicit = is_explicit;
  b->references = kept;
  llua_wire_reset_out(b);
  return kind;
}
