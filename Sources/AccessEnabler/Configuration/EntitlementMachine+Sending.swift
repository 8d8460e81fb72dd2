import PassCore

extension EntitlementMachine {
    /// Sends a call and goes on with `step` when its answer comes.
    ///
    /// Adds what every call carries: user agent, device information, options, and from 3.0 on the access token. Registers the
    /// client and gets or renews that token first where it is needed; a refusal of it is met by a new one, a refusal of the
    /// client by a new registration, once each. A call whose transport failed is sent once more.
    mutating func send(_ call: ServiceCall, then step: Step) {
        transmit(SentRequest(call: call, step: step))
    }

    /// Takes the answer to something sent, and goes on with its step unless it is sent again.
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
    /// - Parameter token: has just been given, and is sent whatever its expiry says.
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
}

extension TransportError {
    /// Whether the same request may do better: not with a server that isn't trusted, nor when nobody waits any more.
    fileprivate var mayPass: Bool {
        switch self {
        case .unreachable, .timedOut: true
        case .untrusted, .cancelled: false
        }
    }
}
