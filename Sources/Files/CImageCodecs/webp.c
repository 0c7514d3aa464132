// SPDX-License-Identifier: MIT
#include "CImageCodecs.h"
#include "internal.h"
#include "libraries.h"
#include "webp.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>

// WebP by libwebp, loaded on first use.

#define DECODING(F) F(WebPGetFeaturesInternal) F(WebPInitDecoderConfigInternal) F(WebPDecode) F(WebPFreeDecBuffer)

static struct { DECODING(LLUA_TYPED_POINTER) } decoding;
llua_webp_library llua_webp;
static int loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  static const char *const in[] = {DECODING(LLUA_QUOTED) NULL}, *const out[] = {LLUA_WEBP_ENCODING(LLUA_QUOTED) NULL};
  loaded = llua_codec_library(LLUA_WEBP, in, (void **)&decoding) &&
      llua_codec_library(LLUA_WEBP, out, (void **)&llua_webp);
}

int llua_webp_is_there(void) {
  pthread_once(&once, load);
  return loaded;
}

static int judged(VP8StatusCode code, char *message) {
  switch (code) {
    case VP8_STATUS_OK: return LLUA_OK;
    case VP8_STATUS_OUT_OF_MEMORY: return LLUA_MEMORY;
    case VP8_STATUS_SUSPENDED:
    case VP8_STATUS_NOT_ENOUGH_DATA: return LLUA_TRUNCATED;
    case VP8_STATUS_UNSUPPORTED_FEATURE:
      llua_say(message, "it uses a feature that is not supported");
      return LLUA_UNSUPPORTED;
    default: llua_say(message, "its stream of bits is wrong"); return LLUA_DAMAGED;
  }
}

int llua_webp_failure(WebPEncodingError code, const char *what, char *message) {
  const char *reason = "cannot be encoded";
  switch (code) {
    // A failed import for lack of memory leaves no error code, and writing to memory fails only for lack of it.
    case VP8_ENC_OK:
    case VP8_ENC_ERROR_BAD_WRITE:
    case VP8_ENC_ERROR_OUT_OF_MEMORY:
    case VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY: return LLUA_MEMORY;
    case VP8_ENC_ERROR_PARTITION0_OVERFLOW:
    case VP8_ENC_ERROR_PARTITION_OVERFLOW: reason = "does not fit the format at this quality"; break;
    default: break;
  }
  char text[LLUA_MESSAGE];
  snprintf(text, sizeof text, "%s %s", what, reason);
  llua_say(message, text);
  return LLUA_UNSUPPORTED;
}

int llua_webp_info(const uint8_t *bytes, size_t size, llua_webp_header *header, char *message) {
  message[0] = 0;
  memset(header, 0, sizeof *header);
  if (!llua_webp_is_there()) return LLUA_NO_LIBRARY;
  WebPBitstreamFeatures f;
  int status = judged(decoding.WebPGetFeaturesInternal(bytes, size, &f, WEBP_DECODER_ABI_VERSION), message);
  if (status != LLUA_OK) return status;
  header->width = (uint32_t)f.width;
  header->height = (uint32_t)f.height;
  header->has_alpha = f.has_alpha;
  header->is_animated = f.has_animation;
  return LLUA_OK;
}

int llua_webp_read(const uint8_t *bytes, size_t size, uint8_t *rgba, size_t stride, size_t rgba_size, char *message) {
  message[0] = 0;
  if (!llua_webp_is_there()) return LLUA_NO_LIBRARY;
  WebPDecoderConfig config;
  if (!decoding.WebPInitDecoderConfigInternal(&config, WEBP_DECODER_ABI_VERSION)) return LLUA_UNSUPPORTED;
  config.output.colorspace = MODE_RGBA;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = rgba;
  config.output.u.RGBA.stride = (int)stride;
  config.output.u.RGBA.size = rgba_size;
  int status = judged(decoding.WebPDecode(bytes, size, &config), message);
  decoding.WebPFreeDecBuffer(&config.output);
  return status;
}

int llua_webp_encode(const uint32_t *pixels, uint32_t width, uint32_t height, float quality, int lossless, int effort,
    uint8_t **out, size_t *size, char *message) {
  message[0] = 0;
  *out = NULL;
  *size = 0;
  WebPConfig config;
  WebPPicture picture;
  if (!llua_webp_is_there()) return LLUA_NO_LIBRARY;
  if (!llua_webp_init_config(&config) || !llua_webp_init_picture(&picture)) return LLUA_UNSUPPORTED;
  if (width > WEBP_MAX_DIMENSION || height > WEBP_MAX_DIMENSION) {
    llua_say(message, "a side is longer than 16383 pixels");
    return LLUA_LIMIT;
  }
  if (lossless) {
    llua_webp.WebPConfigLosslessPreset(&config, effort);
  } else {
    config.quality = quality;
    config.method = effort;
  }
  size_t count = (size_t)width * height;
  uint8_t *rgba = malloc(count * 4);
  if (!rgba) return LLUA_MEMORY;
  llua_unpremultiply(pixels, rgba, count);
  WebPMemoryWriter writer;
  llua_webp.WebPMemoryWriterInit(&writer);
  picture.use_argb = lossless;
  picture.width = (int)width;
  picture.height = (int)height;
  picture.writer = llua_webp.WebPMemoryWrite;
  picture.custom_ptr = &writer;
  int done = llua_webp.WebPPictureImportRGBA(&picture, rgba, (int)width * 4);
  free(rgba);
  done = done && llua_webp.WebPEncode(&config, &picture);
  WebPEncodingError code = picture.error_code;
  llua_webp.WebPPictureFree(&picture);
  if (!done) {
    llua_webp.WebPMemoryWriterClear(&writer);
    return llua_webp_failure(code, "it", message);
  }
  *out = writer.mem;
  *size = writer.size;
  return LLUA_OK;
}
