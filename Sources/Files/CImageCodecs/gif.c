// SPDX-License-Identifier: MIT
#include "CImageCodecs.h"
#include "internal.h"
#include "libraries.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// GIF by giflib, writing to memory.

static llua_gif_library library;
static int loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  static const char *const names[] = {LLUA_GIF_FUNCTIONS(LLUA_NAME) NULL};
  loaded = llua_codec_library(LLUA_GIF, names, (void **)&library);
}

int llua_gif_is_there(void) {
  pthread_once(&once, load);
  return loaded;
}

// Offsets of the two used fields of GifFileType, and constants of gif_lib.h.
enum { IMAGE_MAP = 64, USER_DATA = 104, OKAY = 1, APPLICATION = 0xFF, CONTROL = 0xF9 };

#ifdef LLUA_REAL_HEADERS
_Static_assert(
    offsetof(GifFileType, Image.ColorMap) == IMAGE_MAP && offsetof(GifFileType, UserData) == USER_DATA, "GifFileType");
_Static_assert(OKAY == GIF_OK && APPLICATION == APPLICATION_EXT_FUNC_CODE && CONTROL == GRAPHICS_EXT_FUNC_CODE,
    "gif_lib.h's numbers");
_Static_assert(DISPOSE_DO_NOT == 1 && DISPOSE_BACKGROUND == 2 && DISPOSE_PREVIOUS == 3, "gif_lib.h's disposals");
#endif

struct llua_gif {
  GifFileType *file;
  uint8_t *out;
  size_t size, room;
};

static int give(GifFileType *file, const GifByteType *bytes, int count) {
  llua_gif *self;
  memcpy(&self, (const char *)file + USER_DATA, sizeof self);
  if (count < 0) return 0;
  size_t needed = self->size + (size_t)count;
  if (needed > self->room) {
    size_t room = needed + needed / 2 + 4096;
    uint8_t *larger = realloc(self->out, room);
    if (!larger) return 0;
    self->out = larger;
    self->room = room;
  }
  memcpy(self->out + self->size, bytes, (size_t)count);
  self->size += (size_t)count;
  return count;
}

// Makes a colour table, padded to a power of two of at least 2; NULL if memory is short.
static ColorMapObject *map(const uint32_t *colors, int count) {
  GifColorType table[256] = {{0, 0, 0}};
  int size = 2;
  while (size < count) size *= 2;
  for (int i = 0; i < count; i++)
    table[i] = (GifColorType){(uint8_t)colors[i], (uint8_t)(colors[i] >> 8), (uint8_t)(colors[i] >> 16)};
  return library.GifMakeMapObject(size, table);
}

llua_gif *llua_gif_open(uint32_t width, uint32_t height, const uint32_t *colors, int count, int plays,
    const uint8_t **bytes, size_t *size) {
  if (!llua_gif_is_there()) return NULL;
  llua_gif *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  ColorMapObject *table = map(colors, count + 1);
  self->file = library.EGifOpen(self, give, NULL);
  int done = table && self->file;
  if (done) {
    library.EGifSetGifVersion(self->file, 1);
    done = library.EGifPutScreenDesc(self->file, (int)width, (int)height, 8, 0, table) == OKAY;
  }
  if (table) library.GifFreeMapObject(table);
  // The loop extension counts repetitions, not plays.
  if (done && plays != 1) {
    int again = plays ? plays - 1 : 0;
    uint8_t loop[3] = {1, (uint8_t)again, (uint8_t)(again >> 8)};
    done = library.EGifPutExtensionLeader(self->file, APPLICATION) == OKAY &&
        library.EGifPutExtensionBlock(self->file, 11, "NETSCAPE2.0") == OKAY &&
        library.EGifPutExtensionBlock(self->file, 3, loop) == OKAY &&
        library.EGifPutExtensionTrailer(self->file) == OKAY;
  }
  if (!done) {
    llua_gif_close(self);
    return NULL;
  }
  *bytes = self->out;
  *size = self->size;
  return self;
}

int llua_gif_frame(llua_gif *self, llua_rect r, uint8_t *indices, const uint32_t *colors, int count, int delay,
    int disposal, const uint8_t **bytes, size_t *size) {
  self->size = 0;
  uint8_t control[4] = {(uint8_t)((disposal + 1) << 2 | 1), (uint8_t)delay, (uint8_t)(delay >> 8), (uint8_t)count};
  if (library.EGifPutExtension(self->file, CONTROL, sizeof control, control) != OKAY) return LLUA_MEMORY;
  ColorMapObject *table = NULL, *old;
  if (colors && !(table = map(colors, count + 1))) return LLUA_MEMORY;
  // If this frame has no local table, the library drops the previous frame's without freeing it.
  memcpy(&old, (char *)self->file + IMAGE_MAP, sizeof old);
  if (!table && old) {
    library.GifFreeMapObject(old);
    old = NULL;
    memcpy((char *)self->file + IMAGE_MAP, &old, sizeof old);
  }
  int done = library.EGifPutImageDesc(self->file, (int)r.x, (int)r.y, (int)r.width, (int)r.height, 0, table) == OKAY;
  if (table) library.GifFreeMapObject(table);
  for (uint32_t y = 0; done && y < r.height; y++)
    done = library.EGifPutLine(self->file, indices + (size_t)y * r.width, (int)r.width) == OKAY;
  *bytes = self->out;
  *size = self->size;
  return done ? LLUA_OK : LLUA_MEMORY;
}

int llua_gif_end(llua_gif *self, const uint8_t **bytes, size_t *size) {
  self->size = 0;
  int done = library.EGifCloseFile(self->file, NULL) == OKAY;
  self->file = NULL;
  *bytes = self->out;
  *size = self->size;
  return done ? LLUA_OK : LLUA_MEMORY;
}

void llua_gif_close(llua_gif *self) {
  if (!self) return;
  if (self->file) library.EGifCloseFile(self->file, NULL);
  free(self->out);
  free(self);
}
