import PassCore

/// Elements that are dear to make and can serve one caller at a time.
///
/// There are as many as were ever in use at once; at most `capacity` of them are kept when they are given back.
final class Pool<Element: Sendable>: Sendable {
    private let make: @Sendable () -> Element?
    private let capacity: Int
    private let idle = Guarded<[Element]>([])

    init(capacity: Int = 64, make: @escaping @Sendable () -> Element?) {
        self.capacity = capacity
        self.make = make
    }

    /// What `body` makes of an element that nobody else has meanwhile; `nil` also when none could be made.
    func lend<Result>(_ body: (Element) -> Result?) -> Result? {
        guard let element = idle.withLock({ $0.popLast() }) ?? make() else { return nil }
        defer { giveBack(element) }
        return body(element)
    }

    func giveBack(_ element: Element) {
        idle.withLock { if $0.count < capacity { $0.append(element) } }
    }
}
