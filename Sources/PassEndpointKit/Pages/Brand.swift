package import PassDomain

/// Whose page it is: a name, and a colour that is always the same for the same provider.
package struct Brand: Sendable, Hashable {
    package var name: String
    /// Which of the style sheet's colours; `nil` is the service's grey.
    package var hue: Int?

    package init(name: String, hue: Int? = nil) {
        self.name = name
        self.hue = hue
    }

    /// The service between programmers and providers.
    package static let service = Brand(name: "Pass Simulator")

    package init(_ mvpd: MVPD) {
        // FNV-1a: short, and the same in every run, which Swift's own hashing is not.
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
