// SPDX-License-Identifier: MIT
#if defined(__x86_64__)
#pragma STDC FP_CONTRACT OFF
#define LANES 8
#include <immintrin.h>
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#include "table.h"
#pragma clang attribute pop

extern const llua_kernels llua_kernels_avx2;
const llua_kernels llua_kernels_avx2 = TABLE;
#else
typedef int llua_kernels_avx2_absent;
#endif
