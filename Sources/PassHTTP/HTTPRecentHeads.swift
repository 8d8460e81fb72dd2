#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The heads of requests that were read last, and what they say: whole ones, and their header sections.
///
/// A client sends the same fields with one request after the other, on all its connections, and when it polls or probes it sends
/// the same request. Where the bytes are those of one that was read, so is what they say, and to compare them takes a fraction of
/// reading them. It belongs to one loop, whose limits don't change.
///
/// Its properties are `@exclusivity(unchecked)`: what is made, kept and let go in here, with what responders noted of it, knows
/// nothing of this object, so that no access comes back to it.
package final class HTTPRecentHeads {
    /// A header section of an HTTP/1.1 request that has no transfer coding and expects nothing.
    final class Section {
        let fields: HTTPFields
        /// Of the `Host` field.
        let authority: String
        let saysClose: Bool
        let contentLength: Int

        init(fields: HTTPFields, authority: String, saysClose: Bool, contentLength: Int) {
            self.fields = fields
            self.authority = authority
            self.saysClose = saysClose
            self.contentLength = contentLength
        }
    }

    /// Behind the request line, with the empty line at their end.
    @exclusivity(unchecked) private var sections = Recent<Section>()
    /// With the request line, of requests without content.
    @exclusivity(unchecked) private var heads = Recent<HTTPReceivedRequest>()

    package init() {}

    /// The section that `window` begins with, and its length.
    func section(_ window: UnsafeRawBufferPointer) -> (value: Section, length: Int)? {
        sections.find(window).map { ($0.value, $0.length) }
    }

    func remember(_ section: @autoclosure () -> Section, of bytes: UnsafeRawBufferPointer) {
        sections.remember(bytes, section)
    }

    /// The request of a head that `window` begins with, as one of that connection's, and the head's length.
    ///
    /// It is the same object each time as long as the connections say the same of themselves.
    func head(
        _ window: UnsafeRawBufferPointer, _ connection: HTTPConnectionInfo
    ) -> (value: HTTPReceivedRequest, length: Int)? {
        guard let (index, known, length) = heads.find(window) else { return nil }
        if known.request.connection === connection { return (known, length) }
        var head = known
        head.request = known.request.remembered(on: connection)
        heads.replace(index, by: head)
        return (head, length)
    }

    func remember(_ head: HTTPReceivedRequest, of bytes: UnsafeRawBufferPointer) {
        heads.remember(bytes) {
            var head = head
            head.request = head.request.remembered(on: head.request.connection)
            return head
        }
    }
}

/// A few runs of bytes that were met lately, with what was made of them.
private struct Recent<Value> {
    private let capacity = 4
    /// Longer runs aren't kept.
    private let longest = 4_096
    /// So many in a row that weren't known are kept, and then every so manieth: where none comes again it costs little.
    private let eager = 8, reluctant = 16

    private var entries: [(bytes: [UInt8], value: Value)] = []
    private var oldest = 0
    private var unknown = 0

    /// What was made of a run that `window` begins with.
    mutating func find(_ window: UnsafeRawBufferPointer) -> (index: Int, value: Value, length: Int)? {
        guard let start = window.baseAddress else { return nil }
        for index in entries.indices {
            let count = entries[index].bytes.count
            if count <= window.count, memcmp(entries[index].bytes, start, count) == 0 {
                unknown = 0
                return (index, entries[index].value, count)
            }
        }
        return nil
    }

    mutating func replace(_ index: Int, by value: Value) {
        entries[index].value = value
    }

    /// Keeps a run in the place of the oldest, unless it is kept already; where hardly any is found, only some.
    mutating func remember(_ bytes: UnsafeRawBufferPointer, _ value: () -> Value) {
        if let known = find(bytes), known.length == bytes.count { return }
        unknown += 1
        guard bytes.count <= longest, unknown <= eager || unknown % reluctant == 0 else { return }
        let entry = (Array(bytes), value())
        if entries.count < capacity {
            entries.append(entry)
        } else {
            entries[oldest] = entry
            oldest = (oldest + 1) % capacity
        }
    }
}
