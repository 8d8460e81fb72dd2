import PassCore

/// The data that a flow gets with each event in addition to its own state, and the effects that it returns.
///
/// A flow is a machine inside `EntitlementMachine`, such as the login or the second screen. A flow can't see another
/// flow: it learns about other flows from its events, and informs them with a `Signal`. The stored data is the only
/// thing that several flows change.
struct FlowContext {
    let setup: MachineSetup
    /// The device's time while the current input is handled.
    let now: Timestamp
    /// The options of the last `setOptions`.
    let options: [String: EntitlementValue]
    /// The requestor of the last `setRequestor`, whatever its outcome; flows use this requestor's stored records.
    let requestor: String?
    /// The arguments of the last `setRequestor`, whether or not its configuration has arrived; `nil` after a failure.
    let setting: RequestorSetting?
    /// The configuration; `nil` until it has arrived.
    let configuration: RequestorConfiguration?
    /// Whether `setRequestor` has succeeded, so that calls are no longer held.
    let isConfigured: Bool
    /// The stored data.
    var store: EntitlementStore
    /// Whether a `checkAuthentication`, not a login, causes the callbacks of this event.
    var isStatusCheck = false
    /// The effects of this event so far, in order.
    private(set) var effects: [FlowEffect] = []

    /// Adds an effect for the driver.
    mutating func carryOut(_ effect: Effect) { effects.append(.carryOut(effect)) }

    /// Sends a call; the answer goes to the flow of `step`.
    ///
    /// The request also gets what every call carries: user agent, device information, options, and from 3.0 on the
    /// access token. If necessary, the client is registered and the token fetched or renewed first. A rejected token is
    /// replaced by a new one, and a rejected client by a new registration, once each. A call whose transport failed is
    /// sent once more.
    mutating func send(_ call: ServiceCall, then step: Step) { effects.append(.send(call, then: step)) }

    /// Sends a signal to the other flows, after the effects so far.
    mutating func signal(_ signal: Signal) { effects.append(.signal(signal)) }

    mutating func emit(_ event: AccessEnablerEvent) { carryOut(.callback(event, isStatusCheck: isStatusCheck)) }

    mutating func emit(
        _ id: String, _ level: AdvancedStatus.Level, message: String? = nil, extra: [String: String] = [:]
    ) {
        emit(.status(AdvancedStatus(id: id, level: level, message: message, extra: extra)))
    }

    mutating func log(_ category: AccessEnablerLogCategory, _ line: String) {
        carryOut(.log(category, "[AccessEnabler] \(line)"))
    }
}
