/// The user's metadata from the service: `{"updated":…,"encrypted":[…],"data":{…}}`.
struct UserMetadata: Sendable, Equatable {
    /// The time of the last change, in milliseconds since 1970; a newer answer has a greater number.
    var updated: Double
    /// The names of the values that are encrypted so that only the programmer can read them.
    var encrypted: [String]
    var data: [String: EntitlementValue]

    /// Reads the service's JSON; returns `nil` for any text without a number `updated`.
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

    /// Merges the metadata of an answer into the stored metadata. The answer's values take precedence; stored values
    /// that the answer doesn't name are kept.
    ///
    /// - Returns: the merged metadata; `answer` unchanged if no stored value is kept; `stored` if the answer is older
    ///   than the stored metadata or can't be read.
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
    /// The value, if it was written as a number; `nil` for a text.
    fileprivate var numberValue: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }
}
