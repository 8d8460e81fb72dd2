import PassCore
import PassCrypto

/// The text `pass_sfp`, which `/indiv/devices` issues together with a browser's device identifier, and which clients
/// send back unchanged.
///
/// The format, `hex32--hex64--deviceId--base64(url-encoded)`, was recorded from the real service. Clients treat the
/// text as opaque.
enum DeviceBlob {
    /// Returns the text for a device.
    ///
    /// - Parameters:
    ///   - random: 32 hexadecimal digits.
    ///   - agent: the browser's `User-Agent`, of at most 512 bytes: the client has to send the text back in a header
    ///     field.
    static func make(deviceID: String, random: String, agent: String) -> String {
        let agent = PercentEncoding.encode(agent)
        return "\(random)--\(identity(of: deviceID))--\(deviceID)--\(Base64.encode(Array(agent.utf8)))"
    }

    /// Whether the text has the right format and was issued for the device.
    static func isValid(_ text: String, for deviceID: String) -> Bool {
        let parts = text.split(separator: "--", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0].utf8.count == 32 && Hex.decode(String(parts[0])) != nil
            && String(parts[1]).hasSameBytes(as: identity(of: deviceID)) && String(parts[2]).hasSameBytes(as: deviceID)
            && Base64.decode(parts[3]) != nil
    }

    private static func identity(of deviceID: String) -> String {
        Hex.encode(Digest.sha256("pass_sfp:\(deviceID)".utf8))
    }
}
