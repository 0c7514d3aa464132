// SPDX-License-Identifier: MIT
import LayerEngine
import LayerModel
import LuaBinding
import Manual
import TestSupport
import Testing

/// Editor stubs, checked against the registries and against the members that scripts have.
@Suite struct StubTests {
  private static let stubs = Manual.stubs
  /// The fields of each stub class, by class name.
  private static let fields: [String: [String]] = {
    var result: [String: [String]] = [:]
    var name = ""
    for line in stubs.split(separator: "\n") {
      if let match = line.firstMatch(of: /^---@class (?:\(exact\) )?([\w.]+)/) { name = String(match.1) }
      if let match = line.firstMatch(of: /^---@field (?:\["([\w.]+)"\]|([\w]+))\??\s/) {
        result[name, default: []].append(String(match.1 ?? match.2 ?? ""))
      }
    }
    return result
  }()

  @Test(arguments: KeyedClass.builtIn.map(\.name)) func `the fields of a class are its properties`(name: String) throws
  {
    let keyedClass = try #require(KeyedClass.named(name))
    let own = Manual.ownProperties(of: keyedClass)
    let expected = own.flatMap { [$0.name] + $0.aliases }
    let found = Self.fields["ca.\(name)"] ?? []
    #expect(found.filter { $0 != "className" } == expected)
    if name == "Filter" { return }
    let written = own.filter { !$0.isReadOnly }
    let initial = Self.fields["ca.\(name).Init"] ?? []
    #expect(initial.filter { !$0.contains(".") && $0 != "userInfo" } == written.map(\.name))
  }

  @Test func `the fields of a filter are its keys`() {
    for info in FilterInfo.all {
      #expect(
        Self.fields["ca.Filter.\(info.name)"] == ["name", "enabled"] + info.keys.map(\.name).filter { $0 != "name" })
    }
  }

  @Test func `every key path of the stubs leads somewhere`() throws {
    let paths = (Self.fields["ca.Layer.Init"] ?? []).filter { $0.contains(".") }
    #expect(paths.count > 40)
    let lines = try printed(
      "local l = ca.Layer {}\n" + paths.map { "print(type(l[\"\($0)\"]))\n" }.joined())
    #expect(zip(paths, lines).filter { $1 == "nil" }.map(\.0) == [] && lines.count == paths.count)
  }

  @Test func `the stubs have what the module has`() throws {
    let names = try printed("for name in pairs(ca) do print(name) end")
    let fields = Self.fields["layerlua"] ?? []
    let functions = Self.stubs.matches(of: /(?m)^function ca\.(\w+)\(/).map { String($0.1) }
    let refused = LuaBinding.manual.filter(\.onlyRefuses).map(\.name)
    #expect(Set(names).subtracting(refused) == Set(fields + functions))
  }

  @Test func `every type that is named is there`() {
    let defined = Set(
      Self.stubs.matches(of: /(?m)^---@(?:class (?:\(exact\) )?|alias )([\w.]+)/).map { String($0.1) })
    for line in Self.stubs.split(separator: "\n") where line.hasPrefix("---@") {
      // Excludes the description after the type.
      let types = line.split(separator: "  ")[0]
      for match in types.matches(of: /\bca\.[A-Z][\w.]*/) where !types.contains("\"") {
        #expect(defined.contains(String(match.0)), "\(line)")
      }
    }
  }

  @Test func `what is said of types beside the registry is of properties there are`() {
    for key in Manual.closerTypes.keys {
      let parts = key.split(separator: ".").map(String.init)
      #expect(KeyedClass.named(parts[0])?.property(parts[1]) != nil, "\(key)")
    }
    for name in Manual.attributeTypes.keys { #expect((Self.fields["ca.TextAttributes"] ?? []).contains(name)) }
  }

  @Test func `Lua and luacheck find nothing wrong`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.stubs, to: "layerlua.lua")
    let compiled = try runCommand("/usr/bin/env", ["luac5.4", "-p", "layerlua.lua"], in: folder.path)
    #expect(compiled.status == 0, "\(compiled.errors)")
    let checked = try runCommand("/usr/bin/env", ["luacheck", "--no-color", "layerlua.lua"], in: folder.path)
    #expect(checked.status == 0, "\(checked.text) \(checked.errors)")
  }

  private func printed(_ script: String) throws -> [String] {
    var bytes: [UInt8] = []
    let engine = try Engine(Engine.Configuration())
    engine.onPrint = { bytes += $0 }
    _ = try engine.run(script: script, name: "names.lua")
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
