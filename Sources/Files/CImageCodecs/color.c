// SPDX-License-Identifier: MIT
#include "CImageCodecs.h"
#include "internal.h"
#include "libraries.h"

#include <pthread.h>
#include <stdlib.h>

// Conversion of ICC profiles with lookup tables, and of CMYK profiles, by Little CMS.

static llua_color_library lcms;
static int loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  static const char *const names[] = {LLUA_COLOR_FUNCTIONS(LLUA_NAME) NULL};
  loaded = llua_codec_library(LLUA_LCMS, names, (void **)&lcms);
}

// Pixel formats of lcms2.h: colour space, flavour (1: 0 is the maximum), extra channels, channels, bytes per sample.
#define FORMAT(space, reversed, extra, channels, bytes) \
  ((space) << 16 | (reversed) << 13 | (extra) << 7 | (channels) << 3 | (bytes))
enum { GRAY = 3, RGB = 4, CMYK = 6 };
enum { PERCEPTUAL = 0, ABSOLUTE = 3 };

#ifdef LLUA_REAL_HEADERS
_Static_assert(
    FORMAT(RGB, 0, 1, 3, 1) == TYPE_RGBA_8 && FORMAT(RGB, 0, 1, 3, 2) == TYPE_RGBA_16, "lcms2.h's formats of RGB");
_Static_assert(FORMAT(CMYK, 0, 0, 4, 1) == TYPE_CMYK_8 && FORMAT(CMYK, 1, 0, 4, 1) == TYPE_CMYK_8_REV,
    "lcms2.h's formats of inks");
_Static_assert(FORMAT(GRAY, 0, 1, 1, 1) == TYPE_GRAYA_8 && INTENT_PERCEPTUAL == PERCEPTUAL &&
        INTENT_ABSOLUTE_COLORIMETRIC == ABSOLUTE,
    "");
#endif

struct llua_color {
  cmsContext context;
  cmsHTRANSFORM transform;
  int samples;
};

static void silent(cmsContext context, cmsUInt32Number code, const char *text) {
  (void)context;
  (void)code;
  (void)text;
}

// Returns the lcms format of our samples for a profile's colour space; 0 if they do not match.
static cmsUInt32Number format(cmsColorSpaceSignature space, int samples) {
  cmsUInt32Number bytes = samples == LLUA_SAMPLES_RGBA16 ? 2 : 1;
  switch (samples) {
    // 255 means no ink.
    case LLUA_SAMPLES_INKS: return space == cmsSigCmykData ? FORMAT(CMYK, 1, 0, 4, 1) : 0;
    default:
      if (space == cmsSigRgbData) return FORMAT(RGB, 0, 1, 3, bytes);
      // Grey is stored in all three channels.
      if (space == cmsSigGrayData) return FORMAT(GRAY, 0, 3, 1, bytes);
      return 0;
  }
}

llua_color *llua_color_open(const uint8_t *profile, size_t size, int samples, int *status) {
  pthread_once(&once, load);
  *status = LLUA_NO_LIBRARY;
  if (!loaded) return NULL;
  *status = LLUA_MEMORY;
  llua_color *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  self->samples = samples;
  self->context = lcms.cmsCreateContext(NULL, NULL);
  if (!self->context) {
    free(self);
    return NULL;
  }
  lcms.cmsSetLogErrorHandlerTHR(self->context, silent);
  *status = LLUA_DAMAGED;
  cmsHPROFILE in = size > 0 && size < 0x7FFFFFFF
      ? lcms.cmsOpenProfileFromMemTHR(self->context, profile, (cmsUInt32Number)size)
      : NULL;
  cmsHPROFILE out = in ? lcms.cmsCreate_sRGBProfileTHR(self->context) : NULL;
  if (out) {
    cmsProfileClassSignature class = lcms.cmsGetDeviceClass(in);
    cmsUInt32Number from = class == cmsSigLinkClass || class == cmsSigNamedColorClass
        ? 0
        : format(lcms.cmsGetColorSpace(in), samples);
    cmsUInt32Number intent = lcms.cmsGetHeaderRenderingIntent(in);
    // Absolute colorimetry would show the paper's tint.
    if (intent >= ABSOLUTE) intent = PERCEPTUAL;
    if (from)
      self->transform = lcms.cmsCreateTransformTHR(self->context, in, from, out, FORMAT(RGB, 0, 1, 3, 1), intent, 0);
    lcms.cmsCloseProfile(out);
  }
  if (in) lcms.cmsCloseProfile(in);
  if (!self->transform) {
    llua_color_close(self);
    return NULL;
  }
  *status = LLUA_OK;
  return self;
}

void llua_color_convert(const llua_color *self, const void *in, uint8_t *rgba, size_t count) {
  const char *from = in;
  size_t step = self->samples == LLUA_SAMPLES_RGBA16 ? 8 : 4;
  for (size_t done = 0; done < count;) {
    size_t n = count - done < 1 << 20 ? count - done : 1 << 20;
    lcms.cmsDoTransform(self->transform, from + done * step, rgba + done * 4, (cmsUInt32Number)n);
    done += n;
  }
  // Little CMS does not convert the fourth channel.
  const uint16_t *wide = in;
  if (self->samples == LLUA_SAMPLES_RGBA16)
    for (size_t i = 0; i < count; i++) rgba[4 * i + 3] = (uint8_t)((wide[4 * i + 3] * 255u + 32767u) / 65535u);
  else if (self->samples != LLUA_SAMPLES_RGBA)
    for (size_t i = 0; i < count; i++) rgba[4 * i + 3] = 255;
}

void llua_color_close(llua_color *self) {
  if (!self) return;
  if (self->transform) lcms.cmsDeleteTransform(self->transform);
  lcms.cmsDeleteContext(self->context);
  free(self);
}
