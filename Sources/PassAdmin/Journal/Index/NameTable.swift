import PassCore

/// The names in recorded exchanges, each stored only once.
///
/// Each name has a number, which replaces it elsewhere; 0 means no name.
struct NameTable: Sendable {
    private var numbers: [ExactText: UInt32] = [:]
    private var names: [String] = []
    /// An estimate of the memory that the names take, in bytes.
    private(set) var byteCount = 0

    /// The memory that a name takes in addition to its own bytes: its places in the array and in the dictionary.
    private static let overhead = 80

    subscript(number: UInt32) -> String? { number == 0 ? nil : names[Int(number) - 1] }

    /// Returns the number of a name.
    mutating func number(of name: String?) -> UInt32 {
        guard let name else { return 0 }
        let text = ExactText(name)
        if let number = numbers[text] { return number }
        names.append(name)
        let number = UInt32(names.count)
        numbers[text] = number
        byteCount += name.utf8.count + Self.overhead
        return number
    }
}
