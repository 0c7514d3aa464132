// SPDX-License-Identifier: MIT
// Holds nothing: this target exists to link the system's Lua 5.4 into programs and tests.
#pragma once
