#include "LuaLibrary.h"
