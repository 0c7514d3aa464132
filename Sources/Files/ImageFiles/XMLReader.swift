// SPDX-License-Identifier: MIT
import CImageCodecs
import Messages
import Numbers

/// Receives the elements and text of an XML file in order; each callback returns false to stop.
package protocol XMLHandler: AnyObject {
  /// - Parameter attributes: in file order, with entities expanded.
  func start(_ name: String, _ attributes: [(name: String, value: String)], line: Int) -> Bool
  func end(_ name: String) -> Bool
  /// Called for each piece of text; a text may arrive in several pieces.
  func text(_ bytes: UnsafeRawBufferPointer) -> Bool
}

/// A SAX parser for XML, using expat, which is loaded with the first file. External entities are not read, and an
/// entity that refers to other entities, as in "billion laughs" attacks, ends the parsing.
package enum XMLReader {
  package struct Failure: Error {
    package enum Reason {
      /// A callback returned false.
      case stopped
      /// The file declares entities that are not allowed.
      case entities
      case memory
      case noLibrary
      /// The file is not well-formed; with expat's message.
      case damaged(String)
    }
    package var reason: Reason
    package var line: Int
  }

  /// Parses a file.
  ///
  /// - Parameter entityBytes: the maximum size of all declared entities, in bytes; 0 allows no declaration.
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

  /// Boxes the existential: a C callback's context is a single pointer.
  private final class HandlerBox {
    let handler: any XMLHandler
    init(_ handler: any XMLHandler) { self.handler = handler }
  }
}
