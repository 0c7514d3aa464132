// SPDX-License-Identifier: MIT
#include "CImageCodecs.h"
#include "internal.h"
#include "libraries.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

// JPEG by libjpeg-turbo, loaded on first use.

#define FUNCTIONS(F) \
  F(jpeg_std_error) \
  F(jpeg_CreateDecompress) \
  F(jpeg_resync_to_restart) \
  F(jpeg_read_header) \
  F(jpeg_has_multiple_scans) \
  F(jpeg_start_decompress) \
  F(jpeg_read_scanlines) \
  F(jpeg_finish_decompress) \
  F(jpeg_destroy_decompress) \
  F(jpeg_CreateCompress) \
  F(jpeg_set_defaults) \
  F(jpeg_set_quality) \
  F(jpeg_start_compress) \
  F(jpeg_write_scanlines) \
  F(jpeg_finish_compress) \
  F(jpeg_destroy_compress)

static struct { FUNCTIONS(LLUA_TYPED_POINTER) } turbo;
static int loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  static const char *const names[] = {FUNCTIONS(LLUA_QUOTED) NULL};
  loaded = llua_codec_library(LLUA_JPEG, names, (void **)&turbo);
}

static int is_there(void) {
  pthread_once(&once, load);
  return loaded;
}

typedef struct {
  struct jpeg_error_mgr base;
  jmp_buf jump;
  char *message;
  int status;
} errors;

static void fail(j_common_ptr info) {
  errors *e = (errors *)info->err;
  char text[JMSG_LENGTH_MAX];
  info->err->format_message(info, text);
  // A limit of this file has said its own words.
  if (e->status != LLUA_LIMIT) llua_say(e->message, text);
  if (e->status == LLUA_OK) e->status = info->err->msg_code == JERR_OUT_OF_MEMORY ? LLUA_MEMORY : LLUA_DAMAGED;
  longjmp(e->jump, 1);
}

static void judge(j_common_ptr info, int level) {
  if (level >= 0) return;
  switch (info->err->msg_code) {
    // Warnings for pixels missing in the file, which the decoder would fill with grey.
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_ARITH_BAD_CODE:
    case JWRN_JPEG_EOF:
    case JWRN_MUST_RESYNC: fail(info);
  }
}

static void silent(j_common_ptr info) { (void)info; }

static void prepare(errors *e, char *message) {
  turbo.jpeg_std_error(&e->base);
  e->base.error_exit = fail;
  e->base.emit_message = judge;
  e->base.output_message = silent;
  e->message = message;
  e->status = LLUA_OK;
}

struct llua_jpeg {
  struct jpeg_decompress_struct info;
  errors errors;
  struct jpeg_source_mgr source;
  struct jpeg_progress_mgr progress;
  uint8_t *row;
};

static void start(j_decompress_ptr info) { (void)info; }

static boolean refill(j_decompress_ptr info) {
  errors *e = (errors *)info->err;
  e->status = LLUA_TRUNCATED;
  ERREXIT(info, JERR_INPUT_EMPTY);
  return FALSE;
}

static void skip(j_decompress_ptr info, long count) {
  if (count <= 0) return;
  if ((size_t)count > info->src->bytes_in_buffer) refill(info);
  info->src->next_input_byte += count;
  info->src->bytes_in_buffer -= (size_t)count;
}

// Limits the number of scans: a progressive file may have any number, and each costs a pass over all pixels.
static void limit_scans(j_common_ptr info) {
  if (info->is_decompressor && ((j_decompress_ptr)info)->input_scan_number > 100) {
    errors *e = (errors *)info->err;
    e->status = LLUA_LIMIT;
    llua_say(e->message, "it has more than 100 scans; export it again with fewer, or as a baseline JPEG");
    ERREXIT(info, JERR_INPUT_EMPTY);
  }
}

llua_jpeg *llua_jpeg_open(const uint8_t *bytes, size_t size, llua_jpeg_header *header, int *status, char *message) {
  memset(header, 0, sizeof *header);
  message[0] = 0;
  *status = LLUA_NO_LIBRARY;
  if (!is_there()) return NULL;
  *status = LLUA_MEMORY;
  llua_jpeg *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  prepare(&self->errors, message);
  self->info.err = &self->errors.base;
  if (setjmp(self->errors.jump)) {
    *status = self->errors.status;
    llua_jpeg_close(self);
    return NULL;
  }
  turbo.jpeg_CreateDecompress(&self->info, JPEG_LIB_VERSION, sizeof self->info);
  self->source = (struct jpeg_source_mgr){.next_input_byte = bytes,
      .bytes_in_buffer = size,
      .init_source = start,
      .fill_input_buffer = refill,
      .skip_input_data = skip,
      .resync_to_restart = turbo.jpeg_resync_to_restart,
      .term_source = start};
  self->info.src = &self->source;
  self->progress.progress_monitor = limit_scans;
  self->info.progress = &self->progress;
  turbo.jpeg_read_header(&self->info, TRUE);
  header->width = self->info.image_width;
  header->height = self->info.image_height;
  header->components = self->info.num_components;
  header->is_progressive = turbo.jpeg_has_multiple_scans(&self->info);
  header->is_inks = self->info.jpeg_color_space == JCS_CMYK || self->info.jpeg_color_space == JCS_YCCK;
  *status = LLUA_OK;
  return self;
}

int llua_jpeg_read(llua_jpeg *self, uint8_t *rgba, size_t stride, int inks, char *message) {
  struct jpeg_decompress_struct *info = &self->info;
  self->errors.message = message;
  message[0] = 0;
  if (setjmp(self->errors.jump)) return self->errors.status;
  int four = info->jpeg_color_space == JCS_CMYK || info->jpeg_color_space == JCS_YCCK;
  info->out_color_space = four ? JCS_CMYK : JCS_EXT_RGBA;
  info->dct_method = JDCT_ISLOW;
  turbo.jpeg_start_decompress(info);
  if (info->output_components != 4) {
    llua_say(message, "colours of an unknown kind");
    return LLUA_UNSUPPORTED;
  }
  while (info->output_scanline < info->output_height) {
    uint8_t *row = rgba + (size_t)info->output_scanline * stride;
    turbo.jpeg_read_scanlines(info, &row, 1);
    if (!four || inks) continue;
    // 255 means no ink, as Adobe writes it; browsers read files without Adobe's marker in the same way.
    for (uint32_t x = 0; x < info->output_width; x++, row += 4) {
      uint32_t k = row[3];
      for (int c = 0; c < 3; c++) row[c] = (uint8_t)((row[c] * k + 127) / 255);
      row[3] = 255;
    }
  }
  turbo.jpeg_finish_decompress(info);
  return LLUA_OK;
}

void llua_jpeg_close(llua_jpeg *self) {
  if (!self) return;
  turbo.jpeg_destroy_decompress(&self->info);
  free(self);
}

struct llua_jpeg_writer {
  struct jpeg_compress_struct info;
  errors errors;
  struct jpeg_destination_mgr destination;
  uint8_t *row;
  // Output buffer: the bytes since the last call.
  uint8_t *out;
  size_t room;
};

// Doubles the output buffer; the bytes stay in it until the function returns.
static boolean extend(j_compress_ptr info) {
  llua_jpeg_writer *self = (llua_jpeg_writer *)info;
  uint8_t *larger = realloc(self->out, self->room * 2);
  if (!larger) {
    self->errors.status = LLUA_MEMORY;
    ERREXIT(info, JERR_OUT_OF_MEMORY);
  }
  self->out = larger;
  self->destination.next_output_byte = larger + self->room;
  self->destination.free_in_buffer = self->room;
  self->room *= 2;
  return TRUE;
}

static void leave(j_compress_ptr info) { (void)info; }

static void begin_bytes(llua_jpeg_writer *self) {
  self->destination.next_output_byte = self->out;
  self->destination.free_in_buffer = self->room;
}

static int end_bytes(llua_jpeg_writer *self, const uint8_t **bytes, size_t *size) {
  *bytes = self->out;
  *size = self->room - self->destination.free_in_buffer;
  return LLUA_OK;
}

llua_jpeg_writer *llua_jpeg_writer_open(
    uint32_t width, uint32_t height, int quality, int density, int *status, char *message) {
  message[0] = 0;
  *status = LLUA_LIMIT;
  if (width > JPEG_MAX_DIMENSION || height > JPEG_MAX_DIMENSION) {
    llua_say(message, "a side is longer than 65500 pixels");
    return NULL;
  }
  *status = LLUA_NO_LIBRARY;
  if (!is_there()) return NULL;
  *status = LLUA_MEMORY;
  llua_jpeg_writer *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  prepare(&self->errors, message);
  self->info.err = &self->errors.base;
  if (setjmp(self->errors.jump)) {
    *status = self->errors.status;
    llua_jpeg_writer_close(self);
    return NULL;
  }
  struct jpeg_compress_struct *info = &self->info;
  turbo.jpeg_CreateCompress(info, JPEG_LIB_VERSION, sizeof *info);
  self->room = 1 << 16;
  self->out = malloc(self->room);
  self->row = malloc((size_t)width * 3);
  if (!self->row || !self->out) {
    llua_jpeg_writer_close(self);
    return NULL;
  }
  self->destination = (struct jpeg_destination_mgr){
      .init_destination = leave, .empty_output_buffer = extend, .term_destination = leave};
  info->dest = &self->destination;
  begin_bytes(self);
  info->image_width = width;
  info->image_height = height;
  info->input_components = 3;
  info->in_color_space = JCS_RGB;
  turbo.jpeg_set_defaults(info);
  turbo.jpeg_set_quality(info, quality, TRUE);
  // From quality 90 on, no chroma subsampling: it would be the largest remaining error.
  if (quality >= 90)
    for (int c = 0; c < info->num_components; c++)
      info->comp_info[c].h_samp_factor = info->comp_info[c].v_samp_factor = 1;
  if (density > 0 && density < 65536) {
    info->density_unit = 1;
    info->X_density = info->Y_density = (UINT16)density;
  }
  info->dct_method = JDCT_ISLOW;
  turbo.jpeg_start_compress(info, TRUE);
  *status = LLUA_OK;
  return self;
}

int llua_jpeg_writer_rows(
    llua_jpeg_writer *self, const uint32_t *pixels, uint32_t rows, const uint8_t **bytes, size_t *size, char *message) {
  struct jpeg_compress_struct *info = &self->info;
  message[0] = 0;
  self->errors.message = message;
  if (setjmp(self->errors.jump)) return self->errors.status;
  // The header, written on opening, is returned with the first rows.
  if (info->next_scanline > 0) begin_bytes(self);
  uint32_t width = info->image_width;
  for (uint32_t y = 0; y < rows; y++, pixels += width) {
    for (uint32_t x = 0; x < width; x++) {
      uint32_t p = pixels[x];
      for (int c = 0; c < 3; c++) self->row[3 * x + c] = (uint8_t)(p >> 8 * c);
    }
    turbo.jpeg_write_scanlines(info, &self->row, 1);
  }
  return end_bytes(self, bytes, size);
}

int llua_jpeg_writer_end(llua_jpeg_writer *self, const uint8_t **bytes, size_t *size, char *message) {
  message[0] = 0;
  self->errors.message = message;
  if (setjmp(self->errors.jump)) return self->errors.status;
  begin_bytes(self);
  turbo.jpeg_finish_compress(&self->info);
  return end_bytes(self, bytes, size);
}

void llua_jpeg_writer_close(llua_jpeg_writer *self) {
  if (!self) return;
  turbo.jpeg_destroy_compress(&self->info);
  free(self->row);
  free(self->out);
  free(self);
}
