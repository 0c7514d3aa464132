/* SPDX-License-Identifier: MIT */
/* layerlua: Core Animation's layers, scripted in Lua, rendered without a screen.
 *
 * An engine runs scripts and draws the layers they make. There is no global state: engines share nothing, and each
 * belongs to one thread at a time. A call made while another thread is inside one fails with LAYERLUA_USAGE and
 * changes nothing; layerlua_last_error then reports that to the refused thread. Only layerlua_cancel may be called
 * from any thread.
 *
 * Every function that can fail returns a layerlua_status; layerlua_last_error has the details. A NULL engine, a
 * missing pointer, a wrong size, text that is not UTF-8 or a buffer that is too small is LAYERLUA_USAGE, never a
 * crash. So is a layer or function that no longer exists or belongs to another engine. Using an engine or image after
 * it was freed, or a call after its function returned, is undefined behaviour.
 *
 * Strings are UTF-8 and zero-terminated unless a count is given. Memory returned as `const` belongs to the engine. It
 * is valid until the next call with the same engine (within a callback: until the callback returns), unless its
 * description says otherwise. Calls that keep, retain or release something do not invalidate it, so all layers and
 * functions among some results can be kept.
 *
 * Callbacks must return. Leaving one by a C++ exception or longjmp unwinds frames that do not support it and is
 * undefined behaviour: catch it inside, and call layerlua_call_fail. After fork() the child must not use an engine of
 * its parent, whose threads it does not have; it may make its own.
 *
 * Structures begin with their size, set by the caller to sizeof, so that a program built with an older header runs
 * with a newer library. Zero in any other field selects its default.
 */
#ifndef LAYERLUA_H
#define LAYERLUA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Incremented by incompatible changes, which require a rebuild; also the number in the library's file name. */
#define LAYERLUA_ABI_VERSION 2

/* Returns the LAYERLUA_ABI_VERSION of the loaded library. */
uint32_t layerlua_abi_version(void);
/* Returns the version, "MAJOR.MINOR.PATCH", as in ca.version. Never freed. */
const char *layerlua_version(void);

/* ---- errors ------------------------------------------------------------------------------------------------------ */

/* Result of a call; the values are the exit codes of the layerlua program. */
typedef enum layerlua_status {
  LAYERLUA_OK = 0,
  LAYERLUA_SCRIPT = 1,      /* the script is invalid or raised an error */
  LAYERLUA_USAGE = 2,       /* the call was invalid: an impossible argument, an unknown format */
  LAYERLUA_LIMIT = 3,       /* a limit of memory, time or size was exceeded */
  LAYERLUA_FILE = 4,        /* a file could not be read or written */
  LAYERLUA_MISSING = 5,     /* something that must be installed is missing, such as ffmpeg */
  LAYERLUA_TEMPORARY = 75,  /* a transient fault, such as a full disk: trying again may help */
  LAYERLUA_CANCELLED = 130, /* layerlua_cancel ended the call */
} layerlua_status;

/* Texts of errors, warnings, findings and notes never contain a zero byte: it is written as \0. Their descriptions
 * contain no control characters other than line feeds and tabs: they are written as in Lua, such as \27, so that a
 * script's text cannot control a terminal. All other texts are as the script or the file has them; escape them before
 * a terminal shows them.
 */
typedef struct layerlua_error {
  layerlua_status status;
  int32_t line;            /* in the script, from 1; 0 if there is none */
  const char *message;     /* what happened, without the position; never NULL */
  const char *script;      /* the script's name as given; NULL if the error has no position in a script */
  const char *source_line; /* the text of that line; NULL if unknown */
  /* The calls that led to the error, innermost first, one per line; NULL if they add nothing. */
  const char *traceback;
  const char *description; /* "script:line: message", as the program prints it; never NULL */
} layerlua_error;

/* A warning about something allowed but probably unintended. */
typedef struct layerlua_warning {
  /* The rule's name, such as "missing-font", stable across versions; never NULL. */
  const char *rule;
  const char *message; /* what happened, without the position; never NULL */
  const char *script;  /* the script that ran, or that made the layer concerned; NULL if there is none */
  int32_t line;        /* in the script, from 1; 0 if there is none */
  /* 0 for the first report, else the number of repetitions: see layerlua_report_repeated_warnings. */
  uint32_t repeats;
  const char *description; /* "script:line: message"; never NULL */
} layerlua_warning;

typedef struct layerlua_engine layerlua_engine;

/* Returns the error of the engine's last failed call; its status is LAYERLUA_OK if none has failed. Never NULL. Valid
 * until the next call that fails.
 */
const layerlua_error *layerlua_last_error(const layerlua_engine *engine);

/* ---- engines ----------------------------------------------------------------------------------------------------- */

#define LAYERLUA_UNLIMITED UINT64_MAX
/* Values of layerlua_config.kept_picture_limit: no cache, and the default. */
#define LAYERLUA_NO_CACHE 1
#define LAYERLUA_DEFAULT_CACHE 67108864

typedef struct layerlua_config {
  size_t size; /* sizeof(layerlua_config) */
  /* Bytes of Lua's heap plus the script's pixels, layers and paths. Default 2 GiB; LAYERLUA_UNLIMITED: no limit. */
  uint64_t memory_limit;
  /* Wall time in seconds for a run or call of a script together with the pictures drawn after it; the host's own work
   * in between does not count. Only layerlua_run, layerlua_run_file, layerlua_call and layerlua_call_function restart
   * it. So a host that draws for hours after one script reaches the limit, and should set call_time_limit instead.
   * Default no limit. A script is ended by SIGRTMIN + 6.
   */
  double time_limit;
  uint64_t seed; /* seed of math.random */
  /* Drawing threads, including the caller's; at most 1024. Default one per processor. Does not affect pictures. */
  uint32_t threads;
  bool trusted; /* no sandbox: only for scripts trusted as much as the program itself */
  /* Base directory of file names that a script reads, which it may also read; "." is the process's working directory.
   * NULL, the default: a script run from a file (layerlua_run_file) reads its own directory, and one run from text
   * none. The file names of the latter are relative to the process's working directory, and are readable only as far
   * as readable_directories allow.
   */
  const char *script_directory;
  /* Base directory of file names that are written, in which scripts may write; "." is the process's working directory.
   * NULL, the default: scripts write no files, and the paths of the host's own calls, such as layerlua_write,
   * are relative to the process's working directory.
   */
  const char *working_directory;
  const char *const *readable_directories; /* directories that scripts may read in addition to script_directory */
  size_t readable_directory_count;
  const char *const *writable_directories; /* directories that scripts may write in addition to working_directory */
  size_t writable_directory_count;
  const char *const *font_directories; /* directories searched before the installed fonts */
  size_t font_directory_count;
  /* Receives script output as it is printed, including line breaks. The bytes need not be UTF-8, and may contain zero
   * bytes and control characters; `text` is also zero-terminated. Default: standard error; a function that does
   * nothing discards the output.
   */
  void (*on_print)(void *user_data, const char *text, size_t count);
  /* Receives each warning once, such as a missing font, as its description. That begins with "the host: " if the
   * program itself set a key. Default: standard error, as "layerlua: warning: DESCRIPTION [RULE]".
   */
  void (*on_warning)(void *user_data, const char *message);
  void *user_data; /* passed to all callbacks of this structure */
  /* Limits of a script in addition to memory and time. Exceeding one is LAYERLUA_LIMIT, with an error that states its
   * name and value, before any memory is allocated. LAYERLUA_UNLIMITED selects the largest possible value.
   */
  /* Pixels of one picture. Default 4,294,967,296, which is also the maximum. Only PNG and JPEG files, written in
   * strips, can be that large; any other picture has at most 268,435,456.
   */
  uint64_t pixel_limit;
  /* Pixels of all off-screen surfaces of one picture. Default 134,217,728, which is also the maximum. */
  uint64_t surface_pixel_limit;
  uint64_t layer_limit; /* layers alive at once. Default 2,000,000 */
  /* Layers shown in one picture, counting each instance of a replicator. Default 1,000,000. */
  uint64_t replicated_layer_limit;
  uint64_t particle_limit;          /* particles of one emitter layer at a time. Default 1,000,000 */
  uint64_t path_segment_limit;      /* segments of one path. Default 10,000,000 */
  uint64_t drawing_operation_limit; /* operations recorded by one drawing. Default 1,000,000 */
  /* Pixels of one image that is read or made. Default 268,435,456, which is also the maximum. */
  uint64_t image_pixel_limit;
  /* UTF-8 bytes of one text that is laid out. Default 4,194,304, which is also the maximum. */
  uint64_t text_length_limit;
  uint64_t frame_limit;     /* frames of one film. Default 1,000,000 */
  uint64_t file_size_limit; /* bytes of one file that is read. Default 268,435,456 */
  /* Receives each warning as a structure, in place of on_warning; valid until the function returns. Default:
   * on_warning is called.
   */
  void (*on_warning_details)(void *user_data, const layerlua_warning *warning);
  /* Rules whose warnings are suppressed, as listed in docs/reference/warnings.md. An unknown rule is LAYERLUA_USAGE. */
  const char *const *allowed_warnings;
  size_t allowed_warning_count;
  /* Size in bytes of the cache of rendered pictures, which lets the next picture of the same layers repaint only what
   * changed. Does not affect pictures. LAYERLUA_NO_CACHE disables it, as 0 does in Swift, C++ and Python: in this
   * structure 0 selects the default, LAYERLUA_DEFAULT_CACHE.
   */
  uint64_t kept_picture_limit;
  const char *const *hyphen_directories; /* directories searched for hyphenation files before the installed one */
  size_t hyphen_directory_count;
  /* Wall time in seconds for each call of the host: a run, a call, a picture, a film. If time_limit is set too, both
   * apply. Default no limit.
   */
  double call_time_limit;
  /* Language of the setting names in messages that suggest a fix: "c", the default, or "python". */
  const char *language;
  /* Path of the program layerlua-svg, which draws SVG files with more than shapes, such as text and masks, and reads
   * pages of PDF files. Default NULL: searched for next to the library, and in libexec/layerlua of its prefix.
   */
  const char *svg_program;
  /* Bytes that scripts may output by print and warn between one script run or call and the next, including the
   * pictures in between. No limit with `trusted`. Default 67,108,864.
   */
  uint64_t printed_byte_limit;
  /* True allows layers' links to any address in PDF and SVG files. Otherwise only http, https, mailto, tel, # and
   * relative addresses are written, and a warning names the others. `trusted` allows all. Default false.
   */
  bool allow_links;
  /* Single files that scripts may write, in any directory; relative to working_directory. A name such as
   * "frame-{0000}.png" allows all files of that numbering. Default none.
   */
  const char *const *writable_files;
  size_t writable_file_count;
} layerlua_config;

/* Makes an engine. `config` may be NULL. On failure *engine is NULL, and the reason is written to `message` (which may
 * be NULL), truncated to `capacity` bytes.
 */
layerlua_status layerlua_create(
    const layerlua_config *config, layerlua_engine **engine, char *message, size_t capacity);
/* Frees an engine with its layers and scripts. NULL is allowed. If called within one of its callbacks, or while
 * another thread is in a call, the engine is freed when the outermost call returns.
 */
void layerlua_free(layerlua_engine *engine);

/* ---- values ------------------------------------------------------------------------------------------------------ */

typedef struct layerlua_layer layerlua_layer;       /* a layer; owned by its engine */
typedef struct layerlua_function layerlua_function; /* a script function; owned by its engine */
typedef struct layerlua_image layerlua_image;       /* an image in memory; reference-counted */

typedef enum layerlua_type {
  LAYERLUA_NIL = 0,
  LAYERLUA_BOOLEAN, /* as.boolean */
  LAYERLUA_NUMBER,  /* as.number */
  /* as.string: `count` bytes of UTF-8. Strings from scripts that are not UTF-8 are LAYERLUA_BYTES. */
  LAYERLUA_STRING,
  LAYERLUA_BYTES,      /* as.bytes: `count` bytes */
  LAYERLUA_POINT,      /* as.numbers: x, y in points */
  LAYERLUA_SIZE,       /* as.numbers: width, height in points */
  LAYERLUA_RECT,       /* as.numbers: x, y, width, height in points */
  LAYERLUA_COLOR,      /* as.numbers: red, green, blue, alpha from 0 to 1, sRGB, not premultiplied */
  LAYERLUA_TRANSFORM,  /* as.matrix: 16 numbers, m11, m12 … m44 */
  LAYERLUA_PATH,       /* as.string: SVG path data of `count` bytes */
  LAYERLUA_LAYER,      /* as.layer */
  LAYERLUA_IMAGE,      /* as.image; borrowed if it comes from the engine: keep it by layerlua_image_retain */
  LAYERLUA_FUNCTION,   /* as.function */
  LAYERLUA_ARRAY,      /* as.items: `count` values */
  LAYERLUA_DICTIONARY, /* as.items: `count` pairs, each a LAYERLUA_STRING and its value */
  /* From the engine only: a value without a C representation; as.string is the name of its kind, `count` bytes long. */
  LAYERLUA_OTHER,
} layerlua_type;

/* A value of a layer's key or of a script. The engine copies a value passed to it; nothing in it need outlive the
 * call. A key that accepts several forms accepts them from C too: "red" for a colour, an array of two numbers for a
 * point.
 */
typedef struct layerlua_value {
  int32_t type;     /* a layerlua_type */
  int32_t reserved; /* set to 0 */
  size_t count;     /* number of elements that `as` points to */
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

/* Runs Lua text, which reads and writes only the directories that the configuration names. `name` identifies it in
 * errors and is usually its path. Sets *layer to the layer that the script returned, NULL for none; `layer` itself may
 * be NULL. Objects made by the script live until the next run, or as long as scripts hold them.
 */
layerlua_status layerlua_run(
    layerlua_engine *engine, const char *source, size_t count, const char *name, layerlua_layer **layer);
/* Runs a file, in any directory; `path` is relative to the process's working directory. If the configuration names no
 * script_directory, the script reads its own directory, to which its file names are relative. To let it read none,
 * read the file and pass its text to layerlua_run.
 */
layerlua_status layerlua_run_file(layerlua_engine *engine, const char *path, layerlua_layer **layer);

/* Calls a global function that a script defined. Sets *results to its results and *result_count to their number; both
 * pointers may be NULL.
 */
layerlua_status layerlua_call(layerlua_engine *engine, const char *name, const layerlua_value *arguments, size_t count,
    const layerlua_value **results, size_t *result_count);
/* Calls a function that a script passed to the host. */
layerlua_status layerlua_call_function(layerlua_engine *engine, layerlua_function *function,
    const layerlua_value *arguments, size_t count, const layerlua_value **results, size_t *result_count);

/* Cancels the work of the engine. A script ends at its next instruction, even in an endless loop; pictures, films,
 * texts and long strings end within milliseconds, in the worst case measured a tenth of a second. The current frame of
 * a GIF or APNG is finished first, which takes half a second for 9 million pixels, and so is a reversed, copied,
 * joined or upper-case string of hundreds of megabytes, which takes a second for 600 MB; memory_limit bounds that. A
 * picture-file encoder finishes on its own thread, which holds the picture until then. The call returns
 * LAYERLUA_CANCELLED, nothing is left half-written, and the next call works again. Does nothing if the engine is idle.
 * The only function that may be called from any thread while the engine works, but not from a signal handler. Sends
 * SIGRTMIN + 6 to the working thread.
 */
void layerlua_cancel(layerlua_engine *engine);

/* Options of layerlua_isolate. */
typedef struct layerlua_isolation {
  size_t size;        /* sizeof(layerlua_isolation) */
  bool required;      /* true: fail with LAYERLUA_MISSING if this system lacks a mechanism */
  bool starts_ffmpeg; /* true: ffmpeg may be started, for films; it is isolated too */
  /* Files that the program itself writes later, relative to working_directory; their directories stay accessible. */
  const char *const *written_files;
  size_t written_file_count;
} layerlua_isolation;
/* Sandboxes the process permanently, before it runs an untrusted script. The process gives up all files except those
 * that the engine's configuration names, fonts and the system's libraries; sockets, new programs, other processes and
 * new privileges; and more memory, processor time, open files and processes than the configuration's limits allow. A
 * bug in the interpreter or a decoder then gives an attacker little more than the script already had. A script file
 * that is run later must be in a directory that the configuration names. Missing output directories are created.
 *
 * Call it once, while the process has a single thread, in programs that live for one job: for example a child of a
 * server, which may make its engine after fork(). Only Linux has the mechanisms: Landlock for files, seccomp for the
 * rest. Sets *missing, which may be NULL, to the mechanisms that this system lacks, "this system has no Landlock …",
 * or NULL for none; `how` may be NULL. LAYERLUA_USAGE if / is among the directories, which leaves nothing to give up,
 * or if the process has several threads.
 */
layerlua_status layerlua_isolate(layerlua_engine *engine, const layerlua_isolation *how, const char **missing);

/* Reports once more each warning repeated since its last report, with the number of repetitions. */
layerlua_status layerlua_report_repeated_warnings(layerlua_engine *engine);

/* ---- layers ------------------------------------------------------------------------------------------------------ */
/* A layer returned by the engine is valid while it is in the tree of the layer that the last run returned; outside
 * that tree, until the next call. layerlua_keep_layer keeps the layer, and everything that scripts attached to it,
 * valid until layerlua_release_layer.
 */

/* Returns the layer that the last run returned; NULL if there is none. */
layerlua_layer *layerlua_root(layerlua_engine *engine);
/* Returns the first layer of that name in the root's tree, depth first, or the layer at a path of names from the
 * root's sublayers, such as "dial/needle". NULL if there is none, which the last error then reports.
 */
layerlua_layer *layerlua_layer_named(layerlua_engine *engine, const char *name);
layerlua_status layerlua_keep_layer(layerlua_engine *engine, layerlua_layer *layer);
/* Undoes one layerlua_keep_layer. */
layerlua_status layerlua_release_layer(layerlua_engine *engine, layerlua_layer *layer);

/* Reads a key or key path, such as "opacity" or "transform.rotation.z". */
layerlua_status layerlua_get(
    layerlua_engine *engine, layerlua_layer *layer, const char *key_path, layerlua_value *value);
/* Sets a key or key path. Starts an implicit animation only if a script asked for them. */
layerlua_status layerlua_set(
    layerlua_engine *engine, layerlua_layer *layer, const char *key_path, const layerlua_value *value);
/* Reads the animated value of a key or key path at a time in seconds. */
layerlua_status layerlua_get_at(
    layerlua_engine *engine, layerlua_layer *layer, const char *key_path, double time, layerlua_value *value);
/* layerlua_get and layerlua_set for the most common types. layerlua_get_number is LAYERLUA_USAGE if the value is not a
 * number.
 */
layerlua_status layerlua_get_number(
    layerlua_engine *engine, layerlua_layer *layer, const char *key_path, double *number);
layerlua_status layerlua_set_number(
    layerlua_engine *engine, layerlua_layer *layer, const char *key_path, double number);
layerlua_status layerlua_set_string(
    layerlua_engine *engine, layerlua_layer *layer, const char *key_path, const char *string);

/* Makes a layer of the bytes of an SVG file, in the file's size, one point per CSS pixel: groups and shapes become
 * sublayers, named by their ids. A warning names what is left out. `color` is the CSS colour that stands for the file's
 * `currentColor`; NULL, the default, is black. The layer is valid until the next call: keep it by layerlua_keep_layer,
 * or set it into the tree. LAYERLUA_USAGE for bytes that are not SVG.
 */
layerlua_status layerlua_layer_svg(
    layerlua_engine *engine, const uint8_t *bytes, size_t count, const char *color, layerlua_layer **layer);
/* Sets *path to a LAYERLUA_PATH: the outlines of all shapes in the bytes of an SVG file, in the file's coordinates, in
 * points. LAYERLUA_USAGE for bytes that are not SVG.
 */
layerlua_status layerlua_path_svg(layerlua_engine *engine, const uint8_t *bytes, size_t count, layerlua_value *path);

/* Serialises the tree as JSON: for every layer its class, its label and the keys that differ from the defaults. */
layerlua_status layerlua_dump(layerlua_engine *engine, layerlua_layer *layer, const char **json);

/* Makes a layer of a Lottie file's size that plays its animation: .json, .lottie or .tgs, known by its content, in any
 * directory; a relative path begins in config.script_directory, else in the process's working directory. `options` is a
 * LAYERLUA_DICTIONARY with the names that scripts use: animation, theme, slots, values, texts, images, imageGravity,
 * fonts, viewport, loop; NULL sets none. Warnings name what is not drawn as the file says. The layer is valid until the
 * next call, as that of layerlua_layer_svg. LAYERLUA_USAGE for a file that holds no animation, and for an option that
 * the animation has no place for, with the nearest names.
 */
layerlua_status layerlua_layer_lottie(
    layerlua_engine *engine, const char *path, const layerlua_value *options, layerlua_layer **layer);
/* Sets *info to a LAYERLUA_DICTIONARY of what a Lottie file says of an animation: width, height, frameRate, frames,
 * duration, markers, layers, fonts, pictures, slots, themes, animations, notDrawn (what is not drawn as the file says)
 * and keyPaths (the names that the option `values` takes). `animation` is the identifier of one of several; NULL is the
 * file's choice.
 */
layerlua_status layerlua_lottie_info(
    layerlua_engine *engine, const char *path, const char *animation, layerlua_value *info);

/* Lists the full names of the available fonts, sorted. The list and its texts are valid until the next call. */
layerlua_status layerlua_font_names(layerlua_engine *engine, const char *const **names, size_t *count);

/* ---- scenes of Core Animation ------------------------------------------------------------------------------------ */

/* A remark about a part of a scene file that is not shown as the file says. */
typedef struct layerlua_package_note {
  /* The rule's name, such as "caml-unknown", stable across versions; never NULL. */
  const char *rule;
  const char *file;        /* path of the file in the package; never NULL */
  int32_t line;            /* in the file, from 1; 0 if the remark is about the whole file */
  const char *message;     /* what is wrong and what is shown instead; never NULL */
  const char *description; /* "file:line: message"; never NULL */
} layerlua_package_note;

/* One of the scenes of a wallpaper. */
typedef struct layerlua_package_floor {
  const char *name;      /* "Background", "Floating" or "Foreground"; "Wallpaper" for a wallpaper of one scene */
  layerlua_layer *layer; /* the root of the scene */
} layerlua_package_floor;

/* A scene of Core Animation that was read from a file. */
typedef struct layerlua_package {
  size_t size; /* sizeof(layerlua_package), set by the caller */
  /* The layer to draw: of a wallpaper the host of its floors, of a scene its root, below a layer that turns the y axis
   * where the file has y up.
   */
  layerlua_layer *root_layer;
  const char *kind;     /* "scene" or "wallpaper" */
  double width, height; /* size of the root layer in points */
  /* The scenes of a wallpaper from behind to the front; NULL for a scene. */
  const layerlua_package_floor *floors;
  size_t floor_count;
  const layerlua_package_note *notes; /* at most 1,000; NULL if there are none */
  size_t note_count;
  const char *const *wallpaper_names; /* those in the file, in the order of their paths; NULL for a scene */
  size_t wallpaper_name_count;
  const char *wallpaper_name; /* the wallpaper that was read; NULL for a scene */
} layerlua_package;

/* Reads a scene of Core Animation: a .caml document, a .ca bundle, a .wallpaper or a .tendies archive, known by its
 * content. `path` may be in any directory; a relative one begins in the configuration's script_directory, else in the
 * process's working directory. `wallpaper` names one of several; NULL reads the first. Warnings of the rules "caml-..."
 * report the notes too.
 *
 * Everything in *package is valid until the next call: keep its root by layerlua_keep_layer, which keeps the layers
 * below, or set it into the tree. LAYERLUA_USAGE for a file that holds no scene or not the wallpaper.
 */
layerlua_status layerlua_read_package(
    layerlua_engine *engine, const char *path, const char *wallpaper, layerlua_package *package);

/* ---- states ------------------------------------------------------------------------------------------------------ */
/* The key "currentState" reads the name of the state that was set last, LAYERLUA_NIL for the base. Scripts make
 * states.
 */

/* Sets the state of a name on a layer, or on the nearest layers below that have one: takes back what the last state
 * changed, makes the changes of the new one, and adds the animations of the transition between them. NULL or "" is the
 * base, without any state. `transition_speed` multiplies the speed of these animations: 1 as they are, 0 shows the new
 * values at once. They begin at `time`, in seconds of the scene, from the values shown then; NAN is the current time.
 * LAYERLUA_USAGE for a name that no state has, a speed below 0 and an infinite time.
 */
layerlua_status layerlua_set_state(
    layerlua_engine *engine, layerlua_layer *layer, const char *name, double transition_speed, double time);
/* Sets the values between two states, without animations: each key that either changes moves linearly with `fraction`,
 * from 0, the first state, to 1. The nearer state is then the current one. NULL or "" is the base.
 */
layerlua_status layerlua_set_state_between(
    layerlua_engine *engine, layerlua_layer *layer, const char *from, const char *to, double fraction);
/* Lists the names of a layer's states in order; without states, of those that the nearest layers below have, each once.
 * The list and its texts are valid until the next call.
 */
layerlua_status layerlua_state_names(
    layerlua_engine *engine, layerlua_layer *layer, const char *const **names, size_t *count);
/* Sets *name to the name of the state that a word stands for: the state of that name, else the first whose first word
 * it is, as "Lock" for "Lock PortraitUp Light"; NULL if there is none. Valid until the next call.
 */
layerlua_status layerlua_state_name(
    layerlua_engine *engine, layerlua_layer *layer, const char *word, const char **name);
/* Sets the values that follow a device's tilt, as wallpaperParallaxGroups in the style of the layer and of those below
 * describe them. `x` and `y` are the tilts about the axes, clamped to -1…1.
 */
layerlua_status layerlua_set_tilt(layerlua_engine *engine, layerlua_layer *layer, double x, double y);
/* Adds the values of wallpaperPropertyGroups in the layer's style to its states Locked, Unlock and Sleep, which are
 * made if there are none.
 */
layerlua_status layerlua_add_wallpaper_states(layerlua_engine *engine, layerlua_layer *layer);

/* ---- time -------------------------------------------------------------------------------------------------------- */

/* Returns the scripts' clock in seconds; it starts at 0 and moves only by layerlua_set_current_time. */
layerlua_status layerlua_current_time(layerlua_engine *engine, double *time);
/* Advances the clock: finished animations end, and their delegates are notified. Moving it back is LAYERLUA_USAGE. */
layerlua_status layerlua_set_current_time(layerlua_engine *engine, double time);

/* ---- pictures ---------------------------------------------------------------------------------------------------- */

/* A sound file that is heard in a .mp4 or .webm film. */
typedef struct layerlua_sound {
  size_t size;      /* sizeof(layerlua_sound) */
  const char *file; /* in a format that ffmpeg reads, such as .mp3, .wav, .flac, .ogg or .m4a */
  double start;     /* seconds of the film, from its frame 0, at which it begins */
  double from;      /* the part of the file that is heard, in seconds; `to` 0 is the end */
  double to;
  double gain;    /* decibels, -60 to 60 */
  double fade_in; /* seconds over which it fades in at its start, and out at its end */
  double fade_out;
  int32_t loops; /* how often it is heard in succession, up to 10,000; 0 is once, -1 until the film ends */
  double pan;    /* -1 is left only, 1 right only */
} layerlua_sound;

typedef struct layerlua_settings {
  size_t size;            /* sizeof(layerlua_settings) */
  double scale;           /* pixels per point. Default 1 */
  bool has_time;          /* true: `time` is used; otherwise the picture shows the current time */
  double time;            /* time of the picture, in seconds */
  double width, height;   /* size of the picture in points, from the bounds' origin. Default: that of the bounds */
  const char *background; /* CSS colour drawn under the layer. Default none */
  double quality;         /* for .jpg and .webp, 0…1. Default: that of the format */
  int32_t lossless;       /* for .webp: 1 lossless, -1 lossy */
  int32_t compression;    /* for .png: 1 (fastest) to 12 (smallest). Default: that of the format */
  double dpi;             /* stored in .png and .jpg. Default none */
  /* For films and their frames; `time` is for single pictures. */
  double fps;         /* frames per second. Default 60, for .gif 50 */
  bool has_from;      /* true: `from` is used; otherwise a film starts at the current time */
  double from;        /* time of frame 0, in seconds */
  double duration;    /* seconds. Default: until the last animation that has an end is over */
  const char *frames; /* frames to draw, such as "0-119,200-". Default all */
  /* Receives the number of finished frames of a film from time to time, and finally the total, on the engine's thread.
   * Returning false cancels the film: its file is removed, and the call returns LAYERLUA_CANCELLED. May use the
   * engine.
   */
  bool (*on_progress)(void *user_data, size_t finished, size_t total);
  void *user_data; /* passed to on_progress and on_rasterized */
  /* For pages (.pdf and .svg); lengths are in points of 1/72 inch. `dpi` is the resolution of parts that must be
   * rasterised, by default 300.
   */
  const char *paper;    /* paper to fit the layer on: "A4", "letter". Default: a page of the layer's size */
  bool keeps_scale;     /* on paper: use `scale` instead of fitting the layer */
  bool landscape;       /* paper in landscape format */
  bool outlines;        /* convert text to outlines, which need no font but cannot be searched */
  bool headings;        /* .pdf: layer names as the document outline */
  double margin;        /* margin around the layer */
  double bleed;         /* .pdf: extent of the page beyond its trim edge */
  const char *title;    /* document title; `author` to `date` are for .pdf only */
  const char *author;   /* document author */
  const char *subject;  /* document subject */
  const char *keywords; /* document keywords */
  const char *date;     /* creation date: "2025-01-31" or "2025-01-31T12:00:00Z". Default none */
  /* Receives each part of a page that had to be rasterised, as a layer's label and the reason. Called on the engine's
   * thread while pages are drawn. Both texts are valid until it returns.
   */
  void (*on_rasterized)(void *user_data, const char *layer, const char *reason);
  bool has_effort; /* true: `effort` is used; otherwise 4, for films 2 */
  int32_t effort;  /* for .webp: 0 (fastest) to 6 (smallest) */
  double hold;     /* seconds added to a film's end, in which the last picture stays or what is endless goes on */
  bool has_sounds; /* true: a film has these sounds, of which there may be none; otherwise those of the script */
  const layerlua_sound *sounds; /* up to 64, mixed, and cut to the film's length */
  size_t sound_count;
} layerlua_settings;

/* Pixel formats in memory: rows from the top, four bytes per pixel. */
typedef enum layerlua_pixels {
  LAYERLUA_RGBA = 0,           /* unpremultiplied, as in PNG and most programs */
  LAYERLUA_RGBA_PREMULTIPLIED, /* as compositors and GPUs prefer */
  LAYERLUA_BGRA_PREMULTIPLIED, /* Cairo's and Wayland's ARGB32 on little-endian machines */
  LAYERLUA_BGRA,
} layerlua_pixels;

/* Returns the size of a picture in pixels, to allocate memory for layerlua_render. `settings` may be NULL here and
 * below.
 */
layerlua_status layerlua_pixel_size(layerlua_engine *engine, layerlua_layer *layer, const layerlua_settings *settings,
    uint32_t *width, uint32_t *height);
/* Draws a layer, in its own bounds space, into the caller's memory. Rows are `bytes_per_row` apart; 0 means no
 * padding. LAYERLUA_USAGE, with nothing written, if the picture does not fit into `capacity` bytes.
 */
layerlua_status layerlua_render(layerlua_engine *engine, layerlua_layer *layer, const layerlua_settings *settings,
    int32_t pixels, void *memory, size_t capacity, size_t bytes_per_row);
/* Draws a layer into an image. Release it by layerlua_image_release. */
layerlua_status layerlua_render_image(
    layerlua_engine *engine, layerlua_layer *layer, const layerlua_settings *settings, layerlua_image **image);
/* Draws a layer and returns an encoded file. Pictures: png, jpg, webp, pdf or svg. Films: gif, apng, mp4 and webm
 * (made by the program ffmpeg in a temporary directory, as in layerlua_write), and webp and pdf if fps,
 * has_from, duration or frames are set. Free the bytes by layerlua_free_bytes.
 */
layerlua_status layerlua_encode(layerlua_engine *engine, layerlua_layer *layer, const layerlua_settings *settings,
    const char *format, uint8_t **bytes, size_t *count);
void layerlua_free_bytes(uint8_t *bytes);
/* Draws a layer into a file, whose extension selects the format: .png, .jpg, .webp, .pdf or .svg. The path is relative
 * to the configuration's working_directory, else to the process's. Unless the engine is trusted, it must be inside
 * that directory or one of writable_directories. After a failure an existing file is unchanged. Missing directories
 * are created.
 *
 * Films are .mp4 and .webm (made by the program ffmpeg, which the call starts; LAYERLUA_MISSING without it), .gif,
 * .apng, and, if fps, has_from, duration or frames are set, .webp and .pdf (one page per frame). A name such as
 * "frame-{0000}.png" writes one picture per frame; the zeros stand for the frame number. A script of an untrusted
 * engine may make films itself, but may not start ffmpeg.
 */
layerlua_status layerlua_write(
    layerlua_engine *engine, layerlua_layer *layer, const layerlua_settings *settings, const char *path);

/* The frames of a film, as selected by fps, from, duration and frames of the settings. */
typedef struct layerlua_film {
  size_t size;        /* sizeof(layerlua_film), set by the caller */
  size_t frame_count; /* number of frames to draw */
  double fps;         /* frames per second */
  double from;        /* time of the film's frame 0, in seconds */
  double duration;    /* duration of these frames, in seconds */
} layerlua_film;
/* Returns the frames of a film of the layer. A film without an end (neither a duration nor an animation with an end)
 * is LAYERLUA_USAGE.
 */
layerlua_status layerlua_film_length(
    layerlua_engine *engine, layerlua_layer *layer, const layerlua_settings *settings, layerlua_film *film);
/* Draws one frame of a film into the caller's memory, as layerlua_render does; layerlua_pixel_size gives its size.
 * `index` counts the drawn frames, from 0. Parts unchanged since the previously drawn frame are not repainted.
 */
layerlua_status layerlua_render_frame(layerlua_engine *engine, layerlua_layer *layer, const layerlua_settings *settings,
    size_t index, int32_t pixels, void *memory, size_t capacity, size_t bytes_per_row);
/* Same as layerlua_render_frame, into an image. Release it by layerlua_image_release. */
layerlua_status layerlua_render_frame_image(layerlua_engine *engine, layerlua_layer *layer,
    const layerlua_settings *settings, size_t index, layerlua_image **image);

/* A film frame, passed to a callback; valid until the callback returns. */
typedef struct layerlua_frame {
  size_t index;          /* index among the drawn frames, from 0 */
  size_t number;         /* number in the film; equal to index unless settings.frames omits frames */
  double time;           /* time shown, in seconds */
  layerlua_image *image; /* borrowed; keep it by layerlua_image_retain, copy its pixels by layerlua_image_read */
} layerlua_frame;
/* Draws the frames of a film, several at once on the engine's threads, and passes them to `on_frame` in order, on the
 * engine's thread. Returning false cancels the film, and the call returns LAYERLUA_CANCELLED. The callback may use the
 * engine. At most one frame more than the number of threads is in memory at a time.
 */
layerlua_status layerlua_film_frames(layerlua_engine *engine, layerlua_layer *layer, const layerlua_settings *settings,
    bool (*on_frame)(void *user_data, const layerlua_frame *frame), void *user_data);

/* Draws layers as the pages of a .pdf file, each of its layer's size, or all on the paper of the settings. */
layerlua_status layerlua_write_pages(layerlua_engine *engine, layerlua_layer *const *layers, size_t layer_count,
    const layerlua_settings *settings, const char *path);
/* Same as layerlua_write_pages, but returns the bytes of a pdf or, for a single layer, an svg file. Free them by
 * layerlua_free_bytes.
 */
layerlua_status layerlua_encode_pages(layerlua_engine *engine, layerlua_layer *const *layers, size_t layer_count,
    const layerlua_settings *settings, const char *format, uint8_t **bytes, size_t *count);

/* A probably unintended part of a picture, most often a layer that is not visible. */
typedef struct layerlua_finding {
  /* The rule's name, such as "occluded", stable across versions; never NULL. */
  const char *rule;
  const char *message;   /* what is wrong and why, with the layer's name, without the position; never NULL */
  const char *hint;      /* suggested fix, such as "shadowOpacity = 0.3"; NULL if unknown */
  layerlua_layer *layer; /* the layer concerned */
  const char *script;    /* the script whose line made the layer; NULL if none did */
  int32_t line;          /* in the script, from 1; 0 if there is none */
  uint32_t others;       /* number of further affected layers made by the same line */
  bool is_note;          /* true if this is often intended, such as a hidden layer */
  /* "script:line: message, and 2 others made here: hint", as the program prints it; never NULL */
  const char *description;
} layerlua_finding;

/* Finds what is probably unintended in a layer's picture, above all layers that are not visible: a layer counts as
 * such only if the picture without it is identical byte for byte. Calls `on_finding` for each finding in tree order,
 * or never if there is none. The finding is valid until the callback returns; the callback may use the engine. If fps,
 * has_from, duration or frames are set, 16 times of the layer's animations are examined too. Costs a few renders, plus
 * parts of up to 64 more. Rules in allowed_warnings are skipped.
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
/* Makes an image from a copy of the pixels; NULL if the sizes are invalid or memory runs out. `scale` 0 means 1. */
layerlua_image *layerlua_image_create(
    int32_t pixels, const void *memory, size_t bytes_per_row, uint32_t width, uint32_t height, double scale);
/* Decodes a PNG, JPEG, WebP or SVG file, the first frame of a GIF, or the first page of a PDF file, into an image.
 * Release it by layerlua_image_release.
 */
layerlua_status layerlua_image_decode(
    layerlua_engine *engine, const uint8_t *bytes, size_t count, layerlua_image **image);
/* Encodes an image as a png, jpg or webp file, or as a pdf or svg file whose page it fills. The settings used are
 * background, quality, lossless, compression and dpi. Free the bytes by layerlua_free_bytes.
 */
layerlua_status layerlua_image_encode(layerlua_engine *engine, const layerlua_image *image,
    const layerlua_settings *settings, const char *format, uint8_t **bytes, size_t *count);
void layerlua_image_retain(layerlua_image *image);
/* Releases an image. NULL is allowed. */
void layerlua_image_release(layerlua_image *image);

/* ---- what a host offers scripts ---------------------------------------------------------------------------------- */

/* Registers an image under a name, which ca.Image.named(name) and layer.contents = name look up before any file. NULL
 * removes the name.
 */
layerlua_status layerlua_set_image(layerlua_engine *engine, const char *name, layerlua_image *image);

/* Memory for a host to draw into: rows from the top, premultiplied, RGBA unless the layer's pixelFormat differs. */
typedef struct layerlua_drawable {
  uint32_t width, height; /* in pixels */
  size_t bytes_per_row;
  uint8_t *bytes;
  double time; /* time of the picture in the layer's local time, in seconds */
} layerlua_drawable;
/* Drawing callback; returning false fails the render. */
typedef bool (*layerlua_draw)(const layerlua_drawable *drawable, void *user_data);

/* Registers a pixel source under a name. ca.DrawableLayer { draw = "camera", asynchronous = true } calls it for each
 * picture, on the engine's thread. `release` is as in layerlua_register. A NULL function removes the name; layers that
 * already use the source keep it.
 */
layerlua_status layerlua_set_drawable(layerlua_engine *engine, const char *name, layerlua_draw function,
    void *user_data, void (*release)(void *user_data));

/* A key of a host-defined filter: a number, or a value of another `kind`. */
typedef struct layerlua_filter_key {
  size_t size;      /* sizeof(layerlua_filter_key), equal in all keys of a filter */
  const char *name; /* a word, such as inputAmount */
  const char *kind; /* "number", "point", "color", "rect" or "transform", of 1, 2, 4, 4 and 6 numbers; NULL is
                              "number" */
  double value[6];  /* default value */
  bool has_range;   /* true: each number must be from minimum to maximum */
  double minimum, maximum;
} layerlua_filter_key;

/* A row of a filter's output, with the input image; valid during the call. A pixel is four floats: red, green, blue
 * and alpha from 0 to 1, premultiplied.
 */
typedef struct layerlua_filter_row {
  int32_t x, y, width; /* first pixel of the row on the pixel grid, and number of pixels */
  float *pixels;       /* output to fill; initially transparent */
  const float *source; /* input rows without padding, transparent outside; NULL if there are none */
  int32_t source_x, source_y, source_width, source_height;
  const double *values; /* numbers of all keys, in order */
  size_t value_count;
  double to_points[6]; /* from the grid to the layer's points: x' = m[0] x + m[2] y + m[4], y' = m[1] x + m[3] y +
                           m[5] */
  double scale;        /* pixels per point */
} layerlua_filter_row;
/* Filter callback for one row; returning false fails the render. */
typedef bool (*layerlua_filter)(const layerlua_filter_row *row, void *user_data);

/* Defines a filter by name: ca.Filter("invert", { inputAmount = 0.5 }) in layer.filters and backgroundFilters. A later
 * filter of the same name replaces it; layers that already use the first one keep it.
 *
 * The function is called for each row of the output, on several threads at once, and must not use the engine. It must
 * depend only on the row, so that the result does not depend on the number of threads. `reach` is the largest
 * distance, in points, from an output pixel to the input pixels it depends on; the output is larger than the input by
 * the same amount. A `reach` below 0 gives the function the whole input, and output of the same size. `release`, which
 * may be NULL, is called once with `user_data`: when nothing uses the filter any more, at the latest when the engine
 * is freed, or at once if this call fails.
 */
layerlua_status layerlua_define_filter(layerlua_engine *engine, const char *name, const layerlua_filter_key *keys,
    size_t key_count, double reach, layerlua_filter function, void *user_data, void (*release)(void *user_data));

/* A script's call of a host function; valid until the function returns. */
typedef struct layerlua_call_context layerlua_call_context;
typedef void (*layerlua_callback)(layerlua_call_context *call, void *user_data);

/* Registers a function as ca.host.NAME for scripts. It runs on the thread that runs the script and may use the engine.
 * `release`, which may be NULL, is called once with `user_data`: when the function is replaced or the engine is freed,
 * or at once if this call fails or `function` is NULL. It must not use an engine that is being freed. A NULL function
 * removes the name.
 */
layerlua_status layerlua_register(layerlua_engine *engine, const char *name, layerlua_callback function,
    void *user_data, void (*release)(void *user_data));
/* Registers a value as ca.host.NAME for scripts; NULL or LAYERLUA_NIL removes it. */
layerlua_status layerlua_define(layerlua_engine *engine, const char *name, const layerlua_value *value);

layerlua_engine *layerlua_call_engine(const layerlua_call_context *call);
size_t layerlua_call_argument_count(const layerlua_call_context *call);
/* Returns the argument at `index`, from 0; a nil value if it was not given. Valid until the function returns,
 * regardless of calls in between.
 */
const layerlua_value *layerlua_call_argument(const layerlua_call_context *call, size_t index);
/* Appends a copy of the value to the results. */
layerlua_status layerlua_call_return(layerlua_call_context *call, const layerlua_value *value);
/* Makes the call raise an error in the script at its line, once the function returns. */
void layerlua_call_fail(layerlua_call_context *call, const char *message);

/* Keeps a script's function valid until layerlua_release_function or until the engine is freed; otherwise it is valid
 * as long as the value that contained it.
 */
layerlua_status layerlua_keep_function(layerlua_engine *engine, layerlua_function *function);
layerlua_status layerlua_release_function(layerlua_engine *engine, layerlua_function *function);

#ifdef __cplusplus
}
#endif

#endif
