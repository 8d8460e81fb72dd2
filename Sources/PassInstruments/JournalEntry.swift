package import PassCore
package import PassDomain
package import PassHTTP

/// One request and its answer, as the namespace saw them.
package struct JournalEntry: Sendable {
    /// The World's time when processing of the request began.
    package let time: Timestamp
    /// The operation; `nil` when no endpoint was found.
    package let operation: Operation?
    /// The request; its path has no namespace prefix.
    package let request: HTTPRequest
    /// The response without the fields that the connection adds: framing fields, and `Date` while the clock follows
    /// real time.
    package let response: HTTPResponse
    /// Whether a fault touched the call.
    package let isFaulted: Bool
    package let isRequestBodyCut: Bool
    package let isResponseBodyCut: Bool

    /// The length in bytes to which bodies are cut.
    package static let longestBody = 65_536

    package init(
        time: Timestamp, operation: Operation?, request: HTTPRequest, response: HTTPResponse, isFaulted: Bool = false
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
    /// An estimate of the memory that the entry takes, in bytes.
    var byteCount: Int {
        1_024 + request.body.capacity + request.fields.byteCount + response.body.capacity + response.fields.byteCount
    }
}
