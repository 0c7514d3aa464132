// SPDX-License-Identifier: MIT

// Modules below whose types are values of layers' keys, re-exported to importers of the layer model.
@_exported import ConstraintLayout
@_exported import Timing
