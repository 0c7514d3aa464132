// SPDX-License-Identifier: MIT
import Geometry
import Pixels

/// One of the things that a node paints itself.
///
/// The switches below, in each back end and in the resolver are exhaustive, so a new case does not compile until they
/// handle it.
package enum Piece: Sendable {
  /// Fill of the rounded bounds.
  case background(Paint)
  /// A gradient over the rounded bounds.
  indirect case gradient(Gradient)
  /// Parts of an image, already placed by gravity, contentsRect and nine-slice.
  indirect case contents(Contents)
  /// The recording of a graphics context or a text layer.
  indirect case drawing(PlacedDrawing)
  /// Tiles of a tiled layer, which replace a drawing.
  case tiles(TileSet)
  indirect case shape(Shape)
  /// A line inside the rounded bounds, over the children.
  case border(Border)
  /// Small images over the children and the border.
  indirect case particles(Particles)
}

/// Properties of a piece that are known without painting it.
extension Piece {
  /// Position in paint order: pieces of lower rank lie under those of higher rank.
  package var rank: Int {
    switch self {
    case .background: 0
    case .gradient: 1
    case .contents: 2
    case .drawing: 3
    case .tiles: 4
    case .shape: 5
    case .border: 6
    case .particles: 7
    }
  }

  /// True if the piece is painted after the node's children.
  package var isOverChildren: Bool {
    switch self {
    case .background, .gradient, .contents, .drawing, .tiles, .shape: false
    case .border, .particles: true
    }
  }

  /// True if the piece by definition never leaves the rounded bounds, so that clipping to them has no effect.
  package var staysInOutline: Bool {
    switch self {
    case .background, .gradient, .border: true
    case .contents, .drawing, .tiles, .shape, .particles: false
    }
  }

  /// Number of areas painted on top of one another; 2 stands for several. A single area needs no group to be faded.
  package var areaCount: Int {
    switch self {
    case .background, .gradient, .contents, .drawing, .border: 1
    case .tiles(let tiles): tiles.views.isEmpty ? 0 : 2
    case .shape(let shape): (shape.fill == nil ? 0 : 1) + (shape.stroke == nil ? 0 : 1)
    // Sprites may overlap each other.
    case .particles(let particles): min(particles.sprites.count, 2) * (particles.isAdditive ? 2 : 1)
    }
  }

  /// True if the piece covers all of the rounded bounds with opaque colours.
  package var fillsBounds: Bool {
    switch self {
    case .background(.color(let color)): color.alpha >= 1
    case .background(.pattern(let pattern)): pattern.image.isOpaque
    case .gradient(let gradient): gradient.stops.colors.allSatisfy { $0.alpha >= 1 }
    case .contents, .drawing, .tiles, .shape, .border, .particles: false
    }
  }

  /// True if the piece consists only of areas of plain colours.
  var isPlain: Bool {
    func isColor(_ paint: Paint?) -> Bool { if case .pattern = paint { false } else { true } }
    switch self {
    case .background(let paint): return isColor(paint)
    case .shape(let shape): return isColor(shape.fill) && isColor(shape.stroke)
    case .border(let border): return isColor(border.paint)
    case .gradient, .contents, .drawing, .tiles, .particles: return false
    }
  }

  /// An area of one colour.
  package enum EvenArea: Sendable {
    /// Nothing is painted.
    case none
    /// The rounded bounds.
    case bounds(Color)
    case path(Path, FillRule, Color)
    /// More than one colour, or a more complex area.
    case uneven
  }

  package var evenArea: EvenArea {
    switch self {
    case .background(.color(let color)): return .bounds(color)
    case .shape(let shape):
      switch (shape.fill, shape.stroke) {
      case (.color(let color)?, nil): return .path(shape.path, shape.fillRule, color)
      case (nil, nil): return .none
      default: return .uneven
      }
    case .background(.pattern), .gradient, .contents, .drawing, .tiles, .border, .particles: return .uneven
    }
  }

  /// Number of particles, each of which counts like a node.
  var spriteCount: Int { if case .particles(let particles) = self { particles.sprites.count } else { 0 } }
}

/// The pieces of a node in paint order. The first is stored inline, as most nodes have at most one.
package struct Pieces: RandomAccessCollection, ExpressibleByArrayLiteral, Sendable {
  private var first: Piece?
  private var rest: [Piece] = []

  package init() {}

  package init(arrayLiteral pieces: Piece...) { for piece in pieces { insert(piece) } }

  package var startIndex: Int { 0 }
  package var endIndex: Int { first == nil ? 0 : rest.count + 1 }
  package subscript(index: Int) -> Piece { if index == 0, let first { first } else { rest[index - 1] } }

  /// The background's colour if it is the only piece.
  @inline(__always) package var plainBackground: Color? {
    guard rest.isEmpty, case .background(.color(let color))? = first else { return nil }
    return color
  }

  /// The number of particles, which are the last piece; 0 if they are not.
  package var spriteCount: Int {
    if let last = rest.indices.last { return rest[last].spriteCount }
    if case .particles(let particles)? = first { return particles.sprites.count }
    return 0
  }

  /// Inserts a piece by rank, above others of the same rank.
  package mutating func insert(_ piece: Piece) {
    guard let bottom = first else { return first = piece }
    if piece.rank < bottom.rank {
      first = piece
      rest.insert(bottom, at: 0)
    } else {
      rest.insert(piece, at: rest.lastIndex { $0.rank <= piece.rank }.map { $0 + 1 } ?? 0)
    }
  }
}

/// Access to the piece of a given kind.
extension RenderNode {
  package var background: Paint? { first { if case .background(let paint) = $0 { paint } else { nil } } }
  package var gradient: Gradient? { first { if case .gradient(let gradient) = $0 { gradient } else { nil } } }
  package var contents: Contents? { first { if case .contents(let contents) = $0 { contents } else { nil } } }
  package var drawing: PlacedDrawing? { first { if case .drawing(let drawing) = $0 { drawing } else { nil } } }
  package var tiles: TileSet? { first { if case .tiles(let tiles) = $0 { tiles } else { nil } } }
  package var shape: Shape? { first { if case .shape(let shape) = $0 { shape } else { nil } } }
  package var border: Border? { first { if case .border(let border) = $0 { border } else { nil } } }
  package var particles: Particles? { first { if case .particles(let particles) = $0 { particles } else { nil } } }

  @inline(__always) private func first<Value>(_ value: (Piece) -> Value?) -> Value? {
    for piece in pieces { if let value = value(piece) { return value } }
    return nil
  }
}
