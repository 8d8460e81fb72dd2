extension String {
    /// The text of bytes that were found to be ASCII: for short ones quicker than decoding, and the same.
    init(ascii bytes: UnsafeRawBufferPointer) {
        self.init(unsafeUninitializedCapacity: bytes.count) { text in
            UnsafeMutableRawBufferPointer(text).copyMemory(from: bytes)
            return bytes.count
        }
    }
}
