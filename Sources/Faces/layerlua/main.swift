// SPDX-License-Identifier: MIT
import CProcesses
import SystemC

llua_tune_allocator()
exit(Program(arguments: Array(CommandLine.arguments.dropFirst())).run())
