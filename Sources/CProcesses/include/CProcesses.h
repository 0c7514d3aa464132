// SPDX-License-Identifier: MIT
// What needs C: a child process with a pipe, what a process leaves clean when a signal ends it, and how it locks itself
// in.
#pragma once
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The thread that calls; never 0.
static inline uintptr_t llua_this_thread(void) { return (uintptr_t)pthread_self(); }

// ---- a child --------------------------------------------------------------------------------------------------------

typedef struct {
  int pid;
  int input;   // write end of its standard input
  int errors;  // a file its standard error goes to, open for reading
} llua_Child;

/// Starts a program that is sought in PATH, its standard input a pipe, its standard output nothing, in a process group
/// of its own, so that the terminal's Ctrl-C reaches only us, who end it. 0, or an errno: ENOENT when there is no such
/// program.
int llua_child_start(const char *const *arguments, llua_Child *child);

/// Writes all bytes without ever raising SIGPIPE. 0, or an errno.
int llua_child_write(int descriptor, const void *bytes, size_t count);

/// Whether the child has ended; `status` is then its exit status, or 128 and the signal that ended it, or -1 when
/// nobody knows.
bool llua_child_ended(int pid, int *status);

/// Ends the child and waits for it.
void llua_child_kill(int pid);

/// The first bytes of what the child said; how many there are.
size_t llua_child_errors(int descriptor, char *buffer, size_t capacity);

// ---- what must not be left behind ------------------------------------------------------------------------------------

/// Remembers a file to be removed; answers its place in the list, -1 when the list is full.
int llua_cleanup_add_file(const char *path);
/// Remembers a folder to be removed, if nothing is in it then.
int llua_cleanup_add_folder(const char *path);
/// Remembers a process to be ended.
int llua_cleanup_add_process(int pid);
/// Forgets it: it is gone, or there to stay.
void llua_cleanup_remove(int place);
/// Removes the files and ends the processes that are remembered. May be called in a signal handler.
void llua_cleanup_run(void);
/// Text for standard error when a signal ends the program, such as a line break after a progress bar; NULL is none. It
/// is kept.
void llua_cleanup_set_farewell(const char *text);
/// From now on SIGINT, SIGTERM, SIGHUP and SIGQUIT clean up before they end the process; those that are ignored stay
/// so.
void llua_cleanup_on_signals(void);

// ---- a process that locks itself in ----------------------------------------------------------------------------------

/// What a process keeps. Lists end with NULL and may be NULL; what is not there is passed over.
typedef struct {
  const char *const *readable;  // folders and files it reads
  const char *const *writable;  // folders and files it reads and writes
  const char *const *emptied;   // folders below which it removes folders that are empty
  const char *program;          // the path of the one it starts; NULL for none
  uint64_t memory;              // bytes of its own; 0 for any number
  uint64_t processor_seconds;   // of all threads; 0 for any number
} llua_Isolation;

enum {
  LLUA_LACKS_LANDLOCK = 1,    // files are not held
  LLUA_LACKS_SCOPES = 2,      // signals reach the user's other processes
  LLUA_LACKS_SECCOMP = 4,     // calls of the system are not held,
  LLUA_LACKS_LIBSECCOMP = 8,  // for want of the library
};

/// Gives up all else, for good, as do the programs it starts: `lacking` says what the system has no means for. 0, or an
/// errno: EBUSY when there are other threads, which would stay as they are.
int llua_isolate(const llua_Isolation *isolation, unsigned *lacking);
