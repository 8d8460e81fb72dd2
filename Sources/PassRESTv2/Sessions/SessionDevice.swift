import PassCore
import PassDomain

/// The known facts about a session's device, from its own statement, from its `User-Agent` and from its connection.
struct SessionDevice {
    private let code: RegistrationCode
    private let description: DeviceDescription

    init(_ code: RegistrationCode, _ recent: RecentDevices) {
        self.code = code
        description = recent.description(
            stated: code.details[.deviceInfo], userAgent: code.details[.userAgent])
    }

    func write(to session: inout JSONWriter) {
        session.memberObject("device") { device in
            device.members(description.members)
            device.memberObject("connection") { connection in
                connection.member("ipAddress", orNull: description.address ?? code.details[.address])
                connection.member("port", orNull: description.port ?? ownPort)
                connection.member("secure", (description.isSecure ?? code.details[.isSecure]) == "true")
                connection.member("type", orNull: description.connectionType)
            }
        }
    }

    /// The port of the connection; `nil` if the device states another address, to which that port doesn't belong.
    private var ownPort: String? { description.address == nil ? code.details[.port] : nil }
}
