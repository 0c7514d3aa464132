// SPDX-License-Identifier: MIT
import Serving
import Testing

@Suite struct ServiceOptionsTests {
  private func options(_ words: String...) throws(ServiceOptions.Mistake) -> ServiceOptions {
    try ServiceOptions(["--program", "x", "cards"] + words)
  }

  @Test func `isolation is as far as possible or required`() throws {
    #expect(try options().drawing == ["--isolate"])
    #expect(try options("--isolate").drawing == ["--isolate"])
    #expect(try options("--isolate=require").drawing == ["--isolate=require"])
  }

  /// A word that is not known would be a weaker service than its owner asked for.
  @Test(arguments: [
    "--isolate=foo", "--isolate=Require", "--isolate=require ", "--isolate=yes", "--watch=1", "--allow-scripts=no",
    "--show-errors=", "--allow-unsigned=true", "--negotiate=bmp", "--negotiate=gif", "--unsigned=_sig",
    "--unsigned=_exp", "--unsigned=title", "--trusted-proxies=localhost", "--error-image=Upper", "--listen=8040",
    "--scales=0", "--widths=x", "--cache-size=1G", "--queue-wait=0",
  ]) func `other values are mistakes`(word: String) {
    let mistake = #expect(throws: ServiceOptions.Mistake.self) { try self.options(word) }
    #expect(mistake?.message.hasPrefix(String(word.prefix { $0 != "=" })) == true, "\(mistake?.message ?? "")")
  }

  @Test(arguments: [
    ("Bearer abc", "abc"), ("bearer abc", "abc"), ("BEARER  abc", "abc"), ("Bearer a b", "a b"), ("Bearer", nil),
    ("Bearer ", nil), ("Basic abc", nil), ("abc", nil), ("", nil), ("Bearerabc", nil),
  ]) func `the scheme of a token is taken in any case`(field: String, token: String?) {
    #expect(Service.bearerToken(field) == token)
  }
}
