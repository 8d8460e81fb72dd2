import PassCore

/// The order in which the service lists the members of its JSON maps: that of a Java hash table, as all samples of its
/// documentation have it.
enum HashOrder {
    /// Returns the names in the order of their places in the table.
    ///
    /// The table has 16 places, and twice as many as long as it is fuller than three quarters. Names with the same
    /// place stay in the order of `names`.
    static func sorted(_ names: [String]) -> [String] {
        let places = places(for: names.count)
        return names.enumerated().map { (place: place(of: $1, in: places), index: $0, name: $1) }
            .sorted { ($0.place, $0.index) < ($1.place, $1.index) }.map(\.name)
    }

    /// Returns the number of places of a table with so many names.
    static func places(for count: Int) -> Int {
        var places = 16
        while 4 * count > 3 * places { places *= 2 }
        return places
    }

    /// Returns the place of a name: its hash, of which the upper half is folded onto the lower one.
    ///
    /// The hash is that of UTF-16, whose units are the bytes of a name in ASCII, as nearly all are.
    static func place(of name: String, in places: Int) -> Int {
        var (hash, isASCII) = name.withBytes { bytes in
            var (hash, all) = (UInt32(0), UInt8(0))
            for byte in bytes {
                hash = 31 &* hash &+ UInt32(byte)
                all |= byte
            }
            return (hash, all < 0x80)
        }
        if !isASCII {
            hash = 0
            for unit in name.utf16 { hash = 31 &* hash &+ UInt32(unit) }
        }
        return Int((hash ^ (hash >> 16)) & UInt32(places - 1))
    }
}
