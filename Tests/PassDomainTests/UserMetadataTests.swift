import PassCore
import PassDomain
import Testing

@Suite("Values of user metadata")
struct MetadataValuesTests {
    private func keys(_ values: MetadataValues) -> [String] { values.map(\.key.string) }

    @Test("The values are ordered by the bytes of their keys, whatever their original order")
    func order() {
        let literal: MetadataValues = [
            "zip": .string("1"), "Zip": .string("2"), "é": .null, "e\u{301}": .null, "a": .integer(3),
        ]
        #expect(keys(literal) == ["Zip", "a", "e\u{301}", "zip", "é"])
        #expect(MetadataValues(["zip": .string("1"), "a": .integer(3)]).map(\.value) == [.integer(3), .string("1")])
        var values = MetadataValues()
        for key in ["b", "a", "c"] { values[key] = .string(key) }
        #expect(keys(values) == ["a", "b", "c"])
        #expect(values == ["c": .string("c"), "b": .string("b"), "a": .string("a")])
    }

    @Test("A value is replaced, added or removed by its key, whose bytes count")
    func changes() {
        var values: MetadataValues = ["K": .integer(1), "K": .integer(2)]
        #expect(values.count == 1 && values["K"] == .integer(2) && values["\u{212A}"] == nil)
        values["\u{212A}"] = .integer(3)
        #expect(keys(values) == ["K", "\u{212A}"])
        values["K"] = nil
        values["missing"] = nil
        #expect(keys(values) == ["\u{212A}"] && values["K"] == nil)
    }

    @Test("The text in JSON follows each change")
    func json() {
        func text(_ values: MetadataValues) -> String { String(decoding: values.json, as: UTF8.self) }
        #expect(text([:]) == "" && text(MetadataValues()) == "")
        var values: MetadataValues = ["zip": .string("<1>"), "a": .integer(3)]
        #expect(text(values) == #""a":3,"zip":"\u003c1\u003e""#)
        values["zip"] = .string("2")
        values["b"] = .bool(true)
        #expect(text(values) == #""a":3,"b":true,"zip":"2""#)
        values["a"] = nil
        #expect(text(values) == #""b":true,"zip":"2""#)
    }
}
