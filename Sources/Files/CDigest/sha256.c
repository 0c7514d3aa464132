// SPDX-License-Identifier: MIT
#include "CDigest.h"

#include <dlfcn.h>
#include <pthread.h>

#include "CProcesses.h"

// With LLUA_REAL_HEADERS the declarations are checked against libmd's own; scripts/check does.
#ifdef LLUA_REAL_HEADERS
#include <sha2.h>
_Static_assert(
    sizeof(SHA2_CTX) <= sizeof(llua_sha256) && _Alignof(SHA2_CTX) <= _Alignof(llua_sha256), "room for libmd's state");
#else
typedef struct _SHA2_CTX SHA2_CTX;
#endif

#define LLUA_SHA_FUNCTIONS(F) \
  F(SHA256Init, (SHA2_CTX *)) \
  F(SHA256Update, (SHA2_CTX *, const uint8_t *, size_t)) \
  F(SHA256Final, (uint8_t[LLUA_SHA256_SIZE], SHA2_CTX *))

#ifdef LLUA_REAL_HEADERS
#define LLUA_REDECLARE(name, arguments) void name arguments;
LLUA_SHA_FUNCTIONS(LLUA_REDECLARE)
#endif

static struct {
#define LLUA_POINTER(name, arguments) void(*name) arguments;
  LLUA_SHA_FUNCTIONS(LLUA_POINTER)
} md;
static int loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *library = llua_library_open(LLUA_MD, RTLD_LAZY | RTLD_LOCAL);
  if (!library) return;
  loaded = 1;
#define LLUA_LOAD(name, arguments) \
  if (!(*(void **)&md.name = dlsym(library, #name))) loaded = 0;
  LLUA_SHA_FUNCTIONS(LLUA_LOAD)
}

int llua_sha256_begin(llua_sha256 *state) {
  pthread_once(&once, load);
  if (loaded) md.SHA256Init((SHA2_CTX *)state);
  return loaded;
}

void llua_sha256_add(llua_sha256 *state, const void *bytes, size_t size) {
  md.SHA256Update((SHA2_CTX *)state, bytes, size);
}

void llua_sha256_end(llua_sha256 *state, uint8_t digest[LLUA_SHA256_SIZE]) {
  md.SHA256Final(digest, (SHA2_CTX *)state);
}
