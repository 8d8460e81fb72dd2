import PassHTTP
import Testing

@Suite("Form fields")
struct FormFieldsTests {
    @Test(
        "Reads pairs in order, skips empty pieces and takes a missing value as empty",
        arguments: [
            ("", []), ("&&", []), ("a=1&b=2", ["a=1", "b=2"]), ("a=1&&a=2&", ["a=1", "a=2"]), ("a", ["a="]),
            ("=x", ["=x"]), ("a=b=c", ["a=b=c"]), ("a+b=c%20d%2Be", ["a b=c d+e"]), ("%C3%A9=%26", ["é=&"]),
            ("a=1;b=2", ["a=1;b=2"]),
        ])
    func parses(_ text: String, _ expected: [String]) throws {
        let form = try FormFields.parse(text)
        #expect(form.pairs.map { "\($0.name)=\($0.value)" } == expected)
        let fromBytes = try FormFields.parse(Array(text.utf8))
        #expect(fromBytes.pairs.map { "\($0.name)=\($0.value)" } == expected)
    }

    @Test(
        "A form's content type is recognized in any case and with parameters, and no other that begins alike",
        arguments: [
            ("application/x-www-form-urlencoded", true), ("Application/X-WWW-Form-URLEncoded; charset=utf-8", true),
            ("application/x-www-form-urlencoded ;charset=utf-8", true), ("application/x-www-form-urlencodedX", false),
            ("application/x-www-form", false), ("application/json", false), ("", false),
        ])
    func contentType(_ text: String, _ isForm: Bool) {
        #expect(Array(text.utf8).withUnsafeBytes { FormFields.isForm(contentType: $0) } == isForm)
    }

    @Test("Finds the first value of a name, and all of them")
    func lookup() throws {
        let form = try FormFields.parse("r=1&q=x&r=2")
        #expect(form["r"] == "1")
        #expect(form.values("r") == ["1", "2"])
        #expect(form["R"] == nil)
    }

    @Test("A broken escape names its field, and too many pairs are refused")
    func failures() {
        #expect(throws: FormError.badEncoding(name: "b")) { try FormFields.parse("a=1&b=%zz") }
        #expect(throws: FormError.badEncoding(name: "%f")) { try FormFields.parse("%f=1") }
        #expect(throws: FormError.badEncoding(name: "a")) { try FormFields.parse([0x61, 0x3D, 0xFF]) }
        let many = Array(repeating: "a=1", count: 257).joined(separator: "&")
        #expect(throws: FormError.tooManyPairs(limit: 256)) { try FormFields.parse(many) }
        #expect(throws: Never.self) { try FormFields.parse(String(many.dropLast(4))) }
    }

    /// Expected text made with Python's `urllib.parse.urlencode`, but for `*` and `~`, where the WHATWG rule differs.
    @Test("Writes a space as plus and escapes the rest")
    func encodes() {
        let text = FormFields.encode([("a b", "c+d&é"), ("e", ""), ("-._", "*~")])
        #expect(text == "a+b=c%2Bd%26%C3%A9&e=&-._=*%7E")
    }
}
