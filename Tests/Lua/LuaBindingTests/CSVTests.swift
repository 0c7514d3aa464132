// SPDX-License-Identifier: MIT
import Foundation
import LayerEngine
import LayerModel
import Testing
import TestSupport

/// `ca.readCSV` and `ca.decodeCSV`, also compared with Python's csv module.
@Suite struct CSVTests {
  /// The cells of a single row, quoted if they are text.
  private func cells(_ row: String, _ options: String = "") throws -> [String] {
    try printed(
      """
      local function show(v) return type(v) == "string" and ("%q"):format(v) or tostring(v) end
      for _, row in ipairs(ca.decodeCSV([==[\(row)]==], { \(options) })) do
        local list = {}
        for i, v in ipairs(row) do list[i] = show(v) end
        print(table.concat(list, " "))
      end
      """)
  }

  @Test func `a cell without quotes is a number where JSON has it as one`() throws {
    #expect(try cells("12,-0.5,1e6,1E-2,0,-0,.5,-.5, 7 ,0.10") == ["12 -0.5 1000000 0.01 0 0 0.5 -0.5 7 0.1"])
    for text in [
      "007", "+5", "0x10", "1,5", "5.", "1e", "1e+", "--1", "nan", "inf", "1_000", "12 %", "1 2", "2024-01-02", "00",
      "-", ".", "1e999",
      "99999999999999999999", "٣",
    ] {
      #expect(try cells(text, "separator = ';'") == ["\"\(text)\""], "\(text)")
    }
    #expect(try cells("\"12\"") == ["\"12\""])
    #expect(try cells("12,a", "numbers = false") == ["\"12\" \"a\""])
    #expect(try cells("9007199254740993,-9223372036854775808") == ["9007199254740993 -9223372036854775808"])
    #expect(try cells("3,14;-,5;1,5e3;1.5", "separator = ';', decimal = ','") == ["3.14 -0.5 1500 \"1.5\""])
  }

  @Test func `columns are of the types that are asked for`() throws {
    #expect(
      try cells("007,12,\"5\",+1,5.", "types = { 'number', 'text', [3] = 'number', [4] = 'number', [5] = 'number' }")
        == ["7 \"12\" 5 1 5"])
    let lines = try printed(
      """
      local rows = ca.decodeCSV("zip,n\\n01067,08\\n", { header = true, types = { n = "number", zip = "text" } })
      print(rows[1].zip, rows[1].n, math.type(rows[1].n))
      """)
    #expect(lines == ["01067\t8\tinteger"])
    #expect(
      try failure("ca.decodeCSV('a,n\\n1,2\\n1,x', { header = true, types = { n = 'number' } })")?.message
        == "ca.decodeCSV:3: column \"n\": expected a number, got \"x\"")
    #expect(
      try failure("ca.decodeCSV('a,n\\n1,2', { header = true, types = { m = 'number' } })")?.message
        == "ca.decodeCSV: types names a column \"m\" that does not exist; the columns are a, n")
    #expect(
      try failure("ca.decodeCSV('a', { types = { 'day' } })")?.message
        == "ca.decodeCSV: types: a column is \"number\", \"text\", \"boolean\" or \"date\", got string \"day\"")
  }

  @Test func `dates are seconds since 1970, and booleans are true or false`() throws {
    func dates(_ text: String, _ form: String) throws -> [String] {
      try printed(
        """
        for _, row in ipairs(ca.decodeCSV("\(text)", { types = { "date" }, separator = ";", dates = "\(form)" })) do
          print(os.date("!%Y-%m-%dT%H:%M:%S", math.floor(row[1])), row[1] % 1)
        end
        """)
    }
    #expect(
      try dates("2024-02-29\\n1969-12-31T23:59:58.5Z\\n2024-03-31 14:30\\n2024-01-01T00:30:00+02:00", "YYYY-MM-DD")
        == [
          "2024-02-29T00:00:00\t0", "1969-12-31T23:59:58\t0.5", "2024-03-31T14:30:00\t0", "2023-12-31T22:30:00\t0",
        ])
    #expect(
      try dates("31.3.2024\\n01/02/2024 9:05", "DD.MM.YYYY") == ["2024-03-31T00:00:00\t0", "2024-02-01T09:05:00\t0"])
    #expect(try dates("3/31/2024", "MM/DD/YYYY") == ["2024-03-31T00:00:00\t0"])
    for bad in ["2023-02-29", "2024-13-01", "24-01-01", "2024-01-01T25:00", "2024-01-01 x", "1.1.2024"] {
      #expect(
        try failure("ca.decodeCSV('\(bad)', { types = { 'date' } })")?.message
          == "ca.decodeCSV:1: column 1: expected a date as YYYY-MM-DD, got \"\(bad)\"")
    }
    #expect(
      try printed(
        "local b = 'boolean' local r = ca.decodeCSV('yes,No,TRUE,0', { types = { b, b, b, b } })[1] "
          + "print(r[1], r[2], r[3], r[4])") == ["true\tfalse\ttrue\tfalse"])
    #expect(
      try failure("ca.decodeCSV('maybe', { types = { 'boolean' } })")?.message
        == "ca.decodeCSV:1: column 1: expected true or false, got \"maybe\"")
  }

  @Test func `quotes are the ones that are named`() throws {
    #expect(try cells("'a,b','it''s',\"c\"", "quote = \"'\"") == ["\"a,b\" \"it's\" \"\\\"c\\\"\""])
    #expect(try cells("\"a,b\"", "quote = false") == ["\"\\\"a\" \"b\\\"\""])
    #expect(
      try failure("ca.decodeCSV('a', { quote = ',' })")?.message
        == "ca.decodeCSV: quote must be one character such as \"'\", or false for none, got string \",\"")
    #expect(
      try failure("ca.decodeCSV('a', { dates = 'D' })")?.message
        == "ca.decodeCSV: dates must be \"YYYY-MM-DD\", \"DD.MM.YYYY\" or \"MM/DD/YYYY\", got \"D\"")
  }

  @Test func `empty cells are what is asked for, and leave no hole in a list`() throws {
    #expect(try cells("a,,b,") == ["\"a\" \"\" \"b\" \"\""])
    #expect(try cells("a,,b,\"\"", "empty = false") == ["\"a\" null \"b\" \"\""])
    #expect(try cells("a,,b,\"\"", "empty = ca.null") == ["\"a\" null \"b\" \"\""])
    #expect(try cells("1,,2", "empty = 0") == ["1 0 2"])
    #expect(try cells(",", "empty = 'none', types = { 'number' }") == ["\"none\" \"none\""])
    let lines = try printed(
      """
      local rows, names = ca.decodeCSV("a,b,c\\n1,,3\\n", { header = true, empty = false })
      print(rows[1].a, rows[1].b, rows[1].c, #names, table.concat(names, " "))
      for k in pairs(rows[1]) do io = (io or "") .. k end print(io)
      """)
    #expect(lines == ["1\tnil\t3\t3\ta b c", "ac"])
    #expect(
      try failure("ca.decodeCSV('', { empty = {} })")?.message.hasPrefix(
        "ca.decodeCSV: empty must be false (for nil), a string") == true)
  }

  @Test func `lines end in any way, byte-order marks and empty lines are no cells`() throws {
    #expect(
      try cells("\u{FEFF}a,b\r\nc,d\re,f\n\n\r\n\"\"\n \ng") == [
        "\"a\" \"b\"", "\"c\" \"d\"", "\"e\" \"f\"", "\"\"", "\" \"", "\"g\"",
      ])
    #expect(try cells("\n\nx", "trim = true, skip = 0") == ["\"x\""])
    #expect(try cells("title, of it\na,b", "skip = 1") == ["\"a\" \"b\""])
    #expect(
      try printed("print(#ca.decodeCSV(''), #ca.decodeCSV('\\n'), #ca.decodeCSV('', { header = true }))") == ["0\t0\t0"]
    )
  }

  @Test func `quotes hold separators, line ends and quotes`() throws {
    #expect(
      try printed(
        #"for _, v in ipairs(ca.decodeCSV('"a,b","c\r\nd","e""f""",x"y,""\n')[1]) do print(("%q"):format(v)) end"#)
        == ["\"a,b\"", "\"c\\13\\", "d\"", "\"e\\\"f\\\"\"", "\"x\\\"y\"", "\"\""])
    #expect(try cells("\"a\" , b\t,c", "trim = true") == ["\"a\" \"b\" \"c\""])
    #expect(try cells(" a, \"b,c\" ", "trim = true") == ["\"a\" \"b,c\""])
    #expect(
      try failure("ca.decodeCSV('a\\nb, \"c\"')")?.message
        == "ca.decodeCSV:2: a quote after a blank; set trim = true to strip blanks around cells")
    #expect(
      try failure("ca.decodeCSV('a\\n\"b\\n\\n')")?.message
        == "ca.decodeCSV:2: a quoted cell begins here and does not end")
    #expect(
      try failure("ca.decodeCSV('\"a\\n\"b')")?.message
        == "ca.decodeCSV:2: text after the quote that ends a cell; a quote within a quoted cell is written twice")
  }

  @Test func `headers name the columns, or a list does`() throws {
    #expect(
      try printed("local r = ca.decodeCSV(' a ,\"b\",\\n1,2,3', { header = true })[1] print(r.a, r.b, r['3'])") == [
        "1\t2\t3"
      ])
    #expect(
      try printed("local r, n = ca.decodeCSV('1,2', { header = { 'x', 'y' } }) print(r[1].x, r[1].y, n[2])") == [
        "1\t2\ty"
      ])
    #expect(
      try failure("ca.decodeCSV('a,b,a', { header = true })")?.message
        == "ca.decodeCSV: columns 1 and 3 are both named \"a\"; give other names with header = {…}, and skip = 1 to skip the file's"
    )
    #expect(
      try failure("ca.decodeCSV('a,b\\n1,2\\n1,2,,3', { header = true })")?.message
        == "ca.decodeCSV:3: 4 cells, but 2 columns: nothing says what cell 4 is; give all names by header = {…}, or read rows without a header"
    )
    #expect(try printed("print(#ca.decodeCSV('a,b\\n1,2,,\\n', { header = true }))") == ["1"])
  }

  @Test func `ragged rows and the wrong separator are warned about with the script's line`() throws {
    let engine = try Engine()
    var found: [LayerWarning] = []
    engine.onWarning = { found.append($0) }
    try engine.run(
      script: """
        local r = ca.decodeCSV("a,b,c\\n1,2,3\\n4\\n5,6\\n", { header = true })
        assert(r[2].b == "" and r[2].a == 4 and r[3].b == 6)
        ca.decodeCSV("a;b\\n1;2\\n")
        ca.decodeCSV("a,b\\n1;2\\n")
        ca.decodeCSV("a\\n1\\n")
        """, name: "t.lua")
    #expect(
      found.map(\.description) == [
        "t.lua:1: ca.decodeCSV:3: 1 cell for 3 columns, and 1 more such row: the others count as empty",
        "t.lua:3: ca.decodeCSV: every row is a single cell that contains \";\"; if it separates cells, give separator = \";\"",
      ])
    #expect(found.map(\.rule) == [.csvRagged, .csvSeparator])
  }

  @Test(arguments: [
    ("separator = ',,'", "separator must be one character such as \",\", \";\" or \"\\t\", got \",,\""),
    ("separator = '\"'", "separator must be one character"),
    ("decimal = ','", "separator and decimal are both \",\"; name the separator too, such as separator = \";\""),
    ("header = 1", "header must be true when the first row has the names, or a list of names, got number 1"),
    ("skip = -1", "skip must be a number of lines from 0, got -1"),
    ("numbers = 1", "numbers must be true or false, got number 1"),
    ("sep = ';'", "unknown option sep"),
    ("types = { [0] = 'text' }", "types: expected names of columns, or their numbers from 1, got number 0"),
  ]) func `options that cannot be are refused`(_ options: String, _ message: String) throws {
    #expect(try failure("ca.decodeCSV('a', { \(options) })")?.message.hasPrefix("ca.decodeCSV: \(message)") == true)
  }

  @Test func `text that is not UTF-8 is told of with its line and its remedy`() throws {
    #expect(
      try failure("ca.decodeCSV('a\\nb\\xff')")?.message
        == "ca.decodeCSV:2: the text is not UTF-8; save the file as UTF-8")
    #expect(try failure("ca.decodeCSV('\\xff\\xfea\\0')")?.message.contains("UTF-16") == true)
  }

  @Test func `random tables read as Python's csv module wrote them`() throws {
    let folder = try TemporaryFolder()
    let python = """
      import csv, json, random
      random.seed(11)
      alphabet = ['a', 'B', '0', '7', '.', '-', '+', ' ', '"', "'", ',', ';', '\\t', '\\n', '\\r', '\\r\\n', 'é', '漢', '😀', 'x10', '#']
      cases = []
      for n in range(300):
          style = dict(
              delimiter=random.choice(',;\\t|'), quoting=random.choice([csv.QUOTE_ALL, csv.QUOTE_MINIMAL, csv.QUOTE_NONNUMERIC]),
              lineterminator=random.choice(['\\n', '\\r\\n', '\\r']))
          width = random.randint(1, 6)
          rows = [[''.join(random.choice(alphabet) for _ in range(random.choice([0, 1, 2, 3, 9]))) for _ in range(width)]
                  for _ in range(random.randint(0, 8))]
          # Blanks before a quote are refused, and lines of nothing are no rows.
          rows = [[c.lstrip(' \\t') for c in r] for r in rows]
          with open(f't{n}.csv', 'w', newline='', encoding=random.choice(['utf-8', 'utf-8-sig'])) as f:
              csv.writer(f, **style).writerows(rows)
          with open(f't{n}.csv', newline='', encoding='utf-8-sig') as f:
              back = [r for r in csv.reader(f, delimiter=style['delimiter']) if r]
          cases.append(dict(file=f't{n}.csv', separator=style['delimiter'], rows=back))
      numbers = [random.choice([repr(random.uniform(-1e6, 1e6)), repr(random.uniform(-1, 1) * 10 ** random.randint(-300, 300)), str(random.randint(-2**63, 2**63 - 1)),
                 '%03d' % random.randint(0, 99), '%+d' % random.randint(0, 9)]) for _ in range(500)]
      def number(text):
          try: v = json.loads(text)
          except ValueError: return text
          return v
      json.dump(dict(cases=cases, numbers=numbers, values=[number(v) for v in numbers]), open('cases.json', 'w'))
      open('numbers.csv', 'w').write('\\n'.join(numbers))
      """
    try folder.write(python, to: "make.py")
    let made = try runCommand("/usr/bin/env", ["python3", "make.py"], in: folder.path)
    #expect(made.status == 0, "\(made.errors)")
    let lines = try printed(
      """
      local all = ca.decodeJSON(ca.readFile("cases.json"))
      ca.allow("csv-separator")
      local wrong, cells = 0, 0
      for _, case in ipairs(all.cases) do
        local rows = ca.readCSV(case.file, { separator = case.separator, numbers = false })
        local same = #rows == #case.rows
        for i, row in ipairs(case.rows) do
          same = same and #row == #rows[i]
          for j, text in ipairs(row) do
            cells = cells + 1
            same = same and rows[i][j] == text
          end
        end
        if not same then
          wrong = wrong + 1
          print(case.file, ca.encodeJSON(case.rows), ca.encodeJSON(rows))
        end
      end
      for i, row in ipairs(ca.readCSV("numbers.csv")) do
        local value = all.values[i]
        if row[1] ~= value or math.type(row[1]) ~= math.type(value) then
          wrong = wrong + 1
          print(all.numbers[i], value, row[1])
        end
      end
      print(wrong, cells > 3000)
      """, Engine.Configuration(scriptDirectory: folder.path))
    #expect(lines == ["0\ttrue"], "\(lines.prefix(5))")
  }

  @Test func `random documents go through JSON unchanged, beside Python's json module`() throws {
    let folder = try TemporaryFolder()
    let python = """
      import json, random, sys
      random.seed(5)
      texts = ['', 'a', '"', '\\\\', '/', '\\n\\t\\r\\b\\f', '\\u0000\\u001f\\u007f', 'é漢😀', '\\u2028', 'null']
      def value(depth):
          kind = random.randint(0, 7 if depth < 6 else 5)
          if kind == 0: return None
          if kind == 1: return random.choice([True, False])
          if kind == 2: return random.choice([0, 1, -1, 2**53, 2**53 + 1, 2**63 - 1, -2**63, random.randint(-2**63, 2**63 - 1)])
          if kind == 3: return random.choice([0.1, -2.5e-300, 1.7e308, 5e-324, 1 / 3, random.uniform(-1e9, 1e9), 1e15, 1e16 + 2, 1e22])
          if kind < 6: return ''.join(random.choice(texts) for _ in range(random.randint(0, 4)))
          if kind == 6: return [value(depth + 1) for _ in range(random.randint(1, 5))]
          return {random.choice(texts) + str(i): value(depth + 1) for i in range(random.randint(1, 20))}
      if len(sys.argv) == 1:
          documents = [value(0) for _ in range(400)]
          json.dump(documents, open('in.json', 'w'), ensure_ascii=False)
          json.dump([json.dumps(d, ensure_ascii=random.choice([True, False])) for d in documents], open('texts.json', 'w'))
      else:
          given, back = json.load(open('in.json')), json.loads(sys.stdin.read())
          assert len(given) == len(back)
          for a, b in zip(given, back):
              b = json.loads(b)
              assert json.dumps(a, sort_keys=True) == json.dumps(b, sort_keys=True) or a == b, (a, b)
          print('equal')
      """
    try folder.write(python, to: "json.check.py")
    #expect(try runCommand("/usr/bin/env", ["python3", "json.check.py"], in: folder.path).status == 0)
    let lines = try printed(
      """
      local back = {}
      for i, text in ipairs(ca.decodeJSON(ca.readFile("texts.json"))) do back[i] = ca.encodeJSON(ca.decodeJSON(text, { null = ca.null })) end
      print(ca.encodeJSON(back))
      """, Engine.Configuration(scriptDirectory: folder.path))
    let checked = try runCommand(
      "/usr/bin/env", ["python3", "json.check.py", "back"], in: folder.path, input: Array(lines.joined().utf8))
    #expect(checked.text == "equal\n", "\(checked.errors)")
  }
}
