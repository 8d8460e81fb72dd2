public import AccessEnabler
import AccessEnablerOpenSSL
import PassCore
import PassHTTP

/// The records that a scenario can look at.
///
/// Except for the stores, they cover the time since the last step began.
extension SimulatedApp {
    /// The last step, as reports show it.
    public var step: String { state.withLock(\.step) }

    /// All callbacks in order, tracking events included.
    public var events: [AccessEnablerEvent] { state.withLock(\.events) }

    /// The tracking events, with their values.
    public var trackingEvents: [(event: Int32, values: [String?])] {
        events.compactMap { event in
            if case .sendTrackingData(let values, let event) = event { (event, values) } else { nil }
        }
    }

    /// The callbacks with which calls of `preauthorize` ended.
    public var outcomes: [PreauthorizeOutcome] { state.withLock(\.outcomes) }

    /// The URLs that the SDK itself has shown in the secure browser.
    public var presented: [String] { state.withLock(\.presented) }

    /// The lines of the SDK's log.
    public var log: [LogLine] { state.withLock(\.log) }

    /// The requests that this app's SDK has sent to backends, in the order of sending.
    public var calls: [Exchange] {
        let before = state.withLock(\.exchangesBefore)
        return network.exchanges.dropFirst(before).filter { $0.origin == .app(identity.bundleID) }
    }

    /// Returns the requests of one operation.
    public func calls(_ operation: String) -> [Exchange] { calls.filter { $0.operation == operation } }

    /// Returns the only request of that operation, or throws `ScenarioFailure` if there is none or more than one.
    public func call(_ operation: String) throws -> Exchange {
        let found = calls(operation)
        guard found.count == 1 else { throw failure("one request \(operation)", seen: "\(found.count)") }
        return found[0]
    }

    /// The URL of the last `navigateToUrl` callback (NAV, NAVSVC).
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

    /// The media tokens of the `setToken` callbacks (TOK), with their resources.
    public var tokens: [(token: String, resource: String)] {
        events.compactMap { event in
            if case .setToken(let token, let resource) = event { (token, resource) } else { nil }
        }
    }

    /// The MVPDs that the picker shows; `nil` if no picker was shown.
    public var providers: [MVPD]? {
        for case .displayProviderDialog(let providers) in events { return providers }
        return nil
    }

    /// The status events.
    public var statuses: [AdvancedStatus] {
        events.compactMap { event in if case .status(let status) = event { status } else { nil } }
    }

    /// The registration code of the last status event REGCODE.
    public var registrationCode: String? {
        statuses.last { $0.id == "REGCODE" }.flatMap { $0.extra["registrationCode"] ?? $0.message }
    }

    // MARK: Stores

    /// The medium in which the app's current SDK shares its tokens with other apps.
    public var sharedMedium: MemoryStorage { sharedMedium(setup.profile.storeGeneration) }

    /// Returns the medium in which SDKs with that generation of the store share the app's tokens with other apps.
    public func sharedMedium(_ generation: StoreGeneration) -> MemoryStorage {
        device.sharedMedium(generation, for: identity)
    }

    /// The medium that no other app sees.
    public var ownMedium: MemoryStorage { device.ownMedium(of: identity) }

    /// Everything that the app stores, as text.
    public var storedText: String { sharedMedium.text + ownMedium.text }

    /// The contents of the store as the SDK reads them.
    package var store: EntitlementStore {
        let access = StoreAccess(device.view(of: identity), setup.profile.storeGeneration)
        return access.perform { $0 }
    }

    /// The device identifier that the SDK sends now, hashed.
    public var deviceID: String {
        DeviceIdentifier(of: device.view(of: identity), for: setup.profile.version).hashed
    }
}

/// A URL to which the SDK sends a browser.
public struct NavigationURL: Sendable, Hashable {
    /// The URL.
    public let text: String
    /// Whether the URL is for the secure browser.
    public let isSecureBrowser: Bool

    init(_ text: String, isSecureBrowser: Bool) {
        self.text = text
        self.isSecureBrowser = isSecureBrowser
    }

    /// The URL without its query.
    public var address: String { String(text.prefix { $0 != "?" }) }

    /// The parameters of the query, decoded; empty if they can't be read.
    public var parameters: [(name: String, value: String)] {
        (try? FormFields.parse(Exchange.query(of: text)).pairs) ?? []
    }

    /// The first value of a parameter, decoded.
    public subscript(parameter: String) -> String? { parameters.first { $0.name == parameter }?.value }
}
