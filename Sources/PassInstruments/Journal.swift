package import PassCore
package import PassHTTP

/// One request with its answer, as the namespace saw them.
package struct JournalEntry: Sendable {
    /// The World's time when the request was taken up.
    package let time: Timestamp
    /// `nil` when no endpoint was found.
    package let operation: String?
    /// Its path is the service's own, without the namespace.
    package let request: HTTPRequest
    /// Without what the connection adds: framing fields, and `Date` while the clock follows real time.
    package let response: HTTPResponse
    /// Whether a fault touched the call.
    package let isFaulted: Bool
    package let isRequestBodyCut: Bool
    package let isResponseBodyCut: Bool

    /// Bodies are kept up to this length.
    package static let longestBody = 65_536

    package init(
        time: Timestamp, operation: String?, request: HTTPRequest, response: HTTPResponse, isFaulted: Bool = false
    ) {
        self.time = time
        self.operation = operation
        self.isFaulted = isFaulted
        isRequestBodyCut = request.body.count > Self.longestBody
        isResponseBodyCut = response.body.count > Self.longestBody
        self.request =
            isRequestBodyCut ? request.with(body: Array(request.body.prefix(Self.longestBody))) : request
        var response = response
        if isResponseBodyCut { response.body = Array(response.body.prefix(Self.longestBody)) }
        self.response = response
    }
}

extension JournalEntry {
    /// The estimated memory of the entry.
    var byteCount: Int {
        1_024 + request.body.capacity + request.fields.byteCount + response.body.capacity + response.fields.byteCount
    }
}

/// The last exchanges of one namespace, in the order in which they were answered; an older one gives way to a new one.
package final class Journal: Sendable {
    private let capacity: Int
    private let archive: JournalArchive
    private let number: Int

    /// - Parameter archive: where it remembers beside others; the oldest entries of all give way to new ones there.
    /// - Returns: `nil` for a capacity of 0, which records nothing.
    package init?(capacity: Int, in archive: JournalArchive) {
        guard capacity > 0 else { return nil }
        self.capacity = capacity
        self.archive = archive
        number = archive.open()
    }

    deinit {
        archive.removeAll(of: number)
    }

    package func record(_ entry: JournalEntry) {
        archive.record(entry, in: number, capacity: capacity)
    }

    /// Oldest first.
    package var entries: [JournalEntry] { archive.entries(of: number) }

    package func removeAll() {
        archive.removeAll(of: number)
    }
}
