package import PassCore

/// What a subscriber wants to watch: a channel, or one asset described by an MRSS item.
package struct Resource: Sendable, Hashable {
    /// The text as it was requested, verbatim: a plain identifier or an `<rss>` document.
    package var text: ExactText
    /// What names it: the plain identifier, or the item's `guid` (else the channel's title).
    package var name: ExactText
    /// Whether `text` is an MRSS document, which tokens carry in a CDATA section.
    package var isMRSS: Bool
    /// The item's title, for people; `nil` when it has none.
    package var title: String?
    /// For whom the item is fit, in each scheme that says so.
    package var ratings: [Rating]

    package init(text: String, name: String, isMRSS: Bool, title: String? = nil, ratings: [Rating] = []) {
        self.text = ExactText(text)
        self.name = ExactText(name)
        self.isMRSS = isMRSS
        self.title = title
        self.ratings = ratings
    }

    package init(_ identifier: String) {
        self.init(text: identifier, name: identifier, isMRSS: false)
    }

    /// Whether a server that knows the resource by `text` means this one: by the whole text, or by its name.
    ///
    /// A text that went through XML comes back with line feeds for all line ends (XML 1.0, section 2.11), so those of
    /// both sides count as the same.
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
