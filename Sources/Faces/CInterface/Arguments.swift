// SPDX-License-Identifier: MIT
import CLayerLua
import LayerEngine

/// Reads a string passed by the caller.
///
/// - Throws: a usage error that contains its name, for NULL and for invalid UTF-8.
func text(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(EngineError) -> String {
  guard let pointer else { throw misuse("\(name) is NULL") }
  guard let text = String(validatingCString: pointer) else { throw misuse("\(name) is not UTF-8") }
  return text
}

/// Same as `text`, but returns nil for NULL.
func optionalText(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(EngineError) -> String? {
  pointer == nil ? nil : try text(pointer, name)
}

func texts(_ pointer: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int, _ name: String) throws(EngineError)
  -> [String]
{
  guard count > 0 else {
    if count < 0 { throw misuse("the number of \(name) is out of range") }
    return []
  }
  guard let pointer else { throw misuse("\(name) is NULL, but the count is \(count)") }
  var list: [String] = []
  for i in 0..<count { list.append(try text(pointer[i], "\(name)[\(i)]")) }
  return list
}

/// Reads the bytes of a file passed by the caller.
func fileBytes(_ bytes: UnsafePointer<UInt8>?, _ count: Int) throws(EngineError) -> [UInt8] {
  guard let bytes, count >= 0 else { throw misuse("the bytes are NULL, or their number is out of range") }
  return Array(UnsafeBufferPointer(start: bytes, count: count))
}

/// Reads a structure that begins with its size, as far as the caller's version goes; the rest is zero.
///
/// - Parameters:
///   - zero: a zeroed structure.
///   - first: its size in the first version of the header.
///   - isFilled: true if it is an output structure, whose other fields need not be set.
func sized<Value>(
  _ pointer: UnsafePointer<Value>?, _ zero: Value, first: Int, _ name: String, isFilled: Bool = false
) throws(EngineError) -> Value {
  guard let pointer else { return zero }
  let raw = UnsafeRawPointer(pointer)
  let size = raw.loadUnaligned(as: Int.self)
  let known = MemoryLayout<Value>.size
  // The size of a structure is a multiple of its alignment. Another one could end within a pointer.
  guard size >= first, size <= 1 << 16, size % MemoryLayout<Value>.alignment == 0 else {
    throw misuse("\(name).size is \(size): set it to sizeof(\(name)), which is \(known)")
  }
  if isFilled { return zero }
  if size > known, (known..<size).contains(where: { raw.load(fromByteOffset: $0, as: UInt8.self) != 0 }) {
    throw misuse(
      "\(name) has fields that this library does not know; it is older than the header the program was built with")
  }
  var value = zero
  withUnsafeMutableBytes(of: &value) {
    $0.copyMemory(from: UnsafeRawBufferPointer(start: raw, count: min(size, known)))
  }
  return value
}

/// Writes an output structure that begins with its size, as far as the caller's version goes; the size stays.
/// `sized` has checked the size before.
func fill<Value>(_ pointer: UnsafeMutablePointer<Value>, with value: Value) {
  let raw = UnsafeMutableRawPointer(pointer)
  let start = MemoryLayout<Int>.size
  let end = min(raw.loadUnaligned(as: Int.self), MemoryLayout<Value>.size)
  withUnsafeBytes(of: value) {
    UnsafeMutableRawBufferPointer(start: raw + start, count: end - start).copyMemory(
      from: UnsafeRawBufferPointer(rebasing: $0[start..<end]))
  }
}

func isTime(_ seconds: Double) -> Bool { seconds.isFinite && abs(seconds) <= 1e9 }
