/* SPDX-License-Identifier: MIT */
/* layerlua: Core Animation's layers, scripted in Lua, rendered without a screen.
 *
 * An engine runs scripts and draws the layers they make. There is no global state: engines share nothing, and each
 * belongs to one thread at a time. A call while another thread is in one is LAYERLUA_USAGE and touches nothing;
 * layerlua_last_error then reports that to the refused thread. Only layerlua_cancel may be called from any thread.
 *
 * Every function that can fail returns a layerlua_status; layerlua_last_error has the details. A NULL engine, a missing
 * pointer, a wrong size, text that is not UTF-8 or a buffer that is too small is LAYERLUA_USAGE, never a crash. So is a
 * layer or function that no longer exists, or belongs to another engine. Using an engine or image after it was freed,
 * or a call after its function returned, is undefined.
 *
 * Strings are UTF-8 and end with a zero byte unless a count is given. Memory that a function returns as `const` belongs
 * to the engine, and is valid until the next call of a function with the same engine (within a callback: until it
 * returns), unless its description says otherwise. Calls that keep, retain or release something do not end it: so all
 * layers and functions among some results can be kept.
 *
 * Callbacks must return. An exception of C++ or a longjmp that leaves one passes frames that are not made for it, and
 * is undefined: catch it inside, and call layerlua_call_fail. After fork() the child may not use an engine of its
 * parent, whose threads it does not have; it may make its own.
 *
 * Structures begin with their size, set by the caller to sizeof, so that a program built with an older header runs with
 * a newer library. Zero in any other field means its default.
 */
#ifndef LAYERLUA_H
#define LAYERLUA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Raised when programs must be built again; also the number in the library's file name. */
#define LAYERLUA_ABI_VERSION 1

/* The LAYERLUA_ABI_VERSION of the loaded library. */
uint32_t layerlua_abi_version(void);
/* The version, "MAJOR.MINOR.PATCH", as in ca.version. Never freed. */
const char *layerlua_version(void);

/* ---- errors ------------------------------------------------------------------------------------------------------ */

/* The result of a call: the exit codes of the layerlua program. */
typedef enum layerlua_status {
  LAYERLUA_OK = 0,
  LAYERLUA_SCRIPT = 1,      /* the script is wrong, or raised an error */
  LAYERLUA_USAGE = 2,       /* the call was wrong: an impossible argument, an unknown format */
  LAYERLUA_LIMIT = 3,       /* a limit of memory, time or size was hit */
  LAYERLUA_FILE = 4,        /* a file could not be read or written */
  LAYERLUA_MISSING = 5,     /* something that must be installed is missing, such as ffmpeg */
  LAYERLUA_PASSING = 75,    /* a passing fault, such as a full disk: trying again may help */
  LAYERLUA_CANCELLED = 130, /* layerlua_cancel ended the call */
} layerlua_status;

typedef struct layerlua_error {
  layerlua_status status;
  int32_t line;            /* in the script, from 1; 0 when there is none */
  const char *message;     /* what happened, without the place; never NULL */
  const char *script;      /* the script's name as it was given; NULL when the error has no place in a script */
  const char *source_line; /* the text of that line; NULL when it is not known */
  /* The calls that led to the error, innermost first, one a line; NULL when they add nothing. */
  const char *traceback;
  const char *description; /* "script:line: message", as the program prints it; never NULL */
} layerlua_error;

/* Something that is allowed but probably not meant. */
typedef struct layerlua_warning {
  /* The rule's name, such as "missing-font", which stays the same from version to version; never NULL. */
  const char *rule;
  const char *message; /* what happened, without the place; never NULL */
  const char *script;  /* the script whose line ran, or made the layer concerned; NULL when there is none */
  int32_t line;        /* in the script, from 1; 0 when there is none */
  /* 0 the first time, else the number of repetitions: see layerlua_report_repeated_warnings. */
  uint32_t repeats;
  const char *description; /* "script:line: message"; never NULL */
} layerlua_warning;

typedef struct layerlua_engine layerlua_engine;

/* The error of the engine's last call that failed; its status is LAYERLUA_OK when none has. Never NULL. Valid until the
 * next call that fails.
 */
const layerlua_error *layerlua_last_error(const layerlua_engine *engine);

/* ---- engines ----------------------------------------------------------------------------------------------------- */

#define LAYERLUA_UNLIMITED UINT64_MAX

typedef struct layerlua_config {
  size_t size; /* sizeof(layerlua_config) */
  /* Bytes of Lua's heap and of the script's pixels, layers and paths. Default 2 GiB; LAYERLUA_UNLIMITED: no limit. */
  uint64_t memory_limit;
  /* Seconds of wall time that a run or call of a script and the pictures after it may take together; the host's work in
   * between does not count. Only layerlua_run, layerlua_run_file, layerlua_call and layerlua_call_function set it
   * back: a host that draws for hours after one script comes to its end, and had better set call_time_limit. Default no
   * limit. Ends a script by SIGRTMIN + 6.
   */
  double time_limit;
  uint64_t seed; /* the seed of math.random */
  /* Threads that draw, the caller included; at most 1024. Default one per processor. Pictures do not depend on it. */
  uint32_t threads;
  bool trusted; /* no sandbox: for scripts as trustworthy as the program itself */
  /* The directory from which file names that a script reads start, and which it may read; "." is the process's working
   * directory. NULL, the default: a script given as a file (layerlua_run_file) reads its own directory, and one given
   * as text none. Its names then start from the process's working directory, and lead to files only where
   * readable_directories allow them.
   */
  const char *script_directory;
  /* The directory from which file names that are written start, and in which scripts may write; "." is the process's
   * working directory. NULL, the default: scripts write no files, and the paths of the host's own calls, such as
   * layerlua_render_file, start from the process's working directory.
   */
  const char *working_directory;
  const char *const *readable_directories; /* directories that scripts may read in addition to script_directory */
  size_t readable_directory_count;
  const char *const *writable_directories; /* directories that scripts may write in addition to working_directory */
  size_t writable_directory_count;
  const char *const *font_directories; /* directories searched before the installed fonts */
  size_t font_directory_count;
  /* Receives what scripts print, as it comes, with line breaks: bytes that need not be UTF-8 and may contain zero bytes
   * and control characters. `text` also ends with a zero byte. Default: the output goes to standard error; a function
   * that does nothing drops it.
   */
  void (*on_print)(void *user_data, const char *text, size_t count);
  /* Receives each warning once, such as a missing font, by its description, which says "the host: " where the program
   * itself set a key. Default: warnings go to standard error, as "layerlua: warning: DESCRIPTION [RULE]".
   */
  void (*on_warning)(void *user_data, const char *message);
  void *user_data; /* passed to all of these functions */
  /* Limits of a script in addition to memory and time. Exceeding one is LAYERLUA_LIMIT, with an error that has its name
   * and value, before any memory is taken. LAYERLUA_UNLIMITED is the largest possible value.
   */
  /* Pixels of one picture. Default 4,294,967,296, which is also the largest value, and is reached by PNG and JPEG files
   * alone, which are written in strips; any other picture has at most 268,435,456.
   */
  uint64_t pixel_limit;
  /* Pixels of all off-screen surfaces of one picture. Default 134,217,728, which is also the largest value. */
  uint64_t surface_pixel_limit;
  uint64_t layer_limit; /* layers that exist at once. Default 2,000,000 */
  /* Layers that one picture shows, each instance of a replicator counted. Default 1,000,000. */
  uint64_t replicated_layer_limit;
  uint64_t particle_limit;          /* particles of one emitter layer at one time. Default 1,000,000 */
  uint64_t path_segment_limit;      /* segments of one path. Default 10,000,000 */
  uint64_t drawing_operation_limit; /* operations that one drawing records. Default 1,000,000 */
  /* Pixels of one image that is read or made. Default 268,435,456, which is also the largest value. */
  uint64_t image_pixel_limit;
  /* Bytes in UTF-8 of one text that is laid out. Default 4,194,304, which is also the largest value. */
  uint64_t text_length_limit;
  uint64_t frame_limit;     /* frames of one film. Default 1,000,000 */
  uint64_t file_size_limit; /* bytes of one file that is read. Default 268,435,456 */
  /* Receives the parts of each warning, in place of on_warning; they are valid until the function returns. Default:
   * on_warning is called.
   */
  void (*on_warning_details)(void *user_data, const layerlua_warning *warning);
  /* Rules whose warnings are dropped; docs/reference/warnings.md lists them. An unknown one is LAYERLUA_USAGE. */
  const char *const *allowed_warnings;
  size_t allowed_warning_count;
  /* Bytes of pictures that are kept, so that the next one of the same layers paints only what changed; no picture
   * depends on it. Default 67,108,864; 1 keeps none.
   */
  uint64_t kept_picture_limit;
  const char *const *hyphen_directories; /* directories searched for files of hyphens before the installed one */
  size_t hyphen_directory_count;
  /* Seconds of wall time that each call of the host's may take: a run, a call, a picture, a film. Both limits hold
   * where both are given. Default no limit.
   */
  double call_time_limit;
  /* Whose names of these settings messages use where they name a remedy: "c", the default, or "python". */
  const char *language;
  /* The path of the program layerlua-svg, which draws SVG files that have more than shapes, such as text and masks, and
   * reads pages of PDF files. Default NULL: it is looked for beside the library, and in libexec/layerlua of its prefix.
   */
  const char *svg_program;
  /* Bytes that scripts print, and say by warn, from one run or call of theirs to the next, the pictures between them
   * included; none with `trusted`. Default 67,108,864.
   */
  uint64_t printed_byte_limit;
  /* Whether the links of layers may lead anywhere in PDF and SVG files. Otherwise only those to http, https, mailto,
   * tel, # and relative addresses are written, and a warning names the others. `trusted` allows all. Default false.
   */
  bool allow_links;
} layerlua_config;

/* Makes an engine. `config` may be NULL. On failure *engine is NULL, and the reason is written to `message` (which may
 * be NULL), cut to fit `capacity` bytes.
 */
layerlua_status layerlua_create(
    const layerlua_config *config, layerlua_engine **engine, char *message, size_t capacity);
/* Frees an engine with its layers and scripts. NULL is allowed. Within one of its callbacks, or while another thread is
 * in a call, the engine is freed once the outermost call has returned.
 */
void layerlua_free(layerlua_engine *engine);

/* ---- values ------------------------------------------------------------------------------------------------------ */

typedef struct layerlua_layer layerlua_layer;       /* a layer; belongs to its engine */
typedef struct layerlua_function layerlua_function; /* a function of a script; belongs to its engine */
typedef struct layerlua_image layerlua_image;       /* a picture in memory; belongs to its holder */

typedef enum layerlua_type {
  LAYERLUA_NIL = 0,
  LAYERLUA_BOOLEAN, /* as.boolean */
  LAYERLUA_NUMBER,  /* as.number */
  /* as.string: `count` bytes of UTF-8. Other bytes come from scripts as LAYERLUA_BYTES. */
  LAYERLUA_STRING,
  LAYERLUA_BYTES,      /* as.bytes, `count` of them */
  LAYERLUA_POINT,      /* as.numbers: x, y in points */
  LAYERLUA_SIZE,       /* as.numbers: width, height in points */
  LAYERLUA_RECT,       /* as.numbers: x, y, width, height in points */
  LAYERLUA_COLOR,      /* as.numbers: red, green, blue, alpha from 0 to 1, sRGB, not premultiplied */
  LAYERLUA_TRANSFORM,  /* as.matrix: 16 numbers, m11, m12 … m44 */
  LAYERLUA_PATH,       /* as.string: SVG path data of `count` bytes */
  LAYERLUA_LAYER,      /* as.layer */
  LAYERLUA_IMAGE,      /* as.image; one that the engine hands out is borrowed, and kept by layerlua_image_retain */
  LAYERLUA_FUNCTION,   /* as.function */
  LAYERLUA_ARRAY,      /* as.items: `count` values */
  LAYERLUA_DICTIONARY, /* as.items: `count` pairs, each a LAYERLUA_STRING and its value */
  /* From the engine only: something without a form in C; as.string names its kind, in `count` bytes. */
  LAYERLUA_OTHER,
} layerlua_type;

/* A value of a layer's key or of a script. A value passed to the engine is copied; nothing in it need outlive the call.
 * A key that takes several forms also takes them from C: "red" for a colour, an array of two numbers for a point.
 */
typedef struct layerlua_value {
  int32_t type;     /* a layerlua_type */
  int32_t reserved; /* 0 */
  size_t count;     /* the number of elements that `as` points to */
  union {
    bool boolean;
    double number;
    double numbers[4];
    const double *matrix;
    const char *string;
    const uint8_t *bytes;
    layerlua_layer *layer;
    layerlua_image *image;
    layerlua_function *function;
    const struct layerlua_value *items;
  } as;
} layerlua_value;

/* ---- scripts ----------------------------------------------------------------------------------------------------- */

/* Sets the contents of ca.args for the next runs: `value` under `name`, or the positional arguments ca.args[1],
 * ca.args[2]… A NULL value removes the name.
 */
layerlua_status layerlua_set_argument(layerlua_engine *engine, const char *name, const char *value);
layerlua_status layerlua_set_positional_arguments(layerlua_engine *engine, const char *const *values, size_t count);

/* Runs Lua text, which reads and writes no directory but those that the configuration names. `name` stands for it in
 * errors, usually its path. *layer becomes the layer that it returned, NULL for
 * none; `layer` itself may be NULL. Objects that the script made live until the next run, or as long as scripts hold
 * them.
 */
layerlua_status layerlua_run(
    layerlua_engine *engine, const char *source, size_t count, const char *name, layerlua_layer **layer);
/* Runs a file, in any directory; `path` is relative to the process's working directory. Where the configuration names
 * no script_directory, the script reads its own directory, from which its file names start. To let it read none, read
 * the file and give its text to layerlua_run.
 */
layerlua_status layerlua_run_file(layerlua_engine *engine, const char *path, layerlua_layer **layer);

/* Calls a global function that a script defined. *results becomes its results, *result_count their number; both
 * pointers may be NULL.
 */
layerlua_status layerlua_call(layerlua_engine *engine, const char *name, const layerlua_value *arguments, size_t count,
    const layerlua_value **results, size_t *result_count);
/* Calls a function that a script passed to the host. */
layerlua_status layerlua_call_function(layerlua_engine *engine, layerlua_function *function,
    const layerlua_value *arguments, size_t count, const layerlua_value **results, size_t *result_count);

/* Ends the work of the engine: a script at its next instruction, even in an endless loop, and pictures, films, texts
 * and long strings within milliseconds, about a tenth of a second at worst as measured. The present frame of a GIF or
 * APNG is finished first, half a second for 9 million pixels. An encoder of a picture file is left to end on its own
 * thread, which keeps the picture until then. The call returns LAYERLUA_CANCELLED, nothing is half-written, and the
 * next call works again. Does nothing when the engine is idle. The only function that may be called from any thread
 * while the engine works; not from a signal handler. It sends SIGRTMIN + 6 to the thread that works.
 */
void layerlua_cancel(layerlua_engine *engine);

/* What a process gives up for good, besides what layerlua_isolate names. */
typedef struct layerlua_isolation {
  size_t size;        /* sizeof(layerlua_isolation) */
  bool required;      /* whether it is LAYERLUA_MISSING when this system lacks a part of the means */
  bool starts_ffmpeg; /* whether ffmpeg may be started, for films; it is also isolated */
  /* Files that the program itself writes later, relative to working_directory; their directories stay accessible. */
  const char *const *written_files;
  size_t written_file_count;
} layerlua_isolation;
/* Locks the process in, for good, before it runs a script that is not trusted. It gives up all files except those that
 * the engine's configuration names, fonts and the system's libraries; sockets, new programs, other processes and new
 * privileges; and more memory, processor time, open files and processes than the configuration's limits allow. A fault
 * in the interpreter or a decoder then gives an attacker little more than the script had. A script file that is run
 * later lies in a directory that the configuration names. Missing directories for output are made.
 *
 * To be called once, while the process has one thread, and by programs that live for one job: a child of a server,
 * which may make its engine after fork(). Only Linux has the means: Landlock for files, seccomp for the rest. *missing,
 * which may be NULL, becomes what this system lacks of them, "this system has no Landlock …", and NULL for nothing; `how`
 * may be NULL. LAYERLUA_USAGE when / is among the directories, which leaves nothing to give up, or when the
 * process has several threads.
 */
layerlua_status layerlua_isolate(layerlua_engine *engine, const layerlua_isolation *how, const char **missing);

/* Reports the warnings that were repeated since they were last reported once more, with the numbers of repetitions. */
layerlua_status layerlua_report_repeated_warnings(layerlua_engine *engine);

/* ---- layers ------------------------------------------------------------------------------------------------------ */
/* A layer that the engine returns is valid as long as it is in the tree of the layer that the last run returned, or
 * until the next call if it is in no such tree. layerlua_keep_layer makes it, and what scripts attached to it, valid
 * until layerlua_let_layer_go.
 */

/* The layer that the last run returned; NULL when there is none. */
layerlua_layer *layerlua_root(layerlua_engine *engine);
/* The layer of that name in the root's tree, depth first, or of a path of names from the root's sublayers, such as
 * "dial/needle"; NULL when there is none, which the last error then reports.
 */
layerlua_layer *layerlua_layer_named(layerlua_engine *engine, const char *name);
layerlua_status layerlua_keep_layer(layerlua_engine *engine, layerlua_layer *layer);
/* Ends one layerlua_keep_layer. */
layerlua_status layerlua_let_layer_go(layerlua_engine *engine, layerlua_layer *layer);

/* Reads a key or key path, such as "opacity" or "transform.rotation.z". */
layerlua_status layerlua_get(
    layerlua_engine *engine, layerlua_layer *layer, const char *key_path, layerlua_value *value);
/* Sets a key or key path; starts no implicit animation unless a script asked for them. */
layerlua_status layerlua_set(
    layerlua_engine *engine, layerlua_layer *layer, const char *key_path, const layerlua_value *value);
/* Reads the value of a key or key path at a time, in seconds, with the animations on it. */
layerlua_status layerlua_get_at(
    layerlua_engine *engine, layerlua_layer *layer, const char *key_path, double time, layerlua_value *value);
/* The same for the most frequent types. layerlua_get_number is LAYERLUA_USAGE when the value is no number. */
layerlua_status layerlua_get_number(
    layerlua_engine *engine, layerlua_layer *layer, const char *key_path, double *number);
layerlua_status layerlua_set_number(
    layerlua_engine *engine, layerlua_layer *layer, const char *key_path, double number);
layerlua_status layerlua_set_string(
    layerlua_engine *engine, layerlua_layer *layer, const char *key_path, const char *string);

/* The tree as JSON: for every layer its class, its label and the keys that differ from the defaults. */
layerlua_status layerlua_dump(layerlua_engine *engine, layerlua_layer *layer, const char **json);

/* ---- time -------------------------------------------------------------------------------------------------------- */

/* The scripts' clock, in seconds; it starts at 0 and moves only by layerlua_set_current_time. */
layerlua_status layerlua_current_time(layerlua_engine *engine, double *time);
/* Moves the clock forward: animations that are over end, and delegates are notified. Backward is LAYERLUA_USAGE. */
layerlua_status layerlua_set_current_time(layerlua_engine *engine, double time);

/* ---- pictures ---------------------------------------------------------------------------------------------------- */

typedef struct layerlua_settings {
  size_t size;            /* sizeof(layerlua_settings) */
  double scale;           /* pixels per point. Default 1 */
  bool has_time;          /* whether `time` is used; without it the picture shows the current time */
  double time;            /* seconds */
  double width, height;   /* size of the picture in points, from the bounds' origin. Default the bounds' own */
  const char *background; /* a CSS colour under the layer. Default none */
  double quality;         /* for .jpg and .webp, 0…1. Default the format's own */
  int32_t lossless;       /* for .webp: 1 without loss, -1 with loss */
  int32_t compression;    /* for .png: 1 is the fastest, 12 the smallest. Default the format's own */
  double dpi;             /* stored in .png and .jpg. Default none */
  /* For films and their frames; `time` is for single pictures. */
  double fps;         /* frames per second. Default 60, for .gif 50 */
  bool has_from;      /* whether `from` is used; without it a film starts at the current time */
  double from;        /* the time of frame 0, in seconds */
  double duration;    /* seconds. Default until the last animation that has an end is over */
  const char *frames; /* the frames to draw, such as "0-119,200-". Default all */
  /* Receives now and then, on the engine's thread, the number of finished frames of a film; at last the total. False
   * ends the film: its file is removed, and the call returns LAYERLUA_CANCELLED. May use the engine.
   */
  bool (*on_progress)(void *user_data, size_t finished, size_t total);
  void *user_data; /* passed to on_progress and on_pixels */
  /* For pages, which are .pdf and .svg; lengths are points of 1/72 inch. `dpi` is that of what pages cannot hold, by
   * default 300.
   */
  const char *paper;    /* the layer is fitted on it: "A4", "letter". Default a page as large as the layer */
  bool keeps_scale;     /* on paper: `scale` holds, and the layer is not fitted */
  bool landscape;       /* paper with its longer side across */
  bool outlines;        /* text as areas, which need no font but cannot be searched */
  bool headings;        /* .pdf: the names of layers as its outline */
  double margin;        /* space around the layer */
  double bleed;         /* .pdf: how far a page reaches beyond where it is cut */
  const char *title;    /* what the document is called; the others are for .pdf */
  const char *author;   /* who made it */
  const char *subject;  /* what it is about */
  const char *keywords; /* words to find it by */
  const char *date;     /* when it was made: "2025-01-31" or "2025-01-31T12:00:00Z". Default none */
  /* Receives, on the engine's thread when pages are drawn, what of them became pixels: a layer's label, and why. Both
   * texts are good until it returns.
   */
  void (*on_pixels)(void *user_data, const char *layer, const char *reason);
} layerlua_settings;

/* The layouts of pixels in memory: rows from the top, four bytes each. */
typedef enum layerlua_pixels {
  LAYERLUA_RGBA = 0,           /* straight alpha, as in PNG and most programs */
  LAYERLUA_RGBA_PREMULTIPLIED, /* as compositors and graphics cards prefer */
  LAYERLUA_BGRA_PREMULTIPLIED, /* Cairo's and Wayland's ARGB32 on little-endian machines */
  LAYERLUA_BGRA,
} layerlua_pixels;

/* The size of a picture in pixels, for which layerlua_render needs room. `settings` may be NULL here and below. */
layerlua_status layerlua_picture_size(layerlua_engine *engine, layerlua_layer *layer, const layerlua_settings *settings,
    uint32_t *width, uint32_t *height);
/* Draws a layer in its own bounds space into the caller's memory. Rows are `bytes_per_row` apart; 0 means without gaps.
 * LAYERLUA_USAGE, with nothing written, when the picture does not fit into `capacity` bytes.
 */
layerlua_status layerlua_render(layerlua_engine *engine, layerlua_layer *layer, const layerlua_settings *settings,
    int32_t pixels, void *memory, size_t capacity, size_t bytes_per_row);
/* Draws a layer into an image, which the caller releases. */
layerlua_status layerlua_render_image(
    layerlua_engine *engine, layerlua_layer *layer, const layerlua_settings *settings, layerlua_image **image);
/* Draws a layer and returns the bytes of a picture file: png, jpg, webp, pdf or svg; or of a film: gif, apng, mp4 and
 * webm (made by the program ffmpeg in a temporary directory, as in layerlua_render_file), and webp and pdf when fps,
 * has_from, duration or frames are set. Free them with layerlua_free_bytes.
 */
layerlua_status layerlua_encode(layerlua_engine *engine, layerlua_layer *layer, const layerlua_settings *settings,
    const char *format, uint8_t **bytes, size_t *count);
void layerlua_free_bytes(uint8_t *bytes);
/* Draws a layer into a file, whose extension names the format: .png, .jpg, .webp, .pdf or .svg. The path is relative to
 * the configuration's working_directory, else to the process's, and below it or a directory of writable_directories
 * unless the engine is trusted. After a failure an old file is as it was. Missing directories are made.
 *
 * Films are .mp4 and .webm (made by the program ffmpeg, which the call starts; LAYERLUA_MISSING without it), .gif,
 * .apng, .webp and .pdf (a page for each frame) when fps, has_from, duration or frames are set, or a picture for each
 * frame, such as "frame-{0000}.png",
 * where the zeros stand for the frame's number. A script of an engine that is not trusted may itself make films, but
 * not start ffmpeg.
 */
layerlua_status layerlua_render_file(
    layerlua_engine *engine, layerlua_layer *layer, const layerlua_settings *settings, const char *path);

/* The frames of a film, as many as the settings ask for by fps, from, duration and frames. */
typedef struct layerlua_film {
  size_t size;        /* sizeof(layerlua_film), set by the caller */
  size_t frame_count; /* the number of frames that are drawn */
  double fps;         /* frames per second */
  double from;        /* the time of the film's frame 0, in seconds */
  double duration;    /* the seconds that the frames are shown */
} layerlua_film;
/* How many frames a film of the layer has. A film without an end, which has neither a duration nor an animation with an
 * end, is LAYERLUA_USAGE.
 */
layerlua_status layerlua_film_length(
    layerlua_engine *engine, layerlua_layer *layer, const layerlua_settings *settings, layerlua_film *film);
/* Draws one frame of a film into the caller's memory, as layerlua_render draws a picture; layerlua_picture_size gives
 * its size. `index` is its place among the frames that are drawn, from 0. What did not change since the frame that was
 * drawn before is not painted again.
 */
layerlua_status layerlua_render_frame(layerlua_engine *engine, layerlua_layer *layer, const layerlua_settings *settings,
    size_t index, int32_t pixels, void *memory, size_t capacity, size_t bytes_per_row);
/* The same as an image, which the caller releases. */
layerlua_status layerlua_render_frame_image(layerlua_engine *engine, layerlua_layer *layer,
    const layerlua_settings *settings, size_t index, layerlua_image **image);

/* A frame of a film; valid until the function that receives it returns. */
typedef struct layerlua_frame {
  size_t index;          /* its place among the frames that are drawn, from 0 */
  size_t number;         /* its number in the film; the same unless settings.frames leaves some out */
  double time;           /* the time that it shows, in seconds */
  layerlua_image *image; /* borrowed, and kept by layerlua_image_retain; layerlua_image_read copies its pixels */
} layerlua_frame;
/* Draws the frames of a film, several at once on the engine's threads, and gives each to `on_frame`, in their order and
 * on the engine's thread. False ends the film, and the call returns LAYERLUA_CANCELLED. The function may use the
 * engine. No more frames than threads and one are in memory at once.
 */
layerlua_status layerlua_film_frames(layerlua_engine *engine, layerlua_layer *layer, const layerlua_settings *settings,
    bool (*on_frame)(void *user_data, const layerlua_frame *frame), void *user_data);

/* Draws layers as the pages of a .pdf, each as large as its layer, or all on the paper of the settings. */
layerlua_status layerlua_render_pages(layerlua_engine *engine, layerlua_layer *const *layers, size_t layer_count,
    const layerlua_settings *settings, const char *path);
/* The same as bytes of the format pdf, or svg for one layer. Free them with layerlua_free_bytes. */
layerlua_status layerlua_encode_pages(layerlua_engine *engine, layerlua_layer *const *layers, size_t layer_count,
    const layerlua_settings *settings, const char *format, uint8_t **bytes, size_t *count);

/* A part of a picture that was probably meant otherwise, most often a layer that is not seen. */
typedef struct layerlua_finding {
  /* The rule's name, such as "occluded", which stays the same from version to version; never NULL. */
  const char *rule;
  const char *message;   /* what is so and why, with the layer's name, without the place; never NULL */
  const char *hint;      /* what to write instead, such as "shadowOpacity = 0.3"; NULL when it is not known */
  layerlua_layer *layer; /* the layer concerned */
  const char *script;    /* the script whose line made the layer; NULL when none did */
  int32_t line;          /* in the script, from 1; 0 when there is none */
  uint32_t others;       /* further layers that the same line made and that are concerned */
  bool is_note;          /* whether it is often meant so, such as a hidden layer */
  /* "script:line: message, and 2 others made here: hint", as the program prints it; never NULL */
  const char *description;
} layerlua_finding;

/* Looks for what of a layer's picture was probably meant otherwise, most of all for layers that are not seen: a layer is
 * called so only where the picture without it has the same bytes. Then calls `on_finding` for each, in the order of the
 * tree; a finding is valid until the function returns, which may use the engine. Nothing is called when all is as it
 * seems to be meant. With fps, has_from, duration or frames in the settings, also looks at 16 times of the layer's
 * animations. Costs a few pictures, and parts of up to 64. Rules of allowed_warnings are left out.
 */
layerlua_status layerlua_diagnose(layerlua_engine *engine, layerlua_layer *layer, const layerlua_settings *settings,
    void (*on_finding)(void *user_data, const layerlua_finding *finding), void *user_data);

/* An image is independent of any engine and may be used from any thread. */
uint32_t layerlua_image_width(const layerlua_image *image);
uint32_t layerlua_image_height(const layerlua_image *image);
/* Pixels per point. */
double layerlua_image_scale(const layerlua_image *image);
layerlua_status layerlua_image_read(
    const layerlua_image *image, int32_t pixels, void *memory, size_t capacity, size_t bytes_per_row);
/* Makes an image from a copy of pixels; NULL when the sizes are wrong or memory is short. `scale` 0 is 1. */
layerlua_image *layerlua_image_create(
    int32_t pixels, const void *memory, size_t bytes_per_row, uint32_t width, uint32_t height, double scale);
/* Makes an image from the bytes of a PNG, JPEG, WebP or SVG file, or of the first page of a PDF file; the caller
 * releases it. */
layerlua_status layerlua_image_decode(
    layerlua_engine *engine, const uint8_t *bytes, size_t count, layerlua_image **image);
void layerlua_image_retain(layerlua_image *image);
/* NULL is allowed. */
void layerlua_image_release(layerlua_image *image);

/* ---- what a host offers scripts ---------------------------------------------------------------------------------- */

/* Offers an image under a name, which ca.Image.named(name) and layer.contents = name find before any file. NULL removes
 * the name.
 */
layerlua_status layerlua_set_image(layerlua_engine *engine, const char *name, layerlua_image *image);

/* Memory that a host draws into: rows from the top, premultiplied, red first unless the layer's pixelFormat differs. */
typedef struct layerlua_drawable {
  uint32_t width, height; /* in pixels */
  size_t bytes_per_row;
  uint8_t *bytes;
  double time; /* the picture's time in the layer's own time, in seconds */
} layerlua_drawable;
/* A function that draws; false makes the picture fail. */
typedef bool (*layerlua_draw)(const layerlua_drawable *drawable, void *user_data);

/* Offers a source of pixels under a name: ca.DrawableLayer { draw = "camera", asynchronous = true } calls it for each
 * picture. It runs on the engine's thread. `release` is as in layerlua_register. A NULL function removes the name;
 * layers that have the source keep it.
 */
layerlua_status layerlua_set_drawable(layerlua_engine *engine, const char *name, layerlua_draw function,
    void *user_data, void (*release)(void *user_data));

/* A key of a host's filter: a number, or what its kind says. */
typedef struct layerlua_filter_key {
  size_t size;      /* sizeof(layerlua_filter_key), the same in all keys of a filter */
  const char *name; /* a word, such as inputAmount */
  const char *kind; /* "number", "point", "color", "rect" or "transform", of 1, 2, 4, 4 and 6 numbers; NULL is
                              "number" */
  double value[6];  /* in the beginning */
  bool has_range;   /* whether each number must lie from minimum to maximum */
  double minimum, maximum;
} layerlua_filter_key;

/* A row of a filter's result, and the picture that it is made from; valid during the call. A pixel is four numbers:
 * red, green, blue and alpha from 0 to 1, colours multiplied by alpha.
 */
typedef struct layerlua_filter_row {
  int32_t x, y, width; /* of the first pixel, in pixels of the grid, and how many there are */
  float *pixels;       /* to be filled; transparent so far */
  const float *source; /* rows without gaps, transparent beyond them; NULL where there are none */
  int32_t source_x, source_y, source_width, source_height;
  const double *values; /* the numbers of all keys, in their order */
  size_t value_count;
  double to_points[6]; /* from the grid to the layer's points: x' = m[0] x + m[2] y + m[4], y' = m[1] x + m[3] y +
                           m[5] */
  double scale;        /* pixels per point */
} layerlua_filter_row;
/* A function that fills a row; false makes the picture fail. */
typedef bool (*layerlua_filter)(const layerlua_filter_row *row, void *user_data);

/* Makes a filter known by its name: ca.Filter("invert", { inputAmount = 0.5 }) in layer.filters and backgroundFilters.
 * A later filter of the same name takes its place; layers that have the first one keep it.
 *
 * The function is called for each row of the result, on several threads at once, and may not use the engine. For the
 * same bytes on any number of threads it may depend on nothing but the row. `reach` is how many points away the pixels
 * lie at most that one of the result depends on, and by how much the result is larger than the picture; below 0 the
 * whole picture is there, and the result is as large. `release`, which may be NULL, is called once with `user_data`:
 * when nothing has the filter any more, at the latest when the engine is freed, or at once when this call fails.
 */
layerlua_status layerlua_define_filter(layerlua_engine *engine, const char *name, const layerlua_filter_key *keys,
    size_t key_count, double reach, layerlua_filter function, void *user_data, void (*release)(void *user_data));

/* A call of a host's function; valid until the function returns. */
typedef struct layerlua_call_context layerlua_call_context;
typedef void (*layerlua_callback)(layerlua_call_context *call, void *user_data);

/* Offers scripts a function as ca.host.NAME. It runs on the thread that runs the script and may use the engine.
 * `release`, which may be NULL, is called once with `user_data`: when the function is replaced or the engine freed, or
 * at once when this call fails or there is no function. It may not use an engine that is being freed. A NULL function
 * removes the name.
 */
layerlua_status layerlua_register(layerlua_engine *engine, const char *name, layerlua_callback function,
    void *user_data, void (*release)(void *user_data));
/* Offers scripts a value as ca.host.NAME; NULL or LAYERLUA_NIL removes it. */
layerlua_status layerlua_define(layerlua_engine *engine, const char *name, const layerlua_value *value);

layerlua_engine *layerlua_call_engine(const layerlua_call_context *call);
size_t layerlua_call_argument_count(const layerlua_call_context *call);
/* The argument at `index`, from 0; a nil for one that was not given. Valid until the function returns, regardless of
 * calls in between.
 */
const layerlua_value *layerlua_call_argument(const layerlua_call_context *call, size_t index);
/* Adds a result; it is copied. */
layerlua_status layerlua_call_return(layerlua_call_context *call, const layerlua_value *value);
/* Makes the call raise an error in the script at its line, once the function returns. */
void layerlua_call_fail(layerlua_call_context *call, const char *message);

/* Keeps a script's function until layerlua_let_function_go or until the engine is freed; otherwise it is valid as long
 * as the value that it came in.
 */
layerlua_status layerlua_keep_function(layerlua_engine *engine, layerlua_function *function);
layerlua_status layerlua_let_function_go(layerlua_engine *engine, layerlua_function *function);

#ifdef __cplusplus
}
#endif

#endif
