import Dispatch
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// The facts that become known about a request on its way through the pipeline.
///
/// All members are plain values but the log of checks, so that a copy is cheap.
struct ExchangeTrace: Sendable {
    /// The time when the request arrived, in nanoseconds of a clock that can't be set; `nil` when nothing is logged or
    /// recorded.
    var started: UInt64?
    var audience = Audience.clients
    var manners = Manners.talkative
    /// The exchange in the journal; `nil` when nothing is recorded.
    var ticket: JournalTicket?
    /// The checks that the request has met; `nil` when nothing is recorded.
    var checks: CheckLog?
    /// The name of the rule that took effect.
    var rule: String?

    /// Whether a rule took effect.
    var isFaulted: Bool { rule != nil }

    /// Returns the time from the request's arrival to the delivery of its answer, in nanoseconds.
    func elapsed(with delivery: HTTPResponse.Delivery) -> UInt64 {
        let delay = UInt64(max(0, delivery.delayMilliseconds)) * 1_000_000
        return DispatchTime.now().uptimeNanoseconds &- (started ?? 0) &+ delay
    }
}
