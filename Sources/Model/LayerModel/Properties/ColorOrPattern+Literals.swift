// SPDX-License-Identifier: MIT
import Pixels

// Literals: `layer.backgroundColor = .red`, `= "#20304a"`, `= .pattern(image)`.
extension ColorOrPattern: ExpressibleByStringLiteral {
  /// Makes a colour from CSS, such as `"#20304a"`; any other text terminates the program.
  public init(stringLiteral value: String) { self = .color(Color(stringLiteral: value)) }

  /// The CSS colour `black`.
  public static var black: ColorOrPattern { .color(.black) }
  /// The CSS colour `white`.
  public static var white: ColorOrPattern { .color(.white) }
  /// The CSS colour `red`.
  public static var red: ColorOrPattern { .color(.red) }
  /// The CSS colour `green`.
  public static var green: ColorOrPattern { .color(.green) }
  /// The CSS colour `blue`.
  public static var blue: ColorOrPattern { .color(.blue) }
  /// The CSS colour `yellow`.
  public static var yellow: ColorOrPattern { .color(.yellow) }
  /// The CSS colour `orange`.
  public static var orange: ColorOrPattern { .color(.orange) }
  /// The CSS colour `purple`.
  public static var purple: ColorOrPattern { .color(.purple) }
  /// The CSS colour `gray`.
  public static var gray: ColorOrPattern { .color(.gray) }
  /// The CSS colour `cyan`.
  public static var cyan: ColorOrPattern { .color(.cyan) }
  /// The CSS colour `magenta`.
  public static var magenta: ColorOrPattern { .color(.magenta) }
  /// The CSS colour `brown`.
  public static var brown: ColorOrPattern { .color(.brown) }
  /// Transparent black.
  public static var clear: ColorOrPattern { .color(.clear) }
}
