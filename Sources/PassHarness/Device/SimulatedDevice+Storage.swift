public import AccessEnabler
import PassCore

/// The name of one of a device's storage media.
enum MediumName: Hashable, Sendable {
    /// A pasteboard; `team` is `nil` for the one pasteboard that all apps share up to iOS 6.
    case pasteboard(StoreGeneration, team: String?)
    case keychain(team: String)
    /// Storage that no other app sees.
    case userDefaults(bundleID: String, purpose: String)

    var isPasteboard: Bool { if case .pasteboard = self { true } else { false } }
}

extension SimulatedDevice {
    /// Returns the medium in which an app's SDK of that generation shares its tokens; on tvOS no other app sees it.
    public func sharedMedium(_ generation: StoreGeneration, for app: AppIdentity) -> MemoryStorage {
        state.withLock { state in
            let name: MediumName
            if state.operatingSystem.name == .tvOS {
                name = .userDefaults(bundleID: app.bundleID, purpose: "\(generation)")
            } else if generation == .keychain {
                name = .keychain(team: app.teamID)
            } else {
                name = .pasteboard(generation, team: state.operatingSystem.major <= 6 ? nil : app.teamID)
            }
            return Self.medium(name, &state)
        }
    }

    /// Returns the medium that no other app sees.
    public func ownMedium(of app: AppIdentity) -> MemoryStorage {
        state.withLock { Self.medium(.userDefaults(bundleID: app.bundleID, purpose: "own"), &$0) }
    }

    /// Copies each pasteboard that all apps share to a pasteboard of every team with an installed app, and removes it.
    static func divideGlobalPasteboard(_ state: inout State) {
        let teams = Set(state.apps.values.map(\.identity.teamID))
        for generation in StoreGeneration.allCases {
            guard let global = state.media.removeValue(forKey: .pasteboard(generation, team: nil)) else { continue }
            for team in teams { medium(.pasteboard(generation, team: team), &state).bytes = global.bytes }
        }
    }

    private static func medium(_ name: MediumName, _ state: inout State) -> MemoryStorage {
        if let medium = state.media[name] { return medium }
        let medium = MemoryStorage()
        state.media[name] = medium
        return medium
    }

    /// Returns the device as one of its apps sees it.
    public func view(of app: AppIdentity) -> some DeviceIdentity & TokenStorageProvider {
        DeviceView(device: self, app: app)
    }
}

private struct DeviceView: DeviceIdentity, TokenStorageProvider {
    let device: SimulatedDevice
    let app: AppIdentity

    var operatingSystem: OperatingSystem { device.operatingSystem }

    func identifier(_ kind: DeviceIdentifierKind) -> String { device.identifier(kind, bundleID: app.bundleID) }

    func shared(_ generation: StoreGeneration) -> any TokenStorage { device.sharedMedium(generation, for: app) }

    var own: any TokenStorage { device.ownMedium(of: app) }
}
