// SPDX-License-Identifier: MIT
#ifndef LLUA_CSPAWN_H
#define LLUA_CSPAWN_H

#include <spawn.h>

/// Closes all file descriptors from `first` on in the spawned process. Wraps a glibc function that Swift does not
/// import.
int llua_close_from(posix_spawn_file_actions_t *actions, int first);

#endif
