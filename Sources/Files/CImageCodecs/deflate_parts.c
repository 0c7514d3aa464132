// SPDX-License-Identifier: MIT
#include "CImageCodecs.h"

#include <string.h>

// Walks through the symbols of a deflate stream (RFC 1951) without decompressing it. To find the last block, all
// symbols before its end must be parsed.

// Codes of up to INDEX_BITS bits are found by one table lookup; longer ones are rare.
enum { INDEX_BITS = 11, INDEX_SIZE = 1 << INDEX_BITS, LONGEST = 15, MOST_SYMBOLS = 288 };

typedef struct {
  const uint8_t *bytes;
  size_t size;
  // The next byte to read, and the bit buffer, next bit lowest.
  size_t next;
  uint64_t bits;
  unsigned count;
} reader;

// Table entries: the two highest bits are the kind of symbol; the rest is the number of bits consumed, extra bits
// included.
enum { LITERAL = 0, PAIR = 1 << 14, END = 2 << 14, OTHER = 3 << 14, KIND = 3 << 14, TAKES = 63 };

typedef struct {
  // Lookup table by the next bits of the stream; OTHER for a longer or invalid code.
  uint16_t index[INDEX_SIZE];
  // For each code length: the first code, the number of codes, and the offset of their symbols.
  uint16_t first[LONGEST + 1], number[LONGEST + 1], offset[LONGEST + 1], symbols[MOST_SYMBOLS];
} codes;

static void refill(reader *r) {
  if (r->next + 8 <= r->size) {
    uint64_t v;
    memcpy(&v, r->bytes + r->next, 8);
    r->bits |= v << r->count;
    r->next += (63 - r->count) >> 3;
    r->count |= 56;
    return;
  }
  while (r->count <= 56 && r->next < r->size) {
    r->bits |= (uint64_t)r->bytes[r->next++] << r->count;
    r->count += 8;
  }
}

static int take(reader *r, unsigned count, unsigned *value) {
  if (r->count < count) refill(r);
  if (r->count < count) return 0;
  *value = (unsigned)(r->bits & ((1u << count) - 1));
  r->bits >>= count;
  r->count -= count;
  return 1;
}

static size_t place(const reader *r) { return r->next * 8 - r->count; }

static unsigned reversed(unsigned code, unsigned length) {
  unsigned out = 0;
  for (unsigned i = 0; i < length; i++) out |= (code >> i & 1) << (length - 1 - i);
  return out;
}

static const uint8_t length_bits[29] = {
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};

// Returns the table entry of a literal/length symbol or of a distance symbol; 0 for an invalid one.
static unsigned entry(unsigned symbol, unsigned length, int is_distance) {
  if (is_distance) return symbol < 30 ? LITERAL | (length + (symbol < 4 ? 0 : symbol / 2 - 1)) : 0;
  if (symbol < 256) return LITERAL | length;
  if (symbol == 256) return END | length;
  return symbol < 286 ? PAIR | (length + length_bits[symbol - 257]) : 0;
}

// Makes the canonical Huffman code for the given lengths. Returns 0 if it is oversubscribed.
static int make_codes(codes *c, const uint8_t *lengths, unsigned count, int is_distance) {
  memset(c->number, 0, sizeof c->number);
  for (unsigned i = 0; i < count; i++) c->number[lengths[i]]++;
  c->number[0] = 0;
  unsigned code = 0, offset = 0;
  for (unsigned n = 1; n <= LONGEST; n++) {
    code = (code + c->number[n - 1]) << 1;
    if (code + c->number[n] > 1u << n) return 0;
    c->first[n] = (uint16_t)code;
    c->offset[n] = (uint16_t)offset;
    offset += c->number[n];
  }
  uint16_t next[LONGEST + 1];
  memcpy(next, c->first, sizeof next);
  for (unsigned i = 0; i < INDEX_SIZE; i++) c->index[i] = OTHER;
  uint8_t code_length[INDEX_SIZE] = {0};
  for (unsigned i = 0; i < count; i++) {
    unsigned n = lengths[i];
    if (!n) continue;
    unsigned code = next[n]++;
    c->symbols[c->offset[n] + code - c->first[n]] = (uint16_t)i;
    unsigned e = entry(i, n, is_distance);
    if (n > INDEX_BITS || !e) continue;
    for (unsigned at = reversed(code, n); at < INDEX_SIZE; at += 1u << n) {
      c->index[at] = (uint16_t)e;
      code_length[at] = (uint8_t)n;
    }
  }
  if (is_distance) return 1;
  // Merges consecutive literals, with the code after them, into one entry.
  uint16_t joined[INDEX_SIZE];
  for (unsigned i = 0; i < INDEX_SIZE; i++) {
    unsigned e = c->index[i], used = code_length[i];
    while (used && (e & KIND) == LITERAL && used < INDEX_BITS) {
      unsigned after = c->index[i >> used], n = code_length[i >> used];
      if (!n || used + n > INDEX_BITS) break;
      e = (after & KIND) | ((e & TAKES) + (after & TAKES));
      used += n;
    }
    joined[i] = (uint16_t)e;
  }
  memcpy(c->index, joined, sizeof joined);
  return 1;
}

// Decodes the next code bit by bit; returns 0 if it is invalid.
static unsigned long_entry(const codes *c, uint64_t bits, int is_distance) {
  unsigned code = 0;
  for (unsigned n = 1; n <= LONGEST; n++) {
    code = code << 1 | (bits >> (n - 1) & 1);
    if (code < (unsigned)c->first[n] + c->number[n])
      return code < c->first[n] ? 0 : entry(c->symbols[c->offset[n] + code - c->first[n]], n, is_distance);
  }
  return 0;
}

// Skips the symbols of a block, including its end.
static int pass_symbols(reader *r, const codes *literals, const codes *distances) {
  for (;;) {
    // A literal/length takes at most 20 bits and a distance 28, extra bits included.
    if (r->count < 48) refill(r);
    unsigned e = literals->index[r->bits & (INDEX_SIZE - 1)];
    if ((e & KIND) == OTHER && !(e = long_entry(literals, r->bits, 0))) return 0;
    unsigned n = e & TAKES;
    if (n > r->count) return 0;
    r->bits >>= n;
    r->count -= n;
    if ((e & KIND) == LITERAL) continue;
    if ((e & KIND) == END) return 1;
    e = distances->index[r->bits & (INDEX_SIZE - 1)];
    if ((e & KIND) == OTHER && !(e = long_entry(distances, r->bits, 1))) return 0;
    n = e & TAKES;
    if (n > r->count) return 0;
    r->bits >>= n;
    r->count -= n;
  }
}

static int read_codes(reader *r, codes *literals, codes *distances) {
  static const uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
  uint8_t lengths[MOST_SYMBOLS + 32] = {0};
  unsigned literal_count, distance_count, count, v;
  if (!take(r, 5, &literal_count) || !take(r, 5, &distance_count) || !take(r, 4, &count)) return 0;
  literal_count += 257;
  distance_count += 1;
  if (literal_count > 286) return 0;
  for (unsigned i = 0; i < count + 4; i++) {
    if (!take(r, 3, &v)) return 0;
    lengths[order[i]] = (uint8_t)v;
  }
  // The code length code has 19 symbols, none with extra bits here.
  if (!make_codes(literals, lengths, 19, 1)) return 0;
  memset(lengths, 0, sizeof lengths);
  for (unsigned i = 0; i < literal_count + distance_count;) {
    if (r->count < 32) refill(r);
    unsigned code = 0, n = 0, symbol = 0;
    while (++n <= 7) {
      code = code << 1 | (r->bits >> (n - 1) & 1);
      if (code >= literals->first[n] && code < (unsigned)literals->first[n] + literals->number[n]) break;
    }
    if (n > 7 || n > r->count) return 0;
    symbol = literals->symbols[literals->offset[n] + code - literals->first[n]];
    r->bits >>= n;
    r->count -= n;
    if (symbol < 16) {
      lengths[i++] = (uint8_t)symbol;
      continue;
    }
    static const uint8_t extra[3] = {2, 3, 7}, least[3] = {3, 3, 11};
    if (!take(r, extra[symbol - 16], &v)) return 0;
    unsigned repeats = v + least[symbol - 16];
    if (i + repeats > literal_count + distance_count || (symbol == 16 && i == 0)) return 0;
    uint8_t repeated = symbol == 16 ? lengths[i - 1] : 0;
    while (repeats--) lengths[i++] = repeated;
  }
  return make_codes(literals, lengths, literal_count, 0) &&
      make_codes(distances, lengths + literal_count, distance_count, 1);
}

static void fixed_codes(codes *literals, codes *distances) {
  uint8_t lengths[MOST_SYMBOLS];
  memset(lengths, 8, 144);
  memset(lengths + 144, 9, 112);
  memset(lengths + 256, 7, 24);
  memset(lengths + 280, 8, 8);
  make_codes(literals, lengths, 288, 0);
  memset(lengths, 5, 32);
  make_codes(distances, lengths, 32, 1);
}

int llua_deflate_last_block(const uint8_t *bytes, size_t size, size_t *start, size_t *end) {
  reader r = {.bytes = bytes, .size = size};
  codes literals, distances;
  for (;;) {
    unsigned is_last, kind;
    *start = place(&r);
    if (!take(&r, 1, &is_last) || !take(&r, 2, &kind)) return 0;
    switch (kind) {
      case 0: {
        size_t at = (place(&r) + 7) / 8;
        if (at + 4 > size) return 0;
        size_t length = bytes[at] | (size_t)bytes[at + 1] << 8;
        if ((length ^ (bytes[at + 2] | (size_t)bytes[at + 3] << 8)) != 0xFFFF || at + 4 + length > size) return 0;
        r.next = at + 4 + length;
        r.bits = 0;
        r.count = 0;
        break;
      }
      case 1:
        fixed_codes(&literals, &distances);
        if (!pass_symbols(&r, &literals, &distances)) return 0;
        break;
      case 2:
        if (!read_codes(&r, &literals, &distances) || !pass_symbols(&r, &literals, &distances)) return 0;
        break;
      default: return 0;
    }
    if (is_last) break;
  }
  *end = place(&r);
  return 1;
}

size_t llua_deflate_continue(uint8_t *bytes, size_t size) {
  size_t start, end;
  if (!llua_deflate_last_block(bytes, size, &start, &end)) return 0;
  bytes[start / 8] &= (uint8_t) ~(1u << start % 8);
  size_t last = end / 8;
  if (end % 8) {
    bytes[last] &= (uint8_t)((1u << end % 8) - 1);
  } else {
    bytes[last] = 0;
  }
  // The three header bits of an empty stored block, padding to a byte, and its length fields.
  size_t at = (end + 3 + 7) / 8;
  if (at > last + 1) bytes[last + 1] = 0;
  memcpy(bytes + at, "\0\0\xFF\xFF", 4);
  return at + 4;
}
