// SPDX-License-Identifier: MIT
#ifndef LLUA_CSPAWN_H
#define LLUA_CSPAWN_H

#include <spawn.h>

/// Closes all files from a number on in a process that is started; a function of glibc's that Swift does not see.
int llua_close_from(posix_spawn_file_actions_t *actions, int first);

#endif
