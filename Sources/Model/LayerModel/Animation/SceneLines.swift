// SPDX-License-Identifier: MIT

/// A time line that becomes animations of layers when a picture first needs it.
package protocol WaitingLine: AnyObject {
  /// True if a script made it: its functions end with the next script.
  var isOfScript: Bool { get }
  /// Adds the animations.
  func playWaiting() throws
}

/// The time lines of a scene.
package struct SceneLines {
  /// Those that are not animations yet, in the order in which they were made.
  package var waiting: [any WaitingLine] = []
  /// Those that are.
  package var played: [PlayedLine] = []
  /// The number of time lines ever made.
  package var count = 0
  /// The name of the time line that last moved a key path; the order of iteration never counts.
  package var moved: [MovedKey: String] = [:]
  /// The number of time lines played under each name; for lookups only, never iterated.
  private var names: [String: Int] = [:]
  /// Those that call functions, which nothing else may hold.
  package var functionLines: [any WaitingLine] = []
  /// Calls that time lines make before each picture, in a scene whose host has no functions of its own.
  var functions: [(_ time: Double, _ index: Int) throws -> Void] = []

  /// Returns the key of the animations of a time line that plays: its name, with a number if another one has it.
  package mutating func key(for name: String) -> String {
    let number = (names[name] ?? 0) + 1
    names[name] = number
    return number == 1 ? name : "\(name) (\(number))"
  }

  /// Drops a time line whose animations are gone.
  package mutating func forget(_ line: AnyObject, _ name: String) {
    waiting.removeAll { $0 === line }
    functionLines.removeAll { $0 === line }
    played.removeAll { $0.name == name }
    moved = moved.filter { $0.value != name }
  }

  /// Lets go of the functions of scripts' time lines. Their animations stay with their layers.
  mutating func endScriptFunctions() {
    functionLines.removeAll { $0.isOfScript }
    for i in played.indices where played[i].isOfScript { played[i].hasFunctions = false }
  }

  /// A key path of a layer, by the layer's serial number.
  package struct MovedKey: Hashable, Sendable {
    package let serial: Int
    package let keyPath: String

    package init(serial: Int, keyPath: String) {
      self.serial = serial
      self.keyPath = keyPath
    }
  }
}

/// A time line on the clock: its times for films and the live page.
package struct PlayedLine: Sendable {
  package let name: String
  /// The start, in seconds of the scene's clock.
  package let begin: Double
  /// The length of the first round in seconds, with its reversal.
  package let round: Double
  /// The length of all rounds in seconds; infinite if it never ends.
  package let length: Double
  /// Labels with their times on the scene's clock in the first round, by time.
  package let labels: [(name: String, time: Double)]
  /// True if it calls functions, which may move any layer.
  package fileprivate(set) var hasFunctions: Bool
  /// True if a script made it.
  package let isOfScript: Bool
  /// The serial numbers of its layers.
  package let layers: Set<Int>

  package init(
    name: String, begin: Double, round: Double, length: Double, labels: [(name: String, time: Double)],
    hasFunctions: Bool, isOfScript: Bool = false, layers: Set<Int>
  ) {
    self.name = name
    self.begin = begin
    self.round = round
    self.length = length
    self.labels = labels
    self.hasFunctions = hasFunctions
    self.isOfScript = isOfScript
    self.layers = layers
  }

  /// The end of the last round; of an endless time line, that of the first.
  package var end: Double { begin + (length.isFinite ? length : round) }
}

extension Scene {
  /// Turns the time lines that wait into animations. Every picture, dump and presentation does.
  package func playLines() throws {
    while !lines.waiting.isEmpty { try lines.waiting.removeFirst().playWaiting() }
  }

  /// Drops the time lines of a script that has ended.
  package func dropLines() { lines = SceneLines() }

  /// Ends the functions that the time lines of scripts call before each picture, as the next script begins.
  package func endScriptFunctions() { lines.endScriptFunctions() }

  /// Adds a function that is called before each picture, like those of the host.
  ///
  /// - Parameter isOfScript: true if it ends with the next script.
  package func addFrameFunction(
    isOfScript: Bool = false, _ function: @escaping (_ time: Double, _ index: Int) throws -> Void
  ) throws {
    if let add = host.addFrameFunction { return try add(isOfScript, function) }
    lines.functions.append(function)
    guard lines.functions.count == 1 else { return }
    let before = host.onFrame
    host.onFrame = { [weak self] root, time, index in
      try before?(root, time, index)
      for function in self?.lines.functions ?? [] { try function(time, index) }
    }
  }
}

extension Layer {
  /// The latest end of those time lines of this layer's tree whose end does not follow from animations: lines that call
  /// functions, and endless lines, of which the first round counts. nil if there are none.
  final var lineEnd: Double? {
    var end: Double?
    var serials: Set<Int>?
    for line in scene.lines.played where line.hasFunctions || !line.length.isFinite {
      if !line.hasFunctions {
        let known = serials ?? Set(subtree.map(\.serial))
        serials = known
        if known.isDisjoint(with: line.layers) { continue }
      }
      end = max(end ?? line.end, line.end)
    }
    return end
  }

  /// Checks that an animation could run on the layer.
  ///
  /// - Throws: `LayerError` as `add(_:forKey:)` does.
  package final func check(_ animation: Animation) throws {
    if let problem = (animation as? AnimationGroup)?.excess() ?? animation.problem(for: self) { throw problem }
  }

  /// Returns the values that key paths of the layer have under an animation alone.
  ///
  /// - Parameter time: a time of the layer.
  package final func values(
    under animation: Animation, at time: Double, of paths: [String]
  ) throws -> [(keyPath: String, value: PropertyValue)] {
    try scene.withoutActions {
      let count = scene.changeCount
      scene.borrowedSerial = serial
      defer { (scene.borrowedSerial, scene.changeCount) = (nil, count) }
      let copy = try copyAlone()
      copy.state.insert(.silent)
      try animation.apply(at: LocalTime(time)) { path in
        try layerPlace(ofKeyPath: path).layer === self ? (copy, path) : nil
      }
      return try paths.filter { try layerPlace(ofKeyPath: $0).layer === self }.map {
        ($0, try copy.value(forKeyPath: $0))
      }
    }
  }
}
