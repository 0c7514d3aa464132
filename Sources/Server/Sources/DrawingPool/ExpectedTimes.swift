// SPDX-License-Identifier: MIT

/// The times that pictures will take, foretold from those before them.
///
/// A picture is like those of the same script and of about its size: within twice as many pixels. Those of its own
/// client tell more than those of all, so that nobody makes a script slow for others who use it. Both are means, to
/// which each run adds an eighth, and count it as at most four times the border between quick and slow. A run of that
/// length sets the client's own time, and that of all by half: so one endless run in eleven of a client stays visible,
/// and one in six of all, while a picture that a busy machine held up changes little.
struct ExpectedTimes {
  /// The time of one kind of pictures.
  final class Record {
    /// In seconds; nil before the first one has ended.
    fileprivate(set) var seconds: Double?
    fileprivate var lastUse = 0
  }
  private struct Kind: Hashable {
    /// nil for all clients.
    var client: String?
    var script: String
    /// The power of two of the cost.
    var size: Double.Exponent
  }

  /// The number of records that are kept: 2,048 to 4,096.
  private static var mostRecords: Int { 4096 }

  private var records: [Kind: Record] = [:]
  private var uses = 0
  /// The time below which a tenth of the pictures stay, in seconds.
  private var usual = 0.01

  /// The time up to which a picture is quick, in seconds: eight times that of the quickest tenth, and at least 0.1, so
  /// that scripts which all take long are not slow.
  var border: Double { max(0.1, 8 * usual) }

  /// The records for a picture: of its client, and of all.
  mutating func records(client: String, script: String, cost: Double) -> (own: Record, all: Record) {
    let size = (cost.isFinite ? min(max(cost, 0.25), 1e6) : 1e6).exponent
    return (
      record(Kind(client: client, script: script, size: size)), record(Kind(client: nil, script: script, size: size))
    )
  }

  private mutating func record(_ kind: Kind) -> Record {
    uses += 1
    if let record = records[kind] {
      record.lastUse = uses
      return record
    }
    if records.count >= Self.mostRecords {
      let times = records.values.map(\.lastUse).sorted()
      let middle = times[times.count / 2]
      records = records.filter { $0.value.lastUse >= middle }
    }
    let record = Record()
    record.lastUse = uses
    records[kind] = record
    return record
  }

  /// Takes the time of a picture that ended.
  ///
  /// - Parameter isDrawn: false if it failed. Its time tells about its kind, but not about usual pictures.
  mutating func note(_ seconds: Double, _ own: Record, _ all: Record, isDrawn: Bool) {
    let most = 4 * border
    let seconds = seconds.isFinite ? min(max(seconds, 0), most) : most
    let everybodys = all.seconds ?? seconds
    let mine = own.seconds ?? everybodys
    own.seconds = seconds < most ? mine + (seconds - mine) / 8 : most
    all.seconds = everybodys + (seconds - everybodys) / (seconds < most ? 8 : 2)
    // A quantile by steps: nine times as far down as up.
    if isDrawn { usual = min(max(usual * (seconds > usual ? 1.01 : 0.914), 0.001), 10) }
  }
}
