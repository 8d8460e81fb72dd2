import PassCore

/// The journal of the namespace: what clients have sent, and why they got which answer.
extension SimulatorControlClient {
    /// Returns the exchanges that meet a query, oldest first, a part at a time.
    ///
    /// - Parameters:
    ///   - after: the name of an exchange; only later ones are returned.
    ///   - limit: the most exchanges, 1 to 1000; `nil` for 100.
    ///   - secrets: the form of secrets; `nil` for the one that the simulator is set to.
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
            next: answer["next"]?.stringValue)
    }

    /// Returns all exchanges that meet a query, oldest first, and the number of exchanges that the journal has lost.
    ///
    /// There is one request for each thousand exchanges.
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

    /// Returns an exchange in full, with header fields, contents and what is decoded of them.
    ///
    /// - Throws: `ControlError`, with the status 404 for an unknown exchange; `TransportError`.
    public func exchange(_ id: String, secrets: JournalSecrets? = nil) async throws -> JournalExchange {
        let path = Self.path(Self.path("exchanges", id), query: [("secrets", secrets?.rawValue)])
        return JournalExchange(try await json("GET", path))
    }

    /// Returns the first exchange that meets a query and has its answer, as soon as there is one.
    ///
    /// - Parameter timeoutSeconds: the longest time to wait, 0 to 60.
    /// - Throws: `ControlError` with the status 408 when the time is over, whose `document` has the exchanges that
    ///   nearly match; `TransportError`.
    public func awaitExchange(_ query: ExchangeQuery, timeoutSeconds: Int = 10) async throws -> JournalExchange {
        let path = Self.path(
            "exchanges/await", query: query.parameters + [("timeoutSeconds", String(timeoutSeconds))])
        return JournalExchange(try await json("GET", path))
    }

    /// Returns the checks that led to the answer of an exchange.
    ///
    /// - Parameter secrets: the form of secrets; `nil` for the one that the simulator is set to.
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
    /// - Throws: `ControlError`, `TransportError`.
    public func exportExchanges(
        _ file: JournalFile, _ query: ExchangeQuery = ExchangeQuery(), secrets: JournalSecrets? = nil
    ) async throws -> [UInt8] {
        try await send(
            "GET",
            Self.path("exchanges.\(file.rawValue)", query: query.parameters + [("secrets", secrets?.rawValue)]))
    }

    /// Adds the exchanges of such a file to the journal, to look at them.
    ///
    /// - Returns: the number of exchanges.
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
}
