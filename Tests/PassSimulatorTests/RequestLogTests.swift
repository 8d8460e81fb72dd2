import PassCore
import PassDomain
import PassEndpointKit
import PassInstruments
import Testing

@testable import PassSimulator

@Suite("The request log")
struct RequestLogTests {
    @Test("A line of text says who requested what, and how it ended")
    func text() {
        #expect(
            line(.text, entry())
                == "2031-05-14T08:30:00.250Z 127.0.0.1 default GET /adobe-services/session 200 1.204ms Session\n")
    }

    @Test("A line of JSON has the same facts")
    func json() {
        #expect(
            line(.json, entry())
                == """
                {"time":"2031-05-14T08:30:00.250Z","peer":"127.0.0.1","namespace":"default","method":"GET",\
                "path":"/adobe-services/session","status":200,"milliseconds":1.204,"operation":"Session"}

                """)
    }

    @Test("A request without an operation shows a dash, or null")
    func noOperation() {
        var entry = entry()
        entry.operation = nil
        #expect(line(.text, entry).hasSuffix("ms -\n"))
        #expect(line(.json, entry).hasSuffix("\"operation\":null}\n"))
    }

    @Test("The outcome follows the operation, and a fault that a test requested is marked")
    func outcome() {
        var entry = entry()
        entry.outcome = .denied(.notSubscribed, Resource("deny:news"))
        entry.isFaulted = true
        #expect(
            line(.text, entry).hasSuffix(
                " 200 1.204ms Session denied noAuthZ resource=deny:news: Your package does not include this channel. (fault)\n"
            ))
        #expect(
            line(.json, entry).hasSuffix(
                #""operation":"Session","outcome":"denied","reason":"noAuthZ","resource":"deny:news","detail":"Your package does not include this channel.","fault":true}"#
                    + "\n"))
    }

    @Test("A recorded exchange's ID and the client's trace come last")
    func exchange() throws {
        var entry = entry()
        entry.exchange = ExchangeID("k3m9qt-1f")
        let name = try #require(entry.exchange).description
        entry.traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        let trace = try #require(entry.traceparent)
        #expect(line(.text, entry).hasSuffix(" 1.204ms Session exchange=\(name) traceparent=\(trace)\n"))
        #expect(
            line(.json, entry).hasSuffix(
                #""operation":"Session","exchange":"\#(name)","traceparent":"\#(trace)"}"# + "\n"))
        entry.outcome = .refused("throttled")
        entry.isFaulted = true
        #expect(line(.text, entry).contains(" Session refused throttled (fault) exchange=\(name) traceparent="))
    }

    @Test("Line breaks and a terminal's escapes can't be smuggled in")
    func escapes() {
        var entry = entry()
        entry.method = "GE\nT"
        entry.path = "/a\r\nb\u{1B}[2J\u{9B}31m\\ c"
        #expect(line(.text, entry).contains(#" GE\x0aT /a\x0d\x0ab\x1b[2J\xc2\x9b31m\x5c\x20c 200 "#))
        #expect(line(.json, entry).contains(#""path":"/a\\x0d\\x0ab\\x1b[2J\\xc2\\x9b31m\\x5c\\x20c""#))
    }

    @Test("A path component that is as long as a token shows only its last four characters")
    func tokens() {
        var entry = entry()
        entry.path = "/x/" + String(repeating: "S", count: 300) + "last/y"
        #expect(line(.text, entry).contains(" /x/...last/y 200 "))
    }

    @Test("A connection without a request has its own line, as safe as the others")
    func connections() {
        let note = RequestLog.Note(
            time: Timestamp(milliseconds: 1_936_600_200_250), peer: "127.0.0.1", sentence: "refused: a\u{1B}[2J b")
        #expect(
            String(decoding: note.textLine, as: UTF8.self)
                == "2031-05-15T08:30:00.250Z 127.0.0.1 - refused: a\\x1b[2J b\n")
        #expect(
            String(decoding: note.jsonLine, as: UTF8.self)
                == #"{"time":"2031-05-15T08:30:00.250Z","peer":"127.0.0.1","event":"refused: a\\x1b[2J b"}"# + "\n")
    }

    @Test("Off writes nothing")
    func off() {
        #expect(RequestLog(.off) == nil)
    }

    @Test("Lines keep their order, and flushing waits for them")
    func order() throws {
        let written = Guarded<[UInt8]>([])
        let log = try #require(RequestLog(.text) { bytes in written.withLock { $0 += bytes } })
        for status in 200..<300 {
            var entry = entry()
            entry.status = status
            log.write(entry)
        }
        log.flush()
        let lines = String(decoding: written.withLock { $0 }, as: UTF8.self).split(separator: "\n")
        #expect(lines.compactMap { Int($0.split(separator: " ")[5]) } == Array(200..<300))
    }

    @Test("When the output isn't read, flushing still ends")
    func unread() throws {
        let gate = Guarded<Void>(())
        let log = try #require(RequestLog(.text) { _ in gate.withLock { _ in } })
        gate.withLock { _ in
            log.write(entry())
            log.flush(within: 1)
        }
    }

    @Test("When the output isn't read, lines beyond a mebibyte are dropped and counted")
    func dropped() throws {
        let written = Guarded<[UInt8]>([])
        let gate = Guarded<Void>(())
        let log = try #require(
            RequestLog(.text) { bytes in
                gate.withLock { _ in }
                written.withLock { $0 += bytes }
            })
        let length = line(.text, entry()).utf8.count
        let count = 3 * RequestLog.capacity / length
        gate.withLock { _ in
            for _ in 0..<count { log.write(entry()) }
        }
        log.flush()
        let text = String(decoding: written.withLock { $0 }, as: UTF8.self)
        let lines = text.split(separator: "\n")
        let note = try #require(lines.first { $0.hasSuffix("were dropped here.") })
        let dropped = try #require(Int(note.split(separator: " ")[1]))
        #expect(lines.count - 1 + dropped == count)
        #expect(text.utf8.count <= 2 * RequestLog.capacity + 100)
    }

    private func entry() -> RequestLog.Entry {
        .init(
            time: Timestamp(milliseconds: 1_936_513_800_250), namespace: "default", method: "GET",
            path: "/adobe-services/session", operation: .session, status: 200, microseconds: 1204, peer: "127.0.0.1")
    }

    private func line(_ format: Configuration.LogFormat, _ entry: RequestLog.Entry) -> String {
        String(decoding: format == .json ? entry.jsonLine : entry.textLine, as: UTF8.self)
    }
}
