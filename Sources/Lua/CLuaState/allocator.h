// SPDX-License-Identifier: MIT
#pragma once
#include "llua.h"

uint64_t llua_block_serial(const void *object);
void llua_reset_trip(llua_State *state);
