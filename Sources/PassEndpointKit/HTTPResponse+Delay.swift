package import PassHTTP

extension HTTPResponse {
    /// Delays it by so much more, up to ten minutes.
    package mutating func delay(milliseconds: Int) {
        guard milliseconds > 0 else { return }
        var total = milliseconds
        if case .delayed(let before) = delivery { total += before }
        delivery = .delayed(milliseconds: min(total, 600_000))
    }
}
