import PassAdobeServices
import PassCore
import PassDomain
import PassHTTP
import PassTestSupport

extension TestWorld {
    static let device = Device(id: "c0ffee", kind: .native)

    /// A World whose requests reach the family of the AccessEnabler SDKs.
    static func adobeServices(
        catalog: Catalog = Catalog(), capacity: Int = 100, policy: (inout Policy) -> Void = { _ in },
        stores: (inout Stores) -> Void = { _ in }, ports: (inout Ports) -> Void = { _ in }
    ) throws -> TestWorld {
        try TestWorld(
            AdobeServicesFamily(
                samlKey: TestKey.saml,
                realClock: VirtualClock(base: SystemWallClock(), start: Timestamp(seconds: 0), frozen: true)),
            catalog: catalog, capacity: capacity, policy: policy, stores: stores, ports: ports)
    }

    /// The answer to a form that is posted to an operation.
    func post(
        _ path: String, _ form: [(String, String)], _ fields: HTTPFields = [:]
    ) throws -> HTTPResponse {
        try answer(.form(path, encode(form), fields))
    }

    /// The answer to an operation that reads its inputs from the query.
    func get(
        _ path: String, _ query: [(String, String)] = [], _ fields: HTTPFields = [:]
    ) throws -> HTTPResponse {
        try answer(.get(query.isEmpty ? path : path + "?" + encode(query), fields))
    }
}

/// The parameters as a form or a query has them.
func encode(_ form: [(String, String)]) -> String {
    FormFields.encode(form.map { (name: $0.0, value: $0.1) })
}

/// The parameters of a good request, of which a test changes one.
struct Form {
    var fields: [(String, String)]

    init(_ fields: (String, String)...) { self.fields = fields }

    func with(_ name: String, _ value: String) -> [(String, String)] {
        without(name) + [(name, value)]
    }

    func without(_ name: String) -> [(String, String)] {
        fields.filter { $0.0 != name }
    }
}

extension HTTPResponse {
    /// The text of the first element of that name, with its entities replaced.
    func element(_ name: String) -> String? {
        guard let start = text.firstRange(of: "<\(name)>"), let end = text.firstRange(of: "</\(name)>") else {
            return nil
        }
        return String(text[start.upperBound..<end.lowerBound])
            .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    }

    /// The reason of the answer `pendingLogout`.
    var pendingLogoutReason: String? {
        text.wholeMatch(of: /<pendingLogout reason="([0-9]+)">true<\/pendingLogout>/).map { String($0.1) }
    }
}
