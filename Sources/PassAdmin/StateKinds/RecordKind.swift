import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// A kind of state that consists of one kind of record.
protocol RecordKind: StateKind {
    associatedtype Record: StoredRecord

    /// The members that a change may have; empty if entries can't be changed.
    var changeable: [String] { get }

    func store(_ stores: Stores) -> any RecordStore<Record>
    func id(of record: Record) -> String

    /// Returns the key that an identifier contains; `nil` if it contains none, so that all records have to be searched.
    func key(of id: String) -> Record.Key?

    /// Adds the members that describe a record to its entry.
    func describe(_ record: Record, in entry: inout StateEntry, _ scope: StateScope) throws

    /// Changes a record by the members of a request's content.
    func change(_ record: inout Record, by content: ControlContent) throws(EntitlementFailure)

    /// Ends the login, permission or token of a record, so that the client's next call is refused as documented.
    func end(_ record: Record, _ scope: StateScope) throws
}

extension RecordKind {
    func key(of id: String) -> Record.Key? { nil }

    func entries(_ scope: StateScope) throws -> [StateEntry] {
        try store(scope.world.stores).records(now: scope.now).map { try entry(of: $0, scope) }
    }

    func entry(_ id: String, _ scope: StateScope) throws -> StateEntry? {
        try find(id, scope).map { try entry(of: $0, scope) }
    }

    func count(_ scope: StateScope) throws -> Int {
        try store(scope.world.stores).records(now: scope.now).count
    }

    func change(_ id: String, by exchange: Exchange, _ scope: StateScope) throws -> StateChange? {
        let content = try Self.changes(exchange, changeable, of: name)
        guard let key = try find(id, scope)?.key else { return nil }
        let changed = try store(scope.world.stores).update(key, now: scope.now) { record in
            try change(&record, by: content)
            return record
        }
        return try changed.map { StateChange(entry: try entry(of: $0, scope)) }
    }

    func remove(_ id: String, _ scope: StateScope) throws -> Bool {
        guard let record = try find(id, scope) else { return false }
        try end(record, scope)
        return true
    }

    func end(_ record: Record, _ scope: StateScope) throws {
        try store(scope.world.stores).remove(record.key, now: scope.now)
    }

    private func entry(of record: Record, _ scope: StateScope) throws -> StateEntry {
        var entry = StateEntry(id(of: record))
        try describe(record, in: &entry, scope)
        return entry
    }

    private func find(_ id: String, _ scope: StateScope) throws -> Record? {
        let store = store(scope.world.stores)
        let found = try key(of: id).map { try store.find($0, now: scope.now) }
        // Other spellings can mean the same key, e.g. a digest in upper case, but only one of them is the identifier.
        if let found { return found.flatMap { self.id(of: $0).hasSameBytes(as: id) ? $0 : nil } }
        return try store.records(now: scope.now).first { self.id(of: $0).hasSameBytes(as: id) }
    }
}

extension StateKind {
    /// Reads a request's content, which must have at least one of the members that can be changed.
    static func changes(_ exchange: Exchange, _ members: [String], of kind: String) throws -> ControlContent {
        guard let first = members.first else {
            throw ControlProblem(
                .conflict, "Can't be changed", "Entries of \(kind) can't be changed. DELETE removes or ends one.")
        }
        let content = try ControlContent(exchange, names: members)
        if content.isEmpty {
            let named = members.count == 1 ? first : "One of " + members.joined(separator: ", ")
            throw EntitlementFailure.missingParameter(named)
        }
        return content
    }
}
