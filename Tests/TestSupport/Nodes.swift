// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree

package let red = Color(red: 1, green: 0, blue: 0)
package let green = Color(red: 0, green: 1, blue: 0)
package let blue = Color(red: 0, green: 0, blue: 1)

/// Makes a node of one colour with a frame.
package func box(
  _ frame: Rect, _ color: Color?, corners: Corners? = nil, children: [RenderNode] = [], shadow: Shadow? = nil,
  masksToBounds: Bool = false, mask: RenderNode? = nil, opacity: Double = 1, isGroupOpacity: Bool = true,
  blendMode: BlendMode = .normal, rasterizationScale: Double? = nil, link: String? = nil, label: String = ""
) -> RenderNode {
  var pieces = Pieces()
  if let color { pieces.insert(.background(.color(color))) }
  return RenderNode(
    bounds: Rect(0, 0, frame.width, frame.height), placement: .translation(frame.minX, frame.minY, 0), link: link,
    corners: corners, pieces: pieces, children: children, shadow: shadow, masksToBounds: masksToBounds, mask: mask,
    opacity: opacity, isGroupOpacity: isGroupOpacity, blendMode: blendMode, rasterizationScale: rasterizationScale,
    label: label)
}
