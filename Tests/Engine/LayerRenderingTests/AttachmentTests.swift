// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import LayerRendering
import Messages
import Parsing
import Pixels
import RenderTree
import Testing
import TestSupport

/// Images and sublayers inline in text.
@Suite struct AttachmentTests {
  private let renderer = LayerRenderer(configuration: .init(threads: 1))

  private func dot(scales: [Double] = [1]) throws -> Image {
    try #require(
      Image(
        variants: scales.map { scale in
          let side = Int(12 * scale)
          return try Bitmap(width: side, height: side, scale: scale) { pixels in
            for i in pixels.indices { pixels[i] = scale == 1 ? 0xFF00_00FF : 0xFFFF_0000 }
          }
        }))
  }

  private func run(_ text: String) -> AttributedString.Run {
    AttributedString.Run(string: text, font: "DejaVu Sans", fontSize: 20)
  }

  private func run(_ content: TextAttachment.Content, size: Size? = nil, offset: Double? = nil) -> AttributedString.Run
  {
    var attributes = TextAttributes()
    attributes.attachment = TextAttachment(content, size: size)
    attributes.baselineOffset = offset
    return AttributedString.Run(string: "\u{FFFC}", attributes: attributes)
  }

  private func layer(_ runs: [AttributedString.Run]) -> (root: Layer, text: TextLayer) {
    let scene = renderer.makeScene()
    let root = Layer(in: scene)
    root.bounds = Rect(0, 0, 240, 120)
    root.backgroundColor = .color(.white)
    let text = TextLayer(in: scene)
    text.anchorPoint = .zero
    text.bounds = root.bounds
    text.attributedString = AttributedString(runs: runs)
    return (root, text)
  }

  @Test(arguments: [nil, 5.0, -3]) func `a picture stands on the baseline`(offset: Double?) throws {
    let image = try dot(), size = Size(18, 24)
    let made = layer([run("ab"), run(.picture(AttachedPicture(image)), size: size, offset: offset), run("cd")])
    try made.root.addSublayer(made.text)
    let frame = try made.text.scene.layoutText(made.text.attributedString ?? AttributedString(""))
    let advance = try made.text.scene.layoutText(AttributedString(runs: [run("ab")])).size.width
    let attachment = try #require(frame.attachments.first)
    let raised = offset ?? 0
    #expect(abs(attachment.rect.x - advance) < 0.01 && attachment.rect.size == size)
    #expect(abs(attachment.rect.maxY - (frame.lines[0].baseline - raised)) < 0.01)
    #expect(abs(frame.lines[0].ascent - max(24 + raised, 18.56)) < 0.02)
    let third = try #require(frame.pieces.last?.run.positions.first)
    #expect(abs(third.x - advance - 18) < 0.01)
    // Drawn where the layout places it.
    let picture = try renderer.render(made.root, RenderOptions(scale: 2))
    let middle = picture.color(x: Int(attachment.rect.midX * 2), y: Int(attachment.rect.midY * 2))
    #expect(middle.red == 1 && middle.green == 0)
  }

  @Test func `a picture's own size is the usual one, and its scale is chosen`() throws {
    let image = try dot(scales: [1, 2])
    let made = layer([run(.picture(AttachedPicture(image)))])
    try made.root.addSublayer(made.text)
    let frame = try made.text.scene.layoutText(made.text.attributedString ?? AttributedString(""))
    #expect(frame.attachments.map(\.rect.size) == [Size(12, 12)])
    // Red at one pixel per point, blue at two, and back.
    for (scale, isBlue) in [(1.0, false), (2, true), (1, false)] {
      let color = try renderer.render(made.root, RenderOptions(scale: scale)).color(
        x: Int(5 * scale), y: Int(5 * scale))
      #expect((color.blue == 1) == isBlue && (color.red == 1) != isBlue)
    }
  }

  @Test func `a sublayer is where its name stands, and moves with the text`() throws {
    let made = layer([run("ab "), run(.sublayer("badge")), run(" cd")])
    let badge = Layer(in: made.text.scene)
    badge.name = "badge"
    badge.bounds = Rect(0, 0, 30, 14)
    try made.text.addSublayer(badge)
    try made.root.addSublayer(made.text)
    try made.root.layoutIfNeeded()
    let first = badge.frame
    let advance = try made.text.scene.layoutText(AttributedString(runs: [run("ab ")])).size.width
    #expect(abs(first.x - advance) < 0.01 && first.size == Size(30, 14))
    made.text.attributedString = AttributedString(runs: [run("abcdef "), run(.sublayer("badge"))])
    try made.root.layoutIfNeeded()
    #expect(badge.frame.x > first.x + 20 && abs(badge.frame.y - first.y) < 0.01)
    // A larger sublayer makes the line taller.
    let narrow = badge.frame
    badge.bounds = Rect(0, 0, 30, 40)
    try made.root.layoutIfNeeded()
    #expect(abs(badge.frame.height - 40) < 0.01 && badge.frame.x == narrow.x && badge.frame.y < narrow.y + 0.01)
    made.text.alignmentMode = .right
    try made.root.layoutIfNeeded()
    #expect(abs(badge.frame.maxX - 240) < 0.01)
  }

  @Test func `a sublayer that is not there is an error that names those that are`() throws {
    let made = layer([run("ab "), run(.sublayer("badge"))])
    let other = Layer(in: made.text.scene)
    other.name = "button"
    try made.text.addSublayer(other)
    try made.root.addSublayer(made.text)
    let problem = message { try made.root.layoutIfNeeded() }
    #expect(
      problem?.contains(
        "its string has \"badge\" as an attachment, but no sublayer has that name; its sublayers' names are \"button\"")
        == true, "\(problem ?? "none")")
  }

  @Test func `attachments of scripts are checked`() {
    let cases: [([(key: String, value: PropertyValue)], String)] = [
      (
        [("attachment", .number(3))],
        "attachment: expected an image, or the name of a sublayer of the text layer, got number 3"
      ),
      (
        [("attachment", .string("x")), ("1", .string("text"))],
        "an attachment must be alone in its run: put text in another run"
      ),
      ([("attachmentSize", .size(Size(3, 3)))], "attachmentSize: there is no attachment"),
      (
        [("attachment", .string("x")), ("attachmentSize", .size(Size(-3, 3)))],
        "attachmentSize: expected a size of 0 to 16384"
      ),
    ]
    for (entries, text) in cases {
      let problem = message { _ = try attributed([.dictionary(entries)]) }
      #expect(problem?.contains(text) == true, "\(problem ?? "none")")
    }
  }

  @Test func `random texts keep their attachments in order and in their lines`() throws {
    var random = SeededRandom(11)
    let image = try dot()
    for _ in 0..<100 {
      var runs: [AttributedString.Run] = []
      var count = 0
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        if Bool.random(using: &random) {
          runs.append(run(["word ", "שלום ", "two words ", "fi"].randomElement(using: &random) ?? "x"))
        } else {
          count += 1
          runs.append(
            run(
              .picture(AttachedPicture(image)),
              size: Size(.random(in: 0...60, using: &random), .random(in: 0...60, using: &random))))
        }
      }
      let scene = renderer.makeScene()
      let frame = try scene.layoutText(
        AttributedString(runs: runs), width: .random(in: 20...200, using: &random))
      #expect(frame.attachments.count == count)
      for attachment in frame.attachments {
        let line = frame.lines[attachment.line]
        #expect(attachment.rect.minX > line.left - 0.01 && attachment.rect.maxX < line.left + line.width + 0.01)
        #expect(abs(attachment.rect.maxY - line.baseline) < 0.01)
        #expect(attachment.rect.height < line.ascent + 0.01)
      }
      let lines = frame.attachments.map(\.line)
      #expect(lines == lines.sorted())
    }
  }

  private func message(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch { return (error as? LayerError)?.message ?? "\(error)" }
  }
}

private func attributed(_ values: [PropertyValue]) throws -> AttributedString {
  var reading = Reading(trusted: "runs")
  return try AttributedString(values: values, &reading)
}
