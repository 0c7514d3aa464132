// SPDX-License-Identifier: MIT
import Formats
import Testing

/// Parsing of frame ranges, and the times of frames.
struct FilmTimingTests {
  private func problem(_ text: String) -> String? {
    do { _ = try FrameList(text) } catch { return "\(error)" }
    return nil
  }

  @Test func `a list of frames is read, counted and written`() throws {
    let list = try FrameList("0-2, 5 ,7 - 8")
    #expect(Array(list) == [0, 1, 2, 5, 7, 8] && list.count == 6 && list.last == 8 && !list.isOpen)
    #expect(list.description == "0-2,5,7-8")
    #expect((0..<7).map { list.frame(at: $0) } == [0, 1, 2, 5, 7, 8, nil])
    #expect(list.contains(5) && !list.contains(6))
    #expect(Array(FrameList(count: 3)) == [0, 1, 2] && Array(FrameList(count: 0)) == [])
  }

  @Test func `an open range goes on to the film's end`() throws {
    let list = try FrameList("0-1,200-")
    #expect(list.isOpen && list.description == "0-1,200-" && list.contains(5000))
    #expect(Array(list.closed(at: 203)) == [0, 1, 200, 201, 202])
    #expect(Array(list.closed(at: 200)) == [0, 1])
  }

  @Test(arguments: [
    ("", "expected frame numbers such as 0-119, or 0-9,20,200-, got nothing"),
    ("a", "expected frame numbers such as 0-119, or 0-9,20,200-, got \"a\""),
    ("-5", "expected frame numbers such as 0-119, or 0-9,20,200-, got \"-5\""),
    ("1-2-3", "expected frame numbers such as 0-119, or 0-9,20,200-, got \"1-2-3\""),
    ("1,,2", "expected frame numbers such as 0-119, or 0-9,20,200-; a comma of \"1,,2\" has no number next to it"),
    ("9-3", "9-3 runs backward; frames are drawn in ascending order: 3-9"),
    ("5,1", "frame 1 comes after frame 5; list frames in ascending order"),
    ("0-9,5-20", "frame 5 is named twice"),
    ("3-,9", "9 comes after a range without an end, which goes on to the last frame; put that range last"),
    ("99999999999999999999", "frame 99999999999999999999 is too high: frames are numbered up to 1000000000"),
  ])
  func `what is no list of frames is explained`(text: String, message: String) {
    #expect(problem(text) == message)
  }

  @Test func `frame i is at from + i ÷ fps, exactly`() {
    let timing = FilmTiming(framesPerSecond: 60, start: 0.5)
    #expect((0..<1000).allSatisfy { timing.time(ofFrame: $0) == 0.5 + Double($0) / 60 })
    #expect(FilmTiming(framesPerSecond: 30).time(ofFrame: 90) == 3)
    // 0.1 × 30 is 3.0000000000000004.
    #expect(FilmTiming(framesPerSecond: 30).frameCount(duration: 0.1) == 3)
    #expect(FilmTiming(framesPerSecond: 60).frameCount(duration: 2) == 120)
    #expect(FilmTiming(framesPerSecond: 30).frameCount(duration: 1.25) == 38)
    #expect(FilmTiming(framesPerSecond: 1).frameCount(duration: 0.01) == 1)
  }
}
