import PassCore
import PassEndpointKit
import PassHTTP
import PassInstruments
import PassSAML

/// The secrets in exchanges: tokens, codes, passwords, cookies, credentials, device IDs, and words that look random.
struct ExchangeSecrets: Sendable {
    /// The names and spellings of a secret.
    struct Secret: Sendable {
        /// The normal forms of the names beside which the secret was found.
        var names: Set<ExactText> = []
        /// Whether the secret is replaced wherever it occurs. Otherwise it is replaced only beside its names, because
        /// its text may occur elsewhere by chance.
        var isText = false
        /// Whether the secret is a word that looks random.
        var isWord = false
        /// The other spellings of the secret in the exchanges, with escapes undone.
        var writings: Set<[UInt8]> = []
    }

    private(set) var secrets: [ExactText: Secret] = [:]
    /// The secrets that are replaced only beside their names, each with the text around it.
    private(set) var phrases: Set<SecretPhrase> = []
    /// The words that aren't secrets although they may look random, such as those in the IDs of requestors.
    private var publicWords: Set<ExactText> = []
    /// The IDs of requestors and MVPDs. A weak password that equals one and has no digit is replaced only beside its
    /// name.
    private var identifiers: Set<ExactText> = []
    /// The texts that stay as they are in the simulator's own documents, even if a client has chosen one as a password.
    private(set) var documentTexts: Set<ExactText> = []
    /// The secrets that have been added or changed since the last call to `takeChanges()`.
    private var changes = SecretChanges()

    init(_ entries: some Sequence<JournalEntry>) {
        for entry in entries { add(entry) }
    }

    init(of journal: Journal) {
        journal.visit { add($0) }
    }

    /// The number of secrets and phrases together.
    var count: Int { secrets.count + phrases.count }

    /// Whether a secret is replaced wherever it occurs.
    func isText(_ value: ExactText) -> Bool {
        guard let secret = secrets[value] else { return false }
        if identifiers.contains(value), !value.string.hasDigit { return false }
        return secret.isText || secret.isWord && !publicWords.contains(value)
    }

    /// Returns the secrets that have changed since the last call.
    mutating func takeChanges() -> SecretChanges {
        defer { changes = SecretChanges() }
        return changes
    }

    /// Adds a secret that was found beside a name.
    ///
    /// - Parameter isDistinctive: whether the secret is replaced wherever it occurs, unless it is too short, is itself
    ///   a name of secrets, or consists only of ordinary words.
    mutating func add(_ name: String, _ value: String, isDistinctive: Bool = true) {
        // A URL isn't a secret as a whole; the secrets in it are found separately.
        guard !value.isEmpty, !value.hasPrefix("http://"), !value.hasPrefix("https://") else { return }
        let isText =
            isDistinctive && value.utf8.count >= SecretSpellings.shortest && !SecretNames.isName(value)
            && !OrdinaryWords.has(value)
        let value = ExactText(value)
        var secret = secrets[value] ?? Secret()
        let isNew = secret.names.insert(SecretNames.normal(name)).inserted
        guard isNew || isText && !secret.isText else { return }
        secret.isText = secret.isText || isText
        secrets[value] = secret
        changes.values.insert(value)
    }

    /// Adds another spelling of a known secret.
    private mutating func add(writing: [UInt8], of value: String) {
        guard !writing.isEmpty, !writing.elementsEqual(value.utf8) else { return }
        let value = ExactText(value)
        if secrets[value]?.writings.insert(writing).inserted == true { changes.values.insert(value) }
    }

    /// Adds a word that looks random. It counts as a secret unless it is also added as a public word.
    mutating func add(word: String) {
        let word = ExactText(word)
        if secrets[word]?.isWord == true { return }
        secrets[word, default: Secret()].isWord = true
        changes.values.insert(word)
    }

    /// Adds a text whose name shows that it isn't a secret, and the words in it that look random, as public words.
    mutating func add(public text: String) {
        guard text.utf8.count <= 65_536 else { return }
        publicWords.insert(ExactText(text))
        let bytes = Array(text.utf8)
        OpaqueWords.visit(bytes) { publicWords.insert(ExactText(String(decoding: bytes[$0], as: UTF8.self))) }
    }

    /// Adds the name of a requestor or an MVPD.
    mutating func add(identifier: String) { identifiers.insert(ExactText(identifier)) }

    /// Adds a text of one of the simulator's own documents.
    mutating func add(document text: String) {
        documentTexts.insert(ExactText(text))
        add(public: text)
    }

    mutating func add(_ entry: JournalEntry, others: Set<ExactText> = []) {
        if entry.request.authority.contains("@") {
            scan(Array("https://\(entry.request.authority)/".utf8), .field)
        } else {
            add(public: entry.request.authority)
        }
        addFields(entry.request.fields)
        addCode(inPath: entry.request.path)
        let target = entry.receivedTarget ?? entry.request.target
        if target.hasPrefix("/_ns/") { add(public: String(target.dropFirst(5).prefix { $0 != "/" })) }
        scan(Array(target.utf8), .request)
        scan(entry.request.body.withoutPartialCharacter, .request, others: others)
        guard let answer = entry.answer else { return }
        let response = answer.response
        addFields(response.fields)
        if let location = response.fields[.location], let uri = URIReference(location) { addCode(inPath: uri.path) }
        scan(response.body.withoutPartialCharacter, .answer, others: others)
        for note in [answer.circumstances.notes?.explanation, answer.circumstances.notes?.decoded] {
            if let note { scan(note, .answer) }
        }
    }

    /// Adds the secrets in a text: those beside their names, those in base64, tokens, and words that look random.
    ///
    /// - Parameters:
    ///   - isKnown: whether the text is itself a secret, so that its words needn't be added.
    ///   - depth: the number of nested base64 texts that contain this one.
    ///   - level: the number of nested forms and URLs that contain this one.
    mutating func scan(
        _ bytes: [UInt8], _ origin: SecretScan.Origin, others: Set<ExactText> = [], isKnown: Bool = false,
        depth: Int = 0, level: Int = 0
    ) {
        guard !bytes.isEmpty else { return }
        if let json = JSONValue(document: bytes) { return add(json, origin, depth: depth, level: level) }
        if level < ParameterText.deepest, let parameters = ParameterText(bytes, mayBeForm: origin == .request) {
            add(parameters, of: bytes, origin, others: others, depth: depth, level: level)
        } else {
            scan(raw: bytes, origin, others: others, isKnown: isKnown, depth: depth)
        }
    }

    /// Adds the secrets in a form or a URL.
    private mutating func add(
        _ parameters: ParameterText, of bytes: [UInt8], _ origin: SecretScan.Origin, others: Set<ExactText>, depth: Int,
        level: Int
    ) {
        scan(raw: Array(bytes[..<parameters.start]), origin, depth: depth)
        for pair in parameters.pairs {
            let (name, value) = (ParameterText.decoded(bytes[pair.name]), ParameterText.decoded(bytes[pair.value]))
            if SecretNames.normal(name) == "genericdata", addIdentity(value) {
                // `addIdentity` has added the strings in the identity.
            } else if SecretNames.isParameter(name) || others.contains(ExactText(name.asciiLowercased)) {
                add(name, value)
                add(writing: UnescapedBytes(Array(bytes[pair.value])).bytes, of: value)
                if !isText(ExactText(value)) { add(place: name + "=", value) }
            } else if SecretNames.isPublic(name) {
                add(public: value)
                if SecretNames.isIdentifier(name) { add(identifier: value) }
            } else if SecretNames.normal(name) == "samlrequest" {
                addMessage(value)
            }
            let isKnown = isText(ExactText(value))
            scan(Array(value.utf8), origin, others: others, isKnown: isKnown, depth: depth, level: level + 1)
        }
    }

    /// Adds a secret that is replaced only after the given text.
    mutating func add(place before: String, _ value: String) {
        guard !value.isEmpty else { return }
        add(
            SecretPhrase(
                before: Array(before.utf8), value: ExactText(value), writing: Array(value.utf8), after: []))
    }

    /// Adds the secrets in a text that isn't a JSON document, a form or a URL as a whole.
    private mutating func scan(
        raw bytes: [UInt8], _ origin: SecretScan.Origin, others: Set<ExactText> = [], isKnown: Bool = false, depth: Int
    ) {
        guard !bytes.isEmpty else { return }
        let text = UnescapedBytes(bytes)
        let scan = SecretScan(text, origin, others: others)
        for finding in scan.findings { add(finding, in: scan) }
        addTokens(text)
        if let markup = [bytes, text.bytes].first(where: { $0.contains(UInt8(ascii: "<")) }) {
            addMarkup(markup, origin)
        }
        let runs = depth < EncodedText.deepest ? EncodedText.runs(in: text.bytes) : []
        if !isKnown {
            let known = scan.findings.filter { !$0.isPublic && isText(ExactText($0.value)) }.map(\.range)
            addWords(text.bytes, outside: (known + runs.map(\.range)).sorted { $0.lowerBound < $1.lowerBound })
        }
        for run in runs { self.scan(run.bytes, origin, others: others, depth: depth + 1) }
    }

    /// Adds the words outside `ranges` that look random. The text in each range is replaced as a whole, or decoded and
    /// searched.
    private mutating func addWords(_ bytes: [UInt8], outside ranges: [Range<Int>]) {
        var ranges = ranges[...]
        OpaqueWords.visit(bytes) { word in
            while let range = ranges.first, range.upperBound <= word.lowerBound { ranges.removeFirst() }
            if let range = ranges.first, range.overlaps(word) { return }
            add(word: String(decoding: bytes[word], as: UTF8.self))
        }
    }

    private mutating func add(_ finding: SecretScan.Finding, in scan: SecretScan) {
        if finding.isPublic { return add(public: finding.value) }
        add(finding.name, finding.value)
        add(writing: Array(scan.text.bytes[finding.range]), of: finding.value)
        if isText(ExactText(finding.value)), !finding.isNumber { return }
        add(scan.phrase(finding))
    }

    private mutating func add(_ phrase: SecretPhrase) {
        if phrases.insert(phrase).inserted { changes.phrases.insert(phrase) }
    }

    /// Adds the secrets in a SAML request. If there are any, adds the encoded request as well, because it can be
    /// decoded.
    private mutating func addMessage(_ message: String) {
        let query = "SAMLRequest=\(PercentEncoding.encode(message))"
        guard let xml = (try? RedirectedMessage(query: query))?.xml ?? Base64.decodeLeniently(message) else { return }
        let known = secrets.count
        addMarkup(xml, .request)
        if secrets.count > known { add("samlrequest", message) }
    }

    /// Adds the code that follows a segment such as `regcode` or `sessions` in a path.
    mutating func addCode(inPath path: some StringProtocol) {
        let segments = path.split(separator: "/")
        for (index, word) in segments.enumerated().dropLast() {
            let place: Int
            switch word.asciiLowercased {
            case "regcode", "code", "checkauthn": place = index + 1
            case "sessions" where segments[index + 1] != "sso": place = index + 1
            case "authenticate" where index + 2 < segments.count && segments.contains("v2"): place = index + 2
            default: continue
            }
            let value = PercentEncoding.decode(segments[place]) ?? String(segments[place])
            add(String(word), value)
            if !isText(ExactText(value)) { add(place: "\(segments[place - 1])/", value) }
        }
    }
}
