// SPDX-License-Identifier: MIT
// The C library under one name, so that no other file asks which system it is compiled for.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Darwin)
  @_exported import Darwin
#endif
