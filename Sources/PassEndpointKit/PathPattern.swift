/// A route's path: literal segments, captures in braces and optional parts in brackets.
///
/// `/adobe-services[/1.0]/config/{requestor}` stands for the path with and without `/1.0`.
struct PathPattern {
    enum Segment: Hashable {
        case literal(String)
        case capture(String)
    }

    /// Returns the patterns without brackets that `text` stands for.
    static func variants(of text: String) -> [[Segment]] {
        let letters = text.utf8
        guard let open = letters.firstIndex(of: UInt8(ascii: "[")),
            let close = letters[open...].firstIndex(of: UInt8(ascii: "]"))
        else { return [segments(of: text)] }
        let before = text[..<open]
        let inside = text[letters.index(after: open)..<close]
        let after = text[letters.index(after: close)...]
        return variants(of: "\(before)\(after)") + variants(of: "\(before)\(inside)\(after)")
    }

    /// Returns the path that a pattern without captures stands for; `nil` for a pattern with captures.
    static func literalPath(_ pattern: [Segment]) -> String? {
        var path = ""
        for segment in pattern {
            guard case .literal(let text) = segment else { return nil }
            path += "/" + text
        }
        return path
    }

    private static func segments(of text: String) -> [Segment] {
        text.utf8.split(separator: UInt8(ascii: "/")).map { segment in
            segment.first == UInt8(ascii: "{")
                ? .capture(String(Substring(segment.dropFirst().dropLast()))) : .literal(String(Substring(segment)))
        }
    }
}
