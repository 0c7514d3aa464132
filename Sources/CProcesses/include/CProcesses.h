// SPDX-License-Identifier: MIT
// Functions that need C: a child process with a pipe, the cleanup of a process that a signal ends, and the isolation of
// a process.
#pragma once
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The calling thread; never 0.
static inline uintptr_t llua_this_thread(void) { return (uintptr_t)pthread_self(); }

// ---- a child --------------------------------------------------------------------------------------------------------

typedef struct {
  int pid;
  int input;   // write end of its standard input; -1 for one that converts
  int output;  // the file of its standard output, open for reading; -1 for none
  int errors;  // the file of its standard error, open for reading
} llua_Child;

/// Starts a program from PATH, with a pipe as its standard input, no standard output, and its own process group, so
/// that the terminal's Ctrl-C reaches only this process, which ends the child. Returns 0 or an errno: ENOENT when there
/// is no such program.
int llua_child_start(const char *const *arguments, llua_Child *child);

/// What a converter may take, beyond which the system ends it.
typedef struct {
  uint64_t memory;             // addresses, in bytes
  uint64_t output;             // bytes of its output
  uint64_t processor_seconds;  // of all its threads
} llua_ChildLimits;

/// Starts a program from PATH as `llua_child_start`, which converts some bytes: its input is a file without a name that
/// holds them, and its output another such file. Returns 0 or an errno.
int llua_child_convert(
    const char *const *arguments, const void *bytes, size_t count, const llua_ChildLimits *limits, llua_Child *child);

/// The bytes of the child's output so far.
size_t llua_child_output_size(int descriptor);
/// Reads the first bytes of the child's output; returns their number.
size_t llua_child_output(int descriptor, void *bytes, size_t capacity);

/// Writes all bytes without ever raising SIGPIPE. Returns 0 or an errno.
int llua_child_write(int descriptor, const void *bytes, size_t count);

/// Whether the child has ended; `status` is then its exit status, or 128 and the signal that ended it, or -1 when it is
/// unknown.
bool llua_child_ended(int pid, int *status);

/// Ends the child and waits for it.
void llua_child_kill(int pid);

/// Reads the first bytes of the child's standard error; returns their number.
size_t llua_child_errors(int descriptor, char *buffer, size_t capacity);

// ---- what must not be left behind -----------------------------------------------------------------------------------

/// Remembers a file to be removed; returns its place in the list, -1 when the list is full.
int llua_cleanup_add_file(const char *path);
/// Remembers a folder to be removed if it is then empty.
int llua_cleanup_add_folder(const char *path);
/// Remembers a process to be ended.
int llua_cleanup_add_process(int pid);
/// Forgets an entry that is already removed or is to be kept.
void llua_cleanup_remove(int place);
/// Removes the files and ends the processes that are remembered. May be called in a signal handler.
void llua_cleanup_run(void);
/// Text for standard error when a signal ends the program, such as a line break after a progress bar; NULL is none. The
/// text is not copied and must stay valid.
void llua_cleanup_set_message(const char *text);
/// From now on the signals that end a process without a fault of its own (SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1,
/// SIGUSR2, SIGALRM, SIGXCPU and their like) clean up before they end it; ignored signals stay ignored.
void llua_cleanup_on_signals(void);

// ---- a process that locks itself in ---------------------------------------------------------------------------------

/// The rights that a process keeps. Lists end with NULL and may be NULL; missing files are skipped.
typedef struct {
  const char *const *readable;  // folders and files that it reads
  const char *const *writable;  // folders and files that it reads and writes
  const char *const *emptied;   // folders below which it removes empty folders
  const char *program;          // the path of the program that it starts; NULL for none
  uint64_t memory;              // its own bytes; 0 for no limit
  uint64_t processor_seconds;   // of all threads; 0 for no limit
} llua_Isolation;

enum {
  LLUA_LACKS_LANDLOCK = 1,    // files are not restricted
  LLUA_LACKS_SCOPES = 2,      // signals reach the user's other processes
  LLUA_LACKS_SECCOMP = 4,     // system calls are not restricted,
  LLUA_LACKS_LIBSECCOMP = 8,  // because the library is missing
};

/// Gives up all other rights, permanently, also for the programs that the process starts; `lacking` receives the
/// restrictions that the system cannot apply. Returns 0 or an errno: EBUSY when there are other threads, which would
/// not be restricted.
int llua_isolate(const llua_Isolation *isolation, unsigned *lacking);
