/// Finds what somebody meant who misspelt a name.
package enum NearestName {
    /// The candidate with the fewest edits to `name`, without regard to case; the first of several.
    ///
    /// One that goes on where `name` ends counts as a single edit: `media` means `mediaSeconds` rather than `demo`. Of
    /// several such, the shortest: `requestor` means `requestors` rather than `requestorProof`.
    package static func find(_ name: String, among candidates: some Sequence<String>) -> String? {
        let wanted = Array(name.lowercased().prefix(64))
        let distances = candidates.map { candidate in
            let known = Array(candidate.lowercased())
            let goesOn = wanted.count >= 3 && known.starts(with: wanted)
            let edits = distance(wanted, known)
            return (name: candidate, counted: goesOn ? min(1, edits) : edits, edits: edits)
        }
        return distances.min { ($0.counted, $0.edits) < ($1.counted, $1.edits) }?.name
    }

    /// Edits from one to the other: insert, delete, replace, or swap two neighbours (optimal string alignment).
    static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            for column in 0..<right.count {
                let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
                var best = min(replaced, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
