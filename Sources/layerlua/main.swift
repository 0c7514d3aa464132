// SPDX-License-Identifier: MIT
#if canImport(Glibc)
  import Glibc
#endif

exit(Program(arguments: Array(CommandLine.arguments.dropFirst())).run())
