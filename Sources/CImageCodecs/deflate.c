#include "deflate.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

enum {
  WINDOW = 32768,
  BLOCK = 131072,
  HASH_BITS = 14,
  LITERALS = 286,
  DISTANCES = 30,
  LITERAL_LIMIT = 14,  // four codes and seven pending bits fit 64
  DISTANCE_LIMIT = 15,
  LENGTH_CODES = 19,
  SEQUENCES = BLOCK / 4 + 2,
};

typedef struct {
  uint32_t literals;  // before the match
  uint16_t length, distance;
} sequence;

struct llua_deflate {
  uint8_t *start, *out;
  uint64_t bits;
  unsigned bit_count;
  uint32_t adler;
  uint32_t pending, window;  // bytes after and before the mark
  uint32_t base;             // what a table position of the mark's first byte would be
  uint32_t heads[1 << HASH_BITS];
  sequence sequences[SEQUENCES];
  uint32_t sequence_count;
  uint8_t buffer[WINDOW + BLOCK + LLUA_DEFLATE_ROW + 16];
};

size_t llua_deflate_bound(size_t size) { return size + size / 4096 * 8 + 1024; }

llua_deflate *llua_deflate_start(uint8_t *out) {
  llua_deflate *d = malloc(sizeof *d);
  if (!d) return NULL;
  d->start = d->out = out;
  *d->out++ = 0x78;
  *d->out++ = 0x01;
  d->bits = d->bit_count = 0;
  d->adler = 1;
  d->pending = d->window = 0;
  d->base = WINDOW + 1;  // an empty table entry is then always too far
  memset(d->heads, 0, sizeof d->heads);
  return d;
}

// MARK: bits

static inline void add(llua_deflate *d, uint64_t value, unsigned count) {
  d->bits |= value << d->bit_count;
  d->bit_count += count;
}

static inline void flush(llua_deflate *d) {
  memcpy(d->out, &d->bits, 8);
  d->out += d->bit_count >> 3;
  d->bits >>= d->bit_count & ~7u;
  d->bit_count &= 7;
}

// MARK: Huffman codes

// The lengths of the codes for `count` symbols, no longer than `limit`: minimum redundancy (Moffat and Katajainen, in place), then
// shortened by moving leaves until the codes fit.
static void code_lengths(const uint32_t *frequencies, int count, int limit, uint8_t *lengths) {
  struct {
    uint32_t frequency;
    uint16_t symbol;
  } sorted[LITERALS], key;
  uint32_t a[LITERALS];
  int n = 0;
  memset(lengths, 0, (size_t)count);
  for (int i = 0; i < count; i++) {
    if (!frequencies[i]) continue;
    key.frequency = frequencies[i];
    key.symbol = (uint16_t)i;
    int k = n++;
    for (; k > 0 && sorted[k - 1].frequency > key.frequency; k--) sorted[k] = sorted[k - 1];
    sorted[k] = key;
  }
  if (n < 3) {
    for (int i = 0; i < n; i++) lengths[sorted[i].symbol] = 1;
    return;
  }
  for (int i = 0; i < n; i++) a[i] = sorted[i].frequency;
  // Join the two least weights again and again: a[..root] are joined ones, a[leaf..] symbols, a[next] the new one.
  int root = 0, leaf = 0;
  for (int next = 0; next < n - 1; next++) {
    uint32_t sum = 0;
    for (int k = 0; k < 2; k++) {
      if (leaf >= n || (root < next && a[root] < a[leaf])) {
        sum += a[root];
        a[root++] = (uint32_t)next;
      } else {
        sum += a[leaf++];
      }
    }
    a[next] = sum;
  }
  // Parents to depths, depths to the number of leaves at each.
  int counts[64] = {0};
  a[n - 2] = 0;
  for (int i = n - 3; i >= 0; i--) a[i] = a[a[i]] + 1;
  int available = 1, at = n - 2;
  for (int depth = 0; available > 0; depth++) {
    int used = 0;
    while (at >= 0 && (int)a[at] == depth) used++, at--;
    counts[depth < limit ? depth : limit] += available - used;
    available = 2 * used;
  }
  uint32_t total = 0;
  for (int l = 1; l <= limit; l++) total += (uint32_t)counts[l] << (limit - l);
  while (total > 1u << limit) {
    int l = limit - 1;
    while (!counts[l]) l--;
    counts[l]--;
    counts[l + 1] += 2;
    counts[limit]--;
    total--;
  }
  for (int i = 0, l = limit; i < n; i++) {
    while (!counts[l]) l--;
    counts[l]--;
    lengths[sorted[i].symbol] = (uint8_t)l;
  }
}

// Canonical codes with their bits reversed, as deflate writes them.
static void codes(const uint8_t *lengths, int count, uint16_t *out) {
  uint16_t next[17] = {0};
  uint16_t counts[17] = {0};
  for (int i = 0; i < count; i++) counts[lengths[i]]++;
  counts[0] = 0;
  for (int l = 1; l < 16; l++) next[l + 1] = (uint16_t)((next[l] + counts[l]) << 1);
  for (int i = 0; i < count; i++) {
    unsigned code = next[lengths[i]]++, reversed = 0;
    for (int b = 0; b < lengths[i]; b++) reversed |= (code >> b & 1) << (lengths[i] - 1 - b);
    out[i] = (uint16_t)reversed;
  }
}

// MARK: symbols of lengths and distances

static inline int high_bit(uint32_t v) { return 31 - __builtin_clz(v); }

static inline int length_symbol(unsigned length, unsigned *extra, unsigned *value) {
  unsigned v = length - 3;
  *extra = 0;
  *value = 0;
  if (length == 258) return 285;
  if (v < 8) return 257 + (int)v;
  int e = high_bit(v) - 2;
  *extra = (unsigned)e;
  *value = v & ((1u << e) - 1);
  return 257 + 4 * e + (int)(v >> e);
}

static inline int distance_symbol(unsigned distance, unsigned *extra, unsigned *value) {
  unsigned v = distance - 1;
  *extra = 0;
  *value = 0;
  if (v < 4) return (int)v;
  int e = high_bit(v) - 1;
  *extra = (unsigned)e;
  *value = v & ((1u << e) - 1);
  return 2 * e + (int)(v >> e);
}

// MARK: matches

static inline uint32_t load32(const uint8_t *p) {
  uint32_t v;
  memcpy(&v, p, 4);
  return v;
}

static inline uint64_t load64(const uint8_t *p) {
  uint64_t v;
  memcpy(&v, p, 8);
  return v;
}

static inline uint32_t hash(uint32_t v) { return v * 2654435761u >> (32 - HASH_BITS); }

static inline unsigned match_length(const uint8_t *a, const uint8_t *b, unsigned most) {
  unsigned n = 0;
  while (n + 8 <= most) {
    uint64_t x = load64(a + n) ^ load64(b + n);
    if (x) return n + (unsigned)(__builtin_ctzll(x) >> 3);
    n += 8;
  }
  while (n < most && a[n] == b[n]) n++;
  return n;
}

// Fills the sequences of the next `size` bytes; what is left after the last match are literals of a sequence without length.
static void find(llua_deflate *d, uint32_t size) {
  const uint8_t *start = d->buffer + d->window, *p = start, *end = start + size, *literal = start;
  sequence *s = d->sequences;
  uint32_t misses = 0;
  while (p + 8 < end) {
    uint32_t v = load32(p), h = hash(v), position = d->base + (uint32_t)(p - start), from = d->heads[h];
    d->heads[h] = position;
    uint32_t distance = position - from;
    if (distance - 1 < WINDOW - 1) {
      const uint8_t *q = p - distance;
      if (load32(q) == v) {
        unsigned most = end - p < 258 ? (unsigned)(end - p) : 258;
        unsigned length = 4 + match_length(p + 4, q + 4, most - 4);
        // A short match far away costs more than its literals.
        if (length > 5 || distance < 512) {
          while (p > literal && q > d->buffer && p[-1] == q[-1] && length < 258) p--, q--, length++;
          *s++ = (sequence){(uint32_t)(p - literal), (uint16_t)length, (uint16_t)distance};
          p += length;
          literal = p;
          misses = 0;
          if (p + 8 < end) d->heads[hash(load32(p - 2))] = d->base + (uint32_t)(p - 2 - start);
          continue;
        }
      }
    }
    // Where nothing repeats, look at fewer and fewer places.
    p += 1 + (misses++ >> 5);
    if (misses > 32 * 16) misses = 32 * 16;
  }
  *s++ = (sequence){(uint32_t)(end - literal), 0, 0};
  d->sequence_count = (uint32_t)(s - d->sequences);
}

// MARK: blocks

static void write_stored(llua_deflate *d, const uint8_t *p, uint32_t size, int is_last) {
  do {
    uint32_t n = size < 65535 ? size : 65535;
    size -= n;
    add(d, is_last && !size, 1);
    add(d, 0, 2);
    flush(d);
    if (d->bit_count) {
      *d->out++ = (uint8_t)d->bits;
      d->bits = d->bit_count = 0;
    }
    uint8_t head[4] = {(uint8_t)n, (uint8_t)(n >> 8), (uint8_t)~n, (uint8_t)(~n >> 8)};
    memcpy(d->out, head, 4);
    memcpy(d->out + 4, p, n);
    d->out += 4 + n;
    p += n;
  } while (size);
}

static const uint8_t length_code_order[LENGTH_CODES] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

static void write_block(llua_deflate *d, uint32_t size, int is_last) {
  const uint8_t *start = d->buffer + d->window;
  // Four tables, so that equal neighbours do not wait for each other.
  uint32_t counted[4][256] = {{0}}, literals[LITERALS] = {0}, distances[DISTANCES] = {0};
  uint64_t cost = 0;
  const uint8_t *p = start;
  for (uint32_t i = 0; i < d->sequence_count; i++) {
    const sequence s = d->sequences[i];
    uint32_t k = 0;
    for (; k + 4 <= s.literals; k += 4) {
      counted[0][p[k]]++;
      counted[1][p[k + 1]]++;
      counted[2][p[k + 2]]++;
      counted[3][p[k + 3]]++;
    }
    for (; k < s.literals; k++) counted[0][p[k]]++;
    p += s.literals + s.length;
    if (!s.length) continue;
    unsigned extra, value;
    literals[length_symbol(s.length, &extra, &value)]++;
    cost += extra;
    distances[distance_symbol(s.distance, &extra, &value)]++;
    cost += extra;
  }
  for (int i = 0; i < 256; i++) literals[i] = counted[0][i] + counted[1][i] + counted[2][i] + counted[3][i];
  literals[256] = 1;

  // The two sets of lengths follow each other, and runs in them have codes of their own.
  uint8_t lengths[LITERALS + DISTANCES], distance_lengths[DISTANCES];
  code_lengths(literals, LITERALS, LITERAL_LIMIT, lengths);
  code_lengths(distances, DISTANCES, DISTANCE_LIMIT, distance_lengths);
  uint16_t literal_codes[LITERALS], distance_codes[DISTANCES];
  codes(lengths, LITERALS, literal_codes);
  codes(distance_lengths, DISTANCES, distance_codes);
  for (int i = 0; i < LITERALS; i++) cost += (uint64_t)literals[i] * lengths[i];
  for (int i = 0; i < DISTANCES; i++) cost += (uint64_t)distances[i] * distance_lengths[i];
  int literal_count = LITERALS, distance_count = DISTANCES;
  while (literal_count > 257 && !lengths[literal_count - 1]) literal_count--;
  while (distance_count > 1 && !distance_lengths[distance_count - 1]) distance_count--;
  uint8_t all[LITERALS + DISTANCES];
  memcpy(all, lengths, (size_t)literal_count);
  memcpy(all + literal_count, distance_lengths, (size_t)distance_count);
  int count = literal_count + distance_count, run_count = 0;
  struct {
    uint8_t symbol, extra, value;
  } runs[LITERALS + DISTANCES];
  uint32_t run_frequencies[LENGTH_CODES] = {0};
  for (int i = 0; i < count;) {
    int n = 1;
    while (i + n < count && all[i + n] == all[i]) n++;
    uint8_t symbol = all[i], extra = 0, value = 0;
    if (symbol == 0 && n >= 11) {
      n = n < 138 ? n : 138;
      symbol = 18, extra = 7, value = (uint8_t)(n - 11);
    } else if (symbol == 0 && n >= 3) {
      symbol = 17, extra = 3, value = (uint8_t)(n - 3);
    } else if (i > 0 && all[i] == all[i - 1] && n >= 3) {
      n = n < 6 ? n : 6;
      symbol = 16, extra = 2, value = (uint8_t)(n - 3);
    } else {
      n = 1;
    }
    runs[run_count].symbol = symbol;
    runs[run_count].extra = extra;
    runs[run_count++].value = value;
    run_frequencies[symbol]++;
    i += n;
  }
  uint8_t run_lengths[LENGTH_CODES];
  uint16_t run_codes[LENGTH_CODES];
  code_lengths(run_frequencies, LENGTH_CODES, 7, run_lengths);
  codes(run_lengths, LENGTH_CODES, run_codes);
  int order_count = LENGTH_CODES;
  while (order_count > 4 && !run_lengths[length_code_order[order_count - 1]]) order_count--;
  cost += 14 + 3 + 3 * (unsigned)order_count;
  for (int i = 0; i < run_count; i++) cost += run_lengths[runs[i].symbol] + runs[i].extra;

  if (cost > (uint64_t)size * 8 + 40 * (size / 65535 + 1)) {
    write_stored(d, start, size, is_last);
    return;
  }
  add(d, (uint64_t)is_last | 2 << 1, 3);
  add(d, (uint64_t)(literal_count - 257) | (uint64_t)(distance_count - 1) << 5 | (uint64_t)(order_count - 4) << 10, 14);
  flush(d);
  for (int i = 0; i < order_count; i++) {
    add(d, run_lengths[length_code_order[i]], 3);
    flush(d);
  }
  for (int i = 0; i < run_count; i++) {
    add(d, run_codes[runs[i].symbol], run_lengths[runs[i].symbol]);
    add(d, runs[i].value, runs[i].extra);
    flush(d);
  }

  uint32_t both[256];  // code and length in one load
  for (int i = 0; i < 256; i++) both[i] = (uint32_t)literal_codes[i] << 8 | lengths[i];
  uint64_t bits = d->bits;
  unsigned bit_count = d->bit_count;
  uint8_t *out = d->out;
  p = start;
#define ADD(value, n) (bits |= (uint64_t)(value) << bit_count, bit_count += (n))
#define FLUSH() (memcpy(out, &bits, 8), out += bit_count >> 3, bits >>= bit_count & ~7u, bit_count &= 7)
  for (uint32_t i = 0; i < d->sequence_count; i++) {
    const sequence s = d->sequences[i];
    uint32_t k = 0;
    for (; k + 4 <= s.literals; k += 4) {
      uint32_t a = both[p[k]], b = both[p[k + 1]], c = both[p[k + 2]], e = both[p[k + 3]];
      ADD(a >> 8, a & 255);
      ADD(b >> 8, b & 255);
      ADD(c >> 8, c & 255);
      ADD(e >> 8, e & 255);
      FLUSH();
    }
    for (; k < s.literals; k++) {
      uint32_t a = both[p[k]];
      ADD(a >> 8, a & 255);
      FLUSH();
    }
    p += s.literals + s.length;
    if (!s.length) continue;
    unsigned extra, value;
    int symbol = length_symbol(s.length, &extra, &value);
    ADD(literal_codes[symbol], lengths[symbol]);
    ADD(value, extra);
    symbol = distance_symbol(s.distance, &extra, &value);
    ADD(distance_codes[symbol], distance_lengths[symbol]);
    ADD(value, extra);
    FLUSH();
  }
  d->bits = bits;
  d->bit_count = bit_count;
  d->out = out;
  add(d, literal_codes[256], lengths[256]);
  flush(d);
}

static void compress(llua_deflate *d, int is_last) {
  uint32_t size = d->pending;
  d->adler = libdeflate_adler32(d->adler, d->buffer + d->window, size);
  find(d, size);
  write_block(d, size, is_last);
  // The last 32 KB stay in front of what comes next.
  uint32_t end = d->window + size, keep = end < WINDOW ? end : WINDOW;
  memmove(d->buffer, d->buffer + end - keep, keep);
  d->window = keep;
  d->base += size;
  d->pending = 0;
}

uint8_t *llua_deflate_room(llua_deflate *d, size_t size) {
  if (d->pending && d->pending + size > BLOCK) compress(d, 0);
  return d->buffer + d->window + d->pending;
}

void llua_deflate_put(llua_deflate *d, size_t size) { d->pending += (uint32_t)size; }

size_t llua_deflate_finish(llua_deflate *d) {
  compress(d, 1);
  while (d->bit_count) {
    *d->out++ = (uint8_t)d->bits;
    d->bits >>= 8;
    d->bit_count -= d->bit_count < 8 ? d->bit_count : 8;
  }
  uint8_t adler[4] = {(uint8_t)(d->adler >> 24), (uint8_t)(d->adler >> 16), (uint8_t)(d->adler >> 8), (uint8_t)d->adler};
  memcpy(d->out, adler, 4);
  size_t size = (size_t)(d->out + 4 - d->start);
  free(d);
  return size;
}
