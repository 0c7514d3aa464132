// SPDX-License-Identifier: MIT

// Everything of layers and pictures can be named after `import LayerEngine`.
@_exported import LayerRendering
