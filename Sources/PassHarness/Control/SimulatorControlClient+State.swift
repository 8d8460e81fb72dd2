import PassCore

/// The records of the namespace, logins without a browser, and tokens in any state.
extension SimulatorControlClient {
    /// Returns the kinds of records, with the number of records of each.
    ///
    /// - Throws: `ControlError`, `TransportError`.
    public func stateKinds() async throws -> [(name: String, count: Int)] {
        try await json("GET", "state").elements("kinds").map { ($0["name"]?.stringValue ?? "", $0.count("count")) }
    }

    /// Returns the records of a kind, e.g. `sessions`, in the order of their identifiers.
    ///
    /// The client sends one request for each thousand records.
    ///
    /// - Parameter conditions: members that the records must have, e.g. `[("user", "child")]`. An unknown member is
    ///   refused with a list of the known ones.
    /// - Throws: `ControlError`, with the status 404 for an unknown kind; `TransportError`.
    public func state(
        _ kind: String, where conditions: [(name: String, value: String)] = []
    ) async throws -> [ControlRecord] {
        var records: [ControlRecord] = []
        var after: String?
        repeat {
            let query = conditions.map { (name: $0.name, value: Optional($0.value)) }
            let path = Self.path(
                Self.path("state", kind), query: [("limit", "1000"), ("after", after)] + query)
            let page = try await json("GET", path)
            let found = page.elements(kind)
            records += found.map(ControlRecord.init)
            after = found.isEmpty ? nil : page["next"]?.stringValue
        } while after != nil
        return records
    }

    /// Returns a record.
    ///
    /// - Throws: `ControlError`, with the status 404 for an unknown record; `TransportError`.
    public func describeState(_ kind: String, _ id: String) async throws -> ControlRecord {
        ControlRecord(try await json("GET", Self.path("state", kind, id)))
    }

    /// Changes a record; an unknown requestor, MVPD, subscriber or integration is created.
    ///
    /// - Parameter change: an object with the members to change (JSON5).
    /// - Throws: `ControlError`, `TransportError`.
    @discardableResult
    public func changeState(_ kind: String, _ id: String, _ change: String) async throws -> ControlRecord {
        let content = JSONWriter.bytes(of: try ControlText.value(change, of: "The change"))
        return ControlRecord(try await json("PATCH", Self.path("state", kind, id), content))
    }

    /// Removes or revokes a record.
    ///
    /// - Throws: `ControlError`, with the status 404 for an unknown record; `TransportError`.
    public func removeState(_ kind: String, _ id: String) async throws {
        try await send("DELETE", Self.path("state", kind, id))
    }

    /// Signs a subscriber in without a browser and without a password.
    ///
    /// ```swift
    /// try await control.logIn(user: "user", mvpd: "Adobe", at: .code("Q7XK2MB"))
    /// ```
    ///
    /// - Parameters:
    ///   - user: a user name of the MVPD; `nil` for a temporary pass.
    ///   - mvpd: the MVPD; `nil` if the session of the code has one.
    ///   - requestor: the requestor; `nil` means the requestor of the code.
    ///   - place: the device that the login is for.
    /// - Throws: `ControlError`, with the status 404 for an unknown name and 409 if the MVPD refuses the user;
    ///   `TransportError`.
    @discardableResult
    public func logIn(
        user: String?, mvpd: String?, requestor: String? = nil, at place: LoginPlace
    ) async throws -> ControlRecord {
        let content = JSONWriter.object { content in
            content.memberIfPresent("requestor", requestor)
            content.memberIfPresent("mvpd", mvpd)
            content.memberIfPresent("user", user)
            switch place {
            case .code(let code): content.member("code", code)
            case .device(let device): content.member("device", device)
            }
        }
        return ControlRecord(try await json("POST", "login", content))
    }

    /// Makes a token, which may be valid, expired, for another device, or signed with a foreign key.
    ///
    /// - Throws: `ControlError`, which names the wrong member; `TransportError`.
    public func mint(_ order: MintOrder) async throws -> MintedToken {
        MintedToken(try await json("POST", "tokens/mint", order.content))
    }
}

/// The device for which a subscriber signs in.
public enum LoginPlace: Sendable, Hashable {
    /// The device that shows this registration or authentication code.
    case code(String)
    /// The device with this identifier.
    case device(String)
}
