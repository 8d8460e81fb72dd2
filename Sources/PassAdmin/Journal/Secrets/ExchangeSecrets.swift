import PassCore
import PassEndpointKit
import PassHTTP
import PassInstruments
import PassSAML

/// The secrets in exchanges: tokens, codes, passwords, cookies, credentials, device IDs, and what looks random.
struct ExchangeSecrets: Sendable {
    /// The names and spellings of a secret.
    struct Secret: Sendable {
        /// The names at which it was found.
        var names: Set<ExactText> = []
        /// Whether it is replaced wherever it occurs. Otherwise it is replaced only at its names, because its text may
        /// occur elsewhere by chance.
        var isText = false
        /// Whether it is a word that looks random.
        var isWord = false
        /// The forms in which clients wrote it, with escapes undone, that differ from the secret itself.
        var writings: Set<[UInt8]> = []
    }

    private(set) var secrets: [ExactText: Secret] = [:]
    /// The places of the secrets that are replaced only at their names.
    private(set) var phrases: Set<SecretPhrase> = []
    /// The words that aren't secrets although they may look random, such as those in the IDs of requestors.
    private var publicWords: Set<ExactText> = []
    /// The names of requestors and MVPDs. A weak password may be the same as one.
    private var identifiers: Set<ExactText> = []
    /// The texts that stay as they are in the simulator's own documents, even if a client has chosen one as a password.
    private(set) var documentTexts: Set<ExactText> = []
    /// The secrets that have been added or changed since the last call of `takeChanges()`.
    private var changes = SecretChanges()

    init(_ entries: some Sequence<JournalEntry>) {
        for entry in entries { add(entry) }
    }

    init(of journal: Journal) {
        journal.visit { add($0) }
    }

    /// The number of secrets and of places.
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

    /// Adds a secret that was found at a name.
    ///
    /// - Parameter isDistinctive: whether it is replaced elsewhere too, unless it is too short, is itself the name of
    ///   secrets, or has only words of the protocols.
    mutating func add(_ name: String, _ value: String, isDistinctive: Bool = true) {
        // An address isn't a secret as a whole; the secrets in it are found by the names within it.
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

    /// Adds a form in which a known secret was written.
    private mutating func add(writing: [UInt8], of value: String) {
        guard !writing.isEmpty, !writing.elementsEqual(value.utf8) else { return }
        let value = ExactText(value)
        if secrets[value]?.writings.insert(writing).inserted == true { changes.values.insert(value) }
    }

    /// Adds a word that may be a secret, unless it turns out to be public.
    mutating func add(word: String) {
        let word = ExactText(word)
        if secrets[word]?.isWord == true { return }
        secrets[word, default: Secret()].isWord = true
        changes.values.insert(word)
    }

    /// Adds a text that isn't a secret, judging by its name, and the words in it.
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

    /// Adds the secrets in a text: those at their names, those in its base64, tokens, and words that look random.
    ///
    /// - Parameters:
    ///   - isKnown: whether the text is itself a secret, so that its words needn't be added.
    ///   - depth: the number of texts in base64 around this one.
    ///   - level: the number of forms and addresses around this one.
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

    /// Adds the secrets in a form or an address.
    private mutating func add(
        _ parameters: ParameterText, of bytes: [UInt8], _ origin: SecretScan.Origin, others: Set<ExactText>, depth: Int,
        level: Int
    ) {
        scan(raw: Array(bytes[..<parameters.start]), origin, depth: depth)
        for pair in parameters.pairs {
            let (name, value) = (ParameterText.decoded(bytes[pair.name]), ParameterText.decoded(bytes[pair.value]))
            if SecretNames.normal(name) == "genericdata", addIdentity(value) {
                // The strings in the identity have been added.
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

    /// Adds the place of a secret that is replaced only there.
    mutating func add(place before: String, _ value: String) {
        guard !value.isEmpty else { return }
        add(
            SecretPhrase(
                before: Array(before.utf8), value: ExactText(value), writing: Array(value.utf8), after: []))
    }

    /// Adds the secrets in a text that isn't a JSON document, a form or an address, but may contain some.
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

    /// Adds the words that look random, apart from those in `ranges`, which are replaced as a whole or decoded and
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

    /// Adds the secrets in a SAML request and, if it has any, the encoded request too, because it can be decoded.
    private mutating func addMessage(_ message: String) {
        let query = "SAMLRequest=\(PercentEncoding.encode(message))"
        guard let xml = (try? RedirectedMessage(query: query))?.xml ?? Base64.decodeLeniently(message) else { return }
        let known = secrets.count
        addMarkup(xml, .request)
        if secrets.count > known { add("samlrequest", message) }
    }

    /// Adds the code in a path, which follows a word such as `regcode` or `sessions`.
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
