import PassCore
import PassDomain
import PassHTTP
import PassInstruments

/// One request of a made-up client, and its answer.
struct ClientStep: Sendable {
    var operation: PassDomain.Operation?
    var method = HTTPMethod.get
    var target: String
    var fields: [(name: String, value: String)] = []
    var body = ""
    var status = 200
    var answer = ""
    var answerFields: HTTPFields = [:]
    /// The seconds since the client began.
    var time: Double
    var outcome: String?
    var host = "127.0.0.1"
    var isTLS = false
    /// The report of an answer that a fault cut.
    var delivery: DeliveryReport?

    static let begin: Int64 = 1_767_225_600_000

    var entry: JournalEntry {
        var all: HTTPFields = [:]
        for field in fields { all.append(HTTPFieldName(field.name), field.value) }
        let request = HTTPRequest(
            method: method, target: target, authority: host, fields: all, body: Array(body.utf8),
            connection: HTTPConnectionInfo(scheme: isTLS ? .https : .http))
        let words = outcome.map { JournalOutcome($0) }
        return JournalEntry(
            time: Timestamp(milliseconds: Self.begin + Int64((time * 1_000).rounded())), operation: operation,
            request: request,
            answer: JournalAnswer(
                HTTPResponse(HTTPStatus(code: status), fields: answerFields, body: Array(answer.utf8)),
                JournalCircumstances(
                    nanoseconds: 1_000_000, outcome: words.map(RecordedOutcome.words),
                    delivery: delivery)))
    }

    /// Returns an unsigned access token of a client.
    static func token(_ client: String = "c1", scopes: String = "api:client:v2", lives seconds: Int64 = 21_600)
        -> String
    {
        let claims = "{\"sub\":\"\(client)\",\"scopes\":\"\(scopes)\",\"exp\":\(begin / 1_000 + seconds)}"
        return "e30." + Base64.encode(Array(claims.utf8), .url) + ".c2ln"
    }

    static func base64(_ text: String) -> String { Base64.encode(Array(text.utf8)) }

    static let information = base64(
        "{\"model\":\"Box\",\"version\":\"1\",\"osName\":\"Linux\",\"osVersion\":\"6\",\"connectionType\":\"LAN\"}")

    /// Returns a call of REST API v2 as the vendor wants it.
    ///
    /// - Parameters:
    ///   - path: the path below the service provider.
    ///   - fields: header fields that replace those of a good client; an empty value removes one.
    static func v2(
        _ operation: PassDomain.Operation?, _ path: String, at time: Double = 0, _ method: HTTPMethod = .get,
        body: String = "",
        status: Int = 200, answer: String = "{}", client: String = "c1", device: String = "d1", token: String? = nil,
        fields: [(String, String)] = []
    ) -> ClientStep {
        var all: [(name: String, value: String)] = [
            ("Authorization", "Bearer \(token ?? Self.token(client))"),
            ("AP-Device-Identifier", "fingerprint \(base64(device))"), ("X-Device-Info", information),
        ]
        if !body.isEmpty {
            let type = body.hasPrefix("{") ? "application/json" : "application/x-www-form-urlencoded"
            all.append(("Content-Type", type))
        }
        for (name, value) in fields {
            all.removeAll { $0.name == name }
            if !value.isEmpty { all.append((name, value)) }
        }
        return ClientStep(
            operation: operation, method: method, target: "/api/v2/REF/" + path, fields: all, body: body,
            status: status,
            answer: answer, time: time)
    }

    static func session(
        at time: Double = 0, code: String = "AAAAAAA", mvpd: String = "Cable", action: String = "authenticate",
        reason: String = "none", device: String = "d1", client: String = "c1", lives seconds: Int64 = 1_800
    ) -> ClientStep {
        let end = begin + Int64(time * 1_000) + seconds * 1_000
        let named = action == "authorize" ? "" : "\"code\":\"\(code)\",\"notAfter\":\"\(end)\","
        return v2(
            .createAuthenticationSession, "sessions", at: time, .post,
            body: "mvpd=\(mvpd)&domainName=a.example&redirectUrl=b",
            answer: "{\(named)\"actionName\":\"\(action)\",\"reasonType\":\"\(reason)\"}", client: client,
            device: device)
    }

    static func poll(
        at time: Double, code: String = "AAAAAAA", found: Bool = false, status: Int = 200, error: String = ""
    ) -> ClientStep {
        let answer =
            status == 200
            ? profiles(found ? "Cable" : nil) : "{\"status\":\(status),\"code\":\"\(error)\",\"action\":\"none\"}"
        return v2(.retrieveProfileForCode, "profiles/code/\(code)", at: time, status: status, answer: answer)
    }

    static func profiles(_ mvpd: String?, type: String = "regular", until seconds: Int64 = 86_400) -> String {
        guard let mvpd else { return "{\"profiles\":{}}" }
        return "{\"profiles\":{\"\(mvpd)\":{\"type\":\"\(type)\",\"notAfter\":\(begin + seconds * 1_000)}}}"
    }

    static func read(at time: Double = 0, found: Bool = true, type: String = "regular", until seconds: Int64 = 86_400)
        -> ClientStep
    {
        v2(
            .retrieveProfileForMVPD, "profiles/Cable", at: time,
            answer: profiles(found ? "Cable" : nil, type: type, until: seconds))
    }

    static func decision(
        _ resources: [String] = ["news"], at time: Double = 0, permits: Bool = true, action: String = "none",
        token: String? = nil,
        isPreauthorization: Bool = false, fields: [(String, String)] = []
    ) -> ClientStep {
        let list = resources.map { "\"\($0)\"" }.joined(separator: ",")
        let decisions = resources.map { resource in
            let rest =
                permits
                ? token.map { ",\"token\":{\"serializedToken\":\"\(base64($0))\"}" } ?? ""
                : ",\"error\":{\"code\":\"authorization_denied_by_mvpd\",\"action\":\"\(action)\"}"
            return "{\"resource\":\"\(resource)\",\"authorized\":\(permits)\(rest)}"
        }
        let operation =
            isPreauthorization
            ? PassDomain.Operation.retrievePreauthorizationDecisions : .retrieveAuthorizationDecisions
        return v2(
            operation, "decisions/\(isPreauthorization ? "preauthorize" : "authorize")/Cable", at: time, .post,
            body: "{\"resources\":[\(list)]}", answer: "{\"decisions\":[\(decisions.joined(separator: ","))]}",
            fields: fields)
    }

    static func refusal(
        at time: Double, _ path: String = "profiles", status: Int, action: String, device: String = "d1"
    ) -> ClientStep {
        v2(
            .retrieveProfiles, path, at: time, status: status,
            answer: "{\"status\":\(status),\"code\":\"x\",\"action\":\"\(action)\"}", device: device)
    }

    static let statement = "a.b.c"

    static func register(at time: Double = 0, client: String = "c1", isForm: Bool = false) -> ClientStep {
        ClientStep(
            operation: .retrieveClientCredentials, method: .post, target: "/o/client/register",
            fields: [
                ("Content-Type", isForm ? "application/x-www-form-urlencoded" : "application/json"),
                ("X-Device-Info", information),
            ],
            body: isForm ? "software_statement=\(statement)" : "{\"software_statement\":\"\(statement)\"}", status: 201,
            answer: "{\"client_id\":\"\(client)\",\"client_secret\":\"s\"}", time: time)
    }

    static func tokenRequest(
        at time: Double, client: String = "c1", status: Int = 200, error: String = "", lives seconds: Int64 = 21_600
    ) -> ClientStep {
        ClientStep(
            operation: .retrieveAccessToken, method: .post, target: "/o/client/token",
            fields: [("Content-Type", "application/x-www-form-urlencoded")],
            body: "grant_type=client_credentials&client_id=\(client)&client_secret=s", status: status,
            answer: status == 200
                ? "{\"access_token\":\"\(token(client, lives: Int64(time) + seconds))\",\"expires_in\":\(seconds)}"
                : "{\"error\":\"\(error)\"}",
            time: time)
    }

    static func configuration(at time: Double = 0, fields: [(String, String)] = []) -> ClientStep {
        v2(
            .retrieveServiceProviderConfiguration, "configuration", at: time,
            answer: "{\"requestor\":{\"id\":\"REF\"}}", fields: fields)
    }

    /// Returns a call of an SDK.
    static func sdk(
        _ operation: PassDomain.Operation, _ path: String, at time: Double = 0, _ form: String = "",
        device: String = "d1",
        status: Int = 200, answer: String = "", outcome: String? = nil
    ) -> ClientStep {
        let body = "requestor_id=REF&device_id=\(device)" + (form.isEmpty ? "" : "&" + form)
        return ClientStep(
            operation: operation, method: .post, target: "/adobe-services/" + path,
            fields: [("Content-Type", "application/x-www-form-urlencoded")], body: body, status: status, answer: answer,
            time: time,
            outcome: outcome)
    }

    static func sdkConfiguration(at time: Double = 0) -> ClientStep {
        ClientStep(
            operation: .retrieveConfiguration, target: "/adobe-services/config/REF", answer: "<config/>", time: time)
    }
}

extension JournalSite {
    /// Returns a site whose clock runs, with the requests of a client in its journal.
    init(_ steps: [ClientStep]) throws {
        try self.init()
        let now = ClockTurn.Reading(time: Timestamp(milliseconds: ClientStep.begin))
        journal.recordTurn(from: now, to: now)
        for step in steps { journal.record(step.entry) }
    }
}
