public import AccessEnabler
import Synchronization

/// The platform's own sign-on, as a scenario wants it to go.
public final class ScriptedPlatformSSO: PlatformSSOProvider {
    /// A picker that was shown.
    public struct Picker: Sendable, Hashable {
        public var providers: [String]
        public var featured: [String]
    }

    /// What the platform says.
    public struct Script: Sendable {
        public var permission = PlatformPermission.granted
        /// Signed in to in the system's settings.
        public var account: PlatformAccount?
        /// Why the account can't be read; `nil` when it can.
        public var accountFailure: String?
        public var choice = PlatformChoice.cancelled
        /// The provider's SAML answer; `nil` is a failure.
        public var samlResponse: String?

        public init(permission: PlatformPermission = .granted, account: PlatformAccount? = nil) {
            self.permission = permission
            self.account = account
        }
    }

    public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        public var description: String
    }

    private struct State: Sendable {
        var script: Script
        var pickers: [Picker] = []
        var samlRequests: [String] = []
    }

    private let state: Mutex<State>

    public init(_ script: Script = Script()) { state = Mutex(State(script: script)) }

    public var script: Script {
        get { state.withLock(\.script) }
        set { state.withLock { $0.script = newValue } }
    }

    /// What was shown, oldest first.
    public var pickers: [Picker] { state.withLock(\.pickers) }
    /// What the service asked the provider, oldest first.
    public var samlRequests: [String] { state.withLock(\.samlRequests) }

    public func permission() async -> PlatformPermission { script.permission }

    public func account() async throws -> PlatformAccount? {
        let script = script
        if let reason = script.accountFailure { throw Failure(description: reason) }
        return script.account
    }

    public func pick(providers: [String], featured: [String]) async -> PlatformChoice {
        state.withLock { state in
            state.pickers.append(Picker(providers: providers, featured: featured))
            return state.script.choice
        }
    }

    public func samlResponse(to request: String, for account: PlatformAccount) async throws -> String {
        let response = state.withLock { state in
            state.samlRequests.append(request)
            return state.script.samlResponse
        }
        guard let response else { throw Failure(description: "The platform gives out no answer.") }
        return response
    }
}
