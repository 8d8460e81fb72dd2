import PassCore

/// The order in which the service lists the members of its JSON maps: the order of a Java hash table, as in all samples
/// of its documentation.
enum HashOrder {
    /// Returns the names in the order of their places in the table.
    ///
    /// The table has 16 places, and their number is doubled until the names fill at most three quarters of them. Names
    /// with the same place stay in the order of `names`.
    static func sorted(_ names: [String]) -> [String] {
        let places = places(for: names.count)
        return names.enumerated().map { (place: place(of: $1, in: places), index: $0, name: $1) }
            .sorted { ($0.place, $0.index) < ($1.place, $1.index) }.map(\.name)
    }

    /// Returns the number of places of a table with that many names.
    static func places(for count: Int) -> Int {
        var places = 16
        while 4 * count > 3 * places { places *= 2 }
        return places
    }

    /// Returns the place of a name in a table with that many places.
    static func place(of name: String, in places: Int) -> Int { hash(of: name).place(in: places) }

    /// The hash of a name, with its upper half folded onto the lower one.
    struct Hash {
        private let folded: UInt32

        fileprivate init(_ hash: UInt32) {
            folded = hash ^ (hash >> 16)
        }

        /// Returns the place in a table with that many places.
        func place(in places: Int) -> Int { Int(folded & UInt32(places - 1)) }
    }

    /// Returns the hash of a name.
    ///
    /// The hash is computed from the name's UTF-16 units. In an ASCII name, as nearly all are, each unit is a byte.
    static func hash(of name: String) -> Hash {
        let (bytes, isASCII) = name.withBytes { bytes in
            var (hash, all) = (UInt32(0), UInt8(0))
            for byte in bytes {
                hash = 31 &* hash &+ UInt32(byte)
                all |= byte
            }
            return (hash, all < 0x80)
        }
        return Hash(isASCII ? bytes : name.utf16.reduce(0) { 31 &* $0 &+ UInt32($1) })
    }
}
