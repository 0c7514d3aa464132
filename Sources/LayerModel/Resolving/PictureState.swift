// SPDX-License-Identifier: MIT
import RenderTree
import Wording

/// The pictures of a scene that are being made.
package struct PictureState {
  /// The time of the picture that is being made, in seconds; nil between pictures.
  package internal(set) var time: Double?
  /// The roots of the pictures that are being resolved, outermost first: more than one when a hook renders another
  /// layer.
  var roots: [Layer] = []
  /// Whether one is being resolved.
  package var isResolving: Bool { !roots.isEmpty }
  /// Whether the host's function for a frame was called, and its changes will be reverted.
  fileprivate(set) var isInFrame = false
  /// Presentations that are being drawn, innermost last; hooks read their models' declared keys from them.
  var drawnPresentations: [Layer] = []
  /// The films that are being made, and the values before a frame's function, for the next frame.
  fileprivate var films = 0
  fileprivate var snapshot: ModelSnapshot?
  /// What the frame's function sets on emitters at other times; nil where no function is called.
  fileprivate(set) var emissions: FrameEmissions?
  /// Whether the function is called for another time than the picture's: nothing that it says is heard.
  package fileprivate(set) var isAsking = false
  /// What the film's frame before resolved to; nil without a film.
  fileprivate(set) var keptNodes: KeptNodes?
}

extension Scene {
  /// The time of drawings that are made for one picture only; nil while drawings are kept for the next.
  package var passingTime: Double? {
    picture.isInFrame || !picture.drawnPresentations.isEmpty ? picture.time ?? currentTime : nil
  }

  /// Runs the host's function for a frame, then a body, and reverts the function's changes.
  package func frame<Result>(of root: Layer, _ options: RenderOptions, _ body: () throws -> Result) throws -> Result {
    guard let onFrame = host.onFrame, !picture.isInFrame else { return try body() }
    picture.isInFrame = true
    defer { picture.isInFrame = false }
    var top = root
    while let parent = top.parent { top = parent }
    let snapshot = try snapshot(of: top)
    let time = options.time ?? currentTime
    try askEmissions(snapshot, until: time) { try onFrame(root, $0, options.frame(at: $0)) }
    defer {
      let moved = snapshot.restore()
      host.onRestore?(moved)
      if picture.films == 0 { picture.emissions = nil }
    }
    try onFrame(root, time, options.frame)
    return try body()
  }

  /// Asks the frame's function what it sets on emitters before a time. What it changes is undone, what it says is not
  /// heard, and where it fails it sets nothing: that is an error of a picture of that time.
  private func askEmissions(_ snapshot: ModelSnapshot, until time: Double, _ onFrame: (Double) throws -> Void) throws {
    if picture.emissions == nil { picture.emissions = FrameEmissions(snapshot.layers) }
    guard let emissions = picture.emissions, !emissions.emitters.isEmpty else { return }
    picture.isAsking = true
    var isDone = false
    defer {
      picture.isAsking = false
      // For the function's next call, of which there is none.
      if !isDone { host.onRestore?([]) }
    }
    try emissions.ask(until: time) { time, body in
      defer {
        let moved = snapshot.restore()
        host.onRestore?(moved)
      }
      do {
        try onFrame(time)
        body(true)
      } catch {
        if host.isStopped?() == true { throw error }
        body(false)
      }
      if host.isStopped?() == true { throw LayerError(.cancelled, "the picture was given up") }
    }
    isDone = true
  }

  /// The values of a tree. Frames of a film that follow one another share them, since nothing else changes layers.
  private func snapshot(of top: Layer) throws -> ModelSnapshot {
    if let kept = picture.snapshot, kept.renew(for: top) { return kept }
    (picture.snapshot, picture.emissions) = (nil, nil)
    let snapshot = try ModelSnapshot(of: top)
    if picture.films > 0 { picture.snapshot = snapshot }
    return snapshot
  }

  /// Runs a body that makes frames of a film.
  ///
  /// - Parameter keepsNodes: whether what plain layers resolve to is kept from frame to frame.
  package func filming<T>(keepsNodes: Bool = true, _ body: () throws -> T) rethrows -> T {
    picture.films += 1
    if keepsNodes, picture.keptNodes == nil { picture.keptNodes = KeptNodes() }
    defer {
      picture.films -= 1
      if picture.films == 0 { (picture.snapshot, picture.emissions, picture.keptNodes) = (nil, nil, nil) }
    }
    return try body()
  }

  /// Runs the body that makes a frame of a film; its errors name the frame.
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
