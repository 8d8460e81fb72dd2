import PassCore
import PassHTTP
import PassInstruments

extension RecordedExchange {
    /// Creates a record of an exchange as a client saw it, with the machine's time.
    package init(
        method: String, url: String, requestFields: [Field], requestBody: [UInt8], status: Int,
        responseFields: [Field], responseBody: [UInt8]
    ) {
        let uri = URIReference(url)
        let (namespace, path) = Self.namespace(of: uri?.path ?? url)
        timeMillis = SystemWallClock().now().milliseconds
        self.namespace = namespace
        operation = nil
        wasFaulted = false
        self.method = method
        authority = HTTPAuthority(host: uri?.host ?? "", port: uri?.port).description
        target = path + (uri?.query.map { "?" + $0 } ?? "")
        self.requestFields = requestFields
        self.requestBody = Array(requestBody.prefix(JournalEntry.longestBody))
        isRequestBodyCut = requestBody.count > JournalEntry.longestBody
        self.status = status
        self.responseFields = responseFields
        self.responseBody = Array(responseBody.prefix(JournalEntry.longestBody))
        isResponseBodyCut = responseBody.count > JournalEntry.longestBody
    }

    /// Splits a path into the name of its namespace and the path within that namespace.
    private static func namespace(of path: String) -> (name: String, rest: String) {
        let prefix = "/_ns/"
        guard path.hasPrefix(prefix) else { return ("default", path) }
        let name = path.dropFirst(prefix.count).prefix { $0 != "/" }
        return (String(name), String(path.dropFirst(prefix.count + name.count)))
    }
}
