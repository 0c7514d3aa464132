// SPDX-License-Identifier: MIT
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "CProcesses.h"

extern char **environ;

// A file without a name: the child's messages never make it wait for a reader.
static int errors_file(void) {
#ifdef __linux__
  int file = memfd_create("layerlua-errors", MFD_CLOEXEC);
  if (file >= 0) return file;
#endif
  FILE *stream = tmpfile();
  if (stream == NULL) return -1;
  int copy = fcntl(fileno(stream), F_DUPFD_CLOEXEC, 0);
  fclose(stream);
  return copy;
}

int llua_child_start(const char *const *arguments, llua_Child *child) {
  int ends[2];
#ifdef __linux__
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
#else
  if (pipe(ends) != 0) return errno;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
#endif
#ifdef F_SETPIPE_SZ
  // Fewer switches between us and the child; the size that is allowed without privileges.
  (void)fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
#endif
  int errors = errors_file();
  if (errors < 0) {
    int reason = errno;
    close(ends[0]), close(ends[1]);
    return reason;
  }
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
  sigset_t none, usual;
  sigemptyset(&none);
  sigemptyset(&usual);
  sigaddset(&usual, SIGPIPE);
  sigaddset(&usual, SIGINT);
  sigaddset(&usual, SIGTERM);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  pid_t pid = 0;
  int status = posix_spawnp(&pid, arguments[0], &actions, &attributes, (char *const *)arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  close(ends[0]);
  if (status != 0) {
    close(ends[1]), close(errors);
    return status;
  }
  child->pid = (int)pid;
  child->input = ends[1];
  child->errors = errors;
  return 0;
}

int llua_child_write(int descriptor, const void *bytes, size_t count) {
  // A closed pipe raises SIGPIPE, which would end a host that does not ignore it.
  sigset_t pipe, before, pending;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  sigpending(&pending);
  bool was_pending = sigismember(&pending, SIGPIPE) == 1;
  pthread_sigmask(SIG_BLOCK, &pipe, &before);
  const char *at = bytes;
  int reason = 0;
  while (count > 0) {
    ssize_t written = write(descriptor, at, count);
    if (written < 0) {
      if (errno == EINTR) continue;
      reason = errno;
      break;
    }
    at += written;
    count -= (size_t)written;
  }
#ifdef __linux__
  if (reason == EPIPE && !was_pending) {
    struct timespec now = {0};
    while (sigtimedwait(&pipe, NULL, &now) < 0 && errno == EINTR) {
    }
  }
#else
  (void)was_pending;
#endif
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return reason;
}

static int decoded(int status) {
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : -1;
}

bool llua_child_ended(int pid, int *status) {
  int raw = 0;
  pid_t result;
  do result = waitpid(pid, &raw, WNOHANG);
  while (result < 0 && errno == EINTR);
  if (result == 0) return false;
  // A host that ignores SIGCHLD has the system throw the status away.
  *status = result < 0 ? -1 : decoded(raw);
  return true;
}

void llua_child_kill(int pid) {
  kill(pid, SIGKILL);
  int status;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
}

size_t llua_child_errors(int descriptor, char *buffer, size_t capacity) {
  ssize_t count;
  do count = pread(descriptor, buffer, capacity, 0);
  while (count < 0 && errno == EINTR);
  return count < 0 ? 0 : (size_t)count;
}
