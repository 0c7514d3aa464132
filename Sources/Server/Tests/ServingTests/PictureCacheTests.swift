// SPDX-License-Identifier: MIT
import NIOCore
import Serving
import Testing

@Suite struct PictureCacheTests {
  private func entry(_ size: Int) -> PictureCache.Entry {
    PictureCache.Entry(type: "image/png", bytes: ByteBuffer(repeating: 1, count: size - 1024), made: 1)
  }

  @Test func `the least recently used give way`() {
    var cache = PictureCache(limit: 16_000)
    for name in ["a", "b", "c", "d", "e", "f", "g", "h"] { cache.keep(entry(2000), name) }
    #expect(cache.count == 8 && cache.bytes == 16_000)
    #expect(cache.entry("a") != nil)
    cache.keep(entry(2000), "i")
    #expect(cache.entry("b") == nil && cache.entry("a") != nil && cache.entry("i") != nil)
    cache.keep(entry(2001), "large")
    #expect(cache.entry("large") == nil && cache.bytes == 16_000)
  }

  /// Against a plain list.
  @Test func `random use keeps the newest`() {
    var random = SystemRandomNumberGenerator()
    var cache = PictureCache(limit: 100_000)
    var model: [(key: String, size: Int)] = []
    for _ in 0..<5000 {
      let key = "k\(Int.random(in: 0..<40, using: &random))"
      if Bool.random(using: &random) {
        let found = cache.entry(key)
        let index = model.firstIndex { $0.key == key }
        #expect((found != nil) == (index != nil))
        if let index { model.append(model.remove(at: index)) }
      } else {
        let size = Int.random(in: 1100...12_500, using: &random)
        cache.keep(entry(size), key)
        guard !model.contains(where: { $0.key == key }) else { continue }
        while model.reduce(0, { $0 + $1.size }) + size > 100_000 { model.removeFirst() }
        model.append((key, size))
      }
      #expect(cache.count == model.count && cache.bytes == model.reduce(0) { $0 + $1.size })
    }
    cache.removeAll()
    #expect(cache.count == 0 && cache.bytes == 0 && cache.entry("k1") == nil)
  }

  @Test func `no cache keeps nothing`() {
    var cache = PictureCache(limit: 0)
    cache.keep(entry(1025), "a")
    #expect(cache.count == 0)
  }
}
