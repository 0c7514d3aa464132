// SPDX-License-Identifier: MIT
// The signal that ends a script on the thread that runs it: sent by a canceller on another thread, or by the timer of a
// deadline.
#pragma once
#include "llua.h"

// The target of a signal; the first field of the structure that sends it.
typedef struct llua_Interruption {
  llua_State *state;
  bool was_blocked;
} llua_Interruption;

// SIGRTMIN + 6; the watchdog has SIGRTMIN + 5.
int llua_interruption_signal(void);
// To be called on the thread that is to be interrupted, before anything sends the signal.
void llua_interruption_begin(llua_Interruption *interruption, llua_State *state);
// To be called on that thread once nothing sends the signal any more; after it, the interruption may be freed.
// `may_be_sent` false spares the system calls that look for a signal on its way.
void llua_interruption_end(llua_Interruption *interruption, bool may_be_sent);
