import PassCore
import PassHTTP
import PassSAML

/// The parts of a text in HTML or XML: texts, names of elements, and attributes.
struct MarkupParts {
    private(set) var parts: [(place: String, text: String)] = []

    /// The maximum number of parts that are compared.
    private static let most = 10_000

    /// Returns `nil` for a text that doesn't begin with a tag, or that contains `<signatureInfo>`.
    init?(_ text: String) {
        guard text.utf8.first(where: { $0 > 0x20 }) == UInt8(ascii: "<"), !text.contains("<signatureInfo>") else {
            return nil
        }
        var rest = text[...]
        while let start = rest.firstIndex(of: "<"), parts.count < Self.most {
            add("text", rest[..<start])
            guard let end = rest[start...].firstIndex(of: ">") else { break }
            addTag(rest[rest.index(after: start)..<end])
            rest = rest[rest.index(after: end)...]
        }
        add("text", rest)
    }

    private mutating func add(_ place: String, _ text: some StringProtocol) {
        guard text.contains(where: { !$0.isWhitespace }) else { return }
        parts.append((place, Self.plain(String(text))))
    }

    private mutating func addTag(_ tag: Substring) {
        let name = String(tag.prefix { !$0.isWhitespace })
        parts.append(("<\(name)>", ""))
        for match in tag.matches(of: /([A-Za-z_:][-A-Za-z0-9_:.]*)\s*=\s*"([^"]*)"/) {
            parts.append(("<\(name)> \(match.1)", Self.plain(String(match.2))))
        }
    }

    private static func plain(_ text: String) -> String {
        guard text.contains("&") else { return text }
        return text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }
}

/// An address with a query, split into the text before the query and the parameters.
struct AddressParts {
    var base: String
    var pairs: [Pair]

    /// A parameter.
    struct Pair {
        var name: String
        var value: String
        /// The XML of a SAML message in the parameter, for the redirect binding.
        var message: String?
    }

    private static let most = 256

    /// Returns `nil` for a text that has no query.
    init?(_ text: String) {
        guard let mark = text.firstIndex(of: "?"), !text.contains(where: \.isWhitespace) else { return nil }
        let query = text[text.index(after: mark)...]
        guard query.contains("=") else { return nil }
        base = String(text[..<mark])
        pairs = Self.pairs(query)
    }

    /// Returns the parameters of a query and of the fragment after it.
    static func pairs(_ query: some StringProtocol) -> [Pair] {
        let message = try? RedirectedMessage(query: String(query.prefix { $0 != "#" }))
        return query.split(whereSeparator: { $0 == "&" || $0 == "#" }).prefix(most).map { pair in
            let name = String(pair.prefix { $0 != "=" })
            let raw = pair.drop { $0 != "=" }.dropFirst()
            var parameter = Pair(name: name, value: PercentEncoding.decode(raw, plusIsSpace: true) ?? String(raw))
            if let message, name == message.parameter.rawValue {
                parameter.message = String(decoding: message.xml, as: UTF8.self)
            }
            return parameter
        }
    }
}
