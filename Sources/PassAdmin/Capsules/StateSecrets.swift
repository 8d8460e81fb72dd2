import PassCore
import PassDomain

/// The secrets in the state of a namespace.
extension ExchangeSecrets {
    /// The names of members of records and settings whose texts are secrets, in lower case.
    private static let stateNames: Set<ExactText> = [
        "secret", "password", "deviceid", "fingerprint", "session", "sessions", "registrationcode", "latestcode",
        "guid", "providersession", "refreshtoken", "latest", "previous", "completed", "subject", "holder", "holders",
        "left",
    ]
    /// The kinds of records whose identifiers are secrets.
    private static let kinds: Set<ExactText> = ["sessions", "logouts", "mvpdSessions", "mvpdGrants"]

    /// Adds the secrets of the records and the settings of a snapshot.
    mutating func add(snapshot: JSONValue) {
        for (kind, records) in snapshot["records"]?.objectValue ?? [:] {
            for record in records.arrayValue ?? [] {
                if Self.kinds.contains(kind), let id = record["id"]?.stringValue { add("id", id) }
                if kind == "linkedDevices" {
                    for device in record["devices"]?.arrayValue ?? [] {
                        if let id = device["id"]?.stringValue { add("id", id) }
                    }
                }
            }
            addState(records, name: kind.string)
        }
        if let settings = snapshot["configuration"] { addState(settings, name: "") }
    }

    private mutating func addState(_ value: JSONValue, name: String) {
        switch value {
        case .string(let text):
            let isCode = name == "code" && !text.isEmpty && text.utf8.allSatisfy { (0x30...0x5A).contains($0) }
            if isCode || Self.stateNames.contains(ExactText(name.asciiLowercased)) { add(name, text) }
        case .array(let elements): for element in elements { addState(element, name: name) }
        case .object(let members): for (name, value) in members { addState(value, name: name.string) }
        default: break
        }
    }
}
