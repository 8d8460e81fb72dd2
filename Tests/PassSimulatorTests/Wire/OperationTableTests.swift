import PassDomain
import PassEndpointKit
import PassHTTP
import PassTestSupport
import Testing

@testable import PassSimulator

@Suite("The wire reference's operations")
struct OperationTableTests {
    /// The endpoints that clients of the real service know.
    private func endpoints() throws -> [any Endpoint] {
        try TestSite().backend.families.flatMap(\.endpoints).filter { !$0.route.patterns[0].hasPrefix("/_sim/") }
    }

    /// The golden exchanges by the operation that answers them.
    private func exchanges() throws -> [Operation: [String]] {
        let router = Router(try TestSite().backend.families)
        var names: [Operation: [String]] = [:]
        for folder in ["AdobeServices", "ClientRegistration", "RESTv1", "RESTv2", "SSOService"] {
            for exchange in try GoldenExchange.requestLines(in: folder) {
                // A few exchanges show what is answered without an operation.
                if try GoldenExchange(name: exchange.name).isWithoutOperation { continue }
                let path = exchange.target.prefix { $0 != "?" }
                guard case .found(let endpoint, _) = router.match(exchange.method, String(path)) else {
                    Issue.record("\(exchange.name) asks for nothing that is served: \(path)")
                    continue
                }
                names[endpoint.route.operation, default: []].append(exchange.name)
            }
        }
        return names
    }

    @Test("The page's table names every operation with methods, paths and golden exchanges, and no other")
    func table() throws {
        let exchanges = try exchanges()
        var lines = ["| Operation | Methods | Paths | Golden exchanges |", "|---|---|---|---|"]
        for endpoint in try endpoints() {
            let route = endpoint.route
            let methods = route.methods.map { "`\($0.rawValue)`" }.joined(separator: " ")
            let paths = route.patterns.map { "`\($0)`" }.joined(separator: " ")
            let names = (exchanges[route.operation] ?? []).map { "`\($0)`" }.joined(separator: " ")
            lines.append("| \(route.operation) | \(methods) | \(paths) | \(names) |")
        }
        try WireReference.record(lines, as: "operations")
        #expect(try WireReference.table("operations") == lines)
    }

    @Test("Every operation has a golden exchange")
    func golden() throws {
        let exchanges = try exchanges()
        for endpoint in try endpoints() {
            #expect(exchanges[endpoint.route.operation] != nil, "\(endpoint.route.operation)")
        }
    }

    @Test("Every operation has a route, and no two routes have the same operation")
    func operations() throws {
        let served = try TestSite().backend.families.flatMap(\.endpoints).map(\.route.operation)
        let shared: Set = [Operation.serveKey, .serveCertificate]  // one route for each form of a file
        #expect(Set(Operation.allCases).subtracting(served).isEmpty)
        for (operation, routes) in Dictionary(grouping: served, by: \.self) where routes.count > 1 {
            #expect(shared.contains(operation), "\(operation)")
        }
    }

    @Test("An endpoint has the name of its operation, unless it serves several operations")
    func endpointNames() throws {
        for endpoint in try TestSite().backend.families.flatMap(\.endpoints) {
            let name = String(describing: type(of: endpoint))
            let operation = endpoint.route.operation.rawValue
            let several = [
                "ResetTempPass", "EntitlementFile", "Authorize", "ShortAuthorize", "Session", "GetMetadata",
                "RetrieveDecisions",
            ]
            #expect(operation == name || several.contains(name), "\(name) for \(operation)")
        }
    }
}
