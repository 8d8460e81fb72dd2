import PassCore
import PassHTTP
import PassInstruments
import PassSAML

/// A difference between a recorded answer and the answer of a replay.
package struct ReplayDifference: Sendable, Hashable {
    /// The place in the answer, such as `status`, `header Location` or `body.decisions[0].authorized`.
    package var place: String
    package var recorded: String
    package var replayed: String
}

/// Compares recorded answers with those of a replay, part by part, and learns which new value replaces which recorded
/// value.
///
/// Times count as equal if they differ by at most two seconds plus the time that the recorded answer took. Identifiers,
/// signatures and tokens count as equal if they are of one kind and if the same recorded value always has the same
/// counterpart.
struct ReplayComparison {
    var values: ReplayValues
    private(set) var differences: [ReplayDifference] = []
    /// The largest difference between times that count as equal, in milliseconds.
    private let tolerance: Int64

    private static let deepest = 6
    /// The header fields that say nothing about the answer, in lower case.
    private static let ignored: Set<ExactText> = [
        "date", "content-length", "connection", "keep-alive", "transfer-encoding", "x-pass-simulator-exchange",
        "x-pass-simulator-node", "adobe-request-id", "x-request-id",
    ]

    /// Creates a comparison without differences.
    ///
    /// - Parameter nanoseconds: the time that the recorded answer took.
    init(_ values: ReplayValues, nanoseconds: UInt64?) {
        self.values = values
        tolerance = 2_000 + Int64(clamping: (nanoseconds ?? 0) / 1_000_000)
    }

    mutating func compare(_ recorded: JournalAnswer, _ fresh: HTTPResponse) {
        if recorded.response.status.code != fresh.status.code {
            differ("status", String(recorded.response.status.code), String(fresh.status.code))
        }
        compareFields(recorded.response.fields, fresh.fields)
        if recorded.isBodyCut { return }
        let text = { (bytes: [UInt8]) in String(validating: bytes, as: UTF8.self) }
        guard let old = text(recorded.response.body), let new = text(fresh.body) else {
            if recorded.response.body != fresh.body {
                differ("body", "\(recorded.response.body.count) bytes", "\(fresh.body.count) other bytes")
            }
            return
        }
        compare(old, new, at: "body")
    }

    private mutating func differ(_ place: String, _ recorded: String, _ replayed: String) {
        differences.append(
            ReplayDifference(place: place, recorded: Self.short(recorded), replayed: Self.short(replayed)))
    }

    private static func short(_ text: String) -> String { text.count > 200 ? "\(text.prefix(200))…" : text }

    private mutating func compareFields(_ recorded: HTTPFields, _ fresh: HTTPFields) {
        let (old, new) = (Self.grouped(recorded), Self.grouped(fresh))
        for name in Set(old.keys).union(new.keys).sorted() {
            let place = "header \(name.string)"
            switch (old[name], new[name]) {
            case (let old?, let new?) where old.count == new.count:
                for (old, new) in zip(old, new) {
                    switch name {
                    case "set-cookie": compareCookie(old, new, place)
                    case "content-security-policy":
                        // The hashes are left out, because the scripts and styles themselves are compared as parts of
                        // the body.
                        compare(Self.withoutHashes(old), Self.withoutHashes(new), at: place)
                    default: compare(old, new, at: place)
                    }
                }
            case (let old, let new): differ(place, Self.list(old), Self.list(new))
            }
        }
    }

    /// Returns a content security policy without the hashes after `sha256-`.
    private static func withoutHashes(_ policy: String) -> String {
        policy.split(separator: "'sha256-", omittingEmptySubsequences: false).enumerated().map { index, part in
            index == 0 ? String(part) : String(part.drop { $0 != "'" })
        }.joined(separator: "'sha256-")
    }

    private static func list(_ values: [String]?) -> String { values?.joined(separator: " | ") ?? "absent" }

    private static func grouped(_ fields: HTTPFields) -> [ExactText: [String]] {
        var groups: [ExactText: [String]] = [:]
        for (name, value) in fields.pairs {
            let name = ExactText(name.asciiLowercased)
            if !ignored.contains(name) { groups[name, default: []].append(value) }
        }
        return groups
    }

    /// Compares two cookies; for their expiry, only its presence, because the time follows the machine's clock.
    private mutating func compareCookie(_ recorded: String, _ fresh: String, _ place: String) {
        let parts = { (text: String) in
            text.split(separator: ";").map { part in
                part.drop { $0 == " " }.asciiLowercased.hasPrefix("expires=") ? " Expires" : String(part)
            }
        }
        let (old, new) = (parts(recorded), parts(fresh))
        guard old.count == new.count, let first = old.first, let other = new.first,
            first.prefix(while: { $0 != "=" }) == other.prefix(while: { $0 != "=" })
        else { return differ(place, recorded, fresh) }
        let value = { (pair: String) in String(pair.drop { $0 != "=" }.dropFirst()) }
        compare(value(first), value(other), at: "\(place) \(first.prefix { $0 != "=" })")
        if Array(old.dropFirst()) != Array(new.dropFirst()) { differ(place, recorded, fresh) }
    }

    /// Compares two texts by what they are: JSON, markup, addresses, tokens, times, or words.
    private mutating func compare(_ recorded: String, _ fresh: String, at place: String, depth: Int = 0) {
        if recorded.hasSameBytes(as: fresh) { return values.note(fresh, at: place) }
        if ReplayValues.isPseudonym(recorded) { return compareSecret(recorded, fresh, at: place) }
        // A page may show a password from the settings as an ordinary word, which the capsule doesn't mask. The capsule
        // does mask the password in the settings, so the replay's page shows a pseudonym in place of the word.
        if ReplayValues.isPseudonym(fresh), !recorded.isEmpty { return }
        if values.text(recorded).hasSameBytes(as: fresh) { return }
        guard depth < Self.deepest else { return differ(place, recorded, fresh) }
        if let old = Self.json(recorded), let new = Self.json(fresh) { return compareJSON(old, new, at: place, depth) }
        if let old = Self.signedElement(recorded), let new = Self.signedElement(fresh) {
            compare(old, new, at: "\(place) token", depth: depth + 1)
            return values.learn(recorded, fresh, at: place)
        }
        if let old = MarkupParts(recorded), let new = MarkupParts(fresh) {
            guard old.parts.count == new.parts.count else { return differ(place, recorded, fresh) }
            for (old, new) in zip(old.parts, new.parts) {
                guard old.place.hasSameBytes(as: new.place) else { return differ(place, old.place, new.place) }
                compare(old.text, new.text, at: "\(place) \(old.place)", depth: depth + 1)
            }
            return
        }
        if let old = AddressParts(recorded), let new = AddressParts(fresh) {
            return compareAddress(old, new, at: place, depth, recorded, fresh)
        }
        if let old = VolatileText.time(recorded), let new = VolatileText.time(fresh), abs(old - new) <= tolerance {
            return
        }
        if let old = Self.packed(recorded), let new = Self.packed(fresh) {
            compare(old, new, at: place, depth: depth + 1)
            return values.learn(recorded, fresh, at: place)
        }
        let isCode = place.asciiLowercased.hasSuffix("code")
        if let kind = VolatileText(recorded, isCode: isCode), kind == VolatileText(fresh, isCode: isCode),
            values[recorded] == nil
        {
            return values.learn(recorded, fresh, at: place)
        }
        compareWords(recorded, fresh, at: place, depth)
    }

    /// Compares a recorded pseudonym with the replay's value. The first value is learned, and later ones must be the
    /// same.
    private mutating func compareSecret(_ pseudonym: String, _ fresh: String, at place: String) {
        guard let value = values[pseudonym] else {
            if fresh.isEmpty { return differ(place, "a secret", "nothing") }
            return values.learn(pseudonym, fresh, at: place)
        }
        let spellings = [
            value, PercentEncoding.encode(value), Base64.encode(Array(value.utf8)),
            Base64.encode(Array(value.utf8), .url),
            value.asciiLowercased, value.asciiUppercased,
        ]
        if !spellings.contains(where: { $0.hasSameBytes(as: fresh) }) {
            differ(place, "the same secret as before", "another one")
        }
    }

    private static func json(_ text: String) -> JSONValue? {
        guard let first = text.utf8.first(where: { $0 > 0x20 }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        else { return nil }
        return try? JSONValue.parse(Array(text.utf8))
    }

    private mutating func compareJSON(_ recorded: JSONValue, _ fresh: JSONValue, at place: String, _ depth: Int) {
        // A replay has no connection, so the device's port is unknown.
        if place.hasSuffix(".connection.port") { return }
        switch (recorded, fresh) {
        case (.string(let old), .string(let new)): compare(old, new, at: place, depth: depth + 1)
        case (.array(let old), .array(let new)) where old.count == new.count:
            for (index, (old, new)) in zip(old, new).enumerated() {
                compareJSON(old, new, at: "\(place)[\(index)]", depth)
            }
        case (.object(let old), .object(let new)):
            compareMembers(old, new, at: place, depth)
        case (.integer(let old), .integer(let new)):
            if old == new { return }
            if let old = VolatileText.time(old), let new = VolatileText.time(new), abs(old - new) <= tolerance {
                return
            }
            differ(place, String(old), String(new))
        default: if recorded != fresh { differ(place, Self.shown(recorded), Self.shown(fresh)) }
        }
    }

    private mutating func compareMembers(
        _ recorded: [ExactText: JSONValue], _ fresh: [ExactText: JSONValue], at place: String, _ depth: Int
    ) {
        // The names of members may be identifiers or secrets.
        var others = fresh
        var unmatched: [(name: ExactText, value: JSONValue)] = []
        for name in recorded.keys.sorted() {
            let value = recorded[name] ?? .null
            let counterpart = ExactText(values.text(name.string))
            if let other = others.removeValue(forKey: counterpart) {
                compareJSON(value, other, at: "\(place).\(name.string)", depth)
            } else {
                unmatched.append((name, value))
            }
        }
        let rest = others.keys.sorted()
        guard unmatched.count == rest.count else {
            for (name, value) in unmatched { differ("\(place).\(name.string)", Self.shown(value), "absent") }
            for name in rest { differ("\(place).\(name.string)", "absent", Self.shown(others[name] ?? .null)) }
            return
        }
        for ((name, value), other) in zip(unmatched, rest) {
            compare(name.string, other.string, at: "\(place), a name")
            compareJSON(value, others[other] ?? .null, at: "\(place).\(name.string)", depth)
        }
    }

    private static func shown(_ value: JSONValue) -> String {
        String(decoding: JSONWriter.bytes(of: value), as: UTF8.self)
    }

    private mutating func compareAddress(
        _ recorded: AddressParts, _ fresh: AddressParts, at place: String, _ depth: Int, _ old: String, _ new: String
    ) {
        compareWords(recorded.base, fresh.base, at: place, depth)
        guard recorded.pairs.map(\.name) == fresh.pairs.map(\.name) else { return differ(place, old, new) }
        for (old, new) in zip(recorded.pairs, fresh.pairs) {
            let place = "\(place) \(old.name)"
            if let message = old.message, let other = new.message {
                compare(message, other, at: place, depth: depth + 1)
                values.learn(old.value, new.value, at: place)
            } else {
                compare(old.value, new.value, at: place, depth: depth + 1)
            }
        }
    }

    /// Returns the XML element in a token of the service, without the signature before it; `nil` for any other text.
    private static func signedElement(_ text: String) -> String? {
        let mark = "<signatureInfo>"
        guard text.hasPrefix(mark), let end = text.dropFirst(mark.count).firstRange(of: mark)?.upperBound else {
            return nil
        }
        return String(text[end...])
    }

    /// Returns the text that a base64 text encodes; `nil` if the encoded text doesn't begin like JSON or XML.
    private static func packed(_ text: String) -> String? {
        guard text.utf8.count >= 16, let bytes = Base64.decodeLeniently(text), let first = bytes.first,
            first == UInt8(ascii: "<") || first == UInt8(ascii: "{")
        else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    private mutating func compareWords(_ recorded: String, _ fresh: String, at place: String, _ depth: Int) {
        if recorded.hasSameBytes(as: fresh) || values.text(recorded).hasSameBytes(as: fresh) { return }
        let (old, new) = (Self.words(recorded), Self.words(fresh))
        guard old.count == new.count, old.count > 1 else { return differ(place, recorded, fresh) }
        let before = differences.count
        for (old, new) in zip(old, new) where old != new {
            guard let first = old.first, ReplayValues.isOfWord(first) else { return differ(place, recorded, fresh) }
            compare(old, new, at: place, depth: depth + 1)
            if differences.count > before {
                differences.removeSubrange(before...)
                return differ(place, recorded, fresh)
            }
        }
    }

    /// Returns the words of a text and the pieces between them, in their order.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var isWord: Bool?
        for character in text {
            let isOfWord = ReplayValues.isOfWord(character)
            if isOfWord == isWord {
                words[words.count - 1].append(character)
            } else {
                words.append(String(character))
                isWord = isOfWord
            }
        }
        return words
    }
}
