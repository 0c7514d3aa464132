// SPDX-License-Identifier: MIT
/// Places for the results of work on several threads, each written by one thread and read when all are done.
final class Slots<Value>: @unchecked Sendable {
  // Unchecked: no two threads use the same place.
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
