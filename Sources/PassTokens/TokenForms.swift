package import PassDomain

/// Which of the known spellings tokens are written in; all of them are read.
package struct TokenForms: Sendable, Hashable {
    /// Which elements a proof carries.
    package enum Elements: String, Sendable, CaseIterable {
        /// Those of recorded tokens, which real clients read.
        case recorded
        /// Exactly those that the vendor's SDK page prints.
        case documented
    }

    /// How the second `signatureInfo` tag is spelled.
    package enum Separator: String, Sendable, CaseIterable {
        /// Without a slash, as on the real wire: `<signatureInfo>SIG<signatureInfo>`.
        case recorded
        /// With one, as readers of the vendor's page "correct" it; two SDK generations can't read it.
        case corrected
    }

    package var elements: Elements
    package var mediaRoot: MediaToken.Root
    package var separator: Separator
    /// The zone of all dates, in minutes east of Greenwich; it changes their spelling, not the instant.
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
