import PassCore
import PassEndpointKit
import PassHTTP
import PassInstruments

/// The secrets in exchanges: tokens, codes, passwords, cookies, credentials and device IDs.
struct ExchangeSecrets: Sendable {
    /// The secrets that are replaced wherever they stand.
    private(set) var texts: Set<ExactText> = []
    /// The secrets that may stand elsewhere by chance, with the names of the parameters or members that hold them.
    private(set) var named: [(name: ExactText, value: ExactText)] = []

    init(_ entries: some Sequence<JournalEntry>) {
        for entry in entries { add(entry) }
    }

    /// Returns what makes pseudonyms of these secrets.
    func mask(key: [UInt8]) -> SecretMask { SecretMask(key: key, texts: texts, named: named) }

    /// The names of parameters, of members of JSON and of XML elements whose texts are secrets, in lower case.
    private static let names: Set<ExactText> = [
        "authentication_token", "authn_token", "authntoken", "authz_token", "authztoken", "authorization_token",
        "token", "access_token", "refresh_token", "id_token", "id_token_hint", "serializedtoken", "servicetoken",
        "subject_token", "software_statement", "signed_requestor_id", "samlresponse", "relaystate", "state", "login",
        "client_secret", "code", "reg_code", "regcode", "registrationcode", "verificationcode", "linkcode",
        "device_id", "deviceid", "fingerprint", "hashed_device_id", "session_guid", "sessionguid", "sessionid",
        "password", "userpassword", "passwd", "loginpassword", "ecom_password", "j_password", "idtoken2",
    ]

    /// The names of fields whose values are secrets, in lower case.
    static let fields: Set<ExactText> = [
        "ap_21", "ap-device-identifier", "pass_sfp", "ad-service-token", "adobe-subject-token", "x-sso-link",
        "x-sso-id",
        "x-roku-reserved-roku-connect-token", "ap-temppass-identity", "ap-partner-framework-status",
        "ap-visitor-identifier", "proxy-authorization",
    ]

    private static func isSecret(_ name: String) -> Bool { names.contains(ExactText(name.asciiLowercased)) }

    /// Whether the text of a member or element is a secret. A `code` may also be that of an error, and a `state` may
    /// describe something.
    private static func isSecret(_ name: String, _ text: String) -> Bool {
        switch name {
        case "code":
            text.utf8.count <= 32 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
        case "state", "login": false
        default: isSecret(name)
        }
    }

    private mutating func add(_ name: String, _ value: String) {
        guard !value.isEmpty else { return }
        // A password may be an ordinary word.
        if value.utf8.count < SecretMask.shortest || Self.isSecret(value) {
            named.append((ExactText(name), ExactText(value)))
        } else {
            texts.insert(ExactText(value))
        }
    }

    /// The number of secrets.
    var count: Int { texts.count + named.count }

    mutating func add(_ entry: JournalEntry) {
        let content = ExchangeContent(entry.request)
        for (name, value) in content.query + content.form where Self.isSecret(name) { add(name, value) }
        if let json = content.json { add(json) }
        addFields(entry.request.fields)
        addCode(inPath: content.segments)
        addTokens(entry.request.body)
        guard let response = entry.answer?.response else { return }
        addFields(response.fields)
        if let location = response.fields[.location], let uri = URIReference(location) {
            let pairs = uri.query.flatMap { try? FormFields.parse($0).pairs } ?? []
            for (name, value) in pairs where Self.isSecret(name) { add(name, value) }
            addCode(inPath: uri.path.split(separator: "/").map(String.init))
        }
        if let json = try? JSONValue.parse(response.body) { add(json) } else { addMarkup(response.body) }
        addTokens(response.body)
    }

    private mutating func addFields(_ fields: HTTPFields) {
        for (name, value) in fields.pairs {
            switch name.asciiLowercased {
            case "authorization": add(name, value.split(separator: " ").last.map(String.init) ?? value)
            case "cookie": for pair in CookieHeader.parse(value) { add(pair.name, pair.value) }
            case "set-cookie":
                if let cookie = CookieHeader.parse(setCookie: value) {
                    add(cookie.name, cookie.value)
                }
            case let field where Self.fields.contains(ExactText(field)):
                let text = value.split(separator: " ").last.map(String.init) ?? value
                if field == "ap-device-identifier", let bytes = Base64.decodeLeniently(text),
                    let decoded = String(validating: bytes, as: UTF8.self)
                {
                    add(name, decoded)
                }
                add(name, text)
            default: break
            }
        }
    }

    /// Adds the code in a path, which follows one of some words.
    private mutating func addCode(inPath segments: [String]) {
        for (index, word) in segments.enumerated().dropLast() {
            switch word {
            case "regcode", "code": add(word, segments[index + 1])
            case "sessions" where segments[index + 1] != "sso": add(word, segments[index + 1])
            case "authenticate" where index + 2 < segments.count && segments.contains("v2"):
                add(word, segments[index + 2])
            default: break
            }
        }
    }

    private mutating func add(_ json: JSONValue) {
        switch json {
        case .array(let elements): for element in elements { add(element) }
        case .object(let members):
            for (name, value) in members {
                if case .string(let text) = value, Self.isSecret(name.string, text) {
                    add(name.string, text)
                } else {
                    add(value)
                }
            }
        default: break
        }
    }

    /// Adds the texts of elements, and the values of hidden inputs, whose names are those of secrets.
    private mutating func addMarkup(_ body: [UInt8]) {
        guard body.contains(UInt8(ascii: "<")) else { return }
        let text = String(decoding: body, as: UTF8.self)
        for piece in text.split(separator: "<").dropFirst() {
            let name = piece.prefix { $0 != ">" && $0 != " " && $0 != "/" }
            if name == "input" {
                if let input = Self.value("name", in: piece), Self.isSecret(input),
                    let value = Self.value("value", in: piece)
                {
                    add(input, Self.unmarked(value))
                }
            } else if let end = piece.firstIndex(of: ">") {
                let text = Self.unmarked(String(piece[piece.index(after: end)...]))
                if Self.isSecret(String(name), text) { add(String(name), text) }
            }
        }
    }

    private static func value(_ name: String, in tag: Substring) -> String? {
        guard let start = tag.firstRange(of: " \(name)=\"")?.upperBound else { return nil }
        return String(tag[start...].prefix { $0 != "\"" })
    }

    private static func unmarked(_ text: String) -> String {
        text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }

    /// Adds what looks like a token, wherever it stands: a signed XML token, or a JSON Web Token.
    private mutating func addTokens(_ body: [UInt8]) {
        let text = String(decoding: body, as: UTF8.self)
        var rest = text[...]
        while let start = rest.firstRange(of: "<signatureInfo>")?.lowerBound {
            rest = rest[start...]
            let end = Self.ends.compactMap { rest.firstRange(of: $0)?.upperBound }.min() ?? rest.endIndex
            add("token", String(rest[..<end]))
            rest = rest[end...]
        }
        for word in text.split(whereSeparator: { !Self.isJWTLetter($0) }) where word.hasPrefix("eyJ") {
            if word.split(separator: ".", omittingEmptySubsequences: false).count == 3 { add("token", String(word)) }
        }
    }

    private static let ends = [
        "</simpleAuthenticationToken>", "</simpleAuthorizationToken>", "</shortAuthorizationToken>", "</authToken>",
    ]

    private static func isJWTLetter(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "-_.".contains(character))
    }
}
