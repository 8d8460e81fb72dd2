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
        var previous = Kind.other
        for character in name {
            let kind = Kind(character)
            if kind != .other, previous == .other || previous == .lowercase && kind == .uppercase {
                initials.append(contentsOf: character.uppercased().prefix(1))
            }
            if initials.count == 2 { break }
            previous = kind
        }
        return initials.isEmpty ? "?" : initials
    }

    /// The kinds of characters that decide where a word begins.
    private enum Kind {
        case uppercase
        case lowercase
        /// A digit, or a letter of a script without cases.
        case caseless
        /// A character between words.
        case other

        init(_ character: Character) {
            // The properties of other characters are in tables, where a search takes thousands of instructions.
            switch character.asciiValue {
            case (UInt8(ascii: "A")...UInt8(ascii: "Z"))?: self = .uppercase
            case (UInt8(ascii: "a")...UInt8(ascii: "z"))?: self = .lowercase
            case (UInt8(ascii: "0")...UInt8(ascii: "9"))?: self = .caseless
            case .some: self = .other
            case nil where !character.isLetter && !character.isNumber: self = .other
            case nil where character.isUppercase: self = .uppercase
            case nil where character.isLowercase: self = .lowercase
            case nil: self = .caseless
            }
        }
    }
}
