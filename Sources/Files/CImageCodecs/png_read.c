// SPDX-License-Identifier: MIT
#include "CImageCodecs.h"
#include "internal.h"

#include <libdeflate.h>
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

struct llua_png {
  png_structp png;
  png_infop info;
  const uint8_t *bytes;
  size_t size, position;
  int status;
  // True once all pixels have been read.
  int has_rows;
  // True if the file ends too early, but after all pixels.
  int is_short;
  // The length of the current chunk.
  uint32_t length;
  char *message;
  jmp_buf jump;
};

static void fail(png_structp png, png_const_charp text) {
  llua_png *self = png_get_error_ptr(png);
  if (self->status == LLUA_OK) self->status = LLUA_DAMAGED;
  llua_say(self->message, text);
  longjmp(self->jump, 1);
}

static void ignore(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

// True if the data being read comes after the pixels and does not affect them: a chunk header, IEND or an ancillary
// chunk.
static int is_tail(llua_png *self) {
  if (!self->has_rows) return 0;
  if (png_get_io_state(self->png) & PNG_IO_CHUNK_HDR) return 1;
  png_uint_32 type = png_get_io_chunk_type(self->png), end = 0x49454E44;
  return type == end ? self->length == 0 : type >> 29 & 1;
}

static void take(png_structp png, png_bytep out, size_t count) {
  llua_png *self = png_get_io_ptr(png);
  if (count > self->size - self->position) {
    self->is_short = is_tail(self);
    self->status = LLUA_TRUNCATED;
    png_error(png, "the file ends");
  }
  memcpy(out, self->bytes + self->position, count);
  self->position += count;
  if (count == 8 && png_get_io_state(png) & PNG_IO_CHUNK_HDR) self->length = png_get_uint_32(out);
}

llua_png *llua_png_open(const uint8_t *bytes, size_t size, llua_png_header *header, int *status, char *message) {
  memset(header, 0, sizeof *header);
  message[0] = 0;
  llua_png *self = calloc(1, sizeof *self);
  *status = LLUA_MEMORY;
  if (!self) return NULL;
  self->bytes = bytes;
  self->size = size;
  self->message = message;
  if (setjmp(self->jump)) {
    *status = self->status;
    llua_png_close(self);
    return NULL;
  }
  self->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, self, fail, ignore);
  if (self->png) self->info = png_create_info_struct(self->png);
  if (!self->info) {
    llua_png_close(self);
    return NULL;
  }
  png_structp png = self->png;
  png_infop info = self->info;
  png_set_read_fn(png, self, take);
  png_set_user_limits(png, 0x7FFFFFFF, 0x7FFFFFFF);  // the caller reports a size that is too large
  png_set_chunk_malloc_max(png, 8 << 20);
  png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_WARN_DISCARD);
  // Chunks that do not concern pixels are skipped unread, so that they cannot be decompression bombs.
  static const png_byte unread[] = "tEXt\0zTXt\0iTXt\0hIST\0sPLT\0pCAL\0sCAL\0tIME\0oFFs\0eXIf\0bKGD\0sBIT";
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, 0);
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, unread, sizeof unread / 5);
  png_read_info(png, info);

  header->width = png_get_image_width(png, info);
  header->height = png_get_image_height(png, info);
  header->depth = png_get_bit_depth(png, info);
  header->interlaced = png_get_interlace_type(png, info) != PNG_INTERLACE_NONE;
  header->has_alpha = (png_get_color_type(png, info) & PNG_COLOR_MASK_ALPHA) || png_get_valid(png, info, PNG_INFO_tRNS);
  int intent;
  header->is_srgb = png_get_sRGB(png, info, &intent) != 0;
  png_fixed_point gamma;
  if (png_get_gAMA_fixed(png, info, &gamma)) header->gamma = gamma;
  double *c = header->chromaticities;
  header->has_chromaticities = png_get_valid(png, info, PNG_INFO_cHRM) &&
      png_get_cHRM(png, info, c, c + 1, c + 2, c + 3, c + 4, c + 5, c + 6, c + 7);
  png_charp name;
  png_bytep profile;
  png_uint_32 length;
  int method;
  if (png_get_iCCP(png, info, &name, &method, &profile, &length)) {
    header->profile = profile;
    header->profile_size = length;
  }
  *status = LLUA_OK;
  return self;
}

int llua_png_read(llua_png *self, void *rgba, size_t stride, int sixteen, int *has_end, char *message) {
  self->message = message;
  message[0] = 0;
  *has_end = 1;
  if (setjmp(self->jump)) {
    *has_end = !self->is_short;
    return self->is_short ? LLUA_OK : self->status;
  }
  png_structp png = self->png;
  png_set_expand(png);
  png_set_gray_to_rgb(png);
  if (sixteen) {
    png_set_expand_16(png);
    if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) png_set_swap(png);
    png_set_add_alpha(png, 0xFFFF, PNG_FILLER_AFTER);
  } else {
    png_set_scale_16(png);
    png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
  }
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, self->info);
  uint32_t height = png_get_image_height(png, self->info);
  size_t row = png_get_rowbytes(png, self->info);
  if (row != (size_t)png_get_image_width(png, self->info) * (sixteen ? 8 : 4) || row > stride)
    png_error(png, "unexpected row size");
  for (int pass = 0; pass < passes; pass++)
    for (uint32_t y = 0; y < height; y++) png_read_row(png, (png_bytep)rgba + (size_t)y * stride, NULL);
  self->has_rows = 1;
  png_read_end(png, NULL);
  return LLUA_OK;
}

uint32_t llua_png_checksum(const void *bytes, size_t size) { return libdeflate_crc32(0, bytes, size); }

void llua_png_close(llua_png *self) {
  if (!self) return;
  if (self->png) png_destroy_read_struct(&self->png, &self->info, NULL);
  free(self);
}
