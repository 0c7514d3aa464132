// SPDX-License-Identifier: MIT

// What the signatures of this product name can be named by whoever imports it. Of rooms that are machinery for the most
// part, only those types.
@_exported import Geometry
@_exported import LayerModel
@_exported import Outputs
@_exported import Pixels
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
@_exported import struct Wording.LayerError
