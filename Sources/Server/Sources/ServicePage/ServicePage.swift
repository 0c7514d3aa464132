// SPDX-License-Identifier: MIT
import LivePage

/// The page of the render service, embedded in the program: each script with its parameters as a form, and the address
/// to copy.
package enum ServicePage {
  package struct File: Sendable {
    package var type: String
    package var bytes: [UInt8]
  }

  /// The files by their names below `/_page/`.
  package static let files: [String: File] = [
    "page.html": File(type: "text/html; charset=utf-8", bytes: PackageResources.page_html),
    "page.css": File(type: "text/css; charset=utf-8", bytes: PackageResources.page_css),
    "page.js": File(type: "text/javascript; charset=utf-8", bytes: PackageResources.page_js),
    "icon.svg": File(type: "image/svg+xml", bytes: LivePage.assets["icon.svg"]?.bytes ?? []),
  ]
}
