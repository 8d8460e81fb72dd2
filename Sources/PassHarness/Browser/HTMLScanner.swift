/// A tag or a stretch of text of an HTML page, with only the details that a small browser needs.
enum HTMLPiece: Equatable {
    /// An opening tag: names are in lower case, and character references in values are resolved.
    case open(String, attributes: [String: String])
    case close(String)
    case text(String)
}

/// A scanner that cuts a page into tags and text, at most 100,000 pieces.
///
/// The scanner tolerates what browsers tolerate (HTML Standard, section 13.2.5).
struct HTMLScanner {
    private static let maximumPieces = 100_000
    /// The elements whose content isn't parsed as markup.
    private static let rawElements: Set<String> = ["script", "style", "textarea", "title"]

    private var rest: Substring
    private(set) var pieces: [HTMLPiece] = []

    static func pieces(of page: String) -> [HTMLPiece] {
        var scanner = HTMLScanner(rest: page[...])
        scanner.scan()
        return scanner.pieces
    }

    private init(rest: Substring) { self.rest = rest }

    private mutating func scan() {
        while !rest.isEmpty, pieces.count < Self.maximumPieces {
            guard let mark = rest.firstIndex(of: "<") else {
                addText(rest)
                return
            }
            addText(rest[..<mark])
            rest = rest[mark...].dropFirst()
            if rest.hasPrefix("!--") {
                rest = rest.firstRange(of: "-->").map { rest[$0.upperBound...] } ?? ""
            } else if rest.first == "!" || rest.first == "?" {
                skip(past: ">")
            } else if rest.first == "/" {
                rest = rest.dropFirst()
                pieces.append(.close(takeName()))
                skip(past: ">")
            } else if rest.first?.isLetter == true {
                scanTag()
            } else {
                addText("<")
            }
        }
    }

    private mutating func scanTag() {
        let name = takeName()
        var attributes: [String: String] = [:]
        while true {
            rest = rest.drop { $0.isWhitespace || $0 == "/" }
            guard let first = rest.first else { break }
            if first == ">" {
                rest = rest.dropFirst()
                break
            }
            let written = rest.prefix { !$0.isWhitespace && !"=>/".contains($0) }
            let attribute = written.lowercased()
            rest = rest.dropFirst(max(written.count, 1)).drop(while: \.isWhitespace)
            var value = ""
            if rest.first == "=" {
                rest = rest.dropFirst().drop(while: \.isWhitespace)
                value = takeValue()
            }
            if attributes[attribute] == nil { attributes[attribute] = value }
        }
        pieces.append(.open(name, attributes: attributes))
        guard Self.rawElements.contains(name) else { return }
        let end = rest.firstRange(ofASCII: "</\(name)")?.lowerBound ?? rest.endIndex
        let content = rest[..<end]
        pieces.append(.text(name == "title" || name == "textarea" ? Self.resolved(content) : String(content)))
        rest = rest[end...]
    }

    private mutating func takeName() -> String {
        let name = rest.prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
        rest = rest.dropFirst(name.count)
        return name.lowercased()
    }

    private mutating func takeValue() -> String {
        guard let quote = rest.first, quote == "\"" || quote == "'" else {
            let value = rest.prefix { !$0.isWhitespace && $0 != ">" }
            rest = rest.dropFirst(value.count)
            return Self.resolved(value)
        }
        let value = rest.dropFirst().prefix { $0 != quote }
        rest = rest.dropFirst(value.count + 2)
        return Self.resolved(value)
    }

    private mutating func skip(past mark: Character) {
        rest = rest.firstIndex(of: mark).map { rest[$0...].dropFirst() } ?? ""
    }

    private mutating func addText(_ text: Substring) {
        if !text.isEmpty { pieces.append(.text(Self.resolved(text))) }
    }

    /// Returns the text with its character references resolved: the five of XML, `&nbsp;` and numeric ones.
    ///
    /// Other references stay as they are.
    static func resolved(_ text: some StringProtocol) -> String {
        guard text.contains("&") else { return String(text) }
        var out = ""
        var rest = Substring(text)
        while let mark = rest.firstIndex(of: "&") {
            out += rest[..<mark]
            rest = rest[mark...].dropFirst()
            let name = rest.prefix(12).prefix { $0 != ";" }
            if rest.dropFirst(name.count).first == ";", let character = character(named: name) {
                out.append(character)
                rest = rest.dropFirst(name.count + 1)
            } else {
                out += "&"
            }
        }
        return out + rest
    }

    private static func character(named name: Substring) -> Character? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        case "nbsp": return "\u{A0}"
        default: break
        }
        guard name.first == "#" else { return nil }
        let digits = name.dropFirst()
        let code = digits.first == "x" || digits.first == "X" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return code.flatMap(Unicode.Scalar.init).map(Character.init)
    }
}
