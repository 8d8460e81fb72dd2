import PassHTTP
import Testing

@Suite("Raw requests of the corpus")
struct CorpusTests {
    /// An innocent request sent behind a row's file, to see whether the connection lives.
    private static let next = Array("GET /next HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
    private static let nextRequest = CorpusRequest.Expected(method: "GET", target: "/next", contentBytes: 0)

    @Test("The tables are read, and each of their files")
    func tables() {
        #expect(CorpusRequest.valid.count >= 100)
        #expect(CorpusRequest.malformed.count >= 100)
        #expect(CorpusRequest.all.filter(\.bytes.isEmpty).map(\.name) == [])
    }

    @Test("The outcome is the table's when all bytes arrive at once", arguments: CorpusRequest.all)
    func whole(_ row: CorpusRequest) {
        let outcome = CorpusConversation(row.bytes, pieces: [row.bytes.count])
        #expect(outcome.requests == row.requests)
        #expect(outcome.refusal == row.refusal)
        #expect(outcome.hasEnded == (!row.timesToLive && !row.waits))
    }

    @Test("The next request is read if and only if the connection stays open", arguments: CorpusRequest.all)
    func afterwards(_ row: CorpusRequest) {
        if row.waits { return }
        let bytes = row.bytes + Self.next
        let outcome = CorpusConversation(bytes, pieces: [row.bytes.count, bytes.count])
        #expect(outcome.requests == row.requests + (row.timesToLive ? [Self.nextRequest] : []))
    }

    @Test("The outcome is the same byte by byte and in two pieces at every position", arguments: CorpusRequest.all)
    func pieces(_ row: CorpusRequest) {
        let whole = CorpusConversation(row.bytes, pieces: [row.bytes.count])
        let single = CorpusConversation(row.bytes, pieces: 1...row.bytes.count)
        #expect(single == whole)
        #expect(single.arrivals == row.ends)
        for place in Self.places(row.bytes.count) {
            let split = CorpusConversation(row.bytes, pieces: [place, row.bytes.count])
            #expect(split == whole, "split at \(place)")
        }
    }

    @Test("A client that ends anywhere gets answers to its complete requests, and an end", arguments: CorpusRequest.all)
    func earlyEnd(_ row: CorpusRequest) {
        for length in [0] + Self.places(row.bytes.count) + [row.bytes.count] {
            let outcome = CorpusConversation(Array(row.bytes[..<length]), pieces: [length], ending: true)
            let whole = row.ends.prefix { $0 <= length }.count
            #expect(outcome.requests == Array(row.requests[..<whole]), "\(length) bytes")
            #expect(outcome.hasEnded, "\(length) bytes")
            let isLast = !row.timesToLive && row.refusal == nil && !row.waits && whole == row.ends.count
            if isLast || Self.isBetweenRequests(row.bytes[(row.ends.prefix(whole).last ?? 0)..<length]) {
                #expect(outcome.refusal == nil, "\(length) bytes")
            } else {
                #expect([400, row.refusal].contains(outcome.refusal), "\(length) bytes")
            }
        }
    }

    @Test("A client that stops inside a request gets 408", arguments: CorpusRequest.malformed.filter(\.waits))
    func deadline(_ row: CorpusRequest) {
        #expect(CorpusConversation.deadline(row.bytes) == 408)
    }

    /// Every place to cut a file of that length; of a very long one those near its ends and some between.
    private static func places(_ count: Int) -> [Int] {
        guard count > 1 else { return [] }
        guard count > 3_000 else { return Array(1..<count) }
        return Array(1..<120) + Array(stride(from: 120, to: count - 120, by: 1_021)) + Array((count - 120)..<count)
    }

    /// Whether the bytes are nothing but empty lines that are overlooked.
    private static func isBetweenRequests(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count <= 8 && bytes.elementsEqual(Array(repeating: [0x0D, 0x0A], count: bytes.count / 2).joined())
    }
}
