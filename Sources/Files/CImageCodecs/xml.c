// SPDX-License-Identifier: MIT
#include "CImageCodecs.h"
#include "internal.h"
#include "libraries.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

// XML by expat. Parsing stops at the declaration of an entity that is too large or refers to others, so that no
// expansion grows much.

static llua_xml_library xml;
static int loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  static const char *const names[] = {LLUA_XML_FUNCTIONS(LLUA_NAME) NULL};
  loaded = llua_codec_library(LLUA_EXPAT, names, (void **)&xml);
}

typedef struct {
  XML_Parser parser;
  const llua_xml_handler *handler;
  size_t entities;
  int allows_entities, stopped, declares_entity;
} reader;

static void stop(reader *self) {
  self->stopped = 1;
  xml.XML_StopParser(self->parser, 0);
}

static void start(void *data, const XML_Char *name, const XML_Char **attributes) {
  reader *self = data;
  if (!self->stopped &&
      !self->handler->start(
          self->handler->context, name, (const char *const *)attributes, xml.XML_GetCurrentLineNumber(self->parser)))
    stop(self);
}

static void end(void *data, const XML_Char *name) {
  reader *self = data;
  if (!self->stopped && !self->handler->end(self->handler->context, name)) stop(self);
}

static void text(void *data, const XML_Char *bytes, int length) {
  reader *self = data;
  if (!self->stopped && length > 0 && !self->handler->text(self->handler->context, bytes, (size_t)length)) stop(self);
}

static void entity(void *data, const XML_Char *name, int is_parameter, const XML_Char *value, int length,
    const XML_Char *base, const XML_Char *system, const XML_Char *public, const XML_Char *notation) {
  (void)name, (void)base, (void)system, (void)public, (void)notation;
  reader *self = data;
  // An external entity has no value, and is never read.
  int is_allowed = self->allows_entities && !is_parameter;
  if (is_allowed && !value) return;
  if (is_allowed && length >= 0 && (size_t)length <= self->entities && !memchr(value, '&', (size_t)length)) {
    self->entities -= (size_t)length;
    return;
  }
  self->declares_entity = 1;
  stop(self);
}

int llua_xml_read(const uint8_t *bytes, size_t size, const llua_xml_handler *handler, size_t entities,
    unsigned long *line, char *message) {
  message[0] = 0;
  *line = 0;
  pthread_once(&once, load);
  if (!loaded) return LLUA_NO_LIBRARY;
  reader self = {
      .parser = xml.XML_ParserCreate(NULL), .handler = handler, .entities = entities, .allows_entities = entities > 0};
  if (!self.parser) return LLUA_MEMORY;
  // Without a salt, expat asks the system for random bytes.
  xml.XML_SetHashSalt(self.parser, 0x6C617965);
  xml.XML_SetUserData(self.parser, &self);
  xml.XML_SetElementHandler(self.parser, start, end);
  xml.XML_SetCharacterDataHandler(self.parser, text);
  xml.XML_SetEntityDeclHandler(self.parser, entity);
  enum XML_Status status = XML_STATUS_OK;
  for (size_t done = 0; status == XML_STATUS_OK;) {
    size_t n = size - done < 1 << 20 ? size - done : 1 << 20;
    status = xml.XML_Parse(self.parser, (const char *)bytes + done, (int)n, done + n == size);
    done += n;
    if (done == size) break;
  }
  int result = LLUA_OK;
  if (status != XML_STATUS_OK || self.stopped) {
    *line = xml.XML_GetCurrentLineNumber(self.parser);
    enum XML_Error code = xml.XML_GetErrorCode(self.parser);
    result = self.declares_entity     ? LLUA_LIMIT
        : self.stopped                ? LLUA_STOPPED
        : code == XML_ERROR_NO_MEMORY ? LLUA_MEMORY
                                      : LLUA_DAMAGED;
    const char *words = self.stopped ? NULL : xml.XML_ErrorString(code);
    if (words) llua_say(message, words);
  }
  xml.XML_ParserFree(self.parser);
  return result;
}
