extension StringProtocol {
    /// The text with its letters A to Z in lower case and everything else as it is.
    ///
    /// `lowercased()` makes a `k` of the Kelvin sign, and so two texts one.
    package var asciiLowercased: String { String(self).folded(UInt8(ascii: "A"), UInt8(ascii: "Z")) }

    /// The text with its letters a to z in upper case and everything else as it is.
    ///
    /// `uppercased()` makes an `S` of a long s, and so two texts one.
    package var asciiUppercased: String { String(self).folded(UInt8(ascii: "a"), UInt8(ascii: "z")) }
}

extension String {
    /// The text with the letters from `first` to `last` in the other case; most texts have none and stay as they are.
    fileprivate func folded(_ first: UInt8, _ last: UInt8) -> String {
        withBytes { bytes in
            guard bytes.contains(where: { first <= $0 && $0 <= last }) else { return self }
            return String(unsafeUninitializedCapacity: bytes.count) { text in
                for index in bytes.indices {
                    let byte = bytes[index]
                    text.initializeElement(at: index, to: first <= byte && byte <= last ? byte ^ 0x20 : byte)
                }
                return bytes.count
            }
        }
    }
}
