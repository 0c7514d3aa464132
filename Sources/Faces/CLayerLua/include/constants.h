// SPDX-License-Identifier: MIT
// The library's constants and per-thread state; not part of the interface.
#pragma once
#include "layerlua.h"

// Errors that layerlua_last_error returns for a NULL engine, and for an engine in use on another thread.
const layerlua_error *llua_no_engine_error(void);
const layerlua_error *llua_engine_in_use_error(void);
const layerlua_value *llua_nil_value(void);

// The engine that refused this thread's last call because another thread was using it; NULL for none.
void llua_set_refusing(const void *engine);
const void *llua_refusing(void);
