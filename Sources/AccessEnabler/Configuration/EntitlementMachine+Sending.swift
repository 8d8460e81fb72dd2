package enum AccessStep: Sendable {
    case register
    case token
}

/// The client's registration and its access token (3.0 and later).
package struct AccessState: Sendable {
    /// Wait for an access token, oldest first.
    package internal(set) var waiting: [SentRequest] = []
}

extension EntitlementMachine {
    /// Sends a call and goes on with `step` when its answer comes.
    ///
    /// Adds what every call carries: user agent, device information, options, and from 3.0 on the access token. Registers the
    /// client and gets or renews that token first where it is needed; a refusal of it is met by a new one, a refusal of the
    /// client by a new registration, once each. A call whose transport failed is sent once more.
    mutating func send(_ call: ServiceCall, then step: Step) {}

    /// Takes the answer to something sent, and goes on with its step unless it is sent again.
    mutating func receive(_ answer: Answer, to sent: SentRequest) {}

    mutating func proceed(_ step: AccessStep, with answer: Answer) {}
}
