// SPDX-License-Identifier: MIT
extension FrameSet {
  /// Command lines that draw the missing or wrong frames: one for each affected share, or one for all if the share
  /// count is unknown or more than 16 shares are affected.
  package var remedies: [String] {
    let bad = Set(problems.flatMap(\.frames)).intersection(whole)
    guard !bad.isEmpty else { return [] }
    guard let count = shardCount, count > 1 else { return [command(for: nil)] }
    var shares: Set<Int> = []
    for (place, frame) in whole.enumerated() where bad.contains(frame) { shares.insert(place % count + 1) }
    guard shares.count <= 16 else { return [command(for: nil)] }
    return shares.compactMap { try? Shard("\($0)/\(count)", environment: { _ in nil }) }.sorted { $0.index < $1.index }
      .map(command)
  }

  private func command(for shard: Shard?) -> String {
    var words = ["layerlua", "frames", origin.script]
    words += origin.timing + origin.access
    var rest = origin.arguments[...]
    // Words after `--` are the script's own arguments and must come last.
    let positional = rest.firstIndex(of: "--") ?? rest.endIndex
    words += rest[..<positional]
    rest = rest[positional...]
    if let shard { words += ["--shard", shard.text] }
    words += ["-o", FrameFolder(path: folderPath, stem: "").path(origin.pattern)]
    return commandLine(words + rest)
  }
}
