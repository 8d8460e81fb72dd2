/// The calls that wait until a configuration succeeds, oldest first.
///
/// A documented call waits as long as necessary. A call by an `async` function gets `notConfigured` as soon as no
/// configuration is under way, so that its caller doesn't wait forever.
struct HeldCalls: Sendable {
    /// A held call, with the `async` function that waits for its answer, if one does.
    struct Held: Sendable {
        var call: EntitlementCall
        var caller: WaitingCaller?
    }

    /// The maximum number of held calls. A further call is refused at once, with the error for its kind of call.
    static let limit = 256

    private var calls: [Held] = []

    var count: Int { calls.count }
    var isEmpty: Bool { calls.isEmpty }

    /// Holds a call.
    ///
    /// A selection replaces the selection that was held right before it. A browser's URL replaces every held URL.
    ///
    /// - Returns: whether there was room for the call.
    mutating func hold(_ call: EntitlementCall, for caller: WaitingCaller? = nil) -> Bool {
        switch (call, calls.last?.call) {
        case (.setSelectedProvider(.some), .setSelectedProvider(.some)): calls.removeLast()
        case (.handleExternalURL, _):
            calls.removeAll { if case .handleExternalURL = $0.call { true } else { false } }
        default: break
        }
        guard calls.count < Self.limit else { return false }
        calls.append(Held(call: call, caller: caller))
        return true
    }

    /// Drops the held selection and the held browser URL, which belong to the login that has ended.
    mutating func dropSteps() {
        calls.removeAll { held in
            switch held.call {
            case .setSelectedProvider, .handleExternalURL: true
            default: false
            }
        }
    }

    /// Removes all calls and returns them.
    mutating func takeAll() -> [Held] {
        defer { calls = [] }
        return calls
    }

    /// Removes the calls by `async` functions and returns them.
    mutating func takeAsyncCalls() -> [Held] {
        defer { calls.removeAll { $0.caller != nil } }
        return calls.filter { $0.caller != nil }
    }
}
