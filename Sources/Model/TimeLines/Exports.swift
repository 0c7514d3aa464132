// SPDX-License-Identifier: MIT

// Layers, animations and their values, which time lines take.
@_exported import LayerModel
