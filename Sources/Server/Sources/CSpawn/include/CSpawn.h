// SPDX-License-Identifier: MIT
#ifndef LLUA_CSPAWN_H
#define LLUA_CSPAWN_H

#include <spawn.h>

/// Closes all file descriptors from `first` on in the spawned process. Wraps a glibc function that Swift does not
/// import.
int llua_close_from(posix_spawn_file_actions_t *actions, int first);

/// Makes a pipe that spawned processes do not inherit. Returns 0, or -1 with `errno`. Swift does not import pipe2.
int llua_pipe(int ends[2]);

#endif
