// SPDX-License-Identifier: MIT
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Reading of TOML, by the library liblayerlua-toml.so, which is loaded with the first text. That library has toml++ 3
// and links the C++ library, so that the program needs neither.

typedef enum {
  LLUA_TOML_TABLE,
  LLUA_TOML_ARRAY,
  LLUA_TOML_STRING,
  LLUA_TOML_INTEGER,
  LLUA_TOML_FLOAT,
  LLUA_TOML_BOOLEAN,
  LLUA_TOML_DATE,
  LLUA_TOML_TIME,
  LLUA_TOML_DATE_TIME,
} llua_toml_kind;

// A date, a time of day, or both.
typedef struct {
  uint16_t year;
  uint8_t month, day, hour, minute, second;
  bool has_offset;
  int16_t offset;  // minutes east of UTC
  uint32_t nanosecond;
} llua_toml_moment;

// A value. The values of a table or an array follow it, each before its own values.
typedef struct {
  llua_toml_kind kind;
  // The name in the table that has the value; NULL in arrays and for the document.
  const char *key;
  size_t key_length;
  union {
    size_t count;  // values in a table or an array
    int64_t integer;
    double real;
    bool boolean;
    llua_toml_moment moment;
    struct {
      const char *bytes;
      size_t length;
    } text;
  } value;
} llua_toml_node;

typedef enum {
  LLUA_TOML_DONE,
  LLUA_TOML_NO_MEMORY,
  // The text is not TOML: line, column and message of the result say where and why.
  LLUA_TOML_INVALID,
  // `is_ended` returned true.
  LLUA_TOML_ENDED,
  // liblayerlua-toml.so is of another version, or cannot be loaded.
  LLUA_TOML_NO_LIBRARY,
} llua_toml_status;

// The result, which llua_toml_free frees. Keys and texts are valid until then.
typedef struct {
  const llua_toml_node *nodes;  // the document's table first
  size_t count;
  // The place of an error, from 1. Columns count characters; a column of 0 means about this line.
  uint32_t line, column;
  char message[256];  // of an error; UTF-8, cut between characters
  void *document;
} llua_toml_result;

// The functions of the library, as its one symbol llua_toml_functions returns them.
enum { LLUA_TOML_VERSION = 1 };
typedef struct {
  int version;
  llua_toml_status (*read)(
      const char *text, size_t length, bool (*is_ended)(void *), void *context, llua_toml_result *result);
  void (*free)(llua_toml_result *result);
} llua_toml_table;

bool llua_toml_is_loaded(void);
// Loads the library; does nothing if it is loaded. `file` is its path.
llua_toml_status llua_toml_load(const char *file);
// Reads a text without a byte-order mark. Loads nothing: call llua_toml_load first. `is_ended` is called every 256
// bytes. Values are read and freed recursively: limit the nesting of arrays, tables and dotted keys before.
llua_toml_status llua_toml_read(
    const char *text, size_t length, bool (*is_ended)(void *), void *context, llua_toml_result *result);
void llua_toml_free(llua_toml_result *result);
