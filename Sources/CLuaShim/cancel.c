// Ending a script from another thread: a flag that anyone may look at, and a signal to the thread that runs, whose handler interrupts the
// state as the end of its time does. Nothing stands in the way of a script that is not cancelled.
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "llua.h"

struct llua_Cancelling {
  llua_State *state;
  pthread_t thread;
  llua_Cancelling *next;
  bool was_blocked;
};

struct llua_Canceller {
  atomic_bool cancelled;
  pthread_mutex_t mutex;
  llua_Cancelling *first;  // who runs now; under the mutex
};

#ifdef __linux__
// The watchdog has SIGRTMIN + 5.
static int cancel_signal(void) { return SIGRTMIN + 6; }

static void on_cancel(int number, siginfo_t *info, void *context) {
  (void)number;
  (void)context;
  int saved = errno;
  llua_Cancelling *cancelling = info->si_value.sival_ptr;
  if (info->si_code == SI_QUEUE && cancelling != NULL) llua_interrupt(cancelling->state);
  errno = saved;
}

static void install_handler(void) {
  struct sigaction action = {.sa_sigaction = on_cancel, .sa_flags = SA_SIGINFO | SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(cancel_signal(), &action, NULL);
}
#endif

llua_Canceller *llua_canceller_create(void) {
  llua_Canceller *c = calloc(1, sizeof *c);
  if (c == NULL) return NULL;
  atomic_init(&c->cancelled, false);
  pthread_mutex_init(&c->mutex, NULL);
  return c;
}

void llua_canceller_free(llua_Canceller *c) {
  if (c == NULL) return;
  pthread_mutex_destroy(&c->mutex);
  free(c);
}

bool llua_canceller_is_cancelled(const llua_Canceller *c) { return atomic_load_explicit(&c->cancelled, memory_order_acquire); }

void llua_canceller_cancel(llua_Canceller *c) {
  pthread_mutex_lock(&c->mutex);
  atomic_store_explicit(&c->cancelled, true, memory_order_release);
#ifdef __linux__
  // Under the mutex nobody leaves, so that the thread is there.
  for (llua_Cancelling *entry = c->first; entry != NULL; entry = entry->next) {
    union sigval value = {.sival_ptr = entry};
    pthread_sigqueue(entry->thread, cancel_signal(), value);
  }
#endif
  pthread_mutex_unlock(&c->mutex);
}

llua_Cancelling *llua_cancelling_begin(llua_Canceller *c, llua_State *state) {
  llua_Cancelling *entry = calloc(1, sizeof *entry);
  if (entry == NULL) return NULL;
  entry->state = state;
  entry->thread = pthread_self();
#ifdef __linux__
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install_handler);
  // Threads of worker pools block signals.
  sigset_t signals, before;
  sigemptyset(&signals);
  sigaddset(&signals, cancel_signal());
  pthread_sigmask(SIG_UNBLOCK, &signals, &before);
  entry->was_blocked = sigismember(&before, cancel_signal()) == 1;
#endif
  pthread_mutex_lock(&c->mutex);
  entry->next = c->first;
  c->first = entry;
  bool late = atomic_load_explicit(&c->cancelled, memory_order_relaxed);
  pthread_mutex_unlock(&c->mutex);
  if (late) llua_interrupt(state);
  return entry;
}

void llua_cancelling_end(llua_Canceller *c, llua_Cancelling *entry) {
  if (entry == NULL) return;
  pthread_mutex_lock(&c->mutex);
  for (llua_Cancelling **at = &c->first; *at != NULL; at = &(*at)->next) {
    if (*at != entry) continue;
    *at = entry->next;
    break;
  }
  pthread_mutex_unlock(&c->mutex);
#ifdef __linux__
  // A signal that is already on its way points at what is freed below; those of runs around this one are answered here.
  sigset_t signals, before;
  sigemptyset(&signals);
  sigaddset(&signals, cancel_signal());
  pthread_sigmask(SIG_BLOCK, &signals, &before);
  struct timespec now = {0};
  siginfo_t info;
  while (sigtimedwait(&signals, &info, &now) >= 0) {
    llua_Cancelling *other = info.si_value.sival_ptr;
    if (info.si_code == SI_QUEUE && other != NULL && other != entry) llua_interrupt(other->state);
  }
  if (!entry->was_blocked) pthread_sigmask(SIG_SETMASK, &before, NULL);
#endif
  free(entry);
}
