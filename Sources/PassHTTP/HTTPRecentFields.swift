#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The header sections that were read last, and what they say.
///
/// A client sends the same fields with one request after the other, on all its connections. Where the bytes are those of a section
/// that was read, so is what they say, and to compare them takes a fraction of reading them. It belongs to one loop.
package final class HTTPRecentFields {
    /// A section of an HTTP/1.1 request that has no transfer coding and expects nothing.
    final class Section {
        /// As they came, with the empty line at their end.
        let bytes: [UInt8]
        let fields: HTTPFields
        /// Of the `Host` field.
        let authority: String
        let saysClose: Bool
        let contentLength: Int

        init(bytes: [UInt8], fields: HTTPFields, authority: String, saysClose: Bool, contentLength: Int) {
            self.bytes = bytes
            self.fields = fields
            self.authority = authority
            self.saysClose = saysClose
            self.contentLength = contentLength
        }
    }

    private static let capacity = 4
    /// Longer ones are read each time.
    private static let longest = 4_096
    /// So many in a row that weren't known are remembered, and then every so manieth.
    private static let (eager, reluctant) = (8, 16)

    private var sections: [Section] = []
    private var oldest = 0
    private var unknown = 0

    package init() {}

    /// The section that `window` begins with.
    func find(_ window: UnsafeRawBufferPointer) -> Section? {
        guard let start = window.baseAddress else { return nil }
        for section in sections
        where section.bytes.count <= window.count && memcmp(section.bytes, start, section.bytes.count) == 0 {
            unknown = 0
            return section
        }
        return nil
    }

    /// Remembers a section that wasn't found, in the place of the oldest; where hardly any is found, only some are.
    func remember(_ bytes: UnsafeRawBufferPointer, _ section: (_ bytes: [UInt8]) -> Section) {
        unknown += 1
        guard bytes.count <= Self.longest, unknown <= Self.eager || unknown % Self.reluctant == 0 else { return }
        let section = section(Array(bytes))
        if sections.count < Self.capacity {
            sections.append(section)
        } else {
            sections[oldest] = section
            oldest = (oldest + 1) % Self.capacity
        }
    }
}
