// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Messages
import Numbers
import Timing

/// The source of an expression, of which some forms are recognised by their text. Others are not run.
struct Expression {
  /// The forms that are recognised.
  enum Form: Equatable {
    /// Repeats of the keys after the last or before the first one.
    case loop(isOut: Bool, LoopMode, LoopReach)
    /// Random values around the property's own: how often in a second, and how far.
    case wiggle(frequency: Double, amount: Double)
    /// The composition's time in seconds times a factor.
    case time(Double)
    /// The value of another property.
    case link([LinkStep])
  }

  /// The way in which keys are repeated.
  enum LoopMode: String {
    case cycle, pingpong, offset
    case goOn = "continue"
  }

  /// The keys that are repeated.
  enum LoopReach: Equatable {
    /// A number of segments; 0 is all.
    case segments(Int)
    /// The segments within some seconds.
    case seconds(Double)
  }

  /// A step from a composition to a property: a name, and for a call its argument.
  struct LinkStep: Equatable {
    var name: String
    var argument: String?
  }

  let form: Form?

  init(_ source: String) {
    form = source.utf8.count <= 4096 ? Expression.form(of: Expression.cleaned(source)) : nil
  }

  var isKnown: Bool { form != nil }

  /// Removes what exporters put around an expression, and spaces outside of quotes.
  private static func cleaned(_ source: String) -> String {
    var result = ""
    var quote: Character?
    for c in source {
      if let open = quote {
        if c == open { quote = nil }
        result.append(c)
      } else if c == "'" || c == "\"" {
        quote = c
        result.append(c)
      } else if !c.isWhitespace {
        result.append(c)
      }
    }
    for prefix in ["var$bm_rt;", "$bm_rt="] where result.hasPrefix(prefix) { result.removeFirst(prefix.count) }
    while result.hasSuffix(";") { result.removeLast() }
    return result
  }

  private static func form(of text: String) -> Form? {
    if let call = Call(text) {
      switch call.name {
      case "loopOut", "loopIn", "loopOutDuration", "loopInDuration": return loop(call)
      case "wiggle":
        guard call.arguments.count == 2, let f = Double(call.arguments[0]), let a = Double(call.arguments[1]), f > 0
        else { return nil }
        return .wiggle(frequency: f, amount: a)
      case "$bm_mul":
        guard call.arguments.count == 2 else { return nil }
        let (a, b) = (call.arguments[0], call.arguments[1])
        if a == "time", let k = Double(b) { return .time(k) }
        if b == "time", let k = Double(a) { return .time(k) }
        return nil
      default: break
      }
    }
    if text == "time" { return .time(1) }
    let factors = text.split(separator: "*", omittingEmptySubsequences: false)
    if factors.count == 2 {
      if factors[0] == "time", let k = Double(factors[1]) { return .time(k) }
      if factors[1] == "time", let k = Double(factors[0]) { return .time(k) }
    }
    return links(text).map { .link($0) }
  }

  private static func loop(_ call: Call) -> Form? {
    var mode = LoopMode.cycle
    if let name = call.arguments.first {
      guard let text = unquoted(name), let known = LoopMode(rawValue: text.lowercased()) else { return nil }
      mode = known
    }
    let number = call.arguments.count > 1 ? Double(call.arguments[1]) : 0
    guard call.arguments.count <= 2, let number, number >= 0, number < 1e6 else { return nil }
    let reach: LoopReach =
      call.name.hasSuffix("Duration") ? .seconds(number) : .segments(Int(clamping: number.rounded(.down)))
    return .loop(isOut: call.name.hasPrefix("loopOut"), mode, reach)
  }

  static func unquoted(_ text: String) -> String? {
    guard text.count >= 2, let first = text.first, first == "'" || first == "\"", text.last == first else { return nil }
    let inner = text.dropFirst().dropLast()
    return inner.contains(first) || inner.contains("\\") ? nil : String(inner)
  }

  /// A call alone: a name and its arguments, without calls in them.
  private struct Call {
    var name: String
    var arguments: [String]

    init?(_ text: String) {
      guard text.last == ")", let open = text.firstIndex(of: "(") else { return nil }
      name = String(text[..<open])
      let inner = text[text.index(after: open)...].dropLast()
      guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0 == "_" || $0 == "$" }), !inner.contains("("),
        !inner.contains(")")
      else { return nil }
      arguments = inner.isEmpty ? [] : inner.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// Parses `thisComp.layer('A').content('B').size` and the like; nil for anything else.
  private static func links(_ text: String) -> [LinkStep]? {
    var steps: [LinkStep] = []
    var rest = Substring(text)
    while !rest.isEmpty {
      guard steps.count < 32 else { return nil }
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      rest = rest[name.endIndex...]
      var step = LinkStep(name: String(name))
      if rest.first == "(" {
        guard let end = argumentEnd(rest) else { return nil }
        let argument = String(rest[rest.index(after: rest.startIndex)..<end])
        guard let value = unquoted(argument) ?? Int(argument).map({ "#\($0)" }) else { return nil }
        step.argument = value
        rest = rest[rest.index(after: end)...]
      }
      guard !step.name.isEmpty || step.argument != nil else { return nil }
      steps.append(step)
      if rest.first == "." {
        rest = rest.dropFirst()
        guard !rest.isEmpty else { return nil }
      } else if !rest.isEmpty, rest.first != "(" {
        return nil
      }
    }
    let starts = ["thisComp", "thisLayer", "content", "effect", "transform"]
    guard let first = steps.first, starts.contains(first.name), steps.count > 1 else { return nil }
    return steps
  }

  private static func argumentEnd(_ text: Substring) -> Substring.Index? {
    let inner = text.dropFirst()
    guard let first = inner.first else { return nil }
    if first == "'" || first == "\"" {
      guard let close = inner.dropFirst().firstIndex(of: first) else { return nil }
      let end = inner.index(after: close)
      return end < inner.endIndex && inner[end] == ")" ? end : nil
    }
    return inner.firstIndex(of: ")")
  }
}

// MARK: - Values

extension Expression {
  /// Returns the values of a property with its expression; nil for an expression that is not run.
  ///
  /// - Parameter track: the property's own values; nil if it has none.
  func applied(
    to track: NumberTrack?, _ node: Node, _ place: Place, in scope: Scope, _ session: LottieSession
  ) throws -> NumberTrack? {
    switch form {
    case nil: return nil
    case .loop: return try track.flatMap { try looped($0, in: scope, session, place) }
    case .time(let factor):
      let rate = session.animation.frameRate
      let (start, end) = scope.composition.frames
      guard end > start else { return nil }
      return Track(
        keys: [start, end].map { Key(frame: $0, value: [min(max($0 / rate * factor, -Node.largest), Node.largest)]) })
    case .wiggle(let frequency, let amount):
      return try track.flatMap { try wiggled($0, frequency, amount, place, in: scope, session) }
    case .link(let steps):
      guard scope.links < 16, let (target, layer) = Expression.target(of: steps, in: scope, session) else { return nil }
      let inner = Scope(composition: scope.composition, layer: layer, links: scope.links + 1)
      let value = try session.numbers(target, place + "", track?.first ?? [0], in: inner)
      return value
    }
  }

  /// Returns the keys of a shape repeated; nil for another expression.
  func looped(_ track: Track<Bezier>, in scope: Scope, rate: Double) -> Track<Bezier>? {
    guard case .loop = form else { return nil }
    return repeated(track, in: scope, rate: rate, isBounded: false, offset: nil)
  }

  private func looped(
    _ track: NumberTrack, in scope: Scope, _ session: LottieSession, _ place: Place
  ) throws -> NumberTrack? {
    let isBounded = !Expression.unbounded.contains(place.names.last ?? "")
    let result = repeated(track, in: scope, rate: session.animation.frameRate, isBounded: isBounded) {
      value, difference, count in
      zip(value, difference).map { $0 + $1 * count }
    }
    if let result { try session.countKeys(result.keys.count, place) }
    return result?.map { value in value.map { min(max($0, -Node.largest), Node.largest) } }
  }

  /// Repeats keys to the end, or from the beginning, of the composition, at most 10,000 of them.
  ///
  /// - Parameters:
  ///   - isBounded: true for a property whose values are clamped, such as a colour.
  ///   - offset: adds a number of differences to a value; nil where values cannot be added.
  private func repeated<Value: Mixable>(
    _ track: Track<Value>, in scope: Scope, rate: Double, isBounded: Bool,
    offset: ((_ value: Value, _ difference: Value, _ count: Double) -> Value)?
  ) -> Track<Value>? {
    guard case .loop(let isOut, let mode, let reach) = form, track.isAnimated else { return track }
    if mode == .goOn { return continued(track, isOut: isOut, in: scope, isBounded: isBounded) }
    let keys = segment(of: track, isOut: isOut, reach, rate, in: scope)
    guard let first = keys.first, let last = keys.last, last.frame - first.frame > 1e-6 else { return track }
    let length = last.frame - first.frame
    let (start, end) = scope.composition.frames
    let missing = isOut ? end - last.frame : first.frame - start
    let count = Int(clamping: min(max((missing / length).rounded(.up), 0), 10_000 / Double(keys.count) + 1))
    var turns: [[Key<Value>]] = []
    for turn in 0..<max(count, 0) {
      var part = mode == .pingpong && turn & 1 == 0 ? Expression.reversed(keys) : keys
      let shift = isOut ? last.frame + Double(turn) * length : first.frame - Double(turn + 1) * length
      for i in part.indices {
        part[i].frame += shift - first.frame
        if mode == .offset, let offset, let difference = Expression.difference(first.value, last.value, offset) {
          part[i].value = offset(part[i].value, difference, isOut ? Double(turn + 1) : -Double(turn + 1))
        }
      }
      turns.append(part)
    }
    var result: [Key<Value>] = []
    for part in isOut ? [track.keys] + turns : turns.reversed() + [track.keys] {
      // The end of one turn and the start of the next are at one time: a jump, unless they are equal.
      if result.last?.value == part.first?.value, !result.isEmpty { result.removeLast() }
      result += part
    }
    // The end of a turn and the start of the next may differ by rounding.
    for i in result.indices.dropFirst() { result[i].frame = max(result[i].frame, result[i - 1].frame) }
    return Track(keys: result)
  }

  private static func difference<Value: Mixable>(
    _ a: Value, _ b: Value, _ offset: (Value, Value, Double) -> Value
  ) -> Value? { offset(b, a, -1) }

  private static func reversed<Value: Mixable>(_ keys: [Key<Value>]) -> [Key<Value>] {
    let (first, last) = (keys[0].frame, keys[keys.count - 1].frame)
    return keys.indices.reversed().map { i in
      var key = keys[i]
      key.frame = first + last - key.frame
      // The way to the next key is that of the key before, backward.
      let before = i > 0 ? keys[i - 1] : nil
      key.isHold = before?.isHold ?? false
      key.pace = before?.pace.flatMap {
        let (a, b, _) = $0.nearestCubic
        return try? TimingFunction(controlPoints: Point(1 - b.x, 1 - b.y), Point(1 - a.x, 1 - a.y))
      }
      key.tangents = before?.tangents.map { (out: $0.in, in: $0.out) }
      return key
    }
  }

  /// Returns the keys that are repeated: a number of segments, or those within some seconds, to the frame.
  private func segment<Value: Mixable>(
    of track: Track<Value>, isOut: Bool, _ reach: LoopReach, _ rate: Double, in scope: Scope
  ) -> [Key<Value>] {
    let keys = track.keys
    switch reach {
    case .segments(let number):
      let count = max(number > 0 ? min(number + 1, keys.count) : keys.count, 2)
      return Array(isOut ? keys.suffix(count) : keys.prefix(count))
    case .seconds(let seconds):
      let (first, last) = (keys[0].frame, keys[keys.count - 1].frame)
      // Without a number of seconds the layer's first or last frame counts.
      if isOut {
        let start = seconds > 0 ? last - seconds * rate : scope.layer.number("ip", scope.composition.frames.start)
        return start < last ? track.from(start) : keys
      }
      let end = seconds > 0 ? first + seconds * rate : scope.layer.number("op", scope.composition.frames.end)
      return end > first ? track.to(end) : keys
    }
  }

  // MARK: Going on

  /// The properties whose values have no bounds.
  private static let unbounded: Set<String> = [
    "Position", "X Position", "Y Position", "Anchor Point", "Scale", "Rotation", "X Rotation", "Y Rotation",
    "Time Remap",
  ]

  /// Goes on after the last key, or before the first one, with the speed that the property has there, to the end or the
  /// beginning of the composition.
  ///
  /// - Parameter isBounded: true for a value for each frame, at most 2,000, of which each is clamped.
  private func continued<Value: Mixable>(
    _ track: Track<Value>, isOut: Bool, in scope: Scope, isBounded: Bool
  ) -> Track<Value> {
    var keys = track.keys
    let i = isOut ? keys.count - 2 : 0
    let (a, b) = (keys[i], keys[i + 1])
    let length = b.frame - a.frame
    let (start, end) = scope.composition.frames
    let missing = isOut ? end - b.frame : a.frame - start
    guard length > 1e-6, missing > 1e-6, !a.isHold else { return track }
    let slope = Expression.slope(of: a.pace, atEnd: isOut) / length
    let count = isBounded ? Int(clamping: min(max(missing.rounded(.up), 1), 2000)) : 1
    var more: [Key<Value>] = []
    for n in 1...count {
      let far = missing * Double(n) / Double(count)
      guard let value = Expression.value(beyond: a, b, isOut: isOut, slope * far) else { return track }
      more.append(Key(frame: isOut ? b.frame + far : a.frame - far, value: value))
    }
    guard isOut else { return Track(keys: more.reversed() + keys) }
    let last = keys.count - 1
    keys[last].isHold = false
    keys[last].pace = nil
    keys[last].tangents = nil
    return Track(keys: keys + more)
  }

  /// Returns the value on the straight line that leaves the way between two keys at its end, or at its beginning.
  ///
  /// - Parameter far: how far, in whole ways.
  private static func value<Value: Mixable>(
    beyond a: Key<Value>, _ b: Key<Value>, isOut: Bool, _ far: Double
  ) -> Value? {
    guard let tangents = a.tangents, let p = a.value as? [Double], let q = b.value as? [Double], p.count > 1,
      q.count > 1
    else { return a.value.mixed(with: b.value, isOut ? 1 + far : -far) }
    let end = isOut ? Point(q[0], q[1]) : Point(p[0], p[1])
    let point = end + (isOut ? tangents.in : tangents.out) * (-3 * far)
    return [point.x, point.y] as? Value
  }

  /// Returns the speed of a timing function at its end or beginning: 1 for a linear one, at most 1,000.
  private static func slope(of pace: TimingFunction?, atEnd: Bool) -> Double {
    guard let pace else { return 1 }
    let (a, b, _) = pace.nearestCubic
    // The nearest control point that does not lie at the end of the curve gives the direction.
    let handles = atEnd ? [Point(1 - b.x, 1 - b.y), Point(1 - a.x, 1 - a.y)] : [Point(a.x, a.y), Point(b.x, b.y)]
    guard let handle = handles.first(where: { abs($0.x) > 1e-6 || abs($0.y) > 1e-6 }) else { return 1 }
    return min(max(handle.y / max(handle.x, 1e-6), -1000), 1000)
  }

  /// Returns values that swing around a property's own, by numbers that depend on its key path alone.
  private func wiggled(
    _ track: NumberTrack, _ frequency: Double, _ amount: Double, _ place: Place, in scope: Scope,
    _ session: LottieSession
  ) throws -> NumberTrack? {
    let (start, end) = scope.composition.frames
    let step = max(session.animation.frameRate / min(frequency, 1000), (end - start) / 5000)
    guard step > 0, end > start, amount.isFinite else { return nil }
    var seed = place.text.utf8.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
    func random() -> Double {
      // The steps of xorshift64*.
      seed ^= seed >> 12
      seed ^= seed << 25
      seed ^= seed >> 27
      return Double((seed &* 2_685_821_657_736_338_717) >> 11) * 0x1p-52 - 1
    }
    if seed == 0 { seed = 1 }
    var keys: [Key<[Double]>] = []
    var frame = start
    while frame < end + step, keys.count < 6000 {
      let value = track.value(at: frame).map { min(max($0 + random() * amount, -Node.largest), Node.largest) }
      keys.append(Key(frame: frame, value: value, pace: .easeInEaseOut))
      frame += step
    }
    try session.countKeys(keys.count, place)
    return Track(keys: keys)
  }

  // MARK: Links

  private static let transforms = [
    "position": "p", "anchorPoint": "a", "scale": "s", "rotation": "r", "opacity": "o", "skew": "sk", "skewAxis": "sa",
  ]
  private static let items = [
    "size": "s", "position": "p", "roundness": "r", "color": "c", "opacity": "o", "strokeWidth": "w", "start": "s",
    "end": "e", "offset": "o", "rotation": "r", "points": "pt", "outerRadius": "or", "innerRadius": "ir", "radius": "r",
    "path": "ks",
  ]

  /// Returns the property that a link leads to, and its layer; nil if it leads nowhere.
  private static func target(of steps: [LinkStep], in scope: Scope, _ session: LottieSession) -> (Node, Node)? {
    var layer = scope.layer
    var rest = steps[...]
    if rest.first?.name == "thisComp" {
      rest = rest.dropFirst()
      guard let step = rest.first, step.name == "layer", let name = step.argument else { return nil }
      let layers = scope.composition.layers
      let found =
        layers.first { $0["nm"]?.text == name }
        ?? number(name).flatMap { $0 > 0 && $0 <= layers.count ? layers[$0 - 1] : nil }
      guard let found else { return nil }
      layer = found
      rest = rest.dropFirst()
    } else if rest.first?.name == "thisLayer" {
      rest = rest.dropFirst()
    }
    guard let first = rest.first else { return nil }
    let target: Node?
    switch first.name {
    case "effect": target = effect(rest, of: layer)
    case "content": target = content(rest, layer.items("shapes"))
    case "transform" where rest.count == 2:
      target = rest.last.flatMap { transforms[$0.name] }.flatMap { layer["ks"]?[$0] }
    default: target = rest.count == 1 ? transforms[first.name].flatMap { layer["ks"]?[$0] } : nil
    }
    return target.map { ($0, layer) }
  }

  private static func number(_ text: String) -> Int? { text.hasPrefix("#") ? Int(text.dropFirst()) : nil }

  private static func named(_ name: String, _ items: [PropertyValue]) -> Node? {
    if let i = number(name) { return i > 0 && i <= items.count ? Node(items[i - 1]) : nil }
    return items.map { Node($0) }.first { $0["nm"]?.text == name || $0["mn"]?.text == name }
  }

  private static func effect(_ steps: ArraySlice<LinkStep>, of layer: Node) -> Node? {
    let arguments = steps.compactMap(\.argument)
    guard steps.count == 2, arguments.count == 2, let effect = named(arguments[0], layer.items("ef")) else {
      return nil
    }
    let values = effect.items("ef")
    let value = named(arguments[1], values) ?? (values.count == 1 ? Node(values[0]) : nil)
    return value?["v"]
  }

  private static func content(_ steps: ArraySlice<LinkStep>, _ items: [PropertyValue]) -> Node? {
    var items = items
    var item: Node?
    var rest = steps
    while let step = rest.first, step.name == "content", let name = step.argument {
      guard let found = named(name, items) else { return nil }
      item = found
      items = found.items("it")
      rest = rest.dropFirst()
    }
    guard let item, let step = rest.first else { return nil }
    if step.name == "transform", rest.count == 2, let last = rest.last, let key = transforms[last.name] {
      return items.map { Node($0) }.last { $0["ty"]?.text == "tr" }?[key]
    }
    return rest.count == 1 ? Expression.items[step.name].flatMap { item[$0] } : nil
  }
}
