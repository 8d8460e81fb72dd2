public import AccessEnabler
import PassCore
import PassHTTP

/// What a scenario may look at; all of it since the last step, but for the stores.
extension SimulatedApp {
    public var step: String { state.withLock(\.step) }

    /// Every callback, tracking among them.
    public var events: [AccessEnablerEvent] { state.withLock(\.events) }

    public var trackingEvents: [(event: Int32, values: [String?])] {
        events.compactMap { event in
            if case .sendTrackingData(let values, let event) = event { (event, values) } else { nil }
        }
    }

    public var outcomes: [PreauthorizeOutcome] { state.withLock(\.outcomes) }

    /// What the SDK has shown in the secure browser by itself.
    public var presented: [String] { state.withLock(\.presented) }

    public var log: [LogLine] { state.withLock(\.log) }

    /// What this app's SDK has asked of backends, in the order of sending.
    public var calls: [Exchange] {
        let before = state.withLock(\.exchangesBefore)
        return network.exchanges.dropFirst(before).filter { $0.origin == .app(identity.bundleID) }
    }

    public func calls(_ operation: String) -> [Exchange] { calls.filter { $0.operation == operation } }

    /// The one call of that operation.
    public func call(_ operation: String) throws -> Exchange {
        let found = calls(operation)
        guard found.count == 1 else { throw failure("one request \(operation)", seen: "\(found.count)") }
        return found[0]
    }

    /// The URL of the last NAV or NAVSVC.
    public var navigation: NavigationURL? {
        for event in events.reversed() {
            switch event {
            case .navigateToUrl(let url): return NavigationURL(url, isSecureBrowser: false)
            case .navigateToUrlUseSVC(let url, _): return NavigationURL(url, isSecureBrowser: true)
            default: continue
            }
        }
        return nil
    }

    /// The media tokens, with their resources.
    public var tokens: [(token: String, resource: String)] {
        events.compactMap { event in
            if case .setToken(let token, let resource) = event { (token, resource) } else { nil }
        }
    }

    /// What the picker shows.
    public var providers: [MVPD]? {
        for case .displayProviderDialog(let providers) in events { return providers }
        return nil
    }

    public var statuses: [AdvancedStatus] {
        events.compactMap { event in if case .status(let status) = event { status } else { nil } }
    }

    /// The code of the last REGCODE.
    public var registrationCode: String? {
        statuses.last { $0.id == "REGCODE" }.flatMap { $0.extra["registrationCode"] ?? $0.message }
    }

    // MARK: Stores

    /// The medium that it shares now with the apps of its generation.
    public var sharedMedium: MemoryStorage { sharedMedium(setup.profile.storeGeneration) }

    public func sharedMedium(_ generation: StoreGeneration) -> MemoryStorage {
        device.sharedMedium(generation, for: identity)
    }

    /// What no other app sees.
    public var ownMedium: MemoryStorage { device.ownMedium(of: identity) }

    /// Everything that it stores, as text.
    public var storedText: String { sharedMedium.text + ownMedium.text }

    /// What the SDK makes of it.
    package var store: EntitlementStore {
        let access = StoreAccess(device.view(of: identity), setup.profile.storeGeneration)
        return access.perform { $0 }
    }

    /// The identifier that the SDK sends of the device now.
    public var deviceID: String {
        DeviceIdentifier(of: device.view(of: identity), for: setup.profile.version).hashed
    }
}

/// Where the SDK sends a browser.
public struct NavigationURL: Sendable, Hashable {
    public let text: String
    /// Whether it is for the secure browser.
    public let isSecureBrowser: Bool

    init(_ text: String, isSecureBrowser: Bool) {
        self.text = text
        self.isSecureBrowser = isSecureBrowser
    }

    /// Without query.
    public var address: String { String(text.prefix { $0 != "?" }) }

    public var parameters: [(name: String, value: String)] {
        (try? FormFields.parse(Exchange.query(of: text)).pairs) ?? []
    }

    /// The first value of a parameter, decoded.
    public subscript(parameter: String) -> String? { parameters.first { $0.name == parameter }?.value }
}
