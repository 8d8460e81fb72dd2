import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

extension FuzzTarget {
    /// URIs, percent-encoding and authorities: what was taken apart and put together again is the same.
    static let uri = FuzzTarget(
        "uri", maximumBytes: 512,
        words: ["http://", "://", "%2F", "[::1]", ":80", "@", "?", "#", "//", "[", "]", "127.0.0.1"],
        seeds: {
            Seeds.texts(
                "https://user@Example.com:443/a%20b/c;d?e=f&g#h", "//host/path", "/path?x", "mailto:a@b",
                "http://[::1]:8080/",
                "[2001:db8::1.2.3.4]:443", "a.example:8080", "", "custom+scheme.x:opaque", "http://h:/")
        },
        run: { bytes in
            let text = bytes.text
            if let reference = URIReference(text) {
                let again = reference.recomposed
                try require(URIReference(again) == reference, "\(text) became \(again)")
            }
            if let authority = HTTPAuthority(text) {
                try require(HTTPAuthority(authority.description) == authority, "\(text) became \(authority)")
            }
            try require(
                PercentEncoding.decode(PercentEncoding.encode(text)) == text, "an encoded text decodes to another")
            if let decoded = PercentEncoding.decode(text) {
                try require(decoded.utf8.count <= text.utf8.count, "decoding made a text longer")
                try require(
                    PercentEncoding.decode(PercentEncoding.encode(decoded)) == decoded, "a decoded text doesn't encode")
            }
        })

    /// Which World and which endpoint a path leads to; doubled slashes lead to the same.
    static let route = FuzzTarget(
        "route", maximumBytes: 512,
        words: ["/_ns/", ".ns.localhost", "a-b", "/one", "/two/", ".json", ".xml", "%2F", "//"],
        seeds: {
            Seeds.texts("/_ns/suite-1/one/x.json", "/two/a%20b", "//one//x.xml/", "/_ns/", "suite-2.ns.localhost")
        },
        run: { bytes in
            let text = bytes.text
            let router = Router([Family()])
            let match = router.match(.get, text).shown
            let doubled = text.replacing("/", with: "//")
            try require(router.match(.get, doubled).shown == match, "doubled slashes lead elsewhere: \(text)")
            let fields: HTTPFields = bytes.digest % 4 == 0 ? [NamespaceAddress.header: text] : [:]
            let host = bytes.digest % 2 == 0 ? text.lowercased() : "localhost"
            if let address = try? NamespaceAddress.read(fields: fields, path: text, host: host) {
                try require((1...63).contains(address.name.rawValue.utf8.count), "a World has the name \(address.name)")
                let inner = try? NamespaceAddress.read(
                    fields: [:], path: address.prefix + address.path, host: "localhost")
                if !address.prefix.isEmpty, address.path.hasPrefix("/"), !text.hasPrefix("/_ns/") {
                    try require(inner?.name == address.name, "a URL that is handed out leads to another World")
                }
            }
            _ = HostMap(mvpdHosts: ["login.example"], landingHosts: []).kind(of: text)
        })

    private struct Family: EndpointFamily {
        let endpoints: [any Endpoint] = [
            Echo(
                route: Route(
                    .showLanding, [.get], "/one/{item}", "/deep/{item}/[more/]end", on: .loop, takesFormatSuffix: true)),
            Echo(route: Route(.showLanding, [.get], "/two[/1.0]/{item}", on: .loop)),
        ]
    }

    private struct Echo: Endpoint {
        let route: Route
        var failures: any FailureTable { fatalError("nothing is answered here") }
        func respond(to exchange: Exchange) throws -> HTTPResponse { HTTPResponse() }
    }
}

extension Router.Match {
    fileprivate var shown: String {
        switch self {
        case .found(let endpoint, let captures):
            "\(endpoint.route.operation) \(captures["item"] ?? "-") \(captures.format.map { "\($0)" } ?? "-")"
        case .wrongMethod: "wrong method"
        case .notFound: "not found"
        }
    }
}

extension URIReference {
    /// RFC 3986, section 5.3.
    fileprivate var recomposed: String {
        var text = scheme.map { $0 + ":" } ?? ""
        if let host {
            text += "//" + (userInfo.map { $0 + "@" } ?? "") + (host.contains(":") ? "[\(host)]" : host)
            if let port { text += ":\(port)" }
        }
        return text + path + (query.map { "?" + $0 } ?? "") + (fragment.map { "#" + $0 } ?? "")
    }
}
