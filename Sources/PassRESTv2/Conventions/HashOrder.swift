/// The order in which the service lists the members of its JSON maps: that of a Java hash table, as all samples of its
/// documentation have it.
enum HashOrder {
    /// Returns the names in the order of their places in the table.
    ///
    /// The table has 16 places, and twice as many as long as it is fuller than three quarters. Names with the same
    /// place stay in the order of `names`.
    static func sorted(_ names: [String]) -> [String] {
        var places = 16
        while 4 * names.count > 3 * places { places *= 2 }
        return names.enumerated().map { (place: place(of: $1, in: places), index: $0, name: $1) }
            .sorted { ($0.place, $0.index) < ($1.place, $1.index) }.map(\.name)
    }

    /// Returns the place of a name: its hash, of which the upper half is folded onto the lower one.
    private static func place(of name: String, in places: Int) -> Int {
        var hash: UInt32 = 0
        for unit in name.utf16 { hash = 31 &* hash &+ UInt32(unit) }
        return Int((hash ^ (hash >> 16)) & UInt32(places - 1))
    }
}
