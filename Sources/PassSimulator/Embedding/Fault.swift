/// A failure to inject into calls; see `SimulatedWorld.fail(_:with:times:)`.
public enum Fault: Sendable, Hashable {
    /// An error page like those of the service's servlet container: `HTTP Status 503 - Service Unavailable`.
    ///
    /// The status is 200 to 599.
    case status(Int)
    /// An answer of your own, such as broken XML, an empty body, or a token that can't be read.
    ///
    /// The status is 200 to 599. With 204, 205 and 304 the body isn't sent.
    case answer(status: Int, contentType: String, body: [UInt8])
    /// The usual answer after a delay of 0 to 600,000 milliseconds in real time.
    ///
    /// Without a socket, the call doesn't wait; `SimulatorResponse.delayMilliseconds` states the delay instead.
    case delayed(milliseconds: Int)
    /// The answer that the operation gives when it fails for this reason, in the operation's own format.
    case failure(Failure)

    /// An answer of your own, with text.
    public static func answer(status: Int = 200, contentType: String = "application/xml;charset=UTF-8", _ text: String)
        -> Fault
    {
        .answer(status: status, contentType: contentType, body: Array(text.utf8))
    }

    /// A reason for which the service, or the MVPD behind it, refuses a call.
    public enum Failure: Sendable, Hashable {
        /// The MVPD denies with this message, or with the usual one for `nil`: `Authzf-Error-Code: noAuthZ`, JS error
        /// Z100.
        case notAuthorized(String? = nil)
        /// The MVPD doesn't answer, or not in time: `network`, Z120.
        case providerUnreachable
        /// The login got too many denials in a short time: sub-code 1010, Z110.
        case repeatedDenials
        /// The resource is malformed: `invalid`, Z130.
        case invalidResource
        /// A degradation rule denies in the MVPD's place: `authzNone`, Z169.
        case degraded
        /// The MVPD's refresh token is missing: `norefreshtoken`.
        case refreshTokenMissing

        /// The token is no longer accepted: `<pendingLogout reason="0">`.
        case tokenRefused
        /// The device isn't the one that signed in: `<pendingLogout reason="34764">`, SEC412.
        case otherDevice
        /// The device that asks for a media token isn't the one that signed in: `<pendingLogout reason="58772">`.
        case otherDeviceAtMediaToken
        /// The call names no device, or one that isn't individualized: `<reason>34763</reason>`.
        case missingDevice
        /// The preauthorization asks for more resources than the MVPD allows.
        case tooManyResources

        /// The requestor is unknown.
        case unknownRequestor
        /// The call doesn't prove that it comes from the requestor that it names.
        case requestorUnproven
        /// The SDK version is too old to be served: 410.
        case clientTooOld
        /// The registration code is unknown or has expired.
        case unknownRegistrationCode
        /// The device or browser has begun no login.
        case sessionNotFound
        /// A login was begun, but no user has signed in.
        case sessionWithoutUser

        /// REST API v2 reports the error of this code, e.g. `network_received_error`, for the whole operation or for
        /// each of its decisions.
        case enhancedError(String)

        /// The access token is refused: 401 `access_denied`.
        case accessDenied
        /// The client isn't registered: `invalid_client`.
        case invalidClient
        /// The software statement is malformed.
        case invalidSoftwareStatement
        /// The software statement's issuer isn't trusted.
        case unapprovedSoftwareStatement

        /// The service's front server throttles the caller: 429.
        case tooManyRequests
        /// The service has an internal error: 500, like `status(500)`.
        case internalError
        /// The service is at capacity: 503.
        case unavailable
    }
}
