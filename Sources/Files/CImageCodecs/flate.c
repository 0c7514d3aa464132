// SPDX-License-Identifier: MIT
#include <libdeflate.h>
#include <stdlib.h>
#include <zlib.h>

#include "png_rows.h"

/* Up to this size, in bytes, zlib is used, which libpng brings along: it is as fast and compresses as well, and
 * libdeflate's versions differ in how they end short streams. */
enum { SHORT = 4096 };

static size_t short_flate(const void *bytes, size_t size, int level, uint8_t **out) {
  uLongf length = compressBound(size);
  *out = malloc(length);
  if (*out && compress2(*out, &length, bytes, size, level > 9 ? 9 : level) == Z_OK) return length;
  free(*out);
  *out = NULL;
  return 0;
}

size_t llua_flate(const void *bytes, size_t size, int level, uint8_t **out) {
  if (size <= SHORT) return short_flate(size ? bytes : "", size, level, out);
  size_t bound = libdeflate_zlib_compress_bound(NULL, size), length = 0;
  struct libdeflate_compressor *deflate = libdeflate_alloc_compressor(level);
  uint8_t *data = malloc(bound);
  if (deflate && data) length = libdeflate_zlib_compress(deflate, bytes, size, data, bound);
  libdeflate_free_compressor(deflate);
  if (!length) {
    free(data);
    data = NULL;
  }
  *out = data;
  return length;
}

size_t llua_flate_pixels(
    const uint32_t *pixels, uint32_t width, uint32_t height, int alpha, int level, int *components, uint8_t **out) {
  size_t count = (size_t)width * height, length = 0;
  uint32_t *plain = malloc(count * 4);
  *out = NULL;
  if (!plain) return 0;
  if (alpha) {
    for (size_t i = 0; i < count; i++) plain[i] = (pixels[i] >> 24) * 0x010101u | 0xFF000000u;
  } else {
    llua_unpremultiply(pixels, (uint8_t *)plain, count);
    for (size_t i = 0; i < count; i++) plain[i] |= 0xFF000000u;
  }
  llua_png_content c = {.grey = alpha || llua_png_look(plain, count, (llua_png_content){1, 1}).grey, .opaque = 1};
  *components = c.grey ? 1 : 3;
  size_t size = ((size_t)*components * width + 1) * height;
  uint8_t *filtered = malloc(size);
  if (filtered && llua_png_filter_rows(plain, width, width, height, NULL, c, filtered, NULL))
    length = llua_flate(filtered, size, level, out);
  free(plain);
  free(filtered);
  return length;
}

int llua_gunzip(const uint8_t *bytes, size_t size, size_t limit, uint8_t **out, size_t *length) {
  *out = NULL;
  *length = 0;
  if (size < 18) return LLUA_TRUNCATED;
  // The length stated in the file's trailer, which may be false.
  size_t claim = bytes[size - 4] | bytes[size - 3] << 8 | bytes[size - 2] << 16 | (size_t)bytes[size - 1] << 24;
  // No stream of deflate is more than 1,032 times shorter than its bytes: the file's end is missing.
  if (claim / 1032 > size) return LLUA_DAMAGED;
  if (claim > limit) return LLUA_LIMIT;
  struct libdeflate_decompressor *inflate = libdeflate_alloc_decompressor();
  uint8_t *data = malloc(claim ? claim : 1);
  int status = LLUA_MEMORY;
  // A file may have several members, whose bytes follow each other (RFC 1952, 2.2). Only the last states its length at
  // the end of the file.
  size_t room = claim, used = 0;
  while (inflate && data) {
    size_t taken = 0, made = 0;
    enum libdeflate_result result = libdeflate_gzip_decompress_ex(
        inflate, bytes + used, size - used, data + *length, room - *length, &taken, &made);
    if (result == LIBDEFLATE_INSUFFICIENT_SPACE) {
      // At most twice the room each time, so that the work is linear.
      size_t more = room < 1 << 15 ? 1 << 16 : room * 2;
      if (room >= limit || room / 1032 > size) {
        status = room >= limit ? LLUA_LIMIT : LLUA_DAMAGED;
        break;
      }
      room = more < limit ? more : limit;
      uint8_t *larger = realloc(data, room);
      if (!larger) break;
      data = larger;
      continue;
    }
    if (result != LIBDEFLATE_SUCCESS) {
      status = LLUA_DAMAGED;
      break;
    }
    used += taken;
    *length += made;
    // Padding of zeros may follow the last member.
    size_t rest = used;
    while (rest < size && bytes[rest] == 0) rest++;
    if (rest == size) {
      status = LLUA_OK;
      break;
    }
    if (size - used < 18) {
      status = LLUA_DAMAGED;
      break;
    }
  }
  libdeflate_free_decompressor(inflate);
  if (status != LLUA_OK) {
    free(data);
    return status;
  }
  *out = data;
  return LLUA_OK;
}

int llua_inflate(const uint8_t *bytes, size_t size, uint8_t *out, size_t length) {
  struct libdeflate_decompressor *inflate = libdeflate_alloc_decompressor();
  if (!inflate) return LLUA_MEMORY;
  size_t used = 0, made = 0;
  uint8_t none = 0;
  enum libdeflate_result result = libdeflate_deflate_decompress_ex(
      inflate, size ? bytes : &none, size, length ? out : &none, length, &used, &made);
  libdeflate_free_decompressor(inflate);
  if (result == LIBDEFLATE_INSUFFICIENT_SPACE) return LLUA_LIMIT;
  return result == LIBDEFLATE_SUCCESS && used == size && made == length ? LLUA_OK : LLUA_DAMAGED;
}
