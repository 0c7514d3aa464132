// SPDX-License-Identifier: MIT
import CImageCodecs
import Numbers
import Wording

/// What reads XML is told of its elements and text in turn; each answers false to stop.
package protocol XMLHandler: AnyObject {
  /// - Parameter attributes: in the file's order, their values with entities replaced.
  func start(_ name: String, _ attributes: [(name: String, value: String)], line: Int) -> Bool
  func end(_ name: String) -> Bool
  /// Text comes in pieces.
  func text(_ bytes: UnsafeRawBufferPointer) -> Bool
}

/// Reads XML by expat, which is loaded with the first file. Nothing outside of the file is read, and an entity that is
/// made of others, as those of bombs are, ends the reading.
package enum XMLReader {
  package struct Failure: Error {
    package enum Reason {
      /// The handler stopped.
      case stopped
      /// Entities are declared that are not allowed.
      case entities
      case memory
      case noLibrary
      /// It is no XML, with expat's words.
      case damaged(String)
    }
    package var reason: Reason
    package var line: Int
  }

  /// - Parameter entityBytes: the most bytes of all entities that the file declares; 0 allows no declaration.
  package static func read(
    _ bytes: UnsafeRawBufferPointer, entityBytes: Int = 0, _ handler: some XMLHandler
  ) throws(Failure) {
    let box = HandlerBox(handler)
    let message = CodecMessage()
    var line: UInt = 0
    var callbacks = llua_xml_handler()
    callbacks.context = Unmanaged.passUnretained(box).toOpaque()
    callbacks.start = { context, name, attributes, line in
      guard let context, let name else { return 0 }
      var list: [(name: String, value: String)] = []
      if let attributes {
        var i = 0
        while let key = attributes[i], let value = attributes[i + 1] {
          list.append((String(cString: key), String(cString: value)))
          i += 2
        }
      }
      return Unmanaged<HandlerBox>.fromOpaque(context)._withUnsafeGuaranteedRef {
        $0.handler.start(String(cString: name), list, line: Int(clamping: line)) ? 1 : 0
      }
    }
    callbacks.end = { context, name in
      guard let context, let name else { return 0 }
      return Unmanaged<HandlerBox>.fromOpaque(context)._withUnsafeGuaranteedRef {
        $0.handler.end(String(cString: name)) ? 1 : 0
      }
    }
    callbacks.text = { context, bytes, length in
      guard let context, let bytes else { return 0 }
      let text = UnsafeRawBufferPointer(start: bytes, count: length)
      return Unmanaged<HandlerBox>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.handler.text(text) ? 1 : 0 }
    }
    let status = withExtendedLifetime(box) {
      llua_xml_read(
        bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, &callbacks, max(entityBytes, 0), &line, message.text)
    }
    let reason: Failure.Reason
    switch Int(status) {
    case Int(LLUA_OK): return
    case Int(LLUA_STOPPED): reason = .stopped
    case Int(LLUA_LIMIT): reason = .entities
    case Int(LLUA_MEMORY): reason = .memory
    case Int(LLUA_NO_LIBRARY): reason = .noLibrary
    default: reason = .damaged(String(cString: message.text))
    }
    throw Failure(reason: reason, line: Int(clamping: line))
  }

  /// Callbacks of C have one pointer.
  private final class HandlerBox {
    let handler: any XMLHandler
    init(_ handler: any XMLHandler) { self.handler = handler }
  }
}
