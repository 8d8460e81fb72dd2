import Testing

@testable import PassSAML

@Suite("Deflated messages")
struct RawDeflateTests {
    // The lengths are at both sides of those at which the window of the compressor grows.
    @Test(
        "A repetition is found however far back it is, and the message is restored",
        arguments: [600, 762, 763, 1_024, 1_786, 1_787, 2_048, 3_835, 4_096, 7_931, 8_192, 16_384, 32_506])
    func repetition(_ length: Int) throws {
        var random = SystemRandomNumberGenerator()
        let fresh = (0..<length - 258).map { _ in UInt8.random(in: 0...63, using: &random) }
        let message = fresh + fresh[..<258]
        let deflated = try RawDeflate.compress(message)
        // A match of 258 bytes, the longest there is, takes a few bytes.
        #expect(try deflated.count < RawDeflate.compress(fresh).count + 32)
        #expect(try RawDeflate.decompress(deflated, limit: length) == message)
    }

    @Test("Messages of any length are restored", arguments: [0, 1, 2, 100, 40_000, 200_000])
    func roundTrip(_ length: Int) throws {
        let message = (0..<length).map { UInt8(truncatingIfNeeded: $0 / 7 &* 31) }
        #expect(try RawDeflate.decompress(RawDeflate.compress(message), limit: length + 1) == message)
    }
}
