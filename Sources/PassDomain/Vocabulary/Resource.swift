package import PassCore

/// The thing that a subscriber wants to watch: a channel, or one asset described by an MRSS item.
///
/// A resource never changes, and a decision about it passes it on many times, so it is passed by reference.
package final class Resource: Sendable, Hashable {
    /// The requested text, verbatim: a plain identifier or an `<rss>` document.
    package let text: ExactText
    /// The resource's name: the plain identifier, or the `guid` of the MRSS item (if absent, the channel's title).
    package let name: ExactText
    /// Whether `text` is an MRSS document, which tokens carry in a CDATA section.
    package let isMRSS: Bool
    /// The item's title, for people; `nil` when the item has none.
    package let title: String?
    /// The ratings of the item, one for each scheme that the item names.
    package let ratings: [Rating]

    package init(text: String, name: String, isMRSS: Bool, title: String? = nil, ratings: [Rating] = []) {
        self.text = ExactText(text)
        self.name = ExactText(name)
        self.isMRSS = isMRSS
        self.title = title
        self.ratings = ratings
    }

    /// Creates a resource from a plain identifier.
    package convenience init(_ identifier: String) {
        self.init(text: identifier, name: identifier, isMRSS: false)
    }

    package static func == (left: Resource, right: Resource) -> Bool {
        left === right
            || (left.text, left.name, left.isMRSS, left.title, left.ratings)
                == (right.text, right.name, right.isMRSS, right.title, right.ratings)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }

    /// Returns whether `text`, a server's description of a resource, means this one: by the whole text, or by the name.
    ///
    /// XML processing turns all line ends into line feeds (XML 1.0, section 2.11), so all kinds of line ends count as
    /// equal.
    package func isMeant(by text: String) -> Bool {
        ExactText(text) == name || Self.withLineFeeds(text) == Self.withLineFeeds(self.text.string)
    }

    private static func withLineFeeds(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var previous: UInt8 = 0
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\r") {
                bytes.append(UInt8(ascii: "\n"))
            } else if byte != UInt8(ascii: "\n") || previous != UInt8(ascii: "\r") {
                bytes.append(byte)
            }
            previous = byte
        }
        return bytes
    }
}
