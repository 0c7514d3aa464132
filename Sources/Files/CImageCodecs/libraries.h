// SPDX-License-Identifier: MIT
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CProcesses.h"

// Functions of libraries that are loaded on first use, declared here so that nothing links to them. With
// LLUA_REAL_HEADERS every line is checked against the libraries' own headers; scripts/check does.
#ifdef LLUA_REAL_HEADERS
#include <expat.h>
#include <gif_lib.h>
#include <lcms2.h>
#else
typedef uint32_t cmsUInt32Number;
typedef int32_t cmsBool;
typedef struct _cmsContext_struct *cmsContext;
typedef void *cmsHPROFILE;
typedef void *cmsHTRANSFORM;
typedef void (*cmsLogErrorHandlerFunction)(cmsContext, cmsUInt32Number, const char *);
typedef enum {
  cmsSigRgbData = 0x52474220,
  cmsSigGrayData = 0x47524159,
  cmsSigCmykData = 0x434D594B
} cmsColorSpaceSignature;
typedef enum { cmsSigLinkClass = 0x6C696E6B, cmsSigNamedColorClass = 0x6E6D636C } cmsProfileClassSignature;

typedef char XML_Char;
typedef unsigned char XML_Bool;
typedef struct XML_ParserStruct *XML_Parser;
enum XML_Status { XML_STATUS_ERROR, XML_STATUS_OK };
enum XML_Error { XML_ERROR_NONE, XML_ERROR_NO_MEMORY, XML_ERROR_NO_ELEMENTS = 3, XML_ERROR_ABORTED = 35 };
typedef void (*XML_StartElementHandler)(void *, const XML_Char *, const XML_Char **);
typedef void (*XML_EndElementHandler)(void *, const XML_Char *);
typedef void (*XML_CharacterDataHandler)(void *, const XML_Char *, int);
typedef void (*XML_EntityDeclHandler)(void *, const XML_Char *, int, const XML_Char *, int, const XML_Char *,
    const XML_Char *, const XML_Char *, const XML_Char *);

typedef unsigned char GifByteType;
typedef unsigned char GifPixelType;
typedef struct {
  GifByteType Red, Green, Blue;
} GifColorType;
typedef struct ColorMapObject ColorMapObject;
typedef struct GifFileType GifFileType;
typedef int (*OutputFunc)(GifFileType *, const GifByteType *, int);
#endif

#define LLUA_COLOR_FUNCTIONS(F) \
  F(cmsContext, cmsCreateContext, (void *, void *)) \
  F(void, cmsDeleteContext, (cmsContext)) \
  F(void, cmsSetLogErrorHandlerTHR, (cmsContext, cmsLogErrorHandlerFunction)) \
  F(cmsHPROFILE, cmsOpenProfileFromMemTHR, (cmsContext, const void *, cmsUInt32Number)) \
  F(cmsHPROFILE, cmsCreate_sRGBProfileTHR, (cmsContext)) \
  F(cmsBool, cmsCloseProfile, (cmsHPROFILE)) \
  F(cmsColorSpaceSignature, cmsGetColorSpace, (cmsHPROFILE)) \
  F(cmsProfileClassSignature, cmsGetDeviceClass, (cmsHPROFILE)) \
  F(cmsUInt32Number, cmsGetHeaderRenderingIntent, (cmsHPROFILE)) \
  F(cmsHTRANSFORM, cmsCreateTransformTHR, \
      (cmsContext, cmsHPROFILE, cmsUInt32Number, cmsHPROFILE, cmsUInt32Number, cmsUInt32Number, cmsUInt32Number)) \
  F(void, cmsDeleteTransform, (cmsHTRANSFORM)) \
  F(void, cmsDoTransform, (cmsHTRANSFORM, const void *, void *, cmsUInt32Number))

#define LLUA_XML_FUNCTIONS(F) \
  F(XML_Parser, XML_ParserCreate, (const XML_Char *)) \
  F(void, XML_ParserFree, (XML_Parser)) \
  F(void, XML_SetUserData, (XML_Parser, void *)) \
  F(void, XML_SetElementHandler, (XML_Parser, XML_StartElementHandler, XML_EndElementHandler)) \
  F(void, XML_SetCharacterDataHandler, (XML_Parser, XML_CharacterDataHandler)) \
  F(void, XML_SetEntityDeclHandler, (XML_Parser, XML_EntityDeclHandler)) \
  F(int, XML_SetHashSalt, (XML_Parser, unsigned long)) \
  F(enum XML_Status, XML_Parse, (XML_Parser, const char *, int, int)) \
  F(enum XML_Status, XML_StopParser, (XML_Parser, XML_Bool)) \
  F(enum XML_Error, XML_GetErrorCode, (XML_Parser)) \
  F(const char *, XML_ErrorString, (enum XML_Error)) \
  F(unsigned long, XML_GetCurrentLineNumber, (XML_Parser))

#define LLUA_GIF_FUNCTIONS(F) \
  F(GifFileType *, EGifOpen, (void *, OutputFunc, int *)) \
  F(void, EGifSetGifVersion, (GifFileType *, const bool)) \
  F(int, EGifPutScreenDesc, (GifFileType *, const int, const int, const int, const int, const ColorMapObject *)) \
  F(int, EGifPutExtensionLeader, (GifFileType *, const int)) \
  F(int, EGifPutExtensionBlock, (GifFileType *, const int, const void *)) \
  F(int, EGifPutExtensionTrailer, (GifFileType *)) \
  F(int, EGifPutExtension, (GifFileType *, const int, const int, const void *)) \
  F(int, EGifPutImageDesc, \
      (GifFileType *, const int, const int, const int, const int, const bool, const ColorMapObject *)) \
  F(int, EGifPutLine, (GifFileType *, GifPixelType *, int)) \
  F(int, EGifCloseFile, (GifFileType *, int *)) \
  F(ColorMapObject *, GifMakeMapObject, (int, const GifColorType *)) \
  F(void, GifFreeMapObject, (ColorMapObject *))

#ifdef LLUA_REAL_HEADERS
#define LLUA_REDECLARE(result, name, arguments) result name arguments;
LLUA_COLOR_FUNCTIONS(LLUA_REDECLARE)
LLUA_XML_FUNCTIONS(LLUA_REDECLARE)
LLUA_GIF_FUNCTIONS(LLUA_REDECLARE)
#endif

typedef struct {
#define LLUA_POINTER(result, name, arguments) result(*name) arguments;
  LLUA_COLOR_FUNCTIONS(LLUA_POINTER)
} llua_color_library;

typedef struct {
  LLUA_XML_FUNCTIONS(LLUA_POINTER)
} llua_xml_library;

typedef struct {
  LLUA_GIF_FUNCTIONS(LLUA_POINTER)
} llua_gif_library;
#undef LLUA_POINTER
#define LLUA_NAME(result, name, arguments) #name,

// Loads a library and fills a table with its functions, in the order of `names`. Returns 1 if all are found; the
// library is never unloaded.
int llua_codec_library(llua_dependency_id id, const char *const *names, void **table);

// Function pointers for a library whose own header is included, and their names.
#define LLUA_TYPED_POINTER(name) __typeof__(name) *name;
#define LLUA_QUOTED(name) #name,
