// SPDX-License-Identifier: MIT
// Process functions that need C: child processes with pipes, cleanup when a signal ends the process, and sandboxing.
#pragma once
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "Dependencies.h"

/// The identifier of the calling thread; never 0.
static inline uintptr_t llua_this_thread(void) { return (uintptr_t)pthread_self(); }

// ---- a child --------------------------------------------------------------------------------------------------------

typedef struct {
  int pid;
  int input;   // write end of its standard input; -1 for a converter
  int output;  // file of its standard output, open for reading; -1 for none
  int errors;  // file of its standard error, open for reading
} llua_Child;

/// Starts a program from PATH with a pipe as its standard input and no standard output. It gets its own process group,
/// so that the terminal's Ctrl-C reaches only this process, which then kills the child. Returns 0 or an errno; ENOENT
/// if there is no such program.
int llua_child_start(const char *const *arguments, llua_Child *child);

/// The resource limits of a converter; the system kills it if it exceeds one.
typedef struct {
  uint64_t memory;             // address space, in bytes
  uint64_t output;             // size of its output, in bytes
  uint64_t processor_seconds;  // of all its threads
} llua_ChildLimits;

/// Starts a program from PATH, as `llua_child_start`, to convert some bytes: its standard input is an anonymous file
/// that contains them, and its standard output is another anonymous file. Returns 0 or an errno.
int llua_child_convert(
    const char *const *arguments, const void *bytes, size_t count, const llua_ChildLimits *limits, llua_Child *child);

/// Starts a program from PATH, as `llua_child_start`, to read what it outputs: its standard input is empty, and
/// `output` is the read end of a pipe from its standard output. Returns 0 or an errno.
int llua_child_read_from(const char *const *arguments, const llua_ChildLimits *limits, llua_Child *child);

/// Reads bytes from a child's pipe until all have come, the child ends its output, or nothing comes for a time in
/// milliseconds. `done` receives their number. Returns 0, or an errno; ETIMEDOUT if nothing came.
int llua_child_read(int descriptor, void *bytes, size_t count, int milliseconds, size_t *done);

/// Returns the number of bytes the child has output so far.
size_t llua_child_output_size(int descriptor);
/// Reads the first bytes of the child's output; returns their number.
size_t llua_child_output(int descriptor, void *bytes, size_t capacity);

/// Writes all bytes without ever raising SIGPIPE. Returns 0 or an errno.
int llua_child_write(int descriptor, const void *bytes, size_t count);

/// True if the child has exited; `status` is then its exit status, or 128 plus the signal that killed it, or -1 if
/// unknown.
bool llua_child_ended(int pid, int *status);

/// Kills the child and waits for it.
void llua_child_kill(int pid);

/// Reads the first bytes of the child's standard error; returns their number.
size_t llua_child_errors(int descriptor, char *buffer, size_t capacity);

// ---- a worker -------------------------------------------------------------------------------------------------------

typedef struct {
  int pid;     // 0 in the worker itself
  int input;   // the worker's end: read; the other: write
  int output;  // the worker's end: write; the other: read
} llua_Worker;

/// Forks this process, which must have one thread, with a pipe each way. On Linux the worker is killed with its parent.
/// Returns 0 in both, or an errno.
int llua_worker_fork(llua_Worker *worker);
/// Waits for a worker; returns its exit status, 128 plus the signal that killed it, or -1.
int llua_worker_wait(int pid);

// ---- what must not be left behind -----------------------------------------------------------------------------------

/// Registers a file to be removed; returns its index in the list, -1 if the list is full.
int llua_cleanup_add_file(const char *path);
/// Registers a folder to be removed if it is empty.
int llua_cleanup_add_folder(const char *path);
/// Registers a process to be killed.
int llua_cleanup_add_process(int pid);
/// Unregisters an entry that is already removed or is to be kept.
void llua_cleanup_remove(int place);
/// Removes the registered files and empty folders and kills the registered processes. May be called in a signal
/// handler.
void llua_cleanup_run(void);
/// Sets the text that is written to standard error when a signal ends the program, such as a line break after a
/// progress bar; NULL is none. The text is not copied and must stay valid.
void llua_cleanup_set_message(const char *text);
/// Installs handlers that clean up before a signal ends the process, for signals that do not indicate a fault (SIGINT,
/// SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU and similar). Ignored or handled signals stay as they
/// are.
void llua_cleanup_on_signals(void);

// ---- a process that locks itself in ---------------------------------------------------------------------------------

/// The rights that a process keeps. Lists are NULL-terminated and may be NULL; missing files are skipped.
typedef struct {
  const char *const *readable;  // folders and files that it may read
  const char *const *writable;  // folders and files that it may read and write
  const char *const *emptied;   // folders below which it may remove empty folders
  const char *program;          // path of the program that it may start; NULL for none
  const char *reader;           // path of a second one, beside the first; NULL for none
  uint64_t memory;              // RLIMIT_DATA in bytes; 0 is unlimited
  uint64_t processor_seconds;   // of all threads; 0 is unlimited
} llua_Isolation;

enum {
  LLUA_LACKS_LANDLOCK = 1,    // files are not restricted
  LLUA_LACKS_SCOPES = 2,      // signals reach the user's other processes
  LLUA_LACKS_SECCOMP = 4,     // system calls are not restricted,
  LLUA_LACKS_LIBSECCOMP = 8,  // because the library is missing
};

/// Gives up all other rights irrevocably, also for programs that the process starts. `lacking` receives the
/// restrictions that the system cannot apply. Returns 0 or an errno; EBUSY if there are other threads, which would not
/// be restricted.
int llua_isolate(const llua_Isolation *isolation, unsigned *lacking);

/// Exchanges two names in a folder at once, so that each names what the other did.
///
/// Returns 0 or an errno: EINVAL or ENOSYS where the file system or the kernel cannot.
int llua_exchange_names(int folder, const char *first, const char *second);

// ---- memory ---------------------------------------------------------------------------------------------------------

/// Configures malloc for a process that makes many objects of a few sizes: freed blocks are merged at once, not
/// gathered in glibc's fast bins and split again, which takes a tenth of the time of making layers. For programs only:
/// a library leaves its host's allocator alone. Call it before threads start. Does nothing without glibc.
void llua_tune_allocator(void);

/// Gives memory that was freed back to the system, which malloc does by itself only at the end of its heap. For
/// programs that live on after a large job. Does nothing without glibc.
void llua_return_memory(void);

// ---- files installed with this code ---------------------------------------------------------------------------------

/// Stores the path of the library or program that contains this code. Returns its length; 0 if it is unknown or too
/// long.
size_t llua_code_path(char *path, size_t capacity);
/// Stores the path of an executable file or library that is installed with this code: next to it, or in
/// libexec/layerlua of its prefix. Ignores a file that another user put there; PATH and the environment are not used,
/// since others may have set them. Returns its length; 0 if there is none.
size_t llua_installed_file(const char *name, char *path, size_t capacity);
/// Stores the path of the folder of fonts that were brought along with this code: share/layerlua/fonts of its prefix.
/// Ignores one of another user. Returns its length; 0 if there is none.
size_t llua_brought_fonts(char *path, size_t capacity);
/// Stores the path of the folder of libraries that were brought along with this code: lib/layerlua of its prefix.
/// Ignores one of another user. Returns its length; 0 if there is none.
size_t llua_brought_folder(char *path, size_t capacity);
/// Stores the path of a file in that folder. Returns its length; 0 if there is none.
size_t llua_brought_file(const char *name, char *path, size_t capacity);
