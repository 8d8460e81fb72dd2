/// What is to go wrong with a call; see `SimulatedWorld.fail(_:with:times:)`.
public enum Fault: Sendable, Hashable {
    /// An error page as the service's servlet container makes it: `HTTP Status 503 - Service Unavailable`.
    ///
    /// The status is 200 to 599.
    case status(Int)
    /// An answer of your own: broken XML, an empty body, a token that can't be read.
    ///
    /// The status is 200 to 599; a body under 204 or 304 isn't sent.
    case answer(status: Int, contentType: String, body: [UInt8])
    /// The usual answer, so much later in real time, 0 to 600,000 milliseconds.
    ///
    /// Without a socket nothing waits: the answer says how long it would take.
    case delayed(milliseconds: Int)
    /// The answer that the operation gives when it fails for this reason, in the operation's own shape.
    case failure(Failure)

    /// An answer of your own, with text.
    public static func answer(status: Int = 200, contentType: String = "application/xml;charset=UTF-8", _ text: String)
        -> Fault
    {
        .answer(status: status, contentType: contentType, body: Array(text.utf8))
    }

    /// A reason for which the service, or the MVPD behind it, refuses.
    public enum Failure: Sendable, Hashable {
        /// The MVPD denies with this text, or with the usual one: `Authzf-Error-Code: noAuthZ`, JS error Z100.
        case notAuthorized(String? = nil)
        /// The MVPD doesn't answer, or not in time: `network`, Z120.
        case providerUnreachable
        /// Too many denials in a short time: sub-code 1010, Z110.
        case repeatedDenials
        /// The resource is malformed: `invalid`, Z130.
        case invalidResource
        /// A rule denies in the MVPD's place: `authzNone`, Z169.
        case degraded
        /// The MVPD's refresh token is gone: `norefreshtoken`.
        case refreshTokenMissing

        /// The token isn't accepted any more: `<pendingLogout reason="0">`.
        case tokenRefused
        /// Another device than the one that signed in: `<pendingLogout reason="34764">`, SEC412.
        case otherDevice
        /// The same when a media token is asked for: `<pendingLogout reason="58772">`.
        case otherDeviceAtMediaToken
        /// No device, or one that isn't individualized: `<reason>34763</reason>`.
        case missingDevice
        /// More resources in one preauthorization than the MVPD takes.
        case tooManyResources

        /// The requestor isn't known.
        case unknownRequestor
        /// Nothing proves that the call comes from the requestor that it names.
        case requestorUnproven
        /// The SDK is older than any that is served: 410.
        case clientTooOld
        /// The registration code is unknown or has expired.
        case unknownRegistrationCode
        /// No login was begun.
        case sessionNotFound
        /// A login was begun, and nobody has signed in.
        case sessionWithoutUser

        /// The access token is refused: 401 `access_denied`.
        case accessDenied
        /// The client isn't registered: `invalid_client`.
        case invalidClient
        /// The software statement is malformed.
        case invalidSoftwareStatement
        /// The software statement is of nobody who is trusted.
        case unapprovedSoftwareStatement

        /// The front server holds the caller back: 429.
        case tooManyRequests
        /// The service breaks: 500, as `status(500)`.
        case internalError
        /// The service is at capacity: 503.
        case unavailable
    }
}
