// SPDX-License-Identifier: MIT
import Testing

@Suite struct PatternTests {
  /// The expected values are Lua 5.4's own.
  @Test(arguments: [
    ("('hello world'):find('o w')", "5\t7"), ("('hello'):find('l+')", "3\t4"), ("('a.b'):find('.', 1, true)", "2\t2"),
    ("('abc'):find('', 10)", "nil"), ("('abc'):find('', 4)", "4\t3"), ("('abc'):find('b', -1)", "nil"),
    ("('key = value'):match('^(%w+)%s*=%s*(%w+)$')", "key\tvalue"), ("('f(a(b)c)d'):match('%b()')", "(a(b)c)"),
    ("('  x  '):match('^%s*(.-)%s*$')", "x"), ("('abc'):match('()b()')", "2\t3"),
    ("('2024-05-06'):match('(%d+)-(%d+)-(%d+)')", "2024\t05\t06"),
    ("('THE (quick) fox'):gsub('%f[%a]%a+', 'W')", "W (W) W\t3"), ("('abc'):gsub('', '-')", "-a-b-c-\t4"),
    ("('abc'):gsub('%w', '%0%0', 2)", "aabbc\t2"),
    ("('hello'):gsub('l', { l = 'L' })", "heLLo\t2"), ("('hello'):gsub('l', function() return false end)", "hello\t2"),
    ("('abab'):gsub('(a)(b)', '%2%1')", "baba\t2"), ("('a]b'):find('[]]')", "2\t2"),
    ("('a-b'):find('[a-]', 2)", "2\t2"),
    ("('\"x\"'):match('([\"\\'])(.-)%1')", "\"\tx"), ("('aXb'):gsub('%u', '%%')", "a%b\t1"),
    ("('a\\0b'):find('%z')", "2\t2"),
    ("pcall(string.find, 'a', '[a')", "false\tmalformed pattern (missing ']')"),
    ("pcall(string.find, 'a', '%')", "false\tmalformed pattern (ends with '%')"),
    ("pcall(string.gsub, 'a', 'a', '%2')", "false\tinvalid capture index %2 in replacement string"),
    ("pcall(string.rep, 'x', -1)", "true\t"), ("('ab'):rep(3, ',')", "ab,ab,ab"), ("(''):rep(1 << 60)", ""),
  ])
  func `patterns mean what they mean in Lua`(expression: String, expected: String) throws {
    #expect(try output(of: "print(\(expression))") == expected + "\n")
  }

  @Test func `gmatch steps over empty matches`() throws {
    #expect(
      try output(of: "for a in ('a1b22'):gmatch('%d*') do io = (io or '') .. '<' .. a .. '>' end print(io)")
        == "<><1><22>\n")
    #expect(
      try output(of: "for k, v in ('a=1, b=2'):gmatch('(%w+)=(%w+)') do io = (io or '') .. k .. v end print(io)")
        == "a1b2\n")
  }
}
