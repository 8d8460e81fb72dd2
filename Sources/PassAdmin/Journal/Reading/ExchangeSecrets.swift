import PassCore
import PassEndpointKit
import PassHTTP
import PassInstruments
import PassSAML

/// The secrets in exchanges: tokens, codes, passwords, cookies, credentials and device IDs.
struct ExchangeSecrets: Sendable {
    /// The secrets that are replaced wherever they occur.
    private(set) var texts: Set<ExactText> = []
    /// The secrets that may occur elsewhere by chance, with the names of the parameters or members that hold them. They
    /// are replaced only there.
    private(set) var named: [(name: ExactText, value: ExactText)] = []
    /// The largest number of URLs around each secret that is in a URL; every URL escapes those that are in it.
    private(set) var depths: [ExactText: Int] = [:]
    /// The spellings in which clients escaped secrets in queries and forms, which differ from client to client.
    private(set) var writings: [ExactText: Set<ExactText>] = [:]

    init(_ entries: some Sequence<JournalEntry>) {
        for entry in entries { add(entry) }
    }

    init(of journal: Journal) {
        journal.visit { add($0) }
    }

    /// Returns what makes pseudonyms of these secrets.
    func mask(key: [UInt8]) -> SecretMask {
        SecretMask(key: key, texts: texts, named: named, depths: depths, writings: writings)
    }

    /// The names of parameters, of members of JSON and of XML elements whose texts are secrets, in lower case.
    private static let names: Set<ExactText> = [
        "authentication_token", "authn_token", "authntoken", "authz_token", "authztoken", "authorization_token",
        "token", "access_token", "refresh_token", "id_token", "id_token_hint", "serializedtoken", "servicetoken",
        "subject_token", "software_statement", "signed_requestor_id", "samlresponse", "relaystate", "state", "login",
        "client_secret", "code", "reg_code", "regcode", "registrationcode", "verificationcode", "linkcode",
        "device_id", "deviceid", "fingerprint", "hashed_device_id", "session_guid", "sessionguid", "sessionid",
        "password", "userpassword", "passwd", "loginpassword", "ecom_password", "j_password", "idtoken2",
        "generic_data",
    ]

    /// The names of fields whose values are secrets, in lower case.
    static let fields: Set<ExactText> = [
        "ap_21", "ap-device-identifier", "pass_sfp", "ad-service-token", "adobe-subject-token", "x-sso-link",
        "x-sso-id",
        "x-roku-reserved-roku-connect-token", "ap-temppass-identity", "ap-partner-framework-status",
        "ap-visitor-identifier", "proxy-authorization",
    ]

    static func isSecret(_ name: String) -> Bool { names.contains(ExactText(name.asciiLowercased)) }

    /// Whether the text of a member or element is a secret. A `code` can also be an error code, and a `state` can be a
    /// word such as a status.
    static func isSecret(_ name: String, _ text: String) -> Bool {
        switch name {
        case "code":
            text.utf8.count <= 32 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
        case "state", "login": false
        default: isSecret(name)
        }
    }

    mutating func add(_ name: String, _ value: String) {
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
        for (name, value) in content.query + content.form { addParameter(name, value) }
        if let query = entry.request.query { addWritings(in: String(query)) }
        if let json = content.json {
            add(json)
        } else if !entry.request.body.isEmpty {
            addWritings(in: String(decoding: entry.request.body, as: UTF8.self))
        }
        addFields(entry.request.fields)
        addCode(inPath: content.segments)
        addTokens(entry.request.body)
        guard let response = entry.answer?.response else { return }
        addFields(response.fields)
        if let location = response.fields[.location], let uri = URIReference(location) {
            addCode(inPath: uri.path.split(separator: "/").map(String.init))
            addParameters(of: location)
        }
        if let json = try? JSONValue.parse(response.body) { add(json) } else { addMarkup(response.body) }
        addTokens(response.body)
    }

    private mutating func addFields(_ fields: HTTPFields) {
        for (name, value) in fields.pairs {
            switch name.asciiLowercased {
            case "referer": addParameters(of: value)
            case "authorization": add(name, value.split(separator: " ").last.map(String.init) ?? value)
            case "cookie": for pair in CookieHeader.parse(value) { addCookie(pair.name, pair.value) }
            case "set-cookie":
                if let cookie = CookieHeader.parse(setCookie: value) {
                    addCookie(cookie.name, cookie.value)
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

    /// Adds a cookie's value, or else the secrets in the URL that it is, such as the app's redirect URL.
    private mutating func addCookie(_ name: String, _ value: String) {
        let text = PercentEncoding.decode(value) ?? value
        if text.hasPrefix("http://") || text.hasPrefix("https://") { return addParameters(of: text) }
        add(name, value)
    }

    /// Adds the secrets in a query or a form as they are written, also if it can't be decoded as a whole.
    private mutating func addWritings(in text: String) {
        for pair in text.split(separator: "&").prefix(Self.mostWritings) {
            guard let sign = pair.firstIndex(of: "=") else { continue }
            let name = PercentEncoding.decode(pair[..<sign], plusIsSpace: true) ?? String(pair[..<sign])
            let written = String(pair[pair.index(after: sign)...])
            guard Self.isSecret(name) else { continue }
            let value = PercentEncoding.decode(written, plusIsSpace: true) ?? written
            add(name, value)
            if !written.hasSameBytes(as: value) { writings[ExactText(value), default: []].insert(ExactText(written)) }
        }
    }

    private static let mostWritings = 4_096

    /// Adds the session of an MVPD that a SAML message names, and the message, since it can be decoded.
    private mutating func addSession(in message: String, _ name: String) {
        let query = "\(name)=\(PercentEncoding.encode(message))"
        guard let xml = (try? RedirectedMessage(query: query))?.xml ?? Base64.decodeLeniently(message),
            let text = String(validating: xml, as: UTF8.self),
            let start = text.firstRange(of: "SessionIndex>")?.upperBound
        else { return }
        add("sessionindex", String(text[start...].prefix { $0 != "<" }))
        add(name, message)
    }

    /// Adds a parameter's value if it is a secret, or else the secrets in the URL that it is.
    mutating func addParameter(_ name: String, _ value: String, depth: Int = 0) {
        if name.hasSameBytes(as: "SAMLRequest") { addSession(in: value, name) }
        guard Self.isSecret(name) else { return addParameters(of: value, depth: depth + 1) }
        add(name, value)
        if depth > 0 { depths[ExactText(value)] = max(depth, depths[ExactText(value)] ?? 0) }
    }

    /// Adds the secrets in the query and the fragment of a URL, and in the URLs that are their parameters.
    ///
    /// - Parameter depth: the number of URLs around this one; deeper than `deepest` nothing is looked for.
    mutating func addParameters(of url: String, depth: Int = 0) {
        guard depth <= Self.deepest, let start = url.utf8.firstIndex(where: Self.beginsParameters) else { return }
        for pair in url[start...].utf8.split(whereSeparator: Self.separatesParameters).prefix(Self.mostParameters) {
            guard let sign = pair.firstIndex(of: UInt8(ascii: "=")) else { continue }
            // Content that no form can have is searched as it is, because a client may send anything.
            let (name, value) = (String(pair[..<sign]) ?? "", String(pair[pair.index(after: sign)...]) ?? "")
            addParameter(
                PercentEncoding.decode(name, plusIsSpace: true) ?? name,
                PercentEncoding.decode(value, plusIsSpace: true) ?? value, depth: depth)
        }
    }

    private static let deepest = 4
    private static let mostParameters = 256

    private static func beginsParameters(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    private static func separatesParameters(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "&") || beginsParameters(byte)
    }

    /// Adds the code in a path, which follows one of some words.
    private mutating func addCode(inPath segments: [String]) {
        for (index, word) in segments.enumerated().dropLast() {
            switch word {
            case "regcode", "code", "checkauthn": add(word, segments[index + 1])
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
                // The fingerprints of public keys are named after the keys' purposes.
                if name == "keys", value.objectValue != nil { continue }
                if case .string(let text) = value, Self.isSecret(name.string, text) {
                    add(name.string, text)
                } else {
                    add(value)
                }
            }
        case .string(let text): addParameters(of: text)
        default: break
        }
    }
}
