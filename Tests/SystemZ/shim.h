// SPDX-License-Identifier: MIT
#pragma once
// Makes and reads the compressed streams that the tests compare with; libpng brings it along.
#include <zlib.h>
