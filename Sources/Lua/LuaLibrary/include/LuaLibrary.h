// SPDX-License-Identifier: MIT
// Empty: this target only links the system's Lua 5.4 into programs and tests.
#pragma once
