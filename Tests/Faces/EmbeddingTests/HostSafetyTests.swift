// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// Guarantees to a C program that runs untrusted scripts.
@Suite(needsLibraries) struct HostSafetyTests {
  private func run(_ body: String, in folder: TemporaryFolder) throws -> CommandResult {
    try folder.write(
      """
      #include <errno.h>
      #include <fcntl.h>
      #include <layerlua.h>
      #include <stdio.h>
      #include <string.h>
      #include <sys/socket.h>
      #include <unistd.h>
      static const char draw[] = "local l = ca.Layer { name = 'l', bounds = {0, 0, 8, 8}, backgroundColor = 'red' } return l";
      static layerlua_status run(layerlua_engine *engine, const char *text, layerlua_layer **layer) {
        return layerlua_run(engine, text, strlen(text), "a.lua", layer);
      }
      \(body)
      """, to: "a.c")
    return try Libraries.shell(
      #"""
      clang -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -Wno-unused-function -Wno-unused-const-variable -g \
        -I "$0/Sources/Faces/CLayerLua/include" a.c "$1" -Wl,-rpath,"$2" -o a 2>log \
        || { cat log >&2; exit 99; }
      ./a
      """#, [Checkout.root, Libraries.c, Libraries.folder], in: folder.path)
  }

  @Test func `a text reaches no file of the working directory, and the host's own calls do`() throws {
    let folder = try TemporaryFolder()
    try folder.write("secret", to: "secret.txt")
    let result = try run(
      """
      int main(void) {
        layerlua_config config = {.size = sizeof config};
        layerlua_engine *engine = NULL;
        layerlua_layer *layer = NULL;
        if (layerlua_create(&config, &engine, NULL, 0) != LAYERLUA_OK) return 1;
        printf("%d\\n", run(engine, "ca.readFile('secret.txt')", NULL));
        printf("%s\\n", layerlua_last_error(engine)->message);
        printf("%d\\n", run(engine, "ca.render(ca.Layer { bounds = {0, 0, 2, 2} }, 'pwned.png')", NULL));
        printf("%s\\n", layerlua_last_error(engine)->message);
        printf("%d\\n", run(engine, draw, &layer));
        printf("%d\\n", layerlua_write(engine, layer, NULL, "made/for/it/a.png"));
        printf("%d\\n", layerlua_write(engine, layer, NULL, "../b.png"));
        printf("%s\\n", layerlua_last_error(engine)->message);
        layerlua_free(engine);
        return 0;
      }
      """, in: folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.text == """
        1
        file "secret.txt" may not be read: this script has no folder to read; the host sets it with script_directory or readable_directories
        1
        file "pwned.png" may not be written: this script has no folder to write; the host sets it with working_directory or writable_directories
        0
        0
        2
        file "../b.png" may not be written: it is outside of the working directory; allow its folder with writable_directories

        """)
    #expect(folder.exists("made/for/it/a.png") && !folder.exists("pwned.png"))
  }

  @Test func `prints and warnings reach standard error unless the host takes them`() throws {
    let folder = try TemporaryFolder()
    let program = """
      static void nothing(void *data, const char *text) { (void)data, (void)text; }
      static void no_print(void *data, const char *text, size_t count) { (void)data, (void)text, (void)count; }
      int main(int count, char **arguments) {
        (void)arguments;
        layerlua_config config = {.size = sizeof config};
        if (count > 1) config.on_print = no_print, config.on_warning = nothing;
        layerlua_engine *engine = NULL;
        layerlua_layer *layer = NULL;
        if (layerlua_create(&config, &engine, NULL, 0) != LAYERLUA_OK) return 1;
        run(engine, "print('hello') local l = ca.Layer { bounds = {0, 0, 2, 2} }\\nl.backgroudColor = 1 return l", &layer);
        printf("%d\\n", layerlua_set_number(engine, layer, "opacty", 1));
        layerlua_free(engine);
        return 0;
      }
      """
    let result = try run(program, in: folder)
    #expect(result.status == 0 && result.text == "0\n", "\(result.errors)")
    let lines = result.errors.split(separator: "\n")
    #expect(lines.first == "hello")
    #expect(
      lines.contains {
        $0.hasPrefix("layerlua: warning: the host: Layer.opacty is not a property") && $0.hasSuffix("[near-miss-key]")
      }, "\(result.errors)")
    #expect(lines.contains { $0.hasPrefix("layerlua: warning: a.lua:2: Layer.backgroudColor") }, "\(result.errors)")
    let quiet = try Libraries.shell("./a quiet", in: folder.path)
    #expect(quiet.status == 0 && quiet.errors == "" && quiet.text == "0\n")
  }

  @Test func `a process that is locked in keeps its picture and little else`() throws {
    let folder = try TemporaryFolder()
    try folder.write("secret", to: "secret.txt")
    try FileManager.default.createDirectory(atPath: folder.path + "/own", withIntermediateDirectories: true)
    try folder.write("mine", to: "own/mine.txt")
    let result = try run(
      """
      static const char *reached(const char *path) {
        int file = open(path, O_RDONLY);
        if (file < 0) return strerror(errno);
        close(file);
        return "open";
      }
      int main(void) {
        layerlua_config config = {.size = sizeof config, .script_directory = "own", .threads = 2, .call_time_limit = 20};
        layerlua_engine *engine = NULL;
        layerlua_layer *layer = NULL;
        const char *missing = NULL;
        if (layerlua_create(&config, &engine, NULL, 0) != LAYERLUA_OK) return 1;
        const char *files[] = {"out/a.png"};
        layerlua_isolation how = {.size = sizeof how, .written_files = files, .written_file_count = 1};
        if (layerlua_isolate(engine, &how, &missing) != LAYERLUA_OK) {
          printf("%s\\n", layerlua_last_error(engine)->message);
          return 3;
        }
        if (missing != NULL) {
          printf("%s\\n", missing);
          return 4;
        }
        printf("%s, %s\\n", reached("secret.txt"), reached("/etc/passwd"));
        printf("%s\\n", reached("own/mine.txt"));
        int wire = socket(AF_INET, SOCK_STREAM, 0);
        printf("%s\\n", wire < 0 ? "no socket" : "a socket");
        printf("%d\\n", run(engine, "assert(ca.readFile('mine.txt') == 'mine') local l = ca.Layer { bounds = {0, 0, 8, 8}, "
            "backgroundColor = 'red', ca.TextLayer { frame = {0, 0, 8, 8}, string = 'a' } } return l", &layer));
        printf("%d\\n", layerlua_write(engine, layer, NULL, "out/a.png"));
        layerlua_free(engine);
        return 0;
      }
      """, in: folder)
    // If the system lacks the means, as in some containers, the error says so.
    if result.status == 4 {
      #expect(result.text.hasPrefix("this system has "))
      return
    }
    #expect(result.status == 0, "\(result.text) \(result.errors)")
    #expect(result.text == "Permission denied, Permission denied\nopen\nno socket\n0\n0\n")
    #expect(folder.exists("out/a.png"))
  }

  @Test func `what cannot be locked in says so`() throws {
    let folder = try TemporaryFolder()
    let result = try run(
      """
      int main(void) {
        const char *root[] = {"/"};
        layerlua_config config = {.size = sizeof config, .readable_directories = root, .readable_directory_count = 1};
        layerlua_engine *engine = NULL;
        if (layerlua_create(&config, &engine, NULL, 0) != LAYERLUA_OK) return 1;
        layerlua_isolation how = {.size = 1};
        printf("%d %s\\n", layerlua_isolate(engine, &how, NULL), layerlua_last_error(engine)->message);
        printf("%d %s\\n", layerlua_isolate(engine, NULL, NULL), layerlua_last_error(engine)->message);
        printf("%d\\n", layerlua_isolate(NULL, NULL, NULL));
        layerlua_free(engine);
        return 0;
      }
      """, in: folder)
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.text.split(separator: "\n")
    try #require(lines.count == 3)
    #expect(lines[0].hasPrefix("2 layerlua_isolation.size is 1"))
    #expect(lines[1].hasPrefix("2 the process cannot be isolated: / may be read"))
    #expect(lines[2] == "2")
  }
}
