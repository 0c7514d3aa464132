// SPDX-License-Identifier: MIT
// layerlua for C++17: layerlua.h with RAII owners, exceptions and converting values. Header-only. For anything missing
// here, call layerlua.h with `engine.get()`.
//
//     layerlua::config config;
//     config.time_limit = 5;
//     config.on_warning = [](const layerlua::warning &w) { std::cerr << w.description << "\n"; };
//     layerlua::engine engine(config);
//     engine.function("price", [](layerlua::call &call) { call.give(call.argument(0).as.number * 2.5); });
//     auto card = engine.run("return ca.Layer { name = 'card', bounds = {0, 0, 240, 120} }", "card.lua");
//     card.set("opacity", 0.75);
//     card.write("card.png");
//
// An engine and its layers belong to one thread at a time; only `cancel` may be called from any thread. A layer keeps
// its engine alive, so it may outlive the `engine` object it came from. A layer captured by a host function keeps the
// engine forever (a reference cycle).
#ifndef LAYERLUA_HPP
#define LAYERLUA_HPP

#include <layerlua.h>

#include <cmath>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace layerlua {

/// Exception for a failed call, with a copy of the library's error.
class error : public std::runtime_error {
public:
  explicit error(const layerlua_error &e)
      : std::runtime_error(e.description), status(e.status), line(e.line), message(e.message), script(text(e.script)),
        source_line(text(e.source_line)), traceback(text(e.traceback)) {}
  error(layerlua_status status, const std::string &message)
      : std::runtime_error(message), status(status), message(message) {}

  layerlua_status status;
  int line = 0;  // in the script, from 1; 0 if there is none
  std::string message, script, source_line, traceback;

private:
  static std::string text(const char *s) { return s ? s : ""; }
};

/// A warning about something allowed but probably unintended; absent texts are empty.
struct warning {
  std::string rule, message, script, description;
  int line;          // in the script, from 1; 0 if there is none
  uint32_t repeats;  // 0 for the first report, else the number of repetitions
};

/// The structures of layerlua.h with `size` filled in. The cache of pictures is off at `kept_picture_limit` 0.
struct config : layerlua_config {
  config() : config(layerlua_config{}) {}
  config(layerlua_config c) : layerlua_config(c) {
    layerlua_config::size = sizeof(layerlua_config);
    if (kept_picture_limit == 0) kept_picture_limit = LAYERLUA_DEFAULT_CACHE;
  }
  /// Receives script output as it is printed, including line breaks. Default: standard error. An exception from this or
  /// from on_warning ends the call in progress and is thrown from it. If these are empty, the functions of layerlua.h
  /// apply (layerlua_config::on_print and so on).
  std::function<void(std::string_view text)> on_print;
  /// Receives each warning once. Default: standard error.
  std::function<void(const warning &)> on_warning;
};
struct settings : layerlua_settings {
  settings() : layerlua_settings{} { layerlua_settings::size = sizeof(layerlua_settings); }
  settings(layerlua_settings s) : layerlua_settings(s) { layerlua_settings::size = sizeof(layerlua_settings); }
};
struct sound : layerlua_sound {
  /// A sound of a film: `settings.sounds = &music, settings.sound_count = 1, settings.has_sounds = true`.
  explicit sound(const char *file = nullptr) : layerlua_sound{} {
    layerlua_sound::size = sizeof(layerlua_sound);
    this->file = file;
  }
};
struct filter_key : layerlua_filter_key {
  /// A key of one number, with the default `number` and no range.
  explicit filter_key(const char *name, double number = 0) : layerlua_filter_key{} {
    layerlua_filter_key::size = sizeof(layerlua_filter_key);
    this->name = name, value[0] = number;
  }
};
struct isolation : layerlua_isolation {
  isolation() : layerlua_isolation{} { layerlua_isolation::size = sizeof(layerlua_isolation); }
};

struct point {
  double x, y;
};  // in points
struct size {
  double width, height;
};  // in points
struct rect {
  double x, y, width, height;
};  // in points
struct color {
  double red, green, blue, alpha;
};  // from 0 to 1, sRGB, not premultiplied

/// A value passed to the engine, or borrowed from it. Does not own its text and lists, which must outlive it; the
/// engine copies what it receives.
struct value : layerlua_value {
  value() : layerlua_value{} {}
  value(const layerlua_value &v) : layerlua_value(v) {}
  value(bool b) : layerlua_value{} { type = LAYERLUA_BOOLEAN, as.boolean = b; }
  template <class N, std::enable_if_t<std::is_arithmetic_v<N> && !std::is_same_v<N, bool>, int> = 0>
  value(N n) : layerlua_value{} {
    type = LAYERLUA_NUMBER, as.number = double(n);
  }
  value(std::string_view s) : layerlua_value{} { type = LAYERLUA_STRING, count = s.size(), as.string = s.data(); }
  value(const char *s) : value(std::string_view(s)) {}
  value(const std::string &s) : value(std::string_view(s)) {}
  value(const layerlua::point &p) : value(numbers(LAYERLUA_POINT, p.x, p.y, 0, 0)) {}
  value(const layerlua::size &s) : value(numbers(LAYERLUA_SIZE, s.width, s.height, 0, 0)) {}
  value(const layerlua::rect &r) : value(numbers(LAYERLUA_RECT, r.x, r.y, r.width, r.height)) {}
  value(const layerlua::color &c) : value(numbers(LAYERLUA_COLOR, c.red, c.green, c.blue, c.alpha)) {}
  value(layerlua_layer *l) : layerlua_value{} { type = l ? LAYERLUA_LAYER : LAYERLUA_NIL, as.layer = l; }
  value(layerlua_image *i) : layerlua_value{} { type = i ? LAYERLUA_IMAGE : LAYERLUA_NIL, as.image = i; }
  value(layerlua_function *f) : layerlua_value{} { type = f ? LAYERLUA_FUNCTION : LAYERLUA_NIL, as.function = f; }
  value(const std::vector<value> &list) : layerlua_value{} {
    type = LAYERLUA_ARRAY, count = list.size(), as.items = list.data();
  }

  static value point(double x, double y) { return numbers(LAYERLUA_POINT, x, y, 0, 0); }
  static value size(double width, double height) { return numbers(LAYERLUA_SIZE, width, height, 0, 0); }
  static value rect(double x, double y, double width, double height) {
    return numbers(LAYERLUA_RECT, x, y, width, height);
  }
  static value color(double red, double green, double blue, double alpha = 1) {
    return numbers(LAYERLUA_COLOR, red, green, blue, alpha);
  }
  /// Makes a dictionary from alternating names and values. Borrows the list, so pass the result on in the same
  /// expression: `layer.set("style", value::dictionary({"opacity", 0.5}))`.
  static value dictionary(const std::vector<value> &pairs) {
    value v(pairs);
    v.type = LAYERLUA_DICTIONARY, v.count = pairs.size() / 2;
    return v;
  }

  bool is_nil() const { return type == LAYERLUA_NIL; }
  bool boolean() const { return expect(LAYERLUA_BOOLEAN, "a boolean").as.boolean; }
  double number() const { return expect(LAYERLUA_NUMBER, "a number").as.number; }
  std::string string() const {
    const layerlua_value &v = type == LAYERLUA_BYTES || type == LAYERLUA_PATH ? *this
                                                                              : expect(LAYERLUA_STRING, "a string");
    return v.count ? std::string(v.as.string, v.count) : std::string();
  }
  layerlua::point as_point() const {
    const double *n = expect(LAYERLUA_POINT, "a point").as.numbers;
    return {n[0], n[1]};
  }
  layerlua::size as_size() const {
    const double *n = expect(LAYERLUA_SIZE, "a size").as.numbers;
    return {n[0], n[1]};
  }
  layerlua::rect as_rect() const {
    const double *n = expect(LAYERLUA_RECT, "a rectangle").as.numbers;
    return {n[0], n[1], n[2], n[3]};
  }
  layerlua::color as_color() const {
    const double *n = expect(LAYERLUA_COLOR, "a colour").as.numbers;
    return {n[0], n[1], n[2], n[3]};
  }
  /// The 16 elements of a transform, m11, m12 … m44.
  std::vector<double> as_matrix() const {
    const double *m = expect(LAYERLUA_TRANSFORM, "a transform").as.matrix;
    return std::vector<double>(m, m + 16);
  }
  /// The elements of an array, or the alternating names and values of a dictionary.
  std::vector<value> items() const {
    const layerlua_value &v = type == LAYERLUA_DICTIONARY ? *this : expect(LAYERLUA_ARRAY, "an array or dictionary");
    return std::vector<value>(v.as.items, v.as.items + v.count * (type == LAYERLUA_DICTIONARY ? 2 : 1));
  }

private:
  static value numbers(layerlua_type type, double a, double b, double c, double d) {
    value v;
    v.type = type, v.as.numbers[0] = a, v.as.numbers[1] = b, v.as.numbers[2] = c, v.as.numbers[3] = d;
    return v;
  }
  const layerlua_value &expect(int32_t wanted, const char *name) const {
    if (type != wanted)
      throw error(LAYERLUA_USAGE, std::string("expected ") + name + ", got a value of type " + std::to_string(type));
    return *this;
  }
};

/// An image in memory; copies share it (reference-counted).
class image {
public:
  /// Takes ownership of an image returned by a library function.
  explicit image(layerlua_image *i) : shared(i, layerlua_image_release) {}
  /// Makes an image from a copy of the pixels, rows from the top.
  image(const void *memory, uint32_t width, uint32_t height, double scale = 1, layerlua_pixels pixels = LAYERLUA_RGBA,
      size_t bytes_per_row = 0)
      : image(layerlua_image_create(pixels, memory, bytes_per_row, width, height, scale)) {
    if (!get()) throw error(LAYERLUA_USAGE, "an image needs pixels, a size above 0 and memory for them");
  }
  layerlua_image *get() const { return shared.get(); }
  uint32_t width() const { return layerlua_image_width(get()); }
  uint32_t height() const { return layerlua_image_height(get()); }
  double scale() const { return layerlua_image_scale(get()); }
  /// A copy of the pixels: four bytes each, rows without padding.
  std::vector<uint8_t> pixels(layerlua_pixels order = LAYERLUA_RGBA) const {
    std::vector<uint8_t> bytes(size_t(width()) * height() * 4);
    if (layerlua_image_read(get(), order, bytes.data(), bytes.size(), 0) != LAYERLUA_OK)
      throw error(LAYERLUA_USAGE, "the image's pixels cannot be read");
    return bytes;
  }

private:
  std::shared_ptr<layerlua_image> shared;
};

/// Copies bytes returned by a library function, and frees them.
inline std::vector<uint8_t> taken(uint8_t *bytes, size_t count) {
  std::unique_ptr<uint8_t, void (*)(uint8_t *)> made(bytes, layerlua_free_bytes);
  return std::vector<uint8_t>(bytes, bytes + count);
}

/// The version of the loaded library, "MAJOR.MINOR.PATCH".
inline std::string version() { return layerlua_version(); }

inline void check(layerlua_engine *engine, layerlua_status status) {
  if (status != LAYERLUA_OK) throw error(*layerlua_last_error(engine));
}

/// State shared by an engine and its layers: the engine, the host's functions, and their exceptions, which must not
/// unwind through the library's frames.
class session {
public:
  session() = default;
  session(const session &) = delete;
  ~session() { layerlua_free(engine); }
  layerlua_engine *engine = nullptr;
  std::function<void(std::string_view)> print;
  std::function<void(const warning &)> warn;
  layerlua_config given = {};  // functions of layerlua.h, which have a user_data of their own

  /// Throws the exception of a host function from this call or, if there is none, the call's own error.
  void check(layerlua_status status) {
    std::exception_ptr cause;
    {
      std::lock_guard<std::mutex> lock(guard);
      cause = std::exchange(failure, nullptr);
    }
    if (ending) std::rethrow_exception(within ? ending : std::exchange(ending, nullptr));
    if (status == LAYERLUA_OK) return;
    error own(*layerlua_last_error(engine));
    if (!cause) throw own;
    try {
      std::rethrow_exception(cause);
    } catch (...) {
      std::throw_with_nested(own);
    }
  }
  /// Cancels the engine's work, to rethrow the current exception from the call.
  void end() noexcept {
    if (!ending) ending = std::current_exception();
    layerlua_cancel(engine);
  }
  /// Stores the current exception as the cause of the call's coming error; callable from any thread.
  void fail() noexcept {
    std::lock_guard<std::mutex> lock(guard);
    failure = std::current_exception();
  }
  /// Nesting depth of host functions called by scripts, which may themselves make calls.
  int within = 0;

private:
  std::mutex guard;
  std::exception_ptr ending, failure;
};

struct finding;

/// A film frame.
struct frame {
  size_t index;   // index among the drawn frames, from 0
  size_t number;  // number in the film
  double time;    // time shown, in seconds
  class image picture;
};

/// A handle to a layer, which keeps the layer and its engine alive. May be empty.
class layer {
public:
  layer() = default;
  layer(std::shared_ptr<session> owner, layerlua_layer *l) : owner(owner) {
    if (!l) return;
    owner->check(layerlua_keep_layer(owner->engine, l));
    shared = {l, [owner](layerlua_layer *kept) { layerlua_release_layer(owner->engine, kept); }};
  }
  explicit operator bool() const { return bool(shared); }
  layerlua_layer *get() const { return shared.get(); }
  operator value() const { return value(get()); }

  void set(const char *key_path, const value &v) { check(layerlua_set(engine(), held(), key_path, &v)); }
  /// Reads a key or key path. The value is valid until the next call with the same engine.
  value get(const char *key_path) const {
    value v;
    check(layerlua_get(engine(), held(), key_path, &v));
    return v;
  }
  value get_at(const char *key_path, double time) const {
    value v;
    check(layerlua_get_at(engine(), held(), key_path, time, &v));
    return v;
  }

  /// Sets the state of a name, null for the base, with its transition; see layerlua_set_state. Speed 0 changes at once.
  /// The transition begins at `time`, in seconds of the scene; NAN is the current time.
  void set_state(const char *name, double transition_speed = 1, double time = NAN) {
    check(layerlua_set_state(engine(), held(), name, transition_speed, time));
  }
  /// Sets the values between two states, by a fraction from 0 to 1.
  void set_state_between(const char *from, const char *to, double fraction) {
    check(layerlua_set_state_between(engine(), held(), from, to, fraction));
  }
  std::vector<std::string> state_names() const {
    const char *const *names = nullptr;
    size_t count = 0;
    check(layerlua_state_names(engine(), held(), &names, &count));
    return std::vector<std::string>(names, names + count);
  }
  /// The name of the state that a word stands for: the same name, else the first whose first word it is; else empty.
  std::string state_name(const char *word) const {
    const char *name = nullptr;
    check(layerlua_state_name(engine(), held(), word, &name));
    return name ? name : "";
  }
  void set_tilt(double x, double y) { check(layerlua_set_tilt(engine(), held(), x, y)); }
  void add_wallpaper_states() { check(layerlua_add_wallpaper_states(engine(), held())); }

  std::string dump() const {
    const char *json = nullptr;
    check(layerlua_dump(engine(), held(), &json));
    return json;
  }

  /// The picture's width and height in pixels.
  std::pair<uint32_t, uint32_t> pixel_size(const settings &how = {}) const {
    uint32_t width = 0, height = 0;
    check(layerlua_pixel_size(engine(), held(), &how, &width, &height));
    return {width, height};
  }
  /// Draws into the caller's memory, rows from the top; `bytes_per_row` 0 means no padding.
  void render(void *memory, size_t capacity, const settings &how = {}, layerlua_pixels pixels = LAYERLUA_RGBA,
      size_t bytes_per_row = 0) const {
    check(layerlua_render(engine(), held(), &how, pixels, memory, capacity, bytes_per_row));
  }
  class image image(const settings &how = {}) const {
    layerlua_image *made = nullptr;
    check(layerlua_render_image(engine(), held(), &how, &made));
    return layerlua::image(made);
  }
  /// Encodes a picture or film file in memory, such as `card.encode("png")`; see layerlua_encode.
  std::vector<uint8_t> encode(const char *format, const settings &how = {}) const {
    uint8_t *bytes = nullptr;
    size_t count = 0;
    check(layerlua_encode(engine(), held(), &how, format, &bytes, &count));
    return taken(bytes, count);
  }
  /// Writes a picture or film file; the extension selects the format.
  void write(const std::string &path, const settings &how = {}) const {
    check(layerlua_write(engine(), held(), &how, path.c_str()));
  }

  /// Returns the number of frames and the duration of a film.
  layerlua_film film_length(const settings &how = {}) const {
    layerlua_film film{};
    film.size = sizeof film;
    check(layerlua_film_length(engine(), held(), &how, &film));
    return film;
  }
  /// Draws one frame of a film, by its index among the drawn frames, from 0.
  class image frame(size_t index, const settings &how = {}) const {
    layerlua_image *made = nullptr;
    check(layerlua_render_frame_image(engine(), held(), &how, index, &made));
    return layerlua::image(made);
  }
  /// Draws one frame of a film into the caller's memory.
  void render_frame(size_t index, void *memory, size_t capacity, const settings &how = {},
      layerlua_pixels pixels = LAYERLUA_RGBA, size_t bytes_per_row = 0) const {
    check(layerlua_render_frame(engine(), held(), &how, index, pixels, memory, capacity, bytes_per_row));
  }
  /// Draws the frames of a film, several at once, and passes them to a function in order. Returning false ends the film
  /// with an error of status LAYERLUA_CANCELLED; exceptions propagate.
  void frames(const std::function<bool(const layerlua::frame &)> &take, const settings &how = {}) const {
    struct Taker {
      session *owner;
      const std::function<bool(const layerlua::frame &)> *take;
    } taker{owner.get(), &take};
    check(layerlua_film_frames(
        engine(), held(), &how,
        [](void *data, const layerlua_frame *f) noexcept {
          Taker *taker = static_cast<Taker *>(data);
          try {
            layerlua_image_retain(f->image);
            return (*taker->take)({f->index, f->number, f->time, layerlua::image(f->image)});
          } catch (...) {
            taker->owner->end();
            return false;
          }
        },
        &taker));
  }

  /// Finds what is probably unintended in the picture, above all layers that are not visible.
  std::vector<finding> diagnose(const settings &how = {}) const;

private:
  layerlua_layer *held() const {
    if (!shared)
      throw error(LAYERLUA_USAGE, "the layer is empty: the script returned none, or nothing was assigned to it");
    return shared.get();
  }
  layerlua_engine *engine() const { return owner ? owner->engine : nullptr; }
  void check(layerlua_status status) const { owner->check(status); }
  std::shared_ptr<session> owner;
  std::shared_ptr<layerlua_layer> shared;
};

/// A probably unintended part of a picture: what is wrong and why, and the suggested fix; absent texts are empty.
struct finding {
  std::string rule, message, hint, script, description;
  int line;               // in the script, from 1; 0 if there is none
  uint32_t others;        // number of further affected layers made by the same line
  bool is_note;           // true if this is often intended
  layerlua_layer *layer;  // borrowed, as from layerlua.h
};

inline std::vector<finding> layer::diagnose(const settings &how) const {
  std::vector<finding> found;
  check(layerlua_diagnose(
      engine(), held(), &how,
      [](void *list, const layerlua_finding *f) noexcept {
        auto text = [](const char *s) { return std::string(s ? s : ""); };
        static_cast<std::vector<finding> *>(list)->push_back({f->rule, f->message, text(f->hint), text(f->script),
            f->description, f->line, f->others, f->is_note, f->layer});
      },
      &found));
  return found;
}

/// A remark about a part of a scene file that is not shown as the file says.
struct package_note {
  std::string rule, file, message, description;
  int line;  // in the file, from 1; 0 if the remark is about the whole file
};

/// One of the scenes of a wallpaper.
struct package_floor {
  std::string name;
  class layer layer;
};

/// A scene of Core Animation that was read from a file; see layerlua_package. The lists are empty for a scene.
struct package {
  layer root_layer;
  std::string kind;  // "scene" or "wallpaper"
  layerlua::size size;
  std::vector<package_floor> floors;
  std::vector<package_note> notes;
  std::vector<std::string> wallpaper_names;
  std::string wallpaper_name;  // empty for a scene
};

/// A handle to a script function, which keeps the function and its engine alive.
class function {
public:
  function(std::shared_ptr<session> owner, layerlua_function *f) : owner(owner) {
    owner->check(layerlua_keep_function(owner->engine, f));
    shared = {f, [owner](layerlua_function *kept) { layerlua_release_function(owner->engine, kept); }};
  }
  layerlua_function *get() const { return shared.get(); }
  operator value() const { return value(get()); }
  /// Calls the function. The results are valid until the next call with the same engine.
  std::vector<value> operator()(const std::vector<value> &arguments = {}) const {
    const layerlua_value *results = nullptr;
    size_t count = 0;
    std::vector<layerlua_value> given(arguments.begin(), arguments.end());
    owner->check(layerlua_call_function(owner->engine, get(), given.data(), given.size(), &results, &count));
    return std::vector<value>(results, results + count);
  }

private:
  std::shared_ptr<session> owner;
  std::shared_ptr<layerlua_function> shared;
};

/// A script's call of a host function.
class call {
public:
  explicit call(layerlua_call_context *context) : context(context) {}
  layerlua_call_context *get() const { return context; }
  size_t count() const { return layerlua_call_argument_count(context); }
  /// Returns an argument, by index from 0; nil if it was not given. Valid until the function returns.
  value argument(size_t index) const { return *layerlua_call_argument(context, index); }
  /// Appends a result.
  void give(const value &result) { check(layerlua_call_engine(context), layerlua_call_return(context, &result)); }

private:
  layerlua_call_context *context;
};

/// A host function: reads the call's arguments and gives its results. Its exceptions become script errors.
using host_function = std::function<void(call &)>;

/// Draws into the memory of a drawable layer. An exception fails the render and is nested in the call's error.
using draw_function = std::function<void(const layerlua_drawable &)>;
/// Fills a row of a filter's output; called on several threads at once. An exception fails the render.
using filter_function = std::function<void(const layerlua_filter_row &)>;

/// Runs scripts and draws the layers they make.
class engine {
public:
  explicit engine(const config &given = {}) : owner(std::make_shared<session>()) {
    layerlua_config c = given;
    if (c.kept_picture_limit == 0) c.kept_picture_limit = LAYERLUA_NO_CACHE;
    owner->print = given.on_print, owner->warn = given.on_warning, owner->given = given;
    if (owner->print || owner->warn) {
      const bool warns = owner->warn || c.on_warning_details || c.on_warning;
      if (owner->print || c.on_print) c.on_print = printed;
      if (warns) c.on_warning_details = warned;
      c.user_data = owner.get();
    }
    char message[512];
    layerlua_status status = layerlua_create(&c, &owner->engine, message, sizeof message);
    if (status != LAYERLUA_OK) throw error(status, message);
  }
  layerlua_engine *get() const { return owner->engine; }

  /// Sandboxes the process permanently, before it runs an untrusted script; see layerlua_isolate. Returns the
  /// mechanisms that this system lacks; empty for none.
  std::string isolate(const isolation &how = {}) {
    const char *missing = nullptr;
    check(layerlua_isolate(get(), &how, &missing));
    return missing ? missing : "";
  }

  /// Writes layers as the pages of a .pdf.
  void write_pages(const std::vector<layer> &pages, const std::string &path, const settings &how = {}) {
    const auto list = pointers(pages);
    check(layerlua_write_pages(get(), list.data(), list.size(), &how, path.c_str()));
  }
  /// Same as write_pages, but returns the bytes of a pdf or, for a single layer, an svg file.
  std::vector<uint8_t> encode_pages(const std::vector<layer> &pages, const char *format, const settings &how = {}) {
    const auto list = pointers(pages);
    uint8_t *bytes = nullptr;
    size_t count = 0;
    check(layerlua_encode_pages(get(), list.data(), list.size(), &how, format, &bytes, &count));
    return taken(bytes, count);
  }

  layer run(std::string_view source, const char *name = "script.lua") {
    layerlua_layer *root = nullptr;
    check(layerlua_run(get(), source.data(), source.size(), name, &root));
    return layer(owner, root);
  }
  layer run_file(const std::string &path) {
    layerlua_layer *root = nullptr;
    check(layerlua_run_file(get(), path.c_str(), &root));
    return layer(owner, root);
  }
  /// Sets ca.args.NAME for the next runs; nullptr removes it.
  void argument(const char *name, const char *text) { check(layerlua_set_argument(get(), name, text)); }
  /// Sets ca.args[1], ca.args[2]… for the next runs.
  void arguments(const std::vector<std::string> &values) {
    std::vector<const char *> list;
    for (const std::string &one : values) list.push_back(one.c_str());
    check(layerlua_set_positional_arguments(get(), list.data(), list.size()));
  }
  void define(const char *name, const value &v) { check(layerlua_define(get(), name, &v)); }
  /// Removes a function or value from ca.host.
  void undefine(const char *name) { check(layerlua_define(get(), name, nullptr)); }
  void set_image(const char *name, const image &picture) { check(layerlua_set_image(get(), name, picture.get())); }
  void remove_image(const char *name) { check(layerlua_set_image(get(), name, nullptr)); }
  /// Offers scripts a function as ca.host.NAME.
  void function(const char *name, host_function body) {
    // The library releases the offer, even if this call fails.
    check(layerlua_register(
        get(), name, called, new offer<host_function>{owner.get(), std::move(body)}, offer<host_function>::release));
  }
  /// Offers a pixel source for ca.DrawableLayer { draw = "camera", asynchronous = true }. An empty function removes it.
  void set_drawable(const char *name, draw_function body) {
    if (!body) return check(layerlua_set_drawable(get(), name, nullptr, nullptr, nullptr));
    check(layerlua_set_drawable(
        get(), name,
        [](const layerlua_drawable *drawable, void *data) noexcept {
          return static_cast<offer<draw_function> *>(data)->call(*drawable);
        },
        new offer<draw_function>{owner.get(), std::move(body)}, offer<draw_function>::release));
  }
  /// Defines a filter by name: ca.Filter("invert", { inputAmount = 0.5 }). See layerlua_define_filter.
  void define_filter(const char *name, const std::vector<filter_key> &keys, double reach, filter_function body) {
    std::vector<layerlua_filter_key> list(keys.begin(), keys.end());
    check(layerlua_define_filter(
        get(), name, list.data(), list.size(), reach,
        [](const layerlua_filter_row *row, void *data) noexcept {
          return static_cast<offer<filter_function> *>(data)->call(*row);
        },
        new offer<filter_function>{owner.get(), std::move(body)}, offer<filter_function>::release));
  }
  /// Calls a global function of the script. The results are valid until the next call with the same engine.
  std::vector<value> call(const char *name, const std::vector<value> &arguments = {}) {
    const layerlua_value *results = nullptr;
    size_t count = 0;
    std::vector<layerlua_value> given(arguments.begin(), arguments.end());
    check(layerlua_call(get(), name, given.data(), given.size(), &results, &count));
    return std::vector<value>(results, results + count);
  }
  /// Keeps a layer that was received as a value, or borrowed.
  layer keep_layer(const value &v) { return layer(owner, v.type == LAYERLUA_LAYER ? v.as.layer : nullptr); }
  /// Keeps a script function that was received as a value.
  class function keep_function(const value &v) {
    return layerlua::function(owner, v.type == LAYERLUA_FUNCTION ? v.as.function : nullptr);
  }
  void report_repeated_warnings() { check(layerlua_report_repeated_warnings(get())); }
  layer root() { return layer(owner, layerlua_root(get())); }
  layer layer_named(const char *name) {
    layerlua_layer *found = layerlua_layer_named(get(), name);
    if (!found) throw error(*layerlua_last_error(get()));
    return layer(owner, found);
  }
  /// Makes a layer of the bytes of an SVG file, in the file's size. `color` stands for its `currentColor`; null is
  /// black.
  layer layer_svg(const void *bytes, size_t count, const char *color = nullptr) {
    layerlua_layer *made = nullptr;
    check(layerlua_layer_svg(get(), static_cast<const uint8_t *>(bytes), count, color, &made));
    return layer(owner, made);
  }
  /// The outlines of all shapes of an SVG file as a path, which is valid until the next call with the same engine.
  value path_svg(const void *bytes, size_t count) {
    value path;
    check(layerlua_path_svg(get(), static_cast<const uint8_t *>(bytes), count, &path));
    return path;
  }
  /// Makes a layer that plays a Lottie file; see layerlua_layer_lottie. `options` is a dictionary:
  /// `value::dictionary({"texts", value::dictionary({"Title", "Hello"})})`.
  layer layer_lottie(const std::string &path, const value &options = {}) {
    layerlua_layer *made = nullptr;
    check(layerlua_layer_lottie(get(), path.c_str(), options.type == LAYERLUA_NIL ? nullptr : &options, &made));
    return layer(owner, made);
  }
  /// Returns the size, length, layers, fonts and key paths of a Lottie file as a dictionary, which is valid until the
  /// next call with the same engine; see layerlua_lottie_info. `animation` names one of several; null is the file's
  /// choice.
  value lottie_info(const std::string &path, const char *animation = nullptr) {
    value info;
    check(layerlua_lottie_info(get(), path.c_str(), animation, &info));
    return info;
  }
  /// Reads a scene of Core Animation: .caml, .ca, .wallpaper or .tendies; see layerlua_read_package. `wallpaper` names
  /// one of several; null reads the first.
  package read_package(const std::string &path, const char *wallpaper = nullptr) {
    layerlua_package p{};
    p.size = sizeof p;
    check(layerlua_read_package(get(), path.c_str(), wallpaper, &p));
    package made{layer(owner, p.root_layer), p.kind, {p.width, p.height}, {}, {},
        {p.wallpaper_names, p.wallpaper_names + p.wallpaper_name_count}, p.wallpaper_name ? p.wallpaper_name : ""};
    for (size_t i = 0; i < p.floor_count; i++)
      made.floors.push_back({p.floors[i].name, layer(owner, p.floors[i].layer)});
    for (size_t i = 0; i < p.note_count; i++) {
      const layerlua_package_note &n = p.notes[i];
      made.notes.push_back({n.rule, n.file, n.message, n.description, n.line});
    }
    return made;
  }
  /// The full names of the available fonts, sorted.
  std::vector<std::string> font_names() {
    const char *const *names = nullptr;
    size_t count = 0;
    check(layerlua_font_names(get(), &names, &count));
    return std::vector<std::string>(names, names + count);
  }
  double current_time() const {
    double time = 0;
    check(layerlua_current_time(get(), &time));
    return time;
  }
  void current_time(double time) { check(layerlua_set_current_time(get(), time)); }
  image decode(const void *bytes, size_t count) {
    layerlua_image *made = nullptr;
    check(layerlua_image_decode(get(), static_cast<const uint8_t *>(bytes), count, &made));
    return image(made);
  }
  /// Encodes an image as a png, jpg, webp, pdf or svg file.
  std::vector<uint8_t> encode(const image &picture, const char *format, const settings &how = {}) {
    uint8_t *bytes = nullptr;
    size_t count = 0;
    check(layerlua_image_encode(get(), picture.get(), &how, format, &bytes, &count));
    return taken(bytes, count);
  }
  /// Cancels the engine's work; callable from any thread.
  void cancel() { layerlua_cancel(get()); }

private:
  static std::vector<layerlua_layer *> pointers(const std::vector<layer> &layers) {
    std::vector<layerlua_layer *> list;
    for (const layer &one : layers) list.push_back(one.get());
    return list;
  }
  /// A function owned by the library until it releases it. No exception may leave its call.
  template <class Function> struct offer {
    session *owner;
    Function body;
    static void release(void *data) { delete static_cast<offer *>(data); }
    template <class Argument> bool call(const Argument &argument) noexcept {
      try {
        body(argument);
        return true;
      } catch (...) {
        owner->fail();
        return false;
      }
    }
  };
  static void called(layerlua_call_context *context, void *data) noexcept {
    auto *self = static_cast<offer<host_function> *>(data);
    self->owner->within += 1;
    try {
      layerlua::call one(context);
      self->body(one);
    } catch (const std::exception &e) {
      layerlua_call_fail(context, e.what());
    } catch (...) {
      layerlua_call_fail(context, "the host's function failed");
    }
    self->owner->within -= 1;
  }
  static void printed(void *data, const char *text, size_t count) noexcept {
    auto *self = static_cast<session *>(data);
    if (!self->print) return self->given.on_print(self->given.user_data, text, count);
    try {
      self->print(std::string_view(text, count));
    } catch (...) {
      self->end();
    }
  }
  static void warned(void *data, const layerlua_warning *w) noexcept {
    auto *self = static_cast<session *>(data);
    if (!self->warn) {
      const layerlua_config &given = self->given;
      if (given.on_warning_details) return given.on_warning_details(given.user_data, w);
      return given.on_warning(given.user_data, w->description);
    }
    try {
      self->warn({w->rule, w->message, w->script ? w->script : "", w->description, w->line, w->repeats});
    } catch (...) {
      self->end();
    }
  }
  void check(layerlua_status status) const { owner->check(status); }
  std::shared_ptr<session> owner;
};

}  // namespace layerlua

#endif
