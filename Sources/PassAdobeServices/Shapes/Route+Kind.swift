import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

extension Route {
    /// One of an operation's two paths: that of web clients, or that of native SDKs. The operation is called as its path is.
    static func adobeService(
        _ kind: Device.Kind, web: String, native: String, _ methods: [HTTPMethod] = [.post], on place: Place = .worker
    ) -> Route {
        let name = kind == .native ? native : web
        return Route(
            name.prefix(1).asciiUppercased + name.dropFirst(), methods, "/adobe-services[/1.0]/\(name)", on: place,
            carriesSecrets: true, content: .document)
    }
}
