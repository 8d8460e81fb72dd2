package import PassHTTP

extension HTTPResponse {
    /// Adds to the response's delay; the sum is at most ten minutes.
    package mutating func delay(milliseconds: Int) {
        guard milliseconds > 0 else { return }
        delivery.delayMilliseconds = min(delivery.delayMilliseconds + milliseconds, 600_000)
    }
}
