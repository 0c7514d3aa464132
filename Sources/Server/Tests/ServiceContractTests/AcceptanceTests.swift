// SPDX-License-Identifier: MIT
import ServiceContract
import Testing

@Suite struct AcceptanceTests {
  private static let formats: [(accept: String, format: AnswerFormat?)] = [
    ("image/avif,image/webp,*/*", .webp), ("image/webp", .webp), ("IMAGE/WEBP", .webp), ("image/jpeg", .jpg),
    ("image/webp;q=0, image/jpeg", .jpg), ("image/webp;q=0.1, image/jpeg;q=0.9", .jpg),
    ("image/jpeg;q=0.9, image/webp;Q=1.0", .webp), ("image/jpeg, image/webp", .webp), ("image/*", .jpg),
    ("image/webp;q=0.5, image/*;q=0.9", .jpg), ("image/webp;q=0, image/*", .jpg), ("image/jpeg;q=0, image/*", .webp),
    ("image/*;q=0", nil), ("image/webp;q=0", nil), ("image/avif", .jpg), ("*/*", nil), ("", nil),
    ("application/json", nil), ("application/json, image/webp;q=0.5", nil), ("application/json, image/webp", .webp),
    ("image/*, */*", .jpg), ("image/*;q=0.5, */*", nil), ("image/webp ; q=0.8 , image/jpeg ; q=0.7", .webp),
    ("image/webp;q=x", .webp), ("image/webp;q=nan, image/jpeg;q=0.5", .webp), ("image", nil),
    ("image/avif, */*;q=0.8", .jpg),
    ("image/avif, application/json", nil),
  ]

  @Test func `the highest weight wins, then our order`() {
    for (accept, format) in Self.formats {
      #expect(Acceptance(accept).format(of: [.webp, .jpg]) == format, "\(accept)")
    }
    #expect(Acceptance("image/webp").format(of: []) == nil)
  }

  @Test func `the page is for clients that prefer it`() {
    for accept in [
      "text/html", "TEXT/HTML,*/*", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
      "application/json;q=0.5,text/html;q=0.6",
    ] { #expect(Acceptance(accept).wantsPage, "\(accept)") }
    for accept in ["", "*/*", "application/json", "text/html;q=0", "application/json,text/html;q=0.5", "text/*"] {
      #expect(!Acceptance(accept).wantsPage, "\(accept)")
    }
  }

  @Test func `errors are pictures for clients that take only these`() {
    #expect(Acceptance("image/avif,image/webp,*/*;q=0.8").wantsOnlyImages)
    for accept in ["", "*/*", "image/png, application/json", "image/*;q=0", "application/problem+json, image/*"] {
      #expect(!Acceptance(accept).wantsOnlyImages, "\(accept)")
    }
  }

  /// No format is chosen that the client refuses, and none of a lower weight than another one.
  @Test func `random fields get what they ask for`() {
    var random = SystemRandomNumberGenerator()
    let types = ["image/webp", "image/jpeg", "image/png", "image/*", "*/*", "application/json", "Image/PNG", "x", ""]
    let offered: [AnswerFormat] = [.webp, .png, .jpg]
    for _ in 0..<2000 {
      let field = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        let weight = ["", ";q=0", ";q=0.3", "; q=0.7", ";q=1", ";q="].randomElement(using: &random) ?? ""
        return (types.randomElement(using: &random) ?? "") + weight
      }.joined(separator: ", ")
      let acceptance = Acceptance(field)
      guard let format = acceptance.format(of: offered) else { continue }
      let match = acceptance.match(format.contentType)
      #expect(match?.quality != 0, "\(field)")
      for other in offered {
        #expect(acceptance.match(other.contentType)?.quality ?? 0 <= match?.quality ?? 0, "\(field)")
      }
    }
  }
}
