#include "CImageCodecs.h"
#include "internal.h"
#include "libraries.h"
#include "webp.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <webp/mux.h>

// Animated WebP by libwebp's own encoder of films, whose library is loaded at the first need.

#define FUNCTIONS(F) \
  F(WebPAnimEncoderOptionsInitInternal) F(WebPAnimEncoderNewInternal) F(WebPAnimEncoderAdd) F(WebPAnimEncoderAssemble) \
  F(WebPAnimEncoderGetError) F(WebPAnimEncoderDelete)

static struct {
  FUNCTIONS(LLUA_TYPED_POINTER)
} mux;
static int loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  static const char *const names[] = {FUNCTIONS(LLUA_QUOTED) NULL};
  loaded = llua_webp_is_there() && llua_codec_library("libwebpmux.so.3", names, (void **)&mux);
}

int llua_webp_film_is_there(void) {
  pthread_once(&once, load);
  return loaded;
}

struct llua_webp_film {
  WebPAnimEncoder *encoder;
  WebPConfig config;
  uint32_t width, height;
  uint8_t *rgba;
  WebPData file;
};

llua_webp_film *llua_webp_film_open(uint32_t width, uint32_t height, float quality, int lossless, int plays) {
  if (!llua_webp_film_is_there()) return NULL;
  WebPAnimEncoderOptions options;
  llua_webp_film *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  self->width = width;
  self->height = height;
  int done = mux.WebPAnimEncoderOptionsInitInternal(&options, WEBP_MUX_ABI_VERSION) && llua_webp_init_config(&self->config);
  if (done) {
    // Half to two thirds of the time of the usual levels, 4, for files that are mostly a tenth larger or less.
    if (lossless) {
      llua_webp.WebPConfigLosslessPreset(&self->config, 2);
    } else {
      self->config.quality = quality;
      self->config.method = 2;
    }
    options.anim_params.loop_count = plays;
    self->encoder = mux.WebPAnimEncoderNewInternal((int)width, (int)height, &options, WEBP_MUX_ABI_VERSION);
    self->rgba = malloc((size_t)width * height * 4);
  }
  if (!self->encoder || !self->rgba) {
    llua_webp_film_close(self);
    return NULL;
  }
  return self;
}

void llua_webp_film_close(llua_webp_film *self) {
  if (!self) return;
  if (self->encoder) mux.WebPAnimEncoderDelete(self->encoder);
  if (self->file.bytes) llua_webp.WebPFree((void *)self->file.bytes);
  free(self->rgba);
  free(self);
}

static int failed(llua_webp_film *self, WebPEncodingError code, char *message) {
  if (code == VP8_ENC_ERROR_OUT_OF_MEMORY || code == VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY) return LLUA_MEMORY;
  const char *said = mux.WebPAnimEncoderGetError(self->encoder);
  llua_say(message, said && *said ? said : "it cannot be encoded");
  return LLUA_UNSUPPORTED;
}

int llua_webp_film_frame(llua_webp_film *self, const uint32_t *pixels, int milliseconds, char *message) {
  message[0] = 0;
  WebPPicture picture;
  if (!llua_webp_init_picture(&picture)) return LLUA_UNSUPPORTED;
  picture.use_argb = 1;
  picture.width = (int)self->width;
  picture.height = (int)self->height;
  llua_unpremultiply(pixels, self->rgba, (size_t)self->width * self->height);
  int done = llua_webp.WebPPictureImportRGBA(&picture, self->rgba, (int)self->width * 4);
  int status = !done ? LLUA_MEMORY : LLUA_OK;
  if (done && !mux.WebPAnimEncoderAdd(self->encoder, &picture, milliseconds, &self->config))
    status = failed(self, picture.error_code, message);
  llua_webp.WebPPictureFree(&picture);
  return status;
}

int llua_webp_film_end(llua_webp_film *self, int milliseconds, const uint8_t **bytes, size_t *size, char *message) {
  message[0] = 0;
  if (!mux.WebPAnimEncoderAdd(self->encoder, NULL, milliseconds, NULL) || !mux.WebPAnimEncoderAssemble(self->encoder, &self->file))
    return failed(self, VP8_ENC_OK, message);
  *bytes = self->file.bytes;
  *size = self->file.size;
  return LLUA_OK;
}
