// SPDX-License-Identifier: MIT

// Rooms below whose types are values of layers' keys: who imports the layer model has them.
@_exported import ConstraintLayout
@_exported import Timing
