// SPDX-License-Identifier: MIT
import CLayerLua
import LayerEngine
import LayerModel
import Messages
import Numbers

/// An engine's last error as a C structure, with its texts.
final class ErrorRecord {
  let pointer = UnsafeMutablePointer<layerlua_error>.allocate(capacity: 1)
  private var texts: [UnsafeMutablePointer<CChar>] = []
  private let face: HostFace

  /// - Parameter face: the language of the host, in which messages name its settings.
  init(_ face: HostFace) {
    self.face = face
    pointer.initialize(to: layerlua_error())
    pointer.pointee.message = copy("")
    pointer.pointee.description = UnsafePointer(pointer.pointee.message)
  }

  deinit {
    for text in texts { text.deallocate() }
    pointer.deallocate()
  }

  func set(_ error: any Error) -> layerlua_status {
    var error = engineError(error)
    // Python has arguments in place of the structures' fields.
    for structure in ["layerlua_config.", "layerlua_settings."]
    where face == .python && error.message.hasPrefix(structure) {
      error.message.removeFirst(structure.count)
    }
    for text in texts { text.deallocate() }
    texts = []
    pointer.pointee.status = status(error.kind)
    pointer.pointee.line = Int32(clamping: error.line ?? 0)
    pointer.pointee.message = copy(error.message)
    pointer.pointee.script = error.script.flatMap(copy)
    pointer.pointee.source_line = error.sourceLine.flatMap(copy)
    pointer.pointee.traceback = error.traceback.flatMap(copy)
    pointer.pointee.description = copy(error.description)
    return pointer.pointee.status
  }

  private func copy(_ text: String) -> UnsafePointer<CChar>? {
    let copy = duplicate(text)
    texts.append(copy)
    return UnsafePointer(copy)
  }
}

/// Converts any error to an `EngineError`. A layer's own errors are usage errors here, since no script is running.
func engineError(_ error: any Error) -> EngineError {
  switch error {
  case let error as EngineError: error
  // A file, font or text that is too large is a usage error too.
  case let error as LayerError:
    EngineError(error.kind == .limit && !error.isOfServices ? .limit : .usage, error.message)
  default: EngineError(.usage, "\(error)")
  }
}

private func status(_ kind: EngineError.Kind) -> layerlua_status {
  switch kind {
  case .script: LAYERLUA_SCRIPT
  case .usage: LAYERLUA_USAGE
  case .limit: LAYERLUA_LIMIT
  case .file: LAYERLUA_FILE
  case .missing: LAYERLUA_MISSING
  case .temporary: LAYERLUA_TEMPORARY
  case .cancelled: LAYERLUA_CANCELLED
  }
}

/// Makes a zero-terminated copy of a text in words, in which the character 0 is written as `\0`: C would see the text
/// end there.
func duplicate(_ text: String) -> UnsafeMutablePointer<CChar> {
  let bytes = withoutZeros(text).utf8CString
  let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
  bytes.withUnsafeBufferPointer { if let base = $0.baseAddress { copy.update(from: base, count: bytes.count) } }
  return copy
}

/// A text in which the character 0 is written as `\0`.
func withoutZeros(_ text: String) -> String {
  guard text.utf8.contains(0) else { return text }
  var whole = ""
  for c in text.unicodeScalars { if c.value == 0 { whole += "\\0" } else { whole.unicodeScalars.append(c) } }
  return whole
}
