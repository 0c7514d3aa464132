// SPDX-License-Identifier: MIT
#pragma STDC FP_CONTRACT OFF
#define LANES 4
#include "table.h"

extern const llua_kernels llua_kernels_baseline;
const llua_kernels llua_kernels_baseline = TABLE;
