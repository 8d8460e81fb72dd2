import PassAdmin
import PassCore
import PassDomain
import PassEndpointKit

/// A step of a flow whose outcomes are counted, with the same outcomes that the log shows.
enum CountedStep: Sendable {
    /// An authorization: binding decisions about resources.
    case authorization
    /// A preauthorization: decisions that aren't binding.
    case preauthorization
    /// The verification of a media token by a programmer's server.
    case verification

    /// Creates the step that an operation performs; `nil` for operations that aren't counted.
    init?(_ operation: Operation) {
        switch operation {
        case .authorize, .authorizeDevice, .retrieveAuthorizationDecisions: self = .authorization
        case .preauthorize, .retrievePreauthorizationDecisions: self = .preauthorization
        case .verifyMediaToken, .signStreamURL: self = .verification
        default: return nil
        }
    }
}

/// Counts decisions and verifications, by outcome.
final class FlowCounts: Sendable {
    /// The outcomes of decisions, in the order of their counters.
    static let decisions = ["permitted", "denied", "failed"]
    /// The outcomes of verifications, in the order of their counters.
    static let verifications = ["verified", "refused", "failed"]

    private let authorizations = CounterArray(count: 3)
    private let preauthorizations = CounterArray(count: 3)
    private let verified = CounterArray(count: 3)

    /// Counts the outcome of a request.
    ///
    /// - Parameter outcome: the outcome for the log; `nil` for an ordinary answer.
    func count(_ step: CountedStep, _ outcome: Outcome?, status: Int, isAnsweredByRule: Bool) {
        switch step {
        case .authorization: Self.count(outcome, in: authorizations)
        case .preauthorization: Self.count(outcome, in: preauthorizations)
        case .verification:
            guard !isAnsweredByRule, status == 200 || status == 403 else { return verified.add(at: 2) }
            switch outcome {
            case nil: verified.add(at: status == 200 ? 0 : 2)
            case .refused: verified.add(at: 1)
            case .permitted, .denied, .preauthorized, .failed, .ignored, .defect: verified.add(at: 2)
            }
        }
    }

    /// Counts each decision in an answer, or one failure if the answer has no decision.
    private static func count(_ outcome: Outcome?, in counters: CounterArray) {
        switch outcome {
        case .permitted: counters.add(at: 0)
        case .denied, .failed(.denied), .failed(.temporaryAccessRefused): counters.add(at: 1)
        case .preauthorized(let permitted, let denied):
            counters.add(permitted, at: 0)
            counters.add(denied, at: 1)
        case .failed, .refused, .ignored, .defect, nil: counters.add(at: 2)
        }
    }

    var authorized: [MetricFamily.Sample] { Self.samples(authorizations, Self.decisions) }
    var preauthorized: [MetricFamily.Sample] { Self.samples(preauthorizations, Self.decisions) }
    var verifiedTokens: [MetricFamily.Sample] { Self.samples(verified, Self.verifications) }

    private static func samples(_ counters: CounterArray, _ names: [String]) -> [MetricFamily.Sample] {
        names.enumerated().map { .init([$1], .number(counters[$0])) }
    }
}
