import PassCore

/// Identifiers that are known beforehand, so that golden answers can be written by hand.
///
/// They must be asked for in the order in which they were given; one too many or of another size ends the test run.
package final class ScriptedIdentifiers: IdentifierSource {
    private let remaining: Guarded<ArraySlice<[UInt8]>>

    /// - Parameter script: UUIDs, and words of a registration code's alphabet (`A` to `Z`, `0` to `9`).
    package convenience init(_ script: String...) {
        self.init(script)
    }

    package init(_ script: [String]) {
        remaining = Guarded(script.map(Self.bytes)[...])
    }

    package func bytes(_ count: Int) -> [UInt8] {
        let next = remaining.withLock { $0.popFirst() }
        guard let next, next.count == count else {
            preconditionFailure("the script has no identifier of \(count) bytes here, but \(next?.count ?? 0)")
        }
        return next
    }

    private static func bytes(of text: String) -> [UInt8] {
        if text.utf8.count == 36, let uuid = Hex.decode(text.filter { $0 != "-" }) { return uuid }
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)
        return text.utf8.map { letter in
            guard let index = alphabet.firstIndex(of: letter) else {
                preconditionFailure("a scripted word is of A to Z and 0 to 9: \(text)")
            }
            return UInt8(index)
        }
    }
}
