extension Sequence<UInt8> {
    /// Calls `body` with the bytes in one run of memory, where they lie or, if they don't lie so, in a copy.
    ///
    /// A generic function that isn't inlinable is compiled once for all collections of other modules, so that its loop would
    /// fetch each byte by several calls and an allocation.
    @inlinable package func withBytesInOneRun<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        withContiguousStorageIfAvailable(body) ?? Array(self).withUnsafeBufferPointer(body)
    }
}
