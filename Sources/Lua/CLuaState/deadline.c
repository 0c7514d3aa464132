// SPDX-License-Identifier: MIT
// The deadline of a script. A signal handler sets a flag and a hook on the running thread. The hook raises at the next
// instruction, and the wrapped pcall, xpcall and coroutine functions raise again, so no script can catch it. A script
// that no hook can end is ended by the watchdog.
//
// A timer costs a few system calls, and an installed hook makes a script about half as fast. So a hook polls the clock
// for the first few thousand instructions, which suffices for most host calls; then it starts the timer and removes
// itself. One instruction can take long only with much memory or in a function of the host: both start the timer too.
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

#include "interruption.h"

enum { POLL_COUNT = 4096, STOP_MASK = LUA_MASKCALL | LUA_MASKCOUNT };

void llua_arm(llua_State *s, lua_State *L) {
  if (s->stop) lua_sethook(L, llua_hook, STOP_MASK, 1);
  else if (s->polling) lua_sethook(L, llua_hook, LUA_MASKCOUNT, POLL_COUNT);
  else lua_sethook(L, NULL, 0, 0);
}

void llua_interrupt(llua_State *s) {
  s->stop = 1;
  if (s->running != NULL) llua_arm(s, s->running);
}

bool llua_interrupted(llua_State *s) { return llua_poll(s); }

void llua_clear_interrupt(llua_State *s) {
  s->stop = 0;
  llua_arm(s, s->running);
}

static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

#ifdef __linux__

struct llua_Timer {
  llua_Interruption interruption;
  timer_t timer;
  pid_t thread;
};

static pid_t this_thread(void) { return (pid_t)syscall(SYS_gettid); }

static struct sigevent signal_here(int number, void *value) {
  struct sigevent event = {0};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = number;
  event.sigev_value.sival_ptr = value;
#ifdef sigev_notify_thread_id
  event.sigev_notify_thread_id = this_thread();
#else
  event._sigev_un._tid = this_thread();
#endif
  return event;
}

static struct timespec timespec_of(double seconds) {
  if (!(seconds > 1e-6)) seconds = 1e-6;
  if (seconds > 1e9) seconds = 1e9;
  struct timespec t = {.tv_sec = (time_t)seconds};
  t.tv_nsec = (long)((seconds - (double)t.tv_sec) * 1e9);
  return t;
}

// Starts the timer. If none can be made, polling continues.
static void start_timer(llua_State *s) {
  llua_Timer *timer = calloc(1, sizeof *timer);
  if (timer == NULL) return;
  timer->thread = this_thread();
  llua_interruption_begin(&timer->interruption, s);
  struct sigevent event = signal_here(llua_interruption_signal(), timer);
  struct itimerspec end = {.it_value = timespec_of(s->deadline - seconds_now())};
  bool made = timer_create(CLOCK_MONOTONIC, &event, &timer->timer) == 0;
  if (made && timer_settime(timer->timer, 0, &end, NULL) == 0) {
    s->timer = timer;
    s->polling = 0;
    return;
  }
  if (made) timer_delete(timer->timer);
  llua_interruption_end(&timer->interruption, true);
  free(timer);
}

void llua_start_timer(llua_State *s) { start_timer(s); }

static void end_timer(llua_State *s) {
  llua_Timer *timer = s->timer;
  if (timer == NULL) return;
  s->timer = NULL;
  timer_delete(timer->timer);
  if (timer->thread == this_thread()) {
    llua_interruption_end(&timer->interruption, true);
    free(timer);
  } else {
    timer->interruption.state = NULL;  // a signal may be pending on the other thread, and only that thread can drain it
  }
}

#else

static void start_timer(llua_State *s) { (void)s; }
void llua_start_timer(llua_State *s) { (void)s; }
static void end_timer(llua_State *s) { (void)s; }

#endif

void llua_limit_time(llua_State *s, double seconds) {
  if (s->is_guest) return;
  end_timer(s);
  s->limited = seconds > 0;
  s->polling = s->limited;
  s->deadline = seconds_now() + seconds;
  llua_arm(s, s->running);
}

bool llua_poll(llua_State *s) {
  if (!s->stop && s->limited && seconds_now() >= s->deadline) llua_interrupt(s);
  return s->stop != 0;
}

void llua_raise_stop(lua_State *L) {
  llua_State *s = llua_of(L);
  llua_arm(s, L);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &llua_errors_key);
  lua_rawgeti(L, -1, LLUA_ERRORS + 1);
  lua_remove(L, -2);
  if (!llua_is_reported(L, -1)) llua_report_error(L, L, -1);
  s->report.kind = LLUA_TIME;
  lua_error(L);
}

void llua_hook(lua_State *L, lua_Debug *ar) {
  llua_State *s = llua_of(L);
  if (s->polling && !llua_poll(s)) start_timer(s);
  if (s->stop) {
    // the message handler that reports this very error must run
    if (ar->event == LUA_HOOKCALL || ar->event == LUA_HOOKTAILCALL) {
      lua_getinfo(L, "f", ar);
      bool handler = lua_tocfunction(L, -1) == llua_message_handler;
      lua_pop(L, 1);
      if (handler) return;
    }
    llua_raise_stop(L);
  }
  if (s->collect_asked) llua_collect(s);
  llua_arm(s, L);
  if (s->stop) llua_arm(s, L);  // a signal may have arrived before llua_arm set its hook
}

// ---- the watchdog ---------------------------------------------------------------------------------------------------

#ifdef __linux__

static _Atomic(void (*)(void)) cleanup;

struct llua_Watchdog {
  timer_t timer;
  llua_State *state;
  struct timespec grace;
  volatile sig_atomic_t expired;
  int status;
  bool was_blocked;  // worker pools block signals on their threads
  size_t count;
  char message[1024];
};

// A real-time signal, which POSIX leaves to programs; a host is more likely to use SIGALRM itself.
static int watchdog_signal(void) { return SIGRTMIN + 5; }

static void on_timer(int number, siginfo_t *info, void *context) {
  (void)number;
  (void)context;
  int saved = errno;
  llua_Watchdog *watchdog = info->si_value.sival_ptr;
  if (watchdog == NULL) return;
  if (!watchdog->expired) {
    watchdog->expired = 1;
    llua_interrupt(watchdog->state);
    struct itimerspec again = {.it_value = watchdog->grace};
    timer_settime(watchdog->timer, 0, &again, NULL);
  } else {
    ssize_t written = write(STDERR_FILENO, watchdog->message, watchdog->count);
    (void)written;
    void (*clean)(void) = atomic_load(&cleanup);
    if (clean != NULL) clean();
    _exit(watchdog->status);
  }
  errno = saved;
}

static void install_handler(void) {
  struct sigaction action = {.sa_sigaction = on_timer, .sa_flags = SA_SIGINFO | SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(watchdog_signal(), &action, NULL);
}

void llua_watchdog_set_cleanup(void (*function)(void)) { atomic_store(&cleanup, function); }

llua_Watchdog *llua_watchdog_start(
    llua_State *s, double seconds, double grace, const char *message, size_t count, int status) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  llua_Watchdog *watchdog = calloc(1, sizeof *watchdog);
  if (watchdog == NULL) return NULL;
  watchdog->state = s;
  watchdog->grace = timespec_of(grace);
  watchdog->status = status;
  watchdog->count = count < sizeof watchdog->message ? count : sizeof watchdog->message;
  memcpy(watchdog->message, message, watchdog->count);
  pthread_once(&once, install_handler);
  struct sigevent event = signal_here(watchdog_signal(), watchdog);
  if (timer_create(CLOCK_MONOTONIC, &event, &watchdog->timer) != 0) {
    free(watchdog);
    return NULL;
  }
  sigset_t signals, before;
  sigemptyset(&signals);
  sigaddset(&signals, watchdog_signal());
  pthread_sigmask(SIG_UNBLOCK, &signals, &before);
  watchdog->was_blocked = sigismember(&before, watchdog_signal()) == 1;
  struct itimerspec first = {.it_value = timespec_of(seconds)};
  if (timer_settime(watchdog->timer, 0, &first, NULL) != 0) {
    timer_delete(watchdog->timer);
    free(watchdog);
    return NULL;
  }
  return watchdog;
}

bool llua_watchdog_expired(const llua_Watchdog *watchdog) { return watchdog->expired != 0; }

void llua_watchdog_stop(llua_Watchdog *watchdog) {
  if (watchdog == NULL) return;
  sigset_t signals, before;
  sigemptyset(&signals);
  sigaddset(&signals, watchdog_signal());
  pthread_sigmask(SIG_BLOCK, &signals, &before);
  timer_delete(watchdog->timer);
  struct timespec now = {0};  // a pending signal points at memory that is freed below
  siginfo_t info;
  while (sigtimedwait(&signals, &info, &now) >= 0) {
    if (info.si_value.sival_ptr != watchdog) on_timer(watchdog_signal(), &info, NULL);
  }
  if (!watchdog->was_blocked) pthread_sigmask(SIG_SETMASK, &before, NULL);
  free(watchdog);
}

#else

void llua_watchdog_set_cleanup(void (*function)(void)) { (void)function; }

llua_Watchdog *llua_watchdog_start(
    llua_State *s, double seconds, double grace, const char *message, size_t count, int status) {
  (void)grace, (void)message, (void)count, (void)status;
  llua_limit_time(s, seconds);
  return NULL;
}

bool llua_watchdog_expired(const llua_Watchdog *watchdog) { return false; }

void llua_watchdog_stop(llua_Watchdog *watchdog) { (void)watchdog; }

#endif
