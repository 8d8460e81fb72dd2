public import AccessEnabler
import PassCore
import PassCrypto

/// A simulated iPhone or Apple TV with its identifiers, its clock, its installed apps and the storage that they share.
///
/// Up to iOS 6 all apps share their named pasteboards. From iOS 7 on the apps of a group share them: those signed with
/// the same provisioning profile, or with profiles of one team ("SSO on iOS when using the Access Enabler"). The apps
/// of a group also share a Keychain group. On tvOS apps share neither.
public final class SimulatedDevice: Sendable {
    struct State: Sendable {
        var operatingSystem: AccessEnabler.OperatingSystem
        /// The number of times that the advertising identifier was reset.
        var advertisingSeed = 0
        /// The installed apps by bundle ID.
        var apps: [String: InstalledApp] = [:]
        var media: [MediumName: MemoryStorage] = [:]
        var pasteboards: [PasteboardKey: SimulatedPasteboard] = [:]
    }

    struct InstalledApp: Sendable {
        var identity: AccessEnabler.AppIdentity
        var version: SDKVersion
        /// Ends the app's process; `nil` while the app isn't running.
        var terminate: (@Sendable () -> Void)?
    }

    /// The device's clock.
    public let clock: DeviceClock
    /// The text from which the identifiers are made; devices with the same name are the same device to every service.
    public let name: String
    let state: Guarded<State>

    /// Creates a device without apps.
    ///
    /// - Parameter name: distinguishes the devices of one scenario.
    public init(
        _ operatingSystem: AccessEnabler.OperatingSystem = AccessEnabler.OperatingSystem(.iOS, version: "9.2.1"),
        name: String = "device",
        clock: DeviceClock
    ) {
        self.name = name
        self.clock = clock
        state = Guarded(State(operatingSystem: operatingSystem))
    }

    /// The operating system that is installed now.
    public var operatingSystem: AccessEnabler.OperatingSystem { state.withLock(\.operatingSystem) }

    // MARK: Apps

    /// Installs an app that contains the given version of the SDK.
    ///
    /// - Throws: `SimulatedDeviceError` if this SDK doesn't run on this system, or if the app is already installed.
    public func install(_ app: AccessEnabler.AppIdentity, sdk version: SDKVersion) throws {
        try state.withLock { state in
            guard state.apps[app.bundleID] == nil else { throw SimulatedDeviceError.alreadyInstalled(app.bundleID) }
            try Self.check(version, runsOn: state.operatingSystem)
            state.apps[app.bundleID] = InstalledApp(identity: app, version: version)
        }
    }

    /// Starts an app's process, and first ends the process that is already running.
    ///
    /// - Parameter terminate: called to end the process, e.g. when the user ends it or an upgrade needs it.
    func launch(_ bundleID: String, terminate: @escaping @Sendable () -> Void) throws {
        self.terminate(bundleID)
        try state.withLock { state in
            guard state.apps[bundleID] != nil else { throw SimulatedDeviceError.notInstalled(bundleID) }
            state.apps[bundleID]?.terminate = terminate
        }
    }

    /// Ends an app's process; the app's stored data stays, except for pasteboards that aren't persistent.
    public func terminate(_ bundleID: String) {
        let end = state.withLock { state in
            Self.endPasteboards(of: bundleID, &state)
            defer { state.apps[bundleID]?.terminate = nil }
            return state.apps[bundleID]?.terminate
        }
        end?()
    }

    /// Returns the version of the SDK in an installed app, or `nil` if the app isn't installed.
    public func sdkVersion(of bundleID: String) -> SDKVersion? { state.withLock { $0.apps[bundleID]?.version } }

    /// Replaces an app with one that contains another SDK version, newer or older.
    ///
    /// Launch the app again afterwards.
    public func upgradeSDK(of bundleID: String, to version: SDKVersion) throws {
        terminate(bundleID)
        try state.withLock { state in
            guard state.apps[bundleID] != nil else { throw SimulatedDeviceError.notInstalled(bundleID) }
            try Self.check(version, runsOn: state.operatingSystem)
            state.apps[bundleID]?.version = version
        }
    }

    /// Ends all apps and changes the version of the operating system.
    ///
    /// From iOS 7 on named pasteboards belong to groups: every group that has an app on this device gets a copy of the
    /// pasteboards of iOS 6. An upgrade from an earlier version to iOS 10 or later removes all named pasteboards.
    public func upgradeOS(to version: String) {
        for bundleID in state.withLock({ Array($0.apps.keys) }) { terminate(bundleID) }
        state.withLock { state in
            let old = state.operatingSystem
            state.operatingSystem = AccessEnabler.OperatingSystem(old.name, version: version)
            guard old.name == .iOS else { return }
            if old.major <= 6, state.operatingSystem.major >= 7 { Self.divideGlobalPasteboards(&state) }
            if old.major < 10, state.operatingSystem.major >= 10 { Self.emptyNamedPasteboards(&state) }
        }
    }

    private static func check(_ version: SDKVersion, runsOn system: AccessEnabler.OperatingSystem) throws {
        if system.name == .iOS, system.major < 7, version >= SDKVersion(1, 9, 4) {
            throw SimulatedDeviceError.systemTooOld(version, system.version)
        }
    }

    // MARK: Identifiers

    /// Gives the device another advertising identifier, as its user can do in the settings.
    public func resetIDFA() { state.withLock { $0.advertisingSeed += 1 } }

    /// Returns an identifier as an app gets it from the system.
    func identifier(_ kind: DeviceIdentifierKind, bundleID: String) -> String {
        let (system, advertisingSeed) = state.withLock { ($0.operatingSystem, $0.advertisingSeed) }
        switch kind {
        case .macAddress:
            let hidesIt = system.name == .tvOS || system.major >= 7
            return hidesIt ? "02:00:00:00:00:00" : Self.macAddress(Digest.sha256("MAC \(name)".utf8))
        case .advertising: return Self.uuid(Digest.sha256("IDFA \(name) \(advertisingSeed)".utf8))
        case .vendor: return Self.uuid(Digest.sha256("IDFV \(name) \(Self.vendorPrefix(bundleID))".utf8))
        }
    }

    /// Returns all components of a bundle ID except the last one; an ID with one component is returned whole.
    static func vendorPrefix(_ bundleID: String) -> String {
        bundleID.lastIndex(of: ".").map { String(bundleID[..<$0]) } ?? bundleID
    }

    private static func macAddress(_ digest: [UInt8]) -> String {
        // The two low bits of the first byte are clear: a unicast address that a manufacturer assigned.
        let bytes = [digest[0] & 0xFC] + digest[1..<6]
        return bytes.map { Hex.encode([$0], uppercase: true) }.joined(separator: ":")
    }

    private static func uuid(_ digest: [UInt8]) -> String {
        var bytes = Array(digest[..<16])
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let text = Hex.encode(bytes, uppercase: true)
        var parts: [Substring] = []
        var rest = text[...]
        for length in [8, 4, 4, 4, 12] {
            parts.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return parts.joined(separator: "-")
    }
}

/// An operation that a device refuses.
public enum SimulatedDeviceError: Error, Sendable, Hashable {
    case alreadyInstalled(String)
    case notInstalled(String)
    /// An SDK from 1.9.4 on, which needs iOS 7, on an older system.
    case systemTooOld(SDKVersion, String)
}
