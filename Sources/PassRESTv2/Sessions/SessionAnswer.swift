import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// A session's next step, in the form of the answers to creating and resuming a session.
struct SessionAnswer {
    let answer: AppSessionService.Answer
    /// The name of the step that asks for more parameters: `resume` after creating a session, `retry` after resuming.
    let incompleteName: String
    /// The reason for a step other than `authorize`; `nil` for the ordinary reason, `none`.
    var reason: String?
    /// Whether the missing parameters come before the address, as in the answers about a partner.
    var listsMissingFirst = false

    func response(_ call: RESTv2Call) -> HTTPResponse {
        HTTPResponse(.ok, type: AnswerFormat.jsonType, JSONWriter.object { write(to: &$0, call) })
    }

    private func write(to body: inout JSONWriter, _ call: RESTv2Call) {
        let provider = call.requestor.rawValue
        switch answer.step {
        case .authorize(let mvpd, let reason):
            Self.action("authorize", "direct", Self.name(of: reason), to: &body)
            body.member("url", call.path(provider, "decisions", "authorize", mvpd.rawValue))
            body.member("sessionId", answer.id.text)
            body.member("mvpd", mvpd.rawValue)
            body.member("serviceProvider", provider)
        case .authenticate(let code):
            Self.action("authenticate", "interactive", reason ?? "none", to: &body)
            body.member("url", call.path("authenticate", provider, code.code.string))
            write(code, to: &body, call)
        case .complete(let code, let missing):
            Self.action(incompleteName, "direct", reason ?? "none", to: &body)
            let names = missing.map(\.parameter)
            if listsMissingFirst { body.member("missingParameters", names) }
            body.member("url", call.path(provider, "sessions", code.code.string))
            if !listsMissingFirst { body.member("missingParameters", names) }
            write(code, to: &body, call)
        }
    }

    private func write(_ code: RegistrationCode, to body: inout JSONWriter, _ call: RESTv2Call) {
        body.member("code", code.code.string)
        body.member("sessionId", answer.id.text)
        body.memberIfPresent("mvpd", code.details[.mvpd])
        body.member("serviceProvider", call.requestor.rawValue)
        Self.write(code, call, to: &body)
    }

    /// Writes the times at which a session begins and ends, which are strings in this API.
    static func write(_ code: RegistrationCode, _ call: RESTv2Call, to body: inout JSONWriter) {
        body.member("notBefore", digits: code.generated.milliseconds)
        body.member("notAfter", digits: call.services.appSessions.end(of: code).milliseconds)
    }

    private static func action(_ name: String, _ type: String, _ reason: String, to body: inout JSONWriter) {
        body.member("actionName", name)
        body.member("actionType", type)
        body.member("reasonType", reason)
    }

    private static func name(of reason: AppSessionService.Reason) -> String {
        switch reason {
        case .degraded: "degraded"
        case .temporary: "temporary"
        case .authenticated: "authenticated"
        case .authenticatedElsewhere: "authenticatedSSO"
        }
    }
}

extension AppSessionService.Missing {
    /// The form parameter that names the fact.
    var parameter: String {
        switch self {
        case .mvpd: "mvpd"
        case .domain: "domainName"
        case .redirectURL: "redirectUrl"
        }
    }
}
