// SPDX-License-Identifier: MIT
import Foundation
import Testing
import TestSupport

/// layerlua.hpp, which is all of the binding for C++.
@Suite(needsLibraries) struct CxxTests {
  @Test(arguments: ["c++17", "c++20"]) func `owners free, errors are thrown and values convert`(standard: String) throws
  {
    let folder = try TemporaryFolder()
    try folder.write(Self.program, to: "a.cpp")
    let result = try Libraries.shell(
      #"""
      clang++ -std=$3 -Wall -Wextra -Wpedantic -Werror -g -fsanitize=address,undefined -I "$0/Sources/CLayerLua/include" a.cpp "$1" -Wl,-rpath,"$2" -o a 2>log \
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

  @Test func `the sample draws what the one in C draws`() throws {
    let folder = try TemporaryFolder()
    let result = try Libraries.shell(
      #"""
      clang++ -std=c++17 -Wall -Wextra -Wpedantic -Werror -I "$0/Sources/CLayerLua/include" "$0/samples/cpp/card.cpp" "$1" -Wl,-rpath,"$2" -o card \
        && ./card card.png card.apng
      """#, [Checkout.root, Libraries.c, Libraries.folder], in: folder.path)
    #expect(result.status == 0 && result.text == SampleTests.answer, "\(result.errors) \(result.text)")
    #expect(try Picture(contentsOf: folder.path + "/card.png").width == 480)
    #expect(folder.exists("card.apng"))
  }

  @Test func `it stays a header that one reads`() throws {
    let text = try String(contentsOfFile: Checkout.root + "/Sources/CLayerLua/include/layerlua.hpp", encoding: .utf8)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count < 350)
  }

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
        std::printf("%g %s\n", card.get("opacity").number(), engine.named("price").get("string").string().c_str());
        kept = engine.named("price");
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
      try { engine.named("nobody"); } catch (const layerlua::error &e) { std::printf("%d\n", e.status); }
      std::thread other([&engine] { std::this_thread::sleep_for(std::chrono::milliseconds(50)); engine.cancel(); });
      try { engine.run("while true do end"); } catch (const layerlua::error &e) { std::printf("%d\n", e.status); }
      other.join();
      try { layerlua::config wrong; wrong.time_limit = -1; layerlua::engine bad(wrong); } catch (const layerlua::error &e) { std::printf("%d %s\n", e.status, e.what()); }
      }
      std::printf("%s\n", after.get("name").string().c_str());
    }
    """#
}
