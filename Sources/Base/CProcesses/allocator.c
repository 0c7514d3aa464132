// SPDX-License-Identifier: MIT
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "CProcesses.h"

void llua_tune_allocator(void) {
#ifdef M_MXFAST
  mallopt(M_MXFAST, 0);
#endif
}

void llua_return_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}
