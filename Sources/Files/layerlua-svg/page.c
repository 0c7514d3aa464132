// SPDX-License-Identifier: MIT
// Converts a page of a PDF file to SVG, with Poppler's pdftocairo in a sandboxed process.
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "CProcesses.h"
#include "svg.h"

// Limits of the converter: CPU time in seconds, bytes of its error output that are passed on, bytes of memory and of
// address space.
enum { SECONDS = 30, MOST_ERRORS = 8192 };
static const uint64_t MEMORY = 512 << 20, ADDRESSES = 1 << 30;

// Runs in the forked process: sandboxes itself and executes the converter. Writes an errno to `problems` on failure.
static void become(const char *converter, uint32_t page, const int files[3], uint64_t output, int problems) {
  char number[16];
  snprintf(number, sizeof number, "%u", page);
  const char *const arguments[] = {"pdftocairo", "-svg", "-f", number, "-l", number, "-", "-", NULL};
  const char *const environment[] = {"LANG=C.UTF-8", "HOME=/nonexistent", NULL};
  struct rlimit addresses = {(rlim_t)ADDRESSES, (rlim_t)ADDRESSES}, bytes = {(rlim_t)output, (rlim_t)output};
  int problem = 0;
  for (int i = 0; i < 3 && problem == 0; i++)
    if (dup2(files[i], i) < 0) problem = errno;
  if (problem == 0 && setrlimit(RLIMIT_AS, &addresses) != 0) problem = errno;
  if (problem == 0 && setrlimit(RLIMIT_FSIZE, &bytes) != 0) problem = errno;
  signal(SIGPIPE, SIG_DFL);
  static const char *const readable[] = {"/var/cache/fontconfig", NULL};
  llua_Isolation isolation = {
      .readable = readable, .program = converter, .memory = MEMORY, .processor_seconds = SECONDS};
  unsigned lacking = 0;
  if (problem == 0) problem = llua_isolate(&isolation, &lacking);
  if (problem == 0) {
    execve(converter, (char *const *)(void *)arguments, (char *const *)(void *)environment);
    problem = errno;
  }
  ssize_t written = write(problems, &problem, sizeof problem);
  (void)written;
  _exit(127);
}

// Copies the PDF file from the socket to a file. Returns 1 if all of it arrived; reads it to the end even after a write
// error.
static int take(int socket, uint64_t length, int file, int *problem) {
  static char part[65536];
  while (length > 0) {
    size_t count = length < sizeof part ? (size_t)length : sizeof part;
    if (!llua_read_all(socket, part, count)) return 0;
    if (*problem == 0 && !llua_write_all(file, part, count)) *problem = errno;
    length -= count;
  }
  if (*problem == 0 && lseek(file, 0, SEEK_SET) != 0) *problem = errno;
  return 1;
}

// Waits for the converter. Returns a status, with its exit status in *end; -1 if the host process is gone.
static int wait_for(pid_t pid, int socket, int32_t *end) {
  int64_t start = llua_now();
  int raw = 0, status = LLUA_SVG_OK;
  for (int nap = 1;; nap = nap < 5 ? nap + 1 : 5) {
    pid_t ended = waitpid(pid, &raw, WNOHANG);
    if (ended == pid || (ended < 0 && errno != EINTR)) break;
    struct pollfd asking = {socket, POLLIN, 0};
    int has_more = poll(&asking, 1, nap) > 0;
    llua_svg_request stop;
    if (has_more && ((asking.revents & POLLIN) == 0 || !llua_read_all(socket, &stop, sizeof stop))) {
      status = -1;
    } else if (has_more) {
      status = LLUA_SVG_STOPPED;
    } else if (llua_now() - start > SECONDS * 2000) {
      status = LLUA_SVG_LATE;
    } else {
      continue;
    }
    kill(pid, SIGKILL);
    while (waitpid(pid, &raw, 0) < 0 && errno == EINTR) {
    }
    break;
  }
  *end = WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw);
  return status;
}

// Sends the first `count` bytes of a file.
static int send_file(int socket, int file, uint64_t count) {
  static char part[65536];
  for (uint64_t at = 0; at < count;) {
    size_t wanted = count - at < sizeof part ? (size_t)(count - at) : sizeof part;
    ssize_t got = pread(file, part, wanted, (off_t)at);
    if (got < 0 && errno == EINTR) continue;
    // Pads with zeros, since the host expects that many bytes.
    if (got <= 0) {
      memset(part, 0, wanted);
      got = (ssize_t)wanted;
    }
    if (!llua_write_all(socket, part, (size_t)got)) return 0;
    at += (uint64_t)got;
  }
  return 1;
}

static uint64_t size_of(int file, uint64_t most) {
  struct stat info;
  if (fstat(file, &info) != 0 || info.st_size < 0) return 0;
  return (uint64_t)info.st_size < most ? (uint64_t)info.st_size : most;
}

int llua_svg_serve_page(int socket, const char *converter, const llua_svg_request *request) {
  llua_svg_reply reply = {0};
  int files[3], problems[2] = {-1, -1}, problem = 0;
  for (int i = 0; i < 3; i++)
    if ((files[i] = memfd_create("layerlua page", MFD_CLOEXEC)) < 0) problem = errno;
  if (pipe2(problems, O_CLOEXEC) != 0) problem = errno;
  int is_there = take(socket, request->length, files[0], &problem);
  if (is_there && problem == 0 && converter[0] == 0) problem = ENOENT;
  pid_t pid = is_there && problem == 0 ? fork() : 0;
  if (pid < 0) problem = errno;
  if (is_there && problem == 0 && pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    become(converter, request->page, files, request->output, problems[1]);
  }
  if (problems[1] >= 0) close(problems[1]);
  if (is_there && problem == 0) {
    int why = 0;
    if (read(problems[0], &why, sizeof why) == (ssize_t)sizeof why) problem = why;
    int status = wait_for(pid, socket, &reply.detail);
    is_there = status >= 0;
    if (is_there) reply.status = (uint32_t)status;
  }
  if (problem != 0) {
    reply.status = LLUA_SVG_NO_CHILD;
    reply.detail = problem;
  } else if (is_there) {
    reply.length = size_of(files[1], request->output);
    reply.errors = (uint32_t)size_of(files[2], MOST_ERRORS);
  }
  is_there = is_there && llua_write_all(socket, &reply, sizeof reply) && send_file(socket, files[1], reply.length) &&
      send_file(socket, files[2], reply.errors);
  for (int i = 0; i < 3; i++)
    if (files[i] >= 0) close(files[i]);
  if (problems[0] >= 0) close(problems[0]);
  return is_there;
}
