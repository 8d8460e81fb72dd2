import PassCore
import PassSimulator

extension FuzzTarget {
    /// JSON values: what was read is written and read back as the same.
    static let json = FuzzTarget(
        "json", maximumBytes: 4_096, words: jsonWords,
        seeds: {
            try Seeds.bodies("Wire", "response.http").filter { $0.first == UInt8(ascii: "{") }.prefix(30)
                + Seeds.texts(#"{"a":[1,-2.5e3,true,null,"\u00e9\n"],"b":{}}"#, "[1e400]", #"{"a":1,"\u0061":2}"#)
        },
        run: { bytes in
            let names = JSONValue.names(bytes)
            guard let (value, isRepeated) = try? JSONValue.read(bytes) else { return }
            let written = JSONWriter.bytes(of: value)
            let again = try JSONValue.read(written)
            try require(again.value == value, "\(bytes.text) became \(written.text)")
            try require(!again.hasRepeatedName, "a name is written twice: \(written.text)")
            if let members = value.objectValue {
                try require(
                    Set(names.map { ExactText($0) }) == Set(members.keys),
                    "the names \(names) aren't those of \(written.text)")
                try require(isRepeated || names.count == members.count, "there are more names than members")
            }
        })

    /// JSON5: what was read is printed, and what is printed reads as what prints the same.
    static let json5 = FuzzTarget(
        "json5", maximumBytes: 4_096,
        words: jsonWords + ["//", "/*", "*/", "0x", "+.5", "\\x41", "'", "\u{2028}", "\u{FEFF}"],
        seeds: {
            Seeds.texts(
                "{a: 'b', // c\n \"d\": [1, .5, 0x1F, +2., -1e3,], /* e */ }", #"'\x41\u00e9\ud83d\ude00\0\v'"#, "null",
                "\u{FEFF}{}", "{é: 1, $_: 2}")
        },
        run: { bytes in
            guard let node = try? JSON5Reader.read(bytes) else { return }
            let text = JSON5Text.line(node.value)
            let again = try JSON5Reader.read(Array(text.utf8))
            try require(JSON5Text.line(again.value) == text, "\(text) became \(JSON5Text.line(again.value))")
        })

    /// Configuration files: one that is taken is printed, and what is printed gives the same configuration.
    static let configuration = FuzzTarget(
        "configuration", maximumBytes: 4_096,
        words: jsonWords + [
            "requestors:", "mvpds:", "subscribers:", "limits:", "ttl:", "demo:", "mediaToken:", "tokens:", "like:",
            "listen:",
            "metadata:", "throttle:", "keys:", "proxy:", "landingHosts:", "namespaces:", "resources:", "null",
        ],
        seeds: {
            Seeds.texts(
                "{ requestors: { MY_NET: { mvpds: { TempPass: {}, AcmeCable: { mediaSeconds: 420 } } } } }",
                "{ demo: false, subscribers: { u: { password: \"p\", metadata: { a: [1, 2.5, { b: true }] } } } }",
                "{ mvpds: { thr030: {like: \"MetaCable\", host: \"login.example\"} }, listen: [\"127.0.0.1:0\"] }",
                "{ limits: { headerBytes: 1024 }, ttl: { mediaSeconds: 300 }, mediaToken: { root: \"authToken\" } }",
                "{ tokens: { elements: \"documented\", timeZone: \"-07:00\" }, proxy: { landingHosts: [\"a.example\"] } }"
            )
        },
        run: { bytes in
            guard let read = try? Configuration.load(file: "/f.json5", readFile: { _ in bytes }) else { return }
            let text = read.text
            do {
                let again = try Configuration.load(file: "/f.json5", readFile: { _ in Array(text.utf8) })
                try require(again.text == text, "the printed configuration prints as another")
            } catch let error as ConfigurationError {
                throw BrokenProperty(description: "the printed configuration is refused: \(error)")
            }
        })

    private static let jsonWords = [
        "{", "}", "[", "]", ":", ",", "\"", "true", "false", "null", "1e9", "\\u0041", "\\ud83d", "-0",
    ]
}
