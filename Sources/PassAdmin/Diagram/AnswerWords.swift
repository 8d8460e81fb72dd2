import PassCore
import PassDomain
import PassHTTP
import PassInstruments
import PassSAML
import PassTokens

/// The line of a diagram that says what an answer contains, and the reason if the answer is a refusal.
struct AnswerWords {
    let text: String
    private(set) var reason = ""
    let isRefused: Bool
    let fault: String
    /// Whether the answer wasn't delivered whole, because of a rule or because the connection ended.
    let isBroken: Bool

    /// Reads the line from an answer.
    ///
    /// - Parameters:
    ///   - isPending: whether the request polls for a login that comes later, so that a refusal means only "not yet".
    ///   - shown: replaces the secrets in a text. Each call passes whole values, because part of a secret isn't
    ///     recognized.
    init(_ exchange: ReadExchange, _ answer: JournalAnswer, isPending: Bool, _ shown: (String) -> String) {
        let response = answer.response
        let words = exchange.outcome
        let status = response.status.code
        let body = Body(response, shown)
        isRefused =
            !isPending
            && (status >= 400 || body.isDenial
                || ["refused", "failed", "invalid", "denied"].contains(words?.outcome ?? ""))
        let contents = isPending ? ["no login yet"] : Self.contents(response, body)
        text = shown(([String(status)] + contents).joined(separator: " · "))
        if isRefused {
            let cause = words?.reason.map { Self.cause($0, exchange.entry.operation) }
            let known = [words?.parameter, cause, words?.detail].compactMap { $0 }.filter { !$0.isEmpty }
            reason = known.isEmpty ? body.error : shown(known.joined(separator: ": "))
        }
        let circumstances = answer.circumstances
        let delivery = circumstances.delivery.flatMap { $0.result == .whole ? nil : $0.sentence }
        isBroken = delivery != nil
        let rules = circumstances.rules.joined(separator: ", ")
        var parts: [String] = []
        if !rules.isEmpty {
            parts.append(rules.hasPrefix("rule-") ? rules : "rule \(rules)")
        } else if circumstances.isFaulted {
            parts.append("fault")
        }
        if let delivery { parts.append(delivery) }
        fault = parts.joined(separator: ": ")
    }

    /// Returns a reason from the log, adapted to the operation. The log calls every proof of a login a token; in REST
    /// API v2 the proof is a profile.
    private static func cause(_ reason: String, _ operation: Operation?) -> String {
        let isProfile = operation?.family == .v2 && ["token expired", "token revoked"].contains(reason)
        return isProfile ? reason.replacing("token", with: "profile") : reason
    }

    private static func contents(_ response: HTTPResponse, _ body: Body) -> [String] {
        if let location = response.fields[.location] { return ["redirect to \(target(location))"] + message(location) }
        return body.names
    }

    /// Returns a short name for the address of a redirect: a page of a simulated MVPD, one of the service, or else the
    /// host and the last two segments of the path.
    private static func target(_ location: String) -> String {
        guard let uri = URIReference(location) else { return "an address" }
        let segments = uri.path.split(separator: "/")
        if let index = segments.firstIndex(of: "mvpd"), index > 0, segments[index - 1] == "_sim" {
            return "MVPD " + segments.dropFirst(index + 2).joined(separator: "/")
        }
        let last = segments.suffix(2).joined(separator: "/")
        if segments.contains("adobe-services") || segments.contains("sp") {
            let name = segments.last.map { " \($0)" } ?? ""
            return "Service" + (name.utf8.count <= 16 ? name : "")
        }
        return (uri.host.map { "\($0)" } ?? "") + (last.isEmpty ? "" : "/" + last)
    }

    private static func message(_ location: String) -> [String] {
        guard let query = URIReference(location)?.query else { return [] }
        let names = ((try? FormFields.parse(query).pairs) ?? []).map(\.name)
        if names.contains("SAMLRequest") { return ["SAML request"] }
        if names.contains("SAMLResponse") { return ["SAML response"] }
        return names.contains("code") ? ["authorization code"] : []
    }
}

/// The parts of an answer's body that a diagram names.
private struct Body {
    var names: [String] = []
    /// The code of an error; empty if there is none.
    var error = ""
    var isDenial = false

    init(_ response: HTTPResponse, _ shown: (String) -> String) {
        if let token = InspectedToken(response.body) {
            names = [token.kind.name]
        } else if let json = try? JSONValue.parse(response.body), case .object = json {
            read(json)
            error = shown(error)
        } else {
            read(String(decoding: response.body, as: UTF8.self), response.fields["Content-Type"] ?? "", shown)
        }
    }

    private mutating func read(_ json: JSONValue) {
        if let code = json["error"]?.stringValue { error = code }
        if let decisions = json["decisions"]?.arrayValue { read(decisions: decisions) }
        if let profiles = json["profiles"]?.objectValue {
            let mvpds = profiles.keys.map(\.string).sorted()
            names.append(mvpds.isEmpty ? "no profile" : "profile of " + mvpds.prefix(3).joined(separator: ", "))
        }
        if let action = json["actionName"]?.stringValue { names.append(action) }
        let logouts = json["logouts"]?.objectValue?.values.compactMap { $0["actionName"]?.stringValue } ?? []
        names += Set(logouts).sorted()
        if let status = json["status"]?.integerValue, status >= 400, let code = json["code"]?.stringValue {
            error = code
        } else if let code = json["code"]?.stringValue {
            names.append("code \(code)")
        }
        if json["client_secret"] != nil {
            names.append("client credentials")
        } else {
            if json["access_token"] != nil { names.append("access token") }
            if json["id_token"] != nil { names.append("ID token") }
            if json["refresh_token"] != nil { names.append("refresh token") }
        }
        if json["serviceToken"] != nil { names.append("service token") }
        if let resources = json["resources"]?.arrayValue {
            names.append("\(resources.count { $0["authorized"] == .bool(true) }) of \(resources.count) permitted")
        }
        if let requestor = json["requestor"]?.objectValue { names.append(requestor.isEmpty ? "" : "configuration") }
    }

    private mutating func read(decisions: [JSONValue]) {
        let permitted = decisions.count { $0["authorized"] == .bool(true) }
        names.append("\(permitted) of \(decisions.count) permitted")
        if decisions.contains(where: { $0["token"] != nil }) { names.append("media token") }
        let denied = decisions.filter { $0["authorized"] != .bool(true) }
        if let error = denied.first?["error"] {
            self.error = [error["code"]?.stringValue, error["message"]?.stringValue].compactMap { $0 }
                .joined(separator: ": ")
        }
        isDenial = permitted == 0 && !decisions.isEmpty
    }

    private mutating func read(_ text: String, _ type: String, _ shown: (String) -> String) {
        if text.contains("name=\"SAMLResponse\"") {
            names = ["page that posts the SAML response"]
        } else if text.contains("name=\"SAMLRequest\"") {
            names = ["page that posts the SAML request"]
        } else if text.contains("type=\"password\"") {
            names = ["login page"]
        } else if text.contains("http-equiv=\"refresh\"") {
            names = ["page that redirects"]
        } else if let start = text.firstRange(of: "<code>")?.upperBound {
            names = ["code \(shown(String(text[start...].prefix { $0 != "<" })).prefix(23))"]
        } else if text.hasPrefix("<config") || text.contains("<requestor>") {
            names = ["configuration"]
        } else if type.hasPrefix("text/html") {
            names = ["page"]
        }
        if let start = text.firstRange(of: "<reason>")?.upperBound ?? text.firstRange(of: "<message>")?.upperBound {
            error = String(shown(String(text[start...].prefix { $0 != "<" }.prefix(4_096))).prefix(200))
        }
    }
}
