// SPDX-License-Identifier: MIT
// What the library hands out that never changes, and what it knows of a thread; not part of the interface.
#pragma once
#include "layerlua.h"

// What layerlua_last_error answers without an engine.
const layerlua_error *llua_no_engine_error(void);
const layerlua_error *llua_engine_in_use_error(void);
const layerlua_value *llua_nil_value(void);

// Which engine refused this thread's last call, being in use on another one; NULL for none.
void llua_set_refusing(const void *engine);
const void *llua_refusing(void);
