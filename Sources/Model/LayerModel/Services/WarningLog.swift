// SPDX-License-Identifier: MIT
/// The log of a scene's warnings.
struct WarningLog {
  /// Rules whose warnings are not reported.
  var allowedRules: Set<LayerWarning.Rule> = []
  /// Rules whose warnings are not reported for single objects, by serial number.
  var allowedForObjects: [Int: Set<LayerWarning.Rule>] = [:]
  /// Receives each warning once.
  var report: ((LayerWarning) -> Void)?
  /// The index of each warning in `all`.
  private var places: [String: Int] = [:]
  private var all: [LayerWarning] = []

  private struct ClassKey: Hashable {
    let keyedClass: ObjectIdentifier
    let key: String
    let isForAuthor: Bool
  }

  /// A cache of the probable meanings of scripts' custom keys, each searched for once.
  private var likelyWords: [ClassKey: LikelyWord?] = [:]

  /// Limits the memory: a script can cause any number of different messages, of any length.
  private static let limit = 10_000
  private static let byteLimit = 16 << 20
  private var bytes = 0
  /// True if there is no room for a further warning.
  private(set) var isFull = false

  /// The number of warnings noted, repeated ones included.
  private(set) var noted = 0

  /// Returns true if a warning is new and there is room for it; a known one is counted.
  mutating func isNew(_ identity: String) -> Bool {
    noted &+= 1
    if let known = places[identity] {
      all[known].repeats += 1
      return false
    }
    return !isFull
  }

  /// True if a warning was reported.
  func isKnown(_ identity: String) -> Bool { places[identity] != nil }

  mutating func add(_ warning: LayerWarning, _ identity: String) {
    places[identity] = all.count
    all.append(warning)
    bytes += identity.utf8.count + warning.message.utf8.count
    isFull = all.count >= WarningLog.limit || bytes >= WarningLog.byteLimit
  }

  /// The warning that announces that no further ones will follow.
  var last: LayerWarning {
    LayerWarning(
      rule: .scriptWarning,
      message: "there were \(all.count) different warnings of \(bytes) bytes; further warnings are omitted")
  }

  /// Returns the repeated warnings to report, with the number of repetitions, and resets the counts.
  mutating func takeRepeated() -> [LayerWarning] {
    var repeated: [LayerWarning] = []
    for i in all.indices where all[i].repeats > 0 {
      if !allowedRules.contains(all[i].rule) { repeated.append(all[i]) }
      all[i].repeats = 0
    }
    return repeated
  }

  mutating func likelyWord(for key: String, of keyedClass: KeyedClass, _ reader: MessageReader) -> LikelyWord? {
    let identity = ClassKey(keyedClass: ObjectIdentifier(keyedClass), key: key, isForAuthor: reader.isAuthor)
    if let known = likelyWords[identity] { return known }
    let word = keyedClass.likelyWord(for: key, reader)
    // The cache is limited, since keys may be numbered.
    if likelyWords.count < 1000 { likelyWords[identity] = .some(word) }
    return word
  }
}

extension Scene {
  /// Receives each warning once.
  public var onWarning: ((LayerWarning) -> Void)? {
    get { warnings.report }
    set { warnings.report = newValue }
  }

  /// Rules whose warnings are not reported.
  public var allowedWarnings: Set<LayerWarning.Rule> {
    get { warnings.allowedRules }
    set { warnings.allowedRules = newValue }
  }

  /// Allows rules for one object.
  package func allow(_ rules: [LayerWarning.Rule], for object: KeyedObject) {
    warnings.allowedForObjects[object.serial, default: []].formUnion(rules)
  }

  /// Returns true if a rule is allowed for everything, or for an object.
  package func isAllowed(_ rule: LayerWarning.Rule, for object: KeyedObject?) -> Bool {
    warnings.allowedRules.contains(rule)
      || object.map { warnings.allowedForObjects[$0.serial]?.contains(rule) ?? false } ?? false
  }

  /// Reports a warning once for each `key` under the rule, or for each message if there is no key; repetitions are
  /// counted.
  ///
  /// - Parameters:
  ///   - object: the object concerned. For a problem that appears only when rendering, the line that made the object is
  ///     more useful than the one that requested the render, if there is such a line.
  ///   - isOfKey: true if it is about a key that is being set, by a script or the host.
  package func warn(
    _ rule: LayerWarning.Rule, _ message: @autoclosure () -> String, onceFor key: String? = nil,
    about object: KeyedObject? = nil, isOfKey: Bool = false
  ) {
    if isAllowed(rule, for: object) || picture.isAsking { return }
    let text = key == nil ? message() : nil
    let identity = rule.rawValue + "\u{0}" + (key ?? text ?? "")
    guard warnings.isNew(identity) else { return }
    let made = { object.flatMap { self.place(of: $0) } }
    let place = picture.roots.isEmpty ? host.runningPlace?() ?? made() : made() ?? host.runningPlace?()
    var warning = LayerWarning(rule: rule, message: text ?? message(), place: place)
    warning.isOfHost = isOfKey && place == nil && picture.roots.isEmpty && host.isScriptRunning?() != true
    warnings.add(warning, identity)
    onWarning?(warning)
    if warnings.isFull { onWarning?(warnings.last) }
  }

  /// True if a warning was reported once for a key.
  func hasWarned(_ rule: LayerWarning.Rule, onceFor key: String) -> Bool {
    warnings.isKnown(rule.rawValue + "\u{0}" + key)
  }

  /// Reports a warning even if it was reported before.
  package func warnAgain(_ rule: LayerWarning.Rule, _ message: String, at place: ScriptPlace? = nil) {
    if warnings.allowedRules.contains(rule) || picture.isAsking { return }
    onWarning?(LayerWarning(rule: rule, message: message, place: place ?? host.runningPlace?()))
  }

  /// Returns the script's line that made an object; nil if none did.
  package func place(of object: KeyedObject) -> ScriptPlace? {
    object.madeAt == 0 ? nil : host.placeOfMark?(object.madeAt)
  }

  /// Reports each repeated warning again, with the number of repetitions, and resets the counts.
  ///
  /// ```swift
  /// scene.onWarning = { print($0, $0.repeats) }
  /// scene.reportRepeatedWarnings()
  /// ```
  public func reportRepeatedWarnings() {
    for warning in warnings.takeRepeated() { onWarning?(warning) }
  }
}
