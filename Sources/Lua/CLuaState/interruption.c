// SPDX-License-Identifier: MIT
#include "interruption.h"

#include <errno.h>
#include <pthread.h>

#ifdef __linux__

int llua_interruption_signal(void) { return SIGRTMIN + 6; }

static void interrupt(const siginfo_t *info, const llua_Interruption *except) {
  if (info->si_code != SI_QUEUE && info->si_code != SI_TIMER) return;
  const llua_Interruption *interruption = info->si_value.sival_ptr;
  if (interruption != NULL && interruption != except && interruption->state != NULL)
    llua_interrupt(interruption->state);
}

static void on_signal(int number, siginfo_t *info, void *context) {
  (void)number;
  (void)context;
  int saved = errno;
  interrupt(info, NULL);
  errno = saved;
}

static void install_handler(void) {
  struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(llua_interruption_signal(), &action, NULL);
}

static sigset_t signals(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, llua_interruption_signal());
  return set;
}

void llua_interruption_begin(llua_Interruption *interruption, llua_State *state) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install_handler);
  interruption->state = state;
  // Worker pools block signals on their threads.
  sigset_t set = signals(), before;
  pthread_sigmask(SIG_UNBLOCK, &set, &before);
  interruption->was_blocked = sigismember(&before, llua_interruption_signal()) == 1;
}

void llua_interruption_end(llua_Interruption *interruption, bool may_be_sent) {
  sigset_t set = signals(), before;
  if (!may_be_sent) {
    if (interruption->was_blocked) pthread_sigmask(SIG_BLOCK, &set, NULL);
    return;
  }
  // A pending signal points at memory that is about to be freed, so it is drained; signals of enclosing runs are
  // handled here.
  pthread_sigmask(SIG_BLOCK, &set, &before);
  struct timespec now = {0};
  siginfo_t info;
  while (sigtimedwait(&set, &info, &now) >= 0) interrupt(&info, interruption);
  if (!interruption->was_blocked) pthread_sigmask(SIG_SETMASK, &before, NULL);
}

#else

int llua_interruption_signal(void) { return 0; }
void llua_interruption_begin(llua_Interruption *interruption, llua_State *state) { interruption->state = state; }
void llua_interruption_end(llua_Interruption *interruption, bool may_be_sent) { (void)interruption, (void)may_be_sent; }

#endif
