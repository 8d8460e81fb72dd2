package import PassCore

/// A place where the records of all Worlds are stored: memory, a database, or a server.
package protocol StoreEngine: Sendable {
    /// Whether an operation of the stores may wait for a disk or a network. If so, no event loop may call it.
    var mayWait: Bool { get }

    /// Whether stores and namespaces outlive the process.
    var outlivesProcess: Bool { get }

    /// Returns an empty shelf for a World that is about to begin. The caller holds a lock, so the call must be quick.
    ///
    /// - Parameter isFinished: whether the shelf becomes that of the namespace as soon as its first record is stored;
    ///   if not, it does so only by `publish`.
    func shelf(for name: NamespaceName, isFinished: Bool) -> any StoreShelf

    /// Returns the namespaces that earlier runs have left in the engine.
    ///
    /// - Throws: `StoreError`.
    func keptNamespaces() throws -> [KeptNamespace]

    /// The error with which operations of the stores fail at present; `nil` while they succeed. Reading it doesn't
    /// wait.
    var trouble: StoreError? { get }

    /// Lets another thread find out whether operations succeed, if the latest ones haven't shown it. The call doesn't
    /// wait; `trouble` states the result later.
    func probe()

    /// Ends all work; later operations of the stores throw `StoreError`.
    func close()
}

extension StoreEngine {
    package var trouble: StoreError? { nil }
    package func probe() {}
}

/// The stores of one World, which are published and removed together.
package protocol StoreShelf: Sendable {
    /// Returns the store for one kind of record.
    ///
    /// - Parameters:
    ///   - capacity: the maximum number of records.
    ///   - leeway: the number of records below which expired ones aren't swept.
    func store<Record: StoredRecord>(
        of kind: Record.Type, capacity: Int, leeway: Int
    ) -> any RecordStore<Record>

    /// Replaces the namespace's records with those on this shelf, in one step.
    ///
    /// - Throws: `StoreError`; in that case the namespace keeps the records that it had.
    func publish() throws

    /// Stores a description of the World for the next run, unless the stored one is the same.
    ///
    /// - Throws: `StoreError`, with the code `outdated` if another process has stored a different description since
    ///   this shelf last read or stored it.
    func keep(_ description: WorldDescription) throws

    /// Returns the stored description, which the next `keep` may replace; `nil` if none is stored.
    ///
    /// - Throws: `StoreError`.
    func keptDescription() throws -> WorldDescription?

    /// Removes the expired records of all stores of the shelf at once, if its engine can do that.
    ///
    /// - Returns: whether the engine did that; if not, each store must be swept separately.
    /// - Throws: `StoreError`.
    func sweep(now: Timestamp) throws -> Bool

    /// The number of records in all stores of the shelf; `nil` if only each store knows its own number.
    var count: Int? { get throws }

    /// Removes the namespace from the engine, with its records.
    ///
    /// - Throws: `StoreError`; in that case the namespace stays.
    func discard() throws
}

extension StoreShelf {
    package func keptDescription() throws -> WorldDescription? { nil }
    package func sweep(now: Timestamp) throws -> Bool { false }
    package var count: Int? { get throws { nil } }
}

/// The part of a World's state that an engine stores in addition to the World's records.
package struct WorldDescription: Sendable, Hashable {
    /// The World as a snapshot without records.
    package var snapshot: [UInt8]
    /// The machine's time when the World's clock showed the time in the snapshot.
    package var clockSince: Timestamp
    /// Whether the namespace has settings of its own; if not, those in the snapshot are ignored.
    package var hasOwnSettings: Bool
    /// Whether the namespace stays until it is removed by name.
    package var isPinned: Bool
    /// The time without requests after which the namespace is removed, whatever it holds; `nil` if it is removed only
    /// while it is empty.
    package var idle: TimeToLive?

    package init(
        snapshot: [UInt8], clockSince: Timestamp, hasOwnSettings: Bool, isPinned: Bool, idle: TimeToLive?
    ) {
        self.snapshot = snapshot
        self.clockSince = clockSince
        self.hasOwnSettings = hasOwnSettings
        self.isPinned = isPinned
        self.idle = idle
    }
}

/// A namespace that an earlier run has left in an engine.
package struct KeptNamespace: Sendable {
    package var name: NamespaceName
    package var shelf: any StoreShelf
    /// The description of its World; `nil` if none was stored, so that the World begins in its start-up state.
    package var description: WorldDescription?

    package init(name: NamespaceName, shelf: any StoreShelf, description: WorldDescription?) {
        self.name = name
        self.shelf = shelf
        self.description = description
    }
}

/// An error of a store's engine: nothing was changed, and later operations may succeed.
package struct StoreError: Error, Hashable, CustomStringConvertible {
    /// The kind of error.
    package enum Code: Sendable {
        /// Another process uses the file.
        case inUse
        /// A newer version of the simulator has written the store.
        case newer
        /// The file or the database isn't a store, or it is damaged.
        case damaged
        /// There is no room on the disk, or in the server's memory.
        case full
        /// The file can't be opened, read or written, or the server can't be reached.
        case unavailable
        /// The processes that share the store accept the signatures of other keys.
        case otherKeys
        /// Another process has changed the same description in the meantime.
        case outdated
    }

    package let code: Code
    /// The description of the error, as a sentence for people.
    package let message: String
    package var description: String { message }

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package static func == (left: StoreError, right: StoreError) -> Bool { left.code == right.code }

    package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
