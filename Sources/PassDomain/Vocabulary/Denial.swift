/// The reason why the MVPD, or the service in its place, denies a resource.
package struct Denial: Error, Sendable, Hashable {
    package var code: Code
    /// The detailed error code, e.g. 1010 for repeated denials.
    package var subCode: Int?
    /// A sentence for the user; never empty, and without the word "details", at which old clients split the answer.
    package var message: String

    /// The error types that the service records for authorizations (Adobe, "Server-side metrics").
    package enum Code: String, Sendable, CaseIterable {
        case noAuthZ
        case network
        case noRefreshToken = "norefreshtoken"
        case mismatch
        case invalid
        case authzNone
        case fraud
    }

    package init(_ code: Code, subCode: Int? = nil, _ message: String) {
        self.code = code
        self.subCode = subCode
        self.message = message
    }

    package static let notSubscribed = Denial(.noAuthZ, "Your package does not include this channel.")
    /// The denial whose text tells the JavaScript SDK that the MVPD is unreachable; spelled as the service spells it.
    package static let providerUnreachable = Denial(
        .network, "A network error occured when communicating with the provider\"s authorization service")
    package static let repeatedDenials = Denial(.fraud, subCode: 1010, "Too many denied requests. Try again later.")
    /// The denial by a degradation rule that replaces the MVPD and refuses every user.
    package static let degraded = Denial(.authzNone, "Your provider's programs can't be watched at the moment.")
    package static let parentalControls = Denial(.noAuthZ, "Parental controls do not allow this program.")
    package static let homeBasedPolicies = Denial(.noAuthZ, "Your device has left your home network.")
    package static let identityUnknown = Denial(.noAuthZ, "Your provider does not recognize this account.")
    /// The MVPD's answer broke off.
    package static let readError = Denial(.network, "Your provider's answer could not be read.")
    /// The MVPD took longer than the service waits.
    package static let tooSlow = Denial(.network, "Your provider took too long to answer.")
    package static let passOver = Denial(.noAuthZ, "Your temporary pass has run out.")
    package static let passUsedUp = Denial(.noAuthZ, "Your temporary pass doesn't cover another program.")
    package static let refreshTokenMissing = Denial(.noRefreshToken, "Sign in to your provider again.")
    package static let deviceMismatch = Denial(.mismatch, "This device is not the one that signed in.")
    package static let invalidResource = Denial(.invalid, "The resource is not valid.")
}
