import PassCore
import PassDomain
import PassHTTP
import PassInstruments

/// The secrets in the state of a namespace.
extension ExchangeSecrets {
    /// The names of members of records and settings whose texts are secrets, in lower case.
    private static let stateNames: Set<ExactText> = [
        "secret", "password", "deviceid", "fingerprint", "session", "sessions", "registrationcode", "latestcode",
        "guid", "providersession", "refreshtoken", "latest", "previous", "completed", "subject", "holder", "holders",
        "left",
    ]
    /// The names of members of the control operations' content whose texts are secrets too.
    private static let stepNames: Set<ExactText> = ["device", "login"]
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
        for rule in snapshot["rules"]?.arrayValue ?? [] { add(match: rule["match"]?["device"]?.stringValue) }
    }

    /// Adds the device that a rule names, unless that is a pattern, which is no device.
    mutating func add(match device: String?) {
        if let device, !device.contains("*") { add("device", device) }
    }

    /// Adds the secrets in the content of a control operation and its answer.
    mutating func add(step entry: JournalEntry) {
        add(entry)
        for body in [entry.request.body, entry.answer?.response.body ?? []] {
            guard let json = try? JSONValue.parse(body) else { continue }
            add(snapshot: json)
            addState(json, name: "", Self.stepNames)
        }
    }

    private mutating func addState(_ value: JSONValue, name: String, _ others: Set<ExactText> = []) {
        switch value {
        case .string(let text):
            let isCode = name == "code" && !text.isEmpty && text.utf8.allSatisfy { (0x30...0x5A).contains($0) }
            let key = ExactText(name.asciiLowercased)
            let isNamed = Self.stateNames.contains(key) || others.contains(key) && !text.contains("*")
            if isCode || isNamed { add(name, text) }
        case .array(let elements): for element in elements { addState(element, name: name, others) }
        case .object(let members):
            for (name, value) in members where name != "keys" { addState(value, name: name.string, others) }
        default: break
        }
    }
}
