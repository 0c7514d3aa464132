// SPDX-License-Identifier: MIT

// Colours by their names in scripts, which are CSS' names: its green is darker than UIKit's.
extension Color: ExpressibleByStringLiteral {
  /// Creates a colour from a CSS literal, such as `"#20304a"`; any other text ends the program. Use `init(css:)` for
  /// text that may be invalid.
  public init(stringLiteral value: String) {
    guard let color = Color(css: value) else {
      fatalError("expected a CSS colour such as \"white\" or \"#ff8800\", got \"\(value)\"")
    }
    self = color
  }

  /// CSS' `red`: #ff0000.
  public static var red: Color { Color(red: 1, green: 0, blue: 0) }
  /// CSS' `green`: #008000.
  public static var green: Color { Color(red: 0, green: 128 / 255, blue: 0) }
  /// CSS' `blue`: #0000ff.
  public static var blue: Color { Color(red: 0, green: 0, blue: 1) }
  /// CSS' `yellow`: #ffff00.
  public static var yellow: Color { Color(red: 1, green: 1, blue: 0) }
  /// CSS' `orange`: #ffa500.
  public static var orange: Color { Color(red: 1, green: 165 / 255, blue: 0) }
  /// CSS' `purple`: #800080.
  public static var purple: Color { Color(red: 128 / 255, green: 0, blue: 128 / 255) }
  /// CSS' `gray`: #808080.
  public static var gray: Color { Color(red: 128 / 255, green: 128 / 255, blue: 128 / 255) }
  /// CSS' `cyan`: #00ffff.
  public static var cyan: Color { Color(red: 0, green: 1, blue: 1) }
  /// CSS' `magenta`: #ff00ff.
  public static var magenta: Color { Color(red: 1, green: 0, blue: 1) }
  /// CSS' `brown`: #a52a2a.
  public static var brown: Color { Color(red: 165 / 255, green: 42 / 255, blue: 42 / 255) }
}
