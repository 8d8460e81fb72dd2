import AccessEnabler

// Delegates as apps for the vendor's library write them, from the public API reference, in the types that Swift imports
// from its headers. Nothing here knows this project's code. Tests/Conformance/Swift5 holds a link to this file.

/// The delegate of an app for 3.x.
class VideoDelegate: EntitlementDelegate, EntitlementStatus {
    var seen: [String] = []

    func setRequestorComplete(_ status: Int32) { seen.append("setRequestorComplete \(status)") }

    func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {
        seen.append("setAuthenticationStatus \(status) \(code!)")
    }

    func displayProviderDialog(_ mvpds: [Any]!) {
        for case let mvpd as MVPD in mvpds { seen.append("displayProviderDialog \(mvpd.ID!)") }
    }

    func navigate(toUrl url: String!) { seen.append("navigate \(url!)") }

    func navigate(toUrl url: String!, useSVC: Bool) { seen.append("navigate \(url!) \(useSVC)") }

    func setToken(_ token: String!, forResource resource: String!) { seen.append("setToken \(token!) \(resource!)") }

    func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!) {
        seen.append("tokenRequestFailed \(resource!) \(code!) \(description!)")
    }

    func preauthorizedResources(_ resources: [Any]!) {
        seen.append("preauthorizedResources \((resources as! [String]).joined())")
    }

    func selectedProvider(_ mvpd: MVPD!) { seen.append("selectedProvider \(mvpd?.ID ?? "nil")") }

    func setMetadataStatus(
        _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!
    ) {
        let name = arguments[METADATA_USER_META_KEY] as? String
        seen.append("setMetadataStatus \(metadata as? String ?? "nil") \(encrypted) \(key) \(name ?? "nil")")
    }

    func sendTrackingData(_ data: [Any]!, forEventType event: Int32) {
        seen.append("sendTrackingData \(data[0] as? String ?? "nil") \(data[1] as? String ?? "nil") \(event)")
    }

    func presentTvProviderDialog(_ viewController: UIViewController!) {
        seen.append("presentTvProviderDialog \(viewController != nil)")
    }

    func dismissTvProviderDialog(_ viewController: UIViewController!) {
        seen.append("dismissTvProviderDialog \(viewController != nil)")
    }

    func status(_ statusDictionary: [AnyHashable: Any]!) {
        seen.append("status \(statusDictionary["errorId"] as! String) \(statusDictionary["level"] as! String)")
    }
}

/// The delegate of an app for 1.x: no encrypted metadata, no secure browser, no dialogs, no status codes.
class FirstVersionDelegate: EntitlementDelegate {
    var seen: [String] = []

    func setRequestorComplete(_ status: Int32) { seen.append("setRequestorComplete \(status)") }
    func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {
        seen.append("setAuthenticationStatus \(status) \(code!)")
    }
    func displayProviderDialog(_ mvpds: [Any]!) {
        seen.append("displayProviderDialog \((mvpds as! [MVPD]).map { $0.id }.joined())")
    }
    func navigate(toUrl url: String!) { seen.append("navigate \(url!)") }
    func setToken(_ token: String!, forResource resource: String!) { seen.append("setToken \(token!) \(resource!)") }
    func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!) {
        seen.append("tokenRequestFailed \(resource!) \(code!) \(description!)")
    }
    func preauthorizedResources(_ resources: [Any]!) {
        seen.append("preauthorizedResources \((resources as! [String]).joined())")
    }
    func selectedProvider(_ mvpd: MVPD!) { seen.append("selectedProvider \(mvpd == nil ? "nil" : mvpd.id)") }
    func setMetadataStatus(_ metadata: String!, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!) {
        seen.append("setMetadataStatus \(metadata ?? "nil") \(key) \(arguments.count)")
    }
}

/// The optional callbacks with `?` in place of `!`.
final class QuestioningDelegate: EntitlementDelegate {
    var seen: [String] = []

    func setRequestorComplete(_ status: Int32) {}
    func setAuthenticationStatus(_ status: Int32, errorCode: String!) {}
    func displayProviderDialog(_ mvpds: [Any]!) {}
    func navigate(toUrl url: String!) {}
    func navigate(toUrl url: String?, useSVC: Bool) { seen.append("navigate useSVC") }
    func setToken(_ token: String!, forResource resource: String!) {}
    func tokenRequestFailed(_ resource: String!, errorCode: String!, errorDescription: String!) {}
    func preauthorizedResources(_ resources: [Any]!) {}
    func selectedProvider(_ mvpd: MVPD!) {}
    func setMetadataStatus(_ metadata: Any?, encrypted: Bool, forKey key: Int32, andArguments: [AnyHashable: Any]?) {
        seen.append("setMetadataStatus")
    }
    func sendTrackingData(_ data: [Any]?, forEventType event: Int32) { seen.append("sendTrackingData") }
    func presentTvProviderDialog(_ viewController: UIViewController?) { seen.append("presentTvProviderDialog") }
    func dismissTvProviderDialog(_ viewController: UIViewController?) { seen.append("dismissTvProviderDialog") }
}

/// The optional callbacks without `!`, as the compiler accepts them for Objective-C's protocols.
final class PlainDelegate: EntitlementDelegate {
    var seen: [String] = []

    func setRequestorComplete(_ status: Int32) {}
    func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {}
    func displayProviderDialog(_ mvpds: [Any]!) {}
    func navigate(toUrl url: String!) {}
    func navigate(toUrl url: String, useSVC: Bool) { seen.append("navigate useSVC") }
    func setToken(_ token: String!, forResource resource: String!) {}
    func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!) {}
    func preauthorizedResources(_ resources: [Any]!) {}
    func selectedProvider(_ mvpd: MVPD!) {}
    func sendTrackingData(_ data: [Any], forEventType event: Int32) { seen.append("sendTrackingData") }
    func presentTvProviderDialog(_ viewController: UIViewController) { seen.append("presentTvProviderDialog") }
    func dismissTvProviderDialog(_ viewController: Any!) { seen.append("dismissTvProviderDialog") }
}
