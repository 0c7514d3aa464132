// SPDX-License-Identifier: MIT
#ifndef LLUA_CHASHES_H
#define LLUA_CHASHES_H

#include <stddef.h>
#include <stdint.h>

/// The state of a SHA-256 computation: libmd's own, which is smaller.
typedef struct {
  uint64_t words[32];
} llua_sha256;

void llua_sha256_begin(llua_sha256 *state);
void llua_sha256_add(llua_sha256 *state, const void *bytes, size_t count);
/// Writes 32 bytes.
void llua_sha256_end(llua_sha256 *state, uint8_t *digest);

#endif
