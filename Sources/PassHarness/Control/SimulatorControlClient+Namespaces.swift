import PassCore

/// The namespaces of the simulator, and the snapshots of a namespace's state.
extension SimulatorControlClient {
    /// Returns all namespaces, in the order of their names.
    ///
    /// - Throws: `ControlError`, `TransportError`.
    public func namespaces() async throws -> [NamespaceDescription] {
        try await json("GET", "namespaces").elements("namespaces").map(NamespaceDescription.init)
    }

    /// Returns the description of a namespace.
    ///
    /// - Throws: `ControlError`, with the status 404 for an unknown namespace; `TransportError`.
    public func describeNamespace(_ name: String) async throws -> NamespaceDescription {
        NamespaceDescription(try await json("GET", Self.path("namespaces", name)))
    }

    /// Creates a namespace, or gives the existing namespace of that name a new state.
    ///
    /// - Parameters:
    ///   - start: the initial state.
    ///   - idleSeconds: the time without requests after which the namespace is removed; `nil` keeps it until a call
    ///     removes it.
    ///   - keys: whose keys the namespace uses; `nil` means those of the namespace that is copied or, without a copy,
    ///     the simulator's. Creating keys for the namespace takes a few tenths of a second.
    /// - Throws: `ControlError`, which names a setting that can't be used; `TransportError`.
    @discardableResult
    public func createNamespace(
        _ name: String, _ start: NamespaceStart = .startUp, idleSeconds: Int? = nil, keys: NamespaceKeys? = nil
    ) async throws -> NamespaceDescription {
        let configuration: JSONValue?
        if case .configuration(let text) = start {
            configuration = try ControlText.value(text, of: "The configuration")
        } else {
            configuration = nil
        }
        let content = JSONWriter.object { content in
            if let configuration { content.member("configuration", configuration) }
            if case .copy(let source) = start { content.member("copyOf", source) }
            if let keys { content.member("keys", keys.rawValue) }
            if let idleSeconds { content.member("idleSeconds", idleSeconds) }
        }
        return NamespaceDescription(try await json("PUT", Self.path("namespaces", name), content))
    }

    /// Removes a namespace with everything in it; `default` is emptied instead.
    ///
    /// - Throws: `ControlError`, with the status 404 for an unknown namespace; `TransportError`.
    public func removeNamespace(_ name: String) async throws {
        try await send("DELETE", Self.path("namespaces", name))
    }

    /// Removes all namespaces except `default`, which is emptied.
    ///
    /// - Throws: `ControlError`, `TransportError`.
    public func removeAllNamespaces() async throws {
        try await send("DELETE", "namespaces")
    }

    /// Gives the client's namespace its start-up state, without rules and recorded exchanges. Its keys stay.
    ///
    /// - Throws: `ControlError`, `TransportError`.
    public func reset() async throws {
        try await send("POST", "reset")
    }

    /// Returns the whole state of the client's namespace, as the bytes of a file for `restoreSnapshot`.
    ///
    /// The file contains tokens and clients' secrets, so keep it secret.
    ///
    /// - Throws: `ControlError`, with the status 409 for a state that is larger than 64 MiB; `TransportError`.
    public func snapshot() async throws -> [UInt8] {
        try await send("GET", "snapshot")
    }

    /// Replaces the state of the client's namespace with the state in a snapshot, which may come from another process.
    ///
    /// The journal of the namespace stays.
    ///
    /// - Parameter anyKeys: whether to restore the state even if the namespace has other keys. In that case, tokens
    ///   that were issued before the snapshot aren't accepted.
    /// - Returns: the description of the namespace, and the names of the keys that differ.
    /// - Throws: `ControlError`, which names the place of an error in the snapshot; its status is 409 for other keys,
    ///   and 503 if there is no room. After a `ControlError`, nothing has changed. `TransportError`.
    @discardableResult
    public func restoreSnapshot(_ snapshot: [UInt8], anyKeys: Bool = false) async throws -> RestoredNamespace {
        RestoredNamespace(try await json("PUT", anyKeys ? "snapshot?keys=any" : "snapshot", snapshot))
    }
}

/// Capsules: a namespace as one file, with everything that shows why a test failed.
extension SimulatorControlClient {
    /// Returns the namespace as the bytes of a capsule: its exchanges, clock, rules, settings and records.
    ///
    /// - Parameters:
    ///   - title: a text for the reader, such as the name of the failed test; only its first 480 bytes are used.
    ///   - secrets: the form of secrets; pseudonyms by default.
    /// - Throws: `ControlError`, with the status 409 if the journal is off or the state is too large; `TransportError`.
    public func capsule(title: String? = nil, secrets: JournalSecrets = .masked) async throws -> [UInt8] {
        let title = title.map { String(decoding: Array($0.utf8.prefix(480)), as: UTF8.self) }
        return try await send("GET", Self.path("capsule", query: [("title", title), ("secrets", secrets.rawValue)]))
    }

    /// Shows a capsule in the namespace, and discards the namespace's own journal and state.
    ///
    /// - Returns: the description of the namespace.
    /// - Throws: `ControlError`, which names the place of an error in the capsule; `TransportError`.
    @discardableResult
    public func openCapsule(_ capsule: [UInt8]) async throws -> ControlRecord {
        ControlRecord(try await json("PUT", "capsule", capsule))
    }
}
