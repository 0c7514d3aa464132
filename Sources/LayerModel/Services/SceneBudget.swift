// SPDX-License-Identifier: MIT
/// How many layers and other objects of a scene live, and how many may.
///
/// A class, since charging memory may run a collector that frees others.
final class SceneBudget {
  /// The largest number of layers that may live at once.
  @exclusivity(unchecked) var layerLimit = 2_000_000
  /// The number of layers that live now.
  @exclusivity(unchecked) private(set) var layerCount = 0
  /// Counts the living objects.
  let live = LiveObjects()
  weak var memory: (any MemoryBudget)? { didSet { hasMemory = memory != nil } }
  /// Without one, none is asked for with each layer.
  @exclusivity(unchecked) private var hasMemory = false

  /// Checks that `count` more layers fit into the limit and the memory budget.
  func checkRoom(forLayers count: Int = 1) throws(LayerError) {
    if layerCount + count > layerLimit {
      throw LayerError(
        .limit,
        "too many layers: a scene holds at most \(layerLimit); remove some, or raise the limit (layerLimit)")
    }
    if hasMemory, let memory, !memory.hasRoom(for: count * Layer.memoryPerLayer) {
      throw .noMemory("another layer", memory)
    }
  }

  /// Checks that another object that is no layer fits into the memory budget.
  func checkRoomForObject(of keyedClass: KeyedClass) throws(LayerError) {
    if hasMemory, let memory, !memory.hasRoom(for: KeyedObject.memoryPerObject) {
      throw .noMemory("another \(keyedClass.name)", memory)
    }
  }

  func objectAppeared() {
    live.add(.objects)
    if hasMemory { memory?.charge(KeyedObject.memoryPerObject) }
  }

  func objectVanished() {
    live.remove(.objects)
    if hasMemory { memory?.release(KeyedObject.memoryPerObject) }
  }

  func layerAppeared() {
    layerCount += 1
    live.add(.layers)
    if hasMemory { memory?.charge(Layer.memoryPerLayer) }
  }

  func layerVanished() {
    layerCount -= 1
    live.remove(.layers)
    if hasMemory { memory?.release(Layer.memoryPerLayer) }
  }
}

extension Scene {
  /// The largest number of layers that may live at once in the scene. Default 2,000,000.
  public var layerLimit: Int {
    get { budget.layerLimit }
    set { budget.layerLimit = newValue }
  }

  /// The number of layers that live now.
  public var layerCount: Int { budget.layerCount }

  package var memoryBudget: (any MemoryBudget)? {
    get { budget.memory }
    set { budget.memory = newValue }
  }

  /// Counts the living objects.
  package var live: LiveObjects { budget.live }

  /// Checks that `count` more layers fit into the limit and the memory budget.
  package func checkRoom(forLayers count: Int = 1) throws(LayerError) { try budget.checkRoom(forLayers: count) }
}
