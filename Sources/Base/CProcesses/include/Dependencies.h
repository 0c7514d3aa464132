// SPDX-License-Identifier: MIT
// Dependencies at run time: the libraries, programs, fonts and other files that are opened when the first picture needs
// them, so that no tool sees them in the built files. This is the only list of them. Messages take their words from it;
// scripts/package reads it for the control files and the archives; scripts/check compares docs/dependencies.md with it.
#pragma once
#include <stddef.h>

/// The kind of a dependency, which says how it is looked for.
typedef enum {
  LLUA_IS_LIBRARY,  // by the loader, by its soname
  LLUA_IS_PROGRAM,  // in PATH
  LLUA_IS_FONT,     // in the default font folders
  LLUA_IS_DATA,     // below /usr/share, where Debian's package installs it
} llua_dependency_kind;

/// The relation in which Debian's packages name a dependency.
typedef enum {
  LLUA_DEPENDS,     // small, and most scenes need it
  LLUA_RECOMMENDS,  // installed unless the user declines
  LLUA_SUGGESTS,    // large, or for few scenes
  LLUA_IMPLIED,     // a dependency of another one in the list
} llua_dependency_need;

// Rows: identifier, kind, file, Debian package, relation, purpose.
#define LLUA_DEPENDENCIES(F) \
  F(LLUA_HARFBUZZ, LIBRARY, "libharfbuzz.so.0", "libharfbuzz0b", DEPENDS, "text") \
  F(LLUA_PANGO, LIBRARY, "libpangoft2-1.0.so.0", "libpangoft2-1.0-0", DEPENDS, "text that is not plain Latin") \
  F(LLUA_JPEG, LIBRARY, "libjpeg.so.62", "libjpeg62-turbo", RECOMMENDS, "JPEG") \
  F(LLUA_WEBP, LIBRARY, "libwebp.so.7", "libwebp7", DEPENDS, "WebP") \
  F(LLUA_LCMS, LIBRARY, "liblcms2.so.2", "liblcms2-2", DEPENDS, "colour profiles") \
  F(LLUA_EXPAT, LIBRARY, "libexpat.so.1", "libexpat1", DEPENDS, "XML: SVG, CAML, sprite sheets") \
  F(LLUA_GIF, LIBRARY, "libgif.so.7", "libgif7", DEPENDS, "GIF films") \
  F(LLUA_MD, LIBRARY, "libmd.so.0", "libmd0", DEPENDS, "digests of frames") \
  F(LLUA_SECCOMP, LIBRARY, "libseccomp.so.2", "libseccomp2", DEPENDS, "isolation") \
  F(LLUA_CLIPPER, LIBRARY, "libpolyclipping.so.22", "libpolyclipping22", DEPENDS, "combined paths") \
  F(LLUA_QHULL, LIBRARY, "libqhull_r.so.8.0", "libqhull-r8.0", RECOMMENDS, "triangles and cells of points") \
  F(LLUA_SUBSET, LIBRARY, "libharfbuzz-subset.so.0", "libharfbuzz-subset0", RECOMMENDS, "fonts in PDF") \
  F(LLUA_WOFF2, LIBRARY, "libwoff2dec.so.1.0.2", "libwoff1", RECOMMENDS, "WOFF2 fonts") \
  F(LLUA_RSVG, LIBRARY, "librsvg-2.so.2", "librsvg2-2", RECOMMENDS, "SVG with more than shapes") \
  F(LLUA_CAIRO, LIBRARY, "libcairo.so.2", "libcairo2", IMPLIED, "librsvg's pictures") \
  F(LLUA_GIO, LIBRARY, "libgio-2.0.so.0", "libglib2.0-0", IMPLIED, "librsvg's files") \
  F(LLUA_GLIB, LIBRARY, "libglib-2.0.so.0", "libglib2.0-0", IMPLIED, "librsvg's errors") \
  F(LLUA_GOBJECT, LIBRARY, "libgobject-2.0.so.0", "libglib2.0-0", IMPLIED, "librsvg's objects") \
  F(LLUA_FFMPEG, PROGRAM, "ffmpeg", "ffmpeg", SUGGESTS, "MP4 and WebM films") \
  F(LLUA_FFPROBE, PROGRAM, "ffprobe", "ffmpeg", SUGGESTS, "sound and film files") \
  F(LLUA_PDFTOCAIRO, PROGRAM, "pdftocairo", "poppler-utils", SUGGESTS, "pages of PDF files") \
  F(LLUA_DEJAVU, FONT, "DejaVuSans.ttf", "fonts-dejavu-core", DEPENDS, "the default font") \
  F(LLUA_LIBERATION, FONT, "LiberationSans-Regular.ttf", "fonts-liberation2", DEPENDS, "Helvetica, Times, Courier") \
  F(LLUA_EMOJI, FONT, "NotoColorEmoji.ttf", "fonts-noto-color-emoji", RECOMMENDS, "emoji") \
  F(LLUA_INTER, DATA, "fonts/truetype/inter-vf/Inter-roman.var.ttf", "fonts-inter-variable", SUGGESTS, "system-ui") \
  F(LLUA_NOTO, DATA, "fonts/truetype/noto/NotoSans-Regular.ttf", "fonts-noto-core", SUGGESTS, "fonts of many scripts") \
  F(LLUA_CJK, DATA, "fonts/opentype/noto/NotoSansCJK-Regular.ttc", "fonts-noto-cjk", SUGGESTS, "Han, Kana, Hangul") \
  F(LLUA_HYPHENS, DATA, "hyphen/hyph_en_US.dic", "hyphen-en-us", SUGGESTS, "hyphens, of English")

/// Identifies a dependency.
typedef enum {
#define LLUA_ID(id, kind, file, package, need, purpose) id,
  LLUA_DEPENDENCIES(LLUA_ID)
#undef LLUA_ID
      LLUA_DEPENDENCY_COUNT,
} llua_dependency_id;

/// A dependency at run time.
typedef struct {
  llua_dependency_kind kind;
  llua_dependency_need need;
  const char *file;     // a soname, a program's name, a font's file name, or a path below /usr/share
  const char *package;  // Debian's package that has the file
  const char *purpose;  // the formats or features that need it
} llua_dependency;

/// Returns a dependency of the list.
const llua_dependency *llua_dependency_of(llua_dependency_id id);

/// Opens a library with the given flags of `dlopen`: the one that was brought along with this code, else the system's.
/// Returns NULL if there is neither.
void *llua_library_open(llua_dependency_id id, int flags);

/// Stores the path of a library that was brought along with this code, in the folder of `llua_brought_folder`. Its name
/// has -layerlua before .so, and so has its soname, so that it never stands for the system's library of the same
/// process. Returns its length; 0 if there is none.
size_t llua_brought_library(llua_dependency_id id, char *path, size_t capacity);

/// Stores the path of the file that `llua_library_open` opens. Returns its length; 0 if the library is missing.
size_t llua_library_path(llua_dependency_id id, char *path, size_t capacity);

/// Stores the end of a message about a missing library: "the library FILE, which is not installed: install PACKAGE", or
/// words that call the package Debian's, on other systems. `file` may name another library of the same package; NULL
/// for the dependency's own. Cut at `capacity`.
void llua_library_missing(llua_dependency_id id, const char *file, char *text, size_t capacity);
