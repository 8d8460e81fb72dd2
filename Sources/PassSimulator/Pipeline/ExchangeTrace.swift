import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments
import PassNetwork

/// The facts that become known about a request on its way through the pipeline.
///
/// All members are plain values or references, so that a copy is cheap.
struct ExchangeTrace: Sendable {
    /// The time when the request arrived, in nanoseconds of a clock that can't be set.
    let started: UInt64
    var audience = Audience.clients
    var manners = Manners.talkative
    /// The ticket of the exchange in the journal; `nil` unless the request's arrival has been recorded.
    var ticket: JournalTicket?
    /// The request as it arrived, if resolving its address has changed it.
    var received: HTTPRequest?
    /// The World's time at which the request was recorded; `nil` when nothing is recorded.
    var time: Timestamp?
    /// The log of the checks that the request passes or fails; `nil` when nothing is recorded.
    var checks: CheckLog?
    /// The rule that took effect; `nil` if none did.
    var rule: AppliedRule?
    /// Whether the rule answers the request. If it does, the request never reaches its operation.
    var isAnsweredByRule = false

    /// Whether the journal records the exchange.
    var isRecorded: Bool { time != nil }

    /// Whether a rule took effect.
    var isFaulted: Bool { rule != nil }

    init(started: UInt64) {
        self.started = started
    }

    /// The time since the request's arrival, in nanoseconds.
    var elapsed: UInt64 { MonotonicClock.nanoseconds &- started }

    /// A rule that took effect, as far as the last stage needs to know it.
    final class AppliedRule: Sendable {
        let id: String
        let headers: [RuleAction.Header]

        init(_ effect: RuleEffect) {
            (id, headers) = (effect.rule, effect.headers)
        }

        /// Sets and removes the header fields that the rule names.
        func changeFields(of response: inout HTTPResponse) {
            for header in headers {
                if let value = header.value {
                    response.fields.set(header.name, value)
                } else {
                    response.fields.remove(header.name)
                }
            }
        }
    }
}
