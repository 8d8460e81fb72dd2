import PassCore
import PassDomain
import PassHTTP
import PassInstruments
import PassSAML
import PassTokens

/// The line of a diagram that says what a request asks for, and which tokens and messages it carries.
struct RequestWords {
    let text: String

    /// Reads the line from a request.
    ///
    /// - Parameter shown: replaces the secrets in a text. Each call passes whole values, because part of a secret isn't
    ///   recognized.
    init(_ exchange: ReadExchange, _ shown: (String) -> String) {
        let entry = exchange.entry
        let content = ExchangeContent(entry.request)
        let path = Self.shortPath(entry.request.path, entry.operation, content)
        let resources = exchange.facts.resources
        let named =
            resources.prefix(3).map { Self.short(shown($0)) }
            + (resources.count > 3 ? ["\(resources.count - 3) more"] : [])
        let all = named + Self.carried(content, isBegin: entry.operation?.beginsLogin ?? false)
        text = shown("\(entry.request.method.rawValue) \(path)" + all.map { " · " + $0 }.joined())
    }

    /// Returns the path without the part that all operations of a family share, and without a namespace.
    static func shortPath(_ path: String, _ operation: Operation?, _ content: ExchangeContent) -> String {
        let segments = content.segments
        let shared =
            switch operation?.family {
            case .legacy where segments.first == "adobe-services": 1
            case .legacy where segments.first == "sp": 2
            case .mvpd: 3
            case .v2: segments.dropFirst(2).first == "authenticate" ? 2 : 3
            case .v1, .sso: 2
            case .dcr: 1
            default: 0
            }
        let rest = segments.dropFirst(shared)
        return rest.isEmpty || shared == 0 ? path : rest.joined(separator: "/")
    }

    /// Returns the names of the messages and tokens in a request.
    ///
    /// - Parameter isBegin: whether the request begins a login; only then is the MVPD among the names.
    private static func carried(_ content: ExchangeContent, isBegin: Bool) -> [String] {
        var names: [String] = []
        for (name, value) in content.query + content.form {
            switch name {
            case "SAMLRequest": names.append("SAML request")
            case "SAMLResponse": names.append("SAML response")
            case "software_statement": names.append("software statement")
            case "client_secret": names.append("client credentials")
            case "reg_code": names.append("code \(value)")
            case "code": names.append("authorization code")
            case "refresh_token": names.append("refresh token")
            case "password": names.append("user name and password")
            case "mso_id", "mvpd": if isBegin { names.append(value) }
            default:
                if value.utf8.count > 100, let token = InspectedToken(Array(value.utf8)) {
                    names.append(token.kind.name)
                }
            }
        }
        if content.json?["software_statement"] != nil { names.append("software statement") }
        return names
    }

    /// Returns the first 60 characters of a resource, or of its title if the resource is described in MRSS.
    private static func short(_ resource: String) -> String {
        guard resource.utf8.first == UInt8(ascii: "<"), let start = resource.firstRange(of: "<title>")?.upperBound
        else { return String(resource.prefix(60)) }
        return String(resource[start...].prefix { $0 != "<" }.prefix(60))
    }
}
