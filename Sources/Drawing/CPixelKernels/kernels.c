// SPDX-License-Identifier: MIT
#include "CPixelKernels.h"

extern const llua_kernels llua_kernels_scalar, llua_kernels_baseline;
#if defined(__x86_64__)
extern const llua_kernels llua_kernels_avx2;
const llua_kernels *llua_kernels_avx512(void);

// Processors from Ice Lake and Zen 4 on: earlier ones run slower while they use vectors of 512 bits.
static int has_avx512(void) {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vbmi2");
}
#endif

const llua_kernels *llua_kernels_for(int32_t instruction_set) {
  switch (instruction_set) {
    case LLUA_SCALAR: return &llua_kernels_scalar;
    case LLUA_BASELINE: return &llua_kernels_baseline;
#if defined(__x86_64__)
    case LLUA_AVX512: return has_avx512() ? llua_kernels_avx512() : NULL;
    case LLUA_AVX2: __builtin_cpu_init(); return __builtin_cpu_supports("avx2") ? &llua_kernels_avx2 : NULL;
#endif
    default: return NULL;
  }
}
