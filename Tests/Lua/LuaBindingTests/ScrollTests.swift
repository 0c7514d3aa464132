// SPDX-License-Identifier: MIT
import LayerEngine
import Testing

@Suite struct ScrollTests {
  @Test func `scrolls by point, by rect and from within`() throws {
    let lines = try printed(
      """
      local item = ca.Layer { name = "item", frame = {0, 400, 20, 20} }
      local pane = ca.ScrollLayer { bounds = {0, 0, 100, 100}, ca.Layer { frame = {0, 0, 100, 1000}, item } }
      print(pane.masksToBounds, pane.scrollMode, pane.className)
      pane:scrollToPoint {0, 50}
      print(pane.bounds)
      pane:scrollToRect {20, 20, 400, 400}
      print(pane.bounds.origin)
      item:scrollRectToVisible(item.bounds)
      print(pane.bounds.origin)
      item:scrollPoint {0, 0}
      print(pane.bounds.origin, item.visibleRect, item.superlayer.visibleRect)
      pane.scrollMode = "kCAScrollNone"
      pane:scrollPoint {7, 7}
      print(pane.bounds.origin.y, pane.scrollMode)
      """)
    #expect(
      lines == [
        "true\tboth\tScrollLayer", "Rect(0, 50, 100, 100)", "Point(20, 20)", "Point(0, 320)",
        "Point(0, 400)\tRect(0, 0, 20, 20)\tRect(0, 400, 100, 100)", "400\tnone",
      ])
  }

  @Test func `mistakes are explained`() throws {
    #expect(
      try failure("ca.ScrollLayer {}:scrollToPoint('left')")?.message
        == "ScrollLayer:scrollToPoint: expected a point such as {10, 20}, got string \"left\"")
    #expect(
      try failure("ca.ScrollLayer.scrollToPoint(ca.Layer {}, {1, 2})")?.message.contains(
        "call it on a ScrollLayer, got a Layer") == true)
    #expect(try failure("ca.Layer {}:scrollToPoint {1, 2}") != nil)
    #expect(try failure("ca.ScrollLayer { scrollMode = 'up' }")?.message.contains("vertically") == true)
    #expect(try failure("ca.Layer {}.visibleRect = {0, 0, 1, 1}")?.message == "Layer.visibleRect is read-only")
  }
}
