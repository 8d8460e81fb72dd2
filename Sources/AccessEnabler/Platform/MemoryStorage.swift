import PassCore

/// A medium that lasts as long as its object: several apps that are given the same one share it.
///
/// Tests read and set its bytes, and make it fail. Its users take turns; one that asks again while it has its turn never
/// gets it, so an app's own medium must be another object than the shared one.
public final class MemoryStorage: TokenStorage {
    private struct State {
        var bytes: [UInt8]?
        var failsReading = false
        var failsWriting = false
    }

    private let state: Guarded<State>

    public init(_ bytes: [UInt8]? = nil) { state = Guarded(State(bytes: bytes)) }

    /// What is stored, as bytes; `nil` when there is nothing.
    public var bytes: [UInt8]? {
        get { state.withLock { $0.bytes } }
        set { state.withLock { $0.bytes = newValue } }
    }

    /// Whether every access fails before it reads anything.
    public var failsReading: Bool {
        get { state.withLock { $0.failsReading } }
        set { state.withLock { $0.failsReading = newValue } }
    }

    /// Whether every change fails; reading goes on.
    public var failsWriting: Bool {
        get { state.withLock { $0.failsWriting } }
        set { state.withLock { $0.failsWriting = newValue } }
    }

    /// - Throws: `StorageError` when it was made to fail, and what `body` throws.
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

/// Media in memory, one for each generation and one for the app itself.
public struct MemoryStorageProvider: TokenStorageProvider {
    private let media: [StoreGeneration: MemoryStorage]
    private let ownMedium: MemoryStorage

    /// - Parameter shared: the media that other apps have as well; what is missing is made for this app alone.
    public init(shared: [StoreGeneration: MemoryStorage] = [:], own: MemoryStorage = MemoryStorage()) {
        var media = shared
        for generation in StoreGeneration.allCases where media[generation] == nil {
            media[generation] = MemoryStorage()
        }
        self.media = media
        ownMedium = own
    }

    public func shared(_ generation: StoreGeneration) -> any TokenStorage { memory(generation) }
    public var own: any TokenStorage { ownMedium }

    /// The same as `shared`, for a test that looks into it.
    public func memory(_ generation: StoreGeneration) -> MemoryStorage { media[generation] ?? MemoryStorage() }
}
