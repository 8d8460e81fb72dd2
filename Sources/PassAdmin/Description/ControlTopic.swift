import PassEndpointKit
import PassHTTP

/// The part of the control API's description that covers one group of operations.
struct ControlTopic: Sendable {
    /// Returns the calls of a route; none for a route of another topic, and for a page that only people open in a
    /// browser.
    var calls: @Sendable (Route) -> [OpenAPI.Call]
    /// The JSON object of the schemas that the calls refer to by name.
    var schemas = "{}"
    /// The JSON object of the schemas of parameters, by their names or by `CALL.NAME`.
    var parameters = "{}"
}

extension OpenAPI.Call {
    /// Returns the description of a control operation's call: its own answers, and those that every control operation
    /// can give.
    static func control(
        _ route: Route, _ method: HTTPMethod, _ summary: String, name: String? = nil, path: String? = nil,
        headers: [OpenAPI.Header] = [], query: [String] = [], body: OpenAPI.Body? = nil, _ answers: OpenAPI.Answer...
    ) -> OpenAPI.Call {
        let own = Set(answers.map(\.status))
        var usual = OpenAPI.Answer.usual
        if method != .get { usual.append(.unsupportedType) }
        if !route.operation.needsNoOperatorToken { usual.append(.tokenRequired) }
        var call = OpenAPI.Call(
            route, method, summary, name: name, path: path, headers: [namespace] + headers, query: query, body: body,
            answers: (answers + usual.filter { !own.contains($0.status) }).sorted { $0.status < $1.status },
            isAuthorized: false)
        call.mayCarryOperatorToken = !route.operation.needsNoOperatorToken
        return call
    }

    private static let namespace = OpenAPI.Header(
        "X-Pass-Namespace", "the namespace; the path, as in /_ns/NAME/_sim/clock, or the host names it as well")
}

extension OpenAPI.Answer {
    static func json(_ schema: String, _ description: String) -> Self { json(200, schema, description) }

    static func json(_ status: Int, _ schema: String, _ description: String) -> Self {
        Self(status, description, content: ("application/json", schema))
    }

    static func problem(_ status: Int, _ description: String) -> Self {
        Self(status, description, content: ("application/problem+json", "Problem"))
    }

    /// An answer without content.
    static func done(_ description: String) -> Self { Self(204, description) }

    /// The answers that every control operation can give.
    fileprivate static let usual = [
        problem(400, "the input is wrong: the path, a parameter, a header field or the content"),
        problem(403, "a page of another origin sent the request, or the namespace demands TLS"),
        problem(413, "the content is longer than the operation or limits.bodyBytes allows"),
        problem(421, "the host isn't one on which the simulator's own paths answer"),
        problem(503, "the limit of namespaces is reached"),
    ]

    fileprivate static let unsupportedType = problem(415, "the content is declared neither as JSON nor as a form")

    fileprivate static let tokenRequired = problem(
        401, "the setting admin.token is set, and the request, which comes from another machine, doesn't have it")

    /// The answer of the journal's operations in a namespace without a journal.
    static let journalOff = problem(409, "the journal is off")
}
