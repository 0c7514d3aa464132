// SPDX-License-Identifier: MIT
import LayerModel
import LottieFiles
import Testing

/// Adjustment layers: their effects apply to what lies behind them in their composition.
struct AdjustmentTests {
  private static let blue = #""ef":[{"ty":21,"nm":"Fill","ef":[{},{},{"v":{"k":[0,0,1]}}]}]"#

  private func solid(_ x: Int, _ color: String = "red", _ more: String = "") -> String {
    #"{"ty":1,"nm":"S","sw":20,"sh":100,"sc":"\#(color)",\#(more)"ks":{"p":{"k":[\#(x),0]}}}"#
  }

  private func made(_ layers: String, more: String = "") throws -> (LottieFile, Layer) {
    let file = try LottieFile(layers: layers, more: more)
    return (file, try file.layer())
  }

  private func adjustment(_ more: String = "") -> String { #"{"ty":12,"nm":"A",\#(more)\#(Self.blue)}"# }

  @Test func `its effects are the background filters of a layer that covers the composition`() throws {
    let (file, root) = try made([solid(0), adjustment(), solid(40)].joined(separator: ","))
    let layer = try #require(root.find("A"))
    #expect(layer.bounds == root.bounds && layer.mask == nil && layer.filters == nil)
    #expect(layer.backgroundFilters?.map(\.className) == ["CIColorMatrix"])
    #expect(file.messages.isEmpty)
    // In front of it, behind it, and where nothing is.
    #expect(try [10, 50, 90].map { try file.pixel(root, $0, 50) } == [0xFF00_00FF, 0xFFFF_0000, 0])
  }

  @Test(arguments: [
    (#""ks":{"o":{"k":50}},"#, [0xFF80_007F, 0xFF80_007F]),
    (#""sw":50,"sh":100,"ks":{},"#, [0xFFFF_0000, 0xFF00_00FF]),
    (#""sw":50,"sh":100,"ks":{"p":{"k":[50,0]}},"#, [0xFF00_00FF, 0xFFFF_0000]),
    (#""sw":50,"sh":100,"parent":7,"#, [0xFF00_00FF, 0xFFFF_0000]),
    (
      #""masksProperties":[{"mode":"a","o":{"k":100},"pt":{"k":{"v":[[0,0],[50,0],[50,100],[0,100]],"i":[],"o":[],"#
        + #""c":true}}}],"#,
      [0xFFFF_0000, 0xFF00_00FF]
    ),
    (#""tt":2,"tp":8,"#, [0xFF00_00FF, 0xFFFF_0000]),
    (#""ip":30,"op":60,"#, [0xFF00_00FF, 0xFF00_00FF]),
  ])
  func `its area, opacity, parents, masks, mattes and frames limit it`(_ more: String, _ colors: [Int]) throws {
    let (file, root) = try made(
      [
        adjustment(more), #"{"ty":3,"ind":7,"ks":{"p":{"k":[50,0]}}}"#,
        #"{"ty":1,"ind":8,"td":1,"sw":50,"sh":100,"sc":"white"}"#, solid(0), solid(80),
      ].joined(separator: ","))
    let pixels = try [10, 90].map { Int(try file.pixel(root, $0, 50)) }
    #expect(
      zip(pixels, colors).allSatisfy { a, b in
        [0, 8, 16, 24].allSatisfy { abs((a >> $0) & 255 - (b >> $0) & 255) <= 1 }
      }, "\(pixels.map { String($0, radix: 16) })")
  }

  @Test func `its effects move, and reach no further than its composition`() throws {
    let assets = #""assets":[{"id":"c","layers":[\#(adjustment()),\#(solid(0))]}],"#
    let (file, root) = try made(#"{"ty":0,"nm":"C","refId":"c","w":100,"h":100},\#(solid(40))"#, more: assets)
    #expect(try [10, 50].map { try file.pixel(root, $0, 50) } == [0xFFFF_0000, 0xFF00_00FF])
    let blur = #"{"ty":29,"nm":"B","ef":[{"v":{"k":[{"t":0,"s":[0]},{"t":30,"s":[20]}]}}]}"#
    let (_, moving) = try made(#"{"ty":12,"nm":"A","ef":[\#(blur)]},\#(solid(0))"#)
    #expect(moving.keyframes("backgroundFilters.effect1.inputRadius")?.values == [0, 6])
  }

  @Test func `what it cannot have is told`() throws {
    let (file, root) = try made(
      #"{"ty":12,"nm":"A","ef":[{"ty":25,"nm":"Shadow","ef":[]},{"ty":30,"nm":"Twirl","ef":[]}]},\#(solid(0))"#)
    #expect(root.find("A") == nil)
    #expect(
      file.messages == [
        "film.json: shadows and strokes of adjustment layers are not drawn (A.Effects.Shadow)",
        "film.json: effects are not drawn: twirls (A.Effects.Twirl)",
      ])
    let (null, _) = try made(#"{"ty":3,"nm":"N",\#(Self.blue)},\#(solid(0))"#)
    #expect(null.messages.first?.contains("effects of null layers change nothing") == true)
  }
}
