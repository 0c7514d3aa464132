// SPDX-License-Identifier: MIT
import Foundation
import Testing
import TestSupport

/// The module in a stock lua5.4.
@Suite(needsLibraries) struct StockLuaTests {
  private func run(_ script: String, _ arguments: [String] = []) throws -> CommandResult {
    let folder = try TemporaryFolder()
    try folder.write(script, to: "a.lua")
    return try Libraries.runLua(["a.lua"] + arguments, in: folder.path)
  }

  private func printed(_ script: String, _ location: SourceLocation = #_sourceLocation) throws -> String {
    let result = try run("local ca = require 'layerlua'\n" + script)
    #expect(result.status == 0, "\(result.errors)", sourceLocation: location)
    return result.text
  }

  static let numeric =
    ((try? FileManager.default.contentsOfDirectory(atPath: Checkout.root + "/Tests/Oracle/numeric")) ?? [])
    .filter { $0.hasSuffix(".lua") }.sorted()

  @Test func `every numeric case gives the same numbers`() throws {
    try #require(Self.numeric.count > 20)
    let result = try Libraries.shell(
      #"for f in *.lua; do LUA_CPATH="$0/?.so" lua5.4 "$f" || echo "FAILED $f"; done"#, [Libraries.folder],
      in: Checkout.root + "/Tests/Oracle/numeric")
    #expect(!result.text.contains("FAILED"), "\(result.text) \(result.errors)")
    #expect(result.text.matches(of: /\d+ checks, 0 wrong/).count == Self.numeric.count)
  }

  @Test(arguments: [
    "contents-aspect", "ctx-shadow", "gradient-default", "mix-scale2-detail", "text-wrapped", "3d-perspective-origin",
  ])
  func `a picture is the same by every way`(name: String) throws {
    let pictures = Checkout.root + "/Tests/Oracle/pictures"
    let script = name + ".lua"
    let folder = try TemporaryFolder()
    let program = try runCommand(Checkout.program, [script, "-o", folder.path + "/program.png"], in: pictures)
    try #require(program.status == 0, "\(program.errors)")
    try folder.write("ca = require 'layerlua'\nca.render(dofile(arg[1]), arg[2])", to: "render.lua")
    let lua = try Libraries.runLua([folder.path + "/render.lua", script, folder.path + "/lua.png"], in: pictures)
    try #require(lua.status == 0, "\(lua.errors)")
    try folder.write(
      """
      import ctypes, sys
      lib = ctypes.CDLL(sys.argv[1])
      engine, layer, data, count = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_size_t()
      assert lib.layerlua_create(None, ctypes.byref(engine), None, ctypes.c_size_t(0)) == 0
      assert lib.layerlua_run_file(engine, sys.argv[2].encode(), ctypes.byref(layer)) == 0
      assert lib.layerlua_encode(engine, layer, None, b"png", ctypes.byref(data), ctypes.byref(count)) == 0
      open(sys.argv[3], "wb").write(ctypes.string_at(data, count.value))
      """, to: "render.py")
    let c = try Libraries.shell(
      #"exec python3 "$0" "$@""#, [folder.path + "/render.py", Libraries.c, script, folder.path + "/c.png"],
      in: pictures)
    try #require(c.status == 0, "\(c.errors)")
    let expected = try folder.read("program.png")
    #expect(try folder.read("lua.png") == expected)
    #expect(try folder.read("c.png") == expected)
  }

  @Test func `the globals are the host's, and functions of ca stay`() throws {
    #expect(
      try printed(
        """
        print(getmetatable(_G), YES, type(ca.render), ca.kCAFillModeForwards)
        print((select(2, pcall(function() ca.currentTime = 2 end)):gsub("^a.lua:%d+: ", "")))
        local names = {}
        for name in pairs(ca) do names[name] = true end
        print(names.render, names.Layer, package.loaded.layerlua == ca)
        """)
        == "nil\tnil\tfunction\tforwards\nca.currentTime is a function and cannot be replaced; write "
        + "ca.setCurrentTime(2)\ntrue\ttrue\ttrue\n")
  }

  @Test func `names are relative to the working directory and nothing is forbidden`() throws {
    let other = try TemporaryFolder()
    let folder = try TemporaryFolder()
    try folder.write(
      """
      local ca = require "layerlua"
      local l = ca.Layer { bounds = {0, 0, 2, 2}, backgroundColor = "red" }
      ca.render(l, "here.png")
      ca.render(l, "\(other.path)/there.png")
      print(ca.Image("here.png").width, ca.Image("\(other.path)/there.png").width, io.open("here.png") ~= nil)
      """, to: "scripts/a.lua")
    let result = try Libraries.runLua(["scripts/a.lua"], in: folder.path)
    #expect(result.text == "2\t2\ttrue\n", "\(result.errors)")
    #expect(folder.exists("here.png") && other.exists("there.png"))
  }

  @Test func `the host's libraries stay its own`() throws {
    let result = try run(
      """
      local before = {}
      for k, v in pairs(_G) do if type(v) == "table" and k ~= "_G" then for n, f in pairs(v) do before[k .. "." .. n] = f end else before[k] = v end end
      debug.sethook(function() end, "", 1000)
      local ca = require "layerlua"
      ca.render(ca.Layer { bounds = {0, 0, 4, 4} })
      for k, v in pairs(_G) do
        if type(v) == "table" and k ~= "_G" then
          for n, f in pairs(v) do
            if before[k .. "." .. n] ~= f and not (k == "package") then print("changed", k, n) end
          end
        elseif before[k] ~= v and k ~= "ca" then print("changed", k) end
      end
      print(ca == package.loaded.layerlua, rawget(_G, "ca"), debug.gethook() ~= nil, tostring({}):match("^table: 0x") ~= nil)
      """)
    #expect(result.text == "true\tnil\ttrue\ttrue\n", "\(result.errors)")
  }

  @Test func `a mistake is an error at its line and never ends the process`() throws {
    let text = try printed(
      """
      print(select(2, pcall(function() ca.Layer { opacty = 1 } end)))
      local l = ca.Layer { bounds = {0, 0, 1, 1} }
      l.delegate = { drawLayerInContext = function() error({ code = 7 }) end }
      l:setNeedsDisplay()
      print(select(2, pcall(ca.render, l)).code)
      print(pcall(ca.render, ca.Layer { bounds = {0, 0, 1e6, 1e6} }))
      print(pcall(ca.Layer, { contents = "none.png" }))
      print(select(2, pcall(string.rep, "x", 1 << 40)))
      """)
    let lines = text.split(separator: "\n")
    try #require(lines.count == 5)
    #expect(lines[0].hasPrefix("a.lua:2: ") && lines[0].contains("opacity"))
    #expect(lines[1] == "7")
    #expect(lines[2].hasPrefix("false") && lines[2].contains("pixels"))
    #expect(lines[3].hasPrefix("false") && lines[3].contains("none.png"))
  }

  @Test func `a constructor takes keys of one's own`() throws {
    #expect(try printed("print(ca.Layer { userInfo = { a = 7 } }.a)") == "7\n")
  }

  @Test func `callbacks follow the host's coroutines`() throws {
    let text = try printed(
      """
      local l = ca.Layer { bounds = {0, 0, 4, 4} }
      local seen
      l.delegate = { drawLayerInContext = function(_, layer, ctx)
        coroutine.wrap(function() ctx:fill({0, 0, 2, 2}) layer.opacity = 0.5 end)()
        collectgarbage()
        seen = coroutine.running()
      end }
      local co = coroutine.create(function() l:setNeedsDisplay() ca.render(l) coroutine.yield(seen == coroutine.running()) error("late") end)
      print(coroutine.resume(co))
      print(coroutine.resume(co))
      co = nil
      collectgarbage()
      l:setNeedsDisplay()
      print(ca.render(l).width, l.opacity)
      """)
    #expect(text == "true\ttrue\nfalse\ta.lua:9: late\n4\t0.5\n")
  }

  @Test func `finalisers that come after the module's own meet errors`() throws {
    let result = try run(
      """
      local early = setmetatable({}, { __gc = function()
        print(pcall(function() return ca.Layer {} end))
        print(pcall(function() return kept.bounds end))
        print(pcall(ca.render, kept), (pcall(function() return tostring(kept) .. tostring(ca.Layer) end)))
        print(pcall(ca.Layer.subclass, ca.Layer, "X"))
        print(point * 2, pcall(require, "layerlua"))
      end })
      ca = require "layerlua"
      point = ca.Point(1, 2)
      kept = ca.Layer:subclass("Sub", { defaults = { a = 1 } }) { bounds = {0, 0, 5, 5} }
      """)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.matches(of: /the Lua state is being closed/).count == 2, "\(result.text)")
    #expect(result.text.contains("Point(2, 4)\t"))
  }

  @Test func `requiring again gives the same module`() throws {
    #expect(
      try printed("package.loaded.layerlua = nil print(require 'layerlua' == ca, ca.Layer() ~= nil)") == "true\ttrue\n")
  }

  @Test func `states open and close as often as one likes`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"""
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      #include <pthread.h>
      #include <lua5.4/lauxlib.h>
      #include <lua5.4/lualib.h>
      static const char script[] =
        "local ca = require 'layerlua' local l = ca.Layer { bounds = {0, 0, 16, 16}, backgroundColor = 'red' } "
        "l.delegate = { drawLayerInContext = function(_, _, ctx) ctx:fill({0, 0, 4, 4}) end } l:setNeedsDisplay() "
        "l:addSublayer(ca.TextLayer { string = 'x', frame = {0, 0, 16, 16} }) l.userdata = function() return l end "
        "return #ca.render(l):pixels()";
      // An allocator that fails after a while, and knows what is still out.
      typedef struct Pool { long blocks, left; } Pool;
      static void *allocate(void *context, void *block, size_t old, size_t size) {
        Pool *pool = context;
        (void)old;
        if (size == 0) {
          if (block != NULL) pool->blocks -= 1;
          free(block);
          return NULL;
        }
        if (block == NULL || size > old) {
          if (pool->left == 0) return NULL;
          if (pool->left > 0) pool->left -= 1;
        }
        void *made = realloc(block, size);
        if (block == NULL && made != NULL) pool->blocks += 1;
        return made;
      }
      static int run(Pool *pool) {
        lua_State *L = lua_newstate(allocate, pool);
        if (L == NULL) return LUA_ERRMEM;
        // luaL_openlibs itself may fail: everything runs protected.
        lua_pushcfunction(L, (lua_CFunction)luaL_openlibs);
        int status = lua_pcall(L, 0, 0, 0);
        if (status == LUA_OK) status = luaL_loadstring(L, script);
        if (status == LUA_OK) status = lua_pcall(L, 0, 1, 0);
        if (status == LUA_OK && lua_tointeger(L, -1) != 16 * 16 * 4) status = 99;
        if (status == LUA_ERRRUN && strstr(lua_tostring(L, -1), "memory") == NULL && pool->left != 0) fprintf(stderr, "%s\n", lua_tostring(L, -1));
        lua_close(L);
        if (pool->blocks != 0) {
          fprintf(stderr, "%ld blocks left\n", pool->blocks);
          exit(2);
        }
        return status;
      }
      static void *many(void *failed) {
        for (int i = 0; i < 10; i += 1) {
          Pool pool = {0, -1};
          if (run(&pool) != LUA_OK) *(int *)failed = 1;
        }
        return NULL;
      }
      int main(void) {
        int failed[3] = {0};
        pthread_t threads[3];
        for (int i = 0; i < 3; i += 1) pthread_create(&threads[i], NULL, many, &failed[i]);
        for (int i = 0; i < 3; i += 1) pthread_join(threads[i], NULL);
        if (failed[0] || failed[1] || failed[2]) return 3;
        // Every so many allocations one fails.
        long step = 1, failures = 0;
        for (long left = 0;; left += step) {
          Pool pool = {0, left};
          int status = run(&pool);
          if (status == 99) return 4;
          if (status == LUA_OK) break;
          failures += 1;
          step = 1 + left / 60;
        }
        printf("%s\n", failures > 100 ? "well" : "too few");
        return 0;
      }
      """#, to: "states.c")
    let built = try Libraries.shell(
      "clang -Wall -Werror -Wno-cast-function-type -g -rdynamic states.c -Wl,--whole-archive -l:liblua5.4.a -Wl,--no-whole-archive -lm -ldl -lpthread -o states",
      in: folder.path)
    try #require(built.status == 0, "\(built.errors)")
    let result = try Libraries.shell(#"LUA_CPATH_5_4="$0/?.so" ./states"#, [Libraries.folder], in: folder.path)
    #expect(
      result.status == 0 && result.text == "well\n",
      "\(result.status ?? -1) \(result.signal ?? 0) \(result.errors) \(result.text)")
  }

  @Test func `the interpreter's arguments are the script's`() throws {
    let result = try run(
      "local ca = require 'layerlua' print(#ca.args, ca.args[1], ca.args[2], ca.args[0], ca.args ~= arg)", ["a b", "c"])
    #expect(result.text == "2\ta b\tc\tnil\ttrue\n", "\(result.errors)")
    // A host need not define `arg`, and may use the name otherwise.
    for setting in [
      "arg = nil", "arg = 7", "arg = { {} }", "arg = setmetatable({}, { __index = error })",
      "setmetatable(_G, { __index = error })",
    ] {
      let result = try run("\(setting) local ca = require 'layerlua' print(#ca.args)", ["x"])
      #expect(result.text == (setting.hasPrefix("setmeta") ? "1\n" : "0\n"), "\(setting): \(result.errors)")
    }
  }

  private static let otherLuas = ["lua5.1", "lua5.2", "lua5.3", "luajit"].filter { Libraries.has($0) }

  @Test(.enabled(if: !otherLuas.isEmpty, "no other Lua here"), arguments: otherLuas)
  func `another Lua is told what is needed`(
    lua: String
  ) throws {
    let result = try Libraries.runLua(["-e", "require 'layerlua'"], in: "/", lua: lua)
    #expect(result.status == 1 && result.signal == nil)
    #expect(
      result.errors.contains(
        "layerlua.so is built for Lua 5.4; run the script with lua5.4, not an older Lua or LuaJIT"), "\(result.errors)"
    )
    let caught = try Libraries.runLua(
      ["-e", "print(pcall(require, 'layerlua')) print(pcall(require, 'layerlua'))"], in: "/", lua: lua)
    #expect(
      caught.status == 0 && caught.text.split(separator: "\n").allSatisfy { $0.hasPrefix("false") }, "\(caught.errors)")
  }
}
