import PassCore

/// The journal of the namespace: the requests of clients, their answers, and the reasons for them.
extension SimulatorControlClient {
    /// Returns one page of the exchanges that meet a query, oldest first.
    ///
    /// - Parameters:
    ///   - after: the name of an exchange; only later ones are returned.
    ///   - limit: the maximum number of exchanges, 1 to 1000; `nil` means 100.
    ///   - secrets: the form of secrets; `nil` means the one that the simulator is set to.
    /// - Throws: `ControlError`, with the status 409 if the journal is off; `TransportError`.
    public func exchanges(
        _ query: ExchangeQuery = ExchangeQuery(), after: String? = nil, limit: Int? = nil,
        secrets: JournalSecrets? = nil
    ) async throws -> JournalPage {
        let page: [(name: String, value: String?)] = [
            ("after", after), ("limit", limit.map { String($0) }), ("secrets", secrets?.rawValue),
        ]
        let answer = try await json("GET", Self.path("exchanges", query: query.parameters + page))
        return JournalPage(
            exchanges: answer.elements("exchanges").map(JournalExchange.init), evicted: answer.count("evicted"),
            clockChanges: answer.elements("clockChanges").map(ClockChange.init),
            next: answer["next"]?.stringValue)
    }

    /// Returns all exchanges that meet a query, oldest first, and the number of exchanges that the journal has lost.
    ///
    /// The client sends one request for each thousand exchanges.
    ///
    /// - Throws: `ControlError`, with the status 409 if the journal is off; `TransportError`.
    public func allExchanges(
        _ query: ExchangeQuery = ExchangeQuery(), secrets: JournalSecrets? = nil
    ) async throws -> (exchanges: [JournalExchange], evicted: Int) {
        var exchanges: [JournalExchange] = []
        var page: JournalPage
        var after: String?
        repeat {
            page = try await self.exchanges(query, after: after, limit: 1_000, secrets: secrets)
            exchanges += page.exchanges
            after = page.exchanges.isEmpty ? nil : page.next
        } while after != nil
        return (exchanges, page.evicted)
    }

    /// Returns an exchange in full, with header fields, contents and decoded values.
    ///
    /// - Throws: `ControlError`, with the status 404 for an unknown exchange; `TransportError`.
    public func exchange(_ id: String, secrets: JournalSecrets? = nil) async throws -> JournalExchange {
        let path = Self.path(Self.path("exchanges", id), query: [("secrets", secrets?.rawValue)])
        return JournalExchange(try await json("GET", path))
    }

    /// Waits for the first exchange that meets a query and has been answered, and returns it.
    ///
    /// - Parameter timeoutSeconds: the longest time to wait, 0 to 60.
    /// - Throws: `ControlError` with the status 408 after the timeout; its `document` has the exchanges that nearly
    ///   match. `ControlError` with the status 410 when the namespace is removed meanwhile. `TransportError`.
    public func awaitExchange(_ query: ExchangeQuery, timeoutSeconds: Int = 10) async throws -> JournalExchange {
        let path = Self.path(
            "exchanges/await", query: query.parameters + [("timeoutSeconds", String(timeoutSeconds))])
        return JournalExchange(try await json("GET", path))
    }

    /// Compares the recorded exchanges with an expectation. Imported exchanges count only if a query asks for them.
    ///
    /// - Throws: `ControlError`, with the status 400 for a query without a condition and for impossible bounds, 409 if
    ///   the journal is off; `TransportError`.
    public func verifyExchanges(_ expectation: ExchangeExpectation) async throws -> ExchangeVerdict {
        ExchangeVerdict(try await json("POST", "exchanges/verify", expectation.content))
    }

    /// Returns the checks that led to the answer of an exchange.
    ///
    /// - Parameter secrets: the form of secrets; `nil` means the one that the simulator is set to.
    /// - Throws: `ControlError`, with the status 404 for an unknown or imported exchange, 409 if the request is in flight
    ///   or the journal is off; `TransportError`.
    public func explanation(_ id: String, secrets: JournalSecrets? = nil) async throws -> ExchangeExplanation {
        let path = "\(Self.path("exchanges", id))/explanation"
        return ExchangeExplanation(try await json("GET", Self.path(path, query: [("secrets", secrets?.rawValue)])))
    }

    /// Empties the journal.
    ///
    /// - Throws: `ControlError`, `TransportError`.
    public func removeExchanges() async throws {
        try await send("DELETE", "exchanges")
    }

    /// Returns the exchanges that meet a query as the bytes of a file.
    ///
    /// - Parameter last: how many of the latest exchanges to return at most, 1 to 1,000,000; `nil` means all exchanges.
    /// - Throws: `ControlError`, `TransportError`.
    public func exportExchanges(
        _ file: JournalFile, _ query: ExchangeQuery = ExchangeQuery(), secrets: JournalSecrets? = nil,
        last: Int? = nil
    ) async throws -> [UInt8] {
        let others: [(name: String, value: String?)] = [
            ("secrets", secrets?.rawValue), ("last", last.map { String($0) }),
        ]
        return try await send("GET", Self.path("exchanges.\(file.rawValue)", query: query.parameters + others))
    }

    /// Adds the exchanges of an exported file, or of any HAR file, to the journal, so that they can be inspected.
    ///
    /// - Returns: the number of imported exchanges.
    /// - Throws: `ControlError`, `TransportError`.
    @discardableResult
    public func importExchanges(_ file: [UInt8]) async throws -> Int {
        try await json("POST", "exchanges/import", file).count("imported")
    }

    /// Returns the flows: exchanges that belong together, such as one login through an MVPD and back.
    ///
    /// - Throws: `ControlError`, `TransportError`.
    public func flows() async throws -> [ControlRecord] {
        try await json("GET", "flows").elements("flows").map(ControlRecord.init)
    }

    /// Returns a flow with its exchanges.
    ///
    /// - Throws: `ControlError`, with the status 404 for an unknown flow; `TransportError`.
    public func flow(_ id: String) async throws -> ControlRecord {
        ControlRecord(try await json("GET", Self.path("flows", id)))
    }

    /// Returns a flow as a sequence diagram.
    ///
    /// - Parameter id: the ID of the flow, or of any of its exchanges.
    /// - Throws: `ControlError`, with the status 404 for an unknown flow; `TransportError`.
    public func diagram(
        ofFlow id: String, _ form: DiagramForm = .text, secrets: JournalSecrets? = nil
    ) async throws -> String {
        let path = "\(Self.path("flows", id))/diagram.\(form.rawValue)"
        let bytes = try await send("GET", Self.path(path, query: [("secrets", secrets?.rawValue)]))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Judges the client by the requests in the namespace's journal.
    ///
    /// - Parameter except: the IDs of rules that aren't judged, such as `R-12`.
    /// - Throws: `ControlError`, with the status 400 for an unknown rule, 409 if the journal is off; `TransportError`.
    public func verdict(except: [String] = []) async throws -> ClientVerdict {
        ClientVerdict(try await json("GET", Self.verdictPath(.json, except)))
    }

    /// Returns the verdict on the client in the given format.
    ///
    /// - Throws: `ControlError`, `TransportError`.
    public func verdict(as form: VerdictForm, except: [String] = []) async throws -> String {
        String(decoding: try await send("GET", Self.verdictPath(form, except)), as: UTF8.self)
    }

    private static func verdictPath(_ form: VerdictForm, _ except: [String]) -> String {
        path(
            "verdict",
            query: [("format", form.rawValue), ("except", except.isEmpty ? nil : except.joined(separator: ","))])
    }
}

/// A format in which the simulator draws a flow.
public enum DiagramForm: String, Sendable, Hashable, CaseIterable {
    /// An image without script.
    case svg
    /// A `sequenceDiagram` of Mermaid.
    case mermaid = "mmd"
    /// A line for each request and answer.
    case text = "txt"
}
