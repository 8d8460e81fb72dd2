package import PassCore

/// The SDK's logic without its surroundings: it turns inputs into effects and carries out nothing itself.
///
/// It reads no clock, opens no store and sends no request, so a test can drive and inspect every step of a flow. One
/// driver feeds it one input at a time and carries out the effects in order.
///
/// Each flow is an extension in a file of its own. A flow that waits for an answer passes `send` the step to continue
/// with. The answer then reaches that flow's `proceed`.
package struct EntitlementMachine: Sendable {
    package internal(set) var setup: MachineSetup
    package internal(set) var state = MachineState()

    /// The device's time at the current input.
    var now = Timestamp(seconds: 0)
    /// The stored data at the current input; empty between inputs.
    var store = EntitlementStore()
    /// The effects of the current input so far, in order; empty between inputs.
    var effects: [Effect] = []

    package init(_ setup: MachineSetup) { self.setup = setup }

    /// Handles one input.
    ///
    /// - Parameters:
    ///   - input: what happened.
    ///   - now: the device's time.
    ///   - store: the stored data at this moment, which other apps may have changed since the last input. On return, it
    ///     is the data to store before the first effect is carried out.
    /// - Returns: the effects to carry out, in order.
    package mutating func handle(_ input: Input, now: Timestamp, store: inout EntitlementStore) -> [Effect] {
        self.now = now
        self.store = store
        effects = []
        take(input)
        store = self.store
        self.store = EntitlementStore()
        defer { effects = [] }
        return effects
    }

    private mutating func take(_ input: Input) {
        switch input {
        case .started(let check): checkIntegrity(check)
        case .call(let call): take(call)
        case .loginWithdrawn: if state.authentication != .idle { cancelLogin() }
        case .answered(let request, let answer):
            guard let sent = state.sent.removeValue(forKey: request) else { return }
            receive(answer, to: sent)
        case .rang(let alarm): take(alarm)
        case .followed(let browsing, let end): passiveBrowserEnded(browsing, at: end)
        case .platform(let question, let answer): take(answer, to: question)
        }
    }

    // MARK: What flows say

    mutating func emit(_ event: AccessEnablerEvent) { effects.append(.callback(event)) }

    mutating func emit(
        _ id: String, _ level: AdvancedStatus.Level, message: String? = nil, extra: [String: String] = [:]
    ) {
        emit(.status(AdvancedStatus(id: id, level: level, message: message, extra: extra)))
    }

    mutating func log(_ category: AccessEnabler.LogCategory, _ line: String) {
        effects.append(.log(category, "[AccessEnabler] \(line)"))
    }
}

/// The machine's settings, which don't change while the SDK runs, except for the app's redirect URL.
package struct MachineSetup: Sendable {
    package var profile: CompatibilityProfile
    /// The JWT that names the registered application (3.0 and later).
    package var softwareStatement: String?
    package var app: AccessEnabler.AppIdentity
    package var operatingSystem: AccessEnabler.OperatingSystem
    package var clientInformation: ClientInformation
    /// The device identifier that the SDK sends: the SHA-256 of the device's own, in hex.
    package var deviceID: String
    package var hasher: any EntitlementHasher
    package var xml: any EntitlementXMLReader
    /// The service provider for a `setRequestor` that names none.
    package var defaultServiceProvider: String
    /// Whether plain HTTP may go to other machines; to this machine it always may.
    package var allowsPlainHTTP: Bool
    /// Whether there is a browser that the SDK can drive, as passive authentication requires.
    package var hasUserAgent: Bool
    /// Whether the SDK can show the secure browser itself.
    package var hasPresenter: Bool
    /// Whether the platform has a sign-on of its own.
    package var hasPlatformSSO: Bool

    package var isTV: Bool { operatingSystem.name == .tvOS }
}
