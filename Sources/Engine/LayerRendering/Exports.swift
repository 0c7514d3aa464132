// SPDX-License-Identifier: MIT

// Re-exports every type that appears in this module's public signatures. From modules that are mostly internal, only
// those types are exported.
@_exported import Geometry
@_exported import LayerModel
@_exported import Formats
@_exported import Noise
@_exported import PathBooleans
@_exported import PathForms
@_exported import Pixels
@_exported import Scales
@_exported import struct RenderTree.AttachedPicture
@_exported import struct RenderTree.Edges
@_exported import struct RenderTree.FontFeature
@_exported import struct RenderTree.FontPaletteChoice
@_exported import struct RenderTree.FontTag
@_exported import struct RenderTree.FontVariation
@_exported import enum RenderTree.SamplingFilter
@_exported import struct RenderTree.TextAttachment
@_exported import struct RenderTree.TextAttributes
@_exported import protocol RenderTree.TextPicture
@_exported import struct RenderTree.TextRequest
@_exported import struct RenderTree.TextShadow
@_exported import struct RenderTree.TextTab
@_exported import class SceneFiles.Package
@_exported import struct SceneFiles.PackageNote
@_exported import class LottieFiles.LottieAnimation
@_exported import struct LottieFiles.LottieInfo
@_exported import struct LottieFiles.LottieOptions
@_exported import struct Messages.LayerError
@_exported import struct Sandbox.FileAccess
