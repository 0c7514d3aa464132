// SPDX-License-Identifier: MIT
// Errors as data: message, script, line and traceback, in preallocated memory, so that running out of memory can be
// reported too.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "llua.h"

static void copy_text(char *to, size_t room, const char *from) {
  size_t count = strlen(from);
  if (count >= room) count = room - 1;
  memcpy(to, from, count);
  to[count] = 0;
}

const char *llua_source_name(const lua_Debug *ar) {
  return ar->source[0] == '@' || ar->source[0] == '=' ? ar->source + 1 : ar->short_src;
}

const char *llua_running_script(const llua_State *s, lua_Debug *ar) {
  for (int level = 0; lua_getstack(s->running, level, ar); level += 1) {
    lua_getinfo(s->running, "Sl", ar);
    if (ar->currentline > 0) return llua_source_name(ar);
  }
  return NULL;
}

void llua_note_place(llua_State *s) {
  lua_Debug ar;
  if (!s->ready) return;
  const char *script = llua_running_script(s, &ar);
  if (!script) return;
  copy_text(s->place_script, sizeof s->place_script, script);
  s->place_line = ar.currentline;
}

void llua_where(lua_State *L) {
  lua_Debug ar;
  for (int level = 1; lua_getstack(L, level, &ar); level += 1) {
    lua_getinfo(L, "Sl", &ar);
    if (ar.currentline <= 0) continue;
    lua_pushfstring(L, "%s:%d: ", ar.short_src, ar.currentline);
    return;
  }
  lua_pushliteral(L, "");
}

// ---- the objects of recent errors -----------------------------------------------------------------------------------

void llua_keep_error(lua_State *L, int index) {
  llua_State *s = llua_of(L);
  index = lua_absindex(L, index);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &llua_errors_key);
  lua_pushvalue(L, index);
  lua_rawseti(L, -2, (lua_Integer)(s->errors % LLUA_ERRORS) + 1);
  lua_pop(L, 1);
  s->report.token = ++s->errors;
}

static bool push_kept(lua_State *L, uint64_t token) {
  llua_State *s = llua_of(L);
  if (token == 0 || token > s->errors || s->errors - token >= LLUA_ERRORS) return false;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &llua_errors_key);
  lua_rawgeti(L, -1, (lua_Integer)((token - 1) % LLUA_ERRORS) + 1);
  lua_remove(L, -2);
  return true;
}

bool llua_is_reported(lua_State *L, int index) {
  index = lua_absindex(L, index);
  if (!push_kept(L, llua_of(L)->report.token)) return false;
  bool same = lua_rawequal(L, index, -1);
  lua_pop(L, 1);
  return same;
}

// ---- reports --------------------------------------------------------------------------------------------------------

static void describe_function(const lua_Debug *ar, char *to, size_t room) {
  if (ar->name != NULL && ar->namewhat[0] != 0) snprintf(to, room, "%s '%s'", ar->namewhat, ar->name);
  else if (ar->what[0] == 'm') snprintf(to, room, "main chunk");
  else if (ar->what[0] == 'C') snprintf(to, room, "native function");
  else snprintf(to, room, "function <%d>", ar->linedefined);
}

static bool add_frame(llua_Report *r, lua_State *L, int level) {
  lua_Debug ar;
  if (!lua_getstack(L, level, &ar)) return false;
  lua_getinfo(L, "Slnf", &ar);
  bool handler = lua_tocfunction(L, -1) == llua_message_handler;
  lua_pop(L, 1);
  // the protected bodies written in C mean nothing to a script's author
  if (handler || (ar.what[0] == 'C' && ar.name == NULL)) return true;
  if (r->frames == LLUA_FRAMES) {  // keeps the outermost frames too: drops the oldest of the tail
    size_t first = LLUA_FRAMES - LLUA_TAIL_FRAMES;
    memmove(&r->frame[first], &r->frame[first + 1], (LLUA_TAIL_FRAMES - 1) * sizeof r->frame[0]);
    r->frames -= 1;
    r->skipped += 1;
  }
  llua_Frame *frame = &r->frame[r->frames++];
  copy_text(frame->source, sizeof frame->source, ar.what[0] == 'C' ? "" : llua_source_name(&ar));
  frame->line = ar.currentline;
  describe_function(&ar, frame->function, sizeof frame->function);
  return true;
}

// Returns the depth of the stack, at most LLUA_LEVELS, by binary search. lua_getstack walks from the top, so probing
// every level would take quadratic time, and each probe at the bottom of a stack that overflowed, of up to a million
// levels, takes 10 ms.
static int level_count(lua_State *L) {
  lua_Debug ar;
  int low = 0, high = 1;
  while (high < LLUA_LEVELS && lua_getstack(L, high, &ar)) {
    low = high;
    high *= 2;
  }
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (lua_getstack(L, middle, &ar)) low = middle + 1;
    else high = middle;
  }
  return low;
}

static void add_frames(llua_Report *r, lua_State *L) {
  if (r->thread == L) return;
  r->thread = L;
  int count = level_count(L), level = 0;
  if (count == LLUA_LEVELS) {  // the outermost frames are out of reach
    for (; level < LLUA_FRAMES && r->frames < LLUA_FRAMES - LLUA_TAIL_FRAMES; level += 1) add_frame(r, L, level);
    r->skipped += (size_t)(count - level);
    r->skips_more = true;
    return;
  }
  for (; level < LLUA_FRAMES && level < count; level += 1) add_frame(r, L, level);
  if (count - level > LLUA_FRAMES) {
    r->skipped += (size_t)(count - LLUA_FRAMES - level);
    level = count - LLUA_FRAMES;
  }
  for (; level < count; level += 1) add_frame(r, L, level);
}

// True if the text names the source of one of the frames. In messages its start may be cut off ("...").
static bool is_source(const llua_Report *r, const char *text, size_t count) {
  for (size_t i = 0; i < r->frames; i += 1) {
    const char *source = r->frame[i].source;
    size_t length = strlen(source);
    if (length == count && !memcmp(source, text, count)) return true;
    if (count > 3 && !memcmp(text, "...", 3) && length >= count - 3 &&
        !memcmp(source + length - (count - 3), text + 3, count - 3))
      return true;
  }
  return false;
}

// Returns the length of a leading "name:line: "; 0 if there is none.
static size_t prefix_of(const llua_Report *r, const char *text, size_t count, size_t *name, int32_t *line) {
  for (size_t i = 1; i + 3 < count && i < 300; i += 1) {
    if (text[i] == '\n') return 0;
    if (text[i] != ':' || text[i + 1] < '0' || text[i + 1] > '9') continue;
    size_t end = i + 1;
    long value = 0;
    while (end < count && text[end] >= '0' && text[end] <= '9' && end < i + 10)
      value = value * 10 + (text[end++] - '0');
    if (end >= count || text[end] != ':') continue;
    // "a ratio of 3:4: no" is not a position
    bool doubtful = text[0] != '[' && memchr(text, ' ', i) != NULL && (i < 4 || memcmp(text + i - 4, ".lua", 4) != 0);
    if (doubtful && !is_source(r, text, i)) return 0;
    *name = i;
    *line = (int32_t)value;
    end += 1;
    if (end < count && text[end] == ' ') end += 1;
    return end;
  }
  return 0;
}

// Sets the script's name. Messages cut off long chunk names; the frames have them in full.
static void set_script(llua_Report *r, const char *name, size_t count) {
  if (count >= sizeof r->script) count = sizeof r->script - 1;
  memcpy(r->script, name, count);
  r->script[count] = 0;
  if (count <= 3 || strncmp(name, "...", 3) != 0) return;
  for (size_t i = 0; i < r->frames; i += 1) {
    const char *source = r->frame[i].source;
    size_t length = strlen(source);
    if (length >= count - 3 && memcmp(source + length - (count - 3), name + 3, count - 3) == 0) {
      copy_text(r->script, sizeof r->script, source);
      return;
    }
  }
}

// Places an error whose message names no line at the innermost script line.
static void place_at_frame(llua_Report *r) {
  for (size_t i = 0; i < r->frames && r->line <= 0; i += 1) {
    if (r->frame[i].line <= 0) continue;
    r->line = r->frame[i].line;
    copy_text(r->script, sizeof r->script, r->frame[i].source);
  }
}

void llua_report_error(lua_State *L, lua_State *from, int index) {
  llua_Report *r = &llua_of(L)->report;
  index = lua_absindex(L, index);
  memset(r, 0, offsetof(llua_Report, message));
  r->message[0] = 0;
  r->kind = llua_of(L)->stop ? LLUA_TIME : LLUA_RUNTIME;
  if (from != NULL) add_frames(r, from);
  if (lua_type(L, index) == LUA_TSTRING) {
    size_t count, name;
    const char *text = lua_tolstring(L, index, &count);
    size_t prefix = prefix_of(r, text, count, &name, &r->line);
    if (prefix > 0) set_script(r, text, name);
    r->count = count - prefix < sizeof r->message ? count - prefix : sizeof r->message - 1;
    memcpy(r->message, text + prefix, r->count);
    r->message[r->count] = 0;
    const llua_State *s = llua_of(L);
    if (s->binding) r->count += s->binding_functions->add_remedy(s->binding, r->message, r->count, sizeof r->message);
  }
  place_at_frame(r);
  llua_keep_error(L, index);
}

void llua_note_error(lua_State *L) {
  if (!lua_checkstack(L, 4)) return;
  if (llua_is_reported(L, -1)) {
    add_frames(&llua_of(L)->report, L);
    place_at_frame(&llua_of(L)->report);
  } else {
    llua_report_error(L, L, -1);
  }
}

int llua_message_handler(lua_State *L) {
  lua_settop(L, 1);
  llua_note_error(L);
  return 1;
}

// ---- raising --------------------------------------------------------------------------------------------------------

void llua_fail_again(llua_State *s, llua_Kind kind, uint64_t token, const char *message, size_t count) {
  if (count >= sizeof s->fail_message) count = sizeof s->fail_message - 1;
  s->fail_kind = kind == LLUA_NONE ? LLUA_RUNTIME : kind;
  s->fail_token = token;
  s->fail_count = count;
  if (count > 0) memcpy(s->fail_message, message, count);
  s->fail_message[count] = 0;
}

void llua_fail(llua_State *s, llua_Kind kind, const char *message, size_t count) {
  llua_fail_again(s, kind, 0, message, count);
}

bool llua_is_guarded(lua_State *L) {
  const lua_State *guarded = llua_of(L)->guarded;
  if (!guarded) return false;
  // Lua stops the collector in a finaliser; since 5.4.4 lua_gc reports this as a negative value. A call that ran out of
  // memory may have left the mark behind.
  int running = lua_gc(L, LUA_GCISRUNNING);
  if (running != 0) return running < 0;
  // A coroutine started by the finaliser has no frame of it.
  if (guarded != L) return true;
  lua_Debug frame;
  for (int level = 0; lua_getstack(L, level, &frame); level++)
    if (lua_getinfo(L, "n", &frame) && frame.name && !strcmp(frame.name, "__gc") &&
        !strcmp(frame.namewhat, "metamethod"))
      return true;
  return false;
}

static int raise_kind(lua_State *L, llua_Kind kind) {
  // Gives up the buffers that this call was reading.
  if (!llua_is_guarded(L)) llua_of(L)->guarded = NULL;
  llua_report_error(L, L, -1);
  if (!llua_of(L)->stop) llua_of(L)->report.kind = kind;
  return lua_error(L);
}

int llua_raise(lua_State *L) {
  llua_State *s = llua_of(L);
  llua_Kind kind = s->fail_kind == LLUA_NONE ? LLUA_RUNTIME : s->fail_kind;
  s->fail_kind = LLUA_NONE;
  luaL_checkstack(L, LUA_MINSTACK, NULL);
  llua_check_time(s, L);
  if (kind == LLUA_MEMORY) {
    llua_note_place(s);
    lua_pushliteral(L, "not enough memory");  // the exact text of Lua's own out-of-memory error
    return lua_error(L);
  }
  if (s->fail_token != 0 && push_kept(L, s->fail_token)) {
    s->fail_token = 0;
    if (llua_is_reported(L, -1)) return lua_error(L);
    return raise_kind(L, kind);
  }
  s->fail_token = 0;
  llua_where(L);
  lua_pushlstring(L, s->fail_message, s->fail_count);
  lua_concat(L, 2);
  return raise_kind(L, kind);
}

static void push_placed(lua_State *L, const char *format, va_list arguments) {
  llua_where(L);
  lua_pushvfstring(L, format, arguments);
  lua_concat(L, 2);
}

int llua_error(lua_State *L, llua_Kind kind, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  push_placed(L, format, arguments);
  va_end(arguments);
  return raise_kind(L, kind);
}

int llua_refuse(lua_State *L, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  push_placed(L, format, arguments);
  va_end(arguments);
  return raise_kind(L, LLUA_RUNTIME);
}

// ---- reading --------------------------------------------------------------------------------------------------------

const char *llua_report_message(const llua_State *s, size_t *count) {
  *count = s->report.count;
  return s->report.message;
}

const char *llua_report_script(const llua_State *s) { return s->report.script; }

int32_t llua_report_line(const llua_State *s) { return s->report.line; }

void llua_amend_report(llua_State *s, uint64_t token, const char *text, size_t count) {
  llua_Report *r = &s->report;
  if (token == 0 || r->token != token || !text || count >= sizeof r->message - r->count) return;
  memcpy(r->message + r->count, text, count);
  r->count += count;
  r->message[r->count] = 0;
}

uint64_t llua_report_token(const llua_State *s) { return s->report.token; }

size_t llua_report_frames(const llua_State *s) { return s->report.frames; }

size_t llua_report_skipped(const llua_State *s, size_t *after, bool *is_more) {
  *after = LLUA_FRAMES - LLUA_TAIL_FRAMES;
  *is_more = s->report.skips_more;
  return s->report.skipped;
}

const char *llua_report_frame(const llua_State *s, size_t index, int32_t *line, const char **function) {
  *line = s->report.frame[index].line;
  *function = s->report.frame[index].function;
  return s->report.frame[index].source;
}
