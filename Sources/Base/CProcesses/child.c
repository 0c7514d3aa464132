// SPDX-License-Identifier: MIT
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "CProcesses.h"

extern char **environ;

// Opens an anonymous file: unlike with a pipe, a child that writes to it never blocks.
static int memory_file(void) {
#ifdef __linux__
  int file = memfd_create("layerlua", MFD_CLOEXEC);
  if (file >= 0) return file;
#endif
  FILE *stream = tmpfile();
  if (stream == NULL) return -1;
  int copy = fcntl(fileno(stream), F_DUPFD_CLOEXEC, 0);
  fclose(stream);
  return copy;
}

// Starts a program with open files as its standard streams; an output of -1 is /dev/null.
static int start(const char *const *arguments, int input, int output, int errors, int *child) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  if (output < 0) {
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  } else {
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  }
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
  *child = (int)pid;
  return status;
}

// Makes a pipe that other programs do not inherit. Returns 0 or an errno.
static int make_pipe(int ends[2]) {
#ifdef __linux__
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
#else
  if (pipe(ends) != 0) return errno;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
#endif
#ifdef F_SETPIPE_SZ
  // A larger pipe needs fewer context switches; 1 MiB is allowed without privileges.
  (void)fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
#endif
  return 0;
}

int llua_child_start(const char *const *arguments, llua_Child *child) {
  int ends[2];
  int reason = make_pipe(ends);
  if (reason != 0) return reason;
  int errors = memory_file();
  if (errors < 0) {
    reason = errno;
    close(ends[0]), close(ends[1]);
    return reason;
  }
  int status = start(arguments, ends[0], -1, errors, &child->pid);
  close(ends[0]);
  if (status != 0) {
    close(ends[1]), close(errors);
    return status;
  }
  child->input = ends[1];
  child->output = -1;
  child->errors = errors;
  return 0;
}

static int write_all(int file, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(file, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes += written;
    count -= (size_t)written;
  }
  return lseek(file, 0, SEEK_SET) == 0 ? 0 : errno;
}

#ifdef __linux__
// Lowers a limit of the child. The system may refuse, for instance in a sandboxed process, whose limits the child
// inherits anyway.
static void limit(int pid, int resource, uint64_t amount) {
  struct rlimit most = {amount, amount};
  (void)prlimit(pid, (__rlimit_resource_t)resource, &most, NULL);
}
#endif

// Applies the limits to a child that runs already. Only Linux sets those of other processes.
static void limit_child(pid_t pid, const llua_ChildLimits *limits) {
#ifdef __linux__
  limit(pid, RLIMIT_AS, limits->memory);
  limit(pid, RLIMIT_CPU, limits->processor_seconds);
  limit(pid, RLIMIT_FSIZE, limits->output);
  limit(pid, RLIMIT_CORE, 0);
#else
  (void)pid, (void)limits;
#endif
}

int llua_child_convert(
    const char *const *arguments, const void *bytes, size_t count, const llua_ChildLimits *limits, llua_Child *child) {
  int input = memory_file(), output = memory_file(), errors = memory_file();
  int status = input < 0 || output < 0 || errors < 0 ? errno : write_all(input, bytes, count);
  if (status == 0) status = start(arguments, input, output, errors, &child->pid);
  if (input >= 0) close(input);
  if (status != 0) {
    if (output >= 0) close(output);
    if (errors >= 0) close(errors);
    return status;
  }
  limit_child(child->pid, limits);
  child->input = -1;
  child->output = output;
  child->errors = errors;
  return 0;
}

int llua_child_read_from(const char *const *arguments, const llua_ChildLimits *limits, llua_Child *child) {
  int ends[2];
  int reason = make_pipe(ends);
  if (reason != 0) return reason;
  int input = memory_file(), errors = memory_file();
  int status = input < 0 || errors < 0 ? errno : start(arguments, input, ends[1], errors, &child->pid);
  close(ends[1]);
  if (input >= 0) close(input);
  if (status != 0) {
    close(ends[0]);
    if (errors >= 0) close(errors);
    return status;
  }
  limit_child(child->pid, limits);
  child->input = -1;
  child->output = ends[0];
  child->errors = errors;
  return 0;
}

int llua_child_read(int descriptor, void *bytes, size_t count, int milliseconds, size_t *done) {
  *done = 0;
  while (*done < count) {
    struct pollfd ready = {.fd = descriptor, .events = POLLIN};
    int found = poll(&ready, 1, milliseconds);
    if (found < 0 && errno == EINTR) continue;
    if (found < 0) return errno;
    if (found == 0) return ETIMEDOUT;
    ssize_t got = read(descriptor, (char *)bytes + *done, count - *done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno;
    if (got == 0) break;
    *done += (size_t)got;
  }
  return 0;
}

size_t llua_child_output_size(int descriptor) {
  struct stat info;
  return fstat(descriptor, &info) == 0 && info.st_size > 0 ? (size_t)info.st_size : 0;
}

size_t llua_child_output(int descriptor, void *bytes, size_t capacity) {
  size_t done = 0;
  while (done < capacity) {
    ssize_t count = pread(descriptor, (char *)bytes + done, capacity - done, (off_t)done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    done += (size_t)count;
  }
  return done;
}

int llua_child_write(int descriptor, const void *bytes, size_t count) {
  // Block SIGPIPE: a closed pipe would kill a host that does not ignore it.
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
  // If the host ignores SIGCHLD, the system discards the status.
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
