// SPDX-License-Identifier: MIT
import Foundation
import LayerEngine
import Testing
import TestSupport

@Suite struct AllocationFailureTests {
  @Test func `the scripts use every function that there is, in one of its spellings`() {
    let missed = Engine.functions.filter { !$0.isAlias && !BindingScript.uses($0.owner, $0.name) }.map {
      "\($0.owner) \($0.name)"
    }
    #expect(missed == [], "no script in BindingScripts.swift calls them")
  }

  /// Runs a script with all of Lua's allocations after the given number failing; returns true if it finished.
  private func survives(_ allocations: Int, _ name: String, _ text: String) throws -> Bool {
    var finished = false
    let live: Engine.LiveReport
    do {
      let engine = try Engine(BindingScript.configuration)
      live = engine.liveObjects
      engine.failAllocations(after: allocations)
      do {
        let layer = try engine.run(script: text, name: "test.lua")
        if let layer { _ = try engine.render(layer) }
        finished = true
      } catch let error as EngineError {
        if error.kind != .limit, error.kind != .script { Issue.record("\(name), \(allocations) allocations: \(error)") }
        if error.kind == .script, !error.message.contains("memory") {
          Issue.record("\(name), \(allocations) allocations: \(error)")
        }
      }
      engine.failAllocations(after: nil)
      // The engine remains usable.
      if try engine.run(script: "return ca.Layer { bounds = {0, 0, 1, 1} }", name: "after.lua") == nil {
        Issue.record("\(name), \(allocations) allocations: the engine does not go on")
      }
    }
    if !live.alive.isEmpty { Issue.record("\(name), \(allocations) allocations: there is left \(live.alive)") }
    return finished
  }

  @Test(arguments: BindingScript.all.map(\.name)) func `every failing allocation is an error, and nothing is left`(
    name: String
  ) throws {
    let script = try #require(BindingScript.all.first { $0.name == name })
    // After the first hundreds only every fifth, unless LAYERLUA_LONG is set.
    let step = TestLength.isLong ? 1 : 5
    var allocations = 0
    while try !survives(allocations, name, script.source), allocations <= 200_000 {
      allocations += allocations < 300 ? 1 : step
    }
    #expect(allocations > 100 && allocations < 200_000, "\(name): \(allocations)")
  }
}

@Suite struct LiveObjectTests {
  /// The objects left after an engine that ran a script is freed, whether or not the script succeeded.
  private func left(
    _ text: String, _ configuration: Engine.Configuration = BindingScript.configuration, draws: Bool = true
  )
    throws -> [String:
    Int]
  {
    let live: Engine.LiveReport
    do {
      let engine = try Engine(configuration)
      live = engine.liveObjects
      if let layer = try? engine.run(script: text, name: "test.lua"), draws { _ = try? engine.render(layer) }
    }
    return live.alive
  }

  private static let keyed = """
    local n = ca.Layer { name = 'n' }
    local Mine = ca.Layer:subclass('Mine', { defaults = { me = 1 } })
    local l = ca.EmitterLayer { n, Mine { name = 'mine' }, mask = ca.Layer(), emitterCells = { ca.EmitterCell { name = 'c' } } }
    l.info = { list = {} }
    l['sublayers.n.mask'] = ca.Layer()

    """

  @Test(arguments: [
    ("l['sublayers.n.own'] = l", "l.sublayers[1].own == l"), ("l['mask.own'] = { l }", "l.mask.own[1] == l"),
    ("n['superlayer.own'] = l", "l.own == l"), ("l['emitterCells.c.own'] = l", "l.emitterCells[1].own == l"),
    ("l['sublayers.mine.me'] = l", "l.sublayers[2].me == l"), ("l:setValue(l, 'sublayers.n.own')", "n.own == l"),
    ("l['info.me'] = l", "l.info.me == l"), ("l['info.list.1'] = { l }", "l['info.list.1.1.info.list'] == l.info.list"),
    ("l.me = l; l['me.me.info.other'] = function() return l end", "l['info.other']() == l"),
    ("l['style.x'] = l", "l['style.x'] == l and l.style.x.style.x == l"),
    ("l['style.x'] = { 1, { y = l } }", "l.style.x[2].y == l"),
    ("l['style.x'] = l; l['style.x.tag'] = { l }", "l.tag[1] == l and l['style.x.x.tag.1'] == l"),
    (
      "l['actions.opacity'] = ca.BasicAnimation { duration = 3 }; l['actions.opacity.own'] = { l }",
      "l['actions.opacity.own.1'] == l and l.actions.opacity.duration == 3"
    ),
  ])
  func `what a key path keeps stays, and goes with its layer though they hold each other`(
    statement: String, claim: String
  ) throws {
    let live: Engine.LiveReport
    do {
      let engine = try Engine(BindingScript.configuration)
      live = engine.liveObjects
      try engine.run(
        script: LiveObjectTests.keyed + statement
          + "\ncollectgarbage() collectgarbage()\nassert(\(claim))\nn, Mine = nil\ncollectgarbage()\nassert(l)",
        name: "test.lua")
    }
    #expect(live.alive == [:])
  }

  @Test(arguments: BindingScript.all.map(\.name)) func `nothing is left of an engine`(name: String) throws {
    let script = try #require(BindingScript.all.first { $0.name == name })
    #expect(try left(script.source) == [:])
  }

  @Test func `what is alive is counted`() throws {
    let engine = try Engine()
    try engine.run(
      script: """
        l = ca.Layer { delegate = {} }; a = ca.BasicAnimation {}; i = ca.Image { width = 10, height = 10, pixels = ("x"):rep(400) }
        p = ca.Path(); t = ca.AttributedString "x"; k = ca.Constraint "minX = superlayer.minX"
        """, name: "test.lua")
    let alive = engine.liveObjects.alive
    #expect(alive["layers"] == 1)
    #expect(alive["objects"] == 1)
    #expect(alive["images"] == 1)
    #expect(alive["paths"] == 1)
    #expect(alive["texts"] == 1)
    #expect(alive["constraints"] == 1)
    #expect(alive["callbacks"] == 1)
    #expect(try #require(alive["charged"]) > 400)
    try engine.run(script: "l, a, i, p, t, k = nil; collectgarbage(); collectgarbage()", name: "test.lua")
    #expect(engine.liveObjects.alive == [:])
  }

  @Test func `nothing is left when the host holds on to layers`() throws {
    var layer: AnyObject?
    let live: Engine.LiveReport
    do {
      let engine = try Engine()
      live = engine.liveObjects
      layer = try engine.run(
        script: "local l = ca.Layer { ca.Layer { delegate = { f = print } } } return l", name: "test.lua")
    }
    #expect(live.alive["layers"] == 2)
    withExtendedLifetime(layer) {}
    layer = nil
    #expect(live.alive == [:])
  }

  private static func cases(_ suite: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Checkout.root + "/Tests/Oracle/" + suite)) ?? []
    return names.filter { $0.hasSuffix(".lua") }.sorted()
  }

  @Test(arguments: ["pictures", "numeric", "hostile"]) func `nothing is left of an oracle's case`(suite: String) throws
  {
    let folder = Checkout.root + "/Tests/Oracle/" + suite
    let work = FileManager.default.temporaryDirectory.appendingPathComponent("layerlua-left-" + UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: work) }
    for name in Self.cases(suite) {
      let text = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)))
      let configuration = Engine.Configuration(
        memoryLimit: 200 << 20, timeLimit: 0.3, threads: 1, scriptDirectory: folder, workingDirectory: work)
      #expect(
        try left(String(decoding: text, as: UTF8.self), configuration, draws: suite != "pictures") == [:],
        "\(suite)/\(name)")
    }
  }
}
