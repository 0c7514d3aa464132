// SPDX-License-Identifier: MIT
import CPixelKernels
import Geometry
import Numbers
import Raster

/// A grid of upright rectangular cells: each shows the mean of the pixels whose centres lie in it.
struct SquareCells: Sendable {
  private let center: Point
  private let width: Double
  private let height: Double

  /// - Parameters:
  ///   - center: the middle of a cell, in grid pixels.
  ///   - width: width of a cell, in grid pixels.
  ///   - height: height of a cell, in grid pixels.
  init(center: Point, width: Double, height: Double) {
    // Beyond all pixels, yet cell indices still fit integers.
    self.center = Point(min(max(center.x, -1e9), 1e9), min(max(center.y, -1e9), 1e9))
    self.width = max(width, 1)
    self.height = max(height, 1)
  }

  /// Returns the column of cells of a pixel.
  @inline(__always) private func column(_ x: Int) -> Int {
    Int(clamping: ((Double(x) + 0.5 - center.x) / width + 0.5).rounded(.down))
  }
  @inline(__always) private func row(_ y: Int) -> Int {
    Int(clamping: ((Double(y) + 0.5 - center.y) / height + 0.5).rounded(.down))
  }

  /// Returns the first pixel of a cell.
  private func first(_ cell: Int, _ center: Double, _ side: Double, _ cellOf: (Int) -> Int) -> Int {
    // Consistent with the rounding of the division in `column` and `row`.
    let limit = Double(DeviceRect.limit) * 2
    let guess = (center + (Double(cell) - 0.5) * side - 0.5).rounded(.up)
    var x = Int(clamping: min(max(guess, -limit), limit)) - 1
    while cellOf(x) < cell, x < Int(DeviceRect.limit) * 2 { x += 1 }
    return x
  }

  /// Returns a rectangle extended to whole cells.
  private func whole(_ rect: DeviceRect) -> DeviceRect {
    if rect.isEmpty { return rect }
    func clamped(_ v: Int) -> Int32 {
      Int32(truncatingIfNeeded: min(max(v, -Int(DeviceRect.limit)), Int(DeviceRect.limit)))
    }
    return DeviceRect(
      x0: clamped(first(column(Int(rect.x0)), center.x, width, column)),
      y0: clamped(first(row(Int(rect.y0)), center.y, height, row)),
      x1: clamped(first(column(Int(rect.x1) - 1) + 1, center.x, width, column)),
      y1: clamped(first(row(Int(rect.y1) - 1) + 1, center.y, height, row)))
  }

  /// The kernel; nil if a cell has at most one pixel.
  var kernel: AreaKernel? {
    if width <= 1, height <= 1 { return nil }
    return AreaKernel(extent: whole, need: whole) { source, target, work in
      let rect = target.rect
      let cells = row(Int(rect.y0))...row(Int(rect.y1) - 1)
      // First column of pixels of each cell, and the end of the last.
      let edges = (column(Int(rect.x0))...column(Int(rect.x1) - 1) + 1).map { first($0, center.x, width, column) }
      // One job per row of cells; its size decides whether threads are worthwhile.
      let jobs = DeviceRect(
        x0: 0, y0: 0, x1: Int32(clamping: Double(rect.width) * height),
        y1: Int32(truncatingIfNeeded: cells.count))
      work.bands(of: jobs, height: 1) { job in
        let cell = cells.lowerBound + Int(job.y0)
        let top = first(cell, center.y, height, row)
        let bottom = first(cell + 1, center.y, height, row)
        let rows = max(top, Int(source.rect.y0))..<max(top, min(bottom, Int(source.rect.y1)), Int(source.rect.y0))
        edges.withUnsafeBufferPointer { edges in
          withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: edges.count) { sums in
            guard let sums = sums.baseAddress else { return }
            sums.update(repeating: SIMD4(repeating: 0), count: edges.count)
            for y in rows {
              let from = source.floats(Int32(truncatingIfNeeded: y)) - Int(source.rect.x0)
              for k in 0..<edges.count - 1 {
                let begin = max(edges[k], Int(source.rect.x0))
                let end = min(edges[k + 1], Int(source.rect.x1))
                var sum = SIMD4<Float>(repeating: 0)
                var x = begin
                while x < end {
                  sum += from[x]
                  x += 1
                }
                sums[k] += sum
              }
            }
            for k in 0..<edges.count - 1 {
              sums[k] /= Float(max(1, (edges[k + 1] - edges[k]) * (bottom - top)))
            }
            var y = max(top, Int(rect.y0))
            while y < min(bottom, Int(rect.y1)) {
              let to = target.floats(Int32(truncatingIfNeeded: y)) - Int(rect.x0)
              for k in 0..<edges.count - 1 {
                var x = max(edges[k], Int(rect.x0))
                while x < min(edges[k + 1], Int(rect.x1)) {
                  to[x] = sums[k]
                  x += 1
                }
              }
              y += 1
            }
          }
        }
      }
    }
  }
}

/// Voronoi cells of points of the layer's plane: each shows the mean of the pixels whose centres lie in it.
struct PointCells: Sendable {
  enum Shape: Sendable {
    /// Points in rows, every other row shifted by half a spacing.
    case hexagons
    /// Points of a square grid, displaced by up to 0.325 of its side in each direction by a fixed hash.
    case scattered
    /// Same as `scattered`, but only discs are shown, with the grid's side as diameter.
    case dots
  }

  private let shape: Shape
  private let back: AffineTransform
  private let center: Point
  private let spacing: Double
  /// Spacing of the points, in pixels.
  private let pixels: Double
  /// Range of the displacement of points from the grid's corners, in grid sides. Up to a displacement of 0.328 the
  /// nearest of the nine points around a place is the nearest of all.
  private static let jitter = 0.65
  private static let rowHeight = 0.8660254037844386

  /// - Parameter spacing: distance between points, in points of the layer.
  /// - Returns: nil if cells are no larger than pixels.
  init?(_ inputs: FilterInputs, _ shape: Shape, spacing: Double) {
    guard let back = inputs.map.inverted, spacing > 0, spacing * inputs.scale > 1 else { return nil }
    self.shape = shape
    self.back = back
    self.spacing = spacing
    let v = inputs.vector("inputCenter").map { min(max($0, -1e9), 1e9) }
    center = v.count == 2 ? Point(v[0], v[1]) : .zero
    pixels = spacing * inputs.scale
  }

  /// Returns a pixel's centre in spacings from the filter's centre.
  @inline(__always) private func place(_ x: Int, _ y: Int) -> Point {
    let p = back.apply(Point(Double(x) + 0.5, Double(y) + 0.5))
    return Point((p.x - center.x) / spacing, (p.y - center.y) / spacing)
  }

  /// Returns the point of a cell, in spacings.
  @inline(__always) private func site(_ column: Int, _ row: Int) -> SIMD2<Double> {
    if shape == .hexagons {
      return SIMD2(Double(column) + 0.5 * Double(row & 1), Double(row) * PointCells.rowHeight)
    }
    let bits = FilterMath.hash(column, row, 0xCE11)
    let dx = (Double(bits & 0xFFFF) + 0.5) / 65536 - 0.5
    let dy = (Double(bits >> 16) + 0.5) / 65536 - 0.5
    return SIMD2(Double(column) + dx * PointCells.jitter, Double(row) + dy * PointCells.jitter)
  }

  /// Returns the index of a row of points at or before a place: for hexagons the last one; else the one before the
  /// nearest, since points may be displaced from their row.
  @inline(__always) private func rowBefore(_ y: Double) -> Int {
    shape == .hexagons
      ? Int(clamping: (y / PointCells.rowHeight).rounded(.down)) : Int(clamping: y.rounded()) - 1
  }

  var kernel: AreaKernel? {
    // Two pixels of one cell are less than 2 · (0.5 + 0.325) · √2 spacings apart.
    let reach = Int32(clamping: min(pixels * 2.34 + 2, Double(DeviceRect.limit)))
    let grown: @Sendable (DeviceRect) -> DeviceRect = { $0.outset(dx: reach, dy: reach) }
    return .ofAnyFormat(extent: grown, need: grown) { source, target, work in
      try fill(source, target, grown(target.rect), work)
    }
  }

  private func fill(_ source: FilterImage, _ target: FilterImage, _ area: DeviceRect, _ work: FilterWork) throws {
    // Range of points that affect the area.
    let corners = [(area.x0, area.y0), (area.x1, area.y0), (area.x0, area.y1), (area.x1, area.y1)].map {
      place(Int($0.0), Int($0.1))
    }
    let box = Rect(around: corners)
    let firstColumn = Int(clamping: box.minX.rounded(.down)) - 2
    let firstRow = rowBefore(box.minY) - 2
    let columns = Int(clamping: box.maxX.rounded(.up)) + 3 - firstColumn
    let rows = rowBefore(box.maxY) + 5 - firstRow
    // Sites and sums fit into pictures of these sizes, as a cell has at least one pixel.
    let cells = DeviceRect(
      x0: 0, y0: 0, x1: Int32(clamping: Double(columns)), y1: Int32(clamping: Double(rows)))
    let sites = try work.image(.floats, cells)
    let sums = try work.image(.floats, cells)
    let labels = try work.image(.bytes, area)
    for row in 0..<Int32(truncatingIfNeeded: rows) {
      let to = sites.floats(row)
      for column in 0..<columns {
        let s = site(firstColumn + column, firstRow + Int(row))
        // Relative to the cell's corner, so that single precision suffices far from the centre as well.
        to[column] = SIMD4(
          Float(s.x - Double(firstColumn + column)), Float(s.y - Double(firstRow + Int(row)) * rowUnit), 0, 0)
      }
    }
    let site = sites.floats(0)
    let sum = sums.floats(0)
    var points = llua_points()
    let map = back.concat(.translation(-center.x, -center.y)).concat(.scale(1 / spacing, 1 / spacing))
    points.m = (map.a, map.b, map.c, map.d, map.tx, map.ty)
    points.row_height = rowUnit
    points.is_hexagonal = shape == .hexagons ? 1 : 0
    points.first_column = Int32(clamping: Double(firstColumn))
    points.first_row = Int32(clamping: Double(firstRow))
    points.columns = Int32(truncatingIfNeeded: columns)
    points.rows = Int32(truncatingIfNeeded: rows)
    points.points = UnsafePointer(UnsafeMutableRawPointer(site).assumingMemoryBound(to: Float.self))
    let all = points
    work.rows(of: area) { y in
      var points = all
      work.kernels.pointee.nearest_points(
        &points, area.x0, y, Int32(truncatingIfNeeded: area.width), labels.bytes(y), nil)
    }
    // Summed in one order, independent of the area: a cell's pixels are all in it, or the cell is not shown.
    let s = source.rect.intersection(area)
    try work.bands(of: area, height: area.height, scratch: max(1, s.width)) { band, row in
      for y in band.y0..<band.y1 {
        let label = labels.bytes(y)
        let isInside = y >= s.y0 && y < s.y1
        if isInside { source.load(y, from: s.x0, count: s.width, to: row, work) }
        let from = row - (Int(s.x0) - Int(area.x0))
        let (low, high) = isInside ? (Int(s.x0) - Int(area.x0), Int(s.x1) - Int(area.x0)) : (0, 0)
        var i = 0
        while i < area.width {
          let index = label[i]
          var total = SIMD4<Float>(repeating: 0)
          let begin = i
          while i < area.width, label[i] == index {
            if i >= low, i < high { total += from[i] }
            i += 1
          }
          sum[Int(index)] += total
          site[Int(index)].w += Float(i - begin)
        }
      }
    }
    for index in 0..<columns * rows { sum[index] /= max(site[index].w, 1) }
    let rect = target.rect
    let radius = Float(0.5 * pixels)
    let unit = Float(pixels)
    let isDots = shape == .dots
    try work.bands(of: rect, height: 32, scratch: rect.width + (rect.width + 3) / 4) { band, row in
      let squares = UnsafeMutableRawPointer(row + rect.width).assumingMemoryBound(to: Float.self)
      for y in band.y0..<band.y1 {
        let label = labels.bytes(y) + (Int(rect.x0) - Int(area.x0))
        for i in 0..<rect.width { row[i] = sum[Int(label[i])] }
        if isDots {
          var points = all
          work.kernels.pointee.nearest_points(
            &points, rect.x0, y, Int32(truncatingIfNeeded: rect.width), label, squares)
          for i in 0..<rect.width { row[i] *= (radius - squares[i].squareRoot() * unit + 0.5).fraction }
        }
        target.store(row, y, from: rect.x0, count: rect.width, work)
      }
    }
    for image in [sites, sums, labels] { try work.release(image) }
  }

  /// Height of a row, in spacings.
  private var rowUnit: Double { shape == .hexagons ? PointCells.rowHeight : 1 }
}
