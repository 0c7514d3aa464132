// SPDX-License-Identifier: MIT
import Messages
import RenderTree

/// The state of the renders in progress in a scene.
package struct PictureState {
  /// The time being rendered, in seconds; nil between renders.
  package internal(set) var time: Double?
  /// The roots being resolved, outermost first; more than one if a hook renders another layer.
  var roots: [Layer] = []
  /// True if a root is being resolved.
  package var isResolving: Bool { !roots.isEmpty }
  /// True if the host's frame function was called and its changes are still to be reverted.
  package fileprivate(set) var isInFrame = false
  /// True while pending layout and display run before the host's frame function.
  fileprivate var isBeforeFrame = false
  /// The presentations being drawn, innermost last; hooks read their models' declared keys from them.
  var drawnPresentations: [Layer] = []
  /// The number of films in progress, and a snapshot of the values before the frame function, kept for the next frame.
  fileprivate var films = 0
  fileprivate var snapshot: ModelSnapshot?
  /// The values that the frame function sets on emitters at other times; nil if no function is called.
  fileprivate(set) var emissions: FrameEmissions?
  /// True while the function is called for a time other than the rendered one: its warnings are suppressed.
  package fileprivate(set) var isAsking = false
  /// The nodes cached from the last render of the tree; nil if they are not cached.
  fileprivate(set) var keptNodes: NodeCache?
}

extension Scene {
  /// The time of drawings made for one render only; nil while drawings are kept for the next render.
  package var passingTime: Double? {
    picture.isInFrame || !picture.drawnPresentations.isEmpty ? picture.time ?? currentTime : nil
  }

  /// Calls the host's frame function, runs a body, and reverts the function's changes.
  ///
  /// Layout and display that are pending before the function are no changes of it: they run first and stay.
  package func frame<Result>(of root: Layer, _ options: RenderOptions, _ body: () throws -> Result) throws -> Result {
    if !picture.isInFrame { try playLines() }
    guard let onFrame = host.onFrame, !picture.isInFrame, !picture.isBeforeFrame else { return try body() }
    try settlePending(in: root, options)
    picture.isInFrame = true
    defer { picture.isInFrame = false }
    var top = root
    while let parent = top.parent { top = parent }
    let snapshot = try snapshot(of: top)
    // Also what the function begins, commits or sets outside of all transactions.
    let outside = (transactions, attendsToChanges)
    let restore: () -> Void = { [self] in
      attendsToChanges = false
      let moved = snapshot.restore()
      (transactions, attendsToChanges) = outside
      host.onRestore?(moved)
    }
    frameLog.isOn = true
    defer { frameLog.isOn = false }
    let time = options.time ?? currentTime
    try askEmissions(snapshot, until: time, restore) { try onFrame(root, $0, options.frame(at: $0)) }
    defer {
      restore()
      if picture.films == 0 { picture.emissions = nil }
    }
    try onFrame(root, time, options.frame)
    return try body()
  }

  /// Runs the layout and the displays that are pending in a tree, as a render without a frame function does.
  ///
  /// A hook that fails leaves its layer pending: the function may set what it lacks. The render calls it again, and
  /// throws its error then.
  private func settlePending(in root: Layer, _ options: RenderOptions) throws {
    // The render throws an error that is waiting already.
    guard hookFailure == nil, root.isUnsettled else { return }
    picture.isBeforeFrame = true
    defer { picture.isBeforeFrame = false }
    do {
      try root.picturing(options) { try root.settle(resolution: options.scale, isBeforeFrame: true) }
    } catch {
      if host.isStopped?() == true || (error as? LayerError)?.kind == .cancelled || !root.isUnsettled { throw error }
    }
  }

  /// Calls the frame function for earlier times to find the values it sets on emitters. Its changes are undone and its
  /// warnings suppressed. If it fails, it sets nothing: the error is reported when that time is rendered.
  private func askEmissions(
    _ snapshot: ModelSnapshot, until time: Double, _ restore: () -> Void, _ onFrame: (Double) throws -> Void
  ) throws {
    if picture.emissions == nil { picture.emissions = FrameEmissions(snapshot.layers) }
    guard let emissions = picture.emissions, !emissions.emitters.isEmpty else { return }
    picture.isAsking = true
    var isDone = false
    defer {
      picture.isAsking = false
      // After an error, no further call follows whose restore would let the host release what it holds for the
      // function.
      if !isDone { host.onRestore?([]) }
    }
    try emissions.ask(until: time) { time, body in
      defer { restore() }
      do {
        try onFrame(time)
        body(true)
      } catch {
        if host.isStopped?() == true { throw error }
        body(false)
      }
      if host.isStopped?() == true { throw LayerError(.cancelled, "the picture was cancelled") }
    }
    isDone = true
  }

  /// Returns a snapshot of a tree's values. Consecutive frames of a film share it, since nothing else changes layers.
  private func snapshot(of top: Layer) throws -> ModelSnapshot {
    if let kept = picture.snapshot, kept.renew(for: top) { return kept }
    (picture.snapshot, picture.emissions) = (nil, nil)
    let snapshot = try ModelSnapshot(of: top)
    if picture.films > 0 { picture.snapshot = snapshot }
    return snapshot
  }

  /// Runs a body that renders the frames of a film.
  ///
  /// - Parameter keepsNodes: true to cache the nodes of plain layers from frame to frame.
  package func filming<T>(keepsNodes: Bool = true, _ body: () throws -> T) rethrows -> T {
    picture.films += 1
    if keepsNodes, picture.keptNodes == nil { picture.keptNodes = NodeCache() }
    defer {
      picture.films -= 1
      if picture.films == 0 { (picture.snapshot, picture.emissions, picture.keptNodes) = (nil, nil, nil) }
    }
    return try body()
  }

  /// Runs a body that renders a tree, with the nodes cached from its last render; within a film, with the film's.
  package func keeping<T>(_ nodes: NodeCache?, _ body: () throws -> T) rethrows -> T {
    guard picture.films == 0, picture.keptNodes == nil, let nodes else { return try body() }
    picture.keptNodes = nodes
    defer { picture.keptNodes = nil }
    return try body()
  }

  /// Runs a body that renders one frame of a film; its errors name the frame.
  package func film<T>(frame: Int, at time: Double, _ body: () throws -> T) throws -> T {
    do { return try body() } catch {
      let name = "frame \(frame), at \(numberText(time, decimals: 6)) s"
      guard var own = error as? LayerError, !own.isOfServices else { throw host.onFrameError?(error, name) ?? error }
      if own.kind == .cancelled { throw own }
      own.message += " (\(name))"
      throw host.onTreeError?(own) ?? own
    }
  }
}
