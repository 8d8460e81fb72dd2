/// The name of one World on a server: `[a-z0-9][a-z0-9-]{0,62}`.
package struct NamespaceName: Hashable, Sendable, CustomStringConvertible {
    package let rawValue: String

    /// Returns `nil` for a text of any other form.
    package init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard (1...63).contains(bytes.count), bytes[0] != UInt8(ascii: "-"), bytes.allSatisfy(Self.isAllowed) else {
            return nil
        }
        rawValue = String(text)
    }

    private init(unchecked rawValue: String) {
        self.rawValue = rawValue
    }

    /// The namespace of requests that name none.
    package static let `default` = NamespaceName(unchecked: "default")

    package var isDefault: Bool { self == .default }

    package var description: String { rawValue }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
