// SPDX-License-Identifier: MIT
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "CSVGProgram.h"

// SVG documents, drawn by librsvg. Nothing outside a document is read. `message` has LLUA_SVG_MESSAGE bytes and is
// filled if a function fails.

typedef struct llua_svg llua_svg;

// Loads the library without calling any of it. Returns NULL, or the name of the missing library.
const char *llua_svg_load(void);

// Opens a document; the library must be loaded. `style` is a style sheet applied before the document's own; NULL for
// none. Returns a status.
int llua_svg_open(
    const uint8_t *bytes, size_t size, const char *style, llua_svg **svg, llua_svg_size *dimensions, char *message);
void llua_svg_close(llua_svg *svg);

// Draws a picture, as premultiplied B, G, R, A in memory; the pixels must be 0 before. Returns a status.
int llua_svg_draw(
    llua_svg *svg, const llua_svg_view *view, uint32_t *pixels, uint32_t width, uint32_t height, char *message);

// Copies text to a message as one line of printable characters.
void llua_svg_say(char *message, const char *text);

// ---- the parts of the program ---------------------------------------------------------------------------------------

// Reads exactly `count` bytes. Returns 1 on success, else 0.
int llua_read_all(int file, void *bytes, size_t count);
// Writes all bytes. Returns 1 on success, else 0.
int llua_write_all(int file, const void *bytes, size_t count);
// Milliseconds of the monotonic clock.
int64_t llua_now(void);

// Main loop of the child: sandboxes itself, then serves requests from the socket; never returns.
void llua_svg_draw_requests(int socket, int pixels) __attribute__((noreturn));

// Converts a page of the PDF file that follows in the socket to SVG, with the program `converter` in a sandboxed
// process; writes the reply and the data after it. Returns 1 if the host process is still there.
int llua_svg_serve_page(int socket, const char *converter, const llua_svg_request *request);
