// SPDX-License-Identifier: MIT
import Geometry
import LayerModel

/// A scene of Core Animation that was read from a file: a `.caml` document, a `.ca` bundle, or a wallpaper.
///
/// ```swift
/// let package = try engine.package(at: "wallpaper.tendies")
/// try engine.write(package.rootLayer, to: "wallpaper.png")
/// ```
public final class Package {
  /// The kinds of packages.
  public enum Kind: String, Sendable {
    /// One scene.
    case scene
    /// A wallpaper: up to three scenes on top of each other.
    case wallpaper
  }

  /// One of the scenes of a wallpaper.
  public struct Floor {
    /// `Background`, `Floating` or `Foreground`; `Wallpaper` for a wallpaper of one scene.
    public let name: String
    /// The root of the scene.
    public let layer: Layer
  }

  /// The layer to draw: of a wallpaper the host of its floors, of a scene its root, below a layer that turns the y axis
  /// where the file has y up.
  public let rootLayer: Layer
  /// One scene, or a wallpaper of several.
  public let kind: Kind
  /// The scenes of a wallpaper from behind to the front; empty for a scene.
  public let floors: [Floor]
  /// Remarks about what is not shown as the file says, at most 1,000.
  public let notes: [PackageNote]
  /// The names of the wallpapers that the package holds, in the order of their paths; empty for a scene.
  public let wallpaperNames: [String]
  /// The name of the wallpaper that was read; nil for a scene.
  public let wallpaperName: String?

  /// The size of the root layer, in points.
  public var size: Size { rootLayer.bounds.size }

  init(
    rootLayer: Layer, kind: Kind, floors: [Floor], notes: [PackageNote], wallpaperNames: [String] = [],
    wallpaperName: String? = nil
  ) {
    self.rootLayer = rootLayer
    self.kind = kind
    self.floors = floors
    self.notes = notes
    self.wallpaperNames = wallpaperNames
    self.wallpaperName = wallpaperName
  }
}
