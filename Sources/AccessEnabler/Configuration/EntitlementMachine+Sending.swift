import PassCore

extension EntitlementMachine {
    /// Sends a call, and continues with `step` when its answer comes.
    ///
    /// The request also gets what every call carries: user agent, device information, options, and from 3.0 on the
    /// access token. If need be, the client is registered and the token fetched or renewed first. A rejected token is
    /// replaced by a new one, and a rejected client by a new registration, once each. A call whose transport failed is
    /// sent once more.
    mutating func send(_ call: ServiceCall, then step: Step) {
        transmit(SentRequest(call: call, step: step))
    }

    /// Handles the answer to a request: sends the request again, or continues with its step.
    mutating func receive(_ answer: Answer, to sent: SentRequest) {
        var sent = sent
        switch answer {
        case .failed(let error) where error.mayPass && sent.transportRetries == 0:
            sent.transportRetries += 1
            transmit(sent)
        case .response(let response) where sent.accessToken != nil:
            guard let refusal = AccessRefusal(response) else { return proceed(sent.step, with: answer) }
            renewAccess(of: sent, after: refusal)
        case .response, .failed, .refused:
            proceed(sent.step, with: answer)
        }
    }

    /// Sends a request, or lets it wait for an access token.
    ///
    /// - Parameter token: a token that the service has just issued; it is sent even if its expiry has passed.
    mutating func transmit(_ sent: SentRequest, with token: AccessToken? = nil) {
        var sent = sent
        sent.accessToken = nil
        if setup.profile.registersClient, sent.call.needsAccessToken {
            guard let token = token ?? usableAccessToken else { return waitForAccess(sent) }
            sent.accessToken = token.text
        }
        let id = RequestID(number: state.nextNumber())
        state.sent[id] = sent
        effects.append(
            .request(
                id, transportRequest(sent.call, accessToken: sent.accessToken), sharesCookies: sent.call.sharesCookies))
    }

    /// Returns the status event for the failure of a call.
    ///
    /// - Parameter common: the event for failures that have none of their own.
    /// - Returns: the event; `nil` for a client without an access token, whose event was emitted when that happened.
    func status(of answer: Answer, else common: AdvancedStatus?) -> AdvancedStatus? {
        switch answer {
        case .failed(.untrusted(let reason)), .refused(.transport(.untrusted(let reason))):
            .connectionUntrusted(reason)
        case .refused(.notRegistered), .refused(.noAccessToken): nil
        case .response, .failed, .refused(.transport): common
        }
    }
}

extension AccessEnabler.TransportError {
    /// Whether repeating the request may help: not if the server isn't trusted or the request was cancelled.
    fileprivate var mayPass: Bool {
        switch self {
        case .unreachable, .timedOut: true
        case .untrusted, .cancelled: false
        }
    }
}
