// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree

// Objects made without a scene. Each has a small scene of its own; a layer that takes the object copies it into the
// layer's scene.
extension Scene {
  /// Makes the scene of an object that is made without one.
  static func ofOneObject() -> Scene {
    let scene = Scene(services: NoServices.shared)
    scene.isOfOneObject = true
    return scene
  }

  /// Handles a value that a typed property's row refused, which cannot be reported to the caller.
  ///
  /// A wrong value is a programming error and terminates the program with the row's message. But a script must never
  /// terminate the process, and an object's state is no programming error. So in three cases the scene keeps the error:
  /// while a script runs on the thread, for copies that cannot be changed, and for errors of hooks and memory. The
  /// running call of the script throws it, or else the next layout. An object without a scene keeps the error until a
  /// layer takes the object; it passes later errors to the layer's scene.
  ///
  /// - Parameter isOfState: true if the object's state or a hook refused, rather than the value.
  func refuse(_ error: any Error, isOfState: Bool) {
    if let taker { return taker.refuse(error, isOfState: isOfState) }
    let isOfValue = !isOfState && (error as? LayerError)?.kind == .invalid
    // Unlike a failed precondition, it prints its message in optimised builds too.
    if isOfValue, host.isScriptRunning?() != true { fatalError("\(error)") }
    hookFailure = hookFailure ?? error
  }

  /// Runs a body and throws a refusal that occurs in it; an earlier one is kept aside.
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
  /// True if it was made without a scene.
  final var isWithoutScene: Bool { scene.isOfOneObject }

  /// Refuses changes from now on, since a layer of the scene has a copy of this object and would not see them.
  fileprivate final func freeze(takenBy target: Scene) {
    freeze()
    scene.taker = target
  }

  /// Throws the refusal of a typed property of an object without a scene, if any.
  final func throwRefusal() throws {
    if isWithoutScene, let failure = scene.hookFailure { throw failure }
  }
}

extension Animation {
  /// Returns itself, or a copy in a layer's scene if it, or an animation in it, was made without one.
  ///
  /// - Throws: the refusal of one of its typed properties.
  final func belonging(to target: Scene) throws -> Animation {
    var isComplete = true
    var pending: [Animation] = [self]
    // Used only for lookups, so its order does not matter.
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
  /// Returns itself, or a copy in a layer's scene if it was made without one; the original can then no longer be
  /// changed.
  final func belonging(to target: Scene) throws -> BuiltInLayoutManager {
    guard isWithoutScene else { return self }
    try throwRefusal()
    // For constraints this is the manager that all layers of the scene share.
    guard let copy = try keyedClass.makeObject(in: target) as? BuiltInLayoutManager else { return self }
    if !keyedClass.properties.isEmpty { copyValues(to: copy) }
    freeze(takenBy: target)
    return copy
  }
}

extension EmitterCell {
  /// Returns copies of cells that were made without a scene; the originals can then no longer be changed.
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
