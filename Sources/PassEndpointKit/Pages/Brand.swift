package import PassDomain

/// The owner of a page: a name, and a colour that is always the same for the same MVPD.
package struct Brand: Sendable, Hashable {
    package var name: String
    /// The index of one of `Stylesheet.hues`; `nil` is the service's grey.
    package var hue: Int?

    package init(name: String, hue: Int? = nil) {
        self.name = name
        self.hue = hue
    }

    /// The service itself, which stands between programmers and MVPDs.
    package static let service = Brand(name: "Pass Simulator")

    package init(_ mvpd: MVPD) {
        // FNV-1a: short, and the same in every run, unlike Swift's own hashing.
        var hash: UInt32 = 2_166_136_261
        for byte in mvpd.id.rawValue.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        self.init(name: mvpd.displayName, hue: Int(hash % UInt32(Stylesheet.hues.count)))
    }

    /// The first letters of the first two words, in upper case: `Acme Cable` and `AcmeCable` are `AC`.
    package var initials: String {
        var initials = ""
        var previous: Character = " "
        for character in name {
            let isWord = character.isLetter || character.isNumber
            let begins = !(previous.isLetter || previous.isNumber) || previous.isLowercase && character.isUppercase
            if isWord && begins { initials.append(contentsOf: character.uppercased().prefix(1)) }
            if initials.count == 2 { break }
            previous = character
        }
        return initials.isEmpty ? "?" : initials
    }
}
