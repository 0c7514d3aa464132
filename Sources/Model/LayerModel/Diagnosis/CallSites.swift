// SPDX-License-Identifier: MIT
// The script lines that made objects. A mark identifies a script line together with its call stack. The host that runs
// scripts resolves marks.
extension Scene {
  /// Returns the call stack of the line that made an object, the nearest caller first, at most seven lines. A recursive
  /// function counts once, with the line that called it first.
  package func callers(of object: KeyedObject) -> [ScriptPlace] {
    object.madeAt == 0 ? [] : callPrefixes(of: object.madeAt).dropFirst().compactMap { callerPlace(of: $0) }
  }

  /// Returns the mark with each truncation of its call stack, from the line alone to the whole mark.
  func callPrefixes(of mark: UInt32) -> [UInt32] {
    var list = [mark]
    while let call = host.callOfMark?(list[list.count - 1]) { list.append(call.inner) }
    return list.reversed()
  }

  /// True if the outermost line of a mark's call stack is in the same script as `line`.
  func isInScript(_ mark: UInt32, of line: UInt32) -> Bool {
    (callerPlace(of: mark) ?? host.placeOfMark?(mark))?.script == host.placeOfMark?(line)?.script
  }

  /// Returns the outermost line of a mark's call stack; nil for a mark of a line alone.
  func callerPlace(of mark: UInt32) -> ScriptPlace? {
    host.callOfMark?(mark).flatMap { host.placeOfMark?($0.caller) }
  }
}
