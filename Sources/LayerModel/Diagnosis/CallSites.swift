// SPDX-License-Identifier: MIT
// Where objects were made: a mark is a line, with the lines that called the functions in which it lies. The host that
// runs scripts knows what is behind one.
extension Scene {
  /// The lines that called the functions in which an object was made, the nearest first; up to seven. A function that
  /// called itself counts once, with the line that called it first.
  package func callers(of object: KeyedObject) -> [ScriptPlace] {
    object.madeAt == 0 ? [] : callPrefixes(of: object.madeAt).dropFirst().compactMap { callerPlace(of: $0) }
  }

  /// A mark, and before it what it is with fewer of the lines that called; first the line alone.
  func callPrefixes(of mark: UInt32) -> [UInt32] {
    var list = [mark]
    while let call = host.callOfMark?(list[list.count - 1]) { list.append(call.inner) }
    return list.reversed()
  }

  /// True if the outermost line of a mark is in the script of a line's mark.
  func isInScript(_ mark: UInt32, of line: UInt32) -> Bool {
    (callerPlace(of: mark) ?? host.placeOfMark?(mark))?.script == host.placeOfMark?(line)?.script
  }

  /// The outermost line of those that called; nil for a mark of a line alone.
  func callerPlace(of mark: UInt32) -> ScriptPlace? {
    host.callOfMark?(mark).flatMap { host.placeOfMark?($0.caller) }
  }
}
