/// The documented calls of `AccessEnabler`, for apps that replace it with a test double.
///
/// An app's own type that depends on `any AccessEnablerCalls` works with the SDK, and with a test double in the app's
/// tests.
public protocol AccessEnablerCalls: AnyObject {
    /// The app's delegate.
    var delegate: (any EntitlementDelegate)? { get set }
    /// The app's delegate for advanced status codes.
    var statusDelegate: (any EntitlementStatus)? { get set }

    func setOptions(_ options: [AnyHashable: Any]!)
    func setRequestor(_ requestor: String!)
    func setRequestor(_ requestor: String!, serviceProviders: [Any]!)
    func setRequestor(_ requestor: String!, setSignedRequestorId signed: String!)
    func setRequestor(_ requestor: String!, setSignedRequestorId signed: String!, serviceProviders: [Any]!)
    func setRequestor(
        _ requestor: String!, setSignedRequestorId signed: String!, secret: String!, publicKey: String!)
    func setRequestor(
        _ requestor: String!, setSignedRequestorId signed: String!, serviceProviders: [Any]!, secret: String!,
        publicKey: String!)
    func checkAuthentication()
    func getAuthentication()
    func getAuthentication(_ forceAuthn: Bool, withData data: [AnyHashable: Any]!)
    func getAuthentication(_ filter: [AnyHashable: Any]!)
    func getAuthentication(
        _ forceAuthn: Bool, withData data: [AnyHashable: Any]!, andFilter filter: [AnyHashable: Any]!)
    func getAuthenticationToken()
    func setSelectedProvider(_ mvpdID: String!)
    func getSelectedProvider()
    func handleExternalURL(_ url: String!)
    func checkAuthorization(_ resource: String!)
    func checkAuthorization(_ resource: String!, withData data: [AnyHashable: Any]!)
    func getAuthorization(_ resource: String!)
    func getAuthorization(_ resource: String!, withData data: [AnyHashable: Any]!)
    func checkPreauthorizedResources(_ resources: [Any]!)
    func checkPreauthorizedResources(_ resources: [Any]!, cache: Bool)
    func preauthorize(
        _ request: PreauthorizeRequest, didCompleteWith callback: AccessEnablerCallback<PreauthorizeResponse>)
    func getMetadata(_ arguments: [AnyHashable: Any]!)
    func logout()
}

extension AccessEnabler: AccessEnablerCalls {}
