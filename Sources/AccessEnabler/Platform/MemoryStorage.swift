import PassCore

/// A medium in memory that lasts as long as its object; apps that get the same object share it.
///
/// Tests can read and change the bytes, and can make accesses fail. One access runs at a time. An access within another
/// access deadlocks, so an app's own medium must be a different object from the shared one.
public final class MemoryStorage: TokenStorage {
    private struct State {
        var bytes: [UInt8]?
        var failsReading = false
        var failsWriting = false
    }

    private let state: Guarded<State>

    /// Creates a medium that holds these bytes; `nil` for an empty one.
    public init(_ bytes: [UInt8]? = nil) { state = Guarded(State(bytes: bytes)) }

    /// The stored bytes; `nil` when there are none.
    public var bytes: [UInt8]? {
        get { state.withLock { $0.bytes } }
        set { state.withLock { $0.bytes = newValue } }
    }

    /// Whether every access fails before it reads anything.
    public var failsReading: Bool {
        get { state.withLock { $0.failsReading } }
        set { state.withLock { $0.failsReading = newValue } }
    }

    /// Whether every change fails; reading still works.
    public var failsWriting: Bool {
        get { state.withLock { $0.failsWriting } }
        set { state.withLock { $0.failsWriting = newValue } }
    }

    /// Reads the bytes and stores what `body` changes.
    ///
    /// - Throws: `StorageError` when a test made the medium fail, and what `body` throws.
    public func access<Value>(_ body: (inout [UInt8]?) throws -> Value) throws -> Value {
        var result: Result<Value, any Error>?
        state.withLock { state in
            result = Result {
                if state.failsReading { throw StorageError(.unreadable, "The memory can't be read.") }
                var bytes = state.bytes
                let value = try body(&bytes)
                if bytes != state.bytes {
                    if state.failsWriting { throw StorageError(.unwritable, "The memory can't be written.") }
                    state.bytes = bytes
                }
                return value
            }
        }
        guard let result else { preconditionFailure("A lock always runs its body.") }
        return try result.get()
    }
}

/// Media in memory: one for each generation, and one for the app itself.
public struct MemoryStorageProvider: TokenStorageProvider {
    private let media: [StoreGeneration: MemoryStorage]
    private let ownMedium: MemoryStorage

    /// Creates a provider of media in memory.
    ///
    /// - Parameters:
    ///   - shared: the media that other apps use too. A generation that is missing gets a medium that only this app
    ///     uses.
    ///   - own: the medium that only this app uses.
    public init(shared: [StoreGeneration: MemoryStorage] = [:], own: MemoryStorage = MemoryStorage()) {
        var media = shared
        for generation in StoreGeneration.allCases where media[generation] == nil {
            media[generation] = MemoryStorage()
        }
        self.media = media
        ownMedium = own
    }

    /// Returns the medium of that generation.
    public func shared(_ generation: StoreGeneration) -> any TokenStorage { memory(generation) }
    /// The medium that only this app uses.
    public var own: any TokenStorage { ownMedium }

    /// Returns the same medium as `shared`, with its concrete type, for tests that inspect it.
    public func memory(_ generation: StoreGeneration) -> MemoryStorage { media[generation] ?? MemoryStorage() }
}
