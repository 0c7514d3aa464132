// SPDX-License-Identifier: MIT
#if defined(__x86_64__)
#pragma STDC FP_CONTRACT OFF
#define LANES 8
#define WIDE_RUNS
#include <immintrin.h>
#include <pthread.h>
#pragma clang attribute push(__attribute__((target("avx2,avx512f,avx512bw,avx512vl,avx512dq"))), apply_to = function)
#include "table.h"
#pragma clang attribute pop

extern const llua_kernels llua_kernels_avx2;
static llua_kernels kernels;

static void fill_table(void) {
  const llua_kernels all = TABLE;
  // The rest does not gain by wider vectors.
  kernels = llua_kernels_avx2;
  kernels.fill_outline = all.fill_outline;
  kernels.fill_leaf = all.fill_leaf;
  kernels.fill_rect = all.fill_rect;
  kernels.fill_nine_slice = all.fill_nine_slice;
}

const llua_kernels *llua_kernels_avx512(void);
const llua_kernels *llua_kernels_avx512(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, fill_table);
  return &kernels;
}
#else
typedef int llua_kernels_avx512_absent;
#endif
