// SPDX-License-Identifier: MIT
#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CProcesses.h"

int llua_exchange_names(int folder, const char *first, const char *second) {
#ifdef SYS_renameat2
  enum { exchange = 2 };  // RENAME_EXCHANGE
  return syscall(SYS_renameat2, folder, first, folder, second, exchange) == 0 ? 0 : errno;
#else
  (void)folder, (void)first, (void)second;
  return ENOSYS;
#endif
}
