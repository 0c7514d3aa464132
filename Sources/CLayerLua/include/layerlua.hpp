// SPDX-License-Identifier: MIT
// layerlua for C++17: layerlua.h with owners that free, errors that are thrown, and values that convert. All of it is
// in this file; for anything missing here, call layerlua.h with `engine.get()`.
//
//   layerlua::config config;
//   config.time_limit = 5;
//   layerlua::engine engine(config);
//   engine.function("price", [](layerlua::call &call) { call.give(call.argument(0).as.number * 2.5); });
//   auto card = engine.run("return ca.Layer { name = 'card', bounds = {0, 0, 240, 120} }", "card.lua");
//   card.set("opacity", 0.75);
//   card.write("card.png");
//
// An engine and its layers belong to one thread at a time, except `cancel`. A layer keeps its engine, so that it may
// outlive the `engine` it came from; one that a host's function captures keeps it forever.
#ifndef LAYERLUA_HPP
#define LAYERLUA_HPP

#include <layerlua.h>

#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace layerlua {

/// The error of a call that failed: a copy of the library's.
class error : public std::runtime_error {
public:
  explicit error(const layerlua_error &e)
      : std::runtime_error(e.description), status(e.status), line(e.line), message(e.message), script(text(e.script)),
        source_line(text(e.source_line)), traceback(text(e.traceback)) {}
  error(layerlua_status status, const std::string &message)
      : std::runtime_error(message), status(status), message(message) {}

  layerlua_status status;
  int line = 0;  // in the script, from 1; 0 when there is none
  std::string message, script, source_line, traceback;

private:
  static std::string text(const char *s) { return s ? s : ""; }
};

/// Structures with their sizes.
struct config : layerlua_config {
  config() : layerlua_config{} { size = sizeof(layerlua_config); }
  config(layerlua_config c) : layerlua_config(c) { size = sizeof(layerlua_config); }
};
struct settings : layerlua_settings {
  settings() : layerlua_settings{} { size = sizeof(layerlua_settings); }
  settings(layerlua_settings s) : layerlua_settings(s) { size = sizeof(layerlua_settings); }
};

/// A value on its way into the engine. Its text and lists must outlive it; the engine copies them.
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
  /// A dictionary, from pairs of a name and its value, one after the other.
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
  /// The elements of an array, or the names and values of a dictionary.
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

/// A picture in memory; copies share it.
class image {
public:
  /// Takes over an image that a function of the library returned.
  explicit image(layerlua_image *i) : shared(i, layerlua_image_release) {}
  /// Makes an image from a copy of pixels, rows from the top.
  image(const void *memory, uint32_t width, uint32_t height, double scale = 1, layerlua_pixels pixels = LAYERLUA_RGBA,
      size_t bytes_per_row = 0)
      : image(layerlua_image_create(pixels, memory, bytes_per_row, width, height, scale)) {
    if (!get()) throw error(LAYERLUA_USAGE, "an image needs pixels, a size above 0 and memory for them");
  }
  layerlua_image *get() const { return shared.get(); }
  uint32_t width() const { return layerlua_image_width(get()); }
  uint32_t height() const { return layerlua_image_height(get()); }
  double scale() const { return layerlua_image_scale(get()); }
  /// The pixels: four bytes each, rows without gaps.
  std::vector<uint8_t> pixels(layerlua_pixels order = LAYERLUA_RGBA) const {
    std::vector<uint8_t> bytes(size_t(width()) * height() * 4);
    if (layerlua_image_read(get(), order, bytes.data(), bytes.size(), 0) != LAYERLUA_OK)
      throw error(LAYERLUA_USAGE, "the image's pixels cannot be read");
    return bytes;
  }

private:
  std::shared_ptr<layerlua_image> shared;
};

inline void check(layerlua_engine *engine, layerlua_status status) {
  if (status != LAYERLUA_OK) throw error(*layerlua_last_error(engine));
}

struct finding;

/// A layer of an engine, kept, with the engine, as long as a copy of this exists; empty when there is none.
class layer {
public:
  layer() = default;
  layer(std::shared_ptr<layerlua_engine> owner, layerlua_layer *l) : engine(owner.get()) {
    if (!l) return;
    check(engine, layerlua_keep_layer(engine, l));
    shared = {l, [owner](layerlua_layer *kept) { layerlua_let_layer_go(owner.get(), kept); }};
  }
  explicit operator bool() const { return bool(shared); }
  layerlua_layer *get() const { return shared.get(); }
  operator value() const { return value(get()); }

  void set(const char *key_path, const value &v) { check(engine, layerlua_set(engine, get(), key_path, &v)); }
  /// Reads a key; the value is valid until the next call with the same engine.
  value get(const char *key_path) const {
    value v;
    check(engine, layerlua_get(engine, get(), key_path, &v));
    return v;
  }
  value get_at(const char *key_path, double time) const {
    value v;
    check(engine, layerlua_get_at(engine, get(), key_path, time, &v));
    return v;
  }
  std::string dump() const {
    const char *json = nullptr;
    check(engine, layerlua_dump(engine, get(), &json));
    return json;
  }
  class image image(const settings &how = {}) const {
    layerlua_image *made = nullptr;
    check(engine, layerlua_render_image(engine, get(), &how, &made));
    return layerlua::image(made);
  }
  std::vector<uint8_t> encode(const char *format, const settings &how = {}) const {
    uint8_t *bytes = nullptr;
    size_t count = 0;
    check(engine, layerlua_encode(engine, get(), &how, format, &bytes, &count));
    std::unique_ptr<uint8_t, void (*)(uint8_t *)> owner(bytes, layerlua_free_bytes);
    return std::vector<uint8_t>(bytes, bytes + count);
  }
  /// Writes a picture or a film, by the name's extension.
  void write(const std::string &path, const settings &how = {}) const {
    check(engine, layerlua_render_file(engine, get(), &how, path.c_str()));
  }

  /// What of the picture was probably meant otherwise, most of all layers that are not seen.
  std::vector<finding> diagnose(const settings &how = {}) const;

private:
  layerlua_engine *engine = nullptr;
  std::shared_ptr<layerlua_layer> shared;
};

/// A layer that is probably not as it was meant: what is so and why, and the remedy; texts are empty when there is none.
struct finding {
  std::string rule, message, hint, script, description;
  int line;               // in the script, from 1; 0 when there is none
  uint32_t others;        // further layers that the same line made and that are concerned
  bool is_note;           // whether it is often meant so
  layerlua_layer *layer;  // valid as those that layerlua.h hands out
};

inline std::vector<finding> layer::diagnose(const settings &how) const {
  std::vector<finding> found;
  check(engine,
      layerlua_diagnose(
          engine, get(), &how,
          [](void *list, const layerlua_finding *f) noexcept {
            auto text = [](const char *s) { return std::string(s ? s : ""); };
            static_cast<std::vector<finding> *>(list)->push_back({f->rule, f->message, text(f->hint), text(f->script),
                f->description, f->line, f->others, f->is_note, f->layer});
          },
          &found));
  return found;
}

/// A script's call of a host's function.
class call {
public:
  explicit call(layerlua_call_context *context) : context(context) {}
  layerlua_call_context *get() const { return context; }
  size_t count() const { return layerlua_call_argument_count(context); }
  /// An argument, or a nil for one that was not given. Valid until the function returns.
  value argument(size_t index) const { return *layerlua_call_argument(context, index); }
  /// Adds a result.
  void give(const value &result) { check(layerlua_call_engine(context), layerlua_call_return(context, &result)); }

private:
  layerlua_call_context *context;
};

/// A host's function: it reads the call's arguments and gives its results. Its exceptions become errors of the script.
using host_function = std::function<void(call &)>;

/// Runs scripts and draws what they make.
class engine {
public:
  explicit engine(const config &c = {}) {
    char message[512];
    layerlua_engine *made = nullptr;
    layerlua_status status = layerlua_create(&c, &made, message, sizeof message);
    if (status != LAYERLUA_OK) throw error(status, message);
    owner.reset(made, layerlua_free);
  }
  layerlua_engine *get() const { return owner.get(); }

  /// Writes layers as the pages of a .pdf.
  void write_pages(const std::vector<layer> &pages, const std::string &path, const settings &how = {}) {
    const auto list = pointers(pages);
    check(layerlua_render_pages(get(), list.data(), list.size(), &how, path.c_str()));
  }
  /// The same as bytes of the format pdf, or svg for one layer.
  std::vector<uint8_t> encode_pages(const std::vector<layer> &pages, const char *format, const settings &how = {}) {
    const auto list = pointers(pages);
    uint8_t *bytes = nullptr;
    size_t count = 0;
    check(layerlua_encode_pages(get(), list.data(), list.size(), &how, format, &bytes, &count));
    std::unique_ptr<uint8_t, void (*)(uint8_t *)> made(bytes, layerlua_free_bytes);
    return std::vector<uint8_t>(bytes, bytes + count);
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
  void argument(const char *name, const char *text) { check(layerlua_set_argument(get(), name, text)); }
  void define(const char *name, const value &v) { check(layerlua_define(get(), name, &v)); }
  void set_image(const char *name, const image &picture) { check(layerlua_set_image(get(), name, picture.get())); }
  /// Offers scripts a function as ca.host.NAME.
  void function(const char *name, host_function body) {
    // The library releases it in any case.
    check(layerlua_register(get(), name, called, new host_function(std::move(body)),
        [](void *f) { delete static_cast<host_function *>(f); }));
  }
  /// Calls a global function of the script. The result is valid until the next call with the same engine.
  std::vector<value> call(const char *name, const std::vector<value> &arguments = {}) {
    const layerlua_value *results = nullptr;
    size_t count = 0;
    std::vector<layerlua_value> given(arguments.begin(), arguments.end());
    check(layerlua_call(get(), name, given.data(), given.size(), &results, &count));
    return std::vector<value>(results, results + count);
  }
  layer root() { return layer(owner, layerlua_root(get())); }
  layer named(const char *name) {
    layerlua_layer *found = layerlua_layer_named(get(), name);
    if (!found) throw error(*layerlua_last_error(get()));
    return layer(owner, found);
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
  /// Ends the engine's work; may be called from any thread.
  void cancel() { layerlua_cancel(get()); }

private:
  static std::vector<layerlua_layer *> pointers(const std::vector<layer> &layers) {
    std::vector<layerlua_layer *> list;
    for (const layer &one : layers) list.push_back(one.get());
    return list;
  }
  // No exception may pass the library's frames.
  static void called(layerlua_call_context *context, void *function) noexcept {
    try {
      layerlua::call one(context);
      (*static_cast<host_function *>(function))(one);
    } catch (const std::exception &e) {
      layerlua_call_fail(context, e.what());
    } catch (...) {
      layerlua_call_fail(context, "the host's function failed");
    }
  }
  void check(layerlua_status status) const { layerlua::check(get(), status); }
  std::shared_ptr<layerlua_engine> owner;
};

}  // namespace layerlua

#endif
