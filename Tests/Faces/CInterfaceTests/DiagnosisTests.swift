// SPDX-License-Identifier: MIT
import CLayerLua
import Testing

@Suite struct DiagnosisTests {
  /// A C program's record of findings.
  private final class Notes {
    var findings: [(rule: String, message: String, hint: String?, description: String)] = []
    var layers: [OpaquePointer?] = []
    var places: [String] = []
    var isNote: [Bool] = []
    var others: [UInt32] = []
    /// The engine, for calls from within the callback.
    var engine: OpaquePointer?
    var names: [String?] = []
  }

  private func diagnose(
    _ client: Client, _ layer: OpaquePointer?, _ settings: layerlua_settings? = nil
  ) throws -> Notes {
    let notes = Notes()
    notes.engine = client.engine
    var given = settings ?? layerlua_settings(scale: 1)
    try client.check(
      layerlua_diagnose(
        client.engine, layer, &given,
        { notes, finding in
          guard let notes, let finding = finding?.pointee else { return }
          let all = Unmanaged<Notes>.fromOpaque(notes).takeUnretainedValue()
          all.findings.append(
            (text(finding.rule) ?? "", text(finding.message) ?? "", text(finding.hint), text(finding.description) ?? "")
          )
          all.layers.append(finding.layer)
          all.places.append("\(text(finding.script) ?? "none"):\(finding.line)")
          all.isNote.append(finding.is_note)
          all.others.append(finding.others)
          var name = layerlua_value()
          _ = layerlua_get(all.engine, finding.layer, "name", &name)
          all.names.append(name.count > 0 ? text(name.as.string) : nil)
        }, Unmanaged.passUnretained(notes).toOpaque()))
    return notes
  }

  private static let scene = """
    local l = ca.Layer { name = 'card', bounds = {0, 0, 90, 60}, backgroundColor = 'white' }
    for i = 1, 3 do l:addSublayer(ca.Layer { name = 'far', frame = {90 + i * 9, 0, 9, 9}, backgroundColor = 'red' }) end
    l:addSublayer(ca.Layer { name = 'veil', frame = {0, 0, 9, 9}, backgroundColor = 'red', hidden = true })
    return l
    """

  @Test func `findings come with rule, layer, place and remedy, in the order of the tree`() throws {
    let client = try Client()
    let notes = try diagnose(client, try client.run(Self.scene, name: "card.lua"))
    #expect(notes.findings.map(\.rule) == ["outside-canvas", "hidden-by-ancestor"])
    #expect(notes.places == ["card.lua:2", "card.lua:3"])
    #expect(notes.isNote == [false, true])
    #expect(notes.others == [2, 0])
    #expect(notes.names == ["far", "veil"], "the engine can be used within")
    #expect(notes.findings.first?.message.hasPrefix("far (Layer) is not seen: ") == true)
    #expect(notes.findings.first?.hint == "position counts in card")
    #expect(notes.findings.last?.hint == nil)
    #expect(
      notes.findings.first?.description
        == "card.lua:2: \(notes.findings[0].message), and 2 others made here: position counts in card")
  }

  @Test func `nothing is said of a sound picture, nor of what is allowed`() throws {
    let client = try Client()
    #expect(
      try diagnose(client, try client.run("return ca.Layer { bounds = {0, 0, 9, 9}, backgroundColor = 'red' }"))
        .findings
        .isEmpty)
    let root = try client.run("ca.allow('outside-canvas') ca.allow('hidden-by-ancestor') \(Self.scene)")
    #expect(try diagnose(client, root).findings.isEmpty)
  }

  @Test func `with a film's settings a layer may be seen at other times`() throws {
    let client = try Client()
    let root = try client.run(
      """
      local l = ca.Layer { bounds = {0, 0, 90, 60}, backgroundColor = 'white' }
      local s = ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red', hidden = true }
      l:addSublayer(s)
      local b = ca.Layer { frame = {200, 0, 9, 9}, backgroundColor = 'red' }
      b:addAnimation(ca.BasicAnimation { keyPath = 'position.x', fromValue = 300, toValue = 400, duration = 1 })
      l:addSublayer(b)
      return l
      """)
    var film = layerlua_settings(scale: 1)
    film.fps = 25
    let still = try diagnose(client, root).findings.map(\.rule)
    let moving = try diagnose(client, root, film).findings.map(\.rule)
    #expect(!still.contains("outside-canvas"), "it moves, so one time says nothing")
    #expect(moving.contains("outside-canvas"), "it is outside at all times")
  }

  @Test func `what is missing is said, and nothing is called`() throws {
    let client = try Client()
    let layer = try client.run(Self.scene)
    #expect(layerlua_diagnose(client.engine, layer, nil, nil, nil) == LAYERLUA_USAGE)
    #expect(client.message == "the callback for the findings is NULL")
    #expect(layerlua_diagnose(client.engine, nil, nil, { _, _ in Issue.record("called") }, nil) == LAYERLUA_USAGE)
    var settings = layerlua_settings(scale: -1)
    #expect(
      layerlua_diagnose(client.engine, layer, &settings, { _, _ in Issue.record("called") }, nil) == LAYERLUA_USAGE)
    #expect(layerlua_diagnose(nil, nil, nil, nil, nil) == LAYERLUA_USAGE)
  }

  @Test func `the size of a layer that lays itself out is its size after that`() throws {
    let client = try Client()
    let layer = try client.run(
      """
      return ca.Layer { layoutManager = ca.StackLayoutManager { padding = 5, sizeToFit = 'both' },
        ca.Layer { bounds = {0, 0, 20, 10}, backgroundColor = 'red' } }
      """)
    var (width, height): (UInt32, UInt32) = (0, 0)
    try client.check(layerlua_pixel_size(client.engine, layer, nil, &width, &height))
    #expect(width == 30 && height == 20)
    #expect(try diagnose(client, layer).findings.isEmpty)
  }
}
