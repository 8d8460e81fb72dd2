import AccessEnabler

// Calls as apps for the vendor's library make them. Tests/Conformance/Swift5 holds a link to this file.

/// An app's own type, which works with the SDK and with a test double.
final class Channel {
    let accessEnabler: any AccessEnablerCalls
    var decisions: [String] = []

    init(_ accessEnabler: any AccessEnablerCalls) { self.accessEnabler = accessEnabler }

    func play(_ resource: String!) { accessEnabler.getAuthorization(resource) }
}

/// Makes every documented call.
func makeEveryCall(_ accessEnabler: AccessEnabler, for channel: Channel) {
    let nothing: String? = nil
    let data: [AnyHashable: Any] = ["key": "value", "number": 7]
    accessEnabler.setOptions([OPTION_VISITOR_ID: "visitor", OPTION_HANDLE_SVC: true])
    accessEnabler.setOptions(nil)
    accessEnabler.setRequestor("REF")
    accessEnabler.setRequestor(nothing)
    accessEnabler.setRequestor("REF", serviceProviders: [SP_AUTH_STAGING] as [Any])
    accessEnabler.setRequestor("REF", serviceProviders: nil)
    accessEnabler.setRequestor("REF", setSignedRequestorId: "signature")
    accessEnabler.setRequestor("REF", setSignedRequestorId: "signature", serviceProviders: ["sp.example"])
    accessEnabler.setRequestor("REF", setSignedRequestorId: "signature", secret: "secret", publicKey: "key")
    accessEnabler.setRequestor(
        "REF", setSignedRequestorId: "signature", serviceProviders: [], secret: "secret", publicKey: "key")
    accessEnabler.checkAuthentication()
    accessEnabler.getAuthentication()
    accessEnabler.getAuthentication(true, withData: data)
    accessEnabler.getAuthentication(false, withData: nil)
    accessEnabler.getAuthentication([TV_PROVIDERS: ["M1", "M2"], FEATURED_TV_PROVIDERS: ["M2"]])
    accessEnabler.getAuthentication(["M1"])
    accessEnabler.getAuthentication(nil)
    accessEnabler.getAuthentication(true, withData: data, andFilter: [TV_PROVIDERS: ["M1"]])
    accessEnabler.getAuthentication(true, withData: nil, andFilter: nil)
    accessEnabler.getAuthenticationToken()
    accessEnabler.setSelectedProvider("M1")
    accessEnabler.setSelectedProvider(nil)
    accessEnabler.getSelectedProvider()
    accessEnabler.handleExternalURL(ADOBEPASS_REDIRECT_URL)
    accessEnabler.handleExternalURL(nothing)
    accessEnabler.checkAuthorization("r")
    accessEnabler.checkAuthorization("r", withData: data)
    accessEnabler.checkAuthorization(nothing)
    accessEnabler.getAuthorization("r")
    accessEnabler.getAuthorization("r", withData: nil)
    accessEnabler.checkPreauthorizedResources(["r1", "r2"])
    accessEnabler.checkPreauthorizedResources(nil)
    accessEnabler.checkPreauthorizedResources(["r1"] as [Any], cache: false)
    accessEnabler.getMetadata([METADATA_OPCODE_KEY: METADATA_AUTHENTICATION])
    accessEnabler.getMetadata(
        [METADATA_OPCODE_KEY: METADATA_USER_META, METADATA_USER_META_KEY: "zip"] as [AnyHashable: Any])
    accessEnabler.getMetadata(nil)
    let request = PreauthorizeRequest.Builder()
        .setResources(resources: ["r1", "r2"])
        .disableFeatures(features: [.LOCAL_CACHE])
        .build()
    let callback = AccessEnablerCallback<PreauthorizeResponse>(
        onResponse: { response in channel.decisions = response.getDecisions().map { $0.id } },
        onFailure: { response in channel.decisions = [response.getStatus()?.code ?? ""] })
    accessEnabler.preauthorize(request, didCompleteWith: callback)
    accessEnabler.logout()
}

/// The vendor's initialisers.
func makeEveryEnabler() -> [AccessEnabler] {
    let softwareStatement: String! = "statement.jwt"
    return [
        AccessEnabler(), AccessEnabler(softwareStatement), AccessEnabler("statement.jwt"),
        AccessEnabler(storageCheck: .INTEGRITY_CHECK_ALL, softwareStatement: softwareStatement),
    ]
}

/// An MVPD of an app's own tests.
func makeProvider() -> MVPD {
    var mvpd = MVPD()
    mvpd.ID = "M1"
    mvpd.displayName = "Cable One"
    mvpd.logoURL = "https://m1.example/logo.png"
    return mvpd
}

/// A test double.
final class AccessEnablerDouble: AccessEnablerCalls {
    weak var delegate: EntitlementDelegate?
    weak var statusDelegate: EntitlementStatus?
    var calls: [String] = []

    func setOptions(_ options: [AnyHashable: Any]!) {}
    func setRequestor(_ requestor: String!) {}
    func setRequestor(_ requestor: String!, serviceProviders: [Any]!) {}
    func setRequestor(_ requestor: String!, setSignedRequestorId signed: String!) {}
    func setRequestor(_ requestor: String!, setSignedRequestorId signed: String!, serviceProviders: [Any]!) {}
    func setRequestor(_ requestor: String!, setSignedRequestorId signed: String!, secret: String!, publicKey: String!) {
    }
    func setRequestor(
        _ requestor: String!, setSignedRequestorId signed: String!, serviceProviders: [Any]!, secret: String!,
        publicKey: String!
    ) {}
    func checkAuthentication() {}
    func getAuthentication() {}
    func getAuthentication(_ forceAuthn: Bool, withData data: [AnyHashable: Any]!) {}
    func getAuthentication(_ filter: [AnyHashable: Any]!) {}
    func getAuthentication(
        _ forceAuthn: Bool, withData data: [AnyHashable: Any]!, andFilter filter: [AnyHashable: Any]!
    ) {}
    func getAuthenticationToken() {}
    func setSelectedProvider(_ mvpdID: String!) {}
    func getSelectedProvider() {}
    func handleExternalURL(_ url: String!) {}
    func checkAuthorization(_ resource: String!) {}
    func checkAuthorization(_ resource: String!, withData data: [AnyHashable: Any]!) {}
    func getAuthorization(_ resource: String!) {
        calls.append("getAuthorization \(resource!)")
        delegate?.setToken("token", forResource: resource)
    }
    func getAuthorization(_ resource: String!, withData data: [AnyHashable: Any]!) {}
    func checkPreauthorizedResources(_ resources: [Any]!) {}
    func checkPreauthorizedResources(_ resources: [Any]!, cache: Bool) {}
    func preauthorize(
        _ request: PreauthorizeRequest, didCompleteWith callback: AccessEnablerCallback<PreauthorizeResponse>
    ) {}
    func getMetadata(_ arguments: [AnyHashable: Any]!) {}
    func logout() {}
}
