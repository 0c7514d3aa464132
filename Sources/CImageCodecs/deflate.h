#pragma once
#include <stddef.h>
#include <stdint.h>

// A zlib stream of filtered picture rows, made for speed: bytes are put in one after the other and compressed block by block while they
// are in the cache. One table entry for each hash, no lazy matching, Huffman codes of each block's own.

typedef struct llua_deflate llua_deflate;

enum { LLUA_DEFLATE_ROW = 4 * 32768 + 1 };  // the most bytes put at once

// Writes to `out`, which must hold llua_deflate_bound of all bytes put. NULL when memory is short.
llua_deflate *llua_deflate_start(uint8_t *out);
size_t llua_deflate_bound(size_t size);
// Room for `size` bytes (at most LLUA_DEFLATE_ROW); they count once llua_deflate_put is called.
uint8_t *llua_deflate_room(llua_deflate *deflate, size_t size);
void llua_deflate_put(llua_deflate *deflate, size_t size);
// Ends the stream and frees the compressor; answers the stream's size.
size_t llua_deflate_finish(llua_deflate *deflate);
