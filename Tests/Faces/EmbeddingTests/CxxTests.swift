// SPDX-License-Identifier: MIT
import Foundation
import Testing
import TestSupport

/// layerlua.hpp, the entire C++ binding.
@Suite(needsLibraries) struct CxxTests {
  @Test(arguments: ["c++17", "c++20"]) func `owners free, errors are thrown and values convert`(standard: String) throws
  {
    let folder = try TemporaryFolder()
    try folder.write(Self.program, to: "a.cpp")
    let result = try Libraries.shell(
      #"""
      clang++ -std=$3 -Wall -Wextra -Wpedantic -Werror -g -fsanitize=address,undefined -I "$0/Sources/Faces/CLayerLua/include" a.cpp "$1" -Wl,-rpath,"$2" -o a 2>log \
        || { cat log >&2; exit 1; }
      ./a
      """#, [Checkout.root, Libraries.c, Libraries.folder, standard], in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.text == """
        0.5 2 x Tea: 5.00
        3 2 1 7 11
        480 240 2 460800
        240 1
        hidden-by-ancestor veil card.lua:1 1
        price
        1 2 bad.lua:2: ca.host.fails: not today | ca.host.fails()
        2 TextLayer.opacity: expected a number, got string "no"
        2 expected a string, got a value of type 2
        2
        130
        2 layerlua_config.time_limit must be seconds, 0 for none, got -1.0
        price

        """)
  }

  @Test func `functions of the C header keep their own data`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"""
      #include <layerlua.hpp>
      #include <cstdio>
      int main() {
        int mine = 42;
        for (int i = 0; i < 2; i++) {
          layerlua::config c;
          c.user_data = &mine;
          if (i == 0) {
            c.layerlua_config::on_print = [](void *u, const char *text, size_t) {
              std::printf("%d %s", *(int *)u, text);
            };
            c.on_warning = [](const layerlua::warning &w) { std::printf("%s\n", w.rule.c_str()); };
          } else {
            c.on_print = [](std::string_view text) { std::printf("%.*s", (int)text.size(), text.data()); };
            c.layerlua_config::on_warning = [](void *u, const char *) { std::printf("%d\n", *(int *)u); };
          }
          layerlua::engine e(c);
          e.run("print 'hi' return ca.Layer { bounds = {0, 0, 1, 1} }, 1");
        }
      }
      """#, to: "a.cpp")
    let result = try Libraries.shell(
      #"clang++ -std=c++17 -Wall -Wextra -Werror -I "$0/Sources/Faces/CLayerLua/include" a.cpp "$1" "#
        + #"-Wl,-rpath,"$2" -o a && ./a"#,
      [Checkout.root, Libraries.c, Libraries.folder], in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text == "42 hi\nextra-results\nhi\n42\n")
  }

  @Test func `the sample draws what the one in C draws`() throws {
    let folder = try TemporaryFolder()
    let result = try Libraries.shell(
      #"""
      clang++ -std=c++17 -Wall -Wextra -Wpedantic -Werror -I "$0/Sources/Faces/CLayerLua/include" "$0/docs/samples/cpp/card.cpp" "$1" -Wl,-rpath,"$2" -o card \
        && ./card card.png card.apng
      """#, [Checkout.root, Libraries.c, Libraries.folder], in: folder.path)
    #expect(result.status == 0 && result.text == SampleTests.answer, "\(result.errors) \(result.text)")
    #expect(try Picture(contentsOf: folder.path + "/card.png").width == 480)
    #expect(folder.exists("card.apng"))
  }

  @Test func `it stays a header that one reads`() throws {
    let text = try String(
      contentsOfFile: Checkout.root + "/Sources/Faces/CLayerLua/include/layerlua.hpp", encoding: .utf8)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count < 800)
  }

  @Test(arguments: ["c++17", "c++20"]) func `all of the C header is there`(standard: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.whole, to: "a.cpp")
    try folder.write(Self.scene, to: "card.caml")
    let result = try Libraries.shell(
      #"""
      clang++ -std=$3 -Wall -Wextra -Wpedantic -Werror -g -fsanitize=address,undefined -I "$0/Sources/Faces/CLayerLua/include" -DPACKAGES="\"$0/Tests/Packages\"" a.cpp "$1" -Wl,-rpath,"$2" -lpthread -o a 2>log \
        || { cat log >&2; exit 1; }
      ./a
      """#, [Checkout.root, Libraries.c, Libraries.folder, standard], in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.text == """
        printed: one\ttwo\t2
        warned: near-miss-key the host 0
        8 4 | 3 4 5 6 | 1 0.5 0 1 | 1.5
        16 8 255 0
        5 10 0.5
        7
        silent 2
        0 0 0 8
        1 1 0.1 8
        same 1
        ended 130
        thrown: enough
        GIF89a
        drawn 7
        the host could not draw "meter" <- no meter
        filtered 0 255
        failed <- no filter
        from print: full
        after 2
        function 42
        empty: the layer is empty: the script returned none, or nothing was assigned to it
        svg icon 24 10 20 | M 0 0 L 10 0 L 10 20 L 0 20 Z 1
        svg refused 2
        png 4 1
        caches equal 1
        fonts 1
        scene 40 20 card 1 caml-unknown 2 | Locked, Unlock Light | Unlock Light 22 12
        wallpaper Wallpaper slots Locked
        badge 4 320 15
        no state 2
        limit 3

        """)
  }

  static let scene = """
    <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
    <CALayer name="card" bounds="0 0 40 20" position="20 10" wrong="1">
    <sublayers><CALayer id="dot" name="dot" bounds="0 0 4 4" position="2 2"/></sublayers>
    <states><LKState name="Locked"/><LKState name="Unlock Light"><elements>
    <LKStateSetValue targetId="dot" keyPath="position.x"><value type="real" value="22"/></LKStateSetValue>
    </elements></LKState></states></CALayer></caml>
    """

  static let whole = #"""
    #include <layerlua.hpp>
    #include <cstdio>
    #include <cstring>
    static void show(const layerlua::error &e, const char *begin) {
      try { std::rethrow_if_nested(e); } catch (const std::exception &cause) { std::printf("%s <- %s\n", begin, cause.what()); }
    }
    int main() {
      layerlua::config c;
      bool full = false;
      c.on_print = [&](std::string_view text) {
        if (full) throw std::runtime_error("full");
        std::printf("printed: %.*s", int(text.size()), text.data());
      };
      c.on_warning = [](const layerlua::warning &w) {
        std::printf("warned: %s %s %d\n", w.rule.c_str(), w.description.substr(0, w.description.find(':')).c_str(), w.line);
      };
      layerlua::engine engine(c);
      engine.arguments({"one", "two"});
      auto root = engine.run("print(ca.args[1], #ca.args == 2 and ca.args[2], #ca.args)\n" + std::string(
        "local l = ca.Layer { bounds = {0, 0, 8, 4}, backgroundColor = 'red', ca.Layer { name = 'dot', frame = {0, 0, 2, 2}, backgroundColor = 'white' } }\n"
        "l:find('dot'):addAnimation(ca.BasicAnimation { keyPath = 'position.x', fromValue = 1, toValue = 7, duration = 0.5 })\n"
        "function answer(f) ca.host.take(function(a) return a * 2 end) end\n"
        "return l"));
      root.set("opacty", 1);
      root.set("ownPoint", layerlua::point{8, 4});
      root.set("ownRect", layerlua::rect{3, 4, 5, 6});
      root.set("ownColor", layerlua::color{1, 0.5, 0, 1});
      auto p = root.get("ownPoint").as_point(); auto r = root.get("ownRect").as_rect(); auto k = root.get("ownColor").as_color();
      root.set("shadowOffset", layerlua::size{1.5, 2});
      std::printf("%g %g | %g %g %g %g | %g %g %g %g | %g\n", p.x, p.y, r.x, r.y, r.width, r.height, k.red, k.green, k.blue, k.alpha,
        root.get("shadowOffset").as_size().width);
      layerlua::settings two; two.scale = 2;
      auto [width, height] = root.pixel_size(two);
      std::vector<uint8_t> pixels(width * height * 4);
      root.render(pixels.data(), pixels.size(), two);
      std::printf("%u %u %d %d\n", width, height, pixels[pixels.size() - 4], pixels[pixels.size() - 3]);

      layerlua::settings film; film.fps = 10;
      layerlua_film length = root.film_length(film);
      std::printf("%zu %g %g\n", length.frame_count, length.fps, length.duration);
      layerlua::settings held = film; held.hold = 0.2;
      layerlua::sound bell("bell.wav"); held.sounds = &bell; held.sound_count = 1; held.has_sounds = true;
      std::printf("%zu\n", root.film_length(held).frame_count);
      try { root.encode("gif", held); } catch (const layerlua::error &e) { std::printf("silent %d\n", e.status); }
      layerlua::image second = root.frame(1, film);
      root.frames([&](const layerlua::frame &f) {
        if (f.index < 2) std::printf("%zu %zu %g %u\n", f.index, f.number, f.time, f.picture.width());
        if (f.index == 1) std::printf("same %d\n", f.picture.pixels() == second.pixels());
        return true;
      }, film);
      std::vector<uint8_t> one(8 * 4 * 4);
      root.render_frame(1, one.data(), one.size(), film);
      if (one != second.pixels()) std::printf("differs\n");
      try { root.frames([](const layerlua::frame &) { return false; }, film); } catch (const layerlua::error &e) { std::printf("ended %d\n", e.status); }
      try { root.frames([](const layerlua::frame &) -> bool { throw std::runtime_error("enough"); }, film); } catch (const std::runtime_error &e) { std::printf("thrown: %s\n", e.what()); }
      auto gif = root.encode("gif", film);
      std::printf("%.6s\n", reinterpret_cast<const char *>(gif.data()));

      engine.set_drawable("meter", [](const layerlua_drawable &d) { std::memset(d.bytes, 7, d.height * d.bytes_per_row); });
      const char *meter = "return ca.DrawableLayer { bounds = {0, 0, 4, 4}, draw = 'meter', asynchronous = true, opaque = false }";
      auto view = engine.run(meter);
      layerlua::settings raw;
      std::vector<uint8_t> drawn(4 * 4 * 4);
      view.render(drawn.data(), drawn.size(), raw, LAYERLUA_RGBA_PREMULTIPLIED);
      std::printf("drawn %d\n", drawn[0]);
      engine.set_drawable("meter", [](const layerlua_drawable &) { throw std::runtime_error("no meter"); });
      view = engine.run(meter);
      try { view.image(); } catch (const layerlua::error &e) { show(e, e.message.substr(e.message.find("the host")).c_str()); }

      layerlua::filter_key amount("inputAmount", 0.25);
      bool fails = false;
      engine.define_filter("flat", {amount}, 0, [&](const layerlua_filter_row &row) {
        if (fails) throw std::runtime_error("no filter");
        for (int32_t i = 0; i < row.width; i++) { float *p = row.pixels + 4 * i; p[0] = p[1] = 0, p[2] = p[3] = row.values[0] == 0.25 ? 1 : 0; }
      });
      const char *flat = "return ca.Layer { bounds = {0, 0, 4, 4}, backgroundColor = 'red', filters = { ca.Filter('flat') } }";
      auto blue = engine.run(flat).image().pixels();
      std::printf("filtered %d %d\n", blue[0], blue[2]);
      fails = true;
      try { engine.run(flat).image(); } catch (const layerlua::error &e) { show(e, "failed"); }

      full = true;
      try { engine.run("print 'x' while true do end"); } catch (const std::runtime_error &e) { std::printf("from print: %s\n", e.what()); }
      full = false;
      std::printf("after %g\n", engine.run("return ca.Layer { zPosition = 2 }").get("zPosition").number());

      std::shared_ptr<layerlua::function> kept;
      engine.function("take", [&](layerlua::call &call) {
        kept = std::make_shared<layerlua::function>(engine.keep_function(call.argument(0)));
      });
      engine.call("answer");
      std::printf("function %g\n", (*kept)({21})[0].number());
      kept.reset();
      engine.undefine("take"); engine.set_drawable("meter", nullptr); engine.report_repeated_warnings();

      try { engine.run("return nil").set("opacity", 1); } catch (const layerlua::error &e) { std::printf("empty: %s\n", e.what()); }
      const std::string file = "<svg xmlns='http://www.w3.org/2000/svg' width='24' height='24'>"
        "<path id='icon' fill='currentColor' d='M0 0H10V20H0Z'/></svg>";
      auto drawing = engine.layer_svg(file.data(), file.size(), "#000066");
      auto icon = drawing.get("sublayers").items()[0];
      layerlua::layer shape = engine.keep_layer(icon);
      std::printf("svg %s %g %g %g | %s %d\n", shape.get("name").string().c_str(),
        drawing.get("bounds").as_rect().width,
        shape.get("bounds").as_rect().width, shape.get("bounds").as_rect().height,
        engine.path_svg(file.data(), file.size()).string().c_str(), drawing.image().pixels()[2] == 0x66);
      try { engine.layer_svg("<html/>", 7); }
      catch (const layerlua::error &e) { std::printf("svg refused %d\n", e.status); }
      auto encoded = engine.encode(layerlua::image(one.data(), 8, 4), "png");
      std::printf("png %u %d\n", engine.decode(encoded.data(), encoded.size()).height(),
        engine.encode(root.image(), "png") == root.encode("png"));
      std::vector<std::vector<uint8_t>> seen;
      for (uint64_t limit : {uint64_t(0), uint64_t(LAYERLUA_DEFAULT_CACHE)}) {
        layerlua::config cached; cached.kept_picture_limit = limit;
        layerlua::engine again(cached);
        auto twice = again.run("return ca.Layer { bounds = {0, 0, 9, 9}, backgroundColor = 'red', "
          "ca.Layer { name = 'b', frame = {1, 1, 3, 3}, backgroundColor = 'blue' } }");
        twice.image(); twice.set("sublayers.b.opacity", 0.5);
        seen.push_back(twice.image().pixels());
      }
      std::printf("caches equal %d\n", seen[0] == seen[1] &&
        layerlua::config().kept_picture_limit == LAYERLUA_DEFAULT_CACHE);
      std::printf("fonts %d\n", engine.font_names().size() > 0 && layerlua::version() == layerlua_version());

      layerlua::config reading; reading.script_directory = "."; reading.on_warning = [](const layerlua::warning &) {};
      const char *tests = PACKAGES;
      reading.readable_directories = &tests; reading.readable_directory_count = 1;
      layerlua::engine reader(reading);
      auto scene = reader.read_package("card.caml");
      layerlua::layer &card = scene.root_layer;
      std::printf("%s %g %g %s %zu %s %d", scene.kind.c_str(), scene.size.width, scene.size.height,
        reader.keep_layer(card.get("sublayers").items()[0]).get("name").string().c_str(), scene.notes.size(),
        scene.notes[0].rule.c_str(), scene.notes[0].line);
      card.set_state(card.state_name("Unlock").c_str(), 0);
      auto names = card.state_names();
      std::printf(" | %s, %s", names[0].c_str(), names[1].c_str());
      std::printf(" | %s", card.get("sublayers.card.currentState").string().c_str());
      std::printf(" %g", card.get("sublayers.card.sublayers.dot.position.x").number());
      card.set_state_between("Locked", "Unlock Light", 0.5);
      std::printf(" %g\n", card.get("sublayers.card.sublayers.dot.position.x").number());
      auto wallpaper = reader.read_package(std::string(PACKAGES "/slots.wallpaper"), "slots");
      wallpaper.root_layer.set_tilt(1, 0); wallpaper.floors[0].layer.add_wallpaper_states();
      std::printf("%s %s %s %s\n", wallpaper.kind.c_str(), wallpaper.floors[0].name.c_str(),
        wallpaper.wallpaper_name.c_str(), wallpaper.floors[0].layer.state_names()[0].c_str());
      const std::string lottie = PACKAGES "/../../scripts/scenes/badge.json";
      layerlua::layer badge = reader.layer_lottie(lottie,
        layerlua::value::dictionary({"texts", layerlua::value::dictionary({"Title", "Hi"})}));
      std::printf("badge %g %g %zu\n", badge.get("lottie.duration").number(), badge.get("bounds").as_rect().width,
        reader.lottie_info(lottie).items().size() / 2);
      try { card.set_state("Unlok"); } catch (const layerlua::error &e) { std::printf("no state %d\n", e.status); }

      layerlua::config limited; limited.call_time_limit = 0.1;
      try { layerlua::engine(limited).run("while true do end"); } catch (const layerlua::error &e) { std::printf("limit %d\n", e.status); }
    }
    """#

  static let program = #"""
    #include <layerlua.hpp>
    #include <cstdio>
    #include <cstring>
    #include <thread>
    int main() {
      layerlua::layer after;
      layerlua::config c; c.time_limit = 10; c.memory_limit = 256 << 20;
      {
      layerlua::engine engine(c);
      engine.argument("title", "Tea");
      engine.define("accent", layerlua::value::color(0.10, 0.45, 0.91));
      engine.function("price", [](layerlua::call &call) {
        char text[64];
        std::snprintf(text, sizeof text, "%g x %s: %.2f", call.argument(1).number(), call.argument(0).string().c_str(), call.argument(1).number() * 2.5);
        call.give(text);
      });
      uint8_t pixels[4 * 4]; std::memset(pixels, 255, sizeof pixels);
      engine.set_image("badge", layerlua::image(pixels, 2, 2));
      layerlua::layer kept;
      {
        auto card = engine.run("local l = ca.Layer { name = 'card', bounds = {0, 0, 240, 120}, backgroundColor = ca.host.accent, contents = ca.Image.named('badge') }\n"
          "l:addSublayer(ca.TextLayer { name = 'price', string = ca.host.price(ca.args.title, 2), frame = {0, 0, 100, 30} })\n"
          "function both(a, t) return a + 1, {t.x, t[1]}, l end return l", "card.lua");
        card.set("opacity", 0.5);
        card.set("position", layerlua::value::point(3, 4));
        const std::string price = engine.layer_named("price").get("string").string();
        std::printf("%g %s\n", card.get("opacity").number(), price.c_str());
        kept = engine.layer_named("price");
        std::vector<layerlua::value> pairs{"x", 7};
        auto results = engine.call("both", {1, layerlua::value::dictionary(pairs)});
        std::printf("%zu %g %zu %g %d\n", results.size(), results[0].number(), results[1].items().size(), results[1].items()[0].number(), results[2].type);
        layerlua::settings s; s.scale = 2;
        auto image = card.image(s);
        std::printf("%u %u %g %zu\n", image.width(), image.height(), image.scale(), image.pixels().size());
        auto bytes = card.encode("png");
        std::printf("%u %d\n", engine.decode(bytes.data(), bytes.size()).width(), int(card.dump().find("price") != std::string::npos));
        card.write("card.png", s);
        engine.run("local l = ca.Layer { bounds = {0, 0, 9, 9}, backgroundColor = 'red', ca.Layer { name = 'veil', hidden = true, frame = {0, 0, 9, 9}, backgroundColor = 'blue' } } return l", "card.lua");
        for (const layerlua::finding &f : engine.root().diagnose(s)) {
          layerlua::value name;
          layerlua_get(engine.get(), f.layer, "name", &name);
          std::printf("%s %s %s:%d %d\n", f.rule.c_str(), name.string().c_str(), f.script.c_str(), f.line, f.is_note);
        }
      }
      after = kept;
      engine.run("return nil");
      std::printf("%s\n", kept.get("name").string().c_str());
      engine.function("fails", [](layerlua::call &) { throw std::runtime_error("not today"); });
      engine.function("again", [&engine](layerlua::call &call) { call.give(engine.current_time() + call.count()); });
      try { engine.run("local x = ca.host.again(1, 2)\nca.host.fails()", "bad.lua"); } catch (const layerlua::error &e) { std::printf("%d %d %s | %s\n", e.status, e.line, e.what(), e.source_line.c_str()); }
      try { kept.get("nothing.at.all.x"); kept.set("opacity", "no"); } catch (const layerlua::error &e) { std::printf("%d %s\n", e.status, e.what()); }
      try { kept.get("opacity").string(); } catch (const layerlua::error &e) { std::printf("%d %s\n", e.status, e.what()); }
      try { engine.layer_named("nobody"); } catch (const layerlua::error &e) { std::printf("%d\n", e.status); }
      std::thread other([&engine] { std::this_thread::sleep_for(std::chrono::milliseconds(50)); engine.cancel(); });
      try { engine.run("while true do end"); } catch (const layerlua::error &e) { std::printf("%d\n", e.status); }
      other.join();
      try { layerlua::config wrong; wrong.time_limit = -1; layerlua::engine bad(wrong); } catch (const layerlua::error &e) { std::printf("%d %s\n", e.status, e.what()); }
      }
      std::printf("%s\n", after.get("name").string().c_str());
    }
    """#
}
