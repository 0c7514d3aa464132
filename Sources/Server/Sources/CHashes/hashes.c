// SPDX-License-Identifier: MIT
#include "CHashes.h"

#include <sys/types.h>

#include <sha2.h>

_Static_assert(sizeof(SHA2_CTX) <= sizeof(llua_sha256), "libmd's state is larger");

void llua_sha256_begin(llua_sha256 *state) { SHA256Init((SHA2_CTX *)state); }

void llua_sha256_add(llua_sha256 *state, const void *bytes, size_t count) {
  SHA256Update((SHA2_CTX *)state, bytes, count);
}

void llua_sha256_end(llua_sha256 *state, uint8_t *digest) { SHA256Final(digest, (SHA2_CTX *)state); }
