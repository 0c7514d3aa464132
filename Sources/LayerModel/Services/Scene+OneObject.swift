// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree

// Objects that are made without a scene: each has a small one of its own, and a layer that takes the object copies it
// into the layer's scene.
extension Scene {
  /// The scene of an object that is made without one.
  static func ofOneObject() -> Scene {
    let scene = Scene(services: NoServices.shared)
    scene.isOfOneObject = true
    return scene
  }

  /// Decides about a value that a typed property's row refused, which no caller can be told of.
  ///
  /// A wrong value is the program's mistake, and ends it with the row's message. But nothing that a script does may end
  /// the process, and an object's state is no mistake of the program's: while a script runs on the thread, for copies
  /// that cannot be changed, and for errors of hooks and memory, the error is kept for the running call of the script,
  /// or else the next layout. An object without a scene keeps it until a layer takes it; what it refuses after that is
  /// left to the layer's scene.
  ///
  /// - Parameter isOfState: whether the object's state or a hook refused, instead of the value.
  func refuse(_ error: any Error, isOfState: Bool) {
    if let taker { return taker.refuse(error, isOfState: isOfState) }
    let isOfValue = !isOfState && (error as? LayerError)?.kind == .invalid
    // Unlike a failed precondition, it says its message in optimised builds as well.
    if isOfValue, host.isScriptRunning?() != true { fatalError("\(error)") }
    hookFailure = hookFailure ?? error
  }

  /// Runs a body whose refused values are its own error, unlike one that was kept before.
  package func withRefusalsThrown<Value>(_ body: () throws -> Value) throws -> Value {
    let earlier = hookFailure
    hookFailure = nil
    defer { hookFailure = earlier }
    let value = try body()
    if let hookFailure { throw hookFailure }
    return value
  }

}

extension KeyedObject {
  /// Whether it was made without a scene.
  final var isWithoutScene: Bool { scene.isOfOneObject }

  /// Refuses changes from now on, which a layer of the scene that has a copy of this object would not see.
  fileprivate final func freeze(takenBy target: Scene) {
    freeze()
    scene.taker = target
  }

  /// Throws what a typed property of an object without a scene refused.
  final func throwRefusal() throws {
    if isWithoutScene, let failure = scene.hookFailure { throw failure }
  }
}

extension Animation {
  /// Itself, or a copy in a layer's scene when it, or an animation in it, was made without one.
  ///
  /// - Throws: what one of its typed properties refused.
  final func belonging(to target: Scene) throws -> Animation {
    var isComplete = true
    var pending: [Animation] = [self]
    // Looked up only.
    var seen: Set<ObjectIdentifier> = []
    while let animation = pending.popLast() {
      guard seen.insert(ObjectIdentifier(animation)).inserted else { continue }
      try animation.throwRefusal()
      if animation.isWithoutScene { isComplete = false }
      if let group = animation as? AnimationGroup { pending += group.storedAnimations ?? [] }
    }
    if isComplete || !(isWithoutScene || scene === target) { return self }
    if let group = self as? AnimationGroup {
      return try group.copied(lasting: nil, in: target) as? Animation ?? self
    }
    guard let copy = try keyedClass.makeObject(in: target) as? Animation else { return self }
    copyValues(to: copy)
    return copy
  }
}

extension BuiltInLayoutManager {
  /// Itself, or a copy in a layer's scene when it was made without one; it cannot be changed any more then.
  final func belonging(to target: Scene) throws -> BuiltInLayoutManager {
    guard isWithoutScene else { return self }
    try throwRefusal()
    // For constraints this is the one that all layers of the scene share.
    guard let copy = try keyedClass.makeObject(in: target) as? BuiltInLayoutManager else { return self }
    if !keyedClass.properties.isEmpty { copyValues(to: copy) }
    freeze(takenBy: target)
    return copy
  }
}

extension EmitterCell {
  /// Copies of cells that were made without a scene, which cannot be changed any more then.
  static func belonging(_ cells: [EmitterCell], to target: Scene) throws -> [EmitterCell] {
    var pending = cells
    var seen: Set<ObjectIdentifier> = []
    while let cell = pending.popLast() {
      guard seen.insert(ObjectIdentifier(cell)).inserted else { continue }
      try cell.throwRefusal()
      pending += cell.storedEmitterCells ?? []
    }
    return try copies(of: cells, in: target) { original, _ in original.freeze(takenBy: target) }
  }
}

/// The services of a scene of one object, which has no pixels, texts or files.
private final class NoServices: LayerServices, Sendable {
  static let shared = NoServices()

  private func missing(_ what: String) -> LayerError {
    LayerError("\(what) needs a scene; make the object in one, or set the key on the layer")
  }

  func layoutText(_ request: TextRequest) throws -> TextFrame { throw missing("text") }
  func image(atPath path: String) throws -> Image { throw missing("the image \"\(path)\"") }
  func image(named name: String) throws -> Image { throw missing("the image \"\(name)\"") }
  func rasterize(_ drawing: RecordedDrawing, size: Size, scale: Double) throws -> Bitmap { throw missing("a picture") }
}
