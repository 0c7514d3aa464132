// SPDX-License-Identifier: MIT
import LayerModel
import Messages

extension TimeLine {
  /// The start on the scene's clock, in seconds.
  private var begin: Double { madeAt + settings.beginTime }

  /// Adds the animation groups to the layers, and the functions to the scene.
  func start() throws {
    guard state == .open, let scene else { return }
    state = .played
    name = scene.lines.key(for: name)
    let begin = begin
    warnAboutOthers(scene)
    for (i, target) in targets.enumerated() {
      guard let layer = target.layer else { continue }
      guard let group = try group(of: i, in: scene, reaching: nil, only: nil) else { continue }
      group.beginTime = layer.localTime(atSceneTime: madeAt) + settings.beginTime
      group.fillMode = .both
      try layer.addAsTimed(group, forKey: name)
    }
    if hasFunctions {
      try scene.addFrameFunction(isOfScript: isOfScript) { [weak self] time, _ in
        try self?.callFunctions(at: time)
      }
      // The host holds no time line.
      scene.lines.functionLines.append(self)
    }
    var labels = labels.map { (name: $0.name, time: begin + $0.time / settings.speed) }
    for case (.line(let line, let factor), let start) in items.map({ ($0.content, $0.start) }) {
      for label in line.labels {
        let time = start + label.time / (line.settings.speed * factor)
        labels.append((name: "\(line.name).\(label.name)", time: begin + time / settings.speed))
      }
    }
    labels.sort { $0.time < $1.time }
    scene.lines.played.append(
      PlayedLine(
        name: name, begin: begin, round: round, length: duration, labels: labels, hasFunctions: hasFunctions,
        isOfScript: isOfScript, layers: Set(targets.map(\.serial))))
    release()
  }

  /// Lets go of the layers, which the tree holds, and of the animations, which were copied.
  private func release() {
    for i in targets.indices {
      if let layer = targets[i].layer { targets[i].paths = paths(of: layer) }
      targets[i].release()
    }
    items.removeAll { item in if case .animation = item.content { true } else { false } }
    for item in items { if case .line(let line, _) = item.content { line.release() } }
  }

  /// Warns of key paths that an earlier time line moves too: the later one wins from its start.
  private func warnAboutOthers(_ scene: Scene) {
    var warned: Set<String> = []
    for target in targets {
      guard let layer = target.layer else { continue }
      for path in paths(of: layer) {
        let key = SceneLines.MovedKey(serial: target.serial, keyPath: path)
        if let other = scene.lines.moved[key], other != name, warned.insert(other).inserted {
          scene.warn(
            .animationReplaced,
            "\(path) of \(layer.mention) is moved by two time lines; \(name) covers \(other) from its start. Put both "
              + "into one time line, where the second begins at what the first shows", onceFor: "\(name) \(other)")
        }
        scene.lines.moved[key] = name
      }
    }
  }

  // MARK: Groups

  /// Returns the group of a layer's animations.
  ///
  /// - Parameters:
  ///   - target: the layer's index.
  ///   - reaching: the key paths whose first value is shown before its entry; nil for all.
  ///   - only: the key paths to take; nil for all.
  private func group(
    of target: Int, in scene: Scene, reaching: Set<String>?, only: Set<String>?
  ) throws -> AnimationGroup? {
    let serial = targets[target].serial
    // In order of their start, and at equal starts of their addition.
    let order = items.indices.sorted { (items[$0].start, $0) < (items[$1].start, $1) }
    var members: [Animation] = []
    var seen: [String] = []
    func isFirst(_ path: String) -> Bool { !seen.contains { areRelated($0, path) } }
    for i in order {
      switch items[i].content {
      case .animation(let animation, target, let paths, let startsItself):
        if let only, !paths.allSatisfy(only.contains) { continue }
        let reaches = startsItself && paths.allSatisfy { isFirst($0) && reaching?.contains($0) != false }
        if animation.fillMode == .removed || animation.fillMode == .forwards, !paths.isEmpty {
          animation.fillMode = reaches ? .both : .forwards
        }
        seen += paths.filter { !seen.contains($0) }
        members.append(animation)
      case .line(let line, let factor):
        guard let inner = line.targets.firstIndex(where: { $0.serial == serial }), let layer = targets[target].layer
        else { continue }
        var paths = line.paths(of: layer)
        if let only { paths = paths.filter(only.contains) }
        let first = Set(paths.filter { isFirst($0) && reaching?.contains($0) != false })
        let rest = Set(paths.filter { !first.contains($0) })
        for (share, fill) in [(first, FillMode.both), (rest, .forwards)] {
          // Additive animations have no key path of their own: they go with the rest.
          let hasMore = fill == .forwards && only == nil && line.hasAdditive(inner)
          if share.isEmpty, !hasMore { continue }
          guard let group = try line.group(of: inner, in: scene, reaching: fill == .both ? nil : share, only: share)
          else { continue }
          group.beginTime = items[i].start
          group.speed *= factor
          group.fillMode = fill
          members.append(group)
        }
        seen += paths.filter { !seen.contains($0) }
      default: break
      }
    }
    guard !members.isEmpty else { return nil }
    let group = AnimationGroup(in: scene)
    try group.setValue(.array(members.map { .keyed($0) }), forKey: "animations")
    group.duration = max(end, TimeLine.instant)
    group.repeatCount = settings.repeatCount
    group.autoreverses = settings.autoreverses
    group.speed = settings.speed
    group.isRemovedOnCompletion = false
    return group
  }

  private func hasAdditive(_ target: Int) -> Bool {
    items.contains { item in
      if case .animation(_, target, let paths, _) = item.content { paths.isEmpty } else { false }
    }
  }

  /// Returns the key paths of a layer that the time line moves, in the order of their addition.
  func paths(of layer: Layer) -> [String] {
    guard let target = targets.firstIndex(where: { $0.serial == layer.serial }) else { return [] }
    var paths: [String] = []
    var known: Set<String> = []
    for item in items {
      switch item.content {
      case .animation(_, target, let own, _): for path in own where known.insert(path).inserted { paths.append(path) }
      case .line(let line, _):
        for path in line.paths(of: layer) where known.insert(path).inserted { paths.append(path) }
      default: break
      }
    }
    return paths
  }

  // MARK: Functions

  /// The map from the scene's time, or another time line's, to the time in a round.
  private func timing(from begin: Double, factor: Double) -> TimeMap {
    var map = TimeMap()
    map.beginTime = begin
    map.duration = max(end, TimeLine.instant)
    map.repeatCount = settings.repeatCount
    map.autoreverses = settings.autoreverses
    map.speed = settings.speed * factor
    map.fillMode = .both
    return map
  }

  /// Calls the functions for a time of the scene.
  func callFunctions(at time: Double) throws {
    guard state == .played else { return }
    try callFunctions(at: timing(from: begin, factor: 1).instant(at: time).inside)
  }

  private func callFunctions(at time: LocalTime) throws {
    for item in items {
      switch item.content {
      case .animation: break
      case .line(let line, let factor):
        guard line.hasFunctions else { continue }
        try line.callFunctions(at: line.timing(from: item.start, factor: factor).instant(at: time).inside)
      case .function(let function):
        let instant = function.timing.instant(at: time)
        guard instant.isEffective else { continue }
        let fraction =
          function.spring?.position(at: instant.basicTime, of: function.timing.duration) ?? function.pace?(
            instant.progress) ?? instant.progress
        try function.body(instant.progress == 1 ? 1 : fraction, instant.basicTime)
      }
    }
  }

  // MARK: The end

  /// Writes the last values into the layers, calls the functions for the end, and removes the animations: for programs
  /// that go on after it. An endless time line ends with its first round, and with the reversal of that.
  public func finish() throws {
    if state == .open { try play() }
    guard state == .played, let scene else { return }
    let length = duration.isFinite ? duration : round
    for target in targets {
      guard let layer = target.layer, let group = layer.animation(forKey: name) else { continue }
      let values = try layer.values(under: group, at: group.beginTime + length, of: target.paths)
      try layer.removeAnimation(forKey: name)
      for (path, value) in values { try layer.setValue(value, forKeyPath: path) }
    }
    if hasFunctions { try callFunctions(at: begin + length) }
    scene.lines.forget(self, name)
    state = .removed
  }

  /// Removes the animations: the layers show their own values.
  public func remove() throws {
    guard let scene else { return }
    if state == .nested { throw LayerError("\(name) is part of another time line; remove that") }
    for target in targets { try target.layer?.removeAnimation(forKey: name) }
    scene.lines.forget(self, name)
    state = .removed
  }
}
