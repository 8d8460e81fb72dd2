import PassCore

/// Takes values from any thread.
final class Recorder<Value: Sendable>: Sendable {
    private let values = Guarded<[Value]>([])

    func add(_ value: Value) { values.withLock { $0.append(value) } }

    var all: [Value] { values.withLock { $0 } }
}
