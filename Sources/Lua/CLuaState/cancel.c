// SPDX-License-Identifier: MIT
// Cancellation of a script from another thread: a flag that any thread may read, and a signal to the running thread,
// whose handler interrupts the state as an expired deadline does. A script that is not cancelled pays nothing.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "interruption.h"

struct llua_Cancelling {
  llua_Interruption interruption;
  pthread_t thread;
  bool is_signalled;  // guarded by the canceller's mutex
  llua_Cancelling *next;
};

struct llua_Canceller {
  atomic_bool cancelled;
  pthread_mutex_t mutex;
  llua_Cancelling *first;  // list of current runs; guarded by the mutex
};

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

bool llua_canceller_is_cancelled(const llua_Canceller *c) {
  return atomic_load_explicit(&c->cancelled, memory_order_acquire);
}

void llua_canceller_cancel(llua_Canceller *c) {
  pthread_mutex_lock(&c->mutex);
  atomic_store_explicit(&c->cancelled, true, memory_order_release);
#ifdef __linux__
  // No run ends while the mutex is held, so the thread still exists.
  for (llua_Cancelling *entry = c->first; entry != NULL; entry = entry->next) {
    // Once for each run: a host that cancels in a loop would keep the thread in the signal handler.
    if (entry->is_signalled) continue;
    union sigval value = {.sival_ptr = entry};
    entry->is_signalled = pthread_sigqueue(entry->thread, llua_interruption_signal(), value) == 0;
  }
#endif
  pthread_mutex_unlock(&c->mutex);
}

llua_Cancelling *llua_cancelling_begin(llua_Canceller *c, llua_State *state) {
  llua_Cancelling *entry = calloc(1, sizeof *entry);
  if (entry == NULL) return NULL;
  entry->thread = pthread_self();
  llua_interruption_begin(&entry->interruption, state);
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
  // Signals are sent under the mutex, so none can follow once the entry is unlinked.
  bool cancelled = atomic_load_explicit(&c->cancelled, memory_order_relaxed);
  pthread_mutex_unlock(&c->mutex);
  llua_interruption_end(&entry->interruption, cancelled);
  free(entry);
}
