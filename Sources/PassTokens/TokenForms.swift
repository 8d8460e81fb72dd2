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

    package var elements: Elements
    package var mediaRoot: MediaToken.Root

    package init(elements: Elements = .recorded, mediaRoot: MediaToken.Root = .shortAuthorizationToken) {
        self.elements = elements
        self.mediaRoot = mediaRoot
    }
}
