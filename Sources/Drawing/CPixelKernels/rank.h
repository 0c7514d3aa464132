// SPDX-License-Identifier: MIT
// Minimum, maximum and median filters per channel, for bytes and floats.
#pragma once
#include "vector.h"

// A comparison with NaN is false, so the float versions return the second operand.
INLINE VB least_bytes(VB a, VB b) {
  VB m = (VB)(a < b);
  return (a & m) | (b & ~m);
}
INLINE VB greatest_bytes(VB a, VB b) {
  VB m = (VB)(a > b);
  return (a & m) | (b & ~m);
}

#define EXTREME_ROW(NAME, TYPE, VECTOR, LEAST, GREATEST) \
  static void NAME(TYPE *out, const TYPE *a, const TYPE *b, size_t count, int32_t is_maximum, int32_t joins) { \
    enum { N = sizeof(VECTOR) / sizeof(TYPE) }; \
    size_t i = 0; \
    for (; i + N <= count; i += N) { \
      VECTOR x, y, o; \
      __builtin_memcpy(&x, a + i, sizeof x); \
      __builtin_memcpy(&y, b + i, sizeof y); \
      x = is_maximum ? GREATEST(x, y) : LEAST(x, y); \
      if (joins) { \
        __builtin_memcpy(&o, out + i, sizeof o); \
        x = is_maximum ? GREATEST(o, x) : LEAST(o, x); \
      } \
      __builtin_memcpy(out + i, &x, sizeof x); \
    } \
    for (; i < count; i++) { \
      TYPE x = is_maximum ? (a[i] > b[i] ? a[i] : b[i]) : (a[i] < b[i] ? a[i] : b[i]); \
      if (joins) x = is_maximum ? (out[i] > x ? out[i] : x) : (out[i] < x ? out[i] : x); \
      out[i] = x; \
    } \
  }

EXTREME_ROW(extreme_bytes, uint8_t, VB, least_bytes, greatest_bytes)
EXTREME_ROW(extreme_floats, float, VF, minf, maxf)

// Median of 3 × 3: sorts each column. The result is the median of three values: the maximum of the minima, the median
// of the medians and the minimum of the maxima.
#define MEDIAN_ROW(NAME, TYPE, VECTOR, LEAST, GREATEST) \
  static void NAME(TYPE *out, const TYPE *above, const TYPE *at, const TYPE *below, size_t count) { \
    enum { N = sizeof(VECTOR) / sizeof(TYPE) }; \
    for (size_t i = 0; i < count; i += N) { \
      VECTOR low[3], middle[3], high[3]; \
      for (int k = 0; k < 3; k++) { \
        VECTOR a, b, c, t; \
        __builtin_memcpy(&a, above + i + 4 * k, sizeof a); \
        __builtin_memcpy(&b, at + i + 4 * k, sizeof b); \
        __builtin_memcpy(&c, below + i + 4 * k, sizeof c); \
        t = LEAST(a, b), b = GREATEST(a, b), a = t; \
        t = LEAST(b, c), c = GREATEST(b, c), b = t; \
        t = LEAST(a, b), b = GREATEST(a, b), a = t; \
        low[k] = a, middle[k] = b, high[k] = c; \
      } \
      VECTOR x = GREATEST(GREATEST(low[0], low[1]), low[2]); \
      VECTOR y = GREATEST(LEAST(middle[0], middle[1]), LEAST(GREATEST(middle[0], middle[1]), middle[2])); \
      VECTOR z = LEAST(LEAST(high[0], high[1]), high[2]); \
      y = GREATEST(LEAST(x, y), LEAST(GREATEST(x, y), z)); \
      __builtin_memcpy(out + i, &y, sizeof y); \
    } \
  }

MEDIAN_ROW(median_bytes, uint8_t, VB, least_bytes, greatest_bytes)
MEDIAN_ROW(median_floats, float, VF, minf, maxf)
