extension Sequence<UInt8> {
    /// Calls `body` with the bytes in one run of memory: in place if they are contiguous, else in a copy.
    ///
    /// Loops over bytes belong in functions that take such a run. A generic function that isn't inlinable is compiled
    /// once for all collections of other modules, so its loop would need several calls and an allocation for each byte.
    @inlinable package func withBytesInOneRun<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        withContiguousStorageIfAvailable(body) ?? Array(self).withUnsafeBufferPointer(body)
    }
}
