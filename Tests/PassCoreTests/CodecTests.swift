import PassCore
import Testing

@Suite("Base64")
struct Base64Tests {
    /// The vectors of RFC 4648, section 10.
    @Test(
        "Encodes and decodes the vectors of RFC 4648",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func vectors(_ plain: String, _ encoded: String) {
        #expect(Base64.encode(Array(plain.utf8)) == encoded)
        #expect(Base64.decode(encoded) == Array(plain.utf8))
        let json = JSONWriter.object { $0.member("text", base64: plain) }
        #expect(String(decoding: json, as: UTF8.self) == #"{"text":"\#(encoded)"}"#)
    }

    @Test(
        "Refuses every spelling but the canonical one",
        arguments: ["Zh==", "Zg=", "Zg", "Zg== ", "Z g=", "Zm9=", "Zm9v====", "Z===", "-_-_", "Zg==Zg==", "Zm\n9v"])
    func nonCanonical(_ text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test("The URL alphabet carries no padding and refuses the other alphabet")
    func urlAlphabet() {
        #expect(Base64.encode([0xFB, 0xFF], .url) == "-_8")
        #expect(Base64.decode("-_8", .url) == [0xFB, 0xFF])
        #expect(Base64.decode("+/8", .url) == nil)
        #expect(Base64.decode("-_8=", .url) == nil)
    }

    @Test(
        "Bytes of every length survive, and a letter of no alphabet, or one with spare bits, is refused anywhere"
    )
    func everyLength() {
        for count in 0...34 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 250) }
            for alphabet in [Base64.Alphabet.standard, .url] {
                let letters = Array(Base64.encode(bytes, alphabet).utf8)
                #expect(Base64.decode(letters, alphabet) == bytes)
                #expect(Base64.decodeLeniently(String(decoding: letters, as: UTF8.self)) == bytes)
                for index in letters.indices {
                    for wrong in [UInt8(ascii: "*"), 0, 0xC3, alphabet == .standard ? 0x2D : 0x2B] {
                        var changed = letters
                        changed[index] = wrong
                        #expect(Base64.decode(changed, alphabet) == nil)
                    }
                }
            }
        }
        for spare in ["AB==", "AAB=", "AAAAAB==", "AAAAAAB="] { #expect(Base64.decode(spare) == nil) }
        for spare in ["AB", "AAB", "AAAAAB", "A", "AAAAA"] { #expect(Base64.decodeLeniently(spare) == nil) }
        #expect(Base64.decodeLeniently(" /\r\n8\t=") == [0xFB, 0xFF])
    }

    @Test("Lenient Base64 decodes to text, or to nothing if its bytes aren't UTF-8")
    func texts() {
        for text in ["", "a", "ab", "abc", "aä€😀\u{0}", String(repeating: "long ", count: 1_000)] {
            for alphabet in [Base64.Alphabet.standard, .url] {
                let encoded = Base64.encode(Array(text.utf8), alphabet)
                #expect(Base64.decodeTextLeniently(encoded) == text)
                #expect(Base64.decodeTextLeniently(encoded.map { "\($0)\n" }.joined()) == text)
            }
        }
        for bytes in [[0xC3], [0x61, 0xFF], [0xED, 0xA0, 0x80]] as [[UInt8]] {
            #expect(Base64.decodeTextLeniently(Base64.encode(bytes)) == nil)
        }
        for wrong in ["A", "AB", "AAA*", "AAAAA"] { #expect(Base64.decodeTextLeniently(wrong) == nil) }
    }
}

@Suite("Bytes and texts")
struct BytesTests {
    @Test("Bytes in several runs are written like those in one")
    func scattered() {
        let scattered = [0x66, 0x6F, 0x25, 0x36, 0x46].lazy.map { UInt8($0) }
        #expect(Base64.encode(scattered) == "Zm8lNkY=")
        #expect(Hex.encode(scattered) == "666f253646")
        #expect(PercentEncoding.decode(scattered) == "foo")
    }

    @Test("A text is compared with another's beginning by bytes, whatever letters they form")
    func prefixes() {
        #expect("/_ns/a".startsWithBytes(of: "/_ns/"))
        #expect("/_ns/".startsWithBytes(of: "/_ns/"))
        #expect("/_ns/\u{301}".startsWithBytes(of: "/_ns/"))
        #expect(!"/_ns".startsWithBytes(of: "/_ns/"))
        #expect(!"".startsWithBytes(of: "/"))
        #expect("a".startsWithBytes(of: ""))
    }
}

@Suite("Civil time")
struct CivilTimeTests {
    @Test("Writes the example of RFC 9110, section 5.6.7")
    func httpDate() {
        #expect(CivilTime.httpDate(Timestamp(seconds: 784_111_777)) == "Sun, 06 Nov 1994 08:49:37 GMT")
    }

    @Test(
        "Every day from 1900 to 2199 survives conversion in both directions, and weekdays follow each other",
        arguments: [-25_567, 0, 40_000])
    func roundTrip(_ first: Int) {
        var weekday = CivilTime(Timestamp(seconds: Int64(first) * 86_400)).weekday
        for day in first..<first + 25_000 {
            let instant = Timestamp(seconds: Int64(day) * 86_400 + 3661)
            let time = CivilTime(instant)
            let back = CivilTime.timestamp(
                year: time.year, month: time.month, day: time.day, hour: time.hour, minute: time.minute,
                second: time.second)
            #expect(back == instant)
            #expect(time.weekday == weekday)
            weekday = (weekday + 1) % 7
        }
    }

    @Test("Refuses days that a month does not have")
    func impossibleDay() {
        #expect(CivilTime.timestamp(isoDate: "2031-02-29T00:00:00Z") == nil)
        #expect(CivilTime.timestamp(isoDate: "2032-02-29T00:00:00Z") != nil)
    }

    @Test("A leap second is the first one of the next minute, on a day that its month has")
    func leapSecond() {
        let next = CivilTime.timestamp(year: 2017, month: 1, day: 1, hour: 0, minute: 0, second: 0)
        #expect(CivilTime.timestamp(year: 2016, month: 12, day: 31, hour: 23, minute: 59, second: 60) == next)
        #expect(CivilTime.timestamp(year: 2031, month: 2, day: 30, hour: 12, minute: 0, second: 60) == nil)
    }

    @Test("Reads the dates of HTTP as they are written, and no other form")
    func readHTTPDate() {
        #expect(CivilTime.timestamp(httpDate: "Sun, 06 Nov 1994 08:49:37 GMT") == Timestamp(seconds: 784_111_777))
        for text in [
            "", "Sun, 06 Nov 1994 08:49:37", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
            "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
        ] {
            #expect(CivilTime.timestamp(httpDate: text) == nil, "\(text)")
        }
    }

    @Test("Offsets are hours and minutes with their sign")
    func offsets() {
        let minutes = [0, 120, -420, -5, 1439]
        #expect(minutes.map { CivilTime.offset($0) } == ["+0000", "+0200", "-0700", "-0005", "+2359"])
    }

    @Test("Reads fractions and zones of an XML Schema dateTime")
    func isoDate() {
        let whole = CivilTime.timestamp(isoDate: "2031-05-14T08:30:00Z")
        #expect(
            CivilTime.timestamp(isoDate: "2031-05-14T10:30:00.25+02:00")?.milliseconds
                == whole.map { $0.milliseconds + 250 })
        #expect(whole.map(CivilTime.isoDate) == "2031-05-14T08:30:00Z")
    }

    @Test(
        "Refuses texts that aren't an XML Schema dateTime with a zone",
        arguments: [
            "", "2031-05-14T08:30:00", "2031-05-14T08:30:00.", "2031-05-14T08:30:00.Z",
            "2031-05-14T08:30:00.1234567890Z",
            "2031-05-14T08:30:00,5Z", "2031-05-14T08:30:00ZZ", "2031-05-14T08:30:00z", "2031-05-14t08:30:00Z",
            "2031-05-14 08:30:00Z", "2031-5-14T08:30:00Z0", "20a1-05-14T08:30:00Z", "2031-05-14T08:30:61Z",
            "2031-05-14T08:30:00+2:00", "2031-05-14T08:30:00+15:00", "2031-05-14T08:30:00+02:60",
            "2031-05-14T08:30:00*02:00", "2031-05-14T08:30:00+02:000", "2031-05-14T08:3\u{0660}:00Z",
        ])
    func noISODate(_ text: String) {
        #expect(CivilTime.timestamp(isoDate: text) == nil)
    }
}
