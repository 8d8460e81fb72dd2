/// A case-insensitive pattern that matches a whole text, with `*` for any text and `?` for one character.
public struct Glob: Sendable, Hashable {
    /// The pattern as it was written.
    public let pattern: String
    private let characters: [Character]

    /// Creates a pattern; every text is valid.
    public init(_ pattern: String) {
        self.pattern = pattern
        characters = Array(pattern.lowercased())
    }

    /// Whether the pattern matches the whole text.
    public func matches(_ text: String) -> Bool {
        let text = Array(text.lowercased())
        var place = 0
        var index = 0
        // The position from which to try again if a star has matched too little text.
        var star: (place: Int, index: Int)?
        while index < text.count {
            if place < characters.count, characters[place] == "*" {
                star = (place, index)
                place += 1
            } else if place < characters.count, characters[place] == "?" || characters[place] == text[index] {
                place += 1
                index += 1
            } else if let last = star {
                star = (last.place, last.index + 1)
                place = last.place + 1
                index = last.index + 1
            } else {
                return false
            }
        }
        return characters[place...].allSatisfy { $0 == "*" }
    }

    /// Whether the pattern matches a scenario's number, chapter, group or title.
    public func matches(_ scenario: Scenario) -> Bool {
        [scenario.number, scenario.chapter, scenario.group.rawValue, scenario.title].contains(where: matches)
    }
}
