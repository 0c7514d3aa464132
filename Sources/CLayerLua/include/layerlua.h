/* SPDX-License-Identifier: MIT */
/* layerlua: Core Animation's layers, scripted in Lua, rendered without a screen.
 *
 * An engine runs scripts and draws the layers they make. There is no global state: engines share nothing, and each
 * belongs to one thread at a time: a call while another thread is in one is LAYERLUA_USAGE and touches nothing, which
 * layerlua_last_error then says to the thread that was too many. Only layerlua_cancel may be called from any.
 *
 * Every function that can fail answers a layerlua_status; layerlua_last_error tells the rest. A NULL engine, a missing
 * pointer, a wrong size, text that is not UTF-8 or a buffer that is too small is LAYERLUA_USAGE, never a crash. So is a
 * layer or function that is gone, or another engine's. Using an engine or image after it was freed, or a call after its
 * function returned, is undefined.
 *
 * Strings are UTF-8 and end with a zero byte unless a count is given. What a function hands out as `const` belongs to
 * the engine, and is good until the next call of a function with the same engine (within a callback: until it returns),
 * unless its description says otherwise. Calls that keep or retain something, or let it go, do not end it: so all
 * layers and functions among some results can be kept.
 *
 * Callbacks must return: an exception of C++ or a longjmp that leaves one passes frames that are not made for it, and
 * is undefined. Catch it inside, and call layerlua_call_fail. After fork() the child may not use an engine of its
 * parent, whose threads it does not have; it may make its own.
 *
 * Structures begin with their size, set by the caller to sizeof: so that a program built with an older header runs with
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

/* Raised when a program must be built anew; also the number in the library's file name. */
#define LAYERLUA_ABI_VERSION 1

/* LAYERLUA_ABI_VERSION of the library that is loaded. */
uint32_t layerlua_abi_version(void);
/* "MAJOR.MINOR.PATCH", as ca.version has it. Never freed. */
const char *layerlua_version(void);

/* ---- errors ------------------------------------------------------------------------------------------------------ */

/* What a call came to: the exit codes of the layerlua program. */
typedef enum layerlua_status {
  LAYERLUA_OK = 0,
  LAYERLUA_SCRIPT = 1,      /* the script is wrong, or raised an error */
  LAYERLUA_USAGE = 2,       /* the call was wrong: an argument that cannot be, an unknown format */
  LAYERLUA_LIMIT = 3,       /* a limit of memory, time or size was hit */
  LAYERLUA_FILE = 4,        /* a file could not be read or written */
  LAYERLUA_MISSING = 5,     /* something that must be installed is not, such as ffmpeg */
  LAYERLUA_PASSING = 75,    /* a passing fault, such as a full disk: trying again may help */
  LAYERLUA_CANCELLED = 130, /* layerlua_cancel ended it */
} layerlua_status;

typedef struct layerlua_error {
  layerlua_status status;
  int32_t line;            /* in the script, from 1; 0 when there is none */
  const char *message;     /* what happened, without the place; never NULL */
  const char *script;      /* the script's name as it was given; NULL when the error has no place in one */
  const char *source_line; /* the text of that line; NULL when it is not known */
  /* The calls that led there, innermost first, one a line; NULL when they tell nothing more */
  const char *traceback;
  const char *description; /* "script:line: message", as the program prints it; never NULL */
} layerlua_error;

/* Something that is allowed but probably not meant. */
typedef struct layerlua_warning {
  /* Its name, such as "missing-font", which stays the same from version to version; never NULL */
  const char *rule;
  const char *message; /* what happened, without the place; never NULL */
  const char *script;  /* whose line ran, or made the layer that it is about; NULL when there is none */
  int32_t line;        /* in the script, from 1; 0 when there is none */
  /* 0 when it is given for the first time, else how often it came again: see layerlua_report_repeated_warnings */
  uint32_t repeats;
  const char *description; /* "script:line: message"; never NULL */
} layerlua_warning;

typedef struct layerlua_engine layerlua_engine;

/* The error of the engine's last call that failed; of status LAYERLUA_OK when none has. Never NULL. Good until the next
 * call that fails.
 */
const layerlua_error *layerlua_last_error(const layerlua_engine *engine);

/* ---- engines ----------------------------------------------------------------------------------------------------- */

#define LAYERLUA_UNLIMITED UINT64_MAX

typedef struct layerlua_config {
  size_t size; /* sizeof(layerlua_config) */
  /* Bytes of Lua's heap and of the script's pixels, layers and paths. Default 2 GiB; LAYERLUA_UNLIMITED: none */
  uint64_t memory_limit;
  /* Seconds of wall time of script and renders together, from a run on. Default none. Ends a script by SIGRTMIN + 6 */
  double time_limit;
  uint64_t seed; /* where math.random starts */
  /* That draw, the caller's included, at most 1024. Default one per processor. Changes no byte of a picture */
  uint32_t threads;
  bool trusted; /* no sandbox: for scripts as trustworthy as the program itself */
  /* Where file names that a script reads start. Default the working directory */
  const char *script_directory;
  const char *working_directory;           /* where file names that a script writes start. Default the process's */
  const char *const *readable_directories; /* that scripts may read besides script_directory */
  size_t readable_directory_count;
  const char *const *writable_directories; /* that scripts may write besides working_directory */
  size_t writable_directory_count;
  const char *const *font_directories; /* searched before the installed fonts */
  size_t font_directory_count;
  /* What scripts print, as it comes, with line breaks: bytes, which need be neither UTF-8 nor free of zero bytes and
   * control characters. Default: nowhere. `text` ends with a zero byte besides.
   */
  void (*on_print)(void *user_data, const char *text, size_t count);
  /* Each warning once, such as a font that is missing: its description. Default: nowhere. */
  void (*on_warning)(void *user_data, const char *message);
  void *user_data; /* for all of them */
  /* What a script may take at most besides memory and time. Past one of these is LAYERLUA_LIMIT with an error that
   * names it and its value, before any memory is taken. LAYERLUA_UNLIMITED is the most there can be.
   */
  /* Pixels of one picture. Default 268,435,456, which is also the most there can be */
  uint64_t pixel_limit;
  /* Of all off-screen surfaces of one picture. Default 134,217,728, also the most */
  uint64_t surface_pixel_limit;
  uint64_t layer_limit; /* layers that live at once. Default 2,000,000 */
  /* Layers that one picture shows, each instance of a replicator counted. Default 1,000,000 */
  uint64_t replicated_layer_limit;
  uint64_t particle_limit;          /* of one emitter layer at one time. Default 1,000,000 */
  uint64_t path_segment_limit;      /* of one path. Default 10,000,000 */
  uint64_t drawing_operation_limit; /* that one drawing records. Default 1,000,000 */
  uint64_t image_pixel_limit;       /* of one image that is read or made. Default 268,435,456, also the most */
  /* Bytes in UTF-8 of one text that is laid out. Default 4,194,304, also the most */
  uint64_t text_length_limit;
  uint64_t frame_limit;     /* frames of one film. Default 1,000,000 */
  uint64_t file_size_limit; /* bytes of one file that is read. Default 268,435,456 */
  /* Each warning in its parts, in place of on_warning; good until the function returns. Default: on_warning is called.
   */
  void (*on_warning_details)(void *user_data, const layerlua_warning *warning);
  /* Rules whose warnings are not given; docs/reference/warnings.md lists them. An unknown one is LAYERLUA_USAGE */
  const char *const *allowed_warnings;
  size_t allowed_warning_count;
} layerlua_config;

/* Makes an engine. `config` may be NULL. On failure *engine is NULL, and the reason is written to `message` (which may
 * be NULL), cut to fit `capacity` bytes.
 */
layerlua_status layerlua_create(
    const layerlua_config *config, layerlua_engine **engine, char *message, size_t capacity);
/* Frees an engine with its layers and scripts. NULL is allowed. Within one of its callbacks, or while another thread is
 * in a call, it is freed once the outermost call has returned.
 */
void layerlua_free(layerlua_engine *engine);

/* ---- values ------------------------------------------------------------------------------------------------------ */

typedef struct layerlua_layer layerlua_layer;       /* a layer; belongs to its engine */
typedef struct layerlua_function layerlua_function; /* a function of a script; belongs to its engine */
typedef struct layerlua_image layerlua_image;       /* a picture in memory; belongs to whoever has it */

typedef enum layerlua_type {
  LAYERLUA_NIL = 0,
  LAYERLUA_BOOLEAN, /* as.boolean */
  LAYERLUA_NUMBER,  /* as.number */
  /* As.string, `count` bytes of UTF-8; bytes that are not come out of scripts as LAYERLUA_BYTES */
  LAYERLUA_STRING,
  LAYERLUA_BYTES,      /* as.bytes, `count` of them */
  LAYERLUA_POINT,      /* as.numbers: x, y in points */
  LAYERLUA_SIZE,       /* as.numbers: width, height in points */
  LAYERLUA_RECT,       /* as.numbers: x, y, width, height in points */
  LAYERLUA_COLOR,      /* as.numbers: red, green, blue, alpha from 0 to 1, sRGB, not premultiplied */
  LAYERLUA_TRANSFORM,  /* as.matrix: 16 numbers, m11, m12 … m44 */
  LAYERLUA_PATH,       /* as.string: SVG path data of `count` bytes */
  LAYERLUA_LAYER,      /* as.layer */
  LAYERLUA_IMAGE,      /* as.image; one handed out is borrowed, and kept by layerlua_image_retain */
  LAYERLUA_FUNCTION,   /* as.function */
  LAYERLUA_ARRAY,      /* as.items: `count` values */
  LAYERLUA_DICTIONARY, /* as.items: `count` pairs, each a LAYERLUA_STRING and its value */
  /* Out of the engine only: something that C has no form for; as.string says what, in `count` bytes */
  LAYERLUA_OTHER,
} layerlua_type;

/* A value of a layer's key or of a script. Given to the engine it is copied; nothing in it need outlive the call. Where
 * a key takes several forms, so does C: "red" for a colour, an array of two numbers for a point.
 */
typedef struct layerlua_value {
  int32_t type;     /* a layerlua_type */
  int32_t reserved; /* 0 */
  size_t count;     /* of what as points to */
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

/* Sets what the next runs find in ca.args: `value` under `name`, or the positional arguments ca.args[1], ca.args[2]… A
 * NULL value takes the name away.
 */
layerlua_status layerlua_set_argument(layerlua_engine *engine, const char *name, const char *value);
layerlua_status layerlua_set_positional_arguments(layerlua_engine *engine, const char *const *values, size_t count);

/* Runs Lua text. `name` is what errors call it, as a rule its path. *layer becomes the layer that it returned, NULL for
 * none; `layer` itself may be NULL. What the script made lives until the next run, or as long as scripts hold it.
 */
layerlua_status layerlua_run(
    layerlua_engine *engine, const char *source, size_t count, const char *name, layerlua_layer **layer);
/* Runs a file, wherever it is. Names in it are relative to the configuration's script_directory, as in layerlua_run. */
layerlua_status layerlua_run_file(layerlua_engine *engine, const char *path, layerlua_layer **layer);

/* Calls a global function that a script defined. *results becomes its results, *result_count their number; both may be
 * NULL.
 */
layerlua_status layerlua_call(layerlua_engine *engine, const char *name, const layerlua_value *arguments, size_t count,
    const layerlua_value **results, size_t *result_count);
/* Calls a function that a script handed over. */
layerlua_status layerlua_call_function(layerlua_engine *engine, layerlua_function *function,
    const layerlua_value *arguments, size_t count, const layerlua_value **results, size_t *result_count);

/* Ends what the engine is doing: a script at its next instruction, even in an endless loop, and pictures, films, texts
 * and long strings within milliseconds, about a tenth of a second at worst as measured. The frame that a GIF or APNG is
 * at is finished first, half a second for 9 million pixels. An encoder of a picture file is left to end on a thread of
 * its own, which keeps the picture until then. The call answers LAYERLUA_CANCELLED, nothing is half-written, and the
 * next call works again. Does nothing when the engine does not work. The only function that may be called from any
 * thread while the engine works; not from a signal handler. It sends SIGRTMIN + 6 to the thread that works.
 */
void layerlua_cancel(layerlua_engine *engine);

/* Gives the warnings that came again since they were given once more, with how often they did. */
layerlua_status layerlua_report_repeated_warnings(layerlua_engine *engine);

/* ---- layers ------------------------------------------------------------------------------------------------------ */
/* A layer that the engine hands out is good as long as it is in the tree of the layer that the last run returned, or
 * until the next call if it is in none; layerlua_keep_layer makes it, and what scripts attached to it, good until it is
 * let go.
 */

/* The layer that the last run returned; NULL when there is none. */
layerlua_layer *layerlua_root(layerlua_engine *engine);
/* The layer of that name in the root's tree, depth first, or of a path of names from the root's sublayers, such as
 * "dial/needle"; NULL when there is none: then the last error says so.
 */
layerlua_layer *layerlua_layer_named(layerlua_engine *engine, const char *name);
layerlua_status layerlua_keep_layer(layerlua_engine *engine, layerlua_layer *layer);
/* Ends one layerlua_keep_layer. */
layerlua_status layerlua_let_layer_go(layerlua_engine *engine, layerlua_layer *layer);

/* Reads a key or key path, such as "opacity" or "transform.rotation.z". */
layerlua_status layerlua_get(
    layerlua_engine *engine, layerlua_layer *layer, const char *key_path, layerlua_value *value);
/* Sets a key or key path; fires no implicit animation unless a script asked for them. */
layerlua_status layerlua_set(
    layerlua_engine *engine, layerlua_layer *layer, const char *key_path, const layerlua_value *value);
/* What a key or key path shows at a time, in seconds, with the animations on it. */
layerlua_status layerlua_get_at(
    layerlua_engine *engine, layerlua_layer *layer, const char *key_path, double time, layerlua_value *value);
/* The same for the most frequent kinds. layerlua_get_number is LAYERLUA_USAGE when the value is no number. */
layerlua_status layerlua_get_number(
    layerlua_engine *engine, layerlua_layer *layer, const char *key_path, double *number);
layerlua_status layerlua_set_number(
    layerlua_engine *engine, layerlua_layer *layer, const char *key_path, double number);
layerlua_status layerlua_set_string(
    layerlua_engine *engine, layerlua_layer *layer, const char *key_path, const char *string);

/* The tree as JSON: of every layer its class, its label and what differs from the defaults. */
layerlua_status layerlua_dump(layerlua_engine *engine, layerlua_layer *layer, const char **json);

/* ---- time -------------------------------------------------------------------------------------------------------- */

/* The scripts' clock, in seconds; it starts at 0 and only moves when it is told to. */
layerlua_status layerlua_current_time(layerlua_engine *engine, double *time);
/* Moves it forward: animations that are over end, and delegates are told. Backward is LAYERLUA_USAGE. */
layerlua_status layerlua_set_current_time(layerlua_engine *engine, double time);

/* ---- pictures ---------------------------------------------------------------------------------------------------- */

typedef struct layerlua_settings {
  size_t size;            /* sizeof(layerlua_settings) */
  double scale;           /* pixels per point. Default 1 */
  bool has_time;          /* whether `time` counts; without it the picture shows the current time */
  double time;            /* seconds */
  double width, height;   /* of the picture in points, from the bounds' origin. Default the bounds' own */
  const char *background; /* a CSS colour under the layer. Default none */
  double quality;         /* of .jpg and .webp, 0…1. Default the format's own */
  int32_t lossless;       /* of .webp: 1 without loss, -1 with */
  int32_t compression;    /* of .png: 1 the fastest, 12 the smallest. Default the format's own */
  double dpi;             /* noted in .png and .jpg. Default none */
  /* Of films, which layerlua_render_file makes; `time` is a single picture's. */
  double fps;         /* frames per second. Default 60, of .gif 50 */
  bool has_from;      /* whether `from` counts; without it a film starts at the current time */
  double from;        /* the time of frame 0, in seconds */
  double duration;    /* seconds. Default until the last animation that has an end is over */
  const char *frames; /* those that are drawn, such as "0-119,200-". Default all */
  /* Told now and then, on the engine's thread, how many of a film's frames are done; at last that all are. False ends
   * the film: it vanishes, and the call answers LAYERLUA_CANCELLED. May use the engine.
   */
  bool (*on_progress)(void *user_data, size_t finished, size_t total);
  void *user_data; /* for on_progress */
} layerlua_settings;

/* How the pixels of one kind stand in memory, rows from the top, four bytes each. */
typedef enum layerlua_pixels {
  LAYERLUA_RGBA = 0,           /* straight alpha: what PNG and most programs have */
  LAYERLUA_RGBA_PREMULTIPLIED, /* what compositors and graphics cards like */
  LAYERLUA_BGRA_PREMULTIPLIED, /* Cairo's and Wayland's ARGB32 on little-endian machines */
  LAYERLUA_BGRA,
} layerlua_pixels;

/* The pixels that a picture has: what layerlua_render needs room for. `settings` may be NULL here and below. */
layerlua_status layerlua_picture_size(layerlua_engine *engine, layerlua_layer *layer, const layerlua_settings *settings,
    uint32_t *width, uint32_t *height);
/* Draws a layer in its own bounds space into the caller's memory. Rows are `bytes_per_row` apart, 0 for without gaps.
 * LAYERLUA_USAGE, with nothing written, when `capacity` bytes do not hold it.
 */
layerlua_status layerlua_render(layerlua_engine *engine, layerlua_layer *layer, const layerlua_settings *settings,
    int32_t pixels, void *memory, size_t capacity, size_t bytes_per_row);
/* Draws a layer into an image, to be released by the caller. */
layerlua_status layerlua_render_image(
    layerlua_engine *engine, layerlua_layer *layer, const layerlua_settings *settings, layerlua_image **image);
/* Draws a layer and answers the bytes of a picture file: png, jpg or webp. To be freed by layerlua_free_bytes. */
layerlua_status layerlua_encode(layerlua_engine *engine, layerlua_layer *layer, const layerlua_settings *settings,
    const char *format, uint8_t **bytes, size_t *count);
void layerlua_free_bytes(uint8_t *bytes);
/* Draws a layer into a file, whose extension names the format: .png, .jpg or .webp. The path is relative to the
 * configuration's working_directory, and below it or a folder of writable_directories unless the engine is trusted. A
 * failure leaves an old file as it was. Folders that are missing are made.
 *
 * Films are .mp4 and .webm (made by the program ffmpeg, which the call starts; LAYERLUA_MISSING without it), .gif,
 * .apng, .webp when fps, has_from, duration or frames are set, or a picture for each frame, such as "frame-{0000}.png",
 * where the zeros stand for the frame's number. A script of an engine that is not trusted may itself make films, but
 * not start ffmpeg.
 */
layerlua_status layerlua_render_file(
    layerlua_engine *engine, layerlua_layer *layer, const layerlua_settings *settings, const char *path);

/* An image, independent of any engine, may be used from any thread. */
uint32_t layerlua_image_width(const layerlua_image *image);
uint32_t layerlua_image_height(const layerlua_image *image);
/* Pixels per point. */
double layerlua_image_scale(const layerlua_image *image);
layerlua_status layerlua_image_read(
    const layerlua_image *image, int32_t pixels, void *memory, size_t capacity, size_t bytes_per_row);
/* Makes an image of a copy of pixels; NULL when the sizes are not right or memory is short. `scale` 0 is 1. */
layerlua_image *layerlua_image_create(
    int32_t pixels, const void *memory, size_t bytes_per_row, uint32_t width, uint32_t height, double scale);
/* Makes an image of the bytes of a PNG, JPEG, WebP or GIF file, to be released by the caller. */
layerlua_status layerlua_image_decode(
    layerlua_engine *engine, const uint8_t *bytes, size_t count, layerlua_image **image);
void layerlua_image_retain(layerlua_image *image);
/* NULL is allowed. */
void layerlua_image_release(layerlua_image *image);

/* ---- what a host offers scripts ---------------------------------------------------------------------------------- */

/* Offers an image under a name, which ca.Image.named(name) and layer.contents = name find before any file. NULL takes
 * it away.
 */
layerlua_status layerlua_set_image(layerlua_engine *engine, const char *name, layerlua_image *image);

/* Memory that a host draws into: rows from the top, premultiplied, red first unless the layer's pixelFormat says
 * otherwise.
 */
typedef struct layerlua_drawable {
  uint32_t width, height; /* in pixels */
  size_t bytes_per_row;
  uint8_t *bytes;
  double time; /* of the picture, in the layer's own time, in seconds */
} layerlua_drawable;
/* Draws; false makes the picture fail. */
typedef bool (*layerlua_draw)(const layerlua_drawable *drawable, void *user_data);

/* Offers a source of pixels under a name: ca.DrawableLayer { draw = "camera", asynchronous = true } asks it for each
 * picture. It runs on the engine's thread. `release` is as in layerlua_register. A NULL function takes the name away;
 * layers that have it keep it.
 */
layerlua_status layerlua_set_drawable(layerlua_engine *engine, const char *name, layerlua_draw function,
    void *user_data, void (*release)(void *user_data));

/* A call of a host's function; good until the function returns. */
typedef struct layerlua_call_context layerlua_call_context;
typedef void (*layerlua_callback)(layerlua_call_context *call, void *user_data);

/* Offers scripts a function as ca.host.NAME. It runs on the thread that runs the script and may use the engine.
 * `release`, which may be NULL, is called once with `user_data`: when the function is replaced or the engine freed, at
 * once when this call fails or there is no function; it may not use an engine that is being freed. A NULL function
 * takes the name away.
 */
layerlua_status layerlua_register(layerlua_engine *engine, const char *name, layerlua_callback function,
    void *user_data, void (*release)(void *user_data));
/* Offers scripts a value as ca.host.NAME; NULL or LAYERLUA_NIL takes it away. */
layerlua_status layerlua_define(layerlua_engine *engine, const char *name, const layerlua_value *value);

layerlua_engine *layerlua_call_engine(const layerlua_call_context *call);
size_t layerlua_call_argument_count(const layerlua_call_context *call);
/* The argument at `index`, from 0; a nil for one that was not given. Good until the function returns, whatever is
 * called meanwhile.
 */
const layerlua_value *layerlua_call_argument(const layerlua_call_context *call, size_t index);
/* Adds a result; it is copied. */
layerlua_status layerlua_call_return(layerlua_call_context *call, const layerlua_value *value);
/* Makes the call an error of the script at its line, once the function returns. */
void layerlua_call_fail(layerlua_call_context *call, const char *message);

/* Keeps a script's function, which otherwise is good as long as the value it came in, until it is let go or the engine
 * is freed.
 */
layerlua_status layerlua_keep_function(layerlua_engine *engine, layerlua_function *function);
layerlua_status layerlua_let_function_go(layerlua_engine *engine, layerlua_function *function);

#ifdef __cplusplus
}
#endif

#endif
