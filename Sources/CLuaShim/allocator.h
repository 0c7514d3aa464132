#pragma once
#include "llua.h"

void *llua_allocate(void *context, void *block, size_t old_size, size_t new_size);
uint64_t llua_block_serial(const void *object);
void llua_reset_trip(llua_State *state);
