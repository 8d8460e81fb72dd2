import PassDomain
import PassEndpointKit
import PassHTTP

extension Route {
    /// One of an operation's two paths: that of web clients, or that of native SDKs. The operation is called as its path is.
    static func adobeService(
        _ kind: Device.Kind, web: String, native: String, _ methods: [HTTPMethod] = [.post]
    ) -> Route {
        let name = kind == .native ? native : web
        return Route(
            name.prefix(1).uppercased() + name.dropFirst(), methods, "/adobe-services[/1.0]/\(name)", on: .worker,
            carriesSecrets: true)
    }
}
