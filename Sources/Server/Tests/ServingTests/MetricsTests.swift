// SPDX-License-Identifier: MIT
import Serving
import Testing

@Suite struct MetricsTests {
  @Test func `counters begin at 0 and keep their series`() {
    var metrics = Metrics()
    let before = metrics.text(gauges: [])
    for line in [
      "layerlua_worker_ends_total{reason=\"signal\"} 0", "layerlua_rejected_total{reason=\"limit\"} 0",
      "layerlua_deploy_failures_total 0", "layerlua_cache_requests_total{tier=\"memory\",result=\"hit\"} 0",
    ] { #expect(before.contains(line + "\n"), "\(line)") }
    metrics.count("layerlua_worker_ends_total", [("reason", "signal")])
    let after = metrics.text(gauges: [])
    #expect(after.contains("layerlua_worker_ends_total{reason=\"signal\"} 1\n"))
    #expect(after.split(separator: "\n").count == before.split(separator: "\n").count)
  }
}
