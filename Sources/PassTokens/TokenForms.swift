package import PassDomain

/// The formats in which tokens are issued, where several are known. All known formats are accepted.
package struct TokenForms: Sendable, Hashable {
    /// The set of elements in authN and authZ tokens.
    package enum Elements: String, Sendable, CaseIterable {
        /// The elements of recorded tokens, which real clients read.
        case recorded
        /// The elements that the vendor's SDK page prints, and no others.
        case documented
    }

    /// The spelling of the second `signatureInfo` tag.
    package enum Separator: String, Sendable, CaseIterable {
        /// The tag has no slash, as on the real wire: `<signatureInfo>SIG<signatureInfo>`.
        case recorded
        /// The tag has a slash, as readers of the vendor's page "correct" it. Two SDK generations can't read this.
        case corrected
    }

    package var elements: Elements
    package var mediaRoot: MediaToken.Root
    package var separator: Separator
    /// The time zone of all dates, in minutes east of Greenwich. It changes the text of a date, not the instant.
    package var utcOffsetMinutes: Int

    package init(
        elements: Elements = .recorded, mediaRoot: MediaToken.Root = .shortAuthorizationToken,
        separator: Separator = .recorded, utcOffsetMinutes: Int = 0
    ) {
        self.elements = elements
        self.mediaRoot = mediaRoot
        self.separator = separator
        self.utcOffsetMinutes = utcOffsetMinutes
    }
}
