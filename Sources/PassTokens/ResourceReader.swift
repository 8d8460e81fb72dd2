package import PassDomain
import PassXML

/// Reads a resource: a plain identifier, or an MRSS document with one item.
package enum ResourceReader {
    /// Of UTF-8; five times as many, when each is an `&` that a token escapes, still fit into one that is read again.
    package static let maximumBytes = 12_288

    /// The resource that a client asks for.
    ///
    /// - Throws: the denial for a document that isn't MRSS, isn't well-formed or names nothing, and for a text of more
    ///   than `maximumBytes`, or with characters that no token can hold (XML 1.0, section 2.2).
    package static func read(requested text: String) throws(Denial) -> Resource {
        guard text.utf8.count <= maximumBytes,
            !text.unicodeScalars.contains(where: { $0 == "\u{FFFE}" || $0 == "\u{FFFF}" })
        else { throw .invalidResource }
        guard isDocument(text) else { return Resource(text) }
        guard let root = try? XMLReader.parse(Array(text.utf8), limits: .lenientNamespaces), root.name == "rss",
            let channel = root.first("channel")
        else { throw .invalidResource }
        let item = channel.first("item")
        let name = item?.first("guid")?.text ?? channel.first("title")?.text ?? ""
        guard let name = trimmed(name) else { throw .invalidResource }
        return Resource(
            text: text, name: name, isMRSS: true, title: (item?.first("title")?.text).flatMap(trimmed),
            ratings: ratings(of: item, in: channel))
    }

    /// The item's ratings, wherever in it they stand; else the channel's (Media RSS, "media:rating").
    private static func ratings(of item: XMLElement?, in channel: XMLElement) -> [Rating] {
        let own = item?.descendants("rating") ?? []
        return (own.isEmpty ? channel.all("rating") : own).compactMap { element in
            trimmed(element.text).map { Rating(scheme: element[attribute: "scheme"], $0) }
        }
    }

    /// The resource that a token names: it was read when the token was made.
    static func read(signed text: String) -> Resource? {
        text.isEmpty ? nil : try? read(requested: text)
    }

    private static func isDocument(_ text: String) -> Bool {
        text.first { !$0.isWhitespace } == "<"
    }

    private static func trimmed(_ text: String) -> String? {
        var slice = text.drop(while: \.isWhitespace)
        while let last = slice.last, last.isWhitespace { slice.removeLast() }
        return slice.isEmpty ? nil : String(slice)
    }
}
