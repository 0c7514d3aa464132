// What needs C: a child process with a pipe, and what a process leaves clean when a signal ends it.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// ---- a child --------------------------------------------------------------------------------------------------------

typedef struct {
  int pid;
  int input;   // write end of its standard input
  int errors;  // a file its standard error goes to, open for reading
} llua_Child;

/// Starts a program that is sought in PATH, its standard input a pipe, its standard output nothing, in a process group of its own, so
/// that the terminal's Ctrl-C reaches only us, who end it. 0, or an errno: ENOENT when there is no such program.
int llua_child_start(const char *const *arguments, llua_Child *child);

/// Writes all bytes without ever raising SIGPIPE. 0, or an errno.
int llua_child_write(int descriptor, const void *bytes, size_t count);

/// Whether the child has ended; `status` is then its exit status, or 128 and the signal that ended it, or -1 when nobody knows.
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
/// Text for standard error when a signal ends the program, such as a line break after a progress bar; NULL is none. It is kept.
void llua_cleanup_set_farewell(const char *text);
/// From now on SIGINT, SIGTERM, SIGHUP and SIGQUIT clean up before they end the process; those that are ignored stay so.
void llua_cleanup_on_signals(void);
