// SPDX-License-Identifier: MIT
import CPixelKernels
import Numbers
import Pixels

/// The layout and colours of a frame of decoded video: consecutive planes of luma, two of chroma at half the
/// resolution, and optionally alpha.
package struct VideoPlanes: Sendable, Equatable {
  /// The colour matrix.
  package enum Matrix: Sendable { case bt601, bt709, bt2020 }

  package var width: Int
  package var height: Int
  package var hasAlpha: Bool
  package var matrix: Matrix
  package var isFullRange: Bool

  package init(width: Int, height: Int, hasAlpha: Bool, matrix: Matrix, isFullRange: Bool) {
    self.width = width
    self.height = height
    self.hasAlpha = hasAlpha
    self.matrix = matrix
    self.isFullRange = isFullRange
  }

  private var chromaWidth: Int { (width + 1) / 2 }
  private var chromaHeight: Int { (height + 1) / 2 }
  /// The size of a frame in bytes.
  package var byteCount: Int { width * height * (hasAlpha ? 2 : 1) + 2 * chromaWidth * chromaHeight }

  private var coefficients: llua_video_matrix {
    let (kr, kb) =
      switch matrix {
      case .bt601: (0.299, 0.114)
      case .bt709: (0.2126, 0.0722)
      case .bt2020: (0.2627, 0.0593)
      }
    let kg = 1 - kr - kb
    let (luma, chroma) = isFullRange ? (1.0, 1.0) : (255.0 / 219, 255.0 / 224)
    func fixed(_ v: Double) -> Int32 { Int32(clamping: Int(clamping: (v * 65_536).rounded())) }
    return llua_video_matrix(
      y_offset: isFullRange ? 0 : 16, y_scale: fixed(luma), r_v: fixed(2 * (1 - kr) * chroma),
      g_u: fixed(-2 * (1 - kb) * kb / kg * chroma), g_v: fixed(-2 * (1 - kr) * kr / kg * chroma),
      b_u: fixed(2 * (1 - kb) * chroma))
  }

  /// Converts a frame to premultiplied sRGB pixels; chroma is interpolated between its samples.
  ///
  /// - Parameter bytes: the planes, of `byteCount` bytes.
  /// - Throws: `BitmapError` if memory is short.
  package func bitmap(_ bytes: [UInt8], instructions: InstructionSet = .best) throws -> Bitmap {
    guard width > 0, height > 0, bytes.count >= byteCount,
      let kernels = llua_kernels_for(instructions.rawValue) ?? llua_kernels_for(0)
    else { throw BitmapError.memory(width: width, height: height) }
    var matrix = coefficients
    return try Bitmap(width: width, height: height, scale: 1) { pixels in
      bytes.withUnsafeBufferPointer { bytes in
        guard let y = bytes.baseAddress, let out = pixels.baseAddress else { return }
        let u = y + width * height
        let v = u + chromaWidth * chromaHeight
        let a = v + chromaWidth * chromaHeight
        for row in 0..<height {
          let near = row / 2
          // Chroma lies midway between two rows of luma.
          let next = min(max(row % 2 == 0 ? near - 1 : near + 1, 0), chromaHeight - 1)
          let (n, o) = (near * chromaWidth, next * chromaWidth)
          kernels.pointee.video_planes(
            y + row * width, u + n, u + o, v + n, v + o, hasAlpha ? a + row * width : nil, Int32(clamping: width),
            &matrix, out + row * width)
        }
      }
    }
  }
}
