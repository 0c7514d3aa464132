// SPDX-License-Identifier: MIT
// Sandboxes a process irrevocably: files with Landlock, system calls with seccomp, and resources with rlimits. Programs
// that it starts have the same rights or fewer.
//
// Landlock has no library, so its three system calls are made here. libseccomp builds the seccomp filter, since it
// knows the system call numbers of every architecture and the ways to bypass a filter. It is loaded only by a process
// that sandboxes itself.
#include "CProcesses.h"

#ifdef __linux__
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// ---- amounts --------------------------------------------------------------------------------------------------------

// Additional tasks that may start. The kernel counts all tasks of the user, who may have other processes.
enum { FURTHER_TASKS = 4096, OPEN_FILES = 256 };

// Lowers a resource limit; never raises one.
static int limit(int resource, uint64_t amount) {
  struct rlimit now;
  if (getrlimit((__rlimit_resource_t)resource, &now) != 0) return errno;
  rlim_t lowered = amount < now.rlim_max ? (rlim_t)amount : now.rlim_max;
  struct rlimit then = {lowered < now.rlim_cur ? lowered : now.rlim_cur, lowered};
  // The soft limit sends SIGXCPU, whose handler cleans up files; the hard limit kills.
  if (resource == RLIMIT_CPU && then.rlim_cur == lowered && lowered < now.rlim_max) then.rlim_max = lowered + 1;
  return setrlimit((__rlimit_resource_t)resource, &then) == 0 ? 0 : errno;
}

// Returns the number of tasks on the machine, from the fourth field of "0.1 0.2 0.3 2/345 678"; sysinfo has only 16
// bits for it.
static long all_tasks(void) {
  FILE *file = fopen("/proc/loadavg", "re");
  long tasks = 0;
  if (file == NULL) return 0;
  if (fscanf(file, "%*s %*s %*s %*d/%ld", &tasks) != 1) tasks = 0;
  fclose(file);
  return tasks;
}

static int limit_amounts(const llua_Isolation *isolation) {
  int problem = limit(RLIMIT_CORE, 0);
  if (problem == 0) problem = limit(RLIMIT_NOFILE, OPEN_FILES);
  // RLIMIT_DATA counts the process's private writable memory. Address space that is only reserved, as for thread
  // stacks, does not count.
  if (problem == 0 && isolation->memory != 0) problem = limit(RLIMIT_DATA, isolation->memory);
  if (problem == 0 && isolation->processor_seconds != 0) problem = limit(RLIMIT_CPU, isolation->processor_seconds);
  long tasks = all_tasks();
  if (problem == 0 && tasks > 0) problem = limit(RLIMIT_NPROC, (uint64_t)tasks + FURTHER_TASKS);
  return problem;
}

// ---- files: Landlock ------------------------------------------------------------------------------------------------

// The kernel's numbers, since the installed headers may be older than the running kernel.
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446, ASK_VERSION = 1, RULE_PATH_BENEATH = 1 };
enum {
  EXECUTE = 1 << 0,
  WRITE_FILE = 1 << 1,
  READ_FILE = 1 << 2,
  READ_DIR = 1 << 3,
  REMOVE_DIR = 1 << 4,
  REMOVE_FILE = 1 << 5,
  MAKE_DIR = 1 << 7,
  MAKE_REG = 1 << 8,
  REFER = 1 << 13,
  TRUNCATE = 1 << 14,
  IOCTL_DEV = 1 << 15,
};
enum { OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV };
enum {
  READ = READ_FILE | READ_DIR,
  WRITE = READ | WRITE_FILE | TRUNCATE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG | REFER
};
enum { NET = 3, SCOPE = 3 };  // TCP bind and connect; abstract sockets and signals

typedef struct {
  uint64_t files, net, scope;
} llua_Ruleset;

typedef struct __attribute__((packed)) {
  uint64_t access;
  int32_t parent;
} llua_PathRule;

// Returns the rights that a Landlock version handles. Rights that the kernel does not know must not be requested.
static uint64_t rights(int version) {
  uint64_t all = (1 << 13) - 1;
  if (version >= 2) all |= REFER;
  if (version >= 3) all |= TRUNCATE;
  if (version >= 5) all |= IOCTL_DEV;
  return all;
}

// Allows access below a path. A missing path needs no rule.
static int allow(int ruleset, uint64_t handled, const char *path, uint64_t access) {
  int file = open(path, O_PATH | O_CLOEXEC);
  if (file < 0) return errno == ENOENT || errno == ENOTDIR || errno == EACCES ? 0 : errno;
  struct stat info;
  if (fstat(file, &info) == 0 && !S_ISDIR(info.st_mode)) access &= OF_FILES;
  llua_PathRule rule = {access & handled, file};
  int problem = rule.access == 0 || syscall(ADD_RULE, ruleset, RULE_PATH_BENEATH, &rule, 0) == 0 ? 0 : errno;
  close(file);
  return problem;
}

static int allow_all(int ruleset, uint64_t handled, const char *const *paths, uint64_t access) {
  int problem = 0;
  for (size_t i = 0; problem == 0 && paths != NULL && paths[i] != NULL; i++)
    problem = allow(ruleset, handled, paths[i], access);
  return problem;
}

static int lock_files(const llua_Isolation *isolation, unsigned *lacking) {
  long version = syscall(CREATE_RULESET, NULL, 0, ASK_VERSION);
  if (version < 1) {
    *lacking |= LLUA_LACKS_LANDLOCK;
    return 0;
  }
  if (version < 6 && isolation->program != NULL) *lacking |= LLUA_LACKS_SCOPES;
  llua_Ruleset wanted = {rights((int)version), version >= 4 ? NET : 0, version >= 6 ? SCOPE : 0};
  size_t size = version >= 6 ? sizeof wanted : version >= 4 ? 16 : 8;
  int ruleset = (int)syscall(CREATE_RULESET, &wanted, size, 0);
  if (ruleset < 0) return errno;
  // Lazily loaded libraries, fontconfig's configuration, the files in which glibc looks up processors, and devices
  // without contents.
  static const char *const system[] = {
      "/usr",
      "/lib",
      "/lib64",
      "/lib32",
      "/etc/ld.so.cache",
      "/etc/alternatives",
      "/etc/fonts",
      "/sys/devices/system/cpu",
      "/dev/null",
      "/dev/zero",
      "/dev/urandom",
      NULL,
  };
  static const char *const nothing[] = {"/dev/null", NULL};
  static const char *const loaders[] = {
      "/lib64/ld-linux-x86-64.so.2",
      "/lib/ld-linux-aarch64.so.1",
      "/lib/ld-musl-x86_64.so.1",
      "/lib/ld-musl-aarch64.so.1",
      NULL,
  };
  uint64_t handled = wanted.files;
  int problem = allow_all(ruleset, handled, system, READ);
  if (problem == 0) problem = allow_all(ruleset, handled, nothing, WRITE_FILE);
  if (problem == 0) problem = allow_all(ruleset, handled, isolation->readable, READ);
  if (problem == 0) problem = allow_all(ruleset, handled, isolation->writable, WRITE);
  if (problem == 0) problem = allow_all(ruleset, handled, isolation->emptied, REMOVE_DIR);
  if (problem == 0 && isolation->program != NULL) {
    const char *const programs[] = {isolation->program, isolation->reader, NULL};
    problem = allow_all(ruleset, handled, programs, READ_FILE | EXECUTE);
    if (problem == 0) problem = allow_all(ruleset, handled, loaders, READ_FILE | EXECUTE);
  }
  if (problem == 0 && syscall(RESTRICT_SELF, ruleset, 0) != 0) problem = errno;
  close(ruleset);
  return problem;
}

// ---- calls of the system: seccomp -----------------------------------------------------------------------------------

// With LLUA_REAL_HEADERS the declarations are checked against libseccomp's own header, as scripts/check does.
#ifdef LLUA_REAL_HEADERS
#include <seccomp.h>
#else
typedef void *scmp_filter_ctx;
enum scmp_filter_attr { SCMP_FLTATR_CTL_TSYNC = 4, SCMP_FLTATR_CTL_OPTIMIZE = 8 };
enum scmp_compare { SCMP_CMP_NE = 1, SCMP_CMP_EQ = 4, SCMP_CMP_MASKED_EQ = 7 };
struct scmp_arg_cmp {
  unsigned arg;
  enum scmp_compare op;
  uint64_t datum_a, datum_b;
};
#define SCMP_ACT_ALLOW 0x7fff0000U
#define SCMP_ACT_ERRNO(number) (0x00050000U | ((number)&0x0000ffffU))
#define __NR_SCMP_ERROR -1
#endif

#define LLUA_SECCOMP_FUNCTIONS(F) \
  F(scmp_filter_ctx, seccomp_init, (uint32_t)) \
  F(void, seccomp_release, (scmp_filter_ctx)) \
  F(int, seccomp_attr_set, (scmp_filter_ctx, enum scmp_filter_attr, uint32_t)) \
  F(int, seccomp_syscall_resolve_name, (const char *)) \
  F(int, seccomp_rule_add_array, (scmp_filter_ctx, uint32_t, int, unsigned int, const struct scmp_arg_cmp *)) \
  F(int, seccomp_load, (scmp_filter_ctx))

#ifdef LLUA_REAL_HEADERS
#define LLUA_REDECLARE(result, name, arguments) result name arguments;
LLUA_SECCOMP_FUNCTIONS(LLUA_REDECLARE)
#endif

static struct {
#define LLUA_POINTER(result, name, arguments) result(*name) arguments;
  LLUA_SECCOMP_FUNCTIONS(LLUA_POINTER)
} lib;

static bool load_library(void) {
  void *library = llua_library_open(LLUA_SECCOMP, RTLD_LAZY | RTLD_LOCAL);
  if (library == NULL) return false;
  bool complete = true;
#define LLUA_LOAD(result, name, arguments) \
  if ((*(void **)&lib.name = dlsym(library, #name)) == NULL) complete = false;
  LLUA_SECCOMP_FUNCTIONS(LLUA_LOAD)
  return complete;
}

// The system calls that drawing and a film encoder need. All others fail with EPERM (sockets, new namespaces, the
// memory of other processes, keys, modules, clocks, mounts, …), so that a library that tries them carries on without.
static const char *const allowed[] = {
    // open files and pipes
    "read",
    "write",
    "readv",
    "writev",
    "pread64",
    "pwrite64",
    "preadv",
    "pwritev",
    "lseek",
    "_llseek",
    "close",
    "close_range",
    "dup",
    "dup2",
    "dup3",
    "pipe",
    "pipe2",
    "flock",
    "fsync",
    "fdatasync",
    "ftruncate",
    "ftruncate64",
    "fallocate",
    "fadvise64",
    "sendfile",
    "copy_file_range",
    "poll",
    "ppoll",
    "select",
    "pselect6",
    "memfd_create",
    // file names, which Landlock checks
    "stat",
    "lstat",
    "fstat",
    "newfstatat",
    "statx",
    "statfs",
    "fstatfs",
    "access",
    "faccessat",
    "faccessat2",
    "readlink",
    "readlinkat",
    "getdents",
    "getdents64",
    "getcwd",
    "rmdir",
    "unlink",
    "unlinkat",
    "rename",
    "renameat",
    "renameat2",
    "umask",
    // memory
    "brk",
    "munmap",
    "mremap",
    "mprotect",
    "madvise",
    "mincore",
    "msync",
    "membarrier",
    // threads, and information about the process itself
    "futex",
    "futex_waitv",
    "set_robust_list",
    "get_robust_list",
    "rseq",
    "set_tid_address",
    "arch_prctl",
    "sched_yield",
    "sched_getaffinity",
    "sched_getparam",
    "sched_getscheduler",
    "sched_get_priority_max",
    "sched_get_priority_min",
    "getpid",
    "getppid",
    "gettid",
    "getpgrp",
    "getpgid",
    "getuid",
    "geteuid",
    "getgid",
    "getegid",
    "getrlimit",
    "ugetrlimit",
    "getrusage",
    "sysinfo",
    "uname",
    "times",
    "getcpu",
    "getrandom",
    "exit",
    "exit_group",
    "wait4",
    "waitid",
    "restart_syscall",
    // time, and signals to the process itself
    "clock_gettime",
    "clock_getres",
    "clock_nanosleep",
    "nanosleep",
    "gettimeofday",
    "time",
    "timer_create",
    "timer_settime",
    "timer_gettime",
    "timer_getoverrun",
    "timer_delete",
    "rt_sigaction",
    "rt_sigprocmask",
    "rt_sigreturn",
    "rt_sigpending",
    "rt_sigsuspend",
    "rt_sigtimedwait",
    "sigaltstack",
    "pause",
    NULL,
};

static int rule(
    scmp_filter_ctx filter, uint32_t action, const char *name, unsigned count, const struct scmp_arg_cmp *conditions) {
  int number = lib.seccomp_syscall_resolve_name(name);
  // An older library does not know the newest system calls, and not every architecture has all.
  if (number == __NR_SCMP_ERROR) return 0;
  return -lib.seccomp_rule_add_array(filter, action, number, count, conditions);
}

// Flags of clone: those that create namespaces, CLONE_THREAD, and CLONE_VM | CLONE_VFORK.
enum { NAMESPACES = 0x7e020080, THREAD = 0x00010000, SHARED_UNTIL_EXEC = 0x00004100 };
// The set-user-ID, set-group-ID and sticky bits.
enum { SPECIAL_MODES = 07000 };
enum { SET_NAME = 15, GET_NAME = 16, SET_VMA = 0x53564d41 };

static int add_rules(scmp_filter_ctx filter, const llua_Isolation *isolation) {
  const uint32_t yes = SCMP_ACT_ALLOW;
  int problem = 0;
  for (size_t i = 0; problem == 0 && allowed[i] != NULL; i++) problem = rule(filter, yes, allowed[i], 0, NULL);

  // A file opened for reading must not be truncated, which Landlock checks only from version 3. A filter cannot read
  // memory, so system calls with their arguments in memory fail with ENOSYS, and the C library falls back to the older
  // ones.
  const uint64_t how = O_ACCMODE | O_TRUNC;
  static const struct {
    const char *name;
    unsigned flags;
  } opening[] = {{"open", 1}, {"openat", 2}};
  for (size_t i = 0; i < 2; i++) {
    const uint64_t ways[] = {O_RDONLY, O_WRONLY, O_RDWR, O_WRONLY | O_TRUNC, O_RDWR | O_TRUNC};
    for (size_t k = 0; problem == 0 && k < sizeof ways / sizeof *ways; k++) {
      struct scmp_arg_cmp flags[] = {{opening[i].flags, SCMP_CMP_MASKED_EQ, how, ways[k]},
          {opening[i].flags + 1, SCMP_CMP_MASKED_EQ, SPECIAL_MODES, 0}};
      problem = rule(filter, yes, opening[i].name, 2, flags);
    }
  }
  // Forbid special mode bits, so that no program is left behind that runs as another user.
  struct scmp_arg_cmp plain[] = {{1, SCMP_CMP_MASKED_EQ, SPECIAL_MODES, 0}, {2, SCMP_CMP_MASKED_EQ, SPECIAL_MODES, 0}};
  if (problem == 0) problem = rule(filter, yes, "mkdir", 1, &plain[0]);
  if (problem == 0) problem = rule(filter, yes, "mkdirat", 1, &plain[1]);
  if (problem == 0) problem = rule(filter, SCMP_ACT_ERRNO(ENOSYS), "openat2", 0, NULL);
  if (problem == 0) problem = rule(filter, SCMP_ACT_ERRNO(ENOSYS), "clone3", 0, NULL);

  // Threads; and, if there is a program to start, the clone that suspends its caller until exec, which cannot be used
  // to create many processes.
  struct scmp_arg_cmp thread = {0, SCMP_CMP_MASKED_EQ, NAMESPACES | THREAD, THREAD};
  if (problem == 0) problem = rule(filter, yes, "clone", 1, &thread);
  if (isolation->program != NULL) {
    struct scmp_arg_cmp child = {0, SCMP_CMP_MASKED_EQ, NAMESPACES | THREAD | SHARED_UNTIL_EXEC, SHARED_UNTIL_EXEC};
    if (problem == 0) problem = rule(filter, yes, "clone", 1, &child);
    if (problem == 0) problem = rule(filter, yes, "execve", 0, NULL);
    if (problem == 0) problem = rule(filter, yes, "kill", 0, NULL);
    if (problem == 0) problem = rule(filter, yes, "setpgid", 0, NULL);
  }
  struct scmp_arg_cmp mine = {0, SCMP_CMP_EQ, 0, 0};
  if (problem == 0) problem = rule(filter, yes, "sched_setaffinity", 1, &mine);

  // Anonymous memory must be private, since the limit counts private memory.
  static const char *const mapping[] = {"mmap", "mmap2"};
  for (size_t i = 0; i < 2; i++) {
    struct scmp_arg_cmp of_file = {3, SCMP_CMP_MASKED_EQ, MAP_ANONYMOUS | MAP_GROWSDOWN, 0};
    struct scmp_arg_cmp own = {3, SCMP_CMP_MASKED_EQ, MAP_ANONYMOUS | MAP_GROWSDOWN | MAP_SHARED, MAP_ANONYMOUS};
    if (problem == 0) problem = rule(filter, yes, mapping[i], 1, &of_file);
    if (problem == 0) problem = rule(filter, yes, mapping[i], 1, &own);
  }

  // The fcntl commands that do not send a signal to another process.
  static const int settings[] = {
      F_DUPFD,
      F_DUPFD_CLOEXEC,
      F_GETFD,
      F_SETFD,
      F_GETFL,
      F_SETFL,
      F_GETLK,
      F_SETLK,
      F_SETLKW,
      F_OFD_GETLK,
      F_OFD_SETLK,
      F_OFD_SETLKW,
      F_SETPIPE_SZ,
      F_GETPIPE_SZ,
      F_ADD_SEALS,
      F_GET_SEALS,
  };
  for (size_t i = 0; problem == 0 && i < sizeof settings / sizeof *settings; i++) {
    struct scmp_arg_cmp command = {1, SCMP_CMP_MASKED_EQ, 0xffffffffu, (uint64_t)settings[i]};
    problem = rule(filter, yes, "fcntl", 1, &command);
    if (problem == 0) problem = rule(filter, yes, "fcntl64", 1, &command);
  }

  // Querying a terminal and its size, but no injected input.
  static const unsigned long asking[] = {TCGETS, TIOCGWINSZ, FIONREAD, FIOCLEX, FIONCLEX};
  for (size_t i = 0; problem == 0 && i < sizeof asking / sizeof *asking; i++) {
    struct scmp_arg_cmp request = {1, SCMP_CMP_MASKED_EQ, 0xffffffffu, asking[i]};
    problem = rule(filter, yes, "ioctl", 1, &request);
  }
  static const unsigned long naming[] = {SET_NAME, GET_NAME, SET_VMA};
  for (size_t i = 0; problem == 0 && i < sizeof naming / sizeof *naming; i++) {
    struct scmp_arg_cmp option = {0, SCMP_CMP_EQ, naming[i], 0};
    problem = rule(filter, yes, "prctl", 1, &option);
  }
  // Limits may only be read: root could raise them again.
  struct scmp_arg_cmp ask[] = {{0, SCMP_CMP_EQ, 0, 0}, {2, SCMP_CMP_EQ, 0, 0}};
  if (problem == 0) problem = rule(filter, yes, "prlimit64", 2, ask);
  struct scmp_arg_cmp self = {0, SCMP_CMP_EQ, (uint64_t)getpid(), 0};
  if (problem == 0) problem = rule(filter, yes, "tgkill", 1, &self);
  if (problem == 0) problem = rule(filter, yes, "rt_tgsigqueueinfo", 1, &self);
  return problem;
}

static int lock_calls(const llua_Isolation *isolation, unsigned *lacking) {
  if (!load_library()) {
    *lacking |= LLUA_LACKS_LIBSECCOMP;
    return 0;
  }
  if (prctl(PR_GET_SECCOMP, 0, 0, 0, 0) < 0) {
    *lacking |= LLUA_LACKS_SECCOMP;
    return 0;
  }
  scmp_filter_ctx filter = lib.seccomp_init(SCMP_ACT_ERRNO(EPERM));
  if (filter == NULL) return ENOMEM;
  // Use a binary tree instead of a linear list. An older library does not support it.
  (void)lib.seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
  int problem = add_rules(filter, isolation);
  if (problem == 0) problem = -lib.seccomp_load(filter);
  lib.seccomp_release(filter);
  if (problem == EINVAL || problem == ENOSYS) {
    *lacking |= LLUA_LACKS_SECCOMP;
    return 0;
  }
  return problem;
}

// ---- all of it ------------------------------------------------------------------------------------------------------

// True if the process has one thread. Landlock restricts only the calling thread and those it starts.
static bool is_single_threaded(void) {
  struct stat tasks;
  return stat("/proc/self/task", &tasks) != 0 || tasks.st_nlink <= 3;
}

int llua_isolate(const llua_Isolation *isolation, unsigned *lacking) {
  *lacking = 0;
  if (!is_single_threaded()) return EBUSY;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  int problem = limit_amounts(isolation);
  if (problem == 0) problem = lock_files(isolation, lacking);
  if (problem == 0) problem = lock_calls(isolation, lacking);
  return problem;
}

#else

int llua_isolate(const llua_Isolation *isolation, unsigned *lacking) {
  (void)isolation;
  *lacking = LLUA_LACKS_LANDLOCK | LLUA_LACKS_SECCOMP;
  return 0;
}

#endif
