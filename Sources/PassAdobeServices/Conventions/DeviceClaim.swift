import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// The device that a request names as its sender.
enum DeviceClaim {
    /// The maximum length of a device identifier, in bytes of UTF-8.
    static let longest = 1024

    /// Reads the unhashed device identifier: `device_id`, else, for web clients, the header `ap_21`.
    ///
    /// - Throws: `.malformedParameter` for an identifier of more than 1,024 bytes or with control characters. Under the
    ///   strict policy, `.missingDevice` for an `ap_21` that comes with a `pass_sfp` that is malformed or belongs to
    ///   another device.
    static func read(_ exchange: Exchange, kind: Device.Kind) throws(EntitlementFailure) -> Device? {
        if let id = try exchange.parameters.optional("device_id") {
            return Device(id: try checked(id, "device_id"), kind: .native)
        }
        guard kind == .web, let id = exchange.header("ap_21") else { return nil }
        let device = Device(id: try checked(id, "ap_21"), kind: .web)
        if exchange.world.policy.deviceCheck == .strict, let blob = exchange.header("pass_sfp"),
            !DeviceBlob.isValid(blob, for: device.id.string)
        {
            throw .missingDevice
        }
        return device
    }

    /// Whether the request names its device in `device_id`, as native clients do. Such a call counts as native,
    /// whatever its path.
    static func isNative(_ exchange: Exchange) -> Bool {
        !exchange.parameters.all("device_id").allSatisfy(\.isEmpty)
    }

    /// Reads the browser's description of itself from the headers of the JavaScript SDK.
    static func fragments(_ exchange: Exchange) -> DeviceFragments {
        DeviceFragments(
            browser: exchange.header("ap_z") ?? exchange.header(.userAgent) ?? "",
            platform: exchange.header("ap_11") ?? "", vendor: exchange.header("ap_42") ?? "",
            address: exchange.request.connection.peerAddress)
    }

    private static func checked(_ id: String, _ name: String) throws(EntitlementFailure) -> String {
        guard id.utf8.count <= longest else {
            throw .malformedParameter(name, reason: "is longer than \(longest) bytes")
        }
        return id
    }
}
