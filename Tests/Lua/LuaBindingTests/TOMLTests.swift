// SPDX-License-Identifier: MIT
import Foundation
import LayerEngine
import LayerModel
import Testing
import TestSupport

/// `ca.readTOML` and `ca.decodeTOML`, also compared with Python's tomllib.
@Suite struct TOMLTests {
  @Test func `TOML becomes tables`() throws {
    let folder = try TemporaryFolder()
    try folder.write("[[row]]\nid = 9007199254740993\nday = 1970-01-02\n", to: "a.toml")
    let lines = try printed(
      """
      local t = ca.readTOML("a.toml")
      print(#t.row, t.row[1].id, t.row[1].day, ca.format("d", t.row[1].day))
      t = ca.decodeTOML('a.b = [1, 2.5, "x"]\\nc = 07:32:00\\nd = inf')
      print(t.a.b[1], t.a.b[2], t.a.b[3], t.c, t.d, math.type(t.a.b[1]))
      print(next(ca.decodeTOML("")))
      """, Engine.Configuration(scriptDirectory: folder.path))
    #expect(
      lines == ["1\t9007199254740993\t86400\t86400", "1\t2.5\tx\t07:32:00\tinf\tinteger", "nil"], "\(lines)")
    let error = try failure("ca.decodeTOML('a = 1\\nb')")
    #expect(error?.message.hasPrefix("ca.decodeTOML: key-value pair: ") == true, "\(error?.message ?? "")")
    #expect(error?.message.hasSuffix(" at line 2, column 2") == true, "\(error?.message ?? "")")
    #expect(
      try failure("ca.decodeTOML('card.toml')")?.message
        == "ca.decodeTOML: \"card.toml\" is a file name, but text was expected; ca.readTOML reads files")
    #expect(
      try failure("ca.readTOML('a = 1\\nb = 2')")?.message
        == "ca.readTOML: expected a file name, got a text of several lines; ca.decodeTOML reads text")
    #expect(try failure("ca.decodeTOML(1)")?.message.hasPrefix("ca.decodeTOML: expected a string of TOML") == true)
  }

  @Test func `random TOML is read as by Python's tomllib`() throws {
    let folder = try TemporaryFolder()
    let python = """
      import datetime, json, math, random, tomllib
      random.seed(11)
      texts = ['', 'a', '"', '\\\\', '/', '\\n', '\\t', '\\u0000', '\\u001f', 'é漢😀', '\\u2028', 'null',
          '#', "'", '=', '[', '.']
      def string():
          return ''.join(random.choice(texts) for _ in range(random.randint(0, 4)))
      def written(s):
          if random.random() < 0.3 and not any(c in s for c in "'\\n\\0\\x1f"): return "'" + s + "'"
          if random.random() < 0.2 and not any(c in s for c in "'\\0\\x1f"): return "'''\\n" + s + "'''"
          body = json.dumps(s, ensure_ascii=False).replace('\\x7f', '\\\\u007f')
          if random.random() < 0.2: return '\"\"\"' + random.choice(['', '\\n', '\\\\\\n   ']) + body[1:-1] + '\"\"\"'
          return body
      def key():
          return (random.choice(['a', 'b_1', '-', '7', '"q . r"', "'s=]'", '"é"', 'name',
              'K' + str(random.randint(0, 99))]))
      def scalar():
          kind = random.randint(0, 8)
          if kind == 0: return random.choice(['true', 'false'])
          if kind == 1: return (random.choice(['0', '1', '-1', '+7', '9_007_199_254_740_993',
              '9223372036854775807', '-9223372036854775808', '0xDEAD_beef', '0o17',
              '0b1_0', str(random.randint(-2**63, 2**63 - 1))]))
          if kind == 2: return (random.choice(['0.1', '-2.5e-300', '1.7e308', '5e-324', '1e3', '6.02_2e+23',
              'inf', '-inf', '-0.0', repr(random.uniform(-1e9, 1e9)), repr(random.uniform(0,
              1) * 10 ** random.randint(-300, 300))]))
          if kind == 3: return ('%04d-%02d-%02d' % (random.randint(1, 9999), random.randint(1, 12),
              random.randint(1, 28)))
          if kind == 4: return ('%02d:%02d:%02d' % (random.randint(0, 23), random.randint(0, 59),
              random.randint(0, 59)) + random.choice(['', '.5', '.125']))
          if kind == 5: return ('20%02d-%02d-%02d' % (random.randint(0, 99), random.randint(1, 12),
              random.randint(1, 28)) + random.choice('T t').replace('t', 'T') + '%02d:59:30' % random.randint(0,
              23) + random.choice(['', '.25', 'Z', '+05:30', '-11:00', '.75+01:00']))
          return written(string())
      def space(): return random.choice(['', ' ', '\\t'])
      def value(depth):
          kind = random.randint(0, 9 if depth < 5 else 7)
          if kind < 8: return scalar()
          items = random.randint(0, 4)
          if kind == 8:
              gap = lambda: random.choice(['', ' ', '\\n', ' # note ] " \\n'])
              return ('[' + gap() + (',' + gap()).join(value(depth + 1) + gap() for _ in range(items))
                  + (',' if items and random.random() < 0.3 else '') + gap() + ']')
          keys = random.sample(['a', '"b c"', 'd.e', "'f'.g", '"é"', 'h.i.j', 'd.k'], min(items, 7))
          return ('{' + ','.join(space() + k + space() + '=' + space() + value(depth + 1).replace('\\n',
              '\\n') + space() for k in keys) + '}')
      def document():
          lines = []
          for _ in range(random.randint(0, 12)):
              kind = random.randint(0, 9)
              name = '.'.join(key() for _ in range(random.choice([1, 1, 1, 2, 3])))
              if kind < 6:
                  lines.append(space() + name + space() + '=' + space() + value(0) + random.choice(['', ' # é']))
              elif kind == 6: lines.append('# "' + random.choice(['', "'''", '[', 'x.y.z']))
              elif kind == 7: lines.append('')
              elif kind == 8: lines.append('[' + space() + name + space() + ']')
              else: lines.append('[[' + name + ']]')
          return random.choice(['\\n', '\\n', '\\r\\n']).join(lines)
      def plain(v):
          if isinstance(v, dict): return {k: plain(x) for k, x in v.items()} or []
          if isinstance(v, list): return [plain(x) for x in v]
          if isinstance(v, datetime.datetime):
              v = v if v.tzinfo else v.replace(tzinfo=datetime.timezone.utc)
              return (v - datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)).total_seconds()
          if isinstance(v, datetime.date): return (v - datetime.date(1970, 1, 1)).total_seconds()
          if isinstance(v, datetime.time): return (
              v.isoformat().rstrip('0').rstrip('.') if '.' in v.isoformat() else v.isoformat())
          if isinstance(v, float) and math.isinf(v): return str(v)
          return v
      cases = []
      while len(cases) < 3000:
          text = document()
          try: cases.append(dict(text=text, value=plain(tomllib.loads(text))))
          except tomllib.TOMLDecodeError:
              if random.random() < 0.05: cases.append(dict(text=text))
      json.dump(cases, open('cases.json', 'w'))
      """
    try folder.write(python, to: "make.py")
    let made = try runCommand("/usr/bin/env", ["python3", "make.py"], in: folder.path)
    try #require(made.status == 0, "\(made.errors)")
    let lines = try printed(
      """
      local function same(a, b)
        if type(a) ~= type(b) then return (a == math.huge and b == "inf") or (a == -math.huge and b == "-inf") end
        if type(a) ~= "table" then return a == b end
        for k, v in pairs(a) do if not same(v, b[k]) then return false end end
        for k in pairs(b) do if a[k] == nil then return false end end
        return true
      end
      local wrong, refused, values = 0, 0, 0
      for _, case in ipairs(ca.decodeJSON(ca.readFile("cases.json"))) do
        local ok, value = pcall(ca.decodeTOML, case.text)
        if case.value == nil then
          if not ok then refused = refused + 1 else wrong = wrong + 1 print("read", case.text) end
        elseif not ok or not same(value, case.value) then
          wrong = wrong + 1
          print("differs", ok and ca.encodeJSON(case.value) or value, case.text)
        else
          values = values + 1
        end
      end
      print(wrong, refused > 50, values > 2000)
      """, Engine.Configuration(scriptDirectory: folder.path))
    #expect(lines.last == "0\ttrue\ttrue", "\(lines.suffix(4))")
  }
}
