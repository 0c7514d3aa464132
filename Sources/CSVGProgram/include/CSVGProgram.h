// SPDX-License-Identifier: MIT
// The program layerlua-svg, which draws SVG files by librsvg and makes SVG of pages of PDF files, apart from the
// process that asks for it: its messages, and what starts it and talks with it.
//
// The program is a keeper and a child. The keeper reads requests and nothing of a file. It forks the child, which loads
// nothing more, gives up its rights and draws into memory that it shares with the asking process. The keeper ends a
// child that is late, and forks the next one.
#pragma once
#include <stddef.h>
#include <stdint.h>

// ---- messages -------------------------------------------------------------------------------------------------------

enum {
  LLUA_SVG_VERSION = 1,
  // What the program is started with: its end of the socket, and the file of pixels.
  LLUA_SVG_SOCKET = 3,
  LLUA_SVG_PIXELS = 4,
  LLUA_SVG_MESSAGE = 240,
  LLUA_SVG_STYLE = 96,
  // Pixels of a picture, and of one of its sides.
  LLUA_SVG_MOST_PIXELS = 1 << 26,
  LLUA_SVG_LONGEST_SIDE = 16384,
  // Bytes of a document, and of a PDF file.
  LLUA_SVG_MOST_BYTES = 64 << 20,
  LLUA_SVG_MOST_PDF_BYTES = 1 << 30,
};

enum {
  LLUA_SVG_OPEN = 1,  // reads the document that follows; the reply has its size
  LLUA_SVG_DRAW = 2,  // draws an open document, or the one that follows
  LLUA_SVG_PAGE = 3,  // makes SVG of a page of the PDF file that follows; the reply is followed by it
  LLUA_SVG_STOP = 4,  // gives up what is being done; without effect when nothing is
};

// How a document is drawn: its origin, and the size of its viewport from there, in pixels of CSS; device pixels for
// each; and where the origin comes to lie in device pixels.
typedef struct {
  double x, y, width, height;
  double scale_x, scale_y;
  double offset_x, offset_y;
} llua_svg_view;

// A request; `length` bytes follow. Numbers are as the machine has them.
typedef struct {
  uint32_t version, kind;
  uint64_t document;  // the number of a document, by which the child knows one that it has
  uint64_t length;
  uint32_t width, height;  // of the picture, in pixels
  llua_svg_view view;
  uint64_t memory;             // bytes that the child may have, and 8 times the picture's besides
  uint32_t time, first_time;   // milliseconds; the second for the first picture with text that a child draws
  uint32_t has_text;           // whether there is text in the document
  uint32_t page;               // from 1
  uint64_t output;             // the most bytes of a page as SVG
  char style[LLUA_SVG_STYLE];  // a style sheet that comes before the document's own; empty for none
} llua_svg_request;

// The size that a document says it has. Lengths are in pixels of CSS, 96 to the inch; those in percent are not there.
// Without a size, `extents` is the rectangle that its shapes cover in a viewport of 300 × 150: x, y, width, height.
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
  LLUA_SVG_UNKNOWN = 4,     // the document is not open; it is to be sent again
  LLUA_SVG_LATE = 5,        // the time was over
  LLUA_SVG_DIED = 6,        // the child ended; `detail` is the signal, 0 for none
  LLUA_SVG_STOPPED = 7,
  LLUA_SVG_NO_CHILD = 8,  // no child can be started or locked in; `detail` is an errno
};

// A reply. That of a page is followed by `length` bytes of SVG and `errors` bytes of what the converter said; `detail`
// is its exit status.
typedef struct {
  uint32_t status;
  int32_t detail;
  uint32_t is_fresh;  // whether the child had no request before
  uint32_t errors;
  uint64_t length;
  llua_svg_size size;
  char message[LLUA_SVG_MESSAGE];
} llua_svg_reply;

// ---- the process that asks ------------------------------------------------------------------------------------------

typedef struct {
  int pid;
  int socket;
  int pixels;  // a file without a name, whose size nobody changes any more
} llua_svg_program;

/// Starts the program, with no more than the socket and the file of pixels, and an environment of its own. `converter`
/// is the path of the program that makes SVG of pages, which may be empty. Returns 0 or an errno.
int llua_svg_program_start(const char *path, const char *converter, llua_svg_program *program);
/// Ends it and waits for it; not in a process that forked from the one that started it.
void llua_svg_program_end(llua_svg_program *program);
/// Closes this process's ends alone.
void llua_svg_program_leave(llua_svg_program *program);

/// Writes all bytes. Returns 0 or an errno.
int llua_svg_send(const llua_svg_program *program, const void *bytes, size_t count);
/// Waits for some milliseconds for something to read: 1 when there is, 0 when not, -1 when the program has ended.
int llua_svg_wait(const llua_svg_program *program, int milliseconds);
/// Reads that many bytes. Returns 0, or -1 when the program has ended.
int llua_svg_receive(const llua_svg_program *program, void *bytes, size_t count);

/// Copies a picture, as R, G, B, A with no colour above its alpha, whatever has been written; gives the memory back to
/// the system where the picture is large. Returns 0 or an errno.
int llua_svg_take(const llua_svg_program *program, uint32_t *pixels, size_t count);

/// The path of the file that this code is in: of the library, or of the program that it is linked into. Returns its
/// length, 0 when it is not known or too long.
size_t llua_svg_code_path(char *path, size_t capacity);
