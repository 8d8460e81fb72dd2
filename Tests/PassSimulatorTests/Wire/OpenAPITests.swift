import PassCore
import PassEndpointKit
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("The description of REST API v2")
struct OpenAPITests {
    private func document() throws -> JSONValue {
        let answer = try TestSite().get("/_sim/openapi/rest-v2.json")
        try #require(answer.status == .ok && answer.fields[.contentType] == "application/json")
        return try JSONValue.parse(answer.body)
    }

    @Test("It has every route of the family, by method and path, and no other")
    func routes() throws {
        let routes = try TestSite().backend.families.flatMap(\.endpoints).map(\.route)
        let served = routes.filter { $0.patterns[0].hasPrefix("/api/v2/") }.flatMap { route in
            route.methods.map { "\($0.rawValue) \(route.patterns[0]) \(route.operation.rawValue)" }
        }
        let paths = try #require(try document()["paths"]?.objectValue)
        let described = paths.flatMap { path, item in
            (item.objectValue ?? [:]).map { method, call in
                "\(method.string.uppercased()) \(path.string) \(call["operationId"]?.stringValue ?? "")"
            }
        }
        #expect(described.sorted() == served.sorted())
    }

    @Test("It describes the answer of each golden exchange: its status, its type and its members")
    func exchanges() throws {
        let document = try document()
        let router = Router(try TestSite().backend.families)
        for exchange in RESTv2Scene.exchanges where try !exchange.isWithoutOperation {
            let line = try #require(
                try GoldenExchange.requestLines(in: "RESTv2").first { $0.name == exchange.name })
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

    @Test("Every schema that is referred to is there, and an unknown description is not found")
    func references() throws {
        let site = try TestSite()
        let text = site.get("/_sim/openapi/rest-v2.json").text
        let schemas = try document()["components"]?["schemas"]
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
