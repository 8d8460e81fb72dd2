import CPassHiredis
import PassCore

/// A command with its arguments, or a call of a script on the server.
struct RedisCommand: Sendable {
    private let words: [[UInt8]]
    /// The script that the command calls by its digest.
    let script: RedisScript?

    init(_ words: [[UInt8]]) {
        self.words = words
        script = nil
    }

    init(_ name: String, _ arguments: RedisWord...) {
        self.init([Array(name.utf8)] + arguments.map(\.bytes))
    }

    /// Creates a call of a script.
    ///
    /// - Parameters:
    ///   - key: the key that decides which server of a cluster runs the script; all other keys that the script uses have
    ///     the same tag in braces.
    init(_ script: RedisScript, key: String, _ arguments: [RedisWord]) {
        words = [Array("1".utf8), Array(key.utf8)] + arguments.map(\.bytes)
        self.script = script
    }

    /// Returns the command as it is sent.
    ///
    /// - Parameter knowsScripts: whether a script is named by its digest; otherwise its text is sent.
    func bytes(knowsScripts: Bool) -> [UInt8] {
        guard let script else { return Self.format(words) }
        let start = knowsScripts ? [Array("EVALSHA".utf8), script.digest] : [Array("EVAL".utf8), script.text]
        return Self.format(start + words)
    }

    private static func format(_ words: [[UInt8]]) -> [UInt8] {
        // All words in one block, so that each has an address that stays.
        var block: [UInt8] = []
        block.reserveCapacity(words.reduce(0) { $0 + $1.count })
        for word in words { block += word }
        var lengths = words.map(\.count)
        return block.withUnsafeBytes { block in
            var place = 0
            var starts = words.map { word -> UnsafePointer<CChar>? in
                defer { place += word.count }
                // An empty word has an address too, from which nothing is read.
                let start = block.baseAddress ?? UnsafeRawPointer(bitPattern: 1)
                return start.map { ($0 + place).assumingMemoryBound(to: CChar.self) }
            }
            var command: UnsafeMutablePointer<CChar>?
            let length = redisFormatCommandArgv(&command, Int32(clamping: words.count), &starts, &lengths)
            guard let command, length >= 0 else { preconditionFailure("hiredis has no memory for a command") }
            defer { redisFreeCommand(command) }
            return Array(UnsafeRawBufferPointer(start: command, count: Int(length)))
        }
    }
}

/// An argument of a command.
struct RedisWord: Sendable, ExpressibleByStringLiteral {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }
    init(_ text: String) { bytes = Array(text.utf8) }
    init(_ number: some BinaryInteger) { self.init(String(number)) }
    init(_ flag: Bool) { self.init(flag ? "1" : "0") }
    init(stringLiteral text: String) { self.init(text) }
}
