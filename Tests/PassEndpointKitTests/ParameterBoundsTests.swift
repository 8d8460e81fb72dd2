import PassDomain
import PassEndpointKit
import Testing

@Suite("Bounds of parameters")
struct ParameterBoundsTests {
    private func parameters(_ query: String, form: String = "") throws -> Parameters {
        try Array(query.utf8).withUnsafeBufferPointer { try Parameters(query: $0, form: Array(form.utf8)) }
    }

    @Test("The parameters of the query come before those of the form")
    func order() throws {
        let both = try parameters("a=1&b=2", form: "a=3")
        #expect(both.pairs.map(\.name) == ["a", "b", "a"])
        #expect(both.all("a") == ["1", "3"])
        #expect(try parameters("", form: "a=3").all("a") == ["3"])
    }

    @Test("A JSON document in place of the form is ignored", arguments: ["{}", " \n{\"a\":1}", "", "  "])
    func json(_ form: String) throws {
        #expect(try parameters("a=1", form: form).pairs.count == 1)
    }

    @Test("Query and form together have at most 256 parameters")
    func most() throws {
        let half = Array(repeating: "a=1", count: 128).joined(separator: "&")
        #expect(try parameters(half, form: half).pairs.count == 256)
        #expect(throws: EntitlementFailure.malformedParameter("query", reason: "has more than 256 parameters")) {
            try parameters(half + "&a=1", form: half)
        }
    }

    @Test("A value's length is limited in bytes")
    func longest() throws {
        let text = try parameters("a=%C3%A4%C3%A4")
        #expect(try text.optional("a", longest: 4) == "ää")
        #expect(throws: EntitlementFailure.malformedParameter("a", reason: "is longer than 3 bytes")) {
            try text.optional("a", longest: 3)
        }
    }

    @Test("A parameter that is given twice has to have one value")
    func twice() throws {
        #expect(try parameters("a=1&a=1").required("a") == "1")
        #expect(throws: EntitlementFailure.malformedParameter("a", reason: "is given twice")) {
            try parameters("a=1&a=2").required("a")
        }
        #expect(try parameters("a=1&b=1").required(anyOf: ["a", "b"]) == "1")
        #expect(throws: EntitlementFailure.malformedParameter("b", reason: "is given twice")) {
            try parameters("a=1&b=2").required(anyOf: ["a", "b"])
        }
    }

    @Test("An empty value is treated as absent")
    func empty() throws {
        #expect(try parameters("a=").optional("a") == nil)
        #expect(throws: EntitlementFailure.missingParameter("a")) { try parameters("a=").required("a") }
        #expect(throws: EntitlementFailure.missingParameter("b")) { try parameters("a=1").required(anyOf: ["b", "c"]) }
    }

    @Test("Control characters are refused, except for those that the operation allows")
    func controls() throws {
        for (escape, lineBreaks) in [
            ("%09", true), ("%0A", true), ("%0D", true), ("%00", false), ("%1F", false), ("%7F", false),
        ] {
            let text = try parameters("a=x\(escape)y")
            #expect(throws: EntitlementFailure.malformedParameter("a", reason: "contains a control character")) {
                try text.optional("a")
            }
            let isAllowed = (try? text.optional("a", controls: .lineBreaks)) != nil
            #expect(isAllowed == lineBreaks, "\(escape)")
            #expect(try text.optional("a", controls: .any) != nil)
        }
        #expect(try parameters("a=x+y").optional("a") == "x y")
    }
}
