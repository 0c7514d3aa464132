// SPDX-License-Identifier: MIT
// Lua's patterns (reference manual, 6.4.1) with deadline checks. A pattern can take time polynomial in the text's
// length, of any degree, inside one call that no hook interrupts.
#include <ctype.h>
#include <string.h>

#include "llua.h"

enum { CAPTURES = 32, DEPTH = 200, STEPS = 1 << 14, ROUNDS = 64, OPEN = -1, POSITION = -2 };

typedef struct Match {
  lua_State *L;
  const char *text, *text_end, *pattern_end;
  int level;   // captures, finished or not
  int depth;   // nested calls left
  int steps;   // until the next deadline check
  int rounds;  // deadline checks left; 0: no bound
  struct {
    const char *start;
    ptrdiff_t count;
  } capture[CAPTURES];
} Match;

static const char *match(Match *m, const char *s, const char *p);

static void step(Match *m) {
  if (--m->steps > 0) return;
  m->steps = STEPS;
  if (m->rounds > 0 && --m->rounds == 0) luaL_error(m->L, "pattern too complex");
  llua_check(m->L);
}

static int byte(char c) { return (unsigned char)c; }

// ---- single characters ----------------------------------------------------------------------------------------------

static bool in_class(int c, int class) {
  bool result;
  switch (tolower(class)) {
    case 'a': result = isalpha(c); break;
    case 'c': result = iscntrl(c); break;
    case 'd': result = isdigit(c); break;
    case 'g': result = isgraph(c); break;
    case 'l': result = islower(c); break;
    case 'p': result = ispunct(c); break;
    case 's': result = isspace(c); break;
    case 'u': result = isupper(c); break;
    case 'w': result = isalnum(c); break;
    case 'x': result = isxdigit(c); break;
    case 'z': result = c == 0; break;  // from Lua 5.1, still understood
    default: return class == c;
  }
  return isupper(class) ? !result : result;
}

// Returns the end of the single-character class that starts at p.
static const char *class_end(const Match *m, const char *p) {
  char c = *p++;
  if (c == '%') {
    if (p == m->pattern_end) luaL_error(m->L, "malformed pattern (ends with '%%')");
    return p + 1;
  }
  if (c != '[') return p;
  if (p < m->pattern_end && *p == '^') p += 1;
  bool first = true;  // a leading ] is literal
  while (true) {
    if (p == m->pattern_end) luaL_error(m->L, "malformed pattern (missing ']')");
    c = *p++;
    if (c == ']' && !first) return p;
    if (c == '%') {
      if (p == m->pattern_end) luaL_error(m->L, "malformed pattern (missing ']')");
      p += 1;
    }
    first = false;
  }
}

// True if the set matches: p is at the [, end after the ].
static bool in_set(int c, const char *p, const char *end) {
  bool found = true;
  end -= 1;
  p += 1;
  if (*p == '^') {
    found = false;
    p += 1;
  }
  while (p < end) {
    if (*p == '%') {
      if (in_class(c, byte(p[1]))) return found;
      p += 2;
    } else if (end - p > 2 && p[1] == '-') {
      if (byte(p[0]) <= c && c <= byte(p[2])) return found;
      p += 3;
    } else {
      if (byte(*p) == c) return found;
      p += 1;
    }
  }
  return !found;
}

static bool matches_one(const Match *m, const char *s, const char *p, const char *end) {
  if (s >= m->text_end) return false;
  int c = byte(*s);
  switch (*p) {
    case '.': return true;
    case '%': return in_class(c, byte(p[1]));
    case '[': return in_set(c, p, end);
    default: return byte(*p) == c;
  }
}

// ---- items ----------------------------------------------------------------------------------------------------------

static const char *match_greedy(Match *m, const char *s, const char *p, const char *end) {
  const char *last = s;
  while (matches_one(m, last, p, end)) {
    step(m);
    last += 1;
  }
  if (end + 1 == m->pattern_end) return last;  // nothing follows, so no backtracking
  for (; last >= s; last -= 1) {
    const char *rest = match(m, last, end + 1);
    if (rest != NULL) return rest;
  }
  return NULL;
}

static const char *match_lazy(Match *m, const char *s, const char *p, const char *end) {
  while (true) {
    const char *rest = match(m, s, end + 1);
    if (rest != NULL) return rest;
    if (!matches_one(m, s, p, end)) return NULL;
    s += 1;
  }
}

static const char *match_balanced(Match *m, const char *s, const char *p) {
  if (m->pattern_end - p < 2) luaL_error(m->L, "malformed pattern (missing arguments to '%%b')");
  if (s >= m->text_end || *s != p[0]) return NULL;
  size_t open = 1;
  while (++s < m->text_end) {
    step(m);
    if (*s == p[1]) {
      if (--open == 0) return s + 1;
    } else if (*s == p[0]) {
      open += 1;
    }
  }
  return NULL;
}

static const char *match_open(Match *m, const char *s, const char *p, ptrdiff_t count) {
  if (m->level >= CAPTURES) luaL_error(m->L, "too many captures");
  m->capture[m->level].start = s;
  m->capture[m->level].count = count;
  m->level += 1;
  const char *rest = match(m, s, p);
  if (rest == NULL) m->level -= 1;
  return rest;
}

static const char *match_close(Match *m, const char *s, const char *p) {
  int index = m->level - 1;
  while (index >= 0 && m->capture[index].count != OPEN) index -= 1;
  if (index < 0) luaL_error(m->L, "invalid pattern capture");
  m->capture[index].count = s - m->capture[index].start;
  const char *rest = match(m, s, p);
  if (rest == NULL) m->capture[index].count = OPEN;
  return rest;
}

static const char *match_again(Match *m, const char *s, int digit) {
  int index = digit - '1';
  if (index < 0 || index >= m->level || m->capture[index].count == OPEN) {
    luaL_error(m->L, "invalid capture index %%%d", index + 1);
  }
  if (m->capture[index].count < 0) return NULL;
  size_t count = (size_t)m->capture[index].count;
  if ((size_t)(m->text_end - s) < count || memcmp(m->capture[index].start, s, count) != 0) return NULL;
  return s + count;
}

static bool at_frontier(const Match *m, const char *s, const char *p, const char *end) {
  int before = s == m->text ? 0 : byte(s[-1]), here = s == m->text_end ? 0 : byte(*s);
  return !in_set(before, p, end) && in_set(here, p, end);
}

static const char *match_items(Match *m, const char *s, const char *p) {
  while (p < m->pattern_end) {
    step(m);
    if (*p == '(') {
      bool position = p + 1 < m->pattern_end && p[1] == ')';
      return match_open(m, s, p + (position ? 2 : 1), position ? POSITION : OPEN);
    }
    if (*p == ')') return match_close(m, s, p + 1);
    if (*p == '$' && p + 1 == m->pattern_end) return s == m->text_end ? s : NULL;
    if (*p == '%' && p + 1 < m->pattern_end) {
      if (p[1] == 'b') {
        s = match_balanced(m, s, p + 2);
        if (s == NULL) return NULL;
        p += 4;
        continue;
      }
      if (p[1] == 'f') {
        p += 2;
        if (p == m->pattern_end || *p != '[') luaL_error(m->L, "missing '[' after '%%f' in pattern");
        const char *end = class_end(m, p);
        if (!at_frontier(m, s, p, end)) return NULL;
        p = end;
        continue;
      }
      if (isdigit(byte(p[1]))) {
        s = match_again(m, s, byte(p[1]));
        if (s == NULL) return NULL;
        p += 2;
        continue;
      }
    }
    const char *end = class_end(m, p);
    switch (end < m->pattern_end ? *end : 0) {
      case '*': return match_greedy(m, s, p, end);
      case '+': return matches_one(m, s, p, end) ? match_greedy(m, s + 1, p, end) : NULL;
      case '-': return match_lazy(m, s, p, end);
      case '?': {
        if (matches_one(m, s, p, end)) {
          const char *rest = match(m, s + 1, end + 1);
          if (rest != NULL) return rest;
        }
        p = end + 1;
        break;
      }
      default:
        if (!matches_one(m, s, p, end)) return NULL;
        s += 1;
        p = end;
    }
  }
  return s;
}

static const char *match(Match *m, const char *s, const char *p) {
  if (m->depth-- == 0) luaL_error(m->L, "pattern too complex");
  s = match_items(m, s, p);
  m->depth += 1;
  return s;
}

static const char *match_at(Match *m, const char *s, const char *p) {
  m->level = 0;
  m->depth = DEPTH;
  return match(m, s, p);
}

static void prepare(Match *m, lua_State *L, const char *text, size_t count, const char *pattern_end) {
  m->L = L;
  m->text = text;
  m->text_end = text + count;
  m->pattern_end = pattern_end;
  m->steps = STEPS;
  m->rounds = 0;
  m->level = 0;
  m->depth = DEPTH;
}

// ---- captures -------------------------------------------------------------------------------------------------------

static void push_capture(const Match *m, int index, const char *start, const char *end) {
  if (index >= m->level) {
    if (index != 0) luaL_error(m->L, "invalid capture index %%%d", index + 1);
    lua_pushlstring(m->L, start, (size_t)(end - start));
    return;
  }
  ptrdiff_t count = m->capture[index].count;
  if (count == OPEN) luaL_error(m->L, "unfinished capture");
  if (count == POSITION) lua_pushinteger(m->L, m->capture[index].start - m->text + 1);
  else lua_pushlstring(m->L, m->capture[index].start, (size_t)count);
}

// Pushes all captures; without captures the whole match, unless start is NULL.
static int push_captures(const Match *m, const char *start, const char *end) {
  int count = m->level == 0 && start != NULL ? 1 : m->level;
  luaL_checkstack(m->L, count, "too many captures");
  for (int i = 0; i < count; i += 1) push_capture(m, i, start, end);
  return count;
}

// ---- functions ------------------------------------------------------------------------------------------------------

// Returns the start offset, from 0; more than count if there is nothing to search.
static size_t start_of(lua_Integer init, size_t count) {
  if (init > 0) return (size_t)init - 1;
  if (init == 0 || init < -(lua_Integer)count) return 0;
  return count + (size_t)init;
}

static bool is_plain(const char *pattern, size_t count) {
  for (size_t i = 0; i < count; i += 1) {
    switch (pattern[i]) {
      case '^':
      case '$':
      case '*':
      case '+':
      case '?':
      case '.':
      case '(':
      case '[':
      case '%':
      case '-': return false;
      default: break;
    }
  }
  return true;
}

static int search(lua_State *L, bool find) {
  size_t count, pattern_count;
  const char *text = luaL_checklstring(L, 1, &count), *p = luaL_checklstring(L, 2, &pattern_count);
  size_t start = start_of(luaL_optinteger(L, 3, 1), count);
  if (start > count) {
    lua_pushnil(L);
    return 1;
  }
  if (find && (lua_toboolean(L, 4) || is_plain(p, pattern_count))) {
    const char *found = pattern_count == 0 ? text + start : memmem(text + start, count - start, p, pattern_count);
    if (found == NULL) {
      lua_pushnil(L);
      return 1;
    }
    lua_pushinteger(L, found - text + 1);
    lua_pushinteger(L, found - text + (lua_Integer)pattern_count);
    return 2;
  }
  Match m;
  prepare(&m, L, text, count, p + pattern_count);
  bool anchored = pattern_count > 0 && *p == '^';
  if (anchored) p += 1;
  for (const char *s = text + start; s <= m.text_end; s += 1) {
    const char *end = match_at(&m, s, p);
    if (end != NULL) {
      if (!find) return push_captures(&m, s, end);
      lua_pushinteger(L, s - text + 1);
      lua_pushinteger(L, end - text);
      return push_captures(&m, NULL, NULL) + 2;
    }
    if (anchored) break;
  }
  lua_pushnil(L);
  return 1;
}

static int find(lua_State *L) { return search(L, true); }

static int match_function(lua_State *L) { return search(L, false); }

typedef struct Whole {
  const char *text, *pattern;
  size_t count, pattern_count;
  bool matches;
} Whole;

static int whole_body(lua_State *L) {
  Whole *whole = lua_touserdata(L, 1);
  Match m;
  prepare(&m, L, whole->text, whole->count, whole->pattern + whole->pattern_count);
  m.rounds = ROUNDS;
  const char *p = whole->pattern;
  if (whole->pattern_count > 0 && *p == '^') p += 1;
  whole->matches = match_at(&m, whole->text, p) == m.text_end;
  return 0;
}

llua_Kind llua_matches(
    llua_State *state, const char *text, size_t count, const char *pattern, size_t pattern_count, bool *matches) {
  Whole whole = {text, pattern, count, pattern_count, false};
  llua_Kind kind = llua_protect(state, whole_body, &whole);
  *matches = whole.matches;
  return kind;
}

// State of gmatch's iterator. Upvalues: 1 the text, 2 the pattern, 3 this.
typedef struct Walk {
  size_t next;
  const char *last;  // end of the previous match, where an empty match is skipped
} Walk;

static int next_match(lua_State *L) {
  size_t count, pattern_count;
  const char *text = lua_tolstring(L, lua_upvalueindex(1), &count),
             *p = lua_tolstring(L, lua_upvalueindex(2), &pattern_count);
  Walk *walk = lua_touserdata(L, lua_upvalueindex(3));
  Match m;
  prepare(&m, L, text, count, p + pattern_count);
  for (; walk->next <= count; walk->next += 1) {
    const char *s = text + walk->next, *end = match_at(&m, s, p);
    if (end == NULL || end == walk->last) continue;
    walk->next = (size_t)(end - text);
    walk->last = end;
    return push_captures(&m, s, end);
  }
  return 0;
}

static int gmatch(lua_State *L) {
  size_t count;
  luaL_checklstring(L, 1, &count);
  luaL_checkstring(L, 2);
  size_t start = start_of(luaL_optinteger(L, 3, 1), count);
  lua_settop(L, 2);
  Walk *walk = lua_newuserdatauv(L, sizeof *walk, 0);
  walk->next = start > count ? count + 1 : start;
  walk->last = NULL;
  lua_pushcclosure(L, next_match, 3);
  return 1;
}

static void add_replacement(Match *m, luaL_Buffer *buffer, const char *start, const char *end) {
  lua_State *L = m->L;
  size_t count;
  const char *text = lua_tolstring(L, 3, &count), *last = text + count;
  for (const char *at = text; at < last;) {
    const char *percent = memchr(at, '%', (size_t)(last - at));
    luaL_addlstring(buffer, at, (size_t)((percent == NULL ? last : percent) - at));
    if (percent == NULL) return;
    char c = percent + 1 < last ? percent[1] : 0;
    at = percent + 2;
    if (c == '%' && percent + 1 < last) {
      luaL_addchar(buffer, '%');
    } else if (c == '0') {
      luaL_addlstring(buffer, start, (size_t)(end - start));
    } else if (isdigit(byte(c))) {
      if (c - '1' >= m->level && c != '1') luaL_error(L, "invalid capture index %%%d in replacement string", c - '0');
      push_capture(m, c - '1', start, end);
      luaL_tolstring(L, -1, NULL);
      lua_remove(L, -2);
      luaL_addvalue(buffer);
    } else {
      luaL_error(L, "invalid use of '%%' in replacement string");
    }
  }
}

// Appends the replacement of a match; the match itself if the replacement is false or nil.
static void add_value(Match *m, luaL_Buffer *buffer, const char *start, const char *end, int type) {
  lua_State *L = m->L;
  if (type == LUA_TFUNCTION) {
    lua_pushvalue(L, 3);
    lua_call(L, push_captures(m, start, end), 1);
  } else if (type == LUA_TTABLE) {
    push_capture(m, 0, start, end);
    lua_gettable(L, 3);
  } else {
    add_replacement(m, buffer, start, end);
    return;
  }
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    luaL_addlstring(buffer, start, (size_t)(end - start));
  } else if (lua_isstring(L, -1)) {
    luaL_addvalue(buffer);
  } else {
    luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
  }
}

static int gsub(lua_State *L) {
  size_t count, pattern_count;
  const char *text = luaL_checklstring(L, 1, &count), *p = luaL_checklstring(L, 2, &pattern_count), *last = NULL;
  int type = lua_type(L, 3);
  luaL_argexpected(L, type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TFUNCTION || type == LUA_TTABLE, 3,
      "string/function/table");
  lua_Integer most = luaL_optinteger(L, 4, (lua_Integer)count + 1), replaced = 0;
  lua_settop(L, 4);
  bool anchored = pattern_count > 0 && *p == '^';
  Match m;
  prepare(&m, L, text, count, p + pattern_count);
  if (anchored) p += 1;
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  const char *s = text;
  while (replaced < most) {
    const char *end = match_at(&m, s, p);
    if (end != NULL && end != last) {
      replaced += 1;
      add_value(&m, &buffer, s, end, type);
      s = last = end;
    } else if (s < m.text_end) {
      luaL_addchar(&buffer, *s++);
    } else {
      break;
    }
    if (anchored) break;
  }
  luaL_addlstring(&buffer, s, (size_t)(m.text_end - s));
  luaL_pushresult(&buffer);
  lua_pushinteger(L, replaced);
  return 2;
}

void llua_open_pattern(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"find", find}, {"match", match_function}, {"gmatch", gmatch}, {"gsub", gsub}, {NULL, NULL}};
  llua_set_functions(L, functions);
}
