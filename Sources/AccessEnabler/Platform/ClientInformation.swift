/// What the SDK tells of the device with every call, unless `device_info` replaces it.
///
/// Source: "Passing client information" (`device_info`).
public struct ClientInformation: Sendable, Hashable {
    public enum HardwareType: String, Sendable, Hashable {
        case mobilePhone = "MobilePhone"
        case tablet = "Tablet"
        case tv = "TV"
        case unknown = "Unknown"
    }

    public enum ConnectionType: String, Sendable, Hashable {
        case wifi = "WiFi"
        case cellular
        case notConnected
    }

    public var model: String
    public var hardwareType: HardwareType
    public var displayWidth: Int
    public var displayHeight: Int
    public var connectionType: ConnectionType

    public init(
        model: String = "iPhone10,1", hardwareType: HardwareType = .mobilePhone, displayWidth: Int = 750,
        displayHeight: Int = 1334, connectionType: ConnectionType = .wifi
    ) {
        self.model = model
        self.hardwareType = hardwareType
        self.displayWidth = displayWidth
        self.displayHeight = displayHeight
        self.connectionType = connectionType
    }
}
