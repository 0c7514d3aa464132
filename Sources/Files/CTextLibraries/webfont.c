// SPDX-License-Identifier: MIT
#include <dlfcn.h>
#include <libdeflate.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CProcesses.h"
#include "CTextLibraries.h"

// A web font is a font file with compressed tables: each by zlib (WOFF), or all together by Brotli after a transform of
// the outlines (WOFF2). https://www.w3.org/TR/WOFF/, https://www.w3.org/TR/WOFF2/

enum { MOST_TABLES = 128 };

static uint32_t u16(const uint8_t *p) { return (uint32_t)p[0] << 8 | p[1]; }
static uint32_t u32(const uint8_t *p) { return u16(p) << 16 | u16(p + 2); }

static void put16(uint8_t *p, uint32_t value) {
  p[0] = (uint8_t)(value >> 8);
  p[1] = (uint8_t)value;
}

static void put32(uint8_t *p, uint32_t value) {
  put16(p, value >> 16);
  put16(p + 2, value);
}

static int fail(char *message, const char *text) {
  snprintf(message, LLUA_TEXT_MESSAGE, "%s", text);
  return -1;
}

static int damaged(char *message) { return fail(message, "is a damaged web font"); }
static int too_large(char *message) { return fail(message, "is a web font of more than 64 MiB unpacked"); }
static int no_memory(char *message) { return fail(message, "needs more memory than is available"); }

// MARK: WOFF

static int unpack_tables(const uint8_t *in, size_t size, uint8_t *out, uint32_t count, char *message) {
  struct libdeflate_decompressor *inflater = libdeflate_alloc_decompressor();
  if (!inflater) return no_memory(message);
  size_t at = 12 + 16 * (size_t)count;
  int result = 0;
  for (uint32_t i = 0; i < count && !result; i++) {
    const uint8_t *entry = in + 44 + 20 * i;
    size_t offset = u32(entry + 4), packed = u32(entry + 8), length = u32(entry + 12);
    uint8_t *row = out + 12 + 16 * i;
    memcpy(row, entry, 4);
    put32(row + 4, u32(entry + 16));
    put32(row + 8, (uint32_t)at);
    put32(row + 12, (uint32_t)length);
    if (packed > length || offset > size || packed > size - offset) {
      result = damaged(message);
    } else if (packed == length) {
      memcpy(out + at, in + offset, length);
    } else if (libdeflate_zlib_decompress(inflater, in + offset, packed, out + at, length, NULL) !=
        LIBDEFLATE_SUCCESS) {
      result = damaged(message);
    }
    at += (length + 3) & ~(size_t)3;
  }
  libdeflate_free_decompressor(inflater);
  return result;
}

static int unpack_woff(const uint8_t *in, size_t size, uint8_t **bytes, size_t *length, char *message) {
  if (size < 44) return damaged(message);
  uint32_t count = u16(in + 12);
  if (count < 1 || count > MOST_TABLES || size < 44 + 20 * (size_t)count) return damaged(message);
  size_t total = 12 + 16 * (size_t)count;
  for (uint32_t i = 0; i < count; i++) total += ((size_t)u32(in + 44 + 20 * i + 12) + 3) & ~(size_t)3;
  if (total > LLUA_WEB_FONT_BYTES) return too_large(message);
  uint8_t *out = calloc(1, total);
  if (!out) return no_memory(message);
  memcpy(out, in + 4, 4);
  put16(out + 4, count);
  // Binary search fields of the table directory: searchRange, entrySelector, rangeShift.
  uint32_t log = 31 - (uint32_t)__builtin_clz(count);
  put16(out + 6, 16u << log);
  put16(out + 8, log);
  put16(out + 10, 16 * count - (16u << log));
  if (unpack_tables(in, size, out, count, message)) {
    free(out);
    return -1;
  }
  *bytes = out;
  *length = total;
  return 0;
}

// MARK: WOFF2

// The library's own headers are C++; these are the two functions used.
static size_t (*final_size)(const uint8_t *in, size_t size);
static bool (*convert)(uint8_t *out, size_t room, const uint8_t *in, size_t size);

static void load(void) {
  void *library = llua_library_open(LLUA_WOFF2, RTLD_LAZY | RTLD_LOCAL);
  if (!library) return;
  *(void **)&final_size = dlsym(library, "_ZN5woff221ComputeWOFF2FinalSizeEPKhm");
  *(void **)&convert = dlsym(library, "_ZN5woff217ConvertWOFF2ToTTFEPhmPKhm");
}

// Reads a UIntBase128 of WOFF2: up to five bytes of seven bits each.
static bool base128(const uint8_t *in, size_t size, size_t *at, uint32_t *value) {
  *value = 0;
  for (int i = 0; i < 5 && *at < size; i++) {
    uint8_t byte = in[(*at)++];
    if ((i == 0 && byte == 0x80) || *value & 0xFE000000u) return false;
    *value = *value << 7 | (byte & 0x7F);
    if (!(byte & 0x80)) return true;
  }
  return false;
}

// Returns the size of all tables stated in the file's directory, computed before memory is allocated; negative if it is
// damaged.
static int64_t claimed(const uint8_t *in, size_t size) {
  if (size < 48) return -1;
  uint32_t count = u16(in + 12);
  if (count < 1 || count > 64 * MOST_TABLES) return -1;
  size_t at = 48;
  int64_t whole = 0, packed = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (at >= size) return -1;
    uint8_t flags = in[at++];
    uint32_t known = flags & 0x3F, version = flags >> 6, length, changed;
    if (known == 0x3F) at += 4;
    if (!base128(in, size, &at, &length)) return -1;
    // Known tables 10 and 11, `glyf` and `loca`, are transformed unless the version is 3.
    bool is_changed = known == 10 || known == 11 ? version != 3 : version != 0;
    changed = length;
    if (is_changed && !base128(in, size, &at, &changed)) return -1;
    whole += length + 20;
    packed += changed;
  }
  return whole > packed ? whole : packed;
}

static int unpack_woff2(const uint8_t *in, size_t size, uint8_t **bytes, size_t *length, char *message) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  if (!final_size || !convert) {
    char missing[LLUA_TEXT_MESSAGE], text[LLUA_TEXT_MESSAGE];
    llua_library_missing(LLUA_WOFF2, NULL, missing, sizeof missing);
    int most = (int)sizeof text - 64;
    snprintf(text, sizeof text, "is a WOFF2 font and needs %.*s, or convert it to .ttf or .otf", most, missing);
    return fail(message, text);
  }
  int64_t claim = claimed(in, size);
  if (claim < 0) return damaged(message);
  size_t room = final_size(in, size);
  if (claim > LLUA_WEB_FONT_BYTES || room > LLUA_WEB_FONT_BYTES) return too_large(message);
  // The file may state too small a size.
  if (room < (size_t)claim) room = (size_t)claim;
  room += room / 8 + 4096;
  uint8_t *out = calloc(1, room);
  if (!out) return no_memory(message);
  if (!convert(out, room, in, size)) {
    free(out);
    return damaged(message);
  }
  *bytes = out;
  *length = room;
  return 0;
}

int llua_is_web_font(const void *bytes, size_t size) {
  return size >= 4 && (!memcmp(bytes, "wOFF", 4) || !memcmp(bytes, "wOF2", 4));
}

int llua_web_font_unpack(const void *in, size_t size, uint8_t **bytes, size_t *length, char *message) {
  if (!llua_is_web_font(in, size)) return fail(message, "is not a web font");
  return ((const char *)in)[3] == 'F' ? unpack_woff(in, size, bytes, length, message)
                                      : unpack_woff2(in, size, bytes, length, message);
}
