/// A medium that outlives the app's process: a pasteboard, a keychain or a file.
public protocol TokenStorage: Sendable {
    /// Reads the stored bytes and lets `body` change them, while no other access to the same medium runs.
    ///
    /// - Parameter body: gets the stored bytes, `nil` when there are none, and leaves the bytes to store. It must not
    ///   block.
    /// - Throws: what `body` throws, or the reason why the medium can't be read or written. In both cases nothing is
    ///   changed.
    func access<Value>(_ body: (inout [UInt8]?) throws -> Value) throws -> Value
}

/// The media that an app can reach, depending on what the operating system lets it share.
public protocol TokenStorageProvider: Sendable {
    /// Returns the medium that SDKs of that generation share; the operating system decides which apps share it.
    func shared(_ generation: StoreGeneration) -> any TokenStorage
    /// The medium that no other app sees.
    var own: any TokenStorage { get }
}

/// A generation of the store, used by a range of SDK versions; only a logout changes the media of other generations.
public enum StoreGeneration: Int, Sendable, Hashable, CaseIterable, Comparable {
    /// Up to 1.6: one token.
    case single
    /// 1.7 and 1.8: buckets by requestor and MVPD.
    case nested
    /// 1.9 to 3.6: buckets by device identifier, requestor and MVPD.
    case partitioned
    /// 3.7.0 and later: the layout of `partitioned`, in the Keychain.
    case keychain

    public static func < (one: StoreGeneration, other: StoreGeneration) -> Bool { one.rawValue < other.rawValue }
}
