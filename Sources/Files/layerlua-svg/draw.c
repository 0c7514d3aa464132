// SPDX-License-Identifier: MIT
// The child, which parses untrusted files after sandboxing itself.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "CProcesses.h"
#include "svg.h"

// Limits of the cache of open documents: their number, and the total bytes of those kept when another is opened.
enum { MOST_DOCUMENTS = 8, MOST_OLD_BYTES = 4 << 20 };

static struct {
  uint64_t number, used;
  size_t bytes;
  llua_svg *svg;  // NULL if the slot is free
  llua_svg_size size;
} documents[MOST_DOCUMENTS];
static uint64_t uses;

static int place_of(uint64_t number) {
  for (int i = 0; i < MOST_DOCUMENTS; i++)
    if (documents[i].svg != NULL && documents[i].number == number) return i;
  return -1;
}

static void close_document(int place) {
  llua_svg_close(documents[place].svg);
  documents[place].svg = NULL;
}

// Closes the least recently used documents until a slot is free and the others are small; returns the slot.
static int free_place(void) {
  for (;;) {
    int oldest = -1, is_free = -1;
    size_t bytes = 0;
    for (int i = 0; i < MOST_DOCUMENTS; i++) {
      if (documents[i].svg == NULL) {
        is_free = i;
        continue;
      }
      bytes += documents[i].bytes;
      if (oldest < 0 || documents[i].used < documents[oldest].used) oldest = i;
    }
    if (is_free >= 0 && bytes <= MOST_OLD_BYTES) return is_free;
    if (oldest < 0) return 0;
    close_document(oldest);
  }
}

// Opens the document that follows a request, or finds it in the cache. Returns its slot; -1 on error.
static int open_document(int socket, const llua_svg_request *request, llua_svg_reply *reply) {
  int place = place_of(request->document);
  if (request->length == 0) {
    if (place < 0) reply->status = LLUA_SVG_UNKNOWN;
    return place;
  }
  if (place >= 0) close_document(place);
  place = free_place();
  uint8_t *bytes = malloc(request->length);
  if (bytes == NULL) {
    // Skips the document's bytes, so that the next request is read from the right place.
    char rest[4096];
    for (uint64_t left = request->length; left > 0;) {
      size_t part = left < sizeof rest ? (size_t)left : sizeof rest;
      if (!llua_read_all(socket, rest, part)) _exit(0);
      left -= part;
    }
    reply->status = LLUA_SVG_MEMORY;
    return -1;
  }
  if (!llua_read_all(socket, bytes, request->length)) _exit(0);
  llua_svg_size size;
  const char *style = request->style[0] != 0 ? request->style : NULL;
  llua_svg *svg = NULL;
  reply->status = (uint32_t)llua_svg_open(bytes, request->length, style, &svg, &size, reply->message);
  free(bytes);
  if (svg == NULL) return -1;
  documents[place].number = request->document;
  documents[place].bytes = request->length;
  documents[place].svg = svg;
  documents[place].size = size;
  return place;
}

static void draw(int place, const llua_svg_request *request, int pixels, llua_svg_reply *reply) {
  size_t size = (size_t)request->width * request->height * 4;
  if (size == 0) return;
  uint32_t *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, pixels, 0);
  if (memory == MAP_FAILED) {
    reply->status = LLUA_SVG_MEMORY;
    return;
  }
  memset(memory, 0, size);
  reply->status = (uint32_t)llua_svg_draw(
      documents[place].svg, &request->view, memory, request->width, request->height, reply->message);
  munmap(memory, size);
}

void llua_svg_draw_requests(int socket, int pixels) {
  // The keeper sets lower soft limits for each picture.
  const uint64_t most = (uint64_t)LLUA_SVG_MOST_PIXELS * 4 * 8 + (1 << 30);
  // The file size limit does not affect mapped memory; standard error is /dev/null.
  struct rlimit none = {0, 0}, addresses = {most + (1 << 30), most + (1 << 30)};
  setrlimit(RLIMIT_FSIZE, &none);
  setrlimit(RLIMIT_AS, &addresses);
  static char fonts[4096], libraries[4096];
  const char *readable[] = {"/var/cache/fontconfig", NULL, NULL, NULL};
  int count = 1;
  if (llua_brought_fonts(fonts, sizeof fonts) > 0) readable[count++] = fonts;
  if (llua_brought_folder(libraries, sizeof libraries) > 0) readable[count++] = libraries;
  llua_Isolation isolation = {.readable = readable, .memory = most};
  unsigned lacking = 0;
  int problem = llua_isolate(&isolation, &lacking);
  for (;;) {
    llua_svg_request request;
    if (!llua_read_all(socket, &request, sizeof request)) _exit(0);
    llua_svg_reply reply = {0};
    if (problem != 0) {
      reply.status = LLUA_SVG_NO_CHILD;
      reply.detail = problem;
    } else {
      int place = open_document(socket, &request, &reply);
      if (place >= 0) {
        documents[place].used = ++uses;
        reply.size = documents[place].size;
        if (request.kind == LLUA_SVG_DRAW) draw(place, &request, pixels, &reply);
      }
    }
    if (!llua_write_all(socket, &reply, sizeof reply)) _exit(0);
    // The document's bytes were not read, so the stream is out of step.
    if (problem != 0) _exit(0);
  }
}
