/// One medium that outlives the app's process: a pasteboard, a keychain, a file.
public protocol TokenStorage: Sendable {
    /// Reads and may change what is stored, undisturbed by other users of the same medium.
    ///
    /// - Parameter body: gets what is stored, `nil` when there is nothing; what it leaves there is stored. It doesn't wait.
    /// - Throws: what `body` throws, or why the medium can't be read or written; then nothing is changed.
    func access<Value>(_ body: (inout [UInt8]?) throws -> Value) throws -> Value
}

/// The media that an app can reach, by what the operating system lets it share.
public protocol TokenStorageProvider: Sendable {
    /// The medium that SDKs of that generation share between apps; the operating system decides with which ones.
    func shared(_ generation: StoreGeneration) -> any TokenStorage
    /// A medium that no other app sees.
    var own: any TokenStorage { get }
}

/// What SDKs of one age keep their tokens in; each generation leaves the media of the earlier ones alone.
public enum StoreGeneration: Int, Sendable, Hashable, CaseIterable, Comparable {
    /// Up to 1.6: one token.
    case single
    /// 1.7 and 1.8: buckets by requestor and MVPD.
    case nested
    /// 1.9 to 3.6: the same, parted by device identifier.
    case partitioned
    /// From 3.7.0: as before, in the Keychain.
    case keychain

    public static func < (one: StoreGeneration, other: StoreGeneration) -> Bool { one.rawValue < other.rawValue }
}
