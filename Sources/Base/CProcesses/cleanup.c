// SPDX-License-Identifier: MIT
// A lock-free list of files, folders and processes to clean up, which a signal handler can traverse: entries are added
// and removed by atomic exchange.
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "CProcesses.h"

enum { CAPACITY = 512, PROCESS = 1, FOLDER = 2 };

// Each entry is a tagged word: a process ID with bit 0 set, a folder's path with bit 1 set, or a file's path with
// neither. Paths are aligned to 8 bytes. 0 is a free slot.
static _Atomic(uintptr_t) entries[CAPACITY];
static _Atomic(const char *) signal_message;

static int add(uintptr_t value) {
  for (int i = 0; i < CAPACITY; i++) {
    uintptr_t none = 0;
    if (atomic_compare_exchange_strong(&entries[i], &none, value)) return i;
  }
  return -1;
}

int llua_cleanup_add_file(const char *path) {
  char *copy = strdup(path);
  if (copy == NULL) return -1;
  int place = add((uintptr_t)copy);
  if (place < 0) free(copy);
  return place;
}

int llua_cleanup_add_folder(const char *path) {
  char *copy = strdup(path);
  if (copy == NULL) return -1;
  int place = add((uintptr_t)copy | FOLDER);
  if (place < 0) free(copy);
  return place;
}

int llua_cleanup_add_process(int pid) { return add((uintptr_t)(unsigned)pid << 2 | PROCESS); }

void llua_cleanup_remove(int place) {
  if (place < 0 || place >= CAPACITY) return;
  uintptr_t value = atomic_exchange(&entries[place], 0);
  if (value != 0 && (value & PROCESS) == 0) free((void *)(value & ~(uintptr_t)FOLDER));
}

void llua_cleanup_run(void) {
  int saved = errno;
  // Kill processes first, so that none recreates its file. Entries taken here are not freed: the owner may be doing
  // that.
  for (int i = 0; i < CAPACITY; i++) {
    if ((atomic_load(&entries[i]) & PROCESS) == 0) continue;
    uintptr_t value = atomic_exchange(&entries[i], 0);
    if ((value & PROCESS) == 0) continue;
    pid_t pid = (pid_t)(value >> 2);
    kill(pid, SIGKILL);
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {
    }
  }
  for (int i = 0; i < CAPACITY; i++) {
    uintptr_t value = atomic_load(&entries[i]);
    if (value == 0 || (value & (PROCESS | FOLDER)) != 0) continue;
    if (atomic_compare_exchange_strong(&entries[i], &value, 0)) unlink((const char *)value);
  }
  // Remove folders last, repeatedly until none can be removed, since inner folders must be removed first.
  for (bool went = true; went;) {
    went = false;
    for (int i = 0; i < CAPACITY; i++) {
      uintptr_t value = atomic_load(&entries[i]);
      if ((value & FOLDER) == 0 || (value & PROCESS) != 0) continue;
      if (rmdir((const char *)(value & ~(uintptr_t)FOLDER)) != 0) continue;
      atomic_compare_exchange_strong(&entries[i], &value, 0);
      went = true;
    }
  }
  errno = saved;
}

void llua_cleanup_set_message(const char *text) { atomic_store(&signal_message, text); }

static void on_signal(int number) {
  const char *text = atomic_load(&signal_message);
  if (text != NULL) {
    ssize_t written = write(STDERR_FILENO, text, strlen(text));
    (void)written;
  }
  llua_cleanup_run();
  // Raise the signal again with its default action, so that the parent process sees which one it was.
  signal(number, SIG_DFL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  raise(number);
}

// True for signals that end a process but do not indicate a fault in it. After a fault the list in memory cannot be
// trusted; the next run removes the files. The real-time signals that the engine sends itself are handled by their
// owners.
static bool is_ending(int number) {
  switch (number) {
    case SIGHUP:
    case SIGINT:
    case SIGQUIT:
    case SIGTERM:
    case SIGPIPE:
    case SIGALRM:
    case SIGVTALRM:
    case SIGPROF:
    case SIGUSR1:
    case SIGUSR2:
    case SIGXCPU:
    case SIGXFSZ: return true;
#ifdef SIGPOLL
    case SIGPOLL: return true;
#endif
#ifdef SIGPWR
    case SIGPWR: return true;
#endif
#ifdef SIGSTKFLT
    case SIGSTKFLT: return true;
#endif
    default: return false;
  }
}

void llua_cleanup_on_signals(void) {
  // The host may have started us on a thread that blocks them.
  sigset_t set;
  sigemptyset(&set);
  struct sigaction action = {.sa_handler = on_signal};
  sigfillset(&action.sa_mask);
  for (int number = 1; number < NSIG; number++) {
    struct sigaction before;
    if (!is_ending(number) || sigaction(number, NULL, &before) != 0) continue;
    sigaddset(&set, number);
    if (before.sa_handler == SIG_DFL) sigaction(number, &action, NULL);
  }
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}
