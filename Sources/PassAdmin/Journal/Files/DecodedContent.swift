import PassCore
import PassEndpointKit
import PassHTTP
import PassInstruments
import PassSAML
import PassTokens

/// The decoded contents of an exchange: parameters, cookies, tokens, SAML messages and device information.
struct DecodedContent {
    let record: ExchangeRecord
    /// The exchange with its secrets, from which the tokens are decoded; `nil` to decode those in `record`.
    var unmasked: ExchangeRecord?
    /// Replaces the secrets in the tokens of `unmasked` with pseudonyms.
    var mask: SecretMask?
    let inspector: TokenInspector
    /// The time at which tokens are checked for expiry.
    let now: Timestamp

    /// The maximum number of texts that are read as tokens, of strings from a JSON body, and of hidden fields from a
    /// page.
    private static let longest = 64

    func write(to writer: inout JSONWriter) {
        let uri = URIReference(record.url)
        let query = uri?.query.flatMap { try? FormFields.parse($0).pairs } ?? []
        let type = record.request.field("content-type")?.asciiLowercased ?? ""
        let isForm = type.isEmpty || type.hasPrefix("application/x-www-form-urlencoded")
        let form = isForm ? (try? FormFields.parse(record.request.body).pairs) ?? [] : []
        Self.write("query", query, to: &writer)
        Self.write("form", form, to: &writer)
        Self.write(
            "cookies", record.request.field("cookie").map { CookieHeader.parse($0) } ?? [], to: &writer)
        let setCookies = record.response?.fields.filter { $0.name.asciiLowercased == "set-cookie" } ?? []
        Self.write(
            "setCookies", setCookies.compactMap { CookieHeader.parse(setCookie: $0.value) },
            to: &writer)
        if let text = record.request.field("x-device-info"), let bytes = Base64.decodeLeniently(text),
            let info = try? JSONValue.parse(bytes)
        {
            writer.member("deviceInfo", info)
        }
        let source = unmasked ?? record
        let texts = Self.texts(of: source, unmasked == nil ? query + form : Self.parameters(of: source))
        writer.memberArray("tokens") { array in
            for (place, text) in texts.prefix(Self.longest) {
                guard let token = InspectedToken(Array(text.utf8)) else { continue }
                array.elementObject { write(token, at: place, to: &$0) }
            }
        }
        writer.memberArray("saml") { array in
            for (place, name, xml) in messages(query: uri?.query, form: form) {
                array.elementObject { message in
                    message.member("place", place)
                    message.member("parameter", name)
                    message.member("xml", String(decoding: xml, as: UTF8.self))
                }
            }
        }
    }

    private static func write(
        _ name: JSONWriter.Name, _ pairs: [(name: String, value: String)], to writer: inout JSONWriter
    ) {
        guard !pairs.isEmpty else { return }
        writer.memberArray(name) { array in
            for pair in pairs {
                array.elementObject { element in
                    element.member("name", pair.name)
                    element.member("value", pair.value)
                }
            }
        }
    }

    /// Returns the parameters of a request.
    private static func parameters(of record: ExchangeRecord) -> [(name: String, value: String)] {
        let query = URIReference(record.url)?.query.flatMap { try? FormFields.parse($0).pairs } ?? []
        let type = record.request.field("content-type")?.asciiLowercased ?? ""
        guard type.isEmpty || type.hasPrefix("application/x-www-form-urlencoded") else { return query }
        return query + ((try? FormFields.parse(record.request.body).pairs) ?? [])
    }

    /// Returns the strings that may be tokens, each with its place in the exchange.
    private static func texts(
        of record: ExchangeRecord, _ parameters: [(name: String, value: String)]
    ) -> [(place: String, text: String)] {
        var texts = parameters.map { ("request parameter \($0.name)", $0.value) }
        for (name, value) in record.request.fields { texts.append(("request header \(name)", value)) }
        texts += strings(in: record.request.body).map { ("request body \($0.name)", $0.text) }
        guard let response = record.response else { return texts.filter(isLong) }
        texts += strings(in: response.body).map { ("response body \($0.name)", $0.text) }
        if ByteSearch.contains("signatureInfo", in: response.body[...]), let text = response.text {
            texts.append(("response body", text))
        }
        return texts.filter(isLong)
    }

    /// Whether a text is long enough for a token.
    private static func isLong(_ text: (place: String, text: String)) -> Bool { text.text.utf8.count > 40 }

    /// Returns the strings in a JSON document with their names.
    private static func strings(in body: [UInt8]) -> [(name: String, text: String)] {
        guard let json = try? JSONValue.parse(body) else { return [] }
        var strings: [(name: String, text: String)] = []
        func collect(_ value: JSONValue, _ name: String) {
            guard strings.count < longest else { return }
            switch value {
            case .string(let text): strings.append((name, text))
            case .array(let elements): for element in elements { collect(element, name) }
            case .object(let members):
                for name in members.keys.sorted() { collect(members[name] ?? .null, name.string) }
            default: break
            }
        }
        collect(json, "")
        return strings
    }

    private func write(_ token: InspectedToken, at place: String, to writer: inout JSONWriter) {
        let inspection = inspector.inspect(token, now: now)
        writer.member("place", place)
        writer.member("kind", token.kind.rawValue)
        writer.member("name", token.kind.name)
        writer.member("valid", inspection.isValid)
        let signature =
            switch inspection.signature {
            case .valid: "valid"
            case .invalid: "invalid"
            case .unreadable: "unreadable"
            case .notChecked: "notChecked"
            }
        writer.member("signature", signature)
        writer.member(
            "problems",
            inspection.problems.map { problem in
                if case .incomplete(let name) = problem { return "incomplete \(name)" }
                return problem.code
            })
        if let issued = token.issued { writer.member("issued", CivilTime.isoDateWithMilliseconds(issued)) }
        if let expires = token.expires { writer.member("expires", CivilTime.isoDateWithMilliseconds(expires)) }
        let namesUser = Self.placesOfUsers.contains(ExactText(place.asciiLowercased))
        writer.memberArray("claims") { array in
            for field in token.fields.prefix(256) {
                array.elementObject { claim in
                    claim.member("name", field.name)
                    claim.member(
                        "value", namesUser ? shownOfUser(field.name, field.value) : shown(field.name, field.value))
                }
            }
        }
    }

    /// The places of tokens that name a user to parties other than the MVPD, in lower case.
    private static let placesOfUsers: Set<ExactText> = [
        "request header adobe-subject-token", "request header x-roku-reserved-roku-connect-token",
        "request header ad-service-token", "response body servicetoken",
    ]

    /// The claims and header members of a token that say who made it, for whom, when and how, in lower case.
    private static let impersonal: Set<ExactText> = [
        "iss", "aud", "exp", "iat", "nbf", "auth_time", "alg", "typ", "kid", "ver",
    ]

    /// Returns the value of a claim of a token that names a user, replaced by a pseudonym unless the claim is
    /// impersonal. Such a token also identifies the user's device, in a claim whose name the token's maker chooses.
    ///
    /// If a claim isn't a string, its pseudonym is put in a list, so the new value isn't a string either. A replay
    /// makes its token from these claims. Where a string is expected, that token is then as invalid as the recorded
    /// one.
    private func shownOfUser(_ name: String, _ value: JSONValue) -> JSONValue {
        guard let mask, !Self.impersonal.contains(ExactText(name.asciiLowercased)) else { return shown(name, value) }
        switch value {
        case .null, .bool: return value
        case .string(let text): return .string(mask.pseudonym(text))
        case .integer, .number, .array, .object:
            let text = String(decoding: JSONWriter.bytes(of: value), as: UTF8.self)
            return .array([.string(mask.pseudonym(text))])
        }
    }

    /// Returns the value of a claim, replaced by a pseudonym if it identifies a device, a login or a token.
    private func shown(_ name: String, _ value: JSONValue) -> JSONValue {
        guard let mask else { return value }
        guard case .string(let text) = value else {
            let shown = mask.content(JSONWriter.bytes(of: value))
            return (try? JSONValue.parse(shown)) ?? .string(String(decoding: shown, as: UTF8.self))
        }
        let isSecret = SecretNames.isMember(name, text)
        let name = name.asciiLowercased
        let isHidden = isSecret || Self.identifying.contains { name.hasSuffix($0) }
        return .string(isHidden ? mask.pseudonym(text) : mask.text(text))
    }

    /// The endings of the names of claims that identify a device, a login or a token, in lower case.
    private static let identifying = [
        "fingerprint", "deviceid", "device_id", "nameid", "sessionindex", "guid", "jti", "nonce", "sid",
    ]

    /// Returns the SAML messages in the request, and in the redirect or the form of the answer.
    private func messages(
        query: String?, form: [(name: String, value: String)]
    ) -> [(place: String, parameter: String, xml: [UInt8])] {
        var messages: [(place: String, parameter: String, xml: [UInt8])] = []
        if let query, let message = try? RedirectedMessage(query: query) {
            messages.append(("request query", message.parameter.rawValue, message.xml))
        }
        if let message = try? PostedMessage(fields: form) {
            messages.append(("request form", message.parameter.rawValue, message.xml))
        }
        if let location = record.response?.field("location"), let query = URIReference(location)?.query,
            let message = try? RedirectedMessage(query: query)
        {
            messages.append(("response Location", message.parameter.rawValue, message.xml))
        }
        if let page = record.response?.body, let message = try? PostedMessage(fields: Self.hiddenFields(page)) {
            messages.append(("response form", message.parameter.rawValue, message.xml))
        }
        // A message that a pseudonym has replaced isn't XML, so it is left out.
        return messages.filter { $0.xml.first { $0 > 0x20 } == UInt8(ascii: "<") }
    }

    /// Returns the hidden fields of a page that submits its own form, as this service and its MVPDs write such pages.
    private static func hiddenFields(_ page: [UInt8]) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        var rest = page[...]
        while fields.count < longest, let start = ByteSearch.end(of: "<input type=\"hidden\" name=\"", in: rest) {
            let name = page[start...].prefix { $0 != UInt8(ascii: "\"") }
            rest = page[name.endIndex...]
            guard rest.starts(with: "\" value=\"".utf8) else { continue }
            let value = rest.dropFirst(9).prefix { $0 != UInt8(ascii: "\"") }
            rest = page[value.endIndex...]
            fields.append((String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
        }
        return fields
    }
}
