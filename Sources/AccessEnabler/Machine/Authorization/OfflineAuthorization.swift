/// The behaviour of `checkAuthorization` and `getAuthorization` when the device is offline or the service can't be
/// reached.
///
/// Nothing is authorized offline, even with a valid authZ token in the store: a stored authZ token saves the request
/// for it, but each media token needs a request of its own. The call goes through these steps:
///
/// 1. Before `setRequestor` has succeeded the call isn't made. It is held (`HeldCalls`) until a `setRequestor`
///    succeeds; a call by an `async` function fails with `notConfigured` if none is under way.
/// 2. Without a valid authN token in the store, `checkAuthorization` fails at once with "User Not Authenticated Error"
///    and N000 (N111 after a temporary pass), and `getAuthorization` starts a login. Both do the same online.
/// 3. From version 3.0 of the SDK on, a call without a valid access token waits for one. Offline the SDK can't get one,
///    and the call fails.
/// 4. If the request gets no response, the outbox repeats it once (`Outbox`), unless the server isn't trusted or the
///    request was cancelled.
/// 5. If there is still no response, `receiveAuthorization` or `receiveMediaToken` (`FlowContext+Authorization.swift`)
///    calls `refuseUnanswered`, which tells the app `tokenRequestFailed`. The stored tokens stay, so the next call
///    needs no login.
extension FlowContext {
    /// Tells the app that a request for an authZ token or a media token got no response.
    ///
    /// The error code is "Generic Authorization Error". The status event is Z500, or SEC420 if the server isn't
    /// trusted. If the request wasn't sent because the service refused the client an access token, R400 or R401 has
    /// already been emitted, and no other event follows.
    mutating func refuseUnanswered(_ request: ResourceRequest, _ login: TrackedLogin, _ answer: Answer) {
        refuseAuthorization(
            request, login, GENERIC_AUTHORIZATION_ERROR,
            status: status(of: answer, else: .authorizationFailed(request.resource)))
    }
}
