extension String {
    /// The text of bytes that were found to be ASCII; quicker than decoding, which repairs what isn't UTF-8.
    init(ascii bytes: UnsafeRawBufferPointer) {
        self.init(unsafeUninitializedCapacity: bytes.count) { text in
            UnsafeMutableRawBufferPointer(text).copyMemory(from: bytes)
            return bytes.count
        }
    }
}
