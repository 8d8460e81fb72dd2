import PassCore
import PassDomain

extension ControlContent {
    /// The maximum length of the name of a requestor, an MVPD, a user, a device or a client, in bytes.
    private static let longestIdentifier = 1_024

    /// Returns a member that names something, or `nil` if the member is absent.
    ///
    /// - Throws: `EntitlementFailure.malformedParameter` for another type, and for a text that is empty, too long or
    ///   contains a control character.
    func identifier(_ name: String) throws(EntitlementFailure) -> String? {
        guard let text = try text(name) else { return nil }
        guard text.utf8.count <= Self.longestIdentifier else {
            throw malformed(name, "is longer than \(Self.longestIdentifier) bytes")
        }
        guard !text.hasControlCharacters else { throw malformed(name, "contains a control character") }
        return text
    }

    /// Returns the plain identifier of a device, or `nil` if the member is absent.
    ///
    /// The member contains the identifier as it is, or as apps of REST API v2 send it: `fingerprint ` and the
    /// identifier in base64.
    func device(_ name: String) throws(EntitlementFailure) -> String? {
        try identifier(name).map(Self.plainDevice)
    }

    /// Returns the plain identifier of a device from one of the two forms of a member.
    static func plainDevice(_ text: String) -> String {
        let prefix = "fingerprint "
        guard text.hasPrefix(prefix) else { return text }
        let encoded = String(text.dropFirst(prefix.count))
        guard let id = Base64.decodeTextLeniently(encoded), !id.isEmpty, !id.hasControlCharacters else {
            return encoded.isEmpty ? text : encoded
        }
        return id
    }

    /// Returns a member that is a time, or `nil` if the member is absent.
    func time(_ name: String) throws(EntitlementFailure) -> Timestamp? {
        guard let text = try text(name) else { return nil }
        guard let time = CivilTime.timestamp(isoDate: text), VirtualClock.times.contains(time) else {
            throw malformed(name, "isn't a time from 1970 to 9799 like 2026-01-01T00:00:00Z")
        }
        return time
    }
}
