// SPDX-License-Identifier: MIT
import FileWatching
import Testing

struct WatchListTests {
  private var list: WatchList {
    var list = WatchList()
    list.read = ["/a/scene.lua", "/a/lib/parts.lua"]
    list.missed = ["/a/img/new/x.png"]
    list.folders = ["/a/photos"]
    list.written = ["/a/out.png", "/a/photos/made.png"]
    return list
  }

  @Test func `folders are watched, and above a missing one the nearest that is there`() {
    let there: Set = ["/", "/a", "/a/lib", "/a/photos"]
    #expect(list.watched { there.contains($0) } == ["/a", "/a/lib", "/a/photos"])
    #expect(list.watched { $0 == "/" } == ["/"])
  }

  @Test(arguments: [
    ("scene.lua", "/a", true), ("other.lua", "/a", false), ("parts.lua", "/a/lib", true), ("x.png", "/a/img/new", true),
    ("img", "/a", true), ("new", "/a/img", true), ("anything", "/a/photos", true), ("made.png", "/a/photos", false),
    ("out.png", "/a", false), ("photos", "/a", true), ("a", "/", true), ("b", "/", false), ("lib", "/a", true),
  ]) func `what concerns a picture`(name: String, folder: String, concerns: Bool) {
    #expect(list.concerns(name, in: folder) == concerns)
  }

  @Test func `a union has the files of both`() {
    var both = WatchList()
    both.read = ["/b/x"]
    both.formUnion(list)
    #expect(both.concerns("x", in: "/b"))
    #expect(both.concerns("scene.lua", in: "/a"))
  }
}
