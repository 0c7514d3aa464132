// SPDX-License-Identifier: MIT
#pragma once
// Copies a library's text, printable characters only, into a message of LLUA_MESSAGE bytes.
void llua_say(char *message, const char *text);
