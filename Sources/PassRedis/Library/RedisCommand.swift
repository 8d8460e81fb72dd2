/// A command with its arguments, or a call of a script on the server.
struct RedisCommand: Sendable {
    private let words: [RedisWord]
    /// The script that the command calls; `nil` for any other command.
    let script: RedisScript?

    init(_ name: String, _ arguments: RedisWord...) {
        self.init(name, arguments)
    }

    init(_ name: String, _ arguments: [RedisWord]) {
        words = [RedisWord(name)] + arguments
        script = nil
    }

    /// Creates a call of a script.
    ///
    /// - Parameters:
    ///   - key: the key that decides which server of a cluster runs the script. All other keys that the script uses
    ///     have the same part in braces.
    init(_ script: RedisScript, key: String, _ arguments: [RedisWord]) {
        words = ["1", RedisWord(key)] + arguments
        self.script = script
    }

    /// Appends the command as it is sent: an array of bulk strings (Redis, "Redis serialization protocol
    /// specification").
    ///
    /// - Parameter knowsScripts: whether to name a script by its digest; otherwise its source is sent.
    func write(to request: inout [UInt8], knowsScripts: Bool) {
        request.append(UInt8(ascii: "*"))
        RedisWord.writeLine(words.count + (script == nil ? 0 : 2), to: &request)
        if let script {
            RedisWord(knowsScripts ? "EVALSHA" : "EVAL").write(to: &request)
            RedisWord(knowsScripts ? script.digest : script.text).write(to: &request)
        }
        for word in words { word.write(to: &request) }
    }
}

/// A word of a command: bytes, a string or a number.
struct RedisWord: Sendable, ExpressibleByStringLiteral {
    private enum Content {
        case bytes([UInt8])
        case text(String)
    }

    private let content: Content

    init(_ bytes: [UInt8]) { content = .bytes(bytes) }
    init(_ text: String) { content = .text(text) }
    init(_ number: some BinaryInteger) { self.init(String(number)) }
    init(_ flag: Bool) { self.init(flag ? "1" : "0") }
    init(stringLiteral text: String) { self.init(text) }

    /// Appends the word as a bulk string: its length, then its bytes.
    fileprivate func write(to request: inout [UInt8]) {
        request.append(UInt8(ascii: "$"))
        switch content {
        case .bytes(let bytes):
            Self.writeLine(bytes.count, to: &request)
            request += bytes
        case .text(let text):
            Self.writeLine(text.utf8.count, to: &request)
            request += text.utf8
        }
        request += Self.lineEnd
    }

    fileprivate static func writeLine(_ number: Int, to request: inout [UInt8]) {
        request += String(number).utf8
        request += lineEnd
    }

    private static let lineEnd = Array("\r\n".utf8)
}
