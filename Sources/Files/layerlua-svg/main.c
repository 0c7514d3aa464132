// SPDX-License-Identifier: MIT
// layerlua-svg: draws SVG files with librsvg for a host process, and converts pages of PDF files to SVG. This is the
// keeper, which reads requests and never parses a file; see CSVGProgram.h.
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "svg.h"

// ---- reading and writing --------------------------------------------------------------------------------------------

int llua_read_all(int file, void *bytes, size_t count) {
  char *at = bytes;
  while (count > 0) {
    ssize_t got = read(file, at, count);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return 0;
    at += got;
    count -= (size_t)got;
  }
  return 1;
}

int llua_write_all(int file, const void *bytes, size_t count) {
  const char *at = bytes;
  while (count > 0) {
    ssize_t put = write(file, at, count);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return 0;
    at += put;
    count -= (size_t)put;
  }
  return 1;
}

int64_t llua_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// ---- the child ------------------------------------------------------------------------------------------------------

static struct {
  pid_t pid;  // 0 if there is none
  int socket;
  int is_fresh, has_drawn_text;
} child;

static void end_child(int *status) {
  if (child.pid == 0) return;
  kill(child.pid, SIGKILL);
  while (waitpid(child.pid, status, 0) < 0 && errno == EINTR) {
  }
  close(child.socket);
  child.pid = 0;
}

// Forks the child. Returns 0 or an errno. No library function has been called yet, so there is one thread.
static int start_child(void) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return errno;
  pid_t keeper = getpid();
  pid_t pid = fork();
  if (pid < 0) {
    int problem = errno;
    close(ends[0]), close(ends[1]);
    return problem;
  }
  if (pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != keeper) _exit(1);
    close(ends[0]);
    close(LLUA_SVG_SOCKET);
    llua_svg_draw_requests(ends[1], LLUA_SVG_PIXELS);
  }
  close(ends[1]);
  // Non-blocking, so that neither side waits forever: transfers count against the request's time.
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  child.pid = pid;
  child.socket = ends[0];
  child.is_fresh = 1;
  child.has_drawn_text = 0;
  return 0;
}

// Returns the child's CPU time, in seconds.
static double processor_time(void) {
  clockid_t clock;
  struct timespec used;
  if (clock_getcpuclockid(child.pid, &clock) != 0 || clock_gettime(clock, &used) != 0) return 0;
  return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}

// Sets a soft limit of the child, which it cannot raise itself.
static void limit(__rlimit_resource_t resource, uint64_t amount) {
  struct rlimit now;
  if (prlimit(child.pid, resource, NULL, &now) != 0) return;
  now.rlim_cur = amount < now.rlim_max ? (rlim_t)amount : now.rlim_max;
  (void)prlimit(child.pid, resource, &now, NULL);
}

// ---- a request ------------------------------------------------------------------------------------------------------

// The deadline of a request: its time in both wall-clock and CPU time, so that a busy machine draws the same; in any
// case five times that by the clock.
typedef struct {
  int64_t start, time;
  double processor;
} llua_deadline;

static int is_late(const llua_deadline *deadline) {
  int64_t passed = llua_now() - deadline->start;
  if (passed < deadline->time) return 0;
  return passed >= deadline->time * 5 || (processor_time() - deadline->processor) * 1000 >= (double)deadline->time;
}

enum { READY, LATE, GONE, STOPPED };

// Waits until the child's socket is ready. Exits if the host process is gone.
static int wait_for_child(short events, const llua_deadline *deadline) {
  for (;;) {
    struct pollfd files[2] = {{child.socket, events, 0}, {LLUA_SVG_SOCKET, POLLIN, 0}};
    int64_t left = deadline->start + deadline->time - llua_now();
    int count = poll(files, 2, left > 0 ? (int)left : 20);
    if (count < 0 && errno != EINTR) return GONE;
    if (count > 0 && files[1].revents != 0) {
      llua_svg_request stop;
      if ((files[1].revents & POLLIN) == 0 || !llua_read_all(LLUA_SVG_SOCKET, &stop, sizeof stop)) _exit(0);
      return STOPPED;
    }
    if (count > 0 && (files[0].revents & events) != 0) return READY;
    if (count > 0 && files[0].revents != 0) return GONE;
    if (is_late(deadline)) return LATE;
  }
}

// Sends bytes to the child, or receives them from it.
static int move(void *bytes, size_t count, int is_reading, const llua_deadline *deadline) {
  char *at = bytes;
  while (count > 0) {
    int state = wait_for_child(is_reading ? POLLIN : POLLOUT, deadline);
    if (state != READY) return state;
    ssize_t moved = is_reading ? recv(child.socket, at, count, 0) : send(child.socket, at, count, MSG_NOSIGNAL);
    if (moved < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (moved <= 0) return GONE;
    at += moved;
    count -= (size_t)moved;
  }
  return READY;
}

static void draw(llua_svg_request *request, void *bytes, llua_svg_reply *reply) {
  const char *missing = llua_svg_load();
  if (missing != NULL) {
    reply->status = LLUA_SVG_NO_LIBRARY;
    llua_svg_say(reply->message, missing);
    return;
  }
  if (child.pid == 0 && (reply->detail = start_child()) != 0) {
    reply->status = LLUA_SVG_NO_CHILD;
    return;
  }
  uint64_t picture = (uint64_t)request->width * request->height * 4;
  int is_first_text = request->has_text && request->kind == LLUA_SVG_DRAW && !child.has_drawn_text;
  llua_deadline deadline = {llua_now(), is_first_text ? request->first_time : request->time, processor_time()};
  limit(RLIMIT_DATA, request->memory + 8 * picture);
  limit(RLIMIT_AS, request->memory + 9 * picture + (400 << 20));
  // A second limit, in case the keeper itself does not get CPU time.
  limit(RLIMIT_CPU, (uint64_t)(deadline.processor + (double)deadline.time / 1000 * 5) + 2);
  reply->is_fresh = (uint32_t)child.is_fresh;
  llua_svg_reply answer;
  int state = move(request, sizeof *request, 0, &deadline);
  if (state == READY && request->length > 0) state = move(bytes, request->length, 0, &deadline);
  if (state == READY) state = move(&answer, sizeof answer, 1, &deadline);
  if (state == READY) {
    child.is_fresh = 0;
    if (request->kind == LLUA_SVG_DRAW && request->has_text && answer.status == LLUA_SVG_OK) child.has_drawn_text = 1;
    uint32_t is_fresh = reply->is_fresh;
    *reply = answer;
    // A compromised child must not control these fields.
    reply->is_fresh = is_fresh;
    reply->length = reply->errors = 0;
    reply->message[LLUA_SVG_MESSAGE - 1] = 0;
    // Memory or a sandbox failure from before may be the cause, so the next request gets a fresh child.
    if (reply->status == LLUA_SVG_MEMORY || reply->status == LLUA_SVG_NO_CHILD) end_child(NULL);
    return;
  }
  int status = 0;
  end_child(&status);
  reply->status = state == LATE ? LLUA_SVG_LATE : state == STOPPED ? LLUA_SVG_STOPPED : LLUA_SVG_DIED;
  reply->detail = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

// Serves one request. Returns 1 if the host process is still there and follows the protocol.
static int serve(const char *converter) {
  llua_svg_request request;
  if (!llua_read_all(LLUA_SVG_SOCKET, &request, sizeof request)) return 0;
  if (request.version != LLUA_SVG_VERSION) return 0;
  switch (request.kind) {
    // The request to cancel has already ended.
    case LLUA_SVG_STOP: return request.length == 0;
    case LLUA_SVG_PAGE:
      if (request.length > LLUA_SVG_MOST_PDF_BYTES) return 0;
      return llua_svg_serve_page(LLUA_SVG_SOCKET, converter, &request);
    case LLUA_SVG_OPEN:
    case LLUA_SVG_DRAW: break;
    default: return 0;
  }
  if (request.length > LLUA_SVG_MOST_BYTES || request.width > LLUA_SVG_LONGEST_SIDE ||
      request.height > LLUA_SVG_LONGEST_SIDE || (uint64_t)request.width * request.height > LLUA_SVG_MOST_PIXELS ||
      request.memory > (uint64_t)1 << 40)
    return 0;
  request.style[LLUA_SVG_STYLE - 1] = 0;
  void *bytes = NULL;
  if (request.length > 0) {
    // Reads it completely first, so that a child that dies leaves none of it in the socket.
    bytes = malloc(request.length);
    if (bytes == NULL || !llua_read_all(LLUA_SVG_SOCKET, bytes, request.length)) {
      free(bytes);
      return 0;
    }
  }
  llua_svg_reply reply = {0};
  draw(&request, bytes, &reply);
  free(bytes);
  return llua_write_all(LLUA_SVG_SOCKET, &reply, sizeof reply);
}

int main(int count, char **arguments) {
  int seals = fcntl(LLUA_SVG_PIXELS, F_GET_SEALS);
  if (count != 3 || strcmp(arguments[1], "--serve") != 0 || seals < 0 || (seals & F_SEAL_SHRINK) == 0) {
    fprintf(stderr, "layerlua-svg draws SVG files for layerlua, which starts it; it does nothing by itself\n");
    return 2;
  }
  // Closes all other inherited files. An older kernel does not have the call; layerlua's own files are close-on-exec.
  (void)syscall(SYS_close_range, (unsigned)LLUA_SVG_PIXELS + 1, ~0U, 0U);
  fcntl(LLUA_SVG_SOCKET, F_SETFD, FD_CLOEXEC);
  fcntl(LLUA_SVG_PIXELS, F_SETFD, FD_CLOEXEC);
  signal(SIGPIPE, SIG_IGN);
  while (serve(arguments[2])) {
  }
  int status;
  end_child(&status);
  return 0;
}
