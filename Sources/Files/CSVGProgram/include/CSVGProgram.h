// SPDX-License-Identifier: MIT
// Protocol and client of the program layerlua-svg, which draws SVG files with librsvg and converts pages of PDF files
// to SVG, outside the host process.
//
// The program consists of a keeper and a child. The keeper reads requests and never parses a file. It forks the child,
// which loads no further code, sandboxes itself and draws into memory shared with the host process. The keeper kills a
// child that exceeds its time, and forks a new one.
#pragma once
#include <stddef.h>
#include <stdint.h>

// ---- messages -------------------------------------------------------------------------------------------------------

enum {
  LLUA_SVG_VERSION = 1,
  // File descriptors that the program inherits: its end of the socket, and the pixel file.
  LLUA_SVG_SOCKET = 3,
  LLUA_SVG_PIXELS = 4,
  LLUA_SVG_MESSAGE = 240,
  LLUA_SVG_STYLE = 96,
  // Limits of a picture in pixels, and of each of its sides.
  LLUA_SVG_MOST_PIXELS = 1 << 26,
  LLUA_SVG_LONGEST_SIDE = 16384,
  // Limits of a document and of a PDF file, in bytes.
  LLUA_SVG_MOST_BYTES = 64 << 20,
  LLUA_SVG_MOST_PDF_BYTES = 1 << 30,
};

enum {
  LLUA_SVG_OPEN = 1,  // opens the document that follows; the reply has its size
  LLUA_SVG_DRAW = 2,  // draws an open document, or the one that follows
  LLUA_SVG_PAGE = 3,  // converts a page of the PDF file that follows; the SVG follows the reply
  LLUA_SVG_STOP = 4,  // cancels the current request; no effect if there is none
};

// The mapping of a document to pixels: origin and size of its viewport in CSS pixels, device pixels per CSS pixel, and
// the position of the origin in device pixels.
typedef struct {
  double x, y, width, height;
  double scale_x, scale_y;
  double offset_x, offset_y;
} llua_svg_view;

// A request, followed by `length` bytes. Numbers are in native byte order.
typedef struct {
  uint32_t version, kind;
  uint64_t document;  // unique number of a document, by which the child finds one that it has open
  uint64_t length;
  uint32_t width, height;  // of the picture, in pixels
  llua_svg_view view;
  uint64_t memory;             // limit of the child in bytes, in addition to 8 times the picture's
  uint32_t time, first_time;   // milliseconds; the second for the first picture with text that a child draws
  uint32_t has_text;           // 1 if the document has text
  uint32_t page;               // from 1
  uint64_t output;             // maximum size of a page as SVG, in bytes
  char style[LLUA_SVG_STYLE];  // a style sheet applied before the document's own; empty for none
} llua_svg_request;

// The intrinsic size of a document. Lengths are in CSS pixels, 96 per inch; percentages count as absent. Without a
// size, `extents` is the rectangle that its shapes cover in a viewport of 300 × 150: x, y, width, height.
typedef struct {
  int32_t has_width, has_height, has_view, has_extents;
  double width, height;
  double view[4];  // x, y, width, height
  double extents[4];
} llua_svg_size;

enum {
  LLUA_SVG_OK = 0,
  LLUA_SVG_DAMAGED = 1,     // with librsvg's message
  LLUA_SVG_MEMORY = 2,      // librsvg was refused memory
  LLUA_SVG_NO_LIBRARY = 3,  // with the missing library's name as the message
  LLUA_SVG_UNKNOWN = 4,     // the document is not open; send it again
  LLUA_SVG_LATE = 5,        // the time limit was exceeded
  LLUA_SVG_DIED = 6,        // the child died; `detail` is the signal, 0 for none
  LLUA_SVG_STOPPED = 7,
  LLUA_SVG_NO_CHILD = 8,  // no child can be started or sandboxed; `detail` is an errno
};

// A reply. For a page it is followed by `length` bytes of SVG and `errors` bytes of the converter's error output;
// `detail` is the converter's exit status.
typedef struct {
  uint32_t status;
  int32_t detail;
  uint32_t is_fresh;  // 1 if this was the child's first request
  uint32_t errors;
  uint64_t length;
  llua_svg_size size;
  char message[LLUA_SVG_MESSAGE];
} llua_svg_reply;

// ---- the process that asks ------------------------------------------------------------------------------------------

typedef struct {
  int pid;
  int socket;
  int pixels;  // an anonymous file of fixed size
} llua_svg_program;

/// Starts the program with only the socket and the pixel file, and an environment of its own. `converter` is the path
/// of the program that converts pages, or empty. Returns 0 or an errno.
int llua_svg_program_start(const char *path, const char *converter, llua_svg_program *program);
/// Kills the program and waits for it; must not be called in a fork of the process that started it.
void llua_svg_program_end(llua_svg_program *program);
/// Closes only this process's ends.
void llua_svg_program_leave(llua_svg_program *program);

/// Writes all bytes. Returns 0 or an errno.
int llua_svg_send(const llua_svg_program *program, const void *bytes, size_t count);
/// Waits up to some milliseconds for data: returns 1 if there is any, 0 if not, -1 if the program has ended.
int llua_svg_wait(const llua_svg_program *program, int milliseconds);
/// Reads exactly that many bytes. Returns 0, or -1 if the program has ended.
int llua_svg_receive(const llua_svg_program *program, void *bytes, size_t count);

/// Copies a picture as R, G, B, A, with colours clamped to alpha, since the contents are untrusted. Returns the memory
/// of a large picture to the system. Returns 0 or an errno.
int llua_svg_take(const llua_svg_program *program, uint32_t *pixels, size_t count);
