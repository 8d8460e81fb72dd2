package import PassHTTP

extension HTTPResponse {
    /// Adds a delay to the response's present one; the sum is at most ten minutes.
    package mutating func delay(milliseconds: Int) {
        guard milliseconds > 0 else { return }
        var total = milliseconds
        if case .delayed(let before) = delivery { total += before }
        delivery = .delayed(milliseconds: min(total, 600_000))
    }
}
