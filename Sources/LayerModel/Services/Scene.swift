// SPDX-License-Identifier: MIT
import Geometry
import RenderTree
import Wording

/// The state that layers share: a clock, services, a sink for warnings, serial numbers and a memory budget. There is no
/// other shared state.
///
/// A scene and its layers belong to one thread at a time. Layers of different scenes cannot be put together.
public final class Scene {
  public let services: any LayerServices
  /// The clock in seconds; only its owner moves it. Starts at 0.
  public internal(set) var currentTime: Double = 0
  /// Receives each warning once.
  public var onWarning: ((LayerWarning) -> Void)?
  public weak var memoryBudget: (any MemoryBudget)? { didSet { hasMemoryBudget = memoryBudget != nil } }
  private var hasMemoryBudget = false
  /// The largest number of layers that may live at once in the scene. Default 2,000,000.
  public var layerLimit = 2_000_000
  /// The largest number of frames of a film. Default 1,000,000.
  public var frameLimit = 1_000_000
  /// For the host: called now and then while a picture is resolved; true ends it.
  package var isStopped: (@Sendable () -> Bool)?
  /// Counts the living objects.
  package let live = LiveObjects()
  /// The limits of pictures.
  public var limits = SceneLimits()
  /// The number of layers that live now.
  @exclusivity(unchecked) public internal(set) var layerCount = 0

  /// Grows with every change of a property or of the tree: equal counts, equal pictures.
  @exclusivity(unchecked) public internal(set) var changeCount: UInt64 = 0

  // The numbers of flagged layers, so that a pass over a settled tree can be skipped.
  @exclusivity(unchecked) var layersNeedingLayout = 0
  @exclusivity(unchecked) var layersNeedingDisplay = 0
  var holders = ObjectHolders()
  /// Whether any layer ever had a delegate.
  var hasDelegates = false
  /// The number of layers that are drawn for every picture.
  var asynchronousLayers = 0
  /// The time of the picture that is being made, in seconds; nil between pictures.
  package var frameTime: Double?
  /// The error of a hook that could not be thrown at its place; the script's call that led to it throws it, or else the
  /// next layout.
  package internal(set) var hookFailure: (any Error)?
  /// The number of running changes of the tree, and the layers whose managers are notified after them.
  @exclusivity(unchecked) var treeEdits = 0
  @exclusivity(unchecked) var invalidatedLayers: [Layer] = []
  /// The number of layout managers that are presently computing sizes from their sublayers'.
  var preferredSizeDepth = 0
  /// Layers whose size changed, with the size before, until their sublayers have followed.
  var resizes: [(layer: Layer, oldSize: Size)] = []
  /// The manager that all layers of the scene share, while any has it.
  weak var constraintLayoutManager: ConstraintLayoutManager?
  /// The roots of the pictures that are being resolved, outermost first: more than one when a hook renders another
  /// layer.
  var layersBeingResolved: [Layer] = []

  // MARK: Animation

  @exclusivity(unchecked) var transactions = Transactions()
  /// Whether a change of a key runs its action. Off unless a transaction turns it on.
  @exclusivity(unchecked) var actionsAreEnabled = false
  /// The number of animations that were ever added, which gives their order.
  var animationCount = 0
  /// Layers that have animations, or had them recently, in order.
  var animated: [AnimatedLayer] = []
  /// The length of that list at which layers that are gone are removed.
  var animatedLimit = 64
  /// Whether any animation ever had a key path that leads from its layer to another one.
  var animatesOtherLayers = false
  var isAdvancing = false
  /// For the host: called before each picture with its time and its number in a film, on a model that is restored
  /// afterwards.
  public var onFrame: ((_ root: Layer, _ time: Double, _ index: Int) throws -> Void)?
  /// For the host: receives the layers whose superlayer changed when the model was restored.
  public var onRestore: (([Layer]) -> Void)?
  /// For the host: returns the error that ended a film's frame with the frame's name in it, such as `frame 12, at 0.4
  /// s`.
  public var onFrameError: ((any Error, _ frame: String) -> any Error)?
  /// For the host: returns the tree's own error that ended a film's frame, whose message names the frame, in the host's
  /// form.
  package var onTreeError: ((LayerError) -> any Error)?
  private(set) var isInFrame = false
  /// The time of drawings that are made for one picture only; nil while drawings are kept for the next.
  package var passingTime: Double? { isInFrame || !drawnPresentations.isEmpty ? frameTime ?? currentTime : nil }

  /// Runs the host's function for a frame, then a body, and reverts the function's changes.
  func frame(of root: Layer, _ options: RenderOptions, _ body: () throws -> RenderTree) throws -> RenderTree {
    guard let onFrame, !isInFrame else { return try body() }
    isInFrame = true
    defer { isInFrame = false }
    var top = root
    while let parent = top.parent { top = parent }
    let snapshot = try ModelSnapshot(of: top)
    defer { onRestore?(snapshot.restore()) }
    try onFrame(root, options.time ?? currentTime, options.frame)
    return try body()
  }
  /// Runs the body that makes a frame of a film; its errors name the frame.
  package func film<T>(frame: Int, at time: Double, _ body: () throws -> T) throws -> T {
    do { return try body() } catch {
      let name = "frame \(frame), at \(numberText(time, decimals: 6)) s"
      guard var own = error as? LayerError, !own.isOfServices else { throw onFrameError?(error, name) ?? error }
      if own.kind == .cancelled { throw own }
      own.message += " (\(name))"
      throw onTreeError?(own) ?? own
    }
  }
  /// Presentations that are being drawn, innermost last; hooks read their models' declared keys from them.
  @exclusivity(unchecked) var drawnPresentations: [Layer] = []
  /// For the host: an animation was copied for a layer (the original and the copy follow), or animations left it (nil).
  public var onAnimationsChange: ((Layer, (original: Animation, copy: Animation)?) throws -> Void)?

  /// Parsed key paths that name a part of a property; the row determines the classes.
  var keyPaths: [String: (row: Property, part: SubKey)] = [:]

  /// For the host: returns the running line of the script; for warnings.
  package var runningPlace: (() -> ScriptPlace?)?
  /// For the host: the same as a mark that objects keep as their `madeAt`; 0 when none is running.
  package var runningMark: (() -> UInt32)?
  /// For the host: the line behind an object's `madeAt`.
  package var placeOfMark: ((UInt32) -> ScriptPlace?)?
  /// Rules whose warnings are not reported.
  public var allowedWarnings: Set<LayerWarning.Rule> = []
  /// The display hooks that exist, and those that ran, in the running display.
  var hooksSeen: LayerHooks = []
  var hooksRun: LayerHooks = []

  private struct ClassKey: Hashable {
    let keyedClass: ObjectIdentifier
    let key: String
  }

  /// The probable meanings of scripts' custom keys; each is searched for once.
  private var likelyWords: [ClassKey: String?] = [:]

  func likelyWord(for key: String, of keyedClass: KeyedClass) -> String? {
    let identity = ClassKey(keyedClass: ObjectIdentifier(keyedClass), key: key)
    if let known = likelyWords[identity] { return known }
    let word = keyedClass.likelyWord(for: key)
    // Keys may be numbered, without a limit.
    if likelyWords.count < 1000 { likelyWords[identity] = .some(word) }
    return word
  }

  private var lastSerial = 0
  /// The number of copies that live only for a picture, so that pictures do not use up numbers.
  var borrowedSerial: Int?
  /// The warnings so far, and the number of repetitions of each.
  private var warned: [String: Int] = [:]
  private var warnings: [LayerWarning] = []

  public init(services: any LayerServices) { self.services = services }

  /// Returns the next serial number. They start at 1 and are never used twice.
  func nextSerial() -> Int {
    if let borrowedSerial { return borrowedSerial }
    lastSerial += 1
    return lastSerial
  }

  /// Reports a warning once for each `key` under the rule, or for each message when there is none; further ones are
  /// counted.
  ///
  /// - Parameter object: the object concerned. For a problem that appears only in a picture, the line that made the
  ///   object is more useful than the one that requested the picture, if any did.
  public func warn(
    _ rule: LayerWarning.Rule, _ message: @autoclosure () -> String, onceFor key: String? = nil,
    about object: KeyedObject? = nil
  ) {
    if allowedWarnings.contains(rule) { return }
    let text = key == nil ? message() : nil
    let identity = rule.rawValue + "\u{0}" + (key ?? text ?? "")
    if let known = warned[identity] {
      warnings[known].repeats += 1
      return
    }
    // A script can cause any number of different messages; the memory for them is bounded.
    guard warnings.count < 10_000 else { return }
    let made = { object.flatMap { self.place(of: $0) } }
    let place = layersBeingResolved.isEmpty ? runningPlace?() ?? made() : made() ?? runningPlace?()
    warned[identity] = warnings.count
    warnings.append(LayerWarning(rule: rule, message: text ?? message(), place: place))
    onWarning?(warnings[warnings.count - 1])
  }

  /// Reports a warning even if it was reported before.
  package func warnAgain(_ rule: LayerWarning.Rule, _ message: String, at place: ScriptPlace? = nil) {
    if allowedWarnings.contains(rule) { return }
    onWarning?(LayerWarning(rule: rule, message: message, place: place ?? runningPlace?()))
  }

  /// The script's line that made an object, if one did.
  package func place(of object: KeyedObject) -> ScriptPlace? { object.madeAt == 0 ? nil : placeOfMark?(object.madeAt) }

  /// Reports each repeated warning again, with the number of repetitions, and resets the counts.
  public func reportRepeatedWarnings() {
    for i in warnings.indices where warnings[i].repeats > 0 {
      if !allowedWarnings.contains(warnings[i].rule) { onWarning?(warnings[i]) }
      warnings[i].repeats = 0
    }
  }

  /// Checks that `count` more layers fit into the limit and the memory budget.
  public func checkRoom(forLayers count: Int = 1) throws(LayerError) {
    if layerCount + count > layerLimit {
      throw LayerError(
        .limit,
        "too many layers: a scene holds at most \(layerLimit); remove some, or raise the limit (layerLimit)")
    }
    if hasMemoryBudget, let memoryBudget, !memoryBudget.hasRoom(for: count * Layer.memoryPerLayer) {
      throw .noMemory("another layer", memoryBudget)
    }
  }

  /// Checks that another object that is no layer fits into the memory budget.
  func checkRoomForObject(of keyedClass: KeyedClass) throws(LayerError) {
    if hasMemoryBudget, let memoryBudget, !memoryBudget.hasRoom(for: KeyedObject.memoryPerObject) {
      throw .noMemory("another \(keyedClass.name)", memoryBudget)
    }
  }

  func objectAppeared() {
    live.add(.objects)
    if hasMemoryBudget { memoryBudget?.charge(KeyedObject.memoryPerObject) }
  }

  func objectVanished() {
    live.remove(.objects)
    if hasMemoryBudget { memoryBudget?.release(KeyedObject.memoryPerObject) }
  }

  func layerAppeared() {
    layerCount += 1
    live.add(.layers)
    if hasMemoryBudget { memoryBudget?.charge(Layer.memoryPerLayer) }
  }

  func layerVanished() {
    layerCount -= 1
    live.remove(.layers)
    if hasMemoryBudget { memoryBudget?.release(Layer.memoryPerLayer) }
  }
}
