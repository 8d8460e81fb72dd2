public import AccessEnabler

/// What scenarios do to a medium behind the SDK's back, beside `bytes`, `failsReading` and `failsWriting`.
extension MemoryStorage {
    /// What is stored, as text; empty when there is nothing.
    public var text: String { String(decoding: bytes ?? [], as: UTF8.self) }

    /// Rewrites what is stored, as one who moves it between devices does.
    public func replace(_ old: String, with new: String) {
        guard bytes != nil else { return }
        bytes = Array(text.replacing(old, with: new).utf8)
    }
}
