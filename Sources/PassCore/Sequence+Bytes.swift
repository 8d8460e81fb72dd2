extension Sequence<UInt8> {
    /// Calls `body` with the bytes in one run of memory, where they lie or, if they don't lie so, in a copy.
    ///
    /// A generic function isn't compiled anew for the collections of other modules, so that its loop would fetch each byte
    /// by several calls and an allocation.
    func withBytesInOneRun<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        withContiguousStorageIfAvailable(body) ?? Array(self).withUnsafeBufferPointer(body)
    }
}
