extension StringProtocol {
    /// The text with its letters A to Z in lower case and everything else unchanged.
    ///
    /// `lowercased()` would turn the Kelvin sign into a `k`, which makes two different texts equal.
    package var asciiLowercased: String { String(self).folded(UInt8(ascii: "A"), UInt8(ascii: "Z")) }

    /// The text with its letters a to z in upper case and everything else unchanged.
    ///
    /// `uppercased()` would turn a long s into an `S`, which makes two different texts equal.
    package var asciiUppercased: String { String(self).folded(UInt8(ascii: "a"), UInt8(ascii: "z")) }
}

extension String {
    /// Returns the text with the letters from `first` to `last` in the other case.
    ///
    /// Most texts have no such letters and are returned unchanged.
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
