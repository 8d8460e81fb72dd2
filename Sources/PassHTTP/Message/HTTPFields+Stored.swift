extension HTTPFields {
    /// Creates fields from bytes that came from the property `stored` of other fields.
    ///
    /// - Parameter targetLength: the length of the request's target, with which the bytes begin; 0 for a response.
    package init(stored: UnsafeRawBufferPointer, targetLength: Int) {
        let lines = UnsafeRawBufferPointer(rebasing: stored[targetLength...])
        var rest = lines
        var names: UInt64 = 0
        var count = 0
        while let line = Self.firstLine(of: rest) {
            rest = UnsafeRawBufferPointer(rebasing: rest[line.count...])
            names |= HTTPFieldName.bit(of: UnsafeRawBufferPointer(rebasing: line.prefix { $0 != UInt8(ascii: ":") }))
            count += 1
        }
        self.init(
            of: UnsafeRawBufferPointer(rebasing: stored[..<targetLength]), lines: lines, names: names, count: count)
    }
}
