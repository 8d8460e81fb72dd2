import PassDomain
import PassEndpointKit
import PassHTTP
import Testing

@Suite("Parameters")
struct ParametersTests {
    private static let form = "application/x-www-form-urlencoded"

    private func read(_ query: String = "", _ body: String = "", type: String? = form) throws -> Parameters {
        var fields: HTTPFields = [:]
        if let type { fields.append(.contentType, type) }
        return try Parameters(
            of: HTTPRequest(
                method: .post, target: query.isEmpty ? "/" : "/?" + query, fields: fields, body: Array(body.utf8)))
    }

    private func malformed(_ name: String, _ reason: String) -> EntitlementFailure {
        .malformedParameter(name, reason: reason)
    }

    @Test("Query and form are one list, the query first")
    func merged() throws {
        let parameters = try read("a=1&b=%20&a=2", "a=3&c=x+y&d")
        #expect(parameters.pairs.map(\.name) == ["a", "b", "a", "a", "c", "d"])
        #expect(parameters.all("a") == ["1", "2", "3"] && parameters.all("c") == ["x y"])
        #expect(parameters.all("d") == [""] && parameters.all("e").isEmpty)
    }

    @Test(
        "The body is read if its type is a form's or is missing",
        arguments: [
            (nil, true), (form, true), ("Application/X-WWW-Form-Urlencoded; charset=UTF-8", true), ("", true),
            ("application/json", false), ("text/plain", false), (form + "x", false),
        ] as [(String?, Bool)])
    func types(_ type: String?, _ counts: Bool) throws {
        #expect(try read("", "a=1", type: type).all("a") == (counts ? ["1"] : []))
    }

    @Test("A JSON document in place of the form is ignored", arguments: ["{}", " \r\n{\"a\":1}", "{a=1"])
    func json(_ body: String) throws {
        #expect(try read("q=1", body).pairs.map(\.name) == ["q"])
    }

    @Test("A parameter that is absent or empty is nil; a required one is then missing")
    func absent() throws {
        let parameters = try read("a=&b=1")
        for name in ["a", "c", "B"] {
            #expect(try parameters.optional(name) == nil)
            #expect(throws: EntitlementFailure.missingParameter(name)) { try parameters.required(name) }
        }
        #expect(try parameters.required("b") == "1")
    }

    @Test("A parameter may be repeated with the same value, not with another")
    func twice() throws {
        let parameters = try read("a=1&b=1&c=", "a=1&b=2&c=1")
        #expect(try parameters.optional("a") == "1")
        for name in ["b", "c"] {
            #expect(throws: malformed(name, "is given twice")) { try parameters.optional(name) }
            #expect(throws: malformed(name, "is given twice")) { try parameters.required(name) }
        }
    }

    @Test("Texts are compared by their bytes: one character in two spellings is two values, and two names")
    func bytes() throws {
        let parameters = try read("a=%C3%A9&a=e%CC%81&%C3%A9=1")
        #expect(throws: malformed("a", "is given twice")) { try parameters.optional("a") }
        #expect(try parameters.optional("\u{E9}") == "1")
        #expect(try parameters.optional("e\u{301}") == nil && parameters.all("e\u{301}").isEmpty)
    }

    @Test("The length of a value is limited in bytes of UTF-8")
    func longest() throws {
        let parameters = try read("a=%C3%A4%C3%A4")
        #expect(try parameters.optional("a", longest: 4) == "ää")
        #expect(throws: malformed("a", "is longer than 3 bytes")) { try parameters.optional("a", longest: 3) }
        #expect(throws: malformed("a", "is longer than 3 bytes")) { try parameters.required("a", longest: 3) }
        #expect(throws: malformed("a", "is longer than 3 bytes")) {
            try parameters.required(anyOf: ["b", "a"], longest: 3)
        }
    }

    @Test("Control characters are refused, allowed as line breaks, or all allowed, as the operation says")
    func controls() throws {
        let breaks = ["%09", "%0A", "%0D"]
        for escape in breaks + ["%00", "%08", "%0B", "%1F", "%7F"] {
            let parameters = try read("a=x" + String(repeating: "y", count: 40) + escape + "z")
            let refusal = malformed("a", "contains a control character")
            #expect(throws: refusal) { try parameters.optional("a") }
            #expect(throws: refusal) { try parameters.required("a") }
            #expect(try parameters.optional("a", controls: .any)?.utf8.count == 43)
            if breaks.contains(escape) {
                #expect(try parameters.optional("a", controls: .lineBreaks)?.utf8.count == 43)
            } else {
                #expect(throws: refusal) { try parameters.optional("a", controls: .lineBreaks) }
            }
        }
        #expect(try read("a=%20%7E%C2%80").optional("a") == " ~\u{80}")
    }

    @Test("Any one of several names is accepted, and two only with the same value")
    func anyOf() throws {
        let parameters = try read("a=1&b=1&c=2&d=")
        #expect(try parameters.required(anyOf: ["x", "b"]) == "1")
        #expect(try parameters.required(anyOf: ["a", "b", "d"]) == "1")
        #expect(throws: malformed("c", "is given twice")) { try parameters.required(anyOf: ["a", "c"]) }
        #expect(throws: EntitlementFailure.missingParameter("x")) { try parameters.required(anyOf: ["x", "d"]) }
    }

    @Test("A broken escape is refused under the parameter's name, without unsafe characters")
    func brokenEscapes() throws {
        let reason = "has a broken percent escape or isn't UTF-8"
        for value in ["%", "%4", "%GG", "%FF", "%C3"] {
            #expect(throws: malformed("name", reason)) { try read("a=1&name=\(value)") }
            #expect(throws: malformed("name", reason)) { try read("", "name=\(value)") }
        }
        #expect(throws: malformed("?script?_-.1", reason)) { try read("%3Cscript%3E_-.1=%") }
        let long = String(repeating: "n", count: 41)
        #expect(throws: malformed(String(long.dropLast()), reason)) { try read("\(long)=%") }
    }

    @Test("There are at most 256 parameters, in query and form together")
    func count() throws {
        func fields(_ count: Int) -> String { Array(repeating: "a=1", count: count).joined(separator: "&") }
        #expect(try read(fields(256)).pairs.count == 256)
        #expect(try read(fields(100), fields(156)).pairs.count == 256)
        let refusal = malformed("query", "has more than 256 parameters")
        for (query, body) in [(257, 0), (0, 257), (101, 156)] {
            #expect(throws: refusal) { try read(fields(query), fields(body)) }
        }
    }
}
