// SPDX-License-Identifier: MIT
#pragma once
#include <stddef.h>
#include <stdint.h>

// SHA-256 by libmd, which is loaded with the first digest.

enum { LLUA_SHA256_SIZE = 32 };
typedef struct {
  uint64_t words[32];
} llua_sha256;

// Returns 0 if libmd is not installed.
int llua_sha256_begin(llua_sha256 *state);
void llua_sha256_add(llua_sha256 *state, const void *bytes, size_t size);
void llua_sha256_end(llua_sha256 *state, uint8_t digest[LLUA_SHA256_SIZE]);
