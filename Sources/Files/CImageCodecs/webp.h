// SPDX-License-Identifier: MIT
#pragma once
#include <webp/encode.h>

// The encoding functions of libwebp, for stills and films.
#define LLUA_WEBP_ENCODING(F) \
  F(WebPConfigInitInternal) \
  F(WebPConfigLosslessPreset) \
  F(WebPPictureInitInternal) \
  F(WebPPictureImportRGBA) \
  F(WebPPictureFree) F(WebPEncode) F(WebPMemoryWriterInit) F(WebPMemoryWrite) F(WebPMemoryWriterClear) F(WebPFree)

typedef struct {
  LLUA_WEBP_ENCODING(LLUA_TYPED_POINTER)
} llua_webp_library;

extern llua_webp_library llua_webp;

static inline int llua_webp_init_config(WebPConfig *config) {
  return llua_webp.WebPConfigInitInternal(config, WEBP_PRESET_DEFAULT, 75, WEBP_ENCODER_ABI_VERSION);
}
static inline int llua_webp_init_picture(WebPPicture *picture) {
  return llua_webp.WebPPictureInitInternal(picture, WEBP_ENCODER_ABI_VERSION);
}
// Returns the status for an encoder's error code, LLUA_MEMORY or LLUA_UNSUPPORTED, and fills the message.
int llua_webp_failure(WebPEncodingError code, const char *what, char *message);
