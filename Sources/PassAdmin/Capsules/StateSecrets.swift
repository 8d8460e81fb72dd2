import PassCore
import PassDomain
import PassHTTP
import PassInstruments

/// The secrets in the state of a namespace.
extension ExchangeSecrets {
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
        if let settings = snapshot["configuration"] {
            addState(settings, name: "")
            for table in ["requestors", "mvpds"] {
                for name in (settings[table]?.objectValue ?? [:]).keys { add(identifier: name.string) }
            }
        }
        addWords(snapshot, name: "")
        if let rules = snapshot["rules"]?.arrayValue { add(rules: rules) }
    }

    /// Adds the names and words of a document as texts that are never masked in documents, even if a user has chosen
    /// one as a password: with a pseudonym in its place, the document couldn't be restored.
    private mutating func addWords(_ value: JSONValue, name: String, isSettings: Bool = false) {
        switch value {
        case .string(let text):
            let isSecret = SecretNames.isState(name, text) || SecretNames.isMember(name, text)
            if !isSecret, isSettings || text.utf8.allSatisfy(Self.isWordLetter) { add(document: text) }
        case .array(let elements):
            for element in elements { addWords(element, name: name, isSettings: isSettings) }
        case .object(let members):
            for (name, value) in members where !Self.foreign.contains(name) {
                add(document: name.string)
                addWords(value, name: name.string, isSettings: isSettings || name == "configuration")
            }
        default: break
        }
    }

    /// The members whose strings come from clients or are chosen freely in a rule, such as the names of devices.
    private static let foreign: Set<ExactText> = ["linkedDevices", "headers", "bodyPatch"]

    /// Whether a byte can be part of a word or a name. A digit can't: a text with digits may be an identifier, which is
    /// masked.
    private static func isWordLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x41...0x5A, 0x61...0x7A, 0x20, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
        default: false
        }
    }

    /// Adds the secrets in rules: in their conditions, and in the answers that they make.
    mutating func add(rules: [JSONValue]) {
        for rule in rules {
            add(match: rule["match"]?["device"]?.stringValue)
            for (name, value) in rule["match"]?["headers"]?.objectValue ?? [:] {
                if let text = value.stringValue, !text.contains("*") { addFields([HTTPFieldName(name.string): text]) }
            }
        }
        add(.array(rules), .answer)
    }

    /// Adds the secrets in rules.
    mutating func add(rules: [RuleSnapshot]) {
        let text = JSONWriter.array { SnapshotText.write(rules, counters: false, to: &$0) }
        if case .array(let rules) = try? JSONValue.parse(text) { add(rules: rules) }
    }

    /// Adds the device in a rule's conditions, unless the text is a pattern.
    mutating func add(match device: String?) {
        if let device, !device.contains("*") { add("device", device) }
    }

    /// Adds the secrets in the content of a control operation and its answer.
    mutating func add(step entry: JournalEntry) {
        let bodies = [entry.request.body, entry.answer?.response.body ?? []]
        let documents = bodies.compactMap { $0.isEmpty ? nil : try? JSONValue.parse($0) }
        add(entry, others: documents.count == bodies.count { !$0.isEmpty } ? [] : SecretNames.inCutOperations)
        for json in documents {
            add(snapshot: json)
            addState(json, name: "", SecretNames.inOperations)
        }
    }

    private mutating func addState(_ value: JSONValue, name: String, _ others: Set<ExactText> = []) {
        switch value {
        case .string(let text):
            if SecretNames.isState(name, text, others) || SecretNames.isMember(name, text) { add(name, text) }
        case .array(let elements): for element in elements { addState(element, name: name, others) }
        case .object(let members):
            for (name, value) in members where name != "keys" { addState(value, name: name.string, others) }
        default: break
        }
    }
}
