public import AccessEnabler

/// The functions with which scenarios read a medium, or change it without the SDK.
///
/// Scenarios also use `bytes`, `failsReading` and `failsWriting`.
extension MemoryStorage {
    /// The stored bytes as text; empty if there are none.
    public var text: String { String(decoding: bytes ?? [], as: UTF8.self) }

    /// Replaces text in the stored bytes, e.g. to damage a store, or to imitate one that was copied from another
    /// device.
    public func replace(_ old: String, with new: String) {
        guard bytes != nil else { return }
        bytes = Array(text.replacing(old, with: new).utf8)
    }
}
