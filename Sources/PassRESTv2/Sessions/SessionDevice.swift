import PassCore
import PassDomain
import PassEndpointKit

/// The device of a session, as far as it is known from what the device said about itself, from its `User-Agent` and from
/// its connection.
///
/// Every member is written; an unknown text is `null` and an unknown number 0 (REST API v2, "sessions/{code}").
struct SessionDevice {
    private let code: RegistrationCode
    private let information: DeviceInformation

    init(_ code: RegistrationCode) {
        self.code = code
        information = DeviceInformation(
            stated: code.details[.deviceInfo].flatMap(DeviceInformation.init), userAgent: code.details[.userAgent])
    }

    func write(to session: inout JSONWriter) {
        let userAgent = text("userAgent") ?? code.details[.userAgent]
        session.memberObject("device") { device in
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
                browser.member("userAgent", orNull: userAgent)
                browser.member("originalUserAgent", orNull: code.details[.userAgent] ?? userAgent)
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
            device.memberObject("connection") { connection in
                connection.member("ipAddress", orNull: text("connectionIp") ?? code.details[.address])
                connection.member("port", orNull: text("connectionPort") ?? ownPort)
                connection.member("secure", (text("connectionSecure") ?? code.details[.isSecure]) == "true")
                connection.member("type", orNull: text("connectionType"))
            }
        }
    }

    /// The port of the connection, which belongs to no other address than the connection's.
    private var ownPort: String? { text("connectionIp") == nil ? code.details[.port] : nil }

    private func text(_ name: String) -> String? { information.text(name) }

    private func version(_ name: String) -> DeviceInformation.Version { information.version(name) ?? .init() }

    private func number(_ name: String) -> Int { text(name).flatMap { Int($0) } ?? 0 }

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

extension JSONWriter {
    /// Writes a member, as `null` if there is no value.
    fileprivate mutating func member(_ name: String, orNull value: String?) {
        if let value { member(name, value) } else { memberNull(name) }
    }
}
