import PassCore
package import PassDomain

/// The result of a request and its reason, for the log.
///
/// An outcome carries values that the request has made anyway. Only the log turns them into words.
package enum Outcome: Sendable {
    /// The resource may be watched.
    case permitted(Resource)
    /// The resource may not be watched; it is `nil` when it couldn't be read.
    case denied(Denial, Resource?)
    /// A preauthorization, with its numbers of permitted and of denied resources.
    case preauthorized(permitted: Int, denied: Int)
    /// The answer comes from the family's failure table.
    case failed(EntitlementFailure)
    /// The operation answers a refusal as part of its protocol; the reason names no value of the request.
    case refused(String)
    /// The operation is served although something in the request can't be used; the text names it, without its value.
    case ignored(String)
    /// The simulator has a defect.
    case defect
}

/// The place where a request's outcome waits for the log; it exists only when requests are logged.
package final class OutcomeSlot: Sendable {
    private let outcome = Guarded<Outcome?>(nil)

    package init() {}

    /// The last outcome that was set; `nil` for an ordinary answer.
    package var value: Outcome? { outcome.withLock { $0 } }

    package func set(_ new: Outcome) {
        outcome.withLock { $0 = new }
    }
}
