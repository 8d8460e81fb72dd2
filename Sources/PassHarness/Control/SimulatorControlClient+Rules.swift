import PassCore

/// The rules of the namespace.
extension SimulatorControlClient {
    /// Returns the rules, in the order in which they were added.
    ///
    /// - Throws: `ControlError`, `TransportError`.
    public func rules() async throws -> [InstalledRule] {
        try await json("GET", "rules").elements("rules").map(InstalledRule.init)
    }

    /// Returns a rule.
    ///
    /// - Throws: `ControlError`, with the status 404 for an unknown rule; `TransportError`.
    public func rule(_ id: String) async throws -> InstalledRule {
        InstalledRule(try await json("GET", Self.path("rules", id)))
    }

    /// Adds a rule.
    ///
    /// - Throws: `ControlError`, which names the wrong member; `TransportError`.
    @discardableResult
    public func addRule(_ rule: ControlRule) async throws -> InstalledRule {
        InstalledRule(try await json("POST", "rules", rule.content))
    }

    /// Adds rules that are written as in a configuration file (JSON5): one rule, a list, or an object with `rules`.
    ///
    /// - Throws: `ControlError`, which names the wrong member, and `TransportError`; the rules before the refused one
    ///   stay.
    @discardableResult
    public func addRules(_ text: String) async throws -> [InstalledRule] {
        let value = try ControlText.value(text, of: "The rule")
        var added: [InstalledRule] = []
        for rule in value.arrayValue ?? value["rules"]?.arrayValue ?? [value] {
            added.append(InstalledRule(try await json("POST", "rules", JSONWriter.bytes(of: rule))))
        }
        return added
    }

    /// Removes a rule.
    ///
    /// - Throws: `ControlError`, with the status 404 for an unknown rule; `TransportError`.
    public func removeRule(_ id: String) async throws {
        try await send("DELETE", Self.path("rules", id))
    }

    /// Removes all rules.
    ///
    /// - Throws: `ControlError`, `TransportError`.
    public func removeAllRules() async throws {
        try await send("DELETE", "rules")
    }
}
