public import AccessEnabler
import PassCore
import PassCrypto

/// One iPhone or Apple TV: its identifiers, its clock, what is installed, and what its apps may share.
///
/// The rules of sharing are those of App Store installs ("SSO on iOS when using the Access Enabler"): up to iOS 6 all apps
/// share one pasteboard, from iOS 7 on those of one team, on tvOS none. Keychain groups belong to a team.
public final class SimulatedDevice: Sendable {
    struct State: Sendable {
        var operatingSystem: OperatingSystem
        var advertisingSeed = 0
        /// By bundle ID.
        var apps: [String: InstalledApp] = [:]
        var media: [MediumName: MemoryStorage] = [:]
    }

    struct InstalledApp: Sendable {
        var identity: AppIdentity
        var version: SDKVersion
        /// Ends its process; `nil` while it doesn't run.
        var terminate: (@Sendable () -> Void)?
    }

    public let clock: DeviceClock
    /// What its identifiers are made of; devices with the same name are the same to every service.
    public let name: String
    let state: Guarded<State>

    /// - Parameter name: tells devices of one scenario apart.
    public init(
        _ operatingSystem: OperatingSystem = OperatingSystem(.iOS, version: "9.2.1"), name: String = "device",
        clock: DeviceClock
    ) {
        self.name = name
        self.clock = clock
        state = Guarded(State(operatingSystem: operatingSystem))
    }

    public var operatingSystem: OperatingSystem { state.withLock(\.operatingSystem) }

    // MARK: Apps

    /// - Throws: `SimulatedDeviceError` when the SDK in the app doesn't run on this system, and when it is installed already.
    public func install(_ app: AppIdentity, sdk version: SDKVersion) throws {
        try state.withLock { state in
            guard state.apps[app.bundleID] == nil else { throw SimulatedDeviceError.alreadyInstalled(app.bundleID) }
            try Self.check(version, runsOn: state.operatingSystem)
            state.apps[app.bundleID] = InstalledApp(identity: app, version: version)
        }
    }

    /// Starts an app's process; one that runs already is ended first.
    ///
    /// - Parameter terminate: ends it, when the user or an upgrade wants that.
    func launch(_ bundleID: String, terminate: @escaping @Sendable () -> Void) throws {
        self.terminate(bundleID)
        try state.withLock { state in
            guard state.apps[bundleID] != nil else { throw SimulatedDeviceError.notInstalled(bundleID) }
            state.apps[bundleID]?.terminate = terminate
        }
    }

    /// Ends an app's process; what it stored stays.
    public func terminate(_ bundleID: String) {
        let end = state.withLock { state in
            defer { state.apps[bundleID]?.terminate = nil }
            return state.apps[bundleID]?.terminate
        }
        end?()
    }

    public func sdkVersion(of bundleID: String) -> SDKVersion? { state.withLock { $0.apps[bundleID]?.version } }

    /// Replaces an app by one with another version of the SDK, newer or older; it has to be launched again.
    public func upgradeSDK(of bundleID: String, to version: SDKVersion) throws {
        terminate(bundleID)
        try state.withLock { state in
            guard state.apps[bundleID] != nil else { throw SimulatedDeviceError.notInstalled(bundleID) }
            try Self.check(version, runsOn: state.operatingSystem)
            state.apps[bundleID]?.version = version
        }
    }

    /// Ends all apps and changes the system: from 7 on pasteboards belong to teams, and that to 10 empties them.
    ///
    /// What was in the one pasteboard of iOS 6 is found by every team that has an app here.
    public func upgradeOS(to version: String) {
        for bundleID in state.withLock({ Array($0.apps.keys) }) { terminate(bundleID) }
        state.withLock { state in
            let old = state.operatingSystem
            state.operatingSystem = OperatingSystem(old.name, version: version)
            guard old.name == .iOS else { return }
            if old.major <= 6, state.operatingSystem.major >= 7 { Self.divideGlobalPasteboard(&state) }
            if old.major < 10, state.operatingSystem.major >= 10 {
                state.media = state.media.filter { !$0.key.isPasteboard }
            }
        }
    }

    private static func check(_ version: SDKVersion, runsOn system: OperatingSystem) throws {
        if system.name == .iOS, system.major < 7, version >= SDKVersion(1, 9, 4) {
            throw SimulatedDeviceError.systemTooOld(version, system.version)
        }
    }

    // MARK: Identifiers

    /// Gives the device another advertising identifier, as its user may.
    public func resetIDFA() { state.withLock { $0.advertisingSeed += 1 } }

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

    /// All components but the last; an ID of one component is used whole.
    static func vendorPrefix(_ bundleID: String) -> String {
        bundleID.lastIndex(of: ".").map { String(bundleID[..<$0]) } ?? bundleID
    }

    private static func macAddress(_ digest: [UInt8]) -> String {
        // A unicast address of a maker.
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

/// What a device refuses.
public enum SimulatedDeviceError: Error, Sendable, Hashable {
    case alreadyInstalled(String)
    case notInstalled(String)
    /// SDKs from 1.9.4 on need iOS 7.
    case systemTooOld(SDKVersion, String)
}
