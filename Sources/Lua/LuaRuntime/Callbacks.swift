// SPDX-License-Identifier: MIT
import CLuaState
import Messages
import Numbers

/// The target of C's callbacks. Separate from `LuaState`, so that it outlives the state's finalisers.
final class Callbacks {
  let host: any LuaHost
  unowned(unsafe) var state: LuaState?
  var functions: [LuaState.Function] = []
  /// True discards the script's prints and warnings.
  var isMuted = false

  init(host: any LuaHost) {
    self.host = host
  }

  func table() -> llua_Callbacks {
    var table = llua_Callbacks()
    table.owner = Unmanaged.passUnretained(self).toOpaque()
    table.write = { owner, state, bytes, count in
      guard let callbacks = Callbacks.of(owner), !callbacks.isMuted else { return 0 }
      return callbacks.status(state) { try callbacks.host.write(UnsafeRawBufferPointer(start: bytes, count: count)) }
    }
    table.warn = { owner, state, isFinalizer, bytes, count in
      guard let callbacks = Callbacks.of(owner), !callbacks.isMuted else { return }
      let text = String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
      callbacks.host.warn(text, isFinalizer ? .finalizer : .script)
    }
    table.time = { owner, state in Callbacks.of(owner)?.host.scriptTime ?? 0 }
    table.module = { owner, state, bytes, count in
      guard let callbacks = Callbacks.of(owner) else { return 0 }
      var found: Int32 = 0
      let failed = callbacks.status(state) {
        let name = String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
        switch try callbacks.host.module(named: name) {
        case .source(let source, let name):
          let supplied = source.withUnsafeBytes {
            llua_supply(state, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count, name)
          }
          if !supplied { throw ScriptError(.memory, "out of memory") }
          found = 1
        case .missing(let searched):
          fail(state, with: ScriptError(.invalid, searched))
        }
      }
      return failed < 0 ? failed : found
    }
    table.function = { owner, state, index, arguments, count in
      guard let callbacks = Callbacks.of(owner), let target = callbacks.state else { return 0 }
      // adopted before anything can fail, so that the references are released
      let values = (0..<count).map { index in arguments.map { LuaValue($0[index], state: target) } ?? .null }
      return callbacks.status(state) {
        var list = LuaValueList(try callbacks.functions[Int(index)](values))
        let given = list.withValues { values, count in llua_give(state, values, count) }
        if !given { throw ScriptError(.memory, "out of memory") }
      }
    }
    return table
  }

  private static func of(_ owner: UnsafeMutableRawPointer?) -> Callbacks? {
    owner.map { Unmanaged<Callbacks>.fromOpaque($0).takeUnretainedValue() }
  }

  private func status(_ state: OpaquePointer?, _ body: () throws -> Void) -> Int32 {
    do {
      try body()
      return 0
    } catch {
      fail(state, with: host.scriptError(error))
      return -1
    }
  }
}

/// Passes C the error to raise once Swift has returned.
package func fail(_ state: OpaquePointer?, with report: ScriptError) {
  var message = report.message
  message.withUTF8 { bytes in
    llua_fail_again(
      state, llua_Kind(rawValue: UInt32(report.kind.rawValue)), report.token,
      UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self), bytes.count)
  }
}
