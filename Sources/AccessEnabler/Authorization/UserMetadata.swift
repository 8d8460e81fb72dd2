/// What the service tells of the user: `{"updated":…,"encrypted":[…],"data":{…}}`.
struct UserMetadata: Sendable, Equatable {
    /// Milliseconds since 1970; a newer answer has a greater number.
    var updated: Double
    /// Names whose values the programmer alone may read.
    var encrypted: [String]
    var data: [String: EntitlementValue]

    /// - Parameter text: JSON; without a number `updated` it counts for nothing.
    init?(_ text: String) {
        guard let value = EntitlementValue(json: Array(text.utf8)), let updated = value["updated"]?.numberValue else {
            return nil
        }
        self.updated = updated
        encrypted = []
        data = [:]
        if case .array(let names)? = value["encrypted"] { encrypted = names.compactMap(\.stringValue) }
        if case .object(let members)? = value["data"] { data = members }
    }

    /// What is stored once an answer has come: its values count, and those that it doesn't name stay.
    ///
    /// - Returns: the answer as it is where nothing else stays; what was stored when the answer is older or says nothing.
    static func merge(_ answer: String?, into stored: String?) -> String? {
        guard let answer, let new = UserMetadata(answer) else { return stored }
        guard let stored, let old = UserMetadata(stored) else { return answer }
        guard new.updated >= old.updated else { return stored }
        let remaining = old.data.filter { new.data[$0.key] == nil }
        let names = old.encrypted.filter { !new.encrypted.contains($0) && new.data[$0] == nil }
        if remaining.isEmpty, names.isEmpty { return answer }
        var merged = new
        merged.data.merge(remaining) { new, _ in new }
        merged.encrypted += names
        return merged.json
    }

    private var json: String {
        let instant = Int64(exactly: updated).map(EntitlementValue.integer) ?? .number(updated)
        let names = EntitlementValue.array(encrypted.map(EntitlementValue.string))
        return EntitlementValue.object(["updated": instant, "encrypted": names, "data": .object(data)]).json
    }
}

extension EntitlementValue {
    /// A number that was written as one.
    fileprivate var numberValue: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }
}
