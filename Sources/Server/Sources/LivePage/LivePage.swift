// SPDX-License-Identifier: MIT

/// The files of the live page, by the name under which it requests them.
package enum LivePage {
  package struct Asset: Sendable {
    package var type: String
    package var bytes: [UInt8]
  }

  private static let script = "text/javascript; charset=utf-8"

  package static let assets: [String: Asset] = [
    "": Asset(type: "text/html; charset=utf-8", bytes: PackageResources.page_html),
    "page.css": Asset(type: "text/css; charset=utf-8", bytes: PackageResources.page_css),
    "icon.svg": Asset(type: "image/svg+xml", bytes: PackageResources.icon_svg),
    "main.js": Asset(type: script, bytes: PackageResources.main_js),
    "server.js": Asset(type: script, bytes: PackageResources.server_js),
    "dom.js": Asset(type: script, bytes: PackageResources.dom_js),
    "stage.js": Asset(type: script, bytes: PackageResources.stage_js),
    "exploded.js": Asset(type: script, bytes: PackageResources.exploded_js),
    "tree.js": Asset(type: script, bytes: PackageResources.tree_js),
    "inspector.js": Asset(type: script, bytes: PackageResources.inspector_js),
    "timeline.js": Asset(type: script, bytes: PackageResources.timeline_js),
    "states.js": Asset(type: script, bytes: PackageResources.states_js),
    "parameters.js": Asset(type: script, bytes: PackageResources.parameters_js),
    "findings.js": Asset(type: script, bytes: PackageResources.findings_js),
  ]

  /// A hash (FNV-1a) of these files: an open page reloads itself if the server has another version.
  package static let version: String = {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for name in assets.keys.sorted() {
      for byte in assets[name]?.bytes ?? [] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    return String(hash, radix: 16)
  }()
}
