// SPDX-License-Identifier: MIT
import LayerModel
import Messages
import Numbers

/// Key paths and their values, in order.
public typealias LineValues = KeyValuePairs<String, PropertyValue>

extension TimeLine {
  /// The values of an entry for one of its layers.
  package typealias LayerValues = [(keyPath: String, value: PropertyValue)]

  // MARK: Changes

  /// Changes values of layers to others, from what they show when the entry begins.
  ///
  /// ```swift
  /// let line = try TimeLine(in: scene)
  /// try line.to([sun, title], ["opacity": 0], .init(duration: 1, stagger: .each(0.2)))
  /// ```
  /// - Throws: `LayerError` for a key path or a value that the layer does not have, for an unknown place, and for an
  ///   entry that begins together with another one of that key path.
  @discardableResult public func to(
    _ layers: [Layer], _ values: LineValues, _ options: Options = Options()
  ) throws -> TimeLine {
    let last: LayerValues = values.map { ($0.key, $0.value) }
    return try change(layers, from: nil, to: layers.map { _ in last }, options)
  }

  /// Changes values of a layer to others.
  @discardableResult public func to(
    _ layer: Layer, _ values: LineValues, _ options: Options = Options()
  ) throws -> TimeLine { try to([layer], values, options) }

  /// Changes values of layers from others to those that they show without the entry. A key path that no earlier entry
  /// moves has its first value from the start of the time line.
  @discardableResult public func from(
    _ layers: [Layer], _ values: LineValues, _ options: Options = Options()
  ) throws -> TimeLine {
    let first: LayerValues = values.map { ($0.key, $0.value) }
    return try change(layers, from: layers.map { _ in first }, to: nil, options)
  }

  /// Changes values of a layer from others to its own.
  @discardableResult public func from(
    _ layer: Layer, _ values: LineValues, _ options: Options = Options()
  ) throws -> TimeLine { try from([layer], values, options) }

  /// Changes values of layers from given ones to given ones.
  @discardableResult public func fromTo(
    _ layers: [Layer], _ first: LineValues, _ last: LineValues, _ options: Options = Options()
  ) throws -> TimeLine {
    let (start, end): (LayerValues, LayerValues) = (
      first.map { ($0.key, $0.value) }, last.map { ($0.key, $0.value) }
    )
    return try change(layers, from: layers.map { _ in start }, to: layers.map { _ in end }, options)
  }

  /// Sets values of layers at once; they stay.
  @discardableResult public func set(
    _ layers: [Layer], _ values: LineValues, at position: Position = "end"
  ) throws -> TimeLine {
    let values: LayerValues = values.map { ($0.key, $0.value) }
    return try set(layers, values: layers.map { _ in values }, at: position)
  }

  /// - Parameters:
  ///   - first: the first values of each layer; nil leaves them open.
  ///   - last: the last values of each layer; nil leaves them open.
  @discardableResult package func change(
    _ layers: [Layer], from first: [LayerValues]?, to last: [LayerValues]?, _ options: Options
  ) throws -> TimeLine {
    try checkIsOpen()
    let duration = try duration(of: options)
    if duration == 0, first == nil, let last { return try set(layers, values: last, at: options.at) }
    let start = try time(at: options.at)
    let delays = try options.stagger?.delays(of: layers.count, duration: duration, name: name)
    var finish = start
    for (i, layer) in layers.enumerated() {
      let target = try target(layer)
      let begin = start + (delays?[i] ?? 0)
      var paths: [String] = []
      for (path, _) in (first?[i] ?? []) + (last?[i] ?? []) where !paths.contains(path) { paths.append(path) }
      for path in paths {
        let from = first?[i].last { $0.keyPath == path }?.value
        let to = last?[i].last { $0.keyPath == path }?.value
        let animation = try animation(of: path, from: from, to: to, duration, options)
        finish = max(finish, begin + animation.duration)
        try append(animation, to: layer, target, paths: [path], at: begin, startsItself: from != nil)
      }
    }
    finishEntry(start, finish)
    return self
  }

  @discardableResult package func set(
    _ layers: [Layer], values: [LayerValues], at position: Position
  ) throws -> TimeLine {
    try checkIsOpen()
    guard let scene else { return self }
    let start = try time(at: position)
    for (i, layer) in layers.enumerated() {
      let target = try target(layer)
      for (path, value) in values[i] {
        let animation = KeyframeAnimation(in: scene)
        try animation.setValue(.string(path), forKey: "keyPath")
        try animation.setValue(.array([value]), forKey: "values")
        try animation.setValue(.string("discrete"), forKey: "calculationMode")
        animation.duration = TimeLine.instant
        try append(animation, to: layer, target, paths: [path], at: start, startsItself: false)
      }
    }
    finishEntry(start, start)
    return self
  }

  /// The duration of an animation that sets a value at once, in seconds: an animation has none of 0.
  static let instant = 0.001

  /// Returns the duration that the options give, in seconds.
  private func duration(of options: Options) throws -> Double {
    let duration = options.duration ?? settings.duration
    guard duration >= 0, duration <= 1e9 else {
      throw LayerError("duration: expected 0 or more seconds, got \(numberText(duration))")
    }
    return duration
  }

  private func animation(
    of path: String, from: PropertyValue?, to: PropertyValue?, _ duration: Double, _ options: Options
  ) throws -> BasicAnimation {
    guard let scene else { throw LayerError("the scene of \(name) is gone") }
    let animation: BasicAnimation
    if let bounce = options.bounce {
      let spring = SpringAnimation(in: scene)
      spring.endsAtTarget = true
      animation = spring
      if duration > 0 { try animation.setValue(.number(duration), forKey: "perceptualDuration") }
      try animation.setValue(.number(bounce), forKey: "bounce")
      guard animation.duration.isFinite else {
        throw LayerError("bounce: expected a number below 1, since the spring never rests, got \(numberText(bounce))")
      }
    } else {
      animation = BasicAnimation(in: scene)
      animation.duration = max(duration, TimeLine.instant)
      animation.timingFunction = options.timing ?? settings.timing
    }
    try animation.setValue(.string(path), forKey: "keyPath")
    if let from { try animation.setValue(from, forKey: "fromValue") }
    if let to { try animation.setValue(to, forKey: "toValue") }
    return animation
  }

  /// Checks an animation and adds it.
  private func append(
    _ animation: Animation, to layer: Layer, _ target: Int, paths: [String], at start: Double, startsItself: Bool
  ) throws {
    do { try layer.check(animation) } catch let error as LayerError {
      // The animation is the time line's own: its class says nothing to the reader.
      throw LayerError(error.kind, "\(layer.mention): \(error.message)")
    }
    for path in paths { try claim(path, of: layer, at: start, scene?.host.runningMark?() ?? 0) }
    animation.beginTime = animation.beginTime + start
    animation.isRemovedOnCompletion = false
    try append(
      Item(
        content: .animation(animation, target: target, paths: paths, startsItself: startsItself), start: start))
  }

  // MARK: Other entries

  /// Adds a copy of an animation of a layer; its `beginTime` is added to the place.
  ///
  /// - Parameters:
  ///   - animation: any animation but a transition. Unless it is additive, its last value stays.
  ///   - options: the place, and a duration for an animation without one.
  @discardableResult public func add(
    _ animation: Animation, to layer: Layer, _ options: Options = Options()
  ) throws -> TimeLine {
    try checkIsOpen()
    if animation is Transition {
      throw LayerError("a transition cannot be in a time line; add it to its layer")
    }
    guard animation.scene === scene else { throw LayerError("the animation belongs to another scene") }
    let target = try target(layer)
    guard let copy = try animation.copied() as? Animation else { return self }
    if let given = options.duration {
      copy.duration = try duration(of: Options(duration: max(given, TimeLine.instant)))
    } else if copy.duration == 0 {
      let spring = copy as? SpringAnimation
      spring?.endsAtTarget = true
      copy.duration = spring?.settlingDuration ?? settings.duration
    }
    if let timing = options.timing { copy.timingFunction = timing }
    let start = try time(at: options.at)
    let leaves = copy.leaves
    let isAdditive = leaves.contains { $0.isAdditive }
    if copy.fillMode == .removed, !isAdditive { copy.fillMode = .forwards }
    let length = copy.endTime
    var paths: [String] = []
    for leaf in leaves { if let path = leaf.keyPath, !paths.contains(path) { paths.append(path) } }
    try append(
      copy, to: layer, target, paths: isAdditive ? [] : paths, at: start,
      startsItself: !isAdditive && leaves.allSatisfy { ($0 as? BasicAnimation)?.fromValue.isNull != true })
    // An endless one counts with its first cycle.
    finishEntry(start, start + (length.isFinite ? length : copy.firstCycleEnd))
    return self
  }

  /// Calls a function before each picture, with the fraction of the entry, 0…1 after its timing function, and the time
  /// in it, in seconds: for counters and whatever is no key path. Its changes of layers are undone after the picture.
  ///
  /// ```swift
  /// let line = try TimeLine(in: scene)
  /// try line.run(.init(duration: 1.5, timing: .easing(.cubic, .out))) { fraction, _ in
  ///   title.string = "\(Int((1200 * fraction).rounded()))"
  /// }
  /// ```
  /// - Parameter options: `fillMode` says when it is called.
  @discardableResult public func run(
    _ options: Options = Options(), _ body: @escaping (_ fraction: Double, _ time: Double) throws -> Void
  ) throws -> TimeLine {
    try checkIsOpen()
    let start = try time(at: options.at)
    var timing = TimeMap()
    timing.beginTime = start
    timing.duration = max(try duration(of: options), TimeLine.instant)
    timing.fillMode = options.fillMode
    var spring: Spring?
    if let bounce = options.bounce {
      let made = try Spring(perceptualDuration: timing.duration, bounce: bounce)
      timing.duration = made.settlingDuration
      spring = made
    }
    guard timing.duration.isFinite else {
      throw LayerError("bounce: expected a number below 1, since the spring never rests")
    }
    let pace = spring == nil ? options.timing ?? settings.timing : nil
    try append(
      Item(content: .function(LineFunction(timing: timing, pace: pace, spring: spring, body: body)), start: start))
    finishEntry(start, start + timing.duration)
    return self
  }

  /// The longest text that can be typed, in characters.
  static let typingLimit = 5000

  /// Types the string of a text layer, character by character; the layer keeps the whole text. The whole text is laid
  /// out, so that no word moves.
  ///
  /// - Parameters:
  ///   - layer: a layer whose `string` is plain text of at most 5,000 characters, which continues in no other layer.
  ///   - options: the default of the timing function is `linear`.
  @discardableResult public func type(_ layer: Layer, _ options: Options = Options()) throws -> TimeLine {
    try checkIsOpen()
    guard let scene else { return self }
    guard case .string(let text) = layer.value(forKey: "string") else {
      throw LayerError("type: expected a text layer with a plain string, got \(layer.mention)")
    }
    guard text.count <= TimeLine.typingLimit else {
      throw LayerError(.limit, "type: at most \(TimeLine.typingLimit) characters can be typed, got \(text.count)")
    }
    let textLayer = layer as? TextLayer
    if textLayer?.continuesIn != nil {
      throw LayerError("type: the text of \(layer.mention) continues in another layer, so it cannot be typed")
    }
    let target = try target(layer)
    textLayer?.isTyped = true
    let animation = KeyframeAnimation(in: scene)
    var values: [PropertyValue] = [.string("")]
    var end = text.startIndex
    while end < text.endIndex {
      end = text.index(after: end)
      values.append(.string(String(text[..<end])))
    }
    try animation.setValue(.string("string"), forKey: "keyPath")
    try animation.setValue(.array(values), forKey: "values")
    try animation.setValue(.string("discrete"), forKey: "calculationMode")
    animation.duration = max(try duration(of: options), TimeLine.instant)
    animation.timingFunction = options.timing ?? .linear
    let start = try time(at: options.at)
    try append(animation, to: layer, target, paths: ["string"], at: start, startsItself: true)
    finishEntry(start, start + animation.duration)
    return self
  }
}
