import PassCore
import PassHTTP
import Testing

@Suite("Request parser: damaged input")
struct HTTPRequestMutationTests {
    private static let seeds = [
        "POST http://a:1/b?c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\nhello\r\n0\r\nT: u\r\n\r\n",
        "PUT / HTTP/1.1\r\nHost: [::1]:80\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\nhello",
        "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\nOPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
        "CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n",
    ]
    private static let bytes: [UInt8] = Array("\r\n\0 \t:;,/%#*0159aAfgGzZ-+\"".utf8) + [0x7F, 0x80, 0xFF, 0x0B]

    @Test("Damaged input is read or refused, with the same result however it is split", arguments: 0..<UInt64(4))
    func mutations(_ seed: UInt64) {
        let random = SeededIdentifierSource(seed: seed)
        let original = Array(Self.seeds[Int(seed)].utf8)
        for _ in 0..<1_500 {
            var input = original
            let choices = random.bytes(8).map(Int.init)
            for step in 0..<(1 + choices[0] % 3) {
                let place = (choices[1 + 2 * step] * 256 + choices[2 + 2 * step]) % input.count
                let byte = Self.bytes[choices[7 - step] % Self.bytes.count]
                switch choices[7] % 3 {
                case 0: input[place] = byte
                case 1: input.insert(byte, at: place)
                default: input.remove(at: place)
                }
            }
            let whole = Reading(input)
            #expect(Reading(input, .byteByByte) == whole)
            #expect(Reading(input, .split(at: 1 + choices[3] % (input.count - 1))) == whole)
            if let error = whole.error {
                #expect((400...505).contains(error.status.code))
                #expect((0...input.count).contains(error.offset))
            }
        }
    }
}
