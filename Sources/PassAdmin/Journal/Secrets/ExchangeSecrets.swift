import PassCore
import PassEndpointKit
import PassHTTP
import PassInstruments
import PassSAML

/// The secrets in exchanges: tokens, codes, passwords, cookies, credentials and device IDs.
struct ExchangeSecrets: Sendable {
    /// The secrets that are replaced wherever they occur.
    private(set) var texts: Set<ExactText> = []
    /// The secrets that may occur elsewhere by chance, each with the names of the parameters or members that hold it. They
    /// are replaced only there.
    private(set) var named: [ExactText: Set<ExactText>] = [:]
    /// The largest number of URLs around each secret that is in a URL; every URL escapes those that are in it.
    private(set) var depths: [ExactText: Int] = [:]
    /// The spellings in which clients escaped secrets, which differ from client to client.
    private(set) var writings: [ExactText: Set<[UInt8]>] = [:]
    /// The places at which the values of `named` were found, as the texts write them.
    private(set) var phrases: Set<SecretPhrase> = []
    /// The secrets whose spellings have changed since a mask was made or extended.
    private var changes = SecretChanges()

    init(_ entries: some Sequence<JournalEntry>) {
        for entry in entries { add(entry) }
    }

    init(of journal: Journal) {
        journal.visit { add($0) }
    }

    /// Returns the secrets that have changed since the last call.
    mutating func takeChanges() -> SecretChanges {
        defer { changes = SecretChanges() }
        return changes
    }

    mutating func add(_ name: String, _ value: String) {
        guard !value.isEmpty else { return }
        if Self.isText(value) {
            if texts.insert(ExactText(value)).inserted { changes.texts.insert(ExactText(value)) }
        } else if named[ExactText(value), default: []].insert(ExactText(name)).inserted {
            changes.values.insert(ExactText(value))
        }
    }

    /// Whether a secret is replaced wherever it occurs. A password may be an ordinary word.
    private static func isText(_ value: String) -> Bool {
        value.utf8.count >= SecretSpellings.shortest && !SecretNames.isParameter(value)
    }

    /// Adds a spelling of a secret.
    mutating func add(writing: [UInt8], of value: String) {
        guard !writing.elementsEqual(value.utf8), !value.isEmpty else { return }
        if writings[ExactText(value), default: []].insert(writing).inserted { note(value) }
    }

    private mutating func add(depth: Int, of value: String) {
        guard depth > depths[ExactText(value)] ?? 0 else { return }
        depths[ExactText(value)] = depth
        note(value)
    }

    private mutating func note(_ value: String) {
        let value = ExactText(value)
        if texts.contains(value) {
            changes.texts.insert(value)
        } else {
            changes.values.insert(value)
        }
    }

    /// The number of secrets.
    var count: Int { texts.count + named.count + phrases.count }

    mutating func add(_ entry: JournalEntry, others: Set<ExactText> = []) {
        let content = ExchangeContent(entry.request)
        let body = entry.request.body.withoutPartialCharacter
        for (name, value) in content.query + content.form { addParameter(name, value) }
        if let query = entry.request.query { addWritings(in: String(query)) }
        if let json = content.json {
            add(json)
        } else if !body.isEmpty {
            addWritings(in: String(decoding: body, as: UTF8.self))
            addMarkup(body)
        }
        addFields(entry.request.fields)
        addCode(inPath: entry.request.path)
        scan(Array((entry.receivedTarget ?? entry.request.target).utf8), .request)
        scan(body, .request, others: others)
        guard let answer = entry.answer else { return }
        let response = answer.response
        addFields(response.fields)
        if let location = response.fields[.location], let uri = URIReference(location) {
            addCode(inPath: uri.path)
            addParameters(of: location)
        }
        let page = response.body.withoutPartialCharacter
        if let json = try? JSONValue.parse(page) { add(json) } else { addMarkup(page) }
        scan(page, .answer, others: others)
        for note in [answer.circumstances.notes?.explanation, answer.circumstances.notes?.decoded] {
            if let note { scan(note, .answer) }
        }
    }

    /// Adds the secrets at their names in a text, in the texts that it has in base64, and the tokens.
    ///
    /// - Parameter depth: the number of texts in base64 around this one.
    /// - Returns: whether there are secrets.
    @discardableResult
    mutating func scan(
        _ bytes: [UInt8], _ origin: SecretScan.Origin, others: Set<ExactText> = [], depth: Int = 0
    ) -> Bool {
        guard !bytes.isEmpty else { return false }
        let text = UnescapedBytes(bytes)
        let findings = SecretScan(text, origin, others: others).findings
        for finding in findings { add(finding) }
        var isSecret = addTokens(text) || !findings.isEmpty
        guard depth < EncodedText.deepest else { return isSecret }
        for run in EncodedText.runs(in: text.bytes) {
            if run.bytes.first == UInt8(ascii: "<") { addMarkup(run.bytes) }
            guard scan(run.bytes, origin, others: others, depth: depth + 1) else { continue }
            isSecret = true
            // A mask decodes what isn't escaped.
            let raw = text.raw(run.range)
            guard !raw.elementsEqual(text.bytes[run.range]) else { continue }
            let letters = String(decoding: text.bytes[run.range], as: UTF8.self)
            add("base64", letters)
            add(writing: raw, of: letters)
        }
        return isSecret
    }

    private mutating func add(_ finding: SecretScan.Finding) {
        add(finding.name, finding.value)
        add(writing: finding.writing, of: finding.value)
        add(depth: min(finding.level, Self.deepest), of: finding.value)
        guard !Self.isText(finding.value) || finding.isNumber else { return }
        let phrase = SecretPhrase(finding)
        if phrases.insert(phrase).inserted { changes.phrases.insert(phrase) }
    }

    /// Adds the secrets in a query or a form as they are written, also if it can't be decoded as a whole.
    private mutating func addWritings(in text: String) {
        for pair in text.split(separator: "&").prefix(Self.mostWritings) {
            guard let sign = pair.firstIndex(of: "=") else { continue }
            let name = PercentEncoding.decode(pair[..<sign], plusIsSpace: true) ?? String(pair[..<sign])
            guard SecretNames.isParameter(name) else { continue }
            let written = String(pair[pair.index(after: sign)...])
            let value = PercentEncoding.decode(written, plusIsSpace: true) ?? written
            add(name, value)
            add(writing: Array(written.utf8), of: value)
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
        guard SecretNames.isParameter(name) else { return addParameters(of: value, depth: depth + 1) }
        add(name, value)
        add(depth: depth, of: value)
    }

    /// Adds the secrets in the query and the fragment of a URL, and in the URLs that are their parameters.
    ///
    /// - Parameter depth: the number of URLs around this one. The parameters of those that are deeper than `deepest` are
    ///   found by `SecretScan`, in one step for all depths.
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
    private mutating func addCode(inPath path: some StringProtocol) {
        let segments = path.split(separator: "/")
        for (index, word) in segments.enumerated().dropLast() {
            let next: String
            switch word.asciiLowercased {
            case "regcode", "code", "checkauthn": next = String(segments[index + 1])
            case "sessions" where segments[index + 1] != "sso": next = String(segments[index + 1])
            case "authenticate" where index + 2 < segments.count && segments.contains("v2"):
                next = String(segments[index + 2])
            default: continue
            }
            let value = PercentEncoding.decode(next) ?? next
            add(String(word), value)
            add(writing: Array(next.utf8), of: value)
            guard !Self.isText(value) else { continue }
            let phrase = SecretPhrase(
                before: Array("\(word)/".utf8), value: ExactText(value), writing: Array(next.utf8), after: [])
            if phrases.insert(phrase).inserted { changes.phrases.insert(phrase) }
        }
    }

    private mutating func add(_ json: JSONValue) {
        switch json {
        case .array(let elements): for element in elements { add(element) }
        case .object(let members):
            for (name, value) in members {
                // The fingerprints of public keys are named after the keys' purposes.
                if name == "keys", value.objectValue != nil { continue }
                if case .string(let text) = value, SecretNames.isMember(name.string, text) {
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
