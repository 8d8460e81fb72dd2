import PassHTTP

/// The ways in which the same bytes are handed to a parser; the outcome must not depend on them.
enum Feeding: Sendable {
    case whole
    case byteByByte
    case split(at: Int)

    /// Whole, byte by byte, and in two pieces at every position.
    static func all(for count: Int) -> [Feeding] {
        [.whole, .byteByByte] + (1..<max(count, 1)).map { .split(at: $0) }
    }

    /// The lengths of the input that have come after each step.
    func arrivals(_ count: Int) -> [Int] {
        switch self {
        case .whole: [count]
        case .byteByByte: count == 0 ? [0] : Array(1...count)
        case .split(let place): [place, count]
        }
    }
}
