import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// The decisions about several resources, in the form of this family's answers.
struct DecisionList {
    /// The resources as the request has them.
    let resources: [String]
    let requestor: RequestorID
    let mvpd: MVPDID
    let answer: AppDecisionService.Answer
    let kind: DecisionKind

    func response(_ exchange: Exchange) -> HTTPResponse {
        let body = JSONWriter.object { whole in
            whole.memberArray("decisions") { list in
                for (resource, ruling) in zip(resources, answer.rulings) {
                    list.elementObject { write(ruling, of: resource, to: &$0, exchange) }
                }
            }
        }
        return HTTPResponse(.ok, type: AnswerFormat.jsonType, body)
    }

    private func write(
        _ ruling: AppDecisionService.Ruling, of resource: String, to decision: inout JSONWriter, _ exchange: Exchange
    ) {
        decision.member("resource", resource)
        decision.member("serviceProvider", requestor.rawValue)
        decision.member("mvpd", mvpd.rawValue)
        decision.member("source", source(of: ruling))
        switch ruling.outcome {
        case .permitted(let issued):
            decision.member("authorized", true)
            if let issued { Self.write(issued, to: &decision) }
        case .denied(let denial):
            write(EnhancedError(denial, isPreauthorization: kind == .preauthorization), to: &decision, exchange)
        case .refused(let refusal):
            write(EnhancedError(refusal), to: &decision, exchange)
        }
        if let window = ruling.window {
            decision.member("notBefore", window.begins.milliseconds)
            decision.member("notAfter", window.expires.milliseconds)
        }
    }

    private func write(_ error: EnhancedError, to decision: inout JSONWriter, _ exchange: Exchange) {
        decision.member("authorized", false)
        decision.memberObject("error") { error.write(to: &$0, exchange) }
    }

    private static func write(_ issued: MediaTokenService.Issued, to decision: inout JSONWriter) {
        decision.memberObject("token") { token in
            token.member("notBefore", issued.token.issued.milliseconds)
            token.member("notAfter", issued.token.expires.milliseconds)
            token.member("serializedToken", base64: issued.text)
        }
    }

    private func source(of ruling: AppDecisionService.Ruling) -> String {
        // A resource's magic name, or a rule that forces a failure, can imitate the denial by a degradation rule.
        if case .denied(let denial) = ruling.outcome, denial.code == .authzNone { return "degradation" }
        return switch answer.source {
        case .mvpd: "mvpd"
        case .degradation: "degradation"
        case .temporaryPass: "temppass"
        }
    }
}

/// The purpose of decisions.
enum DecisionKind: Sendable {
    /// Decisions that a stream needs, with media tokens.
    case authorization
    /// Decisions for what an app shows.
    case preauthorization
}
