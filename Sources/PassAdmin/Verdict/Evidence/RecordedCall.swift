import PassCore
import PassDomain
import PassHTTP
import PassInstruments
import PassTokens

/// One exchange of the journal with the facts by which rules judge it.
struct RecordedCall: Sendable {
    /// The call's place among all calls of its history.
    let index: Int
    /// The ID of the exchange.
    let id: String
    let operation: Operation?
    let request: HTTPRequest
    let content: ExchangeContent
    /// The answer; `nil` while the request is in flight, and if the client didn't get the whole answer.
    let response: HTTPResponse?
    /// The answer's status; 0 without an answer.
    let status: Int
    /// The parsed answer; `nil` if it isn't JSON, or if no rule reads it.
    let answer: JSONValue?
    /// The World's time of the arrival, in milliseconds since 1970.
    let arrived: Int64
    /// The World's time of the answer's end, in milliseconds since 1970.
    let answered: Int64
    /// The number of changes of the clock before the call.
    let era: Int
    let requestor: String?
    let mvpd: String?
    let device: String?
    let resources: [String]
    let flow: String?
    /// The access token; `nil` if the call has none.
    let bearer: String?
    /// The claims of the access token; empty if it has none that can be read.
    let claims: [ExactText: JSONValue]
    /// The result in the words of the log; `nil` for an ordinary answer.
    let outcome: String?
    /// The token in the answer to a call of an SDK; `nil` for other calls.
    private let token: InspectedToken?

    init(_ exchange: ReadExchange, index: Int, era: Int, bearer: String?, claims: [ExactText: JSONValue]) {
        let entry = exchange.entry
        // A client can't obey an answer that it didn't get in full.
        let received = entry.answer.flatMap { $0.circumstances.delivery?.isComplete == false ? nil : $0 }
        self.index = index
        self.era = era
        id = entry.id.description
        operation = entry.operation
        request = entry.request
        content = ExchangeContent(entry.request)
        response = received?.response
        status = received.map { Int($0.response.status.code) } ?? 0
        arrived = entry.time.milliseconds
        answered = arrived + Int64((entry.answer?.circumstances.nanoseconds ?? 0) / 1_000_000)
        requestor = exchange.facts.requestor
        mvpd = exchange.facts.mvpd
        device = exchange.facts.device
        resources = exchange.facts.resources
        flow = exchange.flow
        outcome = received == nil ? nil : exchange.outcome?.outcome
        token =
            switch entry.operation {
            case .session, .sessionDevice, .authorize, .authorizeDevice:
                received.flatMap { InspectedToken($0.response.body) }
            default: nil
            }
        self.bearer = bearer
        self.claims = claims
        // A configuration may be large, and no rule reads it.
        let isOfAPI = entry.operation?.family != .mvpd && entry.operation != .retrieveServiceProviderConfiguration
        answer = isOfAPI ? received.flatMap { try? JSONValue.parse($0.response.body) } : nil
    }

    /// Returns the access token of a request; `nil` if it has none.
    static func bearer(_ request: HTTPRequest) -> String? {
        guard let field = request.fields[.authorization] else { return nil }
        let words = field.split(separator: " ")
        guard words.count == 2, words[0].asciiLowercased == "bearer" else { return nil }
        return String(words[1])
    }

    /// Returns the claims of a JSON Web Token, without checking its signature.
    static func claims(_ token: String) -> [ExactText: JSONValue]? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Base64.decodeLeniently(parts[1]) else { return nil }
        return (try? JSONValue.parse(payload))?.objectValue
    }
}

extension RecordedCall {
    /// The ID of the registered client that calls, as its access token names it.
    var client: String? { claims["sub"]?.stringValue }

    /// The time at which the access token expires, in milliseconds since 1970.
    var tokenEnd: Int64? { claims["exp"]?.integerValue.map(Self.milliseconds) }

    /// Converts seconds that a client or an answer names to milliseconds, limited to 0 through ten thousand years, so
    /// that sums can't overflow.
    static func milliseconds(_ seconds: Int64) -> Int64 { min(max(seconds, 0), 315_360_000_000) * 1_000 }

    /// Returns the number in a member of an answer, limited to 0 through the milliseconds of ten thousand years. The
    /// member may be a number or text; `nil` for anything else.
    static func milliseconds(in member: JSONValue?) -> Int64? {
        let number = member?.integerValue ?? member?.stringValue.flatMap { Int64($0) }
        return number.map { min(max($0, 0), 315_360_000_000_000) }
    }

    /// The decoded device identifier of REST API v2; `nil` if the request has no field `AP-Device-Identifier`.
    var identifier: String? { request.fields["AP-Device-Identifier"] == nil ? nil : device }

    /// The code of an error for the whole call; `nil` if there is none.
    var error: String? {
        if let code = answer?["error"]?.stringValue { return code }
        return status >= 400 ? answer?["code"]?.stringValue : nil
    }

    /// The action that the error for the whole call recommends.
    var action: String? { answer?["action"]?.stringValue }

    /// The decisions in the answer, one for each resource.
    var decisions: [JSONValue] { answer?["decisions"]?.arrayValue ?? [] }

    /// The profiles in the answer, by their MVPDs; `nil` if it isn't a list of profiles.
    var profiles: [ExactText: JSONValue]? { status == 200 ? answer?["profiles"]?.objectValue : nil }

    /// The registration or authentication code of the call: from the path, the answer, or the parameter `reg_code`.
    var code: String? {
        switch operation {
        case .resumeAuthenticationSession, .retrieveAuthenticationSession: content.segment(after: "sessions")
        case .retrieveProfileForCode: content.segment(after: "code")
        case .authenticateInUserAgent: content.segments.last
        case .createAuthenticationSession, .retrievePartnerAuthenticationRequest, .requestRegistrationCode:
            answer?["code"]?.stringValue
        default: content.value("reg_code")
        }
    }

    /// The host without a port, in lower case.
    var host: String {
        let authority = request.authority.asciiLowercased
        if authority.hasPrefix("[") { return String(authority.prefix { $0 != "]" }) + "]" }
        return String(authority.prefix { $0 != ":" })
    }

    /// Whether the call is one of REST API v2 that needs an access token.
    var isOfV2: Bool { operation?.family == .v2 && operation != .authenticateInUserAgent }

    /// The text that equal requests have in common: method, path, query, access token, device identifier and body.
    var fingerprint: ExactText {
        ExactText(
            "\(request.method.rawValue) \(request.target)\n\(bearer ?? "")\n\(request.fields["AP-Device-Identifier"] ?? "")\n"
                + String(decoding: request.body, as: UTF8.self))
    }

    /// The media tokens that an authorization of v2 gave, decoded.
    var mediaTokens: [String] {
        decisions.compactMap { $0["token"]?["serializedToken"]?.stringValue }.map(Self.decoded)
    }

    /// The media token that was presented for a stream, decoded.
    var presentedToken: String? { content.value("mediaToken").map(Self.decoded) }

    /// Returns the token that `text` encodes in base64; `text` itself if it is a token already.
    static func decoded(_ text: String) -> String {
        guard !text.hasPrefix("<"), let bytes = Base64.decodeLeniently(text) else { return text }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether the request's content type is `type`, with or without parameters.
    func hasType(_ type: String) -> Bool {
        let field = request.fields[.contentType]?.asciiLowercased ?? ""
        return (field.split(separator: ";").first ?? "").filter { $0 != " " } == type
    }

    /// Returns the JSON object that a header field contains in base64; `nil` if it contains none.
    func object(_ name: String) -> JSONValue? {
        guard let field = request.fields[HTTPFieldName(name)], let bytes = Base64.decodeLeniently(field),
            let json = try? JSONValue.parse(bytes), json.objectValue != nil
        else { return nil }
        return json
    }

    /// The ID of the login that the answer's authN token belongs to.
    var login: String? {
        token?.fields.first { $0.name == "simpleTokenAuthenticationGuid" }?.value.stringValue
    }

    /// The time until which the answer's token is valid, in milliseconds since 1970.
    var issuedUntil: Int64? { token?.expires?.milliseconds }

    /// The signature of the token that an SDK got.
    var issuedToken: ExactText? {
        token == nil ? nil : response.flatMap { Self.signature($0.body) }
    }

    /// The signatures of the tokens that an SDK sent.
    var sentTokens: [ExactText] {
        ["authentication_token", "authn_token", "authz_token", "authorization_token"].compactMap { content.value($0) }
            .compactMap { Self.signature(Array($0.utf8)) }
    }

    /// Returns the base64 of the signature that precedes an XML token. The XML's tags may be escaped.
    private static func signature(_ text: [UInt8]) -> ExactText? {
        guard let start = ByteSearch.end(of: "signatureInfo", in: text[...]),
            let end = text[start...].firstIndex(where: { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: ";") })
        else { return nil }
        let signature = text[(end + 1)...].prefix { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="):
                true
            default: false
            }
        }
        return signature.isEmpty ? nil : ExactText(String(decoding: signature, as: UTF8.self))
    }
}
