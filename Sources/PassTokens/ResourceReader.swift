package import PassDomain
import PassXML

/// A reader of resources: plain identifiers, or MRSS documents with one item.
package enum ResourceReader {
    /// The maximum length of a resource, in bytes of UTF-8. Even if each byte is an `&`, which a token escapes to five
    /// bytes, the resource fits into a token that `SignedEnvelope` still reads.
    package static let maximumBytes = 12_288

    /// Reads the resource that a client requests.
    ///
    /// - Throws: `Denial.invalidResource` if a document isn't well-formed, isn't MRSS or names nothing, if the text has
    ///   more than `maximumBytes`, or if it has characters that no token can hold (XML 1.0, section 2.2).
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

    /// Returns the ratings anywhere in the item, or the channel's if the item has none (Media RSS, "media:rating").
    private static func ratings(of item: XMLElement?, in channel: XMLElement) -> [Rating] {
        let own = item?.descendants("rating") ?? []
        return (own.isEmpty ? channel.all("rating") : own).compactMap { element in
            trimmed(element.text).map { Rating(scheme: element[attribute: "scheme"], $0) }
        }
    }

    /// Reads the resource in a token. The text was checked when the token was made.
    static func read(signed text: String) -> Resource? {
        text.isEmpty ? nil : try? read(requested: text)
    }

    /// Whether the text is a document, which may begin with white space, rather than a plain identifier.
    private static func isDocument(_ text: String) -> Bool {
        text.utf8.first { $0 > UInt8(ascii: " ") } == UInt8(ascii: "<")
    }

    /// Returns the text without white space at its ends, or `nil` if nothing remains.
    private static func trimmed(_ text: String) -> String? {
        var slice = text.drop(while: \.isWhitespace)
        while let last = slice.last, last.isWhitespace { slice.removeLast() }
        return slice.isEmpty ? nil : String(slice)
    }
}
