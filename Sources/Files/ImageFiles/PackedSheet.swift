// SPDX-License-Identifier: MIT
import Formats
import Messages
import Numbers
import Parsing
import Pixels

/// A sprite sheet made of pictures: their places in one texture, and its description as TexturePacker and Aseprite
/// write it (JSON with a list of frames). `SpriteSheet` reads it.
///
/// Pictures stand upright in rows, the highest first; the width is the one that takes the least area. Packing depends
/// on their sizes and their order alone. Time grows with the pictures' pixels, and with n log n for n pictures.
package struct PackedSheet {
  private struct Place {
    /// The part of the picture that is kept.
    var x = 0
    var y = 0
    var width: Int
    var height: Int
    /// Its place in the texture.
    var left = 0
    var top = 0
  }

  private let request: SheetRequest
  private var places: [Place]
  /// The texture's size in pixels.
  package private(set) var width = 0
  package private(set) var height = 0

  /// Places the pictures.
  ///
  /// - Throws: `LayerError` of kind `.limit` if they do not fit into the largest texture, or memory runs out.
  package init(_ request: SheetRequest, _ reading: inout Reading) throws(LayerError) {
    self.request = request
    let pictures = request.pictures
    try reading.take(pictures.count * (MemoryLayout<Place>.stride + 2 * MemoryLayout<Int>.stride))
    var made = Grown<Place>()
    for picture in pictures {
      try reading.step(picture.bitmap.pixels.count)
      try made.append(request.isTrimmed ? Self.opaquePart(of: picture.bitmap) : Self.whole(picture.bitmap), &reading)
    }
    places = made.finish()
    try pack(&reading)
  }

  private static func whole(_ bitmap: Bitmap) -> Place { Place(width: bitmap.width, height: bitmap.height) }

  /// The smallest rectangle around the pixels that are not transparent; one pixel if all are.
  private static func opaquePart(of bitmap: Bitmap) -> Place {
    guard !bitmap.isOpaque else { return whole(bitmap) }
    let pixels = bitmap.pixels
    var (left, right, top, bottom) = (bitmap.width, -1, -1, -1)
    for y in 0..<bitmap.height {
      let row = pixels[(y * bitmap.width)..<((y + 1) * bitmap.width)]
      guard let first = row.firstIndex(where: { $0 != 0 }), let last = row.lastIndex(where: { $0 != 0 }) else {
        continue
      }
      left = min(left, first - row.startIndex)
      right = max(right, last - row.startIndex)
      if top < 0 { top = y }
      bottom = y
    }
    guard right >= 0 else { return Place(width: 1, height: 1) }
    return Place(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }

  private mutating func pack(_ reading: inout Reading) throws(LayerError) {
    let (places, padding) = (self.places, request.padding)
    try reading.step(places.count * 32)
    let order = places.indices.sorted {
      let (a, b) = (places[$0], places[$1])
      return (b.height, b.width, $0) < (a.height, a.width, $1)
    }
    let widest = places.reduce(1) { max($0, $1.width) }
    var best: (area: Int, side: Int, width: Int)?
    // Widths that grow by a quarter: 30 of them at most.
    var width = widest
    while width <= request.maximumSide {
      try reading.step(places.count)
      let size = Self.rows(places, order, width: width, padding) { _, _, _ in }
      if size.height <= request.maximumSide {
        let found = (size.width * size.height, max(size.width, size.height), width)
        if best.map({ (found.0, found.1) < ($0.area, $0.side) }) ?? true { best = found }
      }
      if width == request.maximumSide { break }
      width = min(max(width + 1, width + width / 4), request.maximumSide)
    }
    guard let best else {
      throw LayerError(
        .limit,
        "the pictures do not fit into \(request.maximumSide)×\(request.maximumSide) pixels; write several sheets, or "
          + "smaller pictures")
    }
    var placed = places
    let size = Self.rows(places, order, width: best.width, padding) { index, left, top in
      placed[index].left = left
      placed[index].top = top
    }
    (self.width, self.height, self.places) = (size.width, size.height, placed)
  }

  /// Fills rows of a width, and returns the size that they take.
  private static func rows(
    _ places: [Place], _ order: [Int], width: Int, _ padding: Int,
    _ body: (_ index: Int, _ left: Int, _ top: Int) -> Void
  ) -> (width: Int, height: Int) {
    var (left, top, rowHeight, used) = (0, 0, 0, 0)
    for index in order {
      let place = places[index]
      if left > 0, left + place.width > width {
        top += rowHeight + padding
        (left, rowHeight) = (0, 0)
      }
      body(index, left, top)
      rowHeight = max(rowHeight, place.height)
      used = max(used, left + place.width)
      left += place.width + padding
    }
    return (used, top + rowHeight)
  }

  /// Returns the texture, at one pixel per point.
  ///
  /// - Throws: `BitmapError`.
  package func texture() throws -> Bitmap {
    try Bitmap(width: width, height: height) { out in
      for (picture, place) in zip(request.pictures, places) {
        let pixels = picture.bitmap.pixels
        for y in 0..<place.height {
          let source = (place.y + y) * picture.bitmap.width + place.x
          let target = (place.top + y) * width + place.left
          for x in 0..<place.width { out[target + x] = pixels[source + x] }
        }
      }
    }
  }

  /// Returns the description in UTF-8.
  ///
  /// - Parameter textureName: the texture's file name, without a folder.
  package func description(textureName: String, _ reading: inout Reading) throws(LayerError) -> [UInt8] {
    var text = GrownText()
    try text.append("{ \"frames\": [", &reading)
    for (index, (picture, place)) in zip(request.pictures, places).enumerated() {
      try text.append(index == 0 ? "\n" : ",\n", &reading)
      try text.append("  { \"filename\": ", &reading)
      try text.appendJSON(picture.name, &reading)
      let (whole, isTrimmed) = (
        picture.bitmap, place.width != picture.bitmap.width || place.height != picture.bitmap.height
      )
      try text.append(
        ", \"frame\": \(Self.box(place.left, place.top, place.width, place.height)), \"rotated\": false, "
          + "\"trimmed\": \(isTrimmed), "
          + "\"spriteSourceSize\": \(Self.box(place.x, place.y, place.width, place.height)), "
          + "\"sourceSize\": { \"w\": \(whole.width), \"h\": \(whole.height) }", &reading)
      if let duration = picture.duration {
        try text.append(", \"duration\": \(numberText(duration * 1000))", &reading)
      }
      try text.append(" }", &reading)
    }
    try text.append("\n  ],\n  \"meta\": { \"app\": \"layerlua\", \"version\": \"1.0\", \"image\": ", &reading)
    try text.appendJSON(textureName, &reading)
    try text.append(
      ", \"format\": \"RGBA8888\", \"size\": { \"w\": \(width), \"h\": \(height) }, \"scale\": \"1\", \"frameTags\": [",
      &reading)
    for (index, tag) in request.tags.enumerated() {
      try text.append(index == 0 ? "\n    { \"name\": " : ",\n    { \"name\": ", &reading)
      try text.appendJSON(tag.name, &reading)
      try text.append(
        ", \"from\": \(tag.pictures.lowerBound), \"to\": \(tag.pictures.upperBound), \"direction\": "
          + "\"\(tag.direction.rawValue)\" }", &reading)
    }
    try text.append("] } }\n", &reading)
    return text.utf8
  }

  private static func box(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> String {
    "{ \"x\": \(x), \"y\": \(y), \"w\": \(width), \"h\": \(height) }"
  }
}
