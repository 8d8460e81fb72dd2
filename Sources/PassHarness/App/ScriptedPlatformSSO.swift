public import AccessEnabler
import PassCore

/// The platform's own sign-on, as a scenario wants it to go; `Stage.platform(_:)` makes one.
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
        /// What the user does in the picker; `nil` leaves it open until `choose(_:)`.
        public var choice: PlatformChoice?
        /// The provider's SAML answer; `nil` asks the provider.
        public var samlResponse: String?
        /// Whether the platform gives out answers of the provider.
        public var givesAnswers = true

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
        /// The picker that is open.
        var picking: CheckedContinuation<PlatformChoice, Never>?
        var isGone = false
    }

    private let state: Guarded<State>
    /// Signs in to the provider as the platform's user; `nil` has no account there.
    private let browser: HeadlessUserAgent?
    /// Of the stage, where there is one: an open picker is rest.
    private let activity: Activity?

    /// - Parameter browser: gets the provider's answers where the script has none; made for the user who has the account.
    public convenience init(_ script: Script = Script(), browser: HeadlessUserAgent? = nil) {
        self.init(script, browser: browser, activity: nil)
    }

    init(_ script: Script, browser: HeadlessUserAgent?, activity: Activity?) {
        state = Guarded(State(script: script))
        self.browser = browser
        self.activity = activity
    }

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
        let choice = state.withLock { state in
            state.pickers.append(Picker(providers: providers, featured: featured))
            state.isGone = false
            return state.script.choice
        }
        if let choice { return choice }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isGone = state.withLock { state in
                    if !state.isGone { state.picking = continuation }
                    return state.isGone
                }
                if isGone { continuation.resume(returning: .cancelled) } else { activity?.pause() }
            }
        } onCancel: {
            state.withLock { $0.isGone = true }
            choose(.cancelled)
        }
    }

    /// Ends the picker that is open.
    ///
    /// - Returns: whether one was.
    @discardableResult
    public func choose(_ choice: PlatformChoice) -> Bool {
        let picking = state.withLock { state in
            defer { state.picking = nil }
            return state.picking
        }
        guard let picking else { return false }
        activity?.resume()
        picking.resume(returning: choice)
        return true
    }

    public func samlResponse(to request: String, for account: PlatformAccount) async throws -> String {
        let script = state.withLock { state in
            state.samlRequests.append(request)
            return state.script
        }
        let noAnswer = Failure(description: "The platform gives out no answer.")
        guard script.givesAnswers else { throw noAnswer }
        if let response = script.samlResponse { return response }
        guard let browser else { throw noAnswer }
        return try await browser.samlResponse(to: request)
    }
}

extension Stage {
    /// A platform whose user has an account at the providers, with the cast's name and password.
    ///
    /// - Parameter script: by default the app has permission, and nobody is signed in.
    public func platform(_ script: ScriptedPlatformSSO.Script = .init()) -> ScriptedPlatformSSO {
        ScriptedPlatformSSO(
            script, browser: HeadlessUserAgent(transport: network, credentials: cast.user), activity: activity)
    }
}
