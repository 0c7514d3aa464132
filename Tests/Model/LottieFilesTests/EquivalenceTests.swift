// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import LayerRendering
import LottieFiles
import Pixels
import Testing

/// Small films beside the layers that they must equal, compared by the state of all layers at several times.
struct EquivalenceTests {
  private let times = [0, 0.21, 0.5, 1, 1.4, 2]

  /// Compares the layer named `S` of a film with one made here.
  private func compare(
    _ layers: String, more: String = "", _ make: (Scene) throws -> Layer, _ place: SourceLocation = #_sourceLocation
  ) throws {
    let file = try LottieFile(layers: layers, more: more)
    let root = try file.layer()
    let made = try #require(root.find("S"))
    let expected = try file.scene.withoutActions {
      let frame = Layer(in: file.scene)
      frame.bounds = root.bounds
      let layer = try make(file.scene)
      layer.name = "S"
      try frame.addSublayer(layer)
      return (frame, layer)
    }
    for time in times {
      let film = try root.presentation(at: time).find("S")?.dumpJSON()
      let own = try expected.0.presentation(at: time).find("S")?.dumpJSON()
      #expect(film == own, "at \(time)", sourceLocation: place)
    }
    #expect(made.sublayers.count == expected.1.sublayers.count, sourceLocation: place)
  }

  /// A layer of 1 × 1 points, as every layer of a film has one.
  private func unit(_ scene: Scene) throws -> Layer {
    Layer(in: scene)
  }

  private func solid(_ scene: Scene) throws -> Layer {
    let layer = Layer(in: scene)
    layer.anchorPoint = .zero
    layer.bounds = Rect(0, 0, 20, 10)
    try layer.setValue("red", forKey: "backgroundColor")
    return layer
  }

  private func keyframes(_ keyPath: String, _ values: [PropertyValue], in scene: Scene) -> KeyframeAnimation {
    let animation = KeyframeAnimation(in: scene)
    animation.keyPath = keyPath
    animation.values = values
    animation.keyTimes = [0, 1]
    animation.duration = 1
    animation.fillMode = .both
    animation.isRemovedOnCompletion = false
    return animation
  }

  private func text(_ ks: String) -> String { #"{"ty":1,"nm":"S","sw":20,"sh":10,"sc":"red","ks":{\#(ks)}}"# }
  private func keys(_ a: String, _ b: String) -> String { #"{"k":[{"t":0,"s":\#(a)},{"t":30,"s":\#(b)}]}"# }

  private func transformed(_ ks: String, _ change: (Layer, Scene) throws -> Void) throws {
    try compare(text(ks)) { scene in
      let probe = try LottieFile(layers: text("")).layer().find("S")
      let layer = try unit(scene)
      layer.bounds = probe?.bounds ?? .zero
      layer.anchorPoint = probe?.anchorPoint ?? .zero
      layer.position = probe?.position ?? .zero
      try layer.addSublayer(try solid(scene))
      try change(layer, scene)
      return layer
    }
  }

  @Test func `transforms equal those of layers`() throws {
    try transformed(#""p":{"k":[3,4]}"#) { layer, _ in layer.position = Point(3, 4) }
    try transformed(#""a":{"k":[3,4]}"#) { layer, _ in layer.anchorPoint = Point(3, 4) }
    try transformed(#""o":{"k":25}"#) { layer, _ in layer.opacity = 0.25 }
    try transformed(#""s":{"k":[200,50]}"#) { layer, _ in
      try layer.setValue(2, forKeyPath: "transform.scale.x")
      try layer.setValue(0.5, forKeyPath: "transform.scale.y")
    }
    try transformed(#""r":{"k":90}"#) { layer, _ in
      try layer.setValue(.number(.pi / 2), forKeyPath: "transform.rotation.z")
    }
  }

  @Test func `keys equal keyframe animations`() throws {
    try transformed(#""o":\#(keys("[0]", "[100]"))"#) { layer, scene in
      layer.opacity = 0
      try layer.addAsTimed(keyframes("opacity", [0, 1], in: scene))
    }
    try transformed(#""p":\#(keys("[0,0]", "[30,40]"))"#) { layer, scene in
      layer.position = .zero
      try layer.addAsTimed(keyframes("position", [.point(.zero), .point(Point(30, 40))], in: scene))
    }
    try transformed(#""r":\#(keys("[0]", "[180]"))"#) { layer, scene in
      try layer.addAsTimed(keyframes("transform.rotation.z", [0, .number(.pi)], in: scene))
    }
  }

  @Test func `pictures in any order of times have the same bytes`() throws {
    let file = try LottieFile(
      layers: text(#""p":\#(keys("[0,0]", "[80,60]")),"r":\#(keys("[0]", "[90]")),"o":\#(keys("[20]", "[100]"))"#)
        + #",{"ty":4,"shapes":[{"ty":"rc","s":\#(keys("[9,9]", "[60,40]"))},{"ty":"tm","e":\#(keys("[0]", "[100]"))},"#
        + #"{"ty":"st","w":{"k":5}}]}"#)
    let root = try file.layer()
    func picture(_ time: Double) throws -> [UInt32] {
      let bitmap = try file.renderer.render(root, RenderOptions(time: time))
      return (0..<100).flatMap { y in (0..<100).map { bitmap[$0, y] } }
    }
    let forward = try times.map { try picture($0) }
    let back = try times.reversed().map { try picture($0) }
    #expect(forward == back.reversed() && Set(forward).count > 3)
  }
}
