// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree

// Replicated nodes: their children once for each instance.
extension TreeWalk {
  /// Puts the children of an instance on the stack, and the end of its group; the instances after it wait below.
  func enterInstance(_ instance: Replication.Instance, of node: RenderNode, _ map: Homography, tone: Tone) throws {
    guard let replication = node.replication, instance.index < replication.count else { return }
    try visitInstance()
    if let next = replication.instance(after: instance) { work.append(.instances(node, map, tone: tone, next: next)) }
    let color = replication.color(of: instance.index)
    let matrix = replication.matrix(of: instance)
    let children = replication.children(of: instance.index, in: node)
    guard unit(color.alpha) > 0, matrix.isFinite, !children.isEmpty else { return }
    // A single child that is faded as a whole is the instance's picture.
    let only = children.count == 1 ? node.children[children.lowerBound] : nil
    let isPicture = only.map { $0.isFlattening && ($0.isGroupOpacity || $0.rasterizationScale != nil) } ?? false
    let isGroup = (color.alpha < 1 && !isPicture) || (replication.blends && Tone.pixel(color) != .max)
    guard isGroup else {
      work.append(.instance(node, map, tone: tone.multiplied(by: color), children, matrix))
      return
    }
    let group = Tone().multiplied(by: color)
    list.beginGroup(opacity: byte(group.alpha), tint: group.tint, label: node.label)
    work.append(.endGroup)
    work.append(.instance(node, map, tone: tone, children, matrix))
  }
}
