public import AccessEnabler
import PassCore

/// The name of one of a device's storage media, apart from pasteboards.
enum MediumName: Hashable, Sendable {
    case keychain(AppGroup)
    /// Storage that no other app sees.
    case userDefaults(bundleID: String, purpose: String)
}

extension SimulatedDevice {
    /// Returns a pasteboard as the given app sees it, and makes it if no app has asked for it before.
    ///
    /// Up to iOS 6 all apps that ask for a name get the same pasteboard. From iOS 7 on each group of apps has its own
    /// pasteboard of that name. The system's pasteboards are the same for all apps.
    public func pasteboard(_ name: SimulatedPasteboard.Name, for app: AccessEnabler.AppIdentity) -> SimulatedPasteboard
    {
        state.withLock { Self.pasteboard(name, for: app, &$0) }
    }

    /// Returns the medium in which an SDK with that generation of the store shares an app's tokens; on tvOS no other
    /// app sees the medium.
    public func sharedMedium(_ generation: StoreGeneration, for app: AccessEnabler.AppIdentity) -> MemoryStorage {
        state.withLock { state in
            if state.operatingSystem.name == .tvOS {
                return Self.medium(.userDefaults(bundleID: app.bundleID, purpose: "\(generation)"), &state)
            }
            if generation == .keychain { return Self.medium(.keychain(Self.group(of: app, state)), &state) }
            let pasteboard = Self.pasteboard(.named("AccessEnabler.\(generation)"), for: app, &state)
            pasteboard.isPersistent = true
            return pasteboard[Self.storeKey]
        }
    }

    /// Returns the medium that no other app sees.
    public func ownMedium(of app: AccessEnabler.AppIdentity) -> MemoryStorage {
        state.withLock { Self.medium(.userDefaults(bundleID: app.bundleID, purpose: "own"), &$0) }
    }

    /// The key of the SDK's store in its pasteboard.
    static let storeKey = "store"

    /// Copies each pasteboard that all apps share to a pasteboard of every group with an installed app, and removes the
    /// original.
    ///
    /// The system's pasteboards stay as they are.
    static func divideGlobalPasteboards(_ state: inout State) {
        let apps = state.apps.values.map(\.identity)
        for (key, global) in state.pasteboards where key.group == nil {
            guard case .named = key.name else { continue }
            state.pasteboards[key] = nil
            for app in apps { pasteboard(key.name, for: app, &state).copy(global) }
        }
    }

    /// Removes the named pasteboards of all apps.
    static func emptyNamedPasteboards(_ state: inout State) {
        state.pasteboards = state.pasteboards.filter { key, _ in
            if case .named = key.name { false } else { true }
        }
    }

    /// Removes the pasteboards that end with the process of this app.
    static func endPasteboards(of bundleID: String, _ state: inout State) {
        state.pasteboards = state.pasteboards.filter { $0.value.isPersistent || $0.value.owner != bundleID }
    }

    private static func pasteboard(
        _ name: SimulatedPasteboard.Name, for app: AccessEnabler.AppIdentity, _ state: inout State
    ) -> SimulatedPasteboard {
        var key = PasteboardKey(name: name)
        if case .named = name, state.operatingSystem.major >= 7 { key.group = group(of: app, state) }
        if let pasteboard = state.pasteboards[key] { return pasteboard }
        let pasteboard = SimulatedPasteboard(name, owner: app.bundleID)
        state.pasteboards[key] = pasteboard
        return pasteboard
    }

    /// Returns the group that an app belongs to: the apps signed with the same provisioning profile, or with profiles of
    /// one team.
    ///
    /// The vendor states this for App Store installs. An app on a simulator isn't signed. Giving it a group of its own
    /// is our choice.
    private static func group(of app: AccessEnabler.AppIdentity, _ state: State) -> AppGroup {
        guard app.installation != .simulator else { return .app(app.bundleID) }
        if !app.teamID.isEmpty { return .team(app.teamID) }
        guard let profile = app.provisioningProfile else { return .app(app.bundleID) }
        let teams = state.apps.values.map(\.identity).filter { $0.provisioningProfile == profile && !$0.teamID.isEmpty }
        return teams.first.map { .team($0.teamID) } ?? .profile(profile)
    }

    private static func medium(_ name: MediumName, _ state: inout State) -> MemoryStorage {
        if let medium = state.media[name] { return medium }
        let medium = MemoryStorage()
        state.media[name] = medium
        return medium
    }

    /// Returns the device as one of its apps sees it.
    public func view(of app: AccessEnabler.AppIdentity) -> some DeviceIdentity & TokenStorageProvider {
        DeviceView(device: self, app: app)
    }
}

private struct DeviceView: DeviceIdentity, TokenStorageProvider {
    let device: SimulatedDevice
    let app: AccessEnabler.AppIdentity

    var operatingSystem: AccessEnabler.OperatingSystem { device.operatingSystem }

    func identifier(_ kind: DeviceIdentifierKind) -> String { device.identifier(kind, bundleID: app.bundleID) }

    func shared(_ generation: StoreGeneration) -> any TokenStorage { device.sharedMedium(generation, for: app) }

    var own: any TokenStorage { device.ownMedium(of: app) }
}
