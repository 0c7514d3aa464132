// SPDX-License-Identifier: MIT
import FuzzTargets
import Glibc

// libFuzzer provides the main program and calls these functions. FUZZ_TARGET names the target, so that one program
// serves all.
private let target: FuzzTarget = {
  let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    let known = FuzzTarget.allCases.map(\.rawValue).joined(separator: " ")
    print("FUZZ_TARGET names what to try: \(known)")
    exit(2)
  }
  return target
}()

@_cdecl("LLVMFuzzerTestOneInput") public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  target.run(UnsafeRawBufferPointer(start: data, count: size))
  return 0
}
