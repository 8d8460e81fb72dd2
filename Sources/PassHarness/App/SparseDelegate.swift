import AccessEnabler

/// The delegate of an app of the first versions, which implements only the required callbacks.
final class SparseDelegate: EntitlementDelegate, EntitlementStatus, Sendable {
    private let full: FullDelegate

    init(_ record: @escaping @Sendable (AccessEnablerEvent) -> Void) { full = FullDelegate(record) }

    func setRequestorComplete(_ status: Int32) { full.setRequestorComplete(status) }

    func setAuthenticationStatus(_ status: Int32, errorCode: String!) {
        full.setAuthenticationStatus(status, errorCode: errorCode)
    }

    func displayProviderDialog(_ mvpds: [Any]!) { full.displayProviderDialog(mvpds) }

    func navigate(toUrl url: String!) { full.navigate(toUrl: url) }

    func setToken(_ token: String!, forResource resource: String!) { full.setToken(token, forResource: resource) }

    func tokenRequestFailed(_ resource: String!, errorCode: String!, errorDescription: String!) {
        full.tokenRequestFailed(resource, errorCode: errorCode, errorDescription: errorDescription)
    }

    func preauthorizedResources(_ resources: [Any]!) { full.preauthorizedResources(resources) }

    func selectedProvider(_ mvpd: MVPD!) { full.selectedProvider(mvpd) }

    func setMetadataStatus(
        _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!
    ) {
        full.setMetadataStatus(metadata, encrypted: encrypted, forKey: key, andArguments: arguments)
    }

    func status(_ statusDictionary: [AnyHashable: Any]!) { full.status(statusDictionary) }
}
