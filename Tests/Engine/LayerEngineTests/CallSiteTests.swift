// SPDX-License-Identifier: MIT
import LayerEngine
import LayerModel
import TestSupport
import Testing

/// The call sites of layers: the line that made a layer, and the lines that called the enclosing functions.
@Suite struct CallSiteTests {
  private func run(_ script: String, _ engine: Engine) throws -> Layer {
    try #require(try engine.run(script: script, name: "t.lua"))
  }

  /// The line that made a layer, and its callers', innermost first.
  private func lines(_ layer: Layer) -> [Int] {
    ([layer.scene.place(of: layer)].compactMap { $0 } + layer.scene.callers(of: layer)).map(\.line)
  }

  @Test func `a layer knows the lines that called the function that made it`() throws {
    let engine = try Engine()
    let root = try run(
      """
      local function box() return ca.Layer {} end
      local function card()
        local card = box()
        card:addSublayer(box())
        return card
      end
      local root = ca.Layer { bounds = { 0, 0, 9, 9 } }
      root:addSublayer(card())
      root:addSublayer(box())
      for _ = 1, 2 do
        root:addSublayer(box())
      end
      return root
      """, engine)
    #expect(lines(root) == [7])
    #expect(root.sublayers.map(lines) == [[1, 3, 8], [1, 9], [1, 11], [1, 11]])
    #expect(root.sublayers[0].sublayers.map(lines) == [[1, 4, 8]])
    #expect(root.sublayers[2].madeAt == root.sublayers[3].madeAt)
    #expect(Set(root.sublayers.map(\.madeAt)).count == 3)
  }

  @Test func `a function that calls itself counts once, from where it was called first`() throws {
    let engine = try Engine()
    let root = try run(
      """
      local function tree(depth)
        local layer = ca.Layer {}
        if depth > 0 then
          layer:addSublayer(tree(depth - 1))
          layer:addSublayer(tree(depth - 1))
        end
        return layer
      end
      local root = ca.Layer { bounds = { 0, 0, 9, 9 } }
      root:addSublayer(tree(6))
      root:addSublayer(tree(2))
      return root
      """, engine)
    func all(_ layer: Layer) -> [Layer] { [layer] + layer.sublayers.flatMap(all) }
    #expect(Set(all(root.sublayers[0]).map(lines)) == [[2, 10]])
    #expect(Set(all(root.sublayers[1]).map(lines)) == [[2, 11]])
  }

  @Test func `what a coroutine makes knows its lines, and a copy those of its original`() throws {
    let folder = try TemporaryFolder()
    try folder.write("local kit = {}\nfunction kit.box() return ca.Layer {} end\nreturn kit", to: "kit.lua")
    let engine = try Engine(Engine.Configuration(scriptDirectory: folder.path))
    let root = try run(
      """
      local kit = require "kit"
      local root = ca.Layer { bounds = { 0, 0, 9, 9 } }
      local function add(layer) root:addSublayer(layer) end
      add(kit.box())
      coroutine.wrap(function()
        add(kit.box())
      end)()
      local function copied(layer) return layer:copy() end
      add(copied(root.sublayers[1]))
      return root
      """, engine)
    #expect(root.sublayers.map(lines) == [[2, 4], [2, 6], [2, 4]])
    let first = try #require(root.scene.place(of: root.sublayers[0]))
    #expect(first.script.hasSuffix("kit.lua"))
    #expect(root.scene.callers(of: root.sublayers[0]).map(\.script) == ["t.lua"])
  }

  @Test func `more calls than are kept are their nearest lines`() throws {
    let engine = try Engine()
    let count = 70_000
    let root = try run(
      "local n = 0 local function box() n = n + 1 local l = ca.Layer {} if n % 1000 == 0 then root:addSublayer(l) end end "
        + "root = ca.Layer { bounds = { 0, 0, 9, 9 } } "
        + "load('local box = ...' .. ('\\nbox()'):rep(\(count)), '=many')(box) return root", engine)
    let all = root.sublayers.map(lines)
    #expect(all.count == count / 1000)
    #expect(all.allSatisfy { $0[0] == 1 && $0.count <= 2 })
    #expect(all.first == [1, 1001])
    // The table of call chains has no row left for these.
    #expect(all.last == [1])
  }

  /// Random functions, each of which makes layers and calls later functions and itself, on separate lines.
  private struct Calls {
    enum Statement { case make, call(Int), again }
    var functions: [[Statement]] = []
    var main: [Int] = []

    init(seed: UInt64) {
      var random = SeededRandom(seed)
      let count = 5
      for i in 0..<count {
        functions.append(
          (0..<Int.random(in: 1...3, using: &random)).map { _ in
            switch Int.random(in: 0..<5, using: &random) {
            case 0: .again
            case 1, 2: i + 1 < count ? .call(Int.random(in: i + 1..<count, using: &random)) : .make
            default: .make
            }
          })
      }
      main = (0..<4).map { _ in Int.random(in: 0..<count, using: &random) }
    }

    /// The script, the line of each statement of the functions, and those of the main chunk.
    var script: (text: String, lines: [[Int]], main: [Int]) {
      var text = ["local made, F = {}, {}"]
      var lines: [[Int]] = []
      for (i, statements) in functions.enumerated() {
        text.append("F[\(i)] = function(n)")
        lines.append([])
        for statement in statements {
          switch statement {
          case .make: text.append("  made[#made + 1] = ca.Layer {}")
          case .call(let j): text.append("  F[\(j)](n)")
          case .again: text.append("  if n > 0 then F[\(i)](n - 1) end")
          }
          lines[i].append(text.count)
        }
        text.append("end")
      }
      var calls: [Int] = []
      for i in main {
        text.append("F[\(i)](2)")
        calls.append(text.count)
      }
      text.append("return ca.Layer { bounds = { 0, 0, 9, 9 }, table.unpack(made) }")
      return (text.joined(separator: "\n"), lines, calls)
    }

    /// The expected lines of each layer, in the order of creation.
    func expected() -> [[Int]] {
      let (_, lines, calls) = script
      var all: [[Int]] = []
      func run(_ i: Int, _ n: Int, _ stack: [(function: Int, line: Int)]) {
        for (k, statement) in functions[i].enumerated() {
          let here = (i, lines[i][k])
          switch statement {
          case .make:
            // From the innermost frame out; of a recursive function, only the innermost line and the outermost caller.
            var chain: [(function: Int, line: Int)] = []
            for frame in ([here] + stack.reversed()) {
              if let known = chain.firstIndex(where: { $0.function == frame.0 }) {
                chain.removeSubrange((known + 1)...)
              } else {
                chain.append((frame.0, frame.1))
              }
            }
            all.append(chain.map(\.line))
          case .call(let j): run(j, n, stack + [here])
          case .again: if n > 0 { run(i, n - 1, stack + [here]) }
          }
        }
      }
      for (k, i) in main.enumerated() { run(i, 2, [(-1, calls[k])]) }
      return all
    }
  }

  @Test func `random calls of 200 seeds make layers that know their lines`() throws {
    for seed in 0..<200 as Range<UInt64> {
      let calls = Calls(seed: seed)
      let expected = calls.expected()
      if expected.isEmpty || expected.count > 500 { continue }
      let engine = try Engine()
      let root = try run(calls.script.text, engine)
      #expect(root.sublayers.map(lines) == expected, "seed \(seed)\n\(calls.script.text)")
    }
  }
}
