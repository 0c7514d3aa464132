// SPDX-License-Identifier: MIT
#include "CImageCodecs.h"
#include "internal.h"
#include "libraries.h"
#include "webp.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// Frames of animated WebP: the changed rectangle of a picture is encoded as a still image, whose chunks go into the
// film's file.

// The side, in pixels, of the blocks of the previous picture that a lossy frame keeps. The codec stores chroma for
// squares of two pixels, and a transparent block only as its mean.
enum { BLOCK = 8 };

struct llua_webp_film {
  WebPConfig config;
  uint32_t width, height;
  int tolerance;
  // Set on any thread to cancel the film.
  atomic_bool stopped;
};

struct llua_webp_frame {
  WebPConfig config;
  atomic_bool *stopped;  // points into its film
  uint32_t width, height;
  // The unpremultiplied pixels to encode; freed once encoded.
  uint32_t *pixels;
  WebPMemoryWriter file;
};

void llua_webp_film_stop(llua_webp_film *self) { atomic_store(&self->stopped, true); }

static int goes_on(int percent, const WebPPicture *picture) {
  (void)percent;
  return !atomic_load((atomic_bool *)picture->user_data);
}

llua_webp_film *llua_webp_film_open(
    uint32_t width, uint32_t height, float quality, int lossless, int effort, int tolerance) {
  if (!llua_webp_is_there()) return NULL;
  llua_webp_film *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  self->width = width;
  self->height = height;
  self->tolerance = lossless ? 0 : tolerance;
  if (!llua_webp_init_config(&self->config)) {
    llua_webp_film_close(self);
    return NULL;
  }
  if (lossless) {
    llua_webp.WebPConfigLosslessPreset(&self->config, effort);
  } else {
    self->config.quality = quality;
    self->config.method = effort;
  }
  return self;
}

void llua_webp_film_close(llua_webp_film *self) { free(self); }

void llua_webp_frame_close(llua_webp_frame *self) {
  if (!self) return;
  if (self->file.mem) llua_webp.WebPMemoryWriterClear(&self->file);
  free(self->pixels);
  free(self);
}

static inline int is_opaque(uint32_t pixel) { return pixel >= 0xFF000000; }

// Copies the pixels to encode, with unchanged ones transparent. Returns 0 if a changed pixel is translucent, and so
// cannot be drawn over the previous picture, or if all are changed.
static int keep_pixels(const uint32_t *pixels, const uint32_t *shown, size_t stride, llua_rect r, uint32_t *out) {
  size_t kept = 0;
  for (uint32_t y = 0; y < r.height; y++, pixels += stride, shown += stride, out += r.width) {
    for (uint32_t x = 0; x < r.width; x++) {
      int same = pixels[x] == shown[x];
      if (!same && !is_opaque(pixels[x])) return 0;
      kept += (size_t)same;
      out[x] = same ? 0 : pixels[x];
    }
  }
  return kept > 0;
}

static uint32_t mean(const uint32_t *pixels, size_t stride, uint32_t width, uint32_t height) {
  uint32_t sum[3] = {0}, count = width * height;
  for (uint32_t y = 0; y < height; y++)
    for (uint32_t x = 0; x < width; x++)
      for (int k = 0; k < 3; k++) sum[k] += pixels[y * stride + x] >> (8 * k) & 255;
  uint32_t result = 0;
  for (int k = 0; k < 3; k++) result |= (sum[k] + count / 2) / count << (8 * k);
  return result;
}

// Same as `keep_pixels`, in blocks, each kept whole if it is similar to the previous picture. `out` is unpremultiplied:
// kept blocks have a colour.
static int keep_blocks(
    const uint32_t *pixels, const uint32_t *shown, size_t stride, llua_rect r, int tolerance, uint32_t *out) {
  size_t kept = 0;
  for (uint32_t y = 0; y < r.height; y += BLOCK) {
    uint32_t h = r.height - y < BLOCK ? r.height - y : BLOCK;
    for (uint32_t x = 0; x < r.width; x += BLOCK) {
      uint32_t w = r.width - x < BLOCK ? r.width - x : BLOCK;
      const uint32_t *p = pixels + y * stride + x, *s = shown + y * stride + x;
      uint32_t *to = out + (size_t)y * r.width + x;
      int same = 1, opaque = 1;
      for (uint32_t j = 0; j < h; j++) {
        same = same && !llua_pixels_differ(p + j * stride, s + j * stride, w, tolerance);
        for (uint32_t i = 0; i < w; i++) opaque &= is_opaque(p[j * stride + i]);
      }
      if (!same && !opaque) return 0;
      kept += (size_t)same;
      uint32_t color = same ? mean(p, stride, w, h) : 0;
      for (uint32_t j = 0; j < h; j++)
        for (uint32_t i = 0; i < w; i++) to[j * r.width + i] = same ? color : p[j * stride + i];
    }
  }
  return kept > 0;
}

// Updates `shown` with the frame; where blocks were kept, transparent in `kept`, the previous pixels stay.
static void show(
    const llua_webp_film *self, const uint32_t *pixels, uint32_t *shown, llua_rect r, const uint32_t *kept) {
  size_t stride = self->width;
  for (uint32_t y = 0; y < r.height; y++) {
    if (!kept || !self->tolerance) {
      memmove(shown + y * stride, pixels + y * stride, (size_t)r.width * 4);
      continue;
    }
    const uint32_t *drawn = kept + (size_t)y * r.width;
    for (uint32_t x = 0; x < r.width; x++)
      if (is_opaque(drawn[x])) shown[y * stride + x] = pixels[y * stride + x];
  }
}

// Returns the whole length of a chunk, including header and padding; 0 if it does not fit.
static size_t chunk_length(const uint8_t *p, size_t rest) {
  if (rest < 8) return 0;
  size_t size = p[4] | (size_t)p[5] << 8 | (size_t)p[6] << 16 | (size_t)p[7] << 24;
  size_t length = 8 + size + (size & 1);
  return length <= rest ? length : 0;
}

llua_webp_frame *llua_webp_film_take(
    llua_webp_film *self, const uint32_t *pixels, uint32_t *shown, llua_rect rect, int blends, int *blended) {
  llua_webp_frame *frame = calloc(1, sizeof *frame);
  if (!frame || !(frame->pixels = malloc((size_t)rect.width * rect.height * 4))) {
    free(frame);
    return NULL;
  }
  llua_webp.WebPMemoryWriterInit(&frame->file);
  size_t stride = self->width, at = rect.y * stride + rect.x;
  pixels += at;
  shown += at;
  int lossless = self->config.lossless;
  blends = blends &&
      (lossless ? keep_pixels(pixels, shown, stride, rect, frame->pixels)
                : keep_blocks(pixels, shown, stride, rect, self->tolerance, frame->pixels));
  if (!blends)
    for (uint32_t y = 0; y < rect.height; y++)
      llua_unpremultiply(pixels + y * stride, (uint8_t *)frame->pixels + 4 * (size_t)y * rect.width, rect.width);
  show(self, pixels, shown, rect, blends ? frame->pixels : NULL);
  *blended = blends;
  frame->config = self->config;
  // Preserves the colours chosen for the kept, transparent blocks.
  frame->config.exact = blends && !lossless;
  frame->stopped = &self->stopped;
  frame->width = rect.width;
  frame->height = rect.height;
  return frame;
}

int llua_webp_frame_encode(llua_webp_frame *self, const uint8_t **bytes, size_t *size, char *message) {
  message[0] = 0;
  WebPPicture picture;
  if (!llua_webp_init_picture(&picture)) return LLUA_UNSUPPORTED;
  picture.use_argb = self->config.lossless;
  picture.width = (int)self->width;
  picture.height = (int)self->height;
  picture.writer = llua_webp.WebPMemoryWrite;
  picture.custom_ptr = &self->file;
  picture.progress_hook = goes_on;
  picture.user_data = self->stopped;
  int done = llua_webp.WebPPictureImportRGBA(&picture, (const uint8_t *)self->pixels, (int)self->width * 4) &&
      llua_webp.WebPEncode(&self->config, &picture);
  WebPEncodingError code = picture.error_code;
  llua_webp.WebPPictureFree(&picture);
  free(self->pixels);
  self->pixels = NULL;
  if (!done) return llua_webp_failure(code, "a frame", message);
  // The image's chunks follow the file header and the VP8X chunk, if any.
  const uint8_t *p = self->file.mem + 12;
  size_t rest = self->file.size - 12, length;
  if (rest >= 8 && !memcmp(p, "VP8X", 4) && (length = chunk_length(p, rest))) {
    p += length;
    rest -= length;
  }
  *bytes = p;
  *size = rest;
  return LLUA_OK;
}
