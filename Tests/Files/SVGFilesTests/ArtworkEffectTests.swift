// SPDX-License-Identifier: MIT
import Compositor
import Foundation
import Geometry
import struct Geometry.AffineTransform
import Messages
import Pixels
import RenderTree
import Testing
import TestSupport

import SVGFiles

/// Filters and masks of SVG files.
@Suite struct ArtworkEffectTests {
  private func drawn(_ body: String, scale: Double = 1, size: Double = 100) throws -> Bitmap {
    let artwork = try artwork(file(body))
    #expect(artwork.omitted == [])
    return try Compositor.rasterize(artwork.drawing(), size: Size(size, size), scale: scale)
  }

  /// Red, green, blue and alpha of a pixel.
  private func bytes(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> [Int] {
    let p = bitmap[x, y]
    return [0, 8, 16, 24].map { Int(p >> UInt32($0) & 255) }
  }

  private func near(_ a: [Int], _ b: [Int], by most: Int = 2) -> Bool { zip(a, b).allSatisfy { abs($0 - $1) <= most } }

  // MARK: Filters

  @Test func `results have names, and what is not named is the one before`() throws {
    let picture = try drawn(
      """
      <filter id="f" x="0" y="0" width="100" height="100" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB">
        <feFlood flood-color="lime" result="green" width="50"/>
        <feOffset in="SourceGraphic" dx="20" dy="0" result="moved"/>
        <feOffset dx="0" dy="30"/>
        <feMerge><feMergeNode in="green"/><feMergeNode in="moved"/><feMergeNode/><feMergeNode in="nothing"/></feMerge>
      </filter>
      <rect x="10" y="10" width="40" height="20" fill="red" filter="url(#f)"/>
      """)
    #expect(bytes(picture, 15, 20) == [0, 255, 0, 255] && bytes(picture, 40, 20) == [255, 0, 0, 255])
    #expect(bytes(picture, 60, 20) == [255, 0, 0, 255] && bytes(picture, 60, 45) == [255, 0, 0, 255])
    #expect(bytes(picture, 60, 80) == [0, 0, 0, 0] && bytes(picture, 40, 80) == [0, 255, 0, 255])
  }

  @Test func `regions are of the box or of user space`() throws {
    func box(_ attributes: String, _ primitive: String = "") throws -> [Int] {
      let picture = try drawn(
        """
        <filter id="f" \(attributes)><feFlood flood-color="blue" \(primitive)/></filter>
        <rect x="20" y="30" width="40" height="20" filter="url(#f)"/>
        """)
      let columns = (0..<100).filter { x in (0..<100).contains { picture[x, $0] != 0 } }
      let rows = (0..<100).filter { y in (0..<100).contains { picture[$0, y] != 0 } }
      return [columns.first, rows.first, columns.last.map { $0 + 1 }, rows.last.map { $0 + 1 }].map { $0 ?? -1 }
    }
    #expect(try box("") == [16, 28, 64, 52])
    #expect(try box("x='0' y='0' width='1' height='1'") == [20, 30, 60, 50])
    #expect(try box("x='25%' y='0%' width='50%' height='200%'") == [30, 30, 50, 70])
    #expect(try box("x='5' y='6' width='70' height='8' filterUnits='userSpaceOnUse'") == [5, 6, 75, 14])
    #expect(try box("filterUnits='userSpaceOnUse' width='40%'") == [0, 0, 30, 100])
    #expect(try box("", "x='30' y='35' width='10' height='5'") == [30, 35, 40, 40])
    #expect(
      try box("primitiveUnits='objectBoundingBox'", "x='.5' y='.5' width='.25' height='50%'") == [40, 40, 50, 50])
    // The result is clipped to the filter region.
    #expect(try box("", "x='0' y='0' width='100' height='40'") == [16, 28, 64, 40])
    #expect(try box("width='0'") == [-1, -1, -1, -1] && box("", "width='0'") == [-1, -1, -1, -1])
  }

  @Test func `units, scales and flips move and widen what primitives do`() throws {
    let picture = try drawn(
      """
      <filter id="f" x="-1" y="-1" width="3" height="3" primitiveUnits="objectBoundingBox"><feOffset dx=".5" dy="1"/></filter>
      <rect x="5" y="5" width="20" height="10" fill="red" transform="scale(2)" filter="url(#f)"/>
      """)
    #expect(picture[29, 40] == 0 && bytes(picture, 31, 40) == [255, 0, 0, 255] && bytes(picture, 69, 49)[3] == 255)
    #expect(picture[31, 29] == 0 && picture[71, 40] == 0)
    // Reflected in x, it moves left.
    let flipped = try drawn(
      """
      <filter id="f" x="-1" y="-1" width="3" height="3"><feOffset dx="10" dy="0"/></filter>
      <rect x="-50" y="5" width="20" height="10" fill="red" transform="scale(-1 1)" filter="url(#f)"/>
      """)
    #expect(flipped[19, 10] == 0 && bytes(flipped, 21, 10)[3] == 255 && bytes(flipped, 39, 10)[3] == 255)
    #expect(flipped[41, 10] == 0)
    // Rotated by a right angle, the lower part is on the left.
    let turned = try drawn(
      """
      <filter id="f" x="-1" y="-1" width="3" height="3"><feOffset dx="0" dy="20"/></filter>
      <rect x="40" y="-60" width="20" height="20" fill="red" transform="rotate(90)" filter="url(#f)"/>
      """)
    #expect(bytes(turned, 30, 50) == [255, 0, 0, 255] && turned[50, 50] == 0)
  }

  @Test func `a shadow is the same drawn by its parts and by one primitive`() throws {
    let parts = try drawn(
      """
      <filter id="f" x="0" y="0" width="100" height="100" filterUnits="userSpaceOnUse">
        <feGaussianBlur in="SourceAlpha" stdDeviation="3"/><feOffset dx="4" dy="6" result="b"/>
        <feFlood flood-color="#24f" flood-opacity=".5"/><feComposite in2="b" operator="in"/>
        <feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge>
      </filter><circle cx="40" cy="40" r="20" fill="orange" filter="url(#f)"/>
      """)
    let whole = try drawn(
      """
      <filter id="f" x="0" y="0" width="100" height="100" filterUnits="userSpaceOnUse">
        <feDropShadow dx="4" dy="6" stdDeviation="3" flood-color="#24f" flood-opacity=".5"/>
      </filter><circle cx="40" cy="40" r="20" fill="orange" filter="url(#f)"/>
      """)
    let css = try drawn(
      "<circle cx='40' cy='40' r='20' fill='orange' style='filter:drop-shadow(4px 6px 3px rgba(34,68,255,.5))'/>")
    #expect(parts.differences(whole) <= 1.5 && whole.differences(css) <= 2)
    #expect(near(bytes(whole, 44, 62), [17, 35, 126, 127], by: 20) && bytes(whole, 40, 40) == [255, 165, 0, 255])
  }

  @Test func `functions of CSS compute in sRGB`() throws {
    func color(_ filter: String, _ fill: String = "rgb(200,100,50)") throws -> [Int] {
      bytes(try drawn("<rect width='100' height='100' fill='\(fill)' style='filter:\(filter)'/>"), 50, 50)
    }
    #expect(try color("brightness(50%)") == [100, 50, 25, 255])
    #expect(try color("contrast(0)") == [128, 128, 128, 255] && color("invert(1)") == [55, 155, 205, 255])
    #expect(try color("opacity(.5)") == [100, 50, 25, 128])
    // 0.2126 · 200 + 0.7152 · 100 + 0.0722 · 50
    #expect(try near(color("grayscale(1)"), [118, 118, 118, 255], by: 1))
    #expect(try near(color("saturate(0)"), [118, 118, 118, 255], by: 1))
    #expect(try near(color("sepia(1)"), [165, 147, 114, 255], by: 1))
    #expect(try near(color("hue-rotate(0deg)"), [200, 100, 50, 255], by: 1))
    #expect(try color("invert(1) invert(100%) brightness(1)") == [200, 100, 50, 255])
    // Invalid functions and missing filters are ignored.
    #expect(try color("what(1)") == [200, 100, 50, 255] && color("url(#none)") == [200, 100, 50, 255])
    #expect(try color("blur(0)") == [200, 100, 50, 255] && color("none") == [200, 100, 50, 255])
  }

  @Test func `a filter comes before the clip, the mask and the opacity`() throws {
    let picture = try drawn(
      """
      <filter id="f" x="-1" y="-1" width="3" height="3"><feOffset dx="20" dy="0"/></filter>
      <clipPath id="c"><rect x="0" y="0" width="50" height="100"/></clipPath>
      <mask id="m" maskUnits="userSpaceOnUse" x="0" y="0" width="100" height="100"><rect y="20" width="100" height="80" fill="white"/></mask>
      <rect x="20" y="0" width="40" height="40" fill="red" filter="url(#f)" clip-path="url(#c)" mask="url(#m)" opacity=".5"/>
      """)
    #expect(bytes(picture, 45, 30) == [128, 0, 0, 128] && picture[45, 10] == 0 && picture[55, 30] == 0)
    #expect(picture[30, 30] == 0)
  }

  @Test func `an open colour is the one that is given`() throws {
    let body = """
      <filter id="f"><feFlood flood-color="currentColor" flood-opacity=".5"/></filter>
      <rect width="100" height="100" filter="url(#f)"/>
      """
    let drawing = try artwork(file(body)).drawing(currentColor: Color(red: 0, green: 0, blue: 1))
    let bitmap = try Compositor.rasterize(drawing, size: Size(100, 100), scale: 1)
    #expect(bytes(bitmap, 50, 50) == [0, 0, 128, 128])
  }

  @Test(arguments: [
    ("<feTurbulence/>", "a filter with <feTurbulence> 1"), ("<feImage href='#a'/>", "a filter with <feImage> 1"),
    ("<feOffset/><feDisplacementMap/>", "a filter with <feDisplacementMap> 1"),
    ("<feOffset in='BackgroundImage'/>", "a filter of BackgroundImage 1"),
    (String(repeating: "<feOffset/>", count: 101), "a filter of more than 100 primitives 1"),
  ])
  func `what is not known is named`(primitives: String, omission: String) throws {
    let drawn = try artwork(file("<filter id='f'>\(primitives)</filter><rect width='9' height='9' filter='url(#f)'/>"))
    #expect(drawn.omitted == [omission] && drawn.shapes.count == 1)
    // An unused filter is not reported.
    #expect(try artwork(file("<filter id='f'>\(primitives)</filter>")).isComplete)
  }

  @Test func `what would paint of nothing is named`() throws {
    let filter = "<filter id='f'><feFlood/></filter><filter id='b'><feGaussianBlur stdDeviation='2'/></filter>"
    func omitted(_ body: String) throws -> [String] { try artwork(file(filter + body)).omitted }
    let unpainted = ["a filter of an element that is not painted 1"]
    #expect(try omitted("<rect width='9' height='9' fill='none' filter='url(#f)'/>") == unpainted)
    #expect(try omitted("<rect width='9' height='9' fill='none' filter='url(#b)'/>") == [])
    #expect(try omitted("<g filter='url(#f)'><rect width='9' height='9' fill='none'/></g>") == unpainted)
    #expect(try omitted("<g filter='url(#f)'/>") == [])
  }

  // MARK: Masks

  @Test func `a mask counts by luminance in sRGB or linear light, or by alpha`() throws {
    func alpha(_ fill: String, _ attributes: String = "") throws -> Int {
      let picture = try drawn(
        """
        <mask id="m" \(attributes)><rect x="0" y="0" width="100" height="100" fill="\(fill)"/></mask>
        <rect width="100" height="100" mask="url(#m)"/>
        """)
      return bytes(picture, 50, 50)[3]
    }
    #expect(try alpha("white") == 255 && alpha("black") == 0)
    #expect(try alpha("rgb(128,128,128)") == 128 && alpha("lime") == 182 && alpha("red") == 54 && alpha("blue") == 18)
    #expect(try alpha("rgb(255,255,255,.5)") == 128)
    // linear(128/255) is 0.2159.
    #expect(try alpha("rgb(128,128,128)", "color-interpolation='linearRGB'") == 55)
    #expect(try alpha("rgb(0,0,0,.25)", "mask-type='alpha'") == 64 && alpha("black", "style='mask-type:alpha'") == 255)
  }

  @Test func `mask units are of the box or of user space`() throws {
    let picture = try drawn(
      """
      <mask id="m" maskContentUnits="objectBoundingBox" x="0" y="0" width=".75" height="1"><rect width="1" height=".5" fill="white"/></mask>
      <rect x="20" y="20" width="40" height="40" fill="red" mask="url(#m)"/>
      """)
    #expect(bytes(picture, 30, 30) == [255, 0, 0, 255] && picture[30, 50] == 0 && picture[55, 30] == 0)
    let other = try drawn(
      """
      <mask id="m" maskUnits="userSpaceOnUse" x="10" y="10" width="20" height="20"><circle cx="50" cy="50" r="100" fill="white"/></mask>
      <g mask="url(#m)" transform="translate(20 0)"><rect width="90" height="90" fill="red"/></g>
      """)
    #expect(
      other[29, 20] == 0 && bytes(other, 31, 20)[3] == 255 && bytes(other, 49, 29)[3] == 255 && other[51, 20] == 0)
  }

  @Test func `masks of masks, in masks and on groups multiply`() throws {
    let picture = try drawn(
      """
      <mask id="a" maskUnits="userSpaceOnUse" x="0" y="0" width="100" height="100"><rect width="50" height="100" fill="white"/></mask>
      <mask id="b" maskUnits="userSpaceOnUse" x="0" y="0" width="100" height="100" mask="url(#a)"><rect width="100" height="100" fill="#808080"/></mask>
      <mask id="c" maskUnits="userSpaceOnUse" x="0" y="0" width="100" height="100"><rect width="100" height="50" fill="white" mask="url(#b)"/></mask>
      <g mask="url(#c)" opacity=".5"><rect width="100" height="100" fill="red"/><rect width="20" height="100" fill="blue"/></g>
      """)
    // 128 of 255 by the mask, halved by the group.
    #expect(
      near(bytes(picture, 40, 20), [64, 0, 0, 64], by: 1) && near(bytes(picture, 10, 20), [0, 0, 64, 64], by: 1))
    #expect(picture[60, 20] == 0 && picture[40, 60] == 0)
  }

  @Test func `a mask that is not there masks nothing, one of itself is named`() throws {
    #expect(bytes(try drawn("<rect width='100' height='100' fill='red' mask='url(#m)'/>"), 5, 5)[3] == 255)
    #expect(
      try artwork(
        file(
          "<mask id='m'><rect width='9' height='9' mask='url(#m)'/></mask><rect width='9' height='9' mask='url(#m)'/>")
      ).omitted
        == ["a mask of itself 1"])
    #expect(
      try artwork(file("<mask id='m'><text>a</text></mask><rect width='9' height='9' mask='url(#m)'/>")).omitted
        == ["text 1"])
    // An empty mask hides everything.
    #expect(try drawn("<mask id='m'/><rect width='100' height='100' mask='url(#m)'/>")[5, 5] == 0)
  }

  // MARK: Beside librsvg

  /// Files compared with librsvg's pictures, each with the largest mean difference of a byte.
  private static let files: [(name: String, body: String, most: Double)] = [
    ("blur", "<feGaussianBlur stdDeviation='4'/>", 0.9),
    ("blur of two radii", "<feGaussianBlur stdDeviation='6 1'/>", 1.2),
    ("matrix", "<feColorMatrix values='0 1 0 0 0  .5 0 .5 0 .1  0 0 1 0 0  0 0 0 .8 0'/>", 0.5),
    ("saturate", "<feColorMatrix type='saturate' values='.3'/>", 0.5),
    ("hueRotate", "<feColorMatrix type='hueRotate' values='130'/>", 0.5),
    ("luminanceToAlpha", "<feColorMatrix type='luminanceToAlpha'/>", 0.5),
    ("offset", "<feOffset dx='12' dy='-7'/>", 0.3),
    (
      "composite in", "<feOffset dx='9' dy='3' result='o'/><feComposite in='SourceGraphic' in2='o' operator='in'/>", 0.3
    ),
    (
      "composite out", "<feOffset dx='9' dy='3' result='o'/><feComposite in='SourceGraphic' in2='o' operator='out'/>",
      0.3
    ),
    (
      "composite atop", "<feOffset dx='9' dy='3' result='o'/><feComposite in='SourceGraphic' in2='o' operator='atop'/>",
      0.5
    ),
    (
      "composite xor", "<feOffset dx='9' dy='3' result='o'/><feComposite in='SourceGraphic' in2='o' operator='xor'/>",
      0.5
    ),
    (
      "arithmetic",
      "<feOffset dx='9' dy='3' result='o'/><feComposite in='SourceGraphic' in2='o' operator='arithmetic' k1='.3' k2='.5' k3='.4' k4='.05'/>",
      0.6
    ),
    (
      "merge",
      "<feOffset dx='9' dy='3' result='o'/><feMerge><feMergeNode in='o'/><feMergeNode in='SourceGraphic'/></feMerge>",
      0.5
    ),
    ("dilate", "<feMorphology operator='dilate' radius='3 2'/>", 0.4), ("erode", "<feMorphology radius='2'/>", 0.4),
    ("flood", "<feFlood flood-color='teal' flood-opacity='.6' x='20' width='50'/>", 0.3),
    ("multiply", "<feOffset dx='9' dy='3' result='o'/><feBlend in='SourceGraphic' in2='o' mode='multiply'/>", 0.5),
    ("screen", "<feOffset dx='9' dy='3' result='o'/><feBlend in='SourceGraphic' in2='o' mode='screen'/>", 0.5),
    ("darken", "<feOffset dx='9' dy='3' result='o'/><feBlend in='SourceGraphic' in2='o' mode='darken'/>", 0.5),
    (
      "component transfer",
      "<feComponentTransfer><feFuncR type='gamma' exponent='2'/><feFuncG type='table' tableValues='1 0 1'/><feFuncA type='linear' slope='.6'/></feComponentTransfer>",
      0.6
    ),
    (
      "shadow",
      "<feOffset dy='3' in='SourceAlpha' result='o'/><feGaussianBlur stdDeviation='3' in='o' result='b'/><feColorMatrix values='0 0 0 0 .2 0 0 0 0 0 0 0 0 0 .5 0 0 0 .5 0' in='b' result='m'/><feMerge><feMergeNode in='m'/><feMergeNode in='SourceGraphic'/></feMerge>",
      0.6
    ),
  ]

  @Test(arguments: files.indices, ["linearRGB", "sRGB"]) func `a primitive makes what librsvg makes`(
    index: Int, space: String
  ) throws {
    let (name, body, most) = Self.files[index]
    let text = file(
      """
      <filter id="f" x="0" y="0" width="100" height="100" filterUnits="userSpaceOnUse" color-interpolation-filters="\(space)">\(body)</filter>
      <g filter="url(#f)"><circle cx="40" cy="45" r="24" fill="#d52"/><rect x="45" y="50" width="35" height="30" rx="6" fill="#28c" fill-opacity=".7"/></g>
      """)
    try compare(name, text, most)
  }

  @Test(arguments: [
    "<mask id='m'><circle cx='50' cy='50' r='35' fill='#9cf'/><rect width='50' height='100' fill='white' opacity='.4'/></mask>",
    "<mask id='m' maskContentUnits='objectBoundingBox'><circle cx='.5' cy='.5' r='.4' fill='#fff'/></mask>",
    "<mask id='m' maskUnits='userSpaceOnUse' x='20' y='30' width='40' height='30'><circle cx='50' cy='50' r='35' fill='#9cf'/></mask>",
  ]) func `a mask masks as librsvg's`(mask: String) throws {
    let body =
      "<g mask='url(#m)'><rect width='60' height='90' fill='#d52'/><rect x='40' y='10' width='50' height='60' fill='#28c' opacity='.6'/></g>"
    try compare("mask", file(mask + body), 0.5)
  }

  private func compare(_ name: String, _ text: String, _ most: Double) throws {
    let artwork = try artwork(text)
    #expect(artwork.isComplete)
    let own = try Compositor.rasterize(artwork.drawing(), size: artwork.size, scale: 1)
    let cache = SVGPictureCache()
    let picture: SVGPicture
    do {
      picture = try SVGPicture(
        Array(text.utf8), cache: cache, program: svgProgram, need: SVGNeed(reason: "it is a test", hasText: false))
    } catch let error as LayerError where error.kind == .missing { return }
    let mean = own.differences(try picture.baseBitmap())
    #expect(mean <= most, "\(name): \(mean)")
  }

  // MARK: Growth

  /// Generated files, each growing in one respect.
  private static let growing: [(name: String, make: @Sendable (_ n: Int) -> String)] = [
    (
      "filters used by many elements",
      { n in
        "<filter id='f'><feOffset/><feMerge><feMergeNode/><feMergeNode in='SourceAlpha'/></feMerge></filter>"
          + String(repeating: "<rect width='9' height='9' filter='url(#f)'/>", count: n)
      }
    ),
    (
      "many filters",
      { n in
        (0..<n).map { "<filter id='f\($0)'><feFlood/></filter><rect width='9' height='9' filter='url(#f\($0))'/>" }
          .joined()
      }
    ),
    (
      "filters in each other's groups",
      { n in
        String(repeating: "<g filter='url(#f)'>", count: n / 64)
          + "<filter id='f'><feOffset/></filter><rect width='9' height='9'/>"
          + String(repeating: "</g>", count: n / 64)
      }
    ),
    (
      "a mask used by many elements",
      { n in
        "<mask id='m'><rect width='9' height='9'/></mask>"
          + String(repeating: "<rect width='9' height='9' mask='url(#m)'/>", count: n)
      }
    ),
    (
      "a large mask used twice",
      { n in
        "<mask id='m'>\(String(repeating: "<rect width='9' height='9'/>", count: n))</mask>"
          + String(repeating: "<rect width='9' height='9' mask='url(#m)'/>", count: 2)
      }
    ),
    (
      "a chain of masks of masks",
      { n in
        let chain = (1...(n / 256)).map {
          "<mask id='m\($0)' mask='url(#m\($0 - 1))'><rect width='9' height='9'/></mask>"
        }
        return
          "<mask id='m0'><rect width='9' height='9'/></mask>\(chain.joined())<rect width='9' height='9' mask='url(#m\(n / 256))'/>"
      }
    ),
    (
      "a chain of masks in masks",
      { n in
        let chain = (1...(n / 256)).map {
          "<mask id='m\($0)'><rect width='9' height='9' mask='url(#m\($0 - 1))'/></mask>"
        }
        return
          "<mask id='m0'><rect width='9' height='9'/></mask>\(chain.joined())<rect width='9' height='9' mask='url(#m\(n / 256))'/>"
      }
    ),
    (
      "primitives that merge all before them",
      { n in
        let nodes = String(repeating: "<feMergeNode in='a'/>", count: 90)
        return (0..<(n / 64)).map {
          "<filter id='f\($0)'><feOffset result='a'/><feMerge>\(nodes)</feMerge></filter><rect width='9' height='9' filter='url(#f\($0))'/>"
        }.joined()
      }
    ),
    (
      "functions of a list",
      { n in "<rect width='9' height='9' style='filter:\(String(repeating: "blur(1px)", count: n / 64))'/>" }
    ),
  ]

  @Test(arguments: growing.indices) func `work grows with the file`(index: Int) throws {
    let (name, make) = Self.growing[index]
    let steps = try [1024, 2048, 4096].map { n in
      let document = try Array(file(make(n)).utf8).withUnsafeBytes { try ArtworkDocument($0) }
      var reader = ArtworkReader(document)
      _ = try reader.artwork()
      return reader.steps
    }
    #expect(
      Double(steps[1]) <= 2.3 * Double(steps[0]) && Double(steps[2]) <= 2.3 * Double(steps[1]), "\(name): \(steps)")
  }

  @Test func `what multiplies ends at the limit of uses`() throws {
    func failure(_ body: String) -> String? {
      do {
        _ = try artwork(file(body))
        return nil
      } catch { return (error as? LayerError)?.message }
    }
    // Each mask uses the one before ten times.
    let doubling = (1...8).map { i in
      "<mask id='m\(i)'>" + String(repeating: "<rect width='9' height='9' mask='url(#m\(i - 1))'/>", count: 10)
        + "</mask>"
    }
    let uses = "line 1: its uses make more than 100000 elements; draw less of them"
    #expect(
      failure(
        "<mask id='m0'><rect width='9' height='9'/></mask>\(doubling.joined())<rect width='9' height='9' mask='url(#m8)'/>"
      )
        == uses)
    // A large mask used by many elements, a long filter used by many.
    let many = String(repeating: "<rect width='9' height='9' mask='url(#m)' filter='url(#f)'/>", count: 2000)
    #expect(
      failure("<mask id='m'>\(String(repeating: "<rect width='9' height='9'/>", count: 500))</mask>\(many)") == uses)
    #expect(failure("<filter id='f'>\(String(repeating: "<feOffset/>", count: 90))</filter>\(many)") == uses)
    let chain = (1...400).map { "<mask id='m\($0)' mask='url(#m\($0 - 1))'><rect width='9' height='9'/></mask>" }
    #expect(
      failure(
        "<mask id='m0'><rect width='9' height='9'/></mask>\(chain.joined())<rect width='9' height='9' mask='url(#m400)'/>"
      )?
      .contains("its masks are nested more than 20 deep") == true)
  }

  @Test func `files that are changed at random never end the process`() throws {
    var random = SeededRandom(11)
    let signs = Array("0123456789.-+eE%#<>/\"'= \nabkmn(),;:".utf8)
    var bodies = Self.files.map {
      "<filter id='f' color-interpolation-filters='sRGB'>\($0.body)</filter><rect width='60' height='60' fill='#d52' filter='url(#f)'/>"
    }
    bodies += [
      "<mask id='m' maskContentUnits='objectBoundingBox' x='0' y='0' width='.8' height='1'><circle cx='.5' cy='.5' r='.4' fill='#fff'/></mask><g mask='url(#m)'><rect width='60' height='90'/></g>",
      "<rect width='60' height='60' style='filter: blur(3px) drop-shadow(2px 3px 4px red) hue-rotate(30deg) url(#f)' transform='rotate(20) scale(2)'/>",
    ]
    var drawn = 0
    for round in 0..<12 {
      for body in bodies {
        var bytes = Array(file(body).utf8)
        for _ in 0...(round % 6) {
          let at = Int.random(in: 90..<bytes.count, using: &random)
          switch Int.random(in: 0..<3, using: &random) {
          case 0: bytes[at] = signs.randomElement(using: &random) ?? 48
          case 1: bytes.remove(at: at)
          default: bytes.insert(contentsOf: "1e29".utf8, at: at)
          }
        }
        guard let artwork = try? artwork(String(decoding: bytes, as: UTF8.self)) else { continue }
        if (try? Compositor.rasterize(artwork.drawing(), size: Size(64, 64), scale: 1)) != nil { drawn += 1 }
      }
    }
    #expect(drawn > 50, "\(drawn)")
  }

  @Test func `numbers that are too large to draw are limited`() throws {
    for body in [
      "<rect width='9' height='9' style='filter: blur(1e29px)'/>",
      "<rect width='9' height='9' style='filter: drop-shadow(1e29px -1e29px 1e29px red)'/>",
      "<filter id='f' x='-1e20' y='-1e20' width='2e20' height='2e20'><feFlood/><feMorphology operator='dilate' radius='1e20'/><feOffset dx='1e25'/></filter><rect width='9' height='9' filter='url(#f)'/>",
      "<filter id='f'><feComponentTransfer><feFuncR type='table' tableValues='\(String(repeating: "1 ", count: 100_000))'/></feComponentTransfer></filter><rect width='9' height='9' filter='url(#f)'/>",
    ] {
      for scale in [1.0, 30] { _ = try drawn(body, scale: scale, size: 20) }
    }
  }

  @Test func `nested filters and masks are drawn, however deep`() throws {
    for attribute in ["filter='url(#f)'", "mask='url(#m)'"] {
      let body =
        "<filter id='f'><feOffset/></filter><mask id='m'><rect width='99' height='99' fill='white'/></mask>"
        + String(repeating: "<g \(attribute)>", count: 150) + "<rect width='90' height='90' fill='red'/>"
        + String(repeating: "</g>", count: 150)
      #expect(bytes(try drawn(body), 50, 50) == [255, 0, 0, 255])
    }
  }
}

extension Bitmap {
  /// The mean difference of a byte.
  fileprivate func differences(_ other: Bitmap) -> Double {
    guard width == other.width, height == other.height else { return .infinity }
    var sum = 0
    for (a, b) in zip(pixels, other.pixels) {
      for k: UInt32 in [0, 8, 16, 24] { sum += abs(Int(a >> k & 255) - Int(b >> k & 255)) }
    }
    return Double(sum) / Double(width * height * 4)
  }
}
