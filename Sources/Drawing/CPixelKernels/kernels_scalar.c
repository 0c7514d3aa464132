// SPDX-License-Identifier: MIT
#pragma STDC FP_CONTRACT OFF
#define LANES 1
#include "table.h"

extern const llua_kernels llua_kernels_scalar;
const llua_kernels llua_kernels_scalar = TABLE;
