/// The description of the device that the SDK sends with every call, unless the option `device_info` replaces it.
///
/// Source: "Passing client information" (`device_info`).
public struct ClientInformation: Sendable, Hashable {
    /// The kind of device, sent as `primaryHardwareType`.
    public enum HardwareType: String, Sendable, Hashable {
        case mobilePhone = "MobilePhone"
        case tablet = "Tablet"
        case tv = "TV"
        case unknown = "Unknown"
    }

    /// The kind of network connection, sent as `connectionType`.
    public enum ConnectionType: String, Sendable, Hashable {
        case wifi = "WiFi"
        case cellular
        case notConnected
    }

    /// The model's identifier, e.g. `iPhone10,1`.
    public var model: String
    /// The kind of device.
    public var hardwareType: HardwareType
    /// The width of the display in pixels.
    public var displayWidth: Int
    /// The height of the display in pixels.
    public var displayHeight: Int
    /// The kind of network connection.
    public var connectionType: ConnectionType

    /// Creates a description, by default that of an `iPhone10,1` on WiFi.
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
