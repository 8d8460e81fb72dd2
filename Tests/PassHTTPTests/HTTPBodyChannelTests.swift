import PassHTTP
import Testing

@Suite("Channels of streamed bodies")
struct HTTPBodyChannelTests {
    /// A stream calls its channel when it is released, so a channel that released callbacks inside its lock would wait
    /// for itself, in an optimized build alone.
    @Test("A closing channel releases the streams that only its callbacks hold", .timeLimit(.minutes(1)))
    func releasing() {
        let channel = HTTPBodyChannel(limit: 100) {}
        Self.write("abc", to: channel)
        channel.close()
        #expect(channel.take().bytes.isEmpty)
    }

    @Test("A handler is released when the channel closes, together with the stream that it holds")
    func forgetting() {
        let channel = HTTPBodyChannel(limit: 100) {}
        weak var held: HTTPBodyStream?
        do {
            let stream = HTTPBodyStream(channel)
            stream.whenInterrupted { _ in stream.end() }
            held = stream
        }
        #expect(held != nil)
        channel.close()
        #expect(held == nil)
    }

    /// Writes a piece whose callback alone holds the stream.
    private static func write(_ text: String, to channel: HTTPBodyChannel) {
        let stream = HTTPBodyStream(channel)
        stream.write(Array(text.utf8)) { stream.end() }
    }
}
