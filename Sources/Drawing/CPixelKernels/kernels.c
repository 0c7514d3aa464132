// SPDX-License-Identifier: MIT
#include "CPixelKernels.h"

extern const llua_kernels llua_kernels_scalar, llua_kernels_baseline;
#if defined(__x86_64__)
extern const llua_kernels llua_kernels_avx2;
#endif

const llua_kernels *llua_kernels_for(int32_t instruction_set) {
  switch (instruction_set) {
    case LLUA_SCALAR: return &llua_kernels_scalar;
    case LLUA_BASELINE: return &llua_kernels_baseline;
#if defined(__x86_64__)
    case LLUA_AVX2: __builtin_cpu_init(); return __builtin_cpu_supports("avx2") ? &llua_kernels_avx2 : NULL;
#endif
    default: return NULL;
  }
}
