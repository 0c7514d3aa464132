// SPDX-License-Identifier: MIT
// Lua allocator that counts bytes against a limit. An 8-byte header precedes every block and holds the serial of the
// object in it. Serials order tables, functions and threads; addresses cannot, because they differ from run to run.
#include "allocator.h"

#include <stdlib.h>
#include <string.h>

// Memory is refused after MOST_TIGHT shortages in a row, each before 1/LEAST_GAIN of the limit was allocated. Every
// shortage costs a full collection, which would otherwise be paid for every few objects.
// A block of SLOW bytes or more can make a single instruction slow, so that the deadline needs its timer.
enum { HEADER = 8, FIRST_OUTSIDE = 16 << 20, LEAST_GAIN = 64, MOST_TIGHT = 8, SLOW = 64 << 10 };
static const size_t MOST = SIZE_MAX >> 16;  // largest block: more than any machine has

static bool is_object(size_t tag) {
  return tag == LUA_TTABLE || tag == LUA_TFUNCTION || tag == LUA_TUSERDATA || tag == LUA_TTHREAD;
}

static size_t room(const llua_State *s) {
  size_t total = s->used + s->outside;
  return total >= s->limit ? 0 : s->limit - total;
}

// Records a memory shortage. Returns true if a collection may be worth it. A block of 1/LEAST_GAIN of the limit or more
// is not counted, since it says nothing about how full memory is. A second failure right after a collection resets the
// count: the memory that the error frees is left to the next script.
static bool note_short(llua_State *s, size_t bytes) {
  if (s->allocated == s->short_at) s->tight = 0;
  if (bytes >= s->limit / LEAST_GAIN || s->allocated == s->short_at) return true;
  s->tight = s->allocated - s->short_at < s->limit / LEAST_GAIN ? s->tight + 1 : 0;
  s->short_at = s->allocated;
  return s->tight < MOST_TIGHT;
}

// Requests a collection with finalisers at the next instruction. The emergency collection inside a failing allocation
// runs none, so it never frees memory outside Lua.
static void ask_collection(llua_State *s) {
  s->trip = SIZE_MAX;
  if (s->collecting || !s->ready || s->outside == 0) return;
  s->collect_asked = true;
  if (!s->stop) lua_sethook(s->running, llua_hook, LUA_MASKCOUNT, 1);
}

void llua_reset_trip(llua_State *s) {
  size_t total = s->used + s->outside, soft = s->limit - s->limit / 8, least = s->limit / LEAST_GAIN;
  size_t more = room(s) / 2 > least ? room(s) / 2 : least;
  s->trip = s->limit == SIZE_MAX ? SIZE_MAX : total < soft ? soft : total + more;
}

void *llua_allocate(void *context, void *block, size_t old_size, size_t new_size) {
  llua_State *s = context;
  if (new_size == 0) {
    if (block != NULL) {
      s->used -= old_size + HEADER;
      free((char *)block - HEADER);
    }
    return NULL;
  }
  size_t held = block != NULL ? old_size + HEADER : 0, wanted = new_size + HEADER;
  if (wanted > held) {
    bool is_short = new_size > MOST || wanted - held > room(s);
    // Lua collects after an allocation first fails, tries again, and raises its error after the second failure. Lua's
    // library buffers do neither, so the next allocation may be a different one.
    bool is_again = s->refused == wanted - held;
    bool fails = is_short || is_again;
    if (is_again) s->tight = 0;
    s->refused = is_short && !is_again && !note_short(s, wanted - held) ? wanted - held : 0;
    if (!fails) s->allocated += wanted - held;
    if (s->fail_after >= 0) {
      if (s->fail_after == 0) fails = true;
      else s->fail_after -= 1;
    }
    if (fails) {
      llua_note_place(s);
      return NULL;
    }
  }
  char *base = block != NULL ? realloc((char *)block - HEADER, wanted) : malloc(wanted);
  if (base == NULL) {
    if (wanted <= held) return block;  // Lua assumes that shrinking succeeds
    llua_note_place(s);
    return NULL;
  }
  s->used = s->used - held + wanted;
  if (block == NULL) {
    uint64_t serial = is_object(old_size) ? ++s->serial : 0;
    if (old_size == LUA_TUSERDATA) s->last_userdata = serial;
    memcpy(base, &serial, HEADER);
  }
  if (new_size >= SLOW && s->polling) llua_start_timer(s);
  if (s->used + s->outside > s->trip) ask_collection(s);
  return base + HEADER;
}

uint64_t llua_block_serial(const void *object) {
  uint64_t serial;
  memcpy(&serial, (const char *)object - HEADER, HEADER);
  return serial;
}

void llua_collect(llua_State *s) {
  if (s->collecting) return;
  s->collecting = true;
  s->collect_asked = false;
  lua_gc(s->running, LUA_GCCOLLECT);
  s->collecting = false;
  s->refused = 0;
  s->outside_trip = s->outside > FIRST_OUTSIDE / 2 ? s->outside * 2 : FIRST_OUTSIDE;
  llua_reset_trip(s);
}

bool llua_charge(llua_State *s, size_t bytes) {
  if (s->outside_trip == 0) s->outside_trip = FIRST_OUTSIDE;
  if (bytes > room(s)) {
    if (!llua_make_room(s, bytes)) return false;
  } else if (bytes > s->outside_trip || s->outside > s->outside_trip - bytes) {
    llua_collect(s);
  }
  s->outside += bytes;
  s->allocated += bytes;
  return true;
}

bool llua_make_room(llua_State *s, size_t bytes) {
  if (bytes <= room(s)) return true;
  bool may_gain = note_short(s, bytes);
  llua_collect(s);
  if (may_gain && bytes <= room(s)) return true;
  s->tight = 0;
  llua_note_place(s);
  return false;
}

bool llua_charge_quietly(llua_State *s, size_t bytes) {
  if (bytes > room(s)) {
    llua_note_place(s);
    return false;
  }
  s->outside += bytes;
  return true;
}

void llua_release(llua_State *s, size_t bytes) { s->outside -= bytes < s->outside ? bytes : s->outside; }

size_t llua_memory_used(const llua_State *s) { return s->used + s->outside; }

size_t llua_memory_limit(const llua_State *s) { return s->limit == SIZE_MAX ? 0 : s->limit; }

void llua_set_memory_limit(llua_State *s, size_t bytes) {
  s->limit = bytes == 0 ? SIZE_MAX : bytes;
  s->options.memory_limit = bytes;
  llua_reset_trip(s);
}

void llua_fail_after(llua_State *s, int64_t allocations) { s->fail_after = allocations; }
