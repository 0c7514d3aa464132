// SPDX-License-Identifier: MIT
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "CProcesses.h"
#include "CSVGProgram.h"

#ifdef __linux__

// Moves a file descriptor above those that the program receives, so that moving one of them there does not close
// another.
static int moved_up(int file) {
  if (file < 0) return file;
  int copy = fcntl(file, F_DUPFD_CLOEXEC, 10);
  int problem = errno;
  close(file);
  errno = problem;
  return copy;
}

// Makes a file of the size of the largest picture; memory is allocated only for pages that are written. It is sealed:
// shrinking it would crash the process that has mapped it.
static int pixel_file(void) {
  int file = moved_up(memfd_create("layerlua pictures", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (file < 0) return -1;
  off_t size = (off_t)LLUA_SVG_MOST_PIXELS * 4;
  struct rlimit most;
  // Exceeding this limit would raise SIGXFSZ.
  if (getrlimit(RLIMIT_FSIZE, &most) == 0 && most.rlim_cur != RLIM_INFINITY && most.rlim_cur < (rlim_t)size) {
    errno = EFBIG;
  } else if (ftruncate(file, size) == 0 && fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0) {
    return file;
  }
  int problem = errno;
  close(file);
  errno = problem;
  return -1;
}

int llua_svg_program_start(const char *path, const char *converter, llua_svg_program *program) {
  int ends[2] = {-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return errno;
  int ours = moved_up(ends[0]), theirs = moved_up(ends[1]), pixels = pixel_file();
  int problem = ours < 0 || theirs < 0 || pixels < 0 ? errno : 0;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  for (int file = 0; file < 3; file++)
    posix_spawn_file_actions_addopen(&actions, file, "/dev/null", file == 0 ? O_RDONLY : O_WRONLY, 0);
  if (problem == 0) {
    posix_spawn_file_actions_adddup2(&actions, theirs, LLUA_SVG_SOCKET);
    posix_spawn_file_actions_adddup2(&actions, pixels, LLUA_SVG_PIXELS);
    sigset_t none, usual;
    sigemptyset(&none);
    sigfillset(&usual);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    // Its own process group: the terminal's Ctrl-C is for the host process only.
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    const char *const arguments[] = {path, "--serve", converter, NULL};
    // The user's font configuration must not affect a picture. librsvg aborts if its filters cannot start threads, so
    // only two are used.
    const char *const environment[] = {"LANG=C.UTF-8", "HOME=/nonexistent", "RAYON_NUM_THREADS=2", NULL};
    pid_t pid = 0;
    problem = posix_spawn(
        &pid, path, &actions, &attributes, (char *const *)arguments, (char *const *)(void *)environment);
    program->pid = (int)pid;
  }
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (theirs >= 0) close(theirs);
  program->socket = ours;
  program->pixels = pixels;
  if (problem != 0) llua_svg_program_leave(program);
  return problem;
}

void llua_svg_program_leave(llua_svg_program *program) {
  if (program->socket >= 0) close(program->socket);
  if (program->pixels >= 0) close(program->pixels);
  program->socket = program->pixels = -1;
}

void llua_svg_program_end(llua_svg_program *program) {
  int pid = program->pid;
  llua_svg_program_leave(program);
  // A sandboxed process may not kill others; then the keeper exits by itself, since its socket is closed.
  bool was_sent = kill(pid, SIGKILL) == 0;
  for (int tries = 0; tries < 200; tries++) {
    int status;
    if (llua_child_ended(pid, &status)) return;
    struct timespec nap = {0, was_sent ? 200000 : 1000000};
    nanosleep(&nap, NULL);
  }
}

int llua_svg_send(const llua_svg_program *program, const void *bytes, size_t count) {
  return llua_child_write(program->socket, bytes, count);
}

int llua_svg_wait(const llua_svg_program *program, int milliseconds) {
  struct pollfd socket = {program->socket, POLLIN, 0};
  int count = poll(&socket, 1, milliseconds);
  if (count < 0) return errno == EINTR ? 0 : -1;
  if (count == 0) return 0;
  return (socket.revents & POLLIN) != 0 ? 1 : -1;
}

int llua_svg_receive(const llua_svg_program *program, void *bytes, size_t count) {
  char *at = bytes;
  while (count > 0) {
    ssize_t got = read(program->socket, at, count);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return -1;
    at += got;
    count -= (size_t)got;
  }
  return 0;
}

int llua_svg_take(const llua_svg_program *program, uint32_t *pixels, size_t count) {
  if (count == 0 || count > LLUA_SVG_MOST_PIXELS) return EINVAL;
  size_t size = count * 4;
  void *memory = mmap(NULL, size, PROT_READ, MAP_SHARED, program->pixels, 0);
  if (memory == MAP_FAILED) return errno;
  // The child may still be writing, so everything below works on a copy.
  memcpy(pixels, memory, size);
  munmap(memory, size);
  if (size > 16 << 20) (void)fallocate(program->pixels, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, (off_t)size);
  for (size_t i = 0; i < count; i++) {
    uint32_t p = pixels[i];
    uint32_t a = p >> 24, r = p >> 16 & 255, g = p >> 8 & 255, b = p & 255;
    if (r > a) r = a;
    if (g > a) g = a;
    if (b > a) b = a;
    pixels[i] = a << 24 | b << 16 | g << 8 | r;
  }
  return 0;
}

#else

int llua_svg_program_start(const char *path, const char *converter, llua_svg_program *program) {
  (void)path, (void)converter;
  program->pid = 0;
  program->socket = program->pixels = -1;
  return ENOSYS;
}
void llua_svg_program_leave(llua_svg_program *program) { (void)program; }
void llua_svg_program_end(llua_svg_program *program) { (void)program; }
int llua_svg_send(const llua_svg_program *program, const void *bytes, size_t count) {
  (void)program, (void)bytes, (void)count;
  return EPIPE;
}
int llua_svg_wait(const llua_svg_program *program, int milliseconds) {
  (void)program, (void)milliseconds;
  return -1;
}
int llua_svg_receive(const llua_svg_program *program, void *bytes, size_t count) {
  (void)program, (void)bytes, (void)count;
  return -1;
}
int llua_svg_take(const llua_svg_program *program, uint32_t *pixels, size_t count) {
  (void)program, (void)pixels, (void)count;
  return ENOSYS;
}

#endif
