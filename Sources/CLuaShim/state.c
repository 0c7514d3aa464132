// Making and ending a state, and calls from the host into it.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "allocator.h"

const char llua_errors_key = 'e', llua_loaded_key = 'l', llua_box_key = 'b';

static int free_box(lua_State *L) {
  void **box = lua_touserdata(L, 1);
  if (box != NULL) {
    free(*box);
    *box = NULL;
  }
  return 0;
}

static int open_state(lua_State *L) {
  lua_createtable(L, LLUA_ERRORS + 1, 0);
  for (int i = 1; i <= LLUA_ERRORS; i += 1) {
    lua_pushboolean(L, 0);
    lua_rawseti(L, -2, i);
  }
  lua_pushliteral(L, "the time limit is reached");
  lua_rawseti(L, -2, LLUA_ERRORS + 1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &llua_errors_key);
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, free_box);
  lua_setfield(L, -2, "__gc");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &llua_box_key);
  return llua_open_library(L);
}

static int panic(lua_State *L) {
  (void)L;
  return 0;
}

llua_State *llua_create(const llua_Options *options) {
  llua_State *s = calloc(1, sizeof *s);
  if (s == NULL) return NULL;
  s->options = *options;
  s->limit = options->memory_limit == 0 ? SIZE_MAX : options->memory_limit;
  s->trip = SIZE_MAX;
  s->fail_after = options->fail_after;
  s->warn_on = true;
  s->L = lua_newstate(llua_allocate, s);
  if (s->L == NULL) {
    free(s);
    return NULL;
  }
  s->running = s->L;
  *(llua_State **)lua_getextraspace(s->L) = s;
  lua_atpanic(s->L, panic);
  lua_gc(s->L, LUA_GCSTOP);
  lua_pushcfunction(s->L, open_state);
  if (lua_pcall(s->L, 0, 0, 0) != LUA_OK) {
    lua_close(s->L);
    free(s->given);
    free(s);
    return NULL;
  }
  lua_gc(s->L, LUA_GCRESTART);
  s->builtin = s->serial;
  s->ready = true;
  llua_reset_trip(s);
  return s;
}

void llua_close(llua_State *s) {
  if (s == NULL) return;
  s->ready = false;
  s->trip = SIZE_MAX;
  s->limit = SIZE_MAX;  // ending takes no more memory than it gives back, and must not be refused any
  s->fail_after = -1;
  s->running = s->L;
  lua_sethook(s->L, NULL, 0, 0);
  lua_close(s->L);
  free(s->supplied);
  free(s->given);
  free(s->dead);
  free(s);
}

lua_State *llua_main(llua_State *s) { return s->L; }

int llua_depth(const llua_State *s) { return s->depth; }

// Half of the stack that is left when the host first calls; the other half is for what a single call does below that.
static const char *lowest_address(void) {
  const char *here = __builtin_frame_address(0);
  size_t left = 256 << 10;
#ifdef __linux__
  if (getpid() == gettid()) {
    struct rlimit limit;
    left = 8 << 20;
    if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < left) left = limit.rlim_cur;
  } else {
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
      void *low;
      size_t size;
      if (pthread_attr_getstack(&attributes, &low, &size) == 0 && here > (char *)low) left = (size_t)(here - (char *)low);
      pthread_attr_destroy(&attributes);
    }
  }
#endif
  return here - left / 2;
}

void llua_check_stack(lua_State *L) {
  if ((const char *)__builtin_frame_address(0) < llua_of(L)->stack_low) luaL_error(L, "stack overflow (calls between script and engine are nested too deeply)");
}

static void release_dead(llua_State *s) {
  while (s->dead_count > 0) luaL_unref(s->running, LUA_REGISTRYINDEX, s->dead[--s->dead_count]);
}

void llua_release_reference(llua_State *s, int reference) {
  if (s->dead_count == s->dead_room) {
    size_t room = s->dead_room == 0 ? 32 : s->dead_room * 2;
    int *grown = realloc(s->dead, room * sizeof *grown);
    if (grown == NULL) return;  // the value lives as long as the state
    s->dead = grown;
    s->dead_room = room;
  }
  s->dead[s->dead_count++] = reference;
}

static int describe(lua_State *L) {
  if (lua_type(L, 1) == LUA_TTABLE && luaL_getmetafield(L, 1, "__tostring") == LUA_TNIL) {
    lua_pushliteral(L, "message");
    lua_rawget(L, 1);
    if (lua_type(L, -1) == LUA_TSTRING) return 1;
    lua_pushfstring(L, "(error object is a table value)");
    return 1;
  }
  if (luaL_getmetafield(L, 1, "__tostring") == LUA_TNIL && lua_type(L, 1) != LUA_TNUMBER) {
    lua_pushfstring(L, "(error object is a %s value)", luaL_typename(L, 1));
    return 1;
  }
  llua_tolstring(L, 1, NULL);
  return 1;
}

static void set_message(llua_Report *report, const char *text, size_t count) {
  if (count >= sizeof report->message) count = sizeof report->message - 1;
  memcpy(report->message, text, count);
  report->message[count] = 0;
  report->count = count;
}

static llua_Kind out_of_memory(llua_State *s) {
  llua_Report *r = &s->report;
  memset(r, 0, offsetof(llua_Report, script));
  r->kind = LLUA_MEMORY;
  if (s->limit != SIZE_MAX) {
    char text[96];
    int count = snprintf(text, sizeof text, "out of memory: the memory limit of %zu bytes is reached", s->limit);
    set_message(r, text, (size_t)count);
  } else {
    set_message(r, "out of memory", 13);
  }
  memcpy(r->script, s->place_script, sizeof r->script);
  r->line = s->place_line;
  s->place_line = 0;
  s->place_script[0] = 0;
  if (s->stop) r->kind = LLUA_TIME;
  return r->kind;
}

// The error object is on top; pops it.
static llua_Kind finish_error(llua_State *s, lua_State *L, int status) {
  if (status == LUA_ERRMEM) {
    lua_pop(L, 1);
    return out_of_memory(s);
  }
  if (!llua_is_reported(L, -1)) llua_report_error(L, NULL, -1);
  if (lua_type(L, -1) != LUA_TSTRING && s->report.count == 0) {
    lua_pushcfunction(L, describe);
    lua_pushvalue(L, -2);
    if (lua_pcall(L, 1, 1, 0) == LUA_OK && lua_type(L, -1) == LUA_TSTRING) {
      size_t count;
      const char *text = lua_tolstring(L, -1, &count);
      set_message(&s->report, text, count);
    } else {
      set_message(&s->report, "(error object that cannot be described)", 39);
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  if (s->stop) s->report.kind = LLUA_TIME;
  return s->report.kind;
}

llua_Kind llua_protected_call(llua_State *s, lua_State *L, int arguments, int results) {
  int function = lua_gettop(L) - arguments;
  lua_pushcfunction(L, llua_message_handler);
  lua_insert(L, function);
  const char *low = s->stack_low;
  if (s->depth++ == 0) s->stack_low = lowest_address();
  int status = lua_pcall(L, arguments, results, function);
  s->depth -= 1;
  s->stack_low = low;
  lua_remove(L, function);
  return status == LUA_OK ? LLUA_NONE : finish_error(s, L, status);
}

// Before anything is pushed from Swift: a little stack, and the references that can go now.
static lua_State *begin(llua_State *s) {
  lua_State *L = s->running;
  if (!lua_checkstack(L, LUA_MINSTACK)) return NULL;
  release_dead(s);
  s->results = 0;
  return L;
}

llua_Kind llua_protect(llua_State *s, lua_CFunction body, void *context) {
  lua_State *L = begin(s);
  if (L == NULL) return out_of_memory(s);
  lua_pushcfunction(L, body);
  lua_pushlightuserdata(L, context);
  return llua_protected_call(s, L, 1, 0);
}

// As llua_protect, with the body's results kept for llua_result.
static llua_Kind protect_results(llua_State *s, lua_CFunction body, void *context) {
  lua_State *L = begin(s);
  if (L == NULL) return out_of_memory(s);
  int top = lua_gettop(L);
  lua_pushcfunction(L, body);
  lua_pushlightuserdata(L, context);
  llua_Kind kind = llua_protected_call(s, L, 1, LUA_MULTRET);
  if (kind == LLUA_NONE) {
    s->results_thread = L;
    s->results_base = top + 1;
    s->results = (size_t)(lua_gettop(L) - top);
  }
  return kind;
}

void llua_drop_results(llua_State *s) {
  if (s->results == 0) return;
  lua_settop(s->results_thread, s->results_base - 1);
  s->results = 0;
}

// ---- values ----------------------------------------------------------------------------------------------------------

static const llua_Value *push_value(lua_State *L, const llua_Value *v, const llua_Value *end, int depth) {
  luaL_checkstack(L, 4, "values nested too deeply");
  switch (v->type) {
    case LLUA_NIL: lua_pushnil(L); break;
    case LLUA_BOOLEAN: lua_pushboolean(L, v->integer != 0); break;
    case LLUA_INTEGER: lua_pushinteger(L, v->integer); break;
    case LLUA_NUMBER: lua_pushnumber(L, v->number); break;
    case LLUA_STRING: lua_pushlstring(L, v->count == 0 ? "" : v->bytes, v->count); break;
    case LLUA_REFERENCE: llua_push_reference(L, v->reference); break;
    case LLUA_TABLE: {
      if (depth > 100) luaL_error(L, "values nested too deeply");
      int64_t pairs = v->integer;
      lua_newtable(L);
      for (v += 1; pairs > 0 && v < end; pairs -= 1) {
        v = push_value(L, v, end, depth + 1);
        if (v < end) v = push_value(L, v, end, depth + 1);
        else lua_pushnil(L);
        if (lua_isnil(L, -2)) lua_pop(L, 2);
        else lua_rawset(L, -3);
      }
      return v;
    }
  }
  return v + 1;
}

void llua_push(lua_State *L, const llua_Value *values, size_t count) {
  if (count == 0) lua_pushnil(L);
  else push_value(L, values, values + count, 0);
}

static int push_all(lua_State *L, const llua_Value *values, size_t count) {
  int pushed = 0;
  if (count == 0) return 0;
  for (const llua_Value *v = values, *end = values + count; v < end; pushed += 1) v = push_value(L, v, end, 0);
  return pushed;
}

void llua_push_reference(lua_State *L, int reference) { lua_rawgeti(L, LUA_REGISTRYINDEX, reference); }

int llua_new_reference(lua_State *L) { return luaL_ref(L, LUA_REGISTRYINDEX); }

static int make_reference(lua_State *L) {
  int *reference = lua_touserdata(L, 1);
  *reference = llua_new_reference(L);
  return 0;
}

static llua_Kind read_value(llua_State *s, lua_State *L, int index, llua_Value *value) {
  *value = (llua_Value){.type = LLUA_NIL};
  switch (lua_type(L, index)) {
    case LUA_TNIL: case LUA_TNONE: return LLUA_NONE;
    case LUA_TBOOLEAN:
      value->type = LLUA_BOOLEAN;
      value->integer = lua_toboolean(L, index);
      return LLUA_NONE;
    case LUA_TNUMBER:
      if (lua_isinteger(L, index)) {
        value->type = LLUA_INTEGER;
        value->integer = lua_tointeger(L, index);
      } else {
        value->type = LLUA_NUMBER;
        value->number = lua_tonumber(L, index);
      }
      return LLUA_NONE;
    case LUA_TSTRING:
      value->type = LLUA_STRING;
      value->bytes = lua_tolstring(L, index, &value->count);
      return LLUA_NONE;
    default: {
      if (!lua_checkstack(L, LUA_MINSTACK)) return out_of_memory(s);
      index = lua_absindex(L, index);
      lua_pushcfunction(L, make_reference);
      lua_pushlightuserdata(L, &value->reference);
      lua_pushvalue(L, index);
      llua_Kind kind = llua_protected_call(s, L, 2, 0);
      if (kind == LLUA_NONE) value->type = LLUA_REFERENCE;
      return kind;
    }
  }
}

llua_Kind llua_result(llua_State *s, size_t index, llua_Value *value) {
  if (index >= s->results) {
    *value = (llua_Value){.type = LLUA_NIL};
    return LLUA_NONE;
  }
  return read_value(s, s->results_thread, s->results_base + (int)index, value);
}

// ---- running ---------------------------------------------------------------------------------------------------------

typedef struct Loading {
  const char *source;
  size_t count;
  const char *name;
  int reference;
  bool syntax;
} Loading;

// Hands the text over line by line, so that an error without a place (too deep a nesting) can be given that of the line being read.
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
  if (count > 0 && text[0] == '#') {  // the line break stays, so that the lines keep their numbers
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

typedef struct Calling {
  int reference;
  const llua_Value *values;
  size_t count;
  const char *name;
  int32_t index;
} Calling;

static int call_body(lua_State *L) {
  const Calling *calling = lua_touserdata(L, 1);
  lua_settop(L, 0);
  llua_check_stack(L);
  llua_push_reference(L, calling->reference);
  int arguments = push_all(L, calling->values, calling->count);
  lua_call(L, arguments, LUA_MULTRET);
  return lua_gettop(L);
}

llua_Kind llua_call(llua_State *s, int reference, const llua_Value *arguments, size_t count, size_t *results) {
  Calling calling = {reference, arguments, count, NULL, 0};
  llua_Kind kind = protect_results(s, call_body, &calling);
  *results = s->results;
  return kind;
}

// reference 0: the globals
static void push_target(lua_State *L, int reference) {
  if (reference == 0) lua_pushglobaltable(L);
  else llua_push_reference(L, reference);
  luaL_checktype(L, -1, LUA_TTABLE);
}

static int get_body(lua_State *L) {
  const Calling *calling = lua_touserdata(L, 1);
  push_target(L, calling->reference);
  lua_pushstring(L, calling->name);
  lua_rawget(L, -2);
  return 1;
}

static int set_body(lua_State *L) {
  const Calling *calling = lua_touserdata(L, 1);
  push_target(L, calling->reference);
  lua_pushstring(L, calling->name);
  llua_push(L, calling->values, calling->count);
  lua_rawset(L, -3);
  return 0;
}

llua_Kind llua_get_field(llua_State *s, int reference, const char *key) {
  Calling calling = {reference, NULL, 0, key, 0};
  return protect_results(s, get_body, &calling);
}

llua_Kind llua_set_field(llua_State *s, int reference, const char *key, const llua_Value *value, size_t count) {
  Calling calling = {reference, value, count, key, 0};
  return llua_protect(s, set_body, &calling);
}

llua_Kind llua_get_global(llua_State *s, const char *name) { return llua_get_field(s, 0, name); }

llua_Kind llua_set_global(llua_State *s, const char *name, const llua_Value *value, size_t count) {
  return llua_set_field(s, 0, name, value, count);
}

// ---- functions of the host -------------------------------------------------------------------------------------------

static int call_host(lua_State *L) {
  enum { MOST = 64 };
  llua_State *s = llua_of(L);
  int count = lua_gettop(L);
  if (count > MOST) return luaL_error(L, "too many arguments (%d, at most %d)", count, MOST);
  llua_check(L);
  llua_check_stack(L);
  luaL_checkstack(L, LUA_MINSTACK, NULL);
  void **box = lua_newuserdatauv(L, sizeof *box, 0);
  *box = NULL;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &llua_box_key);
  lua_setmetatable(L, -2);
  llua_Value values[MOST];
  for (int i = 0; i < count; i += 1) {
    llua_Kind kind = read_value(s, L, i + 1, &values[i]);
    if (kind == LLUA_NONE) continue;
    while (i-- > 0) {
      if (values[i].type == LLUA_REFERENCE) llua_release_reference(s, values[i].reference);
    }
    lua_pushliteral(L, "not enough memory");
    return lua_error(L);
  }
  int status = s->options.callbacks.function(
    s->options.callbacks.owner, s, (int32_t)lua_tointeger(L, lua_upvalueindex(1)), values, (size_t)count);
  if (status < 0) return llua_raise(L);
  llua_Value *given = s->given;
  size_t given_count = s->given_count;
  s->given = NULL;
  s->given_count = 0;
  *box = given;
  int results = push_all(L, given, given_count);
  *box = NULL;
  free(given);
  return results;
}

static int register_body(lua_State *L) {
  const Calling *calling = lua_touserdata(L, 1);
  push_target(L, calling->reference);
  lua_pushstring(L, calling->name);
  lua_pushinteger(L, calling->index);
  lua_pushcclosure(L, call_host, 1);
  lua_rawset(L, -3);
  return 0;
}

llua_Kind llua_register(llua_State *s, int reference, const char *name, int32_t index) {
  Calling calling = {reference, NULL, 0, name, index};
  return llua_protect(s, register_body, &calling);
}

bool llua_give(llua_State *s, const llua_Value *values, size_t count) {
  size_t bytes = 0;
  for (size_t i = 0; i < count; i += 1) bytes += values[i].type == LLUA_STRING ? values[i].count : 0;
  llua_Value *block = malloc(count * sizeof *block + bytes + 1);
  if (block == NULL) return false;
  char *text = (char *)(block + count);
  for (size_t i = 0; i < count; i += 1) {
    block[i] = values[i];
    if (values[i].type != LLUA_STRING) continue;
    if (values[i].count > 0) memcpy(text, values[i].bytes, values[i].count);
    block[i].bytes = text;
    text += values[i].count;
  }
  free(s->given);
  s->given = block;
  s->given_count = count;
  return true;
}

bool llua_supply(llua_State *s, const char *source, size_t count, const char *name) {
  char *copy = malloc(count + 1);
  if (copy == NULL) return false;
  if (count > 0) memcpy(copy, source, count);
  free(s->supplied);
  s->supplied = copy;
  s->supplied_count = count;
  snprintf(s->supplied_name, sizeof s->supplied_name, "%s", name);
  return true;
}

void *llua_new_userdata(lua_State *L, size_t size, int user_values, uint32_t kind) {
  llua_Object *object = lua_newuserdatauv(L, size, user_values);
  memset(object, 0, size);
  object->magic = LLUA_MAGIC;
  object->kind = kind;
  object->serial = llua_of(L)->last_userdata;
  return object;
}

llua_Object *llua_object_at(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TUSERDATA || lua_rawlen(L, index) < sizeof(llua_Object)) return NULL;
  llua_Object *object = lua_touserdata(L, index);
  return object->magic == LLUA_MAGIC ? object : NULL;
}
