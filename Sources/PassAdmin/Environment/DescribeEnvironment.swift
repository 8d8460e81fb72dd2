import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET /_sim/environment`, `GET /_sim/environment.json`: the settings that direct each SDK to this simulator.
///
/// All addresses use the request's own scheme and host, and stay in its namespace. The dashboard shows the same, with
/// more help; this page works without script.
///
/// - 200: a page, or JSON with the members `namespace`, `serviceProvider`, `native`, `android`, `javaScript`,
///   `spoofing`, `verification`.
struct DescribeEnvironment: Endpoint {
    private static let json = "/_sim/environment.json"

    let route: Route
    let failures: any FailureTable = AdminFailureTable()
    /// The host names to spoof for clients whose host can't be configured.
    let hosts: [String]
    /// The names of the public keys under `/_sim/keys/`.
    let keys: [String]

    init(hosts: [String], keys: [String]) {
        self.hosts = hosts
        self.keys = keys
        // A configuration may name any number of hosts, and a long list would hold up the loop.
        route = Route(
            .describeEnvironment, [.get], "/_sim/environment", Self.json, on: hosts.count > 64 ? .worker : .loop,
            readsParameters: false)
    }

    func respond(to exchange: Exchange) -> HTTPResponse {
        let environment = Environment(exchange)
        return exchange.request.path.hasSuffix(".json") ? document(environment, exchange) : page(environment, exchange)
    }

    private func document(_ environment: Environment, _ exchange: Exchange) -> HTTPResponse {
        let links = exchange.links
        let body = JSONWriter.object { json in
            json.member("namespace", exchange.world.name.rawValue)
            json.member("serviceProvider", environment.serviceProvider)
            json.memberObject("native") { native in
                native.member("serviceProviders", [environment.serviceProviderWithoutScheme])
                native.member("useHttps", links.isSecure)
            }
            json.memberObject("android") { $0.member("environment", environment.host) }
            json.memberObject("javaScript") { javaScript in
                javaScript.member("endpoints", [environment.serviceProvider])
                javaScript.member("script", environment.script)
                javaScript.member("storageProxy", environment.storageProxy)
            }
            json.memberObject("spoofing") { spoofing in
                spoofing.member("hosts", hosts)
                spoofing.member("certificateAuthority", links.service(CertificateForm.pem.path))
            }
            json.memberObject("verification") { verification in
                verification.member("mediaTokens", links.service("/_sim/tokens/verify"))
                verification.member("jwks", links.service(PublishTokenKeys.path))
                verification.memberObject("keys") { list in
                    for key in keys { list.member(.text(key), links.service("/_sim/keys/\(key).pem")) }
                }
            }
        }
        return HTTPResponse(.ok, fields: [.contentType: "application/json", .cacheControl: "no-store"], body: body)
    }

    private func page(_ environment: Environment, _ exchange: Exchange) -> HTTPResponse {
        var page = NoticePage(
            "Connect your SDK", "The settings for each SDK, in the namespace \(exchange.world.name.rawValue).")
        page.facts = [
            ("Service provider, as a URL", environment.serviceProvider),
            ("iOS, tvOS, Android: list for setRequestor", environment.serviceProviderWithoutScheme),
            ("Android: useHttps", String(exchange.links.isSecure)),
            ("Android: environment for getInstance", environment.host),
            ("JavaScript: array for setRequestor", environment.serviceProvider),
            ("JavaScript: URL of AccessEnabler.js", environment.script),
            ("JavaScript: storage proxy", environment.storageProxy),
            ("REST API v2: base URL", exchange.links.service("")),
            ("Certificate to trust", exchange.links.service(CertificateForm.pem.path)),
            ("The certificate in other formats", exchange.links.service(OfferCertificate.path)),
            ("Hosts to spoof for clients without such settings", hosts.joined(separator: " ")),
        ]
        page.link = ("Show these settings as JSON", exchange.links.service(Self.json))
        return page.response()
    }

    /// The addresses in the forms that the SDKs expect.
    private struct Environment {
        var serviceProvider: String
        /// The service provider's address without its scheme, for native SDKs, which add the scheme themselves.
        var serviceProviderWithoutScheme: String
        var script: String
        var storageProxy: String
        /// A host with its port, for settings that take no path: a label of the host names the namespace instead.
        var host: String

        init(_ exchange: Exchange) {
            let links = exchange.links
            serviceProvider = links.service("/adobe-services")
            serviceProviderWithoutScheme = "\(links.authority)\(links.prefix)/adobe-services"
            script = links.service("/entitlement/v4/AccessEnabler.js")
            storageProxy = links.service("/entitlement/v4/AccessEnablerProxy.html")
            let port = links.authority.port.map { ":\($0)" } ?? ""
            host =
                links.prefix.isEmpty ? links.authority.description : "\(exchange.world.name).ns.localhost\(port)"
        }
    }
}
