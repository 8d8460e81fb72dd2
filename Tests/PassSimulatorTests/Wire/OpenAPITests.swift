import PassCore
import PassEndpointKit
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("The descriptions of APIs in OpenAPI")
struct OpenAPITests {
    /// A document, and where its calls are: the start of their paths, and the folder of their golden exchanges.
    struct Described: Sendable, CustomTestStringConvertible {
        let name: String
        let start: String
        let folder: String

        var testDescription: String { name }
    }

    static let all = [
        Described(name: "rest-v2.json", start: "/api/v2/", folder: "RESTv2"),
        Described(name: "dcr.json", start: "/o/client/", folder: "ClientRegistration"),
        Described(name: "sso-service.json", start: "/api/{serviceProvider}/", folder: "SSOService"),
    ]

    private func document(_ described: Described) throws -> JSONValue {
        let answer = try TestSite().get("/_sim/openapi/\(described.name)")
        try #require(answer.status == .ok && answer.fields[.contentType] == "application/json")
        return try JSONValue.parse(answer.body)
    }

    @Test("A description has every route of the family, by method and path, and no other", arguments: all)
    func routes(_ described: Described) throws {
        let routes = try TestSite().backend.families.flatMap(\.endpoints).map(\.route)
        let served = routes.filter { $0.patterns[0].hasPrefix(described.start) }.flatMap { route in
            route.methods.map { "\($0.rawValue) \(route.patterns[0]) \(route.operation.rawValue)" }
        }
        let paths = try #require(try document(described)["paths"]?.objectValue)
        var names: [String] = []
        let found = paths.flatMap { path, item in
            (item.objectValue ?? [:]).map { method, call in
                let name = call["operationId"]?.stringValue ?? ""
                names.append(name)
                return "\(method.string.uppercased()) \(path.string) \(name.replacing(/By(Get|Post)$/, with: ""))"
            }
        }
        #expect(found.sorted() == served.sorted())
        #expect(Set(names).count == names.count)
    }

    @Test("A description covers the answer of each golden exchange: its status, type and members", arguments: all)
    func exchanges(_ described: Described) throws {
        let document = try document(described)
        let router = Router(try TestSite().backend.families)
        let lines = try GoldenExchange.requestLines(in: described.folder)
        try #require(!lines.isEmpty)
        for line in lines {
            let exchange = GoldenExchange(name: line.name)
            if try exchange.isWithoutOperation { continue }
            let path = String(line.target.prefix { $0 != "?" })
            guard case .found(let found, _) = router.match(line.method, path) else { continue }
            let answer = try exchange.goldenResponse()
            let call = document["paths"]?[found.route.patterns[0]]?[line.method.rawValue.lowercased()]
            let response = call?["responses"]?[String(answer.status.code)]
            #expect(response != nil, "\(exchange.name): \(answer.status.code)")
            guard let type = answer.fields[.contentType] else { continue }
            let schema = response?["content"]?[type]?["schema"]
            #expect(schema != nil, "\(exchange.name): \(type)")
            guard type.hasPrefix("application/json"), let schema else { continue }
            #expect(mismatch(answer.json, schema, document) == nil, "\(exchange.name)")
        }
    }

    @Test("Every call that the throttle limits is described with its answer", arguments: all.prefix(2))
    func throttled(_ described: Described) throws {
        let paths = try #require(try document(described)["paths"]?.objectValue)
        try #require(!paths.isEmpty)
        for (path, item) in paths {
            for (method, call) in item.objectValue ?? [:] {
                let answer = call["responses"]?["429"]
                #expect(answer?["content"]?["text/html"] != nil, "\(method.string) \(path.string)")
            }
        }
    }

    @Test(
        "The form of AP-Device-Identifier allows base64 with the padding that it needs",
        arguments: [
            ("fingerprint bXktdHY=", true), ("fingerprint ZGVtby1kZXZpY2U=", true), ("fingerprint bXktdHYy", true),
            ("fingerprint bXktdHYxMA==", true), ("fingerprint bXktdHY", false), ("fingerprint bXktdHYxMB==", false),
            ("fingerprint ", false), ("bXktdHY=", false),
        ])
    func identifiers(_ value: String, _ isAllowed: Bool) throws {
        for described in [Self.all[0], Self.all[2]] {
            let text = try TestSite().get("/_sim/openapi/\(described.name)").text
            let field = try #require(text.firstMatch(of: /"(\^fingerprint [^"]*)"/))
            #expect(value.contains(try Regex(String(field.1))) == isAllowed, "\(described.name)")
        }
    }

    @Test("Every schema that is referenced exists, and an unknown description isn't found", arguments: all)
    func references(_ described: Described) throws {
        let site = try TestSite()
        let text = site.get("/_sim/openapi/\(described.name)").text
        let schemas = try document(described)["components"]?["schemas"]
        let names = Set(text.matches(of: /"#\/components\/schemas\/(\w+)"/).map { String($0.1) })
        for name in names { #expect(schemas?[name] != nil, "\(name)") }
        #expect(Set(schemas?.objectValue?.keys.map(\.string) ?? []) == names)
        #expect(site.get("/_sim/openapi/nothing").status == .notFound)
    }

    /// What in a value a schema doesn't allow; `nil` if it allows the value. Only the keywords are known that the schemas use.
    private func mismatch(_ value: JSONValue, _ schema: JSONValue, _ document: JSONValue) -> String? {
        if let reference = schema["$ref"]?.stringValue, let name = reference.split(separator: "/").last {
            let target = document["components"]?["schemas"]?[String(name)]
            return target.flatMap { mismatch(value, $0, document) } ?? (target == nil ? reference : nil)
        }
        if let allowed = schema["enum"]?.arrayValue { return allowed.contains(value) ? nil : "\(value)" }
        switch (schema["type"]?.stringValue, value) {
        case (nil, _), ("string", .string), ("integer", .integer), ("boolean", .bool): return nil
        case ("array", .array(let elements)):
            return elements.lazy.compactMap { mismatch($0, schema["items"] ?? .null, document) }.first
        case ("object", .object(let members)):
            let required = schema["required"]?.arrayValue?.compactMap(\.stringValue) ?? []
            if let missing = required.first(where: { members[$0] == nil }) { return "\(missing) is missing" }
            for (name, member) in members {
                if let property = schema["properties"]?[name.string] {
                    if let reason = mismatch(member, property, document) { return "\(name.string): \(reason)" }
                } else if let more = schema["additionalProperties"] {
                    if more == .bool(false) { return "\(name.string) isn't described" }
                    if let reason = mismatch(member, more, document) { return "\(name.string): \(reason)" }
                }
            }
            return nil
        default: return "\(value)"
        }
    }
}
