/// A metric with its samples, one for each combination of label values, independent of the text format.
package struct MetricFamily: Sendable {
    /// The kind of a metric.
    package enum Kind: String, Sendable {
        /// A number that only grows until the simulator is restarted.
        case counter
        /// The current value of a number that can go up and down.
        case gauge
        /// The numbers of observations up to several bounds, and the sum of the observations.
        case histogram
    }

    /// The metric's unit, with which its name ends.
    package enum Unit: String, Sendable {
        case seconds
        case bytes
    }

    /// A value of the metric for one combination of label values.
    package struct Sample: Sendable {
        /// The values of the labels, in the order of the family's `labels`.
        package var labels: [String]
        package var value: Value

        package init(_ labels: [String], _ value: Value) {
            self.labels = labels
            self.value = value
        }
    }

    package enum Value: Sendable {
        case number(Int)
        case histogram(Histogram)
    }

    /// Observations in buckets.
    package struct Histogram: Sendable {
        /// The upper bounds of the buckets in ascending order; the last bucket has none.
        package var bounds: [Double]
        /// The number of observations in each bucket, without those in the buckets before it. There is one element more
        /// than in `bounds`.
        package var counts: [Int]
        package var sum: Double

        package init(bounds: [Double], counts: [Int], sum: Double) {
            self.bounds = bounds
            self.counts = counts
            self.sum = sum
        }
    }

    /// The metric's name without the suffixes of its samples, such as `_total`: lower-case words joined with `_`.
    package let name: String
    package let kind: Kind
    package let unit: Unit?
    /// A sentence that explains the metric, without quotation marks, backslashes and line breaks.
    package let help: String
    /// The names of the labels: lower-case words joined with `_`, and neither `le` nor `quantile`.
    package let labels: [String]
    package var samples: [Sample]

    package init(
        _ name: String, _ kind: Kind, unit: Unit? = nil, labels: [String] = [], _ help: String, _ samples: [Sample]
    ) {
        self.name = name
        self.kind = kind
        self.unit = unit
        self.labels = labels
        self.help = help
        self.samples = samples
    }

    /// The name by which the samples are queried; those of a histogram have a further suffix.
    package var sampleName: String { kind == .counter ? "\(name)_total" : name }
}
