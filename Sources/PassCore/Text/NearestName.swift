/// A search for the known name that is most similar to a misspelt one.
package enum NearestName {
    /// Returns the candidate with the fewest edits to `name`, ignoring case; `nil` if none is near.
    ///
    /// The first of several equally near candidates is returned.
    ///
    /// A candidate that begins with `name`, if that has three characters or more, counts as one edit away: `media`
    /// means `mediaSeconds` rather than `demo`. Of several such candidates the shortest one is returned: `requestor`
    /// means `requestors` rather than `requestorProof`.
    package static func find(_ name: String, among candidates: some Sequence<String>) -> String? {
        let wanted = Array(name.lowercased().prefix(64))
        let distances = candidates.map { candidate in
            let known = Array(candidate.lowercased())
            let goesOn = wanted.count >= 3 && known.starts(with: wanted)
            let edits = distance(wanted, known)
            return (name: candidate, counted: goesOn ? min(1, edits) : edits, edits: edits)
        }
        let nearest = distances.min { ($0.counted, $0.edits) < ($1.counted, $1.edits) }
        // A name that differs in more than every third letter is another word.
        return nearest.flatMap { $0.counted <= max(1, wanted.count / 3) ? $0.name : nil }
    }

    /// Returns `; the nearest one is NAME` for a sentence about an unknown name; empty if no candidate is near.
    package static func hint(_ name: String, among candidates: some Sequence<String>) -> String {
        find(name, among: candidates).map { "; the nearest one is \($0)" } ?? ""
    }

    /// Returns the number of edits that turn one text into the other (optimal string alignment).
    ///
    /// An edit inserts, deletes or replaces a character, or swaps two neighbours.
    package static func distance(_ left: [Character], _ right: [Character]) -> Int {
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
