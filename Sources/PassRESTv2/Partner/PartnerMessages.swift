package import PassCore
package import PassDomain
package import PassEndpointKit

/// The messages that a partner's framework carries between the service and an MVPD.
package struct PartnerMessages: Sendable {
    /// Begins a login of a device and returns the service's request to the MVPD, in base64.
    package typealias Begin = @Sendable (RequestorID, MVPDID, _ deviceID: ExactText, Exchange) throws -> String
    /// Completes the login of a device with the MVPD's answer, in base64.
    package typealias Complete =
        @Sendable (RequestorID, MVPDID, _ deviceID: ExactText, _ answer: String, Exchange) throws
        -> AuthenticationSession

    let begin: Begin
    let complete: Complete

    package init(begin: @escaping Begin, complete: @escaping Complete) {
        self.begin = begin
        self.complete = complete
    }
}
