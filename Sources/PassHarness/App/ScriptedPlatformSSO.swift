public import AccessEnabler
import PassCore

/// The platform's own sign-on, which behaves as a scenario's script says; `Stage.platform(_:)` creates one.
public final class ScriptedPlatformSSO: PlatformSSOProvider {
    /// A picker that the platform has shown.
    public struct Picker: Sendable, Hashable {
        /// The MVPDs shown, by their identifiers at the platform.
        public var providers: [String]
        /// The MVPDs among them that were featured.
        public var featured: [String]
    }

    /// The answers of the platform and its user.
    public struct Script: Sendable {
        /// The app's permission to use the platform's account.
        public var permission = PlatformPermission.granted
        /// The account that the user is signed in to in the system's settings; `nil` if there is none.
        public var account: PlatformAccount?
        /// The reason why the account can't be read; `nil` if it can.
        public var accountFailure: String?
        /// The user's choice in the picker; `nil` leaves the picker open until `choose(_:)`.
        public var choice: PlatformChoice?
        /// The MVPD's SAML response; `nil` gets one from the MVPD.
        public var samlResponse: String?
        /// Whether the platform hands out the MVPD's SAML responses.
        public var givesAnswers = true

        /// Creates a script; the other properties can be set afterwards.
        public init(permission: PlatformPermission = .granted, account: PlatformAccount? = nil) {
            self.permission = permission
            self.account = account
        }
    }

    /// An error of the platform.
    public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        public var description: String
    }

    private struct State: Sendable {
        var script: Script
        var pickers: [Picker] = []
        var samlRequests: [String] = []
        /// The continuation of the picker that is open.
        var picking: CheckedContinuation<PlatformChoice, Never>?
        /// Whether the task that shows the picker was cancelled.
        var isGone = false
    }

    private let state: Guarded<State>
    /// The browser that signs in at the MVPD as the platform's user; `nil` if the user has no account there.
    private let browser: HeadlessUserAgent?
    /// The stage's activity, if there is a stage.
    ///
    /// An open picker isn't activity, so a step can end while one is open.
    private let activity: Activity?

    /// Creates a platform that isn't part of a stage.
    ///
    /// - Parameter browser: the browser that gets the MVPD's responses if the script has none; its user is the one with
    ///   the account.
    public convenience init(_ script: Script = Script(), browser: HeadlessUserAgent? = nil) {
        self.init(script, browser: browser, activity: nil)
    }

    init(_ script: Script, browser: HeadlessUserAgent?, activity: Activity?) {
        state = Guarded(State(script: script))
        self.browser = browser
        self.activity = activity
    }

    /// The script, which can be changed at any time.
    public var script: Script {
        get { state.withLock(\.script) }
        set { state.withLock { $0.script = newValue } }
    }

    /// The pickers that were shown, oldest first.
    public var pickers: [Picker] { state.withLock(\.pickers) }
    /// The SAML requests of the service to the MVPD, oldest first.
    public var samlRequests: [String] { state.withLock(\.samlRequests) }

    /// Returns the script's permission.
    public func permission() async -> PlatformPermission { script.permission }

    /// Returns the script's account, or throws `Failure` if the account can't be read.
    public func account() async throws -> PlatformAccount? {
        let script = script
        if let reason = script.accountFailure { throw Failure(description: reason) }
        return script.account
    }

    /// Records a picker, and returns the script's choice or, if it has none, waits for `choose(_:)`.
    ///
    /// - Returns: the choice; `.cancelled` if the task is cancelled.
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

    /// Makes the user's choice in the open picker, and closes it.
    ///
    /// - Returns: whether a picker was open.
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

    /// Returns the script's SAML response or, if it has none, the one that the MVPD gives the browser.
    ///
    /// - Throws: `Failure` if the platform hands out no response; `UserAgentError`, `TransportError`.
    public func samlResponse(to request: String, for account: PlatformAccount) async throws -> String {
        let script = state.withLock { state in
            state.samlRequests.append(request)
            return state.script
        }
        let noAnswer = Failure(description: "The platform returned no answer.")
        guard script.givesAnswers else { throw noAnswer }
        if let response = script.samlResponse { return response }
        guard let browser else { throw noAnswer }
        return try await browser.samlResponse(to: request)
    }
}
