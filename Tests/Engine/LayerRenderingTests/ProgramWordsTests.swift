// SPDX-License-Identifier: MIT
import Films
import Testing

@Suite struct ProgramWordsTests {
  @Test func `paths and addresses are not shown`() {
    let words = ProgramWords(
      ["-i", "file:/srv/a/tone.wav", "-y", "/srv/a/out.mp4", "-f", "rawvideo"], named: ["/srv/a/b.mp4": "b.mp4"])
    for (text, shown) in [
      ("file:/srv/a/b.mp4: Invalid data found", ["b.mp4: Invalid data found"]),
      (
        "[mov,mp4 @ 0x55d62d773240] moov atom not found\n\nfile:/srv/a/tone.wav: x",
        ["moov atom not found", "tone.wav: x"]
      ),
      ("[h264 @ 0x1] [IMGUTILS @ 0x2] Picture size 1x1\n[h264 @ 0x3] Picture size 1x1", ["Picture size 1x1"]),
      ("/srv/a/out.mp4: No space left on device", ["out.mp4: No space left on device"]), ("", []), ("[", ["["]),
      ("[]", []), ("a [x] b", ["a [x] b"]),
    ] { #expect(words.lines(text) == shown) }
    #expect(words.last("a\n" + String(repeating: "y", count: 300)).count == 202)
    #expect(words.last("") == "")
  }

  @Test func `a refused size is read from its line alone`() {
    #expect(
      MediaProbe.refusedSize("Picture size 16000x12000 exceeds specified max pixel count 5, see") == "16000×12000")
    let lines = ["", "Picture size", "Picture size x exceeds y", "Picture size 1x2x3 exceeds y", "Picture size 5x5 is"]
    for line in lines { #expect(MediaProbe.refusedSize(line) == nil, "\(line)") }
  }

  @Test(arguments: [1 << 20, 32 << 20, 256 << 20]) func `an allowed frame is decoded`(memory: Int) {
    // A frame of 4 bytes a pixel takes a quarter of the memory.
    for width in [16, 1000, 4096] {
      let height = memory / 16 / width
      let aligned = ((width + 15) / 16 * 16) * ((height + 15) / 16 * 16)
      #expect(aligned <= FilmReader.mostPixels(memory))
    }
    #expect(FilmReader.childMemory(memory) <= 2 << 30)
  }
}
