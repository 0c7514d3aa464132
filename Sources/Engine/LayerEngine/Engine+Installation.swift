// SPDX-License-Identifier: MIT
import LayerRendering
import Messages
import Sandbox
import SystemC

extension Engine {
  /// The name of the instruction set that the pixel kernels use on this processor.
  package static var instructionSet: String { LayerRenderer.instructionSet }

  /// Returns the path of the file that the engine takes for a dependency; nil if it is missing. Loads a library to find
  /// it.
  package static func installedPath(of dependency: RuntimeDependency) -> String? {
    switch dependency.kind {
    case .library: return dependency.libraryPath
    case .program: return pathOfProgram(dependency.file)
    case .font:
      for folder in LayerRenderer.installedFontDirectories {
        let path = folder.hasSuffix("/" + dependency.file) ? folder : folder + "/" + dependency.file
        if access(path, R_OK) == 0 { return path }
      }
      return nil
    case .data: return access(dependency.file, R_OK) == 0 ? dependency.file : nil
    }
  }
}
