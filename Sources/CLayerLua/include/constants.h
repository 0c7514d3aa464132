// SPDX-License-Identifier: MIT
// The library's constants and its state per thread; not part of the interface.
#pragma once
#include "layerlua.h"

// The errors that layerlua_last_error returns without an engine, and when another thread uses it.
const layerlua_error *llua_no_engine_error(void);
const layerlua_error *llua_engine_in_use_error(void);
const layerlua_value *llua_nil_value(void);

// The engine that refused this thread's last call because another thread was using it; NULL for none.
void llua_set_refusing(const void *engine);
const void *llua_refusing(void);
