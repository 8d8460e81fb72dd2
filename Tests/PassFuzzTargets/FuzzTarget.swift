/// A piece of code that reads bytes from outside, and what must hold whatever they are.
///
/// libFuzzer looks for bytes that break it (`make fuzz`); the tests replay its seeds and everything that once broke it.
package struct FuzzTarget: Sendable {
    /// Takes one input; it throws `BrokenProperty`, or traps, when the code is wrong, and never because the input is.
    package typealias Run = @Sendable (_ bytes: [UInt8]) throws -> Void

    /// Names the folder of its corpus, and that of its past crashes in `Fixtures/Fuzz`.
    package let name: String
    /// Longer inputs teach nothing more than shorter ones and take longer.
    package let maximumBytes: Int
    /// Words of the format, which mutation alone would hardly find.
    package let words: [String]
    /// Inputs to begin with.
    package let seeds: @Sendable () throws -> [[UInt8]]
    /// Makes what all inputs share, such as keys.
    package let prepare: @Sendable () async throws -> Run

    init(
        preparing name: String, maximumBytes: Int = 4_096, words: [String] = [],
        seeds: @escaping @Sendable () throws -> [[UInt8]], prepare: @escaping @Sendable () async throws -> Run
    ) {
        self.name = name
        self.maximumBytes = maximumBytes
        self.words = words
        self.seeds = seeds
        self.prepare = prepare
    }

    /// One that has nothing to prepare.
    init(
        _ name: String, maximumBytes: Int = 4_096, words: [String] = [],
        seeds: @escaping @Sendable () throws -> [[UInt8]], run: @escaping Run
    ) {
        self.init(preparing: name, maximumBytes: maximumBytes, words: words, seeds: seeds, prepare: { run })
    }

    package static let all: [FuzzTarget] = [
        .httpRequest, .httpChunked, .httpResponse, .uri, .form, .cookie, .dates, .base64, .route,
        .xml, .canonicalXML, .samlMessage, .samlBinding,
        .signedToken, .tokenInspection, .jsonWebToken, .serviceToken, .credentials, .fingerprint, .requestorProof,
        .resource,
        .json, .json5, .record, .configuration, .deviceInformation, .userAgent, .requestOfVersion2, .pem, .clientHello,
        .serviceAnswer, .configDocument, .backend, .controlRequest, .rule,
    ]
}

/// Something that must hold didn't.
package struct BrokenProperty: Error, CustomStringConvertible {
    package let description: String
}

/// Throws unless the property holds.
func require(_ holds: Bool, _ property: @autoclosure () -> String) throws {
    if !holds { throw BrokenProperty(description: property()) }
}

extension [UInt8] {
    /// A number that depends on every byte, for choices that the bytes themselves have no place for (FNV-1a).
    var digest: Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in self { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return Int(hash >> 1)
    }

    /// The bytes in two runs, parted at a place that they decide.
    var halves: [[UInt8]] {
        let place = digest % (count + 1)
        return [Array(self[..<place]), Array(self[place...])]
    }

    /// The bytes as text, broken sequences repaired.
    var text: String { String(decoding: self, as: UTF8.self) }
}
