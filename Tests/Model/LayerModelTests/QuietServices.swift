// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Pixels
import RenderTree

/// Services that do nothing: enough for tests that neither draw nor open files.
final class QuietServices: LayerServices {
  struct Missing: Error {}
  var asked: [String] = []

  func layoutText(_ request: TextRequest) throws -> TextFrame { throw Missing() }
  func image(atPath path: String) throws -> Image {
    asked.append(path)
    return try Image(Bitmap(width: 1, height: 1) { $0[0] = 0xFFFF_FFFF }, name: path)
  }
  func image(named name: String) throws -> Image { throw Missing() }
  func rasterize(_ drawing: RecordedDrawing, size: Size, scale: Double) throws -> Bitmap { throw Missing() }
}

/// A scene that collects its warnings.
final class WarnedScene {
  let scene = Scene(services: QuietServices())
  var warnings: [LayerWarning] = []
  var rules: [String] { warnings.map(\.rule.rawValue) }
  init() { scene.onWarning = { [unowned self] in warnings.append($0) } }
}

/// The message of the error thrown by the body; nil if it throws none.
func message(_ body: () throws -> Void) -> String? {
  do { try body() } catch { return "\(error)" }
  return nil
}

func near(_ a: Double, _ b: Double, _ tolerance: Double = 1e-9) -> Bool { abs(a - b) <= tolerance }
func near(_ a: Point, _ b: Point, _ tolerance: Double = 1e-9) -> Bool {
  near(a.x, b.x, tolerance) && near(a.y, b.y, tolerance)
}
func near(_ a: Rect, _ b: Rect, _ tolerance: Double = 1e-9) -> Bool {
  near(a.origin, b.origin, tolerance) && near(a.width, b.width, tolerance) && near(a.height, b.height, tolerance)
}
func near(_ a: Transform3D, _ b: Transform3D, _ tolerance: Double = 1e-9) -> Bool {
  zip(a.elements, b.elements).allSatisfy { near($0, $1, tolerance) }
}

extension PropertyValue {
  var number: Double { if case .number(let v) = self { v } else { .nan } }
}

/// Makes a layer with bounds and a position.
func makeLayer(_ scene: Scene, bounds: Rect = .zero, position: Point = .zero, anchor: Point = Point(0.5, 0.5)) -> Layer
{
  let l = Layer(in: scene)
  l.bounds = bounds
  l.position = position
  l.anchorPoint = anchor
  return l
}
