// SPDX-License-Identifier: MIT
import SystemC

exit(Program(arguments: Array(CommandLine.arguments.dropFirst())).run())
