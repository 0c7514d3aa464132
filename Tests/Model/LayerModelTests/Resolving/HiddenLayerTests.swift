// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import RenderTree
import Testing

/// Hidden layers: a render does not ask their animations, unless one of these may show them.
@Suite struct HiddenLayerTests {
  let warned = WarnedScene()
  var scene: Scene { warned.scene }

  private func animation(_ path: String, _ values: [(String, PropertyValue)]) throws -> BasicAnimation {
    let animation = BasicAnimation(in: scene)
    let basics: [(String, PropertyValue)] = [
      ("keyPath", .string(path)), ("beginTime", .number(1)), ("duration", .number(1)),
      ("removedOnCompletion", .bool(false)),
    ]
    for (key, value) in basics + values { try animation.setValue(value, forKey: key) }
    return animation
  }

  /// A layer with an animation whose value cannot be shown, which is warned about where it is asked.
  private func layers() throws -> (root: Layer, child: Layer) {
    let root = Layer(in: scene)
    root.bounds = Rect(0, 0, 20, 20)
    let child = Layer(in: scene)
    child.bounds = Rect(0, 0, 10, 10)
    child.isHidden = true
    try root.addSublayer(child)
    try child.add(
      try animation(
        "contentsRect",
        [("fromValue", .rect(.unit)), ("toValue", .rect(Rect(0, 0, 0, 1))), ("fillMode", .string("both"))]))
    return (root, child)
  }

  private func drawn(_ root: Layer, at time: Double) throws -> Int {
    try root.renderTree(RenderOptions(time: time)).root.children.count
  }

  @Test func `animations of a hidden layer are not asked`() throws {
    let (root, child) = try layers()
    #expect(try drawn(root, at: 3) == 0)
    #expect(warned.rules == [])
    child.isHidden = false
    #expect(try drawn(root, at: 3) == 1)
    #expect(warned.rules == ["frame-value"])
  }

  @Test(arguments: [false, true]) func `an animation shows it for its time`(isGrouped: Bool) throws {
    let (root, child) = try layers()
    let shows = try animation("hidden", [("fromValue", .bool(false)), ("toValue", .bool(false))])
    if isGrouped {
      shows.beginTime = 0
      let group = AnimationGroup(in: scene)
      try group.setValue(.array([.keyed(shows)]), forKey: "animations")
      group.beginTime = 1
      group.duration = 1
      try child.add(group)
    } else {
      try child.add(shows)
    }
    for (time, count) in [(0.5, 0), (1, 1), (1.9, 1), (2, 0), (3, 0), (1.5, 1)] {
      #expect(try drawn(root, at: time) == count, "at \(time)")
    }
  }

  @Test func `an animation of a layer above shows it`() throws {
    let (root, child) = try layers()
    child.name = "lamp"
    try root.add(try animation("sublayers.lamp.hidden", [("fromValue", .bool(false)), ("toValue", .bool(false))]))
    #expect(try drawn(root, at: 1.5) == 1 && drawn(root, at: 0.5) == 0)
  }
}
