// SPDX-License-Identifier: MIT
import FrameShares
import LayerEngine
import Testing

/// Which share of a film a machine draws.
@Suite struct ShardTests {
  private func shard(_ text: String, _ variables: [String: String] = [:]) throws -> Shard {
    try Shard(text, environment: { variables[$0] })
  }

  private func problem(_ text: String, _ variables: [String: String] = [:]) -> String {
    do { return "none: \(try shard(text, variables).text)" } catch { return "\(error)" }
  }

  @Test(arguments: [1, 2, 3, 7, 16]) func `every frame is of one share however shares are counted`(count: Int) throws {
    for first in [0, 1] {
      let shards = try (first..<first + count).map { try shard("\($0)/\(count)") }
      for place in 0..<50 { #expect(shards.filter { $0.takes(place) }.count == 1) }
    }
    #expect(try shard("0/\(count)") == shard("\(count)/\(count)"))
  }

  @Test func `frames that follow each other go to different shares`() throws {
    let second = try shard("2/4")
    #expect((0..<12).filter(second.takes) == [1, 5, 9])
  }

  @Test(arguments: [
    "", "3", "3/", "/3", "a/3", "1/0", "1/-1", "1/2/3", "auto/", "auto/x", "auto/0", "1/1000001", "automatic",
  ])
  func `a share that is none is explained`(text: String) {
    #expect(problem(text).contains("--shard expects i/n, such as 3/16"), "\(problem(text))")
    #expect(problem(text).contains("got \"\(text)\""))
  }

  @Test func `a share beyond the last is explained`() {
    #expect(problem("5/4").contains("expected 1/4 to 4/4"))
    #expect(problem("-1/4").contains("expected 1/4 to 4/4"))
  }

  // MARK: Schedulers

  @Test(arguments: [1, 0, 10]) func `Slurm's array tells the share wherever it starts`(first: Int) throws {
    for step in [1, 5] {
      for i in 0..<4 {
        let variables = [
          "SLURM_ARRAY_TASK_ID": "\(first + i * step)", "SLURM_ARRAY_TASK_COUNT": "4",
          "SLURM_ARRAY_TASK_MIN": "\(first)",
          "SLURM_ARRAY_TASK_MAX": "\(first + 3 * step)", "SLURM_ARRAY_TASK_STEP": "\(step)",
        ]
        #expect(try shard("auto", variables) == shard("\(i + 1)/4"))
      }
    }
  }

  @Test func `a Slurm array with gaps needs the count`() throws {
    let variables = [
      "SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "1",
      "SLURM_ARRAY_TASK_MAX": "7",
      "SLURM_ARRAY_TASK_STEP": "1",
    ]
    #expect(problem("auto", variables).contains("has gaps (3 tasks from 1 to 7)"))
    #expect(problem("auto", variables).contains("auto/16"))
    // A single failed task can be resubmitted this way.
    #expect(try shard("auto/16", variables) == shard("7/16"))
    #expect(problem("auto/4", variables).contains("there are 4 shards; use --array=1-4 or 0-3"))
  }

  @Test func `AWS Batch counts from zero`() throws {
    #expect(try shard("auto", ["AWS_BATCH_JOB_ARRAY_INDEX": "0", "AWS_BATCH_JOB_ARRAY_SIZE": "10"]) == shard("1/10"))
    #expect(try shard("auto", ["AWS_BATCH_JOB_ARRAY_INDEX": "9", "AWS_BATCH_JOB_ARRAY_SIZE": "10"]) == shard("10/10"))
    #expect(problem("auto", ["AWS_BATCH_JOB_ARRAY_INDEX": "10", "AWS_BATCH_JOB_ARRAY_SIZE": "10"]).contains("0 to 9"))
  }

  @Test func `Kubernetes needs the count by hand or by variable`() throws {
    #expect(try shard("auto/8", ["JOB_COMPLETION_INDEX": "2"]) == shard("3/8"))
    #expect(try shard("auto", ["JOB_COMPLETION_INDEX": "2", "LAYERLUA_SHARD_COUNT": "8"]) == shard("3/8"))
    #expect(problem("auto", ["JOB_COMPLETION_INDEX": "2"]).contains("--shard auto/16, or LAYERLUA_SHARD_COUNT=16"))
    #expect(problem("auto", ["JOB_COMPLETION_INDEX": "2", "LAYERLUA_SHARD_COUNT": "no"]).contains("but is \"no\""))
    #expect(problem("auto/2", ["JOB_COMPLETION_INDEX": "2"]).contains("there are 2 shards, 0 to 1"))
  }

  @Test func `batch on Kubernetes sets both variables`() throws {
    let both = ["AWS_BATCH_JOB_ARRAY_INDEX": "3", "AWS_BATCH_JOB_ARRAY_SIZE": "10", "JOB_COMPLETION_INDEX": "3"]
    #expect(try shard("auto", both) == shard("4/10"))
  }

  @Test func `without a scheduler auto names the variables`() {
    for name in ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX", "--shard i/n"] {
      #expect(problem("auto").contains(name))
      #expect(problem("auto", ["SLURM_ARRAY_TASK_ID": ""]).contains(name))
    }
  }

  @Test func `schedulers that disagree are named`() {
    let both = ["SLURM_ARRAY_TASK_ID": "2", "JOB_COMPLETION_INDEX": "3"]
    #expect(
      problem("auto/8", both).contains("SLURM_ARRAY_TASK_ID says 2/8, JOB_COMPLETION_INDEX says 4/8"),
      "\(problem("auto/8", both))")
  }

  @Test func `a variable that is no number is named`() {
    #expect(
      problem("auto/8", ["JOB_COMPLETION_INDEX": "first"]).contains(
        "JOB_COMPLETION_INDEX must be a whole number from 0, but is \"first\""))
  }
}
