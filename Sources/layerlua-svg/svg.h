// SPDX-License-Identifier: MIT
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "CSVGProgram.h"

// SVG documents drawn by librsvg. Nothing outside of a document is read. `message` holds LLUA_SVG_MESSAGE bytes and is
// filled when a function fails.

typedef struct llua_svg llua_svg;

// Loads the library; nothing of it is called. Returns NULL, or the name of the library that is missing.
const char *llua_svg_load(void);

// Reads a document, after the library was loaded. `style` is a style sheet that comes before the document's own; NULL
// for none. Returns a status.
int llua_svg_open(
    const uint8_t *bytes, size_t size, const char *style, llua_svg **svg, llua_svg_size *dimensions, char *message);
void llua_svg_close(llua_svg *svg);

// Draws a picture, as premultiplied B, G, R, A in memory, over pixels that are 0. Returns a status.
int llua_svg_draw(
    llua_svg *svg, const llua_svg_view *view, uint32_t *pixels, uint32_t width, uint32_t height, char *message);

// One line of printable characters.
void llua_svg_say(char *message, const char *text);

// ---- the parts of the program ---------------------------------------------------------------------------------------

// Reads all bytes. Returns whether there were as many.
int llua_read_all(int file, void *bytes, size_t count);
// Writes all bytes. Returns whether that was possible.
int llua_write_all(int file, const void *bytes, size_t count);
// Milliseconds of a clock that never steps back.
int64_t llua_now(void);

// Draws what a socket asks for, locked in; never returns.
void llua_svg_draw_requests(int socket, int pixels) __attribute__((noreturn));

// Makes SVG of a page of the PDF file that is still to be read from the socket of the process that asks, by the program
// `converter` in a process that is locked in; fills a reply and writes it with what follows. Returns whether the
// process that asks is still there.
int llua_svg_serve_page(int socket, const char *converter, const llua_svg_request *request);
