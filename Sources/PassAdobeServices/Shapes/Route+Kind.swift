import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

extension Route {
    /// Creates the route of one of an operation's two paths, for web clients or native SDKs. The operation is named
    /// after the path.
    static func adobeService(
        _ kind: Device.Kind, web: String, native: String, _ methods: [HTTPMethod] = [.post], on place: Place = .worker
    ) -> Route {
        let name = kind == .native ? native : web
        return Route(
            name.prefix(1).asciiUppercased + name.dropFirst(), methods, "/adobe-services[/1.0]/\(name)", on: place,
            carriesSecrets: true, content: .document)
    }
}
