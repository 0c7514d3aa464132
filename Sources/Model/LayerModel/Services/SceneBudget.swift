// SPDX-License-Identifier: MIT
import Messages

/// The numbers of living layers and other objects of a scene, and their limits.
///
/// A class, since charging memory may run a garbage collector that frees other objects.
final class SceneBudget {
  /// The maximum number of living layers.
  @exclusivity(unchecked) var layerLimit = 2_000_000
  /// The number of living layers.
  @exclusivity(unchecked) private(set) var layerCount = 0
  /// The counts of living objects.
  let live = LiveObjects()
  weak var memory: (any MemoryBudget)? {
    willSet { giveBack(reserve) }
    didSet { hasMemory = memory != nil }
  }
  /// True if there is a memory budget; saves loading the weak reference for each layer.
  @exclusivity(unchecked) private var hasMemory = false
  /// Bytes already charged for the next layers: charging a budget for each takes longer than making a layer.
  @exclusivity(unchecked) private var reserve = 0
  private static let batch = 64

  /// Checks that `count` more layers fit into the limit and the memory budget.
  func checkRoom(forLayers count: Int = 1) throws(LayerError) {
    if layerCount + count > layerLimit {
      throw LayerError(
        .limit,
        "too many layers: a scene holds at most \(layerLimit); remove some"
          + (memory?.face ?? .swift).remedy(", or raise the limit (", .layerLimit, end: ")"))
    }
    let bytes = count * Layer.memoryPerLayer
    if hasMemory, bytes > reserve, let memory, !memory.hasRoom(for: bytes - reserve) {
      throw .noMemory("another layer", memory)
    }
  }

  /// Checks that another object other than a layer fits into the memory budget.
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
    if hasMemory { take(Layer.memoryPerLayer) }
  }

  func layerVanished() {
    layerCount -= 1
    live.remove(.layers)
    guard hasMemory else { return }
    reserve += Layer.memoryPerLayer
    settleReserve()
  }

  /// Gives back what the next layers need not.
  private func settleReserve() {
    if layerCount == 0 {
      giveBack(reserve)
    } else if reserve > 2 * SceneBudget.batch * Layer.memoryPerLayer {
      giveBack(SceneBudget.batch * Layer.memoryPerLayer)
    }
  }

  /// The memory of a layer's rare values, in bytes.
  private static let memoryPerExtra = MemoryLayout<ExtraStorage>.size + 48

  func extraAppeared() {
    if hasMemory { take(SceneBudget.memoryPerExtra) }
  }

  func extraVanished() {
    guard hasMemory else { return }
    reserve += SceneBudget.memoryPerExtra
    settleReserve()
  }

  private func take(_ bytes: Int) {
    if reserve >= bytes {
      reserve -= bytes
      return
    }
    guard let memory else { return }
    // The first layers of a scene, and layers near the limit, are charged individually.
    let all = SceneBudget.batch * Layer.memoryPerLayer
    let isMany = layerCount > SceneBudget.batch && memory.room.map { $0 > 4 * all } ?? true
    memory.charge(isMany ? all : bytes)
    if isMany { reserve += all - bytes }
  }

  private func giveBack(_ bytes: Int) {
    guard bytes > 0 else { return }
    reserve -= bytes
    memory?.release(bytes)
  }
}

extension Scene {
  /// The maximum number of living layers in the scene. Default 2,000,000.
  public var layerLimit: Int {
    get { budget.layerLimit }
    set { budget.layerLimit = newValue }
  }

  /// The number of living layers.
  public var layerCount: Int { budget.layerCount }

  package var memoryBudget: (any MemoryBudget)? {
    get { budget.memory }
    set {
      budget.memory = newValue
      account.memory = newValue
    }
  }

  /// The counts of living objects.
  package var live: LiveObjects { budget.live }

  /// Checks that `count` more layers fit into the limit and the memory budget.
  package func checkRoom(forLayers count: Int = 1) throws(LayerError) { try budget.checkRoom(forLayers: count) }
}
