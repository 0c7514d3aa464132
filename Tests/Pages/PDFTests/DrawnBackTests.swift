// SPDX-License-Identifier: MIT
import Compositor
import Foundation
import Geometry
import ImageFiles
import Pixels
import RenderTree
import TestSupport
import Testing
import VectorDrawing

import PDF

/// Random trees as PDF, rendered by Poppler and Ghostscript if installed, and compared with the compositor's picture.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/pdftoppm")))
struct DrawnBackTests {
  /// Rendered at two pixels per point, antialiased.
  private static let readers = [
    ("pdftoppm", ["-r", "144", "-png", "-singlefile", "a.pdf", "a"]),
    (
      "gs",
      [
        "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sDEVICE=png16m", "-dTextAlphaBits=4", "-dGraphicsAlphaBits=4",
        "-r144", "-sOutputFile=a.png", "a.pdf",
      ]
    ),
  ]

  @Test(arguments: 0..<24) func `a page looks like the picture of its tree`(seed: Int) throws {
    var random = SeededRandom(UInt64(seed) + 40)
    let root = RandomTree.make(&random)
    let page = Rect(0, 0, 160, 120)
    let tree = RenderTree(root: root, canvas: page, scale: 2, background: .white)
    let expected = try Compositor.render(tree)
    let folder = try TemporaryFolder()
    var bytes: [UInt8] = []
    let writer = try PDFWriter { bytes.append(contentsOf: $0) }
    try writer.page(page.size) {
      try VectorPainter.paint(tree, on: $0, through: .identity, page: page, VectorOptions(dpi: 288))
    }
    try writer.end()
    try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/a.pdf"))
    for (reader, arguments) in DrawnBackTests.readers {
      guard FileManager.default.isExecutableFile(atPath: "/usr/bin/\(reader)") else { continue }
      let drawn = try runCommand("/usr/bin/\(reader)", arguments, in: folder.path)
      try #require(drawn.status == 0, "\(reader): \(drawn.errors)")
      let actual = try folder.read("a.png").withUnsafeBytes { try ImageDecoder.decode($0) }
      let difference = try #require(meanDifference(expected: expected, actual: actual))
      #expect(difference < 2, "seed \(seed), \(reader): \(difference) of 255")
    }
  }
}
