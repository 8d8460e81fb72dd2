import PassHTTP

/// The condition of `If-None-Match`: the entity tags of what a client has already (RFC 9110, section 13.1.2).
struct EntityTags {
    private let isAny: Bool
    private let tags: [Substring]

    /// Reads the values of the fields `If-None-Match`. A part that isn't an entity tag is left out.
    init(_ fields: [String]) {
        isAny = fields.count == 1 && fields[0].filter { $0 != " " } == "*"
        tags = fields.flatMap(Self.tags)
    }

    /// Whether the client has the content with this tag. Weak tags match too, since the comparison is weak (section
    /// 8.8.3.2).
    func contains(_ tag: String) -> Bool { isAny || tags.contains { $0.utf8.elementsEqual(tag.utf8) } }

    /// Returns the tags in a field's value, without the prefix `W/` of weak ones. A tag may contain commas.
    private static func tags(_ field: String) -> [Substring] {
        var tags: [Substring] = []
        var rest = field[...]
        while let begin = rest.utf8.firstIndex(of: UInt8(ascii: "\"")) {
            let behind = rest.utf8.index(after: begin)
            guard let end = rest[behind...].utf8.firstIndex(of: UInt8(ascii: "\"")) else { break }
            tags.append(rest[begin...end])
            rest = rest[rest.utf8.index(after: end)...]
        }
        return tags
    }
}
