// SPDX-License-Identifier: MIT
import Foundation
import Testing
import TestSupport

/// `--each`: a picture for each row of a table.
@Suite(.serialized) struct BatchTests {
  let folder: TemporaryFolder
  private static let card = """
    local ca = require "layerlua"
    if ca.args.fail == "yes" then error("no luck for " .. ca.args.name) end
    seen = (seen or 0) + 1
    assert(seen == 1, "a state serves one row")
    local l = ca.Layer { bounds = {0, 0, 40, 20}, backgroundColor = ca.args.color or "white" }
    l:addSublayer(ca.TextLayer { frame = {2, 2, 38, 18}, string = ca.args.name, fontSize = 9 })
    l:addSublayer(ca.Layer { frame = {math.random(30), 15, 4, 4}, backgroundColor = "red" })
    print(ca.args.name, ca.row, ca.rows, math.type(ca.args.price) or type(ca.args.price))
    return l
    """

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.card, to: "card.lua")
  }

  private func layerlua(_ arguments: String...) throws -> CommandResult {
    try runCommand(Checkout.program, arguments, in: folder.path)
  }
  private func files(_ inner: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/" + inner)) ?? []).filter {
      !$0.hasPrefix(".")
    }.sorted()
  }

  @Test func `each row makes a file with the bytes of a run of its own`() throws {
    let names = (1...12).map { "Person \($0)" }
    try folder.write(
      "id,name,color\n" + names.enumerated().map { "00\($0),\($1),\($0 % 2 == 0 ? "tomato" : "#8cf")\n" }.joined(),
      to: "people.csv")
    let result = try layerlua("card.lua", "--each", "people.csv", "-o", "cards/{id}-{name}.png", "--jobs", "3")
    #expect(result.status == 0, "\(result)")
    #expect(result.errors.hasSuffix("12 rows drawn: cards/{id}-{name}.png\n"), "\(result.errors)")
    #expect(files("cards").count == 12 && files("cards").contains("000-Person 1.png"))
    for i in [0, 5, 11] {
      let single = try layerlua(
        "card.lua", "-D", "id=00\(i)", "-D", "name=\(names[i])", "-D", "color=\(i % 2 == 0 ? "tomato" : "#8cf")", "-o",
        "single.png")
      #expect(single.status == 0, "\(single)")
      #expect(try folder.read("single.png") == folder.read("cards/00\(i)-\(names[i]).png"))
    }
    let said = Set(result.text.split(separator: "\n").map(String.init))
    #expect(said.contains("Person 3\t3\t12\tnil") && said.count == 12, "\(result.text)")
  }

  @Test func `tables of all kinds, with their types`() throws {
    try folder.write("{\"name\": \"a\", \"price\": 3}\n\n{\"name\": \"b\", \"price\": 2.5}\n", to: "rows.jsonl")
    let lines = try layerlua("card.lua", "--each", "rows.jsonl", "-o", "{row}.png", "--jobs", "1")
    #expect(lines.text == "a\t1\t2\tinteger\nb\t2\t2\tfloat\n", "\(lines)")
    try folder.write("[{\"name\": \"a\", \"price\": \"3\"}]", to: "rows.json")
    #expect(try layerlua("card.lua", "--each", "rows.json", "-o", "{000}.png").text == "a\t1\t1\tstring\n")
    #expect(files("").contains("001.png"))
    try folder.write("name\tprice\na\t03\n", to: "rows.tsv")
    #expect(try layerlua("card.lua", "--each", "rows.tsv", "-o", "{row}.png").text == "a\t1\t1\tstring\n")
    let typed = try layerlua("card.lua", "--each", "rows.tsv", "-o", "{row}.png", "--types", "price=number")
    #expect(typed.text == "a\t1\t1\tinteger\n", "\(typed)")
    try folder.write("[[card]]\nname = \"t\"\nprice = 3\n[[card]]\nname = \"u\"\nprice = 2.5\n", to: "rows.toml")
    let tables = try layerlua("card.lua", "--each", "rows.toml", "-o", "{name}.png", "--jobs", "1")
    #expect(tables.text == "t\t1\t2\tinteger\nu\t2\t2\tfloat\n", "\(tables)")
    let piped = try runCommand(
      Checkout.program, ["card.lua", "--each", "-", "-o", "p{row}.png"], in: folder.path,
      input: Array("name\nx\n".utf8))
    #expect(piped.status == 0 && files("").contains("p1.png"), "\(piped)")
    let defined = try layerlua("card.lua", "--each", "rows.tsv", "-o", "{row}.png", "-D", "name=given")
    #expect(defined.text == "given\t1\t1\tstring\n")
  }

  @Test(arguments: [
    ("name;price\nAnn;3,5\n", "rows.csv", [String]()), ("name\tprice\nAnn\t3,5\n", "-", []),
    ("name,price\nAnn,3.5\n", "-", []), ("\"name\";\"price\"\nAnn;3,5\n", "rows.csv", []),
    ("name|price\nAnn|3.5\n", "rows.csv", ["--separator", "|"]), ("name\tprice\nAnn\t3.5\n", "rows.tsv", []),
    ("name;price\nAnn;3.5\n", "rows.tsv", ["--separator", ";"]),
  ]) func `the first line says what separates cells`(text: String, table: String, options: [String]) throws {
    if table != "-" { try folder.write(text, to: table) }
    let result = try runCommand(
      Checkout.program, ["card.lua", "--each", table, "-o", "{row}.png", "--types", "price=number"] + options,
      in: folder.path, input: table == "-" ? Array(text.utf8) : nil)
    #expect(result.status == 0 && result.text == "Ann\t1\t1\tfloat\n", "\(result)")
  }

  @Test func `messages of a table name it, and the options of the program`() throws {
    try folder.write("name\nAnn;x\n", to: "single.csv")
    let single = try layerlua("card.lua", "--each", "single.csv", "-o", "{row}.png")
    #expect(single.status == 0 && single.errors.contains("single.csv: every row is a single cell"), "\(single)")
    #expect(single.errors.contains("give --separator \";\"") && !single.errors.contains("(rows)"), "\(single)")
    for (text, part) in [
      ("name\nAnn,3\n", "bad.csv: line 2: 2 cells, but 1 column: nothing says what cell 2 is; name it in the first"),
      ("name,name\na,b\n", "give one of them another name"), ("", "bad.csv: the table is empty"),
      ("\n \n", "bad.csv: the table is empty"),
    ] {
      try folder.write(text, to: "bad.csv")
      let result = try layerlua("card.lua", "--each", "bad.csv", "-o", "{row}.png")
      #expect(result.status == 2 && result.errors.contains(part), "\(result)")
      #expect(!result.errors.contains("header =") && !result.errors.contains("ca.decode"), "\(result)")
    }
    try folder.write("name,price\n", to: "none.csv")
    let none = try layerlua("card.lua", "--each", "none.csv", "-o", "{row}.png")
    #expect(none.status == 0 && none.errors.contains("none.csv: the table has no rows"), "\(none)")
    try folder.write("name,row,nmae\nAnn,7,x\n", to: "row.csv")
    let row = try layerlua("card.lua", "--each", "row.csv", "-o", "{row}.png")
    #expect(row.status == 0 && files("").contains("7.png"), "\(row)")
    #expect(row.errors.contains("{row} in -o is the table's column row"), "\(row)")
    #expect(row.errors.contains("the column nmae is not read by the script [unused-argument]"), "\(row)")
  }

  @Test(arguments: [
    ("kind = \"text\", default = \"Ann\"", "[\"x\"]", "parameter p: expected a text, got"),
    ("kind = \"integer\"", "{\"a\": 1}", "parameter p: expected a whole number, got"),
    ("default = true", "[]", "parameter p: expected true or false, got"),
    ("kind = \"integer\"", "\"x\"", "parameter p: expected a whole number, got \"x\""),
  ]) func `a value of no kind is an error of its row`(options: String, value: String, part: String) throws {
    try folder.write(
      "local ca = require \"layerlua\"\nlocal p = ca.parameter(\"p\", { \(options) })\n"
        + "return ca.Layer { bounds = {0, 0, 4, 4} }\n", to: "p.lua")
    try folder.write("[{\"p\": \(value)}]", to: "rows.json")
    let result = try layerlua("p.lua", "--each", "rows.json", "-o", "{row}.png")
    #expect(result.status == 1 && result.errors.contains("row 1"), "\(result)")
    #expect(result.errors.contains(part), "\(result)")
  }

  @Test func `failures are told, written and tried again`() throws {
    try folder.write("name,fail\nann,no\n\"bo, jr\",yes\ncy,no\n", to: "people.csv")
    let result = try layerlua(
      "card.lua", "--each", "people.csv", "-o", "{name}.png", "--failures", "failed.csv", "--jobs", "2")
    #expect(result.status == 1)
    #expect(result.errors.contains("row 2 (name=bo, jr): card.lua:2: no luck for bo, jr"), "\(result.errors)")
    #expect(result.errors.contains("2 rows drawn, 1 failed: {name}.png"), "\(result.errors)")
    #expect(files("").contains("ann.png") && files("").contains("cy.png") && !files("").contains("bo, jr.png"))
    let table = String(decoding: try folder.read("failed.csv"), as: UTF8.self)
    #expect(table.hasPrefix("name,fail,error\n\"bo, jr\",yes,"), "\(table)")
    let again = try layerlua("card.lua", "--each", "failed.csv", "-o", "{name}.png", "-D", "fail=no")
    #expect(again.status == 0 && files("").contains("bo, jr.png"), "\(again)")
    let json = try layerlua("card.lua", "--each", "people.csv", "-o", "{name}.png", "--json")
    #expect(json.errors.contains("\"row\": 2") && json.errors.contains("\"failed\": 1"), "\(json.errors)")
  }

  @Test func `a batch in which nothing works ends early`() throws {
    try folder.write("name,fail\n" + (1...60).map { "n\($0),yes\n" }.joined(), to: "people.csv")
    let result = try layerlua("card.lua", "--each", "people.csv", "-o", "{name}.png", "--jobs", "2")
    #expect(result.status == 1 && result.errors.contains(" left, since the first "), "\(result.errors.suffix(200))")
    let all = try layerlua("card.lua", "--each", "people.csv", "-o", "{name}.png", "--keep-going")
    #expect(all.errors.contains("0 rows drawn, 60 failed"), "\(all.errors.suffix(200))")
    let one = try layerlua("card.lua", "--each", "people.csv", "-o", "{name}.png", "--stop", "--jobs", "1")
    #expect(one.errors.contains("59 left"), "\(one.errors.suffix(200))")
  }

  @Test func `a worker that a limit ends costs its row`() throws {
    try folder.write(
      """
      local ca = require "layerlua"
      if ca.args.bad == "time" then while true do end end
      if ca.args.bad == "memory" then local t = {} for i = 1, 1e9 do t[i] = ("x"):rep(1000) .. i end end
      return ca.Layer { bounds = {0, 0, 8, 8} }
      """, to: "limits.lua")
    try folder.write("bad\nno\ntime\nmemory\nno2\n", to: "rows.csv")
    let result = try layerlua(
      "limits.lua", "--each", "rows.csv", "-o", "{bad}.png", "--time-limit", "2", "--memory-limit", "300000000")
    #expect(result.status == 3, "\(result)")
    #expect(files("").filter { $0.hasSuffix(".png") } == ["no.png", "no2.png"])
    #expect(result.errors.contains("row 2 (bad=time)"), "\(result.errors)")
    #expect(result.errors.contains("row 3 (bad=memory)"), "\(result.errors)")
  }

  @Test func `resume leaves out what is finished and unchanged`() throws {
    try folder.write("name,color\na,red\nb,blue\n", to: "people.csv")
    func said() throws -> String {
      try layerlua("card.lua", "--each", "people.csv", "-o", "out/{name}.png", "--resume").errors
    }
    #expect(try said().contains("2 rows drawn: "))
    #expect(try said().contains("0 rows drawn, 2 finished before"))
    try folder.write("name,color\na,red\nb,green\n", to: "people.csv")
    #expect(try said().contains("1 row drawn, 1 finished before"))
    try FileManager.default.removeItem(atPath: folder.path + "/out/a.png")
    #expect(try said().contains("1 row drawn, 1 finished before"))
    try folder.write(Self.card + "\n", to: "card.lua")
    #expect(try said().contains("2 rows drawn: "))
    #expect(files("out") == ["a.png", "b.png"])
  }

  @Test func `shards and choices`() throws {
    try folder.write("name\n" + (1...7).map { "n\($0)\n" }.joined(), to: "people.csv")
    let first = try layerlua("card.lua", "--each", "people.csv", "-o", "s/{name}.png", "--shard", "1/2")
    #expect(
      first.errors.contains("4 rows drawn") && files("s") == ["n1.png", "n3.png", "n5.png", "n7.png"], "\(first)")
    _ = try layerlua("card.lua", "--each", "people.csv", "-o", "s/{name}.png", "--shard", "2/2")
    #expect(files("s").count == 7)
    let only = try layerlua("card.lua", "--each", "people.csv", "-o", "o/{name}.png", "--only", "name=n4")
    #expect(only.status == 0 && files("o") == ["n4.png"], "\(only)")
    // A share without rows makes no folder, and keeps the manifest of the others.
    let none = try layerlua("card.lua", "--each", "people.csv", "-o", "e/{name}.png", "--shard", "9/9")
    #expect(none.status == 0 && none.errors.contains("0 rows drawn"), "\(none)")
    _ = try layerlua("card.lua", "--each", "people.csv", "-o", "s/{name}.png", "--shard", "9/9")
    let again = try layerlua("card.lua", "--each", "people.csv", "-o", "s/{name}.png", "--shard", "1/2", "--resume")
    #expect(again.errors.contains("0 rows drawn"), "\(again)")
  }

  @Test func `names are safe on every system`() throws {
    let long = String(repeating: "é", count: 300)
    let rows = ["../../etc", "a/b", "-rf", "CON", "nul.txt", "x. ", ".hidden", "ü{0}", long]
    try folder.write("name\n" + rows.map { "\"\($0)\"\n" }.joined(), to: "people.csv")
    let result = try layerlua("card.lua", "--each", "people.csv", "-o", "safe/{name}.png", "--jobs", "1")
    #expect(result.status == 0, "\(result)")
    let all = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/safe")
    let made = all.filter { $0.hasSuffix(".png") }
    #expect(
      Set(made) == [
        "___.._etc.png", "a_b.png", "_rf.png", "_CON.png", "_nul.txt.png", "x__.png", "_hidden.png", "ü_0_.png",
        long.prefix(100) + ".png",
      ], "\(made)")
    #expect(made.allSatisfy { !$0.hasPrefix(".") && !$0.hasPrefix("-") && $0.utf8.count <= 204 }, "\(made)")
    #expect(files("").allSatisfy { ["card.lua", "people.csv", "safe"].contains($0) }, "\(files(""))")
  }

  @Test(arguments: [
    (["-o", "{nam}.png"], "did you mean name?"), (["-o", "card.png"], "is the name of one file"),
    (["-o", "{name}.png", "--types", "pric=number"], "--types: the table has no column pric"),
    (["-o", "{name}.png", "--only", "x=1"], "--only: the table has no column x"), ([], "--each needs -o"),
    (["-o", "{name}.xyz"], "unknown picture format"),
    (["-o", "{name}.png", "--stop", "--keep-going"], "exclude each other"),
    (["-o", "{name"], "has no }"), (["-o", "{name}.png", "--separator", "ab"], "--separator expects one sign"),
    (["-o", "{name}-{0000}.png", "--fps", "2"], "write a film for each row"),
    (["-o", "{name}.png", "--jobs", "0"], "--jobs expects 1 to 256"),
  ]) func `mistakes are explained before anything is drawn`(arguments: [String], part: String) throws {
    try folder.write("name,price\na,1\nb,2\n", to: "people.csv")
    let result = try runCommand(
      Checkout.program, ["card.lua", "--each", "people.csv"] + arguments, in: folder.path)
    #expect(result.status == 2 && result.errors.contains(part), "\(result)")
    #expect(files("") == ["card.lua", "people.csv"])
  }

  @Test func `rows with one file are an error that lists them`() throws {
    try folder.write("name\nann\nbo\nAnn\nann\n", to: "people.csv")
    let result = try layerlua("card.lua", "--each", "people.csv", "-o", "{name}.png")
    #expect(result.status == 2 && result.errors.contains("rows 1 and 3: Ann.png"), "\(result.errors)")
    #expect(result.errors.contains("rows 1 and 4: ann.png") && result.errors.contains("or {row}"))
    #expect(files("") == ["card.lua", "people.csv"])
    #expect(try layerlua("card.lua", "--resume").errors.contains("--resume only works with --each"))
    try folder.write("name,name\n1,2\n", to: "twice.csv")
    let twice = try layerlua("card.lua", "--each", "twice.csv", "-o", "{row}.png")
    #expect(twice.status == 2 && twice.errors.contains("twice.csv: columns 1 and 2"), "\(twice.errors)")
    try folder.write("{\"a\": 1}\n{\"a\":", to: "broken.jsonl")
    let broken = try layerlua("card.lua", "--each", "broken.jsonl", "-o", "{row}.png")
    #expect(broken.errors.hasPrefix("layerlua: broken.jsonl: line 2: the text ends too early"), "\(broken.errors)")
    for (text, message) in [
      ("a = 1\n[[card]]\nb = 1\n", "expected one array of tables, such as [[card]], and nothing else, got a, card"),
      ("", "expected one array of tables, such as [[card]], and nothing else, got nothing"),
      ("[[card]]\na = \n", "key-value pair: expected value, saw '\\n' at line 2, column 5"),
    ] {
      try folder.write(text, to: "broken.toml")
      let result = try layerlua("card.lua", "--each", "broken.toml", "-o", "{row}.png")
      #expect(result.status == 2 && result.errors.hasPrefix("layerlua: broken.toml: \(message)"), "\(result.errors)")
    }
    #expect(try layerlua("card.lua", "--each", "none.csv", "-o", "{row}.png").status == 4)
  }

  @Test func `films and Lottie templates of each row`() throws {
    try folder.write(
      """
      local ca = require "layerlua"
      local l = ca.Layer { bounds = {0, 0, 16, 16}, backgroundColor = ca.args.color }
      ca.timeline():to(l, { opacity = 0 }, { duration = 0.2 })
      return l
      """, to: "film.lua")
    try folder.write("name,color\na,red\nb,blue\n", to: "people.csv")
    let result = try layerlua("film.lua", "--each", "people.csv", "-o", "{name}.gif", "--fps", "10")
    #expect(result.status == 0 && files("").contains("a.gif") && files("").contains("b.gif"), "\(result)")
    let badge = Checkout.root + "/scripts/scenes/badge.json"
    try FileManager.default.copyItem(atPath: badge, toPath: folder.path + "/badge.json")
    let lottie = try layerlua("badge.json", "--each", "people.csv", "-o", "{name}-badge.png")
    #expect(lottie.status == 0 && files("").contains("b-badge.png"), "\(lottie)")
    #expect(lottie.errors.contains("the column color changes nothing: a Lottie file takes"), "\(lottie.errors)")
    try folder.write("name,text.Title\na,Hello\n", to: "good.csv")
    let good = try layerlua("badge.json", "--each", "good.csv", "-o", "{name}-good.png")
    #expect(good.status == 0 && !good.errors.contains("changes nothing"), "\(good.errors)")
  }

  @Test func `lists and objects in cells are values of a Lottie file, and wrong ones are errors`() throws {
    try folder.write(
      #"{"fr":30,"ip":0,"op":30,"w":20,"h":20,"layers":[{"ty":5,"nm":"Title","t":{"d":{"k":[]}}},"#
        + #"{"ty":4,"nm":"Box","shapes":[{"ty":"rc","nm":"Rect","s":{"k":[4,4]},"p":{"k":[10,10]}},"#
        + #"{"ty":"fl","nm":"Fill 1","c":{"k":[0,0,1]}}]}]}"#, to: "box.json")
    try folder.write(
      #"[{"id": "a", "value.Box.Rect.Size": [20, 20], "color.Box.Fill 1": [1, 0, 0]}]"#, to: "rows.json")
    let given = try layerlua("box.json", "--each", "rows.json", "-o", "{id}.png")
    #expect(given.status == 0, "\(given)")
    let same = try layerlua(
      "box.json", "-D", "value.Box.Rect.Size=[20,20]", "-D", "color.Box.Fill 1=[1,0,0]", "-o", "same.png")
    #expect(try same.status == 0 && folder.read("a.png") == folder.read("same.png"), "\(same)")
    let plain = try layerlua("box.json", "-o", "plain.png")
    #expect(try plain.status == 0 && folder.read("a.png") != folder.read("plain.png"), "\(plain)")
    // -D wins over a cell.
    let won = try layerlua(
      "box.json", "--each", "rows.json", "-o", "{id}.png", "-D", "value.Box.Rect.Size=[4,4]", "-D",
      "color.Box.Fill 1=blue")
    #expect(try won.status == 0 && folder.read("a.png") == folder.read("plain.png"), "\(won)")
    for (cell, part) in [
      (#""value.None.Size": [1, 2]"#, "matches no key path"), (#""value.Box.Rect.Size": {"x": []}"#, "expected"),
      (#""text.Title": ["a"]"#, "expected a string"), (#""color.Box.Fill 1": {"r": 1}"#, "expected a colour"),
    ] {
      try folder.write(#"[{"id": "a", \#(cell)}]"#, to: "rows.json")
      let result = try layerlua("box.json", "--each", "rows.json", "-o", "{id}.png")
      #expect(result.status != 0 && result.errors.contains(part), "\(cell): \(result)")
    }
  }

  /// Many rows through few workers, which are renewed.
  @Test func `a thousand rows and more`() throws {
    try folder.write("name\n" + (1...1210).map { "n\($0)\n" }.joined(), to: "people.csv")
    try folder.write("local ca = require 'layerlua' return ca.Layer { bounds = {0, 0, 2, 2} }", to: "small.lua")
    let result = try layerlua("small.lua", "--each", "people.csv", "-o", "many/{name}.png", "--jobs", "1")
    #expect(result.status == 0 && files("many").count == 1210, "\(result)")
  }
}
