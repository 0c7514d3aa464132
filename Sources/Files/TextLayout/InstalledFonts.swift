// SPDX-License-Identifier: MIT
import SystemC

/// The places in which distributions of Linux install the default fonts: DejaVu, Liberation and Noto Color Emoji.
package enum InstalledFonts {
  /// The places of each font in Debian, in Fedora (today's, then those of before) and in Arch: folders, or files where
  /// other fonts share their folder, so that a text does not depend on these.
  private static let fonts: [[[String]]] = [
    [
      ["truetype/dejavu"],
      ["dejavu-sans-fonts", "dejavu-sans-mono-fonts", "dejavu-serif-fonts"],
      ["dejavu"],
      ["Sans-Bold", "Sans", "SansMono-Bold", "SansMono", "Serif-Bold", "Serif"].map { "TTF/DejaVu\($0).ttf" },
    ],
    [
      ["truetype/liberation2", "truetype/liberation"],
      ["liberation-mono-fonts", "liberation-sans-fonts", "liberation-serif-fonts"],
      ["liberation-mono", "liberation-sans", "liberation-serif"],
      ["liberation"],
    ],
    [
      ["truetype/noto/NotoColorEmoji.ttf"],
      ["google-noto-color-emoji-fonts/NotoColorEmoji.ttf"],
      ["google-noto-emoji/NotoColorEmoji.ttf"],
      ["noto/NotoColorEmoji.ttf"],
    ],
  ]

  /// Returns the places of each font on the first distribution that has it here; Debian's if none has. Takes three or
  /// four system calls on Debian, and 24 at most.
  ///
  /// - Parameter root: the folder that stands for `/`.
  package static func places(below root: String = "") -> [String] {
    let folder = root + "/usr/share/fonts/"
    return fonts.flatMap { distributions in
      let found = distributions.first { $0.contains { access(folder + $0, R_OK) == 0 } }
      return (found ?? distributions[0]).map { folder + $0 }
    }
  }
}
