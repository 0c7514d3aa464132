// SPDX-License-Identifier: MIT
// The signal that ends a script on its own thread. It is sent by a canceller on another thread, or by a deadline's
// timer.
#pragma once
#include "llua.h"

// Target of a signal; must be the first field of the structure that sends it.
typedef struct llua_Interruption {
  llua_State *state;
  bool was_blocked;
} llua_Interruption;

// Returns SIGRTMIN + 6; the watchdog uses SIGRTMIN + 5.
int llua_interruption_signal(void);
// Must be called on the thread to be interrupted, before anything sends the signal.
void llua_interruption_begin(llua_Interruption *interruption, llua_State *state);
// Must be called on that same thread once nothing sends the signal any more; then the interruption may be freed.
// `may_be_sent` false skips the system calls that drain a pending signal.
void llua_interruption_end(llua_Interruption *interruption, bool may_be_sent);
