import PassCore
import PassEndpointKit
import PassHTTP
import PassInstruments
import PassTestSupport
import Testing

@testable import PassAdmin

@Suite("The description of the control API")
struct ControlDescriptionTests {
    private let site: JournalSite
    private let document: JSONValue

    init() throws {
        site = try JournalSite()
        document = try site.get("/_sim/openapi/simulator.json")
    }

    private func schema(_ name: String) throws -> JSONValue {
        try #require(document["components"]?["schemas"]?[name], "\(name)")
    }

    /// The members of a schema, with those of its alternatives.
    private func members(_ schema: JSONValue) -> Set<String> {
        let own = schema["properties"]?.objectValue?.keys.map(\.string) ?? []
        let alternatives = ["oneOf", "anyOf"].flatMap { schema[$0]?.arrayValue ?? [] }
        return alternatives.reduce(Set(own)) { $0.union(members($1)) }
    }

    private func texts(_ schema: JSONValue?) -> [String] {
        schema?["enum"]?.arrayValue?.compactMap(\.stringValue) ?? []
    }

    @Test(
        "The members of each request's content are those that the operation reads",
        arguments: [
            ("ClockChange", ChangeClock.names), ("NamespaceOrder", CreateNamespace.names),
            ("RuleOrder", RuleReader.names), ("RuleMatch", RuleReader.matchNames),
            ("RuleAction", RuleReader.actionNames), ("SignIn", SignInRequest.names),
            ("Expectation", VerifyExchanges.names), ("ExchangeMatch", ExchangeQuery.names),
            ("StateChange", StateKinds.all.flatMap { ($0 as? any RecordKind)?.changeable ?? [] }),
        ])
    func contents(_ name: String, _ read: [String]) throws {
        #expect(members(try schema(name)) == Set(read))
    }

    @Test("The members of a token order are those of its kind", arguments: MintRequest.Kind.allCases)
    func tokens(_ kind: MintRequest.Kind) throws {
        let orders = try #require(try schema("TokenOrder")["oneOf"]?.arrayValue)
        let order = try #require(orders.first { texts($0["properties"]?["kind"]) == [kind.rawValue] })
        #expect(
            Set(order["properties"]?.objectValue?.keys.map(\.string) ?? []) == Set(MintRequest.common + kind.members))
        #expect(orders.count == MintRequest.Kind.allCases.count)
        let states = MintRequest.State.allCases.filter { kind.members.contains("device") || $0 != .otherDevice }
        #expect(texts(order["properties"]?["state"]) == states.map(\.rawValue))
    }

    @Test("The faults of the transport are those that a rule can have")
    func transport() throws {
        let forms = try #require(try schema("TransportFault")["oneOf"]?.arrayValue)
        let names = texts(forms[0])
        let refusal = try site.post("/_sim/rules", #"{"action": {"transport": "none"}}"#)
        let sentence = try JSONValue.parse(refusal.body)["detail"]?.stringValue
        #expect(sentence == "action.transport isn't one of \(names.joined(separator: ", ")).")
        #expect(Set(forms[1...].flatMap { texts($0["properties"]?["fault"]) }) == Set(names))
        for form in forms[1...] {
            let numbers = (form["properties"]?.objectValue ?? [:]).filter { $0.key.string != "fault" }
            let members = numbers.map { "\"\($0.key)\": \($0.value["minimum"]?.integerValue ?? 0)" }
            for name in texts(form["properties"]?["fault"]) {
                let fault = (["\"fault\": \"\(name)\""] + members).joined(separator: ", ")
                let answer = try site.post("/_sim/rules", #"{"action": {"transport": {\#(fault)}}}"#)
                #expect(answer.status == .created, "\(fault)")
            }
        }
    }

    @Test("Each query has the parameters that are described, and no other")
    func queries() throws {
        let paths = try #require(document["paths"]?.objectValue)
        var count = 0
        for (path, item) in paths {
            let parameters = item["get"]?["parameters"]?.arrayValue ?? []
            let names = parameters.filter { $0["in"] == "query" }.compactMap { $0["name"]?.stringValue }
            if names.isEmpty { continue }
            let target = path.string.replacing("{kind}", with: "profiles").replacing(/\{\w+\}/, with: "a")
            for name in names where name != "holder" {
                #expect(try !problem(target, name).contains("is unknown"), "\(path): \(name)")
                count += 1
            }
            // A stream would go on, so only its refusal is read.
            #expect(try problem(target, "unheardOf").hasPrefix("unheardOf is unknown"), "\(path)")
        }
        #expect(count > 100)
    }

    /// Returns the sentence that refuses a parameter without a value.
    private func problem(_ path: String, _ name: String) throws -> String {
        let answer = try site.answer(.get("\(path)?\(name)="))
        #expect(answer.status == .badRequest)
        return try JSONValue.parse(answer.body)["detail"]?.stringValue ?? ""
    }

    @Test("The filters of a kind of state name that kind")
    func filters() throws {
        let list = try #require(document["paths"]?["/_sim/state/{kind}"]?["get"]?["parameters"]?.arrayValue)
        for kind in StateKinds.all {
            let described = list.filter { parameter in
                let words = parameter["schema"]?["description"]?.stringValue?.split { !$0.isLetter }.map(String.init)
                return words?.contains(kind.name) == true
            }
            #expect(Set(described.compactMap { $0["name"]?.stringValue }) == Set(kind.filters), "\(kind.name)")
        }
    }

    @Test("An entry of each kind of state has a schema, and so has each fact of a rule's match")
    func entries() throws {
        let lists = try schema("StateEntries")["properties"]
        for kind in StateKinds.all { #expect(lists?[kind.name]?["items"]?["$ref"] != nil, "\(kind.name)") }
        for fact in RuleFact.allCases { #expect(try schema("RuleMatch")["properties"]?[fact.rawValue] != nil) }
    }

    @Test("A topic whose operations aren't served leaves no schema behind")
    func unused() throws {
        let description = ControlDescription([ReadClock().route], rules: RuleReader(), documents: [])
        let schemas = try JSONValue.parse(description.bytes)["components"]?["schemas"]?.objectValue
        #expect(schemas?["Clock"] != nil && schemas?["Rule"] == nil)
    }

    @Test("Every operation but the probe and the certificate may require admin.token, and says so")
    func operatorToken() throws {
        let scheme = try #require(document["components"]?["securitySchemes"]?["operatorToken"])
        #expect(scheme["type"] == .string("http") && scheme["scheme"] == .string("bearer"))
        let optional = JSONValue.array([.object([:]), .object(["operatorToken": .array([])])])
        for (path, item) in document["paths"]?.objectValue ?? [:] {
            for (method, call) in item.objectValue ?? [:] {
                let isOpen = path.string == "/_sim/ready" || path.string.hasPrefix("/_sim/ca.")
                #expect((call["responses"]?["401"] == nil) == isOpen, "\(method) \(path)")
                #expect(call["security"] == (isOpen ? nil : optional), "\(method) \(path)")
            }
        }
    }
}
