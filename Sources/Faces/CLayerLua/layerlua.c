// SPDX-License-Identifier: MIT
#include "layerlua.h"

#include "constants.h"

uint32_t layerlua_abi_version(void) { return LAYERLUA_ABI_VERSION; }

// The layout of a value is part of the ABI.
_Static_assert(sizeof(layerlua_status) == 4 && sizeof(layerlua_value) == 16 + 32,
    "the layout of values has changed: raise LAYERLUA_ABI_VERSION");

const layerlua_error *llua_no_engine_error(void) {
  static const char message[] = "the engine is NULL; layerlua_create writes the reason to its message";
  static const layerlua_error error = {.status = LAYERLUA_USAGE, .message = message, .description = message};
  return &error;
}

const layerlua_error *llua_engine_in_use_error(void) {
  static const char message[] =
      "the engine is in use on another thread: an engine belongs to one thread at a time; wait for its call to return, "
      "or make an engine for each thread";
  static const layerlua_error error = {.status = LAYERLUA_USAGE, .message = message, .description = message};
  return &error;
}

// The engine that refused this thread's last call.
static _Thread_local const void *refusing;

void llua_set_refusing(const void *engine) { refusing = engine; }
const void *llua_refusing(void) { return refusing; }

const layerlua_value *llua_nil_value(void) {
  static const layerlua_value nil;
  return &nil;
}
