package import PassCore

/// The SDK without its surroundings: what happened goes in, what is to be done comes out, and nothing is done here.
///
/// It reads no clock, opens no store and sends no request, so every step of a flow can be driven and looked at by itself. One
/// driver feeds it, one input at a time, and carries out the effects in their order.
///
/// Each flow is an extension in a file of its own. A flow that waits for an answer hands `send` the step to go on with; the
/// answer comes back to that flow's `proceed`.
package struct EntitlementMachine: Sendable {
    package internal(set) var setup: MachineSetup
    package internal(set) var state = MachineState()

    /// What the flows read and write during one input; empty between inputs.
    var now = Timestamp(seconds: 0)
    var store = EntitlementStore()
    var effects: [Effect] = []

    package init(_ setup: MachineSetup) { self.setup = setup }

    /// Takes one input.
    ///
    /// - Parameters:
    ///   - now: the device's time.
    ///   - store: what is stored at this moment; other apps may have changed it since the last input.
    /// - Returns: what is to be done, in order. `store` holds what is to be stored before any of it.
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

    mutating func log(_ category: LogCategory, _ line: String) {
        effects.append(.log(category, "[AccessEnabler] \(line)"))
    }
}

/// What doesn't change while the SDK lives.
package struct MachineSetup: Sendable {
    package var profile: CompatibilityProfile
    package var softwareStatement: String?
    package var app: AppIdentity
    package var operatingSystem: OperatingSystem
    package var clientInformation: ClientInformation
    /// What the SDK sends for the device: the SHA-256 of its identifier, in hex.
    package var deviceID: String
    package var defaultServiceProvider: String
    /// Whether plain HTTP may leave this machine.
    package var allowsPlainHTTP: Bool
    package var hasUserAgent: Bool
    package var hasPresenter: Bool
    package var hasPlatformSSO: Bool

    package var isTV: Bool { operatingSystem.name == .tvOS }
}
