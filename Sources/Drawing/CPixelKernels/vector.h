// SPDX-License-Identifier: MIT
// Vectors of LANES pixels. Included once per instruction set.
#pragma once
#include "CPixelKernels.h"

#if LANES == 8
#include <immintrin.h>
#endif
#if LANES == 4 && defined(__SSE2__)
#include <emmintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline, unused))

typedef uint8_t VB __attribute__((vector_size(4 * LANES)));
typedef uint8_t VQ __attribute__((vector_size(LANES)));
typedef uint16_t VH __attribute__((vector_size(4 * LANES)));
typedef int16_t VS __attribute__((vector_size(4 * LANES)));
typedef uint32_t VU __attribute__((vector_size(4 * LANES)));
typedef int32_t VI __attribute__((vector_size(4 * LANES)));
typedef float VF __attribute__((vector_size(4 * LANES)));
typedef uint64_t VL __attribute__((vector_size(8 * LANES)));
typedef double VD __attribute__((vector_size(8 * LANES)));

#define LOW_BYTES 0x00FF00FFu

INLINE VU splat(uint32_t v) { return (VU){} + v; }
INLINE VF splatf(float v) { return (VF){} + v; }
INLINE VI splati(int32_t v) { return (VI){} + v; }

INLINE VU load(const uint32_t *p) {
  VU v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}
INLINE void store(uint32_t *p, VU v) { __builtin_memcpy(p, &v, sizeof v); }

#if LANES == 8
INLINE __m256i tail_mask(int32_t n) {
  return _mm256_cmpgt_epi32(_mm256_set1_epi32(n), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}
INLINE VU load_tail(const uint32_t *p, int32_t n) { return (VU)_mm256_maskload_epi32((const int *)p, tail_mask(n)); }
INLINE void store_tail(uint32_t *p, VU v, int32_t n) { _mm256_maskstore_epi32((int *)p, tail_mask(n), (__m256i)v); }
#else
INLINE VU load_tail(const uint32_t *p, int32_t n) {
  uint32_t a[LANES] = {0};
  for (int32_t i = 0; i < n; i++) a[i] = p[i];
  return load(a);
}
INLINE void store_tail(uint32_t *p, VU v, int32_t n) {
  for (int32_t i = 0; i < n; i++) p[i] = v[i];
}
#endif

// Lanes 0, 1, 2 …
INLINE VI iota(void) {
#if LANES == 8
  return (VI){0, 1, 2, 3, 4, 5, 6, 7};
#elif LANES == 4
  return (VI){0, 1, 2, 3};
#else
  return (VI){0};
#endif
}

// x / 255 rounded to nearest, for 16-bit lanes; exact for 0 … 65025.
INLINE VH div255(VH x) {
  VH t = x + (uint16_t)128;
#if LANES == 8
  return (VH)_mm256_mulhi_epu16((__m256i)t, _mm256_set1_epi16(257));
#elif LANES == 4 && defined(__SSE2__)
  return (VH)_mm_mulhi_epu16((__m128i)t, _mm_set1_epi16(257));
#else
  return (t + (t >> 8)) >> 8;
#endif
}

INLINE uint32_t div255_1(uint32_t x) {
  x += 128;
  return (x + (x >> 8)) >> 8;
}

INLINE int32_t min_i(int32_t a, int32_t b) { return a < b ? a : b; }
INLINE int32_t max_i(int32_t a, int32_t b) { return a > b ? a : b; }

INLINE VU pick(VI mask, VU a, VU b) { return (a & (VU)mask) | (b & ~(VU)mask); }
INLINE VF pickf(VI mask, VF a, VF b) { return (VF)pick(mask, (VU)a, (VU)b); }
// In these functions NaN becomes the bound.
INLINE VF at_least(VF v, VF low) { return pickf(v > low, v, low); }
INLINE VF at_most(VF v, VF high) { return pickf(v < high, v, high); }
INLINE VF clampf(VF v, float low, float high) { return at_most(at_least(v, splatf(low)), splatf(high)); }
INLINE VF minf(VF a, VF b) { return pickf(a < b, a, b); }
INLINE VF maxf(VF a, VF b) { return pickf(a > b, a, b); }
INLINE VI maxi(VI a, VI b) { return (VI)pick(a > b, (VU)a, (VU)b); }
INLINE VI mini(VI a, VI b) { return (VI)pick(a < b, (VU)a, (VU)b); }

// True if any bit of any lane is set.
INLINE int any(VU v) {
#if LANES == 8
  return !_mm256_testz_si256((__m256i)v, (__m256i)v);
#elif LANES == 4 && defined(__SSE2__)
  return _mm_movemask_epi8(_mm_cmpeq_epi8((__m128i)v, _mm_setzero_si128())) != 0xFFFF;
#else
  uint32_t r = 0;
  for (int i = 0; i < LANES; i++) r |= v[i];
  return r != 0;
#endif
}
INLINE int all(VI mask) { return !any((VU)~mask); }

// Inclusive prefix sum over the lanes.
INLINE VI prefix_sum(VI v) {
#if LANES == 8
  __m256i x = (__m256i)v;
  x = _mm256_add_epi32(x, _mm256_slli_si256(x, 4));
  x = _mm256_add_epi32(x, _mm256_slli_si256(x, 8));
  __m256i carry = _mm256_permute2x128_si256(x, x, 0x08);
  return (VI)_mm256_add_epi32(x, _mm256_shuffle_epi32(carry, 0xFF));
#elif LANES == 4
  VI zero = {0};
  v += __builtin_shufflevector(v, zero, 4, 0, 1, 2);
  v += __builtin_shufflevector(v, zero, 4, 4, 0, 1);
  return v;
#else
  return v;
#endif
}

// Broadcasts the last lane.
INLINE VI last_lane(VI v) {
#if LANES == 8
  return (VI)_mm256_permutevar8x32_epi32((__m256i)v, _mm256_set1_epi32(7));
#elif LANES == 4
  return __builtin_shufflevector(v, v, 3, 3, 3, 3);
#else
  return v;
#endif
}

// Splits pixels into 16-bit lanes: red and blue, or green and alpha.
INLINE VH even_bytes(VU p) { return (VH)(p & LOW_BYTES); }
INLINE VH odd_bytes(VU p) { return (VH)((p >> 8) & LOW_BYTES); }
INLINE VU join_bytes(VH even, VH odd) { return (VU)even | ((VU)odd << 8); }
// Copies a 16-bit number to both halves of each 32-bit lane.
INLINE VH both(VU v) { return (VH)(v | (v << 16)); }

// Pixels prepared for `times`: two vectors of 16-bit lanes, one for red and blue, one for green and alpha.
typedef struct {
  VH even, odd;
} halves;

// Products of a byte d with k / 255, rounded to nearest, take one multiplication with factor
// M = min(257 k + (k >> 7), 65535): ((d << 8) M >> 16) + 128 >> 8 equals round(d k / 255) for all bytes d and k.
#if LANES == 8
#define EXACT_FACTORS 1
INLINE VH high_half(VH a, VH b) { return (VH)_mm256_mulhi_epu16((__m256i)a, (__m256i)b); }
INLINE VH sum_saturated(VH a, VH b) { return (VH)_mm256_adds_epu16((__m256i)a, (__m256i)b); }
// Copy the lowest, or the highest, byte of each lane to all four.
INLINE VU spread_low(VU k) {
  const __m256i from = _mm256_setr_epi8(0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12,  //
      0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12);
  return (VU)_mm256_shuffle_epi8((__m256i)k, from);
}
INLINE VU spread_alpha(VU p) {
  const __m256i from = _mm256_setr_epi8(3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15,  //
      3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15);
  return (VU)_mm256_shuffle_epi8((__m256i)p, from);
}
#elif LANES == 4 && defined(__SSE2__)
#define EXACT_FACTORS 1
INLINE VH high_half(VH a, VH b) { return (VH)_mm_mulhi_epu16((__m128i)a, (__m128i)b); }
INLINE VH sum_saturated(VH a, VH b) { return (VH)_mm_adds_epu16((__m128i)a, (__m128i)b); }
INLINE VU spread_low(VU k) {
  k |= k << 8;
  return k | k << 16;
}
INLINE VU spread_alpha(VU p) { return spread_low(p >> 24); }
#else
#define EXACT_FACTORS 0
#endif

#if EXACT_FACTORS
INLINE halves halves_of(VU p) { return (halves){(VH)p << 8, (VH)(p & ~LOW_BYTES)}; }
// The factor of k, given in all four bytes of each lane.
INLINE VH factors_of_bytes(VU k) { return sum_saturated((VH)k, (VH)k >> 15); }
// The factor of k / 255, k per pixel.
INLINE VH factors(VU k) { return factors_of_bytes(spread_low(k)); }
// The factor of (255 - alpha) / 255.
INLINE VH factors_beneath(VU p) { return factors_of_bytes(~spread_alpha(p)); }
// c + p * factor, byte by byte; no sum may exceed 255.
INLINE VU plus_times(halves c, halves p, VH factor) {
  const VH half = (VH){} + (uint16_t)128;
  const VH even = high_half(p.even, factor) + (c.even + half), odd = high_half(p.odd, factor) + (c.odd + half);
  return (VU)(even >> 8) | ((VU)odd & ~LOW_BYTES);
}
INLINE VU times(halves p, VH factor) { return plus_times((halves){(VH){}, (VH){}}, p, factor); }
#else
INLINE halves halves_of(VU p) { return (halves){even_bytes(p), odd_bytes(p)}; }
INLINE VH factors(VU k) { return both(k); }
INLINE VH factors_beneath(VU p) { return both(255u - (p >> 24)); }
INLINE VU plus_times(halves c, halves p, VH factor) {
  return join_bytes(c.even + div255(p.even * factor), c.odd + div255(p.odd * factor));
}
INLINE VU times(halves p, VH factor) { return join_bytes(div255(p.even * factor), div255(p.odd * factor)); }
#endif

// Multiplies all channels by k / 255 (k per pixel, 0…255).
INLINE VU scale_pixels(VU p, VU k) { return times(halves_of(p), factors(k)); }

// Multiplies byte by byte, each as 0…1.
INLINE VU multiply_pixels(VU p, VU k) {
  return join_bytes(div255(even_bytes(p) * even_bytes(k)), div255(odd_bytes(p) * odd_bytes(k)));
}

// Source over destination.
INLINE VU over(VU s, VU d) { return s + times(halves_of(d), factors_beneath(s)); }

// One colour, source over, through a coverage per pixel.
INLINE VU solid_over(halves color, VU coverage, VU d) { return over(times(color, factors(coverage)), d); }

INLINE uint32_t scale_1(uint32_t p, uint32_t k) {
  uint32_t e = (p & LOW_BYTES) * k + 0x00800080u, o = ((p >> 8) & LOW_BYTES) * k + 0x00800080u;
  e = ((e + ((e >> 8) & LOW_BYTES)) >> 8) & LOW_BYTES;
  o = (o + ((o >> 8) & LOW_BYTES)) & ~LOW_BYTES;
  return e | o;
}

INLINE uint32_t multiply_1(uint32_t p, uint32_t k) {
  uint32_t r = 0;
  for (int i = 0; i < 32; i += 8) {
    uint32_t v = (p >> i & 255) * (k >> i & 255) + 128;
    r |= (v + (v >> 8)) >> 8 << i;
  }
  return r;
}

#if defined(WIDE_RUNS)
// Vectors of 16 pixels, for long runs.
typedef struct {
  __m512i even, odd;
} wide_halves;

INLINE __mmask16 wide_tail(int32_t n) { return (__mmask16)((1u << n) - 1); }
INLINE __m512i wide_odd_bytes(__m512i p) { return _mm512_maskz_mov_epi8(0xAAAAAAAAAAAAAAAAu, p); }
INLINE wide_halves wide_halves_of(__m512i p) { return (wide_halves){_mm512_slli_epi16(p, 8), wide_odd_bytes(p)}; }
// As `factors_of_bytes`.
INLINE __m512i wide_factors(__m512i k) { return _mm512_adds_epu16(k, _mm512_srli_epi16(k, 15)); }
INLINE __m512i wide_factors_beneath(__m512i p) {
  const __m512i alpha = _mm512_shuffle_epi8(
      p, _mm512_broadcast_i32x4(_mm_setr_epi8(3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15)));
  return wide_factors(_mm512_xor_si512(alpha, _mm512_set1_epi32(-1)));
}
// As `plus_times`; `c` includes the half that rounds.
INLINE __m512i wide_plus_times(wide_halves c, __m512i p, __m512i factor) {
  const wide_halves h = wide_halves_of(p);
  const __m512i even = _mm512_add_epi16(_mm512_mulhi_epu16(h.even, factor), c.even);
  const __m512i odd = _mm512_add_epi16(_mm512_mulhi_epu16(h.odd, factor), c.odd);
  return _mm512_or_si512(_mm512_srli_epi16(even, 8), wide_odd_bytes(odd));
}
// The first argument of `wide_plus_times` for a colour, or for 0.
INLINE wide_halves wide_sum(__m512i c) {
  const __m512i half = _mm512_set1_epi16(128);
  const wide_halves h = wide_halves_of(c);
  return (wide_halves){_mm512_add_epi16(h.even, half), _mm512_add_epi16(h.odd, half)};
}
// Source over destination.
INLINE __m512i wide_over(__m512i s, __m512i d) { return wide_plus_times(wide_sum(s), d, wide_factors_beneath(s)); }
#endif

// Loads alpha bytes as 32-bit lanes.
INLINE VU load_bytes(const uint8_t *p) {
  VQ v;
  __builtin_memcpy(&v, p, sizeof v);
  return __builtin_convertvector(v, VU);
}
INLINE VU load_bytes_tail(const uint8_t *p, int32_t n) {
  uint8_t a[LANES] = {0};
  for (int32_t i = 0; i < n; i++) a[i] = p[i];
  return load_bytes(a);
}
INLINE void store_bytes(uint8_t *p, VU v) {
  VQ q = __builtin_convertvector(v, VQ);
  __builtin_memcpy(p, &q, sizeof q);
}
