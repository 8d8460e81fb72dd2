import PassCore
import PassCrypto

/// `pass_sfp`: what `/indiv/devices` gives a browser beside its device identifier, for it to send back unchanged.
///
/// `hex32--hex64--deviceId--base64(url-encoded)`, the recorded shape; clients treat it as opaque.
enum DeviceBlob {
    /// - Parameters:
    ///   - random: 32 hexadecimal digits.
    ///   - agent: what the browser calls itself.
    static func make(deviceID: String, random: String, agent: String) -> String {
        let agent = PercentEncoding.encode(agent)
        return "\(random)--\(identity(of: deviceID))--\(deviceID)--\(Base64.encode(Array(agent.utf8)))"
    }

    /// Whether the text has that shape and was made for the device.
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
