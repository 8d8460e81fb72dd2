#if canImport(UIKit)
    import UIKit
#endif

extension EntitlementCallbacks {
    /// Calls the delegate method that the event stands for, with native values.
    func deliver(_ event: AccessEnablerEvent) {
        switch event {
        case .setRequestorComplete(let status): setRequestorComplete(status)
        case .setAuthenticationStatus(let status, let code): setAuthenticationStatus(status, errorCode: code)
        case .displayProviderDialog(let mvpds): displayProviderDialog(mvpds)
        case .navigateToUrl(let url): navigate(toUrl: url)
        case .navigateToUrlUseSVC(let url, let useSVC):
            let url: String? = url
            navigate(toUrl: url, useSVC: useSVC)
        case .setToken(let token, let resource): setToken(token, forResource: resource)
        case .tokenRequestFailed(let resource, let code, let description):
            tokenRequestFailed(resource, errorCode: code, errorDescription: description)
        case .preauthorizedResources(let resources): preauthorizedResources(resources)
        case .selectedProvider(let mvpd): selectedProvider(mvpd)
        case .setMetadataStatus(let value, let encrypted, let key, let arguments):
            setMetadataStatus(
                value?.native, encrypted: encrypted, forKey: key, andArguments: arguments.compactMapValues(\.native))
        case .sendTrackingData(let data, let event):
            let values: [Any]? = data.map { $0 as Any }
            sendTrackingData(values, forEventType: event)
        case .presentTvProviderDialog:
            let dialog: UIViewController? = PlatformPicker.viewController
            presentTvProviderDialog(dialog)
        case .dismissTvProviderDialog:
            let dialog: UIViewController? = PlatformPicker.viewController
            dismissTvProviderDialog(dialog)
        case .status: break
        }
    }
}

/// The stand-in for the platform's picker, which the platform itself shows.
private enum PlatformPicker {
    /// A view controller without content.
    static var viewController: UIViewController {
        #if canImport(UIKit)
            MainActor.assumeIsolated { UIViewController() }
        #else
            UIViewController()
        #endif
    }
}
