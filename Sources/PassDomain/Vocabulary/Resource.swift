/// What a subscriber wants to watch: a channel, or one asset described by an MRSS item.
package struct Resource: Sendable, Hashable {
    /// The text as it was requested, verbatim: a plain identifier or an `<rss>` document.
    package var text: String
    /// What names it: the plain identifier, or the item's `guid` (else the channel's title).
    package var name: String
    /// Whether `text` is an MRSS document, which tokens carry in a CDATA section.
    package var isMRSS: Bool

    package init(text: String, name: String, isMRSS: Bool) {
        self.text = text
        self.name = name
        self.isMRSS = isMRSS
    }

    package init(_ identifier: String) {
        self.init(text: identifier, name: identifier, isMRSS: false)
    }
}
