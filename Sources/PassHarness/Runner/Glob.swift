/// A pattern with `*` for any text and `?` for one character, without regard to case; it has to fit the whole text.
public struct Glob: Sendable, Hashable {
    public let pattern: String
    private let characters: [Character]

    public init(_ pattern: String) {
        self.pattern = pattern
        characters = Array(pattern.lowercased())
    }

    public func matches(_ text: String) -> Bool {
        let text = Array(text.lowercased())
        var place = 0
        var index = 0
        // Where to try again when a star took too little.
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

    /// Whether it fits a scenario's number, its group or its title.
    public func matches(_ scenario: Scenario) -> Bool {
        [scenario.number, scenario.chapter, scenario.group.rawValue, scenario.title].contains(where: matches)
    }
}
