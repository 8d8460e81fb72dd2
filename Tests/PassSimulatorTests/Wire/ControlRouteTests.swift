import PassCore
import PassEndpointKit
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("The description of the control API and the router")
struct ControlRouteTests {
    /// The pages for people under `/_sim/`, which no program calls, and the dashboard's files.
    private static let pages: Set = [
        "/_sim/done", "/_sim/ca", "/_sim/environment", "/_sim/", "/_sim/dashboard/{file}",
    ]

    private func document() throws -> JSONValue {
        let answer = try TestSite().get("/_sim/openapi/simulator.json")
        try #require(answer.status == .ok && answer.fields[.contentType] == "application/json")
        return try JSONValue.parse(answer.body)
    }

    @Test("The description has every method of every path for programs, and no other")
    func routes() throws {
        let routes = try TestSite().backend.families.flatMap(\.endpoints).map(\.route)
        let served = routes.flatMap { route in
            route.patterns.flatMap { path in route.methods.map { (path: path, method: $0.rawValue) } }
        }
        .filter { $0.path.hasPrefix("/_sim/") && !$0.path.hasPrefix("/_sim/mvpd/") && !Self.pages.contains($0.path) }
        let paths = try #require(try document()["paths"]?.objectValue)
        let described = paths.flatMap { path, item in
            (item.objectValue ?? [:]).keys.map { "\($0.string.uppercased()) \(path.string)" }
        }
        #expect(described.sorted() == served.map { "\($0.method) \($0.path)" }.sorted())
    }

    @Test("Each call has a name of its own, a schema for JSON, and the answers of every call")
    func calls() throws {
        let document = try document()
        let calls = (document["paths"]?.objectValue ?? [:]).values.flatMap { Array(($0.objectValue ?? [:]).values) }
        let names = calls.compactMap { $0["operationId"]?.stringValue }
        #expect(names.count == calls.count && Set(names).count == names.count)
        for call in calls {
            let name = call["operationId"]?.stringValue ?? ""
            let answers = call["responses"]?.objectValue ?? [:]
            #expect(Set(answers.keys.map(\.string)).isSuperset(of: ["400", "403", "413", "421", "503"]), "\(name)")
            for (status, answer) in answers {
                for (type, content) in answer["content"]?.objectValue ?? [:] where type.string.contains("json") {
                    // Others publish the schema of SARIF.
                    let isOther = ["application/x-ndjson", "application/sarif+json"].contains(type.string)
                    #expect(isOther || content["schema"]?["$ref"] != nil, "\(name): \(status)")
                }
            }
        }
    }

    @Test("Every schema that is referenced exists, and no others")
    func schemas() throws {
        let text = try TestSite().get("/_sim/openapi/simulator.json").text
        let schemas = try document()["components"]?["schemas"]?.objectValue?.keys.map(\.string) ?? []
        let names = Set(text.matches(of: /"#\/components\/schemas\/(\w+)"/).map { String($0.1) })
        #expect(Set(schemas) == names)
    }
}
