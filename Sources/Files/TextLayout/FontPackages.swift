// SPDX-License-Identifier: MIT
import Messages
import Numbers

/// Maps families of fonts to the Debian packages that have them, for messages about missing fonts.
enum FontPackages {
  /// The normalised beginning of a family's name, and its package in Debian 12; longer names first where one begins
  /// another.
  private static let packages: [(family: StaticString, package: StaticString)] = [
    ("notosanscjk", "fonts-noto-cjk"),
    ("notoserifcjk", "fonts-noto-cjk"),
    ("notocoloremoji", "fonts-noto-color-emoji"),
    ("notosansmono", "fonts-noto-mono"),
    ("notosans", "fonts-noto-core"),
    ("notoserif", "fonts-noto-core"),
    ("inter", "fonts-inter-variable"),
    ("robotoslab", "fonts-roboto-slab"),
    ("roboto", "fonts-roboto-unhinted"),
    ("opensans", "fonts-open-sans"),
    ("lato", "fonts-lato"),
    ("manrope", "fonts-manrope"),
    ("firacode", "fonts-firacode"),
    ("jetbrainsmono", "fonts-jetbrains-mono"),
    ("hack", "fonts-hack"),
    ("cascadiacode", "fonts-cascadia-code"),
    ("cantarell", "fonts-cantarell"),
    ("comfortaa", "fonts-comfortaa"),
    ("quicksand", "fonts-quicksand"),
    ("ebgaramond", "fonts-ebgaramond"),
    ("linlibertine", "fonts-linuxlibertine"),
    ("linuxlibertine", "fonts-linuxlibertine"),
    ("carlito", "fonts-crosextra-carlito"),
    ("calibri", "fonts-crosextra-carlito"),
    ("caladea", "fonts-crosextra-caladea"),
    ("cambria", "fonts-crosextra-caladea"),
    ("gentiumplus", "fonts-sil-gentiumplus"),
    ("gentium", "fonts-sil-gentium"),
    ("charis", "fonts-sil-charis"),
    ("andika", "fonts-sil-andika"),
    ("vollkorn", "fonts-vollkorn"),
    ("karla", "fonts-karla"),
    ("leaguespartan", "fonts-league-spartan"),
    ("leaguemono", "fonts-league-mono"),
    ("lobstertwo", "fonts-lobstertwo"),
    ("lobster", "fonts-lobster"),
    ("bebasneue", "fonts-bebas-neue"),
    ("comicneue", "fonts-comic-neue"),
    ("dejavu", "fonts-dejavu-core"),
    ("liberation", "fonts-liberation2"),
  ]

  /// Returns the package of a font by its normalised name; the names of systems' fonts have Inter's. nil if none is
  /// known.
  static func package(ofNormalized name: String) -> String? {
    if FontName.isOfSystem(normalized: name) { return RuntimeDependency.inter.package }
    return packages.first { name.hasPrefix($0.family.description) }?.package.description
  }
}
