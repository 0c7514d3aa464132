// SPDX-License-Identifier: MIT
import Pixels

// `layer.backgroundColor = .red`, `= "#20304a"`, `= .pattern(image)`.
extension ColorOrPattern: ExpressibleByStringLiteral {
  /// A CSS colour, such as `"#20304a"`; another text ends the program.
  public init(stringLiteral value: String) { self = .color(Color(stringLiteral: value)) }

  /// CSS' `black`.
  public static var black: ColorOrPattern { .color(.black) }
  /// CSS' `white`.
  public static var white: ColorOrPattern { .color(.white) }
  /// CSS' `red`.
  public static var red: ColorOrPattern { .color(.red) }
  /// CSS' `green`.
  public static var green: ColorOrPattern { .color(.green) }
  /// CSS' `blue`.
  public static var blue: ColorOrPattern { .color(.blue) }
  /// CSS' `yellow`.
  public static var yellow: ColorOrPattern { .color(.yellow) }
  /// CSS' `orange`.
  public static var orange: ColorOrPattern { .color(.orange) }
  /// CSS' `purple`.
  public static var purple: ColorOrPattern { .color(.purple) }
  /// CSS' `gray`.
  public static var gray: ColorOrPattern { .color(.gray) }
  /// CSS' `cyan`.
  public static var cyan: ColorOrPattern { .color(.cyan) }
  /// CSS' `magenta`.
  public static var magenta: ColorOrPattern { .color(.magenta) }
  /// CSS' `brown`.
  public static var brown: ColorOrPattern { .color(.brown) }
  /// Transparent black.
  public static var clear: ColorOrPattern { .color(.clear) }
}
