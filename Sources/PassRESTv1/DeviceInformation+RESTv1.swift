import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

extension DeviceInformation {
    /// Returns the text of the field `X-Device-Info`, or else of the parameter `device_info`.
    ///
    /// The result is `nil` if both are absent. It is also `nil` for a malformed text, which isn't an error.
    static func carried(by exchange: Exchange) throws(EntitlementFailure) -> String? {
        let parameter = try exchange.parameters.optional("device_info", controls: .lineBreaks)
        return (exchange.header(Self.header) ?? parameter).flatMap { DeviceInformation($0) == nil ? nil : $0 }
    }

    /// The values as JSON in the service's own grouping. Values that the device didn't state are left out, except that
    /// a missing vendor is `Unknown`.
    var normalized: [UInt8] {
        JSONWriter.object { device in
            device.memberIfPresent("type", text("primaryHardwareType") ?? text("type"))
            device.memberIfPresent("model", text("model"))
            version("version", to: &device)
            group("hardware", of: ["manufacturer", "vendor"], in: &device) { hardware in
                hardware.memberIfPresent("name", text("model"))
                hardware.member("vendor", text("vendor") ?? Self.unknown)
                version("version", to: &hardware)
                hardware.memberIfPresent("manufacturer", text("manufacturer"))
            }
            group("operatingSystem", of: ["osName", "osFamily", "osVendor", "osVersion"], in: &device) { system in
                system.memberIfPresent("name", text("osName"))
                system.memberIfPresent("family", text("osFamily"))
                system.member("vendor", text("osVendor") ?? Self.unknown)
                version("osVersion", to: &system)
            }
            group("browser", of: ["browserName", "browserVendor", "browserVersion", "userAgent"], in: &device) {
                browser in
                browser.memberIfPresent("name", text("browserName"))
                browser.member("vendor", text("browserVendor") ?? Self.unknown)
                version("browserVersion", to: &browser)
                browser.memberIfPresent("userAgent", text("userAgent"))
                browser.memberIfPresent("originalUserAgent", text("userAgent"))
            }
            let displayNames = ["displayWidth", "displayHeight", "displayPpi", "diagonalScreenSize"]
            group("display", of: displayNames, in: &device) { display in
                number("displayWidth", as: "width", to: &display)
                number("displayHeight", as: "height", to: &display)
                number("displayPpi", as: "ppi", to: &display)
                number("diagonalScreenSize", as: "diagonalSize", to: &display)
            }
            device.memberIfPresent("applicationId", text("applicationId"))
            let connectionNames = ["connectionIp", "connectionPort", "connectionSecure", "connectionType"]
            group("connection", of: connectionNames, in: &device) { connection in
                connection.memberIfPresent("ipAddress", text("connectionIp"))
                number("connectionPort", as: "port", to: &connection)
                if let secure = text("connectionSecure") { connection.member("secure", secure == "true") }
                connection.memberIfPresent("type", text("connectionType"))
            }
        }
    }

    /// The vendor in a group whose vendor the device didn't state.
    private static let unknown = "Unknown"

    /// Writes a group of members, if at least one of the named values is present.
    private func group(
        _ group: JSONWriter.Name, of names: [String], in device: inout JSONWriter, _ members: (inout JSONWriter) -> Void
    ) {
        if names.contains(where: { text($0) != nil }) { device.memberObject(group, members) }
    }

    /// Writes a value as a number if it is one, otherwise as its text.
    private func number(_ name: String, as member: JSONWriter.Name, to writer: inout JSONWriter) {
        guard let text = text(name) else { return }
        if let whole = Int64(text) {
            writer.member(member, whole)
        } else if let fraction = Double(text), fraction.isFinite {
            writer.member(member, JSONValue.number(fraction))
        } else {
            writer.member(member, text)
        }
    }

    /// Writes a version, if the device states it.
    private func version(_ name: String, to writer: inout JSONWriter) {
        version(name)?.write(as: "version", to: &writer)
    }
}
