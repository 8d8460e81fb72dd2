import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments
import PassSAML
import PassTokens

/// The values that connect the exchanges of one login: registration codes, session cookies, SAML requests, RelayStates,
/// the `state` of OAuth 2.0, the MVPD's own login state, and authN tokens.
enum FlowKeys {
    /// Returns the keys in a request and its answer, each with its kind, such as `code Q7XK2MB`.
    static func of(_ entry: JournalEntry, _ content: ExchangeContent, _ token: InspectedToken?) -> [ExactText] {
        var keys = Set<ExactText>()
        let isBegin = entry.operation?.beginsLogin ?? false
        for name in parameters { for value in content.all(name) { add(name, value, to: &keys) } }
        if let code = pathCode(entry.operation, content) { add("code", code, to: &keys) }
        // A browser that begins a login sends the cookie of its previous login.
        if !isBegin {
            for cookie in content.cookies where cookie.name == "JSESSIONID" { add("cookie", cookie.value, to: &keys) }
        }
        addMessages(query: content.request.query.map(String.init) ?? "", form: content.form, to: &keys)
        if let token { add(token, to: &keys) }
        if let answer = entry.answer { addAnswer(answer.response, entry.operation, to: &keys) }
        return Array(keys)
    }

    /// The parameters whose values link exchanges. An MVPD's pages carry their login state in `login`.
    private static let parameters = [
        "reg_code", "regcode", "registrationCode", "RelayState", "state", "login", "verificationCode",
    ]

    private static func add(_ name: String, _ value: String, to keys: inout Set<ExactText>) {
        guard !value.isEmpty, value.utf8.count <= 4_096 else { return }
        switch name {
        case "reg_code", "regcode", "registrationCode", "code": keys.insert(key(ofCode: value))
        case "RelayState", "state": keys.insert(ExactText("state \(value)"))
        default: keys.insert(ExactText("\(name) \(value)"))
        }
    }

    /// Returns the key of a registration code.
    static func key(ofCode code: String) -> ExactText { ExactText("code \(code.asciiUppercased)") }

    private static func pathCode(_ operation: Operation?, _ content: ExchangeContent) -> String? {
        switch operation {
        case .returnRegistrationRecord, .deleteRegistrationRecord: content.segment(after: "regcode")
        case .resumeAuthenticationSession, .retrieveAuthenticationSession: content.segment(after: "sessions")
        case .retrieveProfileForCode: content.segment(after: "code") ?? content.value("code")
        case .authenticateInUserAgent: content.segments.last
        default: nil
        }
    }

    private static func addMessages(
        query: String, form: [(name: String, value: String)], to keys: inout Set<ExactText>
    ) {
        if query.containsBytes(of: "SAML"), let message = try? RedirectedMessage(query: query) {
            addMessage(message.xml, to: &keys)
        }
        if form.contains(where: { $0.name.hasPrefix("SAML") }), let message = try? PostedMessage(fields: form) {
            addMessage(message.xml, to: &keys)
        }
    }

    /// Adds the ID of a SAML request, or of the request that a response answers.
    private static func addMessage(_ xml: [UInt8], to keys: inout Set<ExactText>) {
        let head = xml.prefix(4_096)
        let isDeclared = ByteSearch.end(of: "?>", in: head.prefix(128))
        let root = head[(isDeclared ?? head.startIndex)...].prefix { $0 != UInt8(ascii: " ") }
        let start =
            root.ends(with: "Response".utf8)
            ? ByteSearch.end(of: " InResponseTo=\"", in: head) : ByteSearch.end(of: " ID=\"", in: head)
        guard let start else { return }
        add("saml", String(decoding: head[start...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self), to: &keys)
    }

    /// Adds the ID in an authN token, which all copies of the token share.
    private static func add(_ token: InspectedToken, to keys: inout Set<ExactText>) {
        guard token.kind == .authentication,
            let guid = token.fields.first(where: { $0.name == "simpleTokenAuthenticationGuid" })?.value.stringValue
        else { return }
        add("token", guid, to: &keys)
    }

    private static func addAnswer(_ response: HTTPResponse, _ operation: Operation?, to keys: inout Set<ExactText>) {
        if let location = response.fields[.location], let query = URIReference(location)?.query {
            for pair in (try? FormFields.parse(query).pairs) ?? [] where parameters.contains(pair.name) {
                add(pair.name, pair.value, to: &keys)
            }
            addMessages(query: String(query), form: [], to: &keys)
        }
        for field in response.fields.values(.setCookie) {
            if let cookie = CookieHeader.parse(setCookie: field), cookie.name.hasSameBytes(as: "JSESSIONID") {
                add("cookie", cookie.value, to: &keys)
            }
        }
        switch operation {
        case .session, .sessionDevice, .completePlatformLogin:
            if let token = InspectedToken(response.body) { add(token, to: &keys) }
        case .requestRegistrationCode, .createAuthenticationSession, .resumeAuthenticationSession,
            .beginPlatformLogin, .retrievePartnerAuthenticationRequest:
            addCode(response.body, to: &keys)
        case let operation? where operation.family == .mvpd || operation == .authenticate:
            addPage(response.body, to: &keys)
        default: break
        }
    }

    /// Adds the registration code that a JSON or XML answer contains.
    private static func addCode(_ body: [UInt8], to keys: inout Set<ExactText>) {
        if let json = try? JSONValue.parse(body) {
            for name in ["code", "verificationCode"] {
                if let value = json[name]?.stringValue { add(name, value, to: &keys) }
            }
        } else {
            for value in ByteSearch.pieces(of: body, from: "<code>", to: "<") {
                add("code", value, to: &keys)
            }
        }
    }

    /// Adds the keys in a page's hidden inputs and in the URLs to which it leads the browser.
    private static func addPage(_ body: [UInt8], to keys: inout Set<ExactText>) {
        let inputs: [(String, StaticString)] = [
            ("login", "name=\"login\" value=\""), ("RelayState", "name=\"RelayState\" value=\""),
            ("state", "name=\"state\" value=\""),
        ]
        for (name, input) in inputs {
            for value in ByteSearch.pieces(of: body, from: input, to: "\"") { add(name, value, to: &keys) }
        }
        for value in ByteSearch.pieces(of: body, from: "?login=", to: "\"&'") {
            add("login", PercentEncoding.decode(value) ?? value, to: &keys)
        }
    }
}

extension RandomAccessCollection<UInt8> {
    /// Whether the bytes end with the given ones.
    fileprivate func ends(with other: some BidirectionalCollection<UInt8>) -> Bool {
        suffix(other.count).elementsEqual(other)
    }
}

extension Operation {
    /// Whether the operation begins a login.
    var beginsLogin: Bool {
        switch self {
        case .authenticate, .requestRegistrationCode, .createAuthenticationSession, .beginPlatformLogin,
            .retrievePartnerAuthenticationRequest:
            true
        default: false
        }
    }
}
