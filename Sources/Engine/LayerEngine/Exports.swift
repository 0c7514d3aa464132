// SPDX-License-Identifier: MIT

// Makes all names of layers and pictures available after `import LayerEngine`.
@_exported import LayerRendering
@_exported import TimeLines
