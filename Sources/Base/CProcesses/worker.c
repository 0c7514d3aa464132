// SPDX-License-Identifier: MIT
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "CProcesses.h"

static int open_pipe(int ends[2]) {
#ifdef __linux__
  return pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno;
#else
  if (pipe(ends) != 0) return errno;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

int llua_worker_fork(llua_Worker *worker) {
  int down[2], up[2];
  int failure = open_pipe(down);
  if (failure != 0) return failure;
  failure = open_pipe(up);
  if (failure != 0) {
    close(down[0]), close(down[1]);
    return failure;
  }
  pid_t parent = getpid(), pid = fork();
  if (pid < 0) {
    failure = errno;
    close(down[0]), close(down[1]), close(up[0]), close(up[1]);
    return failure;
  }
  worker->pid = (int)pid;
  if (pid != 0) {
    close(down[0]), close(up[1]);
    worker->input = down[1];
    worker->output = up[0];
    return 0;
  }
  close(down[1]), close(up[0]);
  worker->input = down[0];
  worker->output = up[1];
#ifdef __linux__
  // It ends with its parent; elsewhere it finds its pipe closed.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);
#else
  (void)parent;
#endif
  return 0;
}

int llua_worker_wait(int pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : WIFSIGNALED(status) ? 128 + WTERMSIG(status) : -1;
}
