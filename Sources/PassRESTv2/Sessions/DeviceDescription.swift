import PassCore
import PassEndpointKit

/// The known facts about a device, from its own statement and from its `User-Agent`.
struct DeviceDescription: Sendable {
    /// The members of the object `device` that don't depend on the connection, as JSON text without braces.
    let members: [UInt8]
    /// The address of the connection, if the device states it.
    let address: String?
    let port: String?
    let isSecure: String?
    let connectionType: String?

    /// Reads a device's statement about itself, which is JSON in base64, and its `User-Agent`.
    ///
    /// Every member is written; an unknown string is `null`, and an unknown number is 0 (REST API v2,
    /// "sessions/{code}").
    init(stated: String?, userAgent: String?) {
        let information = DeviceInformation(stated: stated.flatMap(DeviceInformation.init), userAgent: userAgent)
        func text(_ name: String) -> String? { information.text(name) }
        func version(_ name: String) -> DeviceInformation.Version { information.version(name) ?? .init() }
        func number(_ name: String) -> Int { text(name).flatMap { Int($0) } ?? 0 }

        let object = JSONWriter.object { device in
            device.member("type", orNull: text("primaryHardwareType") ?? text("type"))
            device.member("model", orNull: text("model"))
            version("version").write(as: "version", to: &device)
            device.memberObject("hardware") { hardware in
                hardware.memberNull("name")
                hardware.member("vendor", orNull: text("vendor"))
                DeviceInformation.Version().write(as: "version", to: &hardware)
                hardware.member("manufacturer", orNull: text("manufacturer"))
            }
            device.memberObject("operatingSystem") { system in
                system.member("name", orNull: text("osName"))
                system.member("family", orNull: text("osFamily") ?? text("osName").flatMap(Self.family))
                system.member("vendor", orNull: text("osVendor"))
                version("osVersion").write(as: "version", to: &system)
            }
            device.memberObject("browser") { browser in
                browser.member("name", orNull: text("browserName"))
                browser.member("vendor", orNull: text("browserVendor"))
                version("browserVersion").write(as: "version", to: &browser)
                browser.member("userAgent", orNull: text("userAgent") ?? userAgent)
                browser.member("originalUserAgent", orNull: userAgent ?? text("userAgent"))
            }
            device.memberObject("display") { display in
                display.member("width", number("displayWidth"))
                display.member("height", number("displayHeight"))
                display.member("ppi", number("displayPpi"))
                display.member("name", "DISPLAY")
                display.memberNull("vendor")
                display.memberNull("version")
                display.member("diagonalSize", orNull: text("diagonalScreenSize"))
            }
            device.member("applicationId", orNull: text("applicationId"))
        }
        members = Array(object.dropFirst().dropLast())
        address = text("connectionIp")
        port = text("connectionPort")
        isSecure = text("connectionSecure")
        connectionType = text("connectionType")
    }

    /// Returns the family of an operating system, among those that this API names.
    private static func family(_ name: String) -> String? {
        switch name {
        case "Android", "Linux", "Roku OS", "Windows", "iOS", "tvOS", "webOS": name
        case "Chrome OS": "Linux"
        case "Mac OS", "OS X": "macOS"
        case "OpenBSD": "BSD"
        default: nil
        }
    }
}

/// A cache of recently used descriptions of devices.
///
/// A device polls its session every few seconds, and devices of one model with one version of an app send the same
/// description. Reading a description takes longer than all the rest of a poll.
final class RecentDevices: Sendable {
    private struct Key: Hashable, Sendable {
        let stated: ExactText?
        let userAgent: ExactText?
    }

    /// The number of descriptions at which the cache is emptied.
    private static let most = 1_024
    /// The maximum size of a description and its key in the cache, in bytes. Larger ones, which no usual device sends,
    /// are read again each time.
    private static let largest = 4_096

    private let known = Guarded<[Key: DeviceDescription]>([:])

    /// Returns the description of a device, which depends only on these two strings.
    func description(stated: String?, userAgent: String?) -> DeviceDescription {
        let key = Key(stated: stated.map { ExactText($0) }, userAgent: userAgent.map { ExactText($0) })
        if let description = known.withLock({ $0[key] }) { return description }
        let description = DeviceDescription(stated: stated, userAgent: userAgent)
        let texts = (stated?.utf8.count ?? 0) + (userAgent?.utf8.count ?? 0)
        if texts + description.members.count > Self.largest { return description }
        known.withLock { known in
            if known.count >= Self.most { known = [:] }
            known[key] = description
        }
        return description
    }
}
