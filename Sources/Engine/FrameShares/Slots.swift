// SPDX-License-Identifier: MIT
/// A fixed array of results of concurrent work. Each slot is written by one thread and read after all threads are done.
final class Slots<Value>: @unchecked Sendable {
  // Unchecked: no two threads use the same slot.
  private let places: UnsafeMutableBufferPointer<Value?>

  init(count: Int) {
    places = .allocate(capacity: count)
    places.initialize(repeating: nil)
  }

  deinit {
    places.deinitialize()
    places.deallocate()
  }

  subscript(place: Int) -> Value? {
    get { places[place] }
    set { places[place] = newValue }
  }
}
