// SPDX-License-Identifier: MIT
import Formats
import ImageFiles
import Messages
import Parsing
import Pixels
import Testing

/// The chunk parser charges the work and memory that it takes.
@Suite struct ChunkTests {
  enum Kind: String, CaseIterable, CustomTestStringConvertible {
    case png, jpeg, webp, profile
    var testDescription: String { rawValue }

    /// A picture with `n` ancillary chunks; if `profile`, parts of a colour profile.
    func file(_ n: Int) throws -> [UInt8] {
      switch self {
      case .png:
        let chunk = PNGBuilder.chunk("abCd", [])
        let picture = PNGBuilder(width: 1, height: 1, depth: 8, colorType: 0, samples: { _, _ in [7] }).file
        // Inserted after the signature and IHDR.
        return picture[..<33] + (0..<n).flatMap { _ in chunk } + picture[33...]
      case .jpeg, .profile:
        let body = self == .jpeg ? [] : Array("ICC_PROFILE\0".utf8) + [1, 1] + [UInt8](repeating: 9, count: 64_000)
        let length = body.count + 2
        let segment = [0xFF, self == .jpeg ? 0xE5 : 0xE2, UInt8(length >> 8), UInt8(length & 255)] + body
        return Fixtures.greyJPEG[..<2] + (0..<n).flatMap { _ in segment } + Fixtures.greyJPEG[2...]
      case .webp:
        var file = Fixtures.animatedWebP
        for _ in 0..<n { file += Array("abcd".utf8) + [0, 0, 0, 0] }
        let size = file.count - 8
        file.replaceSubrange(4..<8, with: (0..<4).map { UInt8(size >> (8 * $0) & 255) })
        return file
      }
    }
  }

  /// A memory budget of a fixed size that records the largest amount charged.
  private final class Memory: MemoryBudget {
    var most: Int
    var charged = 0, peak = 0
    init(_ most: Int) { self.most = most }
    var room: Int? { most - charged }
    func hasRoom(for bytes: Int) -> Bool { charged + bytes <= most }
    func charge(_ bytes: Int) {
      charged += bytes
      peak = max(peak, charged)
    }
    func release(_ bytes: Int) { charged -= bytes }
  }

  private func decode(_ file: [UInt8], _ account: Account) throws -> Bitmap {
    try file.withUnsafeBytes { try ImageDecoder.decode($0, account: account) }
  }

  @Test(arguments: [Kind.png, .jpeg, .webp]) func `work grows linearly with the chunks`(kind: Kind) throws {
    func work(_ n: Int) throws -> Int {
      let account = Account()
      #expect(try decode(kind.file(n), account).width > 0)
      return account.work
    }
    let (one, two, four) = (try work(4000), try work(8000), try work(16_000))
    #expect(
      one >= 4000 && Double(two) <= 2.3 * Double(one) && Double(four) <= 2.3 * Double(two), "\(one) \(two) \(four)")
  }

  @Test(arguments: [Kind.png, .jpeg, .webp]) func `the end of the work ends the walk`(kind: Kind) throws {
    let account = Account(isEnded: { true })
    #expect { try decode(kind.file(50_000), account) } throws: { ($0 as? LayerError)?.kind == .cancelled }
    #expect(account.work <= 2 * Reading.interval)
  }

  @Test func `a profile has 255 parts at most, and asks for its memory`() throws {
    let file = try Kind.profile.file(600)
    let memory = Memory(64 << 20)
    let account = Account(memory)
    #expect(try decode(file, account).width == 8)
    #expect(memory.peak > 16_000_000 && memory.peak < 50_000_000 && memory.charged == 0, "\(memory.peak)")
    memory.most = 1 << 20
    #expect { try decode(file, account) } throws: { ($0 as? LayerError)?.kind == .limit }
    #expect(memory.charged == 0)
  }
}
