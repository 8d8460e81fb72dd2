import PassHTTP
import Testing

@Suite("Header fields")
struct HTTPFieldsTests {
    private func text(_ fields: HTTPFields) -> [String] { fields.pairs.map { "\($0.name)=\($0.value)" } }

    @Test("Fields keep their order and spelling, and are found whatever their case")
    func order() {
        let fields: HTTPFields = ["Set-Cookie": "a=1", "Vary": "Origin", "set-cookie": "b=2", "Empty": ""]
        #expect(text(fields) == ["Set-Cookie=a=1", "Vary=Origin", "set-cookie=b=2", "Empty="])
        #expect(fields["SET-COOKIE"] == "a=1" && fields.values(.setCookie) == ["a=1", "b=2"])
        #expect(fields["Empty"] == "" && fields.contains("empty"))
        #expect(fields["Set-Cookie2"] == nil && fields["Set-Cooki"] == nil && fields.values("Origin").isEmpty)
        #expect(fields.count == 4 && !fields.isEmpty)
    }

    @Test("An empty list has no values, and none to remove")
    func none() {
        var fields = HTTPFields()
        fields.remove(.host)
        fields.append(contentsOf: HTTPFields())
        #expect(fields.isEmpty && fields.pairs.isEmpty && fields[.host] == nil && !fields.contains(.host))
    }

    @Test("The exact text of a value is its UTF-8; other bytes have none")
    func exactText() {
        func exact(_ bytes: [UInt8]) -> String? { bytes.withUnsafeBytes { HTTPFields.exactText($0) } }
        for text in ["", "a", "a text of sixteen or more bytes", "\u{E9}", "sixteen bytes and \u{1F4FA}", "\u{FFFD}"] {
            #expect(exact(Array(text.utf8)) == text)
        }
        let broken: [[UInt8]] = [[0xE9], [0x61, 0xE9], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xC3, 0xA9, 0xC3]]
        for bytes in broken {
            #expect(exact(bytes) == nil, "\(bytes)")
        }
    }

    @Test("A value that is written in place takes no more than its own length", arguments: [0, 3, 20])
    func inPlace(_ length: Int) {
        var fields: HTTPFields = ["Vary": "Origin"]
        fields.append("Name", room: 20) { target in
            for index in 0..<length { target[index] = UInt8(ascii: "x") }
            return length
        }
        fields.append("No Token", room: 20) { _ in 0 }
        fields.append("More", "of it")
        let value = String(repeating: "x", count: length)
        #expect(text(fields) == ["Vary=Origin", "Name=\(value)", "More=of it"])
        #expect(fields["name"] == value && fields.count == 3)
    }

    @Test("A changed copy leaves the others as they were", arguments: [0, 1, 100])
    func copies(_ count: Int) {
        var original = HTTPFields()
        for number in 0..<count { original.append(HTTPFieldName("N\(number)"), "\(number)") }
        let before = text(original)
        var longer = original
        longer.append("More", "of it")
        var other = original
        other.append("Else", String(repeating: "x", count: 300))
        var shorter = original
        shorter.remove("N0")
        #expect(text(original) == before)
        #expect(text(longer) == before + ["More=of it"])
        #expect(other["Else"]?.count == 300 && other.count == count + 1)
        #expect(text(shorter) == Array(before.dropFirst()))
        original.append("Last", "word")
        #expect(text(original) == before + ["Last=word"] && text(longer) == before + ["More=of it"])
    }

    @Test("Fields of any length are kept as they were added")
    func lengths() {
        var fields = HTTPFields()
        var expected: [String] = []
        for length in [1, 7, 8, 63, 64, 65, 1_000, 70_000] {
            let (name, value) = (String(repeating: "n", count: length), String(repeating: "v", count: length))
            fields.append(HTTPFieldName(name), value)
            expected.append("\(name)=\(value)")
        }
        #expect(text(fields) == expected)
        fields.append(contentsOf: fields)
        #expect(text(fields) == expected + expected && fields.count == 16)
    }

    @Test("A control character in a value becomes a space, and a field whose name isn't a token is left out")
    func unsendable() {
        let fields: HTTPFields = ["A": "1\r\nB: 2\u{7F}\t", "": "x", "C d": "y", "E\n": "z", "é": "w"]
        #expect(text(fields) == ["A=1  B: 2"])
        #expect(fields.count == 1 && fields["B"] == nil)
    }

    @Test("Fields appended from another message are found, replaced and removed like the others")
    func merged() {
        var fields: HTTPFields = ["A": "1"]
        fields.append(contentsOf: ["Origin": "o", "x-Two": "2", "Vary": "v"])
        #expect(fields[.origin] == "o")
        #expect(fields.contains("X-TWO"))
        #expect(fields.values(.vary) == ["v"])
        fields.set("X-Two", "3")
        fields.remove(.origin)
        #expect(text(fields) == ["A=1", "Vary=v", "X-Two=3"])
    }

    @Test("Fields that can't be sent unchanged are cleaned after a copy, a removal and an append, too")
    func unclean() {
        let fields: HTTPFields = ["A": "1\r\n2", "Gone": "x", "B": "3", "C d": "4", "E": "5\t6"]
        var fewer = fields
        fewer.remove("gone")
        var merged: HTTPFields = ["F": "7"]
        merged.append(contentsOf: fewer)
        #expect(
            serialized(HTTPResponse(fields: merged)).hasPrefix(
                "HTTP/1.1 200 OK\r\nF: 7\r\nA: 1  2\r\nB: 3\r\nE: 5\t6\r\nContent-Length"))
    }

    @Test("A field that is set replaces all fields of its name, and is last")
    func set() {
        var fields: HTTPFields = ["A": "1", "B": "2", "a": "3"]
        fields.set("A", "4")
        #expect(text(fields) == ["B=2", "A=4"])
        fields.remove("b")
        fields.remove("A")
        #expect(fields.isEmpty && fields.pairs.isEmpty)
    }
}

@Suite("Classes of bytes")
struct ByteClassTests {
    @Test("A token's bytes are those that RFC 9110, section 5.6.2 lists")
    func token() {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        let listed = Set((letters + "!#$%&'*+-.^_`|~").utf8)
        for byte in UInt8.min...UInt8.max { #expect(ByteClass.token.contains(byte) == listed.contains(byte)) }
    }
}
