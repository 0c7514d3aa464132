// SPDX-License-Identifier: MIT
import Foundation
import Testing
import TestSupport

private let canIsolate =
  (try? runCommand(Checkout.program, ["--isolate=require", "-e", "print(1)"], in: NSTemporaryDirectory()))?.status == 0

/// The operations still possible in a process that has isolated itself, tried from within by trusted scripts, so that
/// the interpreter's sandbox does not interfere.
@Suite(.serialized, .enabled(if: canIsolate, "this system cannot lock a process in")) struct IsolationTests {
  static let square = "return ca.Layer { bounds = {0, 0, 20, 10}, backgroundColor = 'red' }"
  static let moving = """
    local layer = ca.Layer { bounds = {0, 0, 64, 36}, ca.Layer { name = 'dot', frame = {0, 0, 8, 8}, backgroundColor = 'blue' } }
    layer:find('dot'):addAnimation(ca.BasicAnimation { keyPath = 'position.x', fromValue = 4, toValue = 60, duration = 0.2 })
    return layer
    """

  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func isolated(_ arguments: String..., limit: Double = 120) throws -> CommandResult {
    try runCommand(Checkout.program, arguments + ["--isolate=require"], in: folder.path, limit: limit)
  }

  // MARK: Blocked access

  @Test func `only files that were named are read and written, whoever asks`() throws {
    try folder.write("secret", to: "outside/secret")
    try folder.write("data", to: "also/data")
    try folder.write("beside", to: "job/beside")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/job/link", withDestinationPath: "../outside/secret")
    try folder.write(
      """
      local function try(name, mode) local file, message = io.open(name, mode) print(name, mode, file and 'yes' or 'no') if file then file:close() end end
      for _, name in ipairs { 'beside', '../also/data', '../outside/secret', 'link', '/etc/passwd', '/proc/self/environ', '/proc/1/status', '/dev/mem' } do
        try(name, 'r')
      end
      for _, name in ipairs { 'new', '../also/new', '../outside/new', '../outside/secret', '../made/new', '/etc/new', '/tmp/layerlua-new' } do try(name, 'a') end
      print(os.remove('../outside/secret'), os.rename('../outside/secret', 'stolen'), os.rename('beside', '../outside/beside'))
      """, to: "job/job.lua")
    let result = try runCommand(
      Checkout.program,
      [
        "job.lua", "--trusted", "--isolate=require", "--allow-read", "../also", "--allow-write", "../made",
        "--memory-limit", "100000000",
      ],
      in: folder.path + "/job")
    #expect(
      result.text.split(separator: "\n").prefix(15) == [
        "beside\tr\tyes", "../also/data\tr\tyes", "../outside/secret\tr\tno", "link\tr\tno", "/etc/passwd\tr\tno",
        "/proc/self/environ\tr\tno",
        "/proc/1/status\tr\tno", "/dev/mem\tr\tno", "new\ta\tyes", "../also/new\ta\tno", "../outside/new\ta\tno",
        "../outside/secret\ta\tno",
        "../made/new\ta\tyes", "/etc/new\ta\tno", "/tmp/layerlua-new\ta\tno",
      ], "\(result.text) \(result.errors)")
    #expect(try folder.read("outside/secret") == Array("secret".utf8))
    #expect(folder.exists("job/beside") && folder.exists("made/new") && !folder.exists("outside/beside"))
  }

  @Test func `calls of the system that no picture needs are refused`() throws {
    try folder.write(Self.inside, to: "inside.c")
    try folder.write("cut", to: "cut")
    let built = try runCommand(
      "/usr/bin/env", ["clang", "-std=gnu11", "-Wall", "-Werror", "-shared", "-fPIC", "inside.c", "-o", "inside.so"],
      in: folder.path)
    try #require(built.status == 0, "\(built.errors)")
    let script = "package.cpath = './?.so' print(require 'inside') return ca.Layer { bounds = {0, 0, 1, 1} }"
    let free = try runCommand(Checkout.program, ["inspect", "--trusted", "-e", script], in: folder.path)
    // The control: without isolation most operations succeed, so their refusal below is significant.
    #expect(free.errors.contains("socket yes"), "\(free.errors)")
    // Inspecting a tree writes no film, so not even ffmpeg may start.
    let result = try isolated(
      "inspect", "--trusted", "-e", script, "--memory-limit", "100000000", "--time-limit", "20", "--threads", "2")
    #expect(result.status == 0, "\(result.errors)")
    let possible = result.errors.split(separator: "\n").filter { $0.hasSuffix(" yes") }
    #expect(possible == ["thread yes", "open yes"], "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count { $0.hasSuffix(" no") } > 100)
    let seconds = (20 + 3) * sysconf(Int32(_SC_NPROCESSORS_ONLN))
    #expect(result.errors.contains("limits 836870912 \(seconds + 1) 256 0\n"), "\(result.errors)")
    // For a film, ffmpeg may be started and killed; nothing else is possible then.
    let film = try isolated("--trusted", "-e", script, "-o", "a.mp4")
    let further = film.text.split(separator: "\n").filter { $0.hasSuffix(" yes") }
    #expect(further == ["kill yes", "execve yes", "group yes", "thread yes", "open yes"], "\(film.text)")
    #expect(try folder.read("cut") == Array("cut".utf8))
  }

  @Test func `no other program starts, and ffmpeg alone for a film`() throws {
    let start = "print(os.execute('true'), pcall(io.popen, 'true'), os.execute())"
    let result = try isolated("--trusted", "-e", start)
    #expect(!result.text.contains("exit\t0") && !result.text.contains("file ("), "\(result.text) \(result.errors)")
    try folder.write(Self.moving, to: "moving.lua")
    for name in ["a.mp4", "a.webm", "a.gif", "a.apng", "a.webp", "frames/a-{00}.png"] {
      let locked = try isolated("moving.lua", "--fps", "20", "--background", "white", "-o", "locked/" + name)
      // Only the film's summary line, and no warning.
      #expect(
        locked.status == 0 && locked.errors.contains(" frames of ") && locked.errors.count(where: { $0 == "\n" }) == 1,
        "\(name): \(locked.errors)")
      let free = try runCommand(
        Checkout.program, ["moving.lua", "--fps", "20", "--background", "white", "-o", "free/" + name], in: folder.path)
      #expect(free.status == 0)
      let file = name.replacingOccurrences(of: "{00}", with: "01")
      #expect(try folder.read("locked/" + file) == folder.read("free/" + file), "\(name)")
    }
  }

  // MARK: Allowed access

  @Test func `pictures and messages are the same`() throws {
    for name in ["compass", "typography", "snowman", "dashboard"] {
      let script = Checkout.root + "/scripts/scenes/\(name).lua"
      let locked = try isolated(script, "-o", "locked.png")
      let free = try runCommand(Checkout.program, [script, "-o", "free.png"], in: folder.path)
      #expect(locked.status == 0 && locked.errors == free.errors, "\(locked.errors)")
      #expect(try folder.read("locked.png") == folder.read("free.png"), "\(name)")
    }
    // Fonts that are symbolic links to other folders, and a file whose mode the new one inherits.
    try folder.write("", to: "elsewhere/x")
    try folder.write("", to: "fonts/x")
    let font = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
    try FileManager.default.copyItem(atPath: font, toPath: folder.path + "/elsewhere/Mine.ttf")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/fonts/Mine.ttf", withDestinationPath: "../elsewhere/Mine.ttf")
    try folder.write(
      "return ca.TextLayer { bounds = {0, 0, 90, 20}, font = 'DejaVu Sans', string = 'linked', foregroundColor = 'black' }",
      to: "job/font.lua")
    for (name, option) in [("locked.png", "--isolate=require"), ("free.png", "--quiet")] {
      try folder.write("old", to: "job/" + name)
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.path + "/job/" + name)
      let result = try runCommand(
        Checkout.program, ["font.lua", "--font-dir", "../fonts", "-o", name, "--quiet", option],
        in: folder.path + "/job")
      #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
      let mode =
        try FileManager.default.attributesOfItem(atPath: folder.path + "/job/" + name)[.posixPermissions] as? Int
      #expect(mode == 0o640, "\(name)")
    }
    #expect(try folder.read("job/locked.png") == folder.read("job/free.png"))
    // Fallback fonts, found through fontconfig.
    let text = "return ca.TextLayer { bounds = {0, 0, 200, 40}, string = 'שלום ♞', foregroundColor = 'black' }"
    let locked = try isolated("-e", text, "-o", "-")
    let free = try runCommand(Checkout.program, ["-e", text, "-o", "-"], in: folder.path)
    #expect(locked.status == 0 && locked.errors == free.errors && locked.output == free.output, "\(locked.errors)")
  }

  @Test func `limits end a script as they did`() throws {
    let late = try isolated("-e", "while true do end", "--time-limit", "0.5")
    #expect(late.status == 3 && late.errors.contains("the time limit of 0.5 s is reached"), "\(late.errors)")
    let large = try isolated(
      "-e", "local t = {} while true do t[#t + 1] = ('x'):rep(1e6) .. #t end", "--memory-limit", "64000000")
    #expect(
      large.status == 3 && large.errors.contains("the memory limit of 64000000 bytes is reached"), "\(large.errors)")
    // A picture and its two copies use nearly all of the limit.
    let picture = try isolated(
      "-e", "return ca.Layer { bounds = {0, 0, 3800, 3800}, backgroundColor = 'red' }", "-o", "large.png",
      "--memory-limit", "64000000")
    #expect(picture.status == 0, "\(picture.errors)")
  }

  @Test func `folders that are missing are made before, and go again when nothing is in them`() throws {
    try folder.write(Self.square, to: "square.lua")
    try folder.write("error('no')", to: "wrong.lua")
    #expect(try isolated("square.lua", "-o", "a/b/square.png").status == 0)
    #expect(folder.exists("a/b/square.png"))
    #expect(try isolated("wrong.lua", "-o", "c/d/e/wrong.png", "--allow-write", "f/g").status == 1)
    #expect(!folder.exists("c") && !folder.exists("f"))
    #expect(try isolated("wrong.lua", "-o", "a/x/wrong.png").status == 1)
    #expect(folder.exists("a/b/square.png") && !folder.exists("a/x"))
  }

  @Test func `frames are drawn, looked at and joined`() throws {
    try folder.write(Self.moving, to: "moving.lua")
    #expect(try isolated("frames", "moving.lua", "--fps", "20", "-o", "frames/a-{00}.png").status == 0)
    #expect(try isolated("inspect", "moving.lua").text.contains("Layer dot"))
    let joined = try isolated("join", "frames", "-o", "film/joined.mp4")
    #expect(joined.status == 0 && folder.exists("film/joined.mp4"), "\(joined.errors)")
    // The suggested command that draws the missing frames isolates itself as well.
    try FileManager.default.removeItem(atPath: folder.path + "/frames/a-02.png")
    let broken = try isolated("join", "frames")
    #expect(broken.status == 4 && broken.errors.contains(" --isolate=require "), "\(broken.errors)")
  }

  // MARK: Processes that cannot be isolated

  @Test func `an ffmpeg that is a script is told of`() throws {
    try folder.write(Self.moving, to: "moving.lua")
    try folder.write("#!/bin/sh\nexec /usr/bin/ffmpeg \"$@\"\n", to: "bin/ffmpeg")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path + "/bin/ffmpeg")
    let result = try runCommand(
      "/usr/bin/env",
      ["PATH=\(folder.path)/bin:/usr/bin:/bin", Checkout.program, "moving.lua", "-o", "a.mp4", "--isolate"],
      in: folder.path
    )
    #expect(result.status == 5)
    #expect(
      result.errors.hasPrefix(
        "layerlua: --isolate: \(folder.path)/bin/ffmpeg is a script, but only the program ffmpeg itself"),
      "\(result.errors)")
  }

  @Test func `the root as a folder is refused, and commands that run nothing`() throws {
    try folder.write(Self.square, to: "square.lua")
    let root = try runCommand(Checkout.program, [folder.path + "/square.lua", "--isolate"], in: "/")
    #expect(root.status == 2)
    #expect(
      root.errors
        == "layerlua: --isolate: the process cannot be isolated: / may be written, so nothing would be protected; run from a dedicated folder and put the script in a folder too\n"
    )
    let reading = try isolated("square.lua", "--allow-read", "/")
    #expect(reading.status == 2 && reading.errors.contains("/ may be read"))
    #expect(try isolated("fonts").status == 2)
    let value = try runCommand(Checkout.program, ["square.lua", "--isolate=yes"], in: folder.path)
    #expect(
      value.status == 2 && value.errors.contains("expected --isolate or --isolate=require"), "\(value.errors)")
  }

  @Test func `what the system lacks is said once, or refused`() throws {
    try folder.write(Self.square, to: "square.lua")
    try folder.write(Self.without, to: "without.c")
    let built = try runCommand(
      "/usr/bin/env", ["clang", "-std=gnu11", "-Wall", "-Werror", "without.c", "-o", "without"], in: folder.path)
    try #require(built.status == 0, "\(built.errors)")
    func run(_ lacking: String, _ option: String) throws -> CommandResult {
      try? FileManager.default.removeItem(atPath: folder.path + "/square.png")
      return try runCommand(
        folder.path + "/without", [lacking, Checkout.program, "square.lua", option], in: folder.path)
    }
    let landlock = try run("landlock", "--isolate")
    #expect(landlock.status == 0 && folder.exists("square.png"))
    let warning =
      "layerlua: warning: --isolate: this system has no Landlock (Linux 5.13 or later with Landlock enabled), so files are "
      + "restricted only by the script's sandbox [isolation]\n"
    #expect(landlock.errors == warning + "square.png\n")
    let filters = try run("seccomp", "--isolate")
    #expect(
      filters.status == 0 && filters.errors.contains("this system has no system call filters (seccomp)"),
      "\(filters.errors)")
    for lacking in ["landlock", "seccomp"] {
      let refused = try run(lacking, "--isolate=require")
      #expect(
        refused.status == 5 && refused.errors.hasPrefix("layerlua: --isolate=require: this system has no "),
        "\(refused.errors)")
      #expect(!folder.exists("square.png"))
    }
    let silent = try runCommand(
      folder.path + "/without", ["landlock", Checkout.program, "square.lua", "--isolate", "--allow", "isolation"],
      in: folder.path)
    #expect(silent.errors == "square.png\n")
    // A missing or invalid library, here an empty file.
    try folder.write("", to: "libraries/libseccomp.so.2")
    let library = try runCommand(
      "/usr/bin/env",
      ["LD_LIBRARY_PATH=\(folder.path)/libraries", Checkout.program, "square.lua", "--isolate=require"], in: folder.path
    )
    #expect(
      library.status == 5 && library.errors.contains("no libseccomp.so.2 (Debian: libseccomp2)"),
      "\(library.errors)")
  }

  // MARK: Programs of the tests

  /// A Lua module in C: when loaded, it tries what an attacker would, each with arguments that are harmless if allowed,
  /// and prints one line per attempt.
  static let inside = #"""
    #include <errno.h>
    #include <fcntl.h>
    #include <pthread.h>
    #include <stdio.h>
    #include <string.h>
    #include <sys/ioctl.h>
    #include <sys/mman.h>
    #include <sys/prctl.h>
    #include <sys/resource.h>
    #include <sys/socket.h>
    #include <sys/stat.h>
    #include <sys/syscall.h>
    #include <sys/wait.h>
    #include <unistd.h>
    typedef struct lua_State lua_State;
    const char *lua_pushstring(lua_State *, const char *);
    #pragma weak lua_pushstring

    static char text[16384];
    static void say(const char *name, long result) {
      int refused = result < 0 && (errno == EPERM || errno == EACCES || errno == ENOSYS);
      snprintf(text + strlen(text), sizeof text - strlen(text), "%s %s\n", name, refused ? "no" : "yes");
    }
    static void *nothing(void *argument) { return argument; }
    static long child(long pid) {
      if (pid == 0) _exit(0);
      if (pid > 0) waitpid((pid_t)pid, NULL, 0);
      return pid;
    }

    int luaopen_inside(lua_State *L) {
      say("socket", socket(AF_UNIX, SOCK_STREAM, 0));
      // No process is to be ended, nor any clock set, where nothing holds us.
      if (errno == EPERM) {
        // Calls with arguments that are nobody's.
        #define TRY(name) say(#name, syscall(SYS_##name, -1L, -1L, -1L, -1L, -1L, -1L));
        TRY(ptrace) TRY(process_vm_readv) TRY(process_vm_writev) TRY(mount) TRY(umount2) TRY(unshare) TRY(setns) TRY(pivot_root) TRY(chroot) TRY(bpf)
        TRY(perf_event_open) TRY(userfaultfd) TRY(io_uring_setup) TRY(io_uring_enter) TRY(io_uring_register) TRY(keyctl) TRY(add_key) TRY(request_key)
        TRY(init_module) TRY(finit_module) TRY(delete_module) TRY(kexec_load) TRY(reboot) TRY(swapon) TRY(swapoff) TRY(acct) TRY(quotactl)
        TRY(settimeofday) TRY(clock_settime) TRY(adjtimex) TRY(sethostname) TRY(setdomainname) TRY(syslog) TRY(personality) TRY(capset) TRY(setuid) TRY(setgid)
        TRY(setresuid) TRY(setreuid) TRY(setgroups) TRY(setfsuid) TRY(setpriority) TRY(ioprio_set) TRY(sched_setscheduler) TRY(sched_setattr)
        TRY(kill) TRY(tkill) TRY(rt_sigqueueinfo) TRY(pidfd_open) TRY(pidfd_getfd) TRY(pidfd_send_signal) TRY(process_madvise) TRY(kcmp)
        TRY(execve) TRY(execveat) TRY(link) TRY(linkat) TRY(symlink) TRY(symlinkat) TRY(mknod) TRY(mknodat) TRY(chmod) TRY(fchmodat) TRY(chown) TRY(fchown)
        TRY(lchown) TRY(fchownat) TRY(utimensat) TRY(setxattr) TRY(fsetxattr) TRY(removexattr) TRY(truncate) TRY(open_by_handle_at) TRY(name_to_handle_at)
        TRY(openat2) TRY(inotify_init1) TRY(fanotify_init) TRY(socketpair) TRY(connect) TRY(bind) TRY(listen) TRY(accept4) TRY(sendto) TRY(recvfrom)
        TRY(sendmsg) TRY(shmget) TRY(shmat) TRY(semget) TRY(msgget) TRY(mq_open) TRY(seccomp) TRY(setrlimit) TRY(memfd_secret) TRY(vmsplice) TRY(tee)
        TRY(setns) TRY(fsopen) TRY(open_tree) TRY(move_mount) TRY(clone3) TRY(eventfd2) TRY(epoll_create1) TRY(signalfd4) TRY(timerfd_create)
        say("fork", child(syscall(SYS_fork)));
        say("vfork", child(fork()));
        say("tgkill", syscall(SYS_tgkill, getppid(), getppid(), 0));
        say("TIOCSTI", ioctl(0, TIOCSTI, "x"));
        say("dumpable", prctl(PR_SET_DUMPABLE, 0));
        say("owner", fcntl(1, F_SETOWN, getppid()));
        struct rlimit higher = {1 << 20, 1 << 20};
        say("prlimit", syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, &higher, NULL));
        say("limits of others", syscall(SYS_prlimit64, getppid(), RLIMIT_NOFILE, NULL, &higher));
        say("cut", open("cut", O_RDONLY | O_TRUNC));
        say("mode", fchmod(open("cut", O_RDONLY), 0777));
        say("set-ID", open("made", O_RDWR | O_CREAT, 04755));
        say("set-ID folder", mkdir("made", 02755));
        say("affinity of others", syscall(SYS_sched_setaffinity, getppid(), sizeof(long), &(long){1}));
        say("group", setpgid(0, 0));
        say("shared memory", mmap(NULL, 4096, PROT_READ, MAP_SHARED | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0);
        say("growing memory", mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN, -1, 0) == MAP_FAILED ? -1 : 0);
        // Without CLONE_VM it is a process of its own, that stays.
        say("child that stays", child(syscall(SYS_clone, 0x4000 | 17, 0, 0, 0, 0)));
      }
      pthread_t thread;
      say("thread", pthread_create(&thread, NULL, nothing, NULL) == 0 ? pthread_join(thread, NULL) : -1);
      say("open", open("cut", O_RDONLY));
      struct rlimit data, time, files, core;
      getrlimit(RLIMIT_DATA, &data), getrlimit(RLIMIT_CPU, &time), getrlimit(RLIMIT_NOFILE, &files), getrlimit(RLIMIT_CORE, &core);
      snprintf(
        text + strlen(text), sizeof text - strlen(text), "limits %lu %lu %lu %lu\n", (unsigned long)data.rlim_max,
        (unsigned long)time.rlim_max, (unsigned long)files.rlim_max, (unsigned long)core.rlim_max);
      lua_pushstring(L, text);
      return 1;
    }
    """#

  /// Starts a program on an emulated system without Landlock or without seccomp filters.
  static let without = #"""
    #include <errno.h>
    #include <linux/filter.h>
    #include <linux/seccomp.h>
    #include <stddef.h>
    #include <string.h>
    #include <sys/prctl.h>
    #include <sys/syscall.h>
    #include <unistd.h>
    int main(int count, char **arguments) {
      (void)count;
      int landlock = strcmp(arguments[1], "landlock") == 0;
      struct sock_filter of_landlock[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 444, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EOPNOTSUPP), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      };
      struct sock_filter of_seccomp[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_seccomp, 3, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 3), BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_GET_SECCOMP, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      };
      struct sock_fprog program = {landlock ? 4 : 7, landlock ? of_landlock : of_seccomp};
      if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) return 99;
      execv(arguments[2], arguments + 2);
      return 98;
    }
    """#
}
