// SPDX-License-Identifier: MIT
#include "LuaLibrary.h"
