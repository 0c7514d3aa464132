// SPDX-License-Identifier: MIT
import DrawingPool
import ServiceContract

/// Counters, gauges and histograms in Prometheus's text format. Labels come from lists, never from requests.
package struct Metrics {
  private struct Histogram {
    var counts: [Int]
    var sum = 0.0
    var count = 0
  }

  private static let buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

  private var counters: [String: [String: Int]] = [:]
  private var histograms: [String: [String: Histogram]] = [:]

  /// The counters begin at 0, with all of their labels that are known, since alerts on growth miss the first one of a
  /// counter that appears with it.
  package init() {
    count("layerlua_coalesced_total", by: 0)
    count("layerlua_deploy_failures_total", by: 0)
    for reason in DrawingPool.EndReason.allCases {
      count("layerlua_worker_ends_total", [("reason", reason.rawValue)], by: 0)
    }
    for reason in ["client", "queue", "signature", "expired", "limit"] {
      count("layerlua_rejected_total", [("reason", reason)], by: 0)
    }
    for result in ["hit", "miss"] {
      count("layerlua_cache_requests_total", [("tier", "memory"), ("result", result)], by: 0)
    }
  }

  private static let helps: [(name: String, kind: String, help: String)] = [
    ("layerlua_requests_total", "counter", "Requests by script, format and status."),
    ("layerlua_request_duration_seconds", "histogram", "From the head of a request to the end of its answer."),
    ("layerlua_queue_wait_seconds", "histogram", "From the request to the start of its drawing."),
    ("layerlua_draw_duration_seconds", "histogram", "The drawing by stage: script, draw (with encoding)."),
    ("layerlua_worker_ends_total", "counter", "Ends of drawing processes by reason."),
    ("layerlua_rejected_total", "counter", "Refused requests by reason."),
    ("layerlua_cache_requests_total", "counter", "Look-ups by tier and result."),
    ("layerlua_coalesced_total", "counter", "Requests that waited for the drawing of another one."),
    ("layerlua_deploy_failures_total", "counter", "Sets of scripts that were not taken."),
  ]

  /// Adds to a counter.
  ///
  /// - Parameter labels: in the order of the metric.
  package mutating func count(_ name: String, _ labels: [(name: String, value: String)] = [], by amount: Int = 1) {
    counters[name, default: [:]][Self.text(labels), default: 0] += amount
  }

  /// Adds a time in seconds to a histogram.
  package mutating func observe(_ name: String, _ seconds: Double, _ labels: [(name: String, value: String)] = []) {
    let key = Self.text(labels)
    var histogram =
      histograms[name, default: [:]][key] ?? Histogram(counts: [Int](repeating: 0, count: Self.buckets.count))
    for (index, bucket) in Self.buckets.enumerated() where seconds <= bucket { histogram.counts[index] += 1 }
    histogram.sum += seconds
    histogram.count += 1
    histograms[name, default: [:]][key] = histogram
  }

  /// The text, with gauges of the moment.
  package func text(gauges: [(name: String, labels: [(name: String, value: String)], value: Double)]) -> String {
    var text = ""
    for (name, kind, help) in Self.helps {
      text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"
      for (labels, value) in (counters[name] ?? [:]).sorted(by: { $0.key < $1.key }) {
        text += "\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(value)\n"
      }
      for (labels, histogram) in (histograms[name] ?? [:]).sorted(by: { $0.key < $1.key }) {
        let before = labels.isEmpty ? "" : labels + ","
        for (bucket, count) in zip(Self.buckets, histogram.counts) {
          text += "\(name)_bucket{\(before)le=\"\(numberText(bucket))\"} \(count)\n"
        }
        let own = labels.isEmpty ? "" : "{\(labels)}"
        text += "\(name)_bucket{\(before)le=\"+Inf\"} \(histogram.count)\n\(name)_sum\(own) \(histogram.sum)\n"
        text += "\(name)_count\(own) \(histogram.count)\n"
      }
    }
    var last = ""
    for gauge in gauges {
      if gauge.name != last { text += "# TYPE \(gauge.name) gauge\n" }
      last = gauge.name
      let labels = Self.text(gauge.labels)
      text += "\(gauge.name)\(labels.isEmpty ? "" : "{\(labels)}") \(numberText(gauge.value))\n"
    }
    return text
  }

  private static func text(_ labels: [(name: String, value: String)]) -> String {
    labels.map { name, value in
      let escaped = value.unicodeScalars.map { scalar in
        switch scalar {
        case "\\": "\\\\"
        case "\"": "\\\""
        case "\n": "\\n"
        default: String(scalar)
        }
      }
      return "\(name)=\"\(escaped.joined())\""
    }.joined(separator: ",")
  }
}
