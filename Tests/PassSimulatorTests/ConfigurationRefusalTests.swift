import Testing

@testable import PassSimulator

@Suite("Refused configurations")
struct ConfigurationRefusalTests {
    /// A file that is refused, and what the sentence has to hold.
    struct Row: Sendable, CustomTestStringConvertible {
        var file: String
        var code: ConfigurationError.Code
        var parts: [String]
        var testDescription: String { file }

        init(_ file: String, _ code: ConfigurationError.Code, _ parts: String...) {
            self.file = file
            self.code = code
            self.parts = parts
        }
    }

    static let rows: [Row] = [
        // Names.
        .init("{limits: {headerByte: 1}}", .unknownName, "my.json5:1:11: limits.headerByte", "limits.headerBytes"),
        .init("{\n  limitz: {}\n}", .unknownName, "my.json5:2:3: limitz", "is limits."),
        .init("{requestor: {}}", .unknownName, "is requestors."),
        .init("{headerBytes: 1}", .unknownName, "is limits.headerBytes."),
        .init("{mvpds: {A: {stile: \"samlPost\"}}}", .unknownName, "mvpds.A.stile", "is mvpds.A.style."),
        .init("{requestors: {R: {mvpds: {Adobe: {media: 1}}}}}", .unknownName, "requestors.R.mvpds.Adobe.mediaSeconds"),
        .init("{subscribers: {s: {pasword: \"x\"}}}", .unknownName, "is subscribers.s.password."),
        .init("{__proto__: 1}", .unknownName, "__proto__"),
        // Types.
        .init("[]", .badValue, "my.json5:1:1: ", "object"),
        .init("// A comment.\n  null", .badValue, "my.json5:2:3: ", "object"),
        .init("\"x\"", .badValue, "my.json5:1:1: ", "object"),
        .init("{limits: 1}", .badValue, "limits is 1, but must be an object."),
        .init("{limits: null}", .badValue, "limits is null"),
        .init("{listen: \"127.0.0.1:80\"}", .badValue, "listen is \"127.0.0.1:80\"", "list"),
        .init("{requireTLS: \"true\"}", .badValue, "requireTLS is \"true\", but must be true or false."),
        .init("{requireTLS: 1}", .badValue, "true or false"),
        .init("{demo: \"no\"}", .badValue, "demo is \"no\""),
        .init("{seed: 1.5}", .badValue, "seed is 1.5"),
        .init("{log: null}", .badValue, "log is null", "\"text\", \"json\" or \"off\""),
        .init("{mvpds: []}", .badValue, "mvpds is []"),
        .init("{mvpds: {A: 1}}", .badValue, "mvpds.A is 1"),
        .init("{subscribers: {s: {metadata: {a: {b: null}}}}}", .badValue, "subscribers.s.metadata.a.b is null"),
        .init("{subscribers: {s: {metadata: [1]}}}", .badValue, "subscribers.s.metadata is [1]"),
        .init("{subscribers: {s: {password: 5}}}", .badValue, "password is 5, but must be text, or null for any."),
        // Ranges and words.
        .init("{limits: {headerBytes: 1023}}", .badValue, "is 1023", "bytes from 1024 to 1048576"),
        .init("{limits: {headerBytes: 1048577}}", .badValue, "is 1048577"),
        .init("{limits: {idleSeconds: 0}}", .badValue, "is 0", "seconds from 0.001 to 86400"),
        .init("{limits: {bodyBytes: -1}}", .badValue, "is -1"),
        .init("{limits: {records: 99999999999999999999}}", .badValue, "limits.records is"),
        .init("{ttl: {registrationCodeSeconds: 36001}}", .badValue, "36000"),
        .init("{seed: -1}", .badValue, "seed is -1", "or null"),
        .init("{log: \"xml\"}", .badValue, "log is \"xml\""),
        .init("{store: \"sqlite:\"}", .badValue, "store is \"sqlite:\"", "sqlite:FILE"),
        .init("{store: \"redis://\"}", .badValue, "redis://[USER:PASSWORD@]HOST:PORT/DB"),
        .init("{store: \"redis://:secret@h:x/0\"}", .badValue, "store is \"redis://\u{2026}@h:x/0\", but"),
        .init("{store: \"redis://h:1/two\"}", .badValue, "redis://h:1/two"),
        .init("{storeDurability: \"none\"}", .badValue, "\"full\" or \"relaxed\""),
        .init("{time: \"tomorrow\"}", .badValue, "time is \"tomorrow\""),
        .init("{time: \"2031-02-30T00:00:00Z\"}", .badValue, "2031-02-30"),
        .init("{time: \"9800-01-01T00:00:00Z\"}", .badValue, "9800-01-01", "before the year 9800"),
        .init("{unknownMVPDs: \"maybe\"}", .badValue, "\"accept\" or \"refuse\""),
        .init("{listen: []}", .badValue, "one or more"),
        .init("{listen: [\"8080\"]}", .badValue, "my.json5:1:11: listen is \"8080\"", "HOST:PORT"),
        .init("{listen: [\"127.0.0.1:65536\"]}", .badValue, "65536"),
        .init("{listen: [\"::1:80\"]}", .badValue, "::1:80"),
        .init("{trustedProxies: [\"10.0.0.0/33\"]}", .badValue, "10.0.0.0/33"),
        .init("{trustedProxies: [\"proxy.example\"]}", .badValue, "proxy.example"),
        .init("{proxy: {landingHosts: [\"https://a.example\"]}}", .badValue, "https://a.example"),
        .init("{tokens: {utcOffset: \"+02:00\"}}", .badValue, "tokens.utcOffset is \"+02:00\"", "+2359"),
        .init("{tokens: {utcOffset: \"+2400\"}}", .badValue, "+2400"),
        .init("{tokens: {utcOffset: \"-0060\"}}", .badValue, "-0060"),
        .init("{tokens: {separator: \"slash\"}}", .badValue, "\"recorded\" or \"corrected\""),
        .init("{keys: {token: \"\"}}", .badValue, "keys.token is \"\"", "PEM file"),
        .init("{requestors: {R: {schemes: [\"app://\"]}}}", .badValue, "app://", "without ://"),
        .init("{requestors: {R: {domains: [\"*.example\"]}}}", .badValue, "*.example"),
        .init("{requestors: {\"\": {}}}", .badValue, "ID"),
        .init("{mvpds: {A: {style: \"oauth\"}}}", .badValue, "\"samlPost\"", "\"tempPass\""),
        .init("{subscribers: {s: {message: \"No details.\"}}}", .badValue, "details"),
        .init("{subscribers: {s: {delayMilliseconds: 600001}}}", .badValue, "600000"),
        // References.
        .init("{mvpds: {A: {like: \"AcmeCabel\"}}}", .danglingReference, "mvpds.A.like", "AcmeCabel", "is AcmeCable."),
        .init(
            "{mvpds: {A: {like: \"B\"}, B: {like: \"A\"}}}", .danglingReference,
            "my.json5:1:20: mvpds.A.like is \"B\", which leads back to A."),
        .init(
            "{mvpds: {A: {like: \"A\"}}}", .danglingReference,
            "mvpds.A.like is \"A\", which leads back to A."),
        .init(
            "{mvpds: {A: {like: \"B\"}, B: {like: \"C\"}, C: {like: \"B\"}}}", .danglingReference,
            "mvpds.A.like is \"B\", which leads back to B."),
        .init(
            "{mvpds: {" + (0..<20).map { "M\($0): {like: \"M\($0 + 1)\"}" }.joined(separator: ",") + ",M20: {}}}",
            .danglingReference, "mvpds.M0.like", "more than 16", "\"M0\", like \"M1\", like \"M2\""),
        .init("{mvpds: {A: {homeSubscriber: \"usr\"}}}", .danglingReference, "mvpds.A.homeSubscriber", "is user."),
        .init("{mvpds: {A: {proxy: \"HubTv\"}}}", .danglingReference, "mvpds.A.proxy names \"HubTv\"", "is HubTV."),
        .init("{mvpds: {A: {proxy: \"A\"}}}", .danglingReference, "mvpds.A.proxy is \"A\", which is that MVPD itself."),
        .init(
            "{mvpds: {A: {like: \"B\"}, B: {proxy: \"A\"}}}", .danglingReference,
            "mvpds.A.proxy, taken from `like`, is \"A\", which is that MVPD itself."),
        .init("{mvpds: {A: {proxy: \"TownCable\"}}}", .danglingReference, "\"TownCable\", which has a proxy itself."),
        .init(
            "{mvpds: {A: {proxy: \"B\"}, B: {like: \"TownCable\"}}}", .danglingReference,
            "mvpds.A.proxy is \"B\", which has a proxy itself."),
        .init("{mvpds: {A: {proxy: \"TempPass\"}}}", .danglingReference, "\"TempPass\", which is a temporary pass"),
        .init(
            "{mvpds: {A: {like: \"TempPass\", proxy: \"HubTV\"}}}", .danglingReference,
            "mvpds.A.proxy is \"HubTV\", but a temporary pass has no login"),
        .init("{requestors: {R: {mvpds: {Adobee: {}}}}}", .danglingReference, "requestors.R.mvpds", "is Adobe."),
        // Syntax.
        .init("{log: \"off\", log: \"text\"}", .syntax, "my.json5:1:14: log occurs twice"),
        .init("{log: off}", .syntax, "my.json5:1:7: off is not a value"),
        .init("{log: \"off\"", .syntax, "my.json5:1:12: a comma or } is expected, but the file ends."),
        .init("{log:", .syntax, "my.json5:1:6: a value is expected, but the file ends."),
        .init("{seed: 1 log: 2}", .syntax, "my.json5:1:10: a comma or } is expected, but \"l\" was found."),
        .init("{seed: 1 \"log\": 2}", .syntax, "my.json5:1:10: a comma or } is expected, but '\"' was found."),
    ]

    @Test("An invalid file is refused with a message that names the position and what is allowed", arguments: rows)
    func refused(_ row: Row) throws {
        let error = try #require(throws: ConfigurationError.self) {
            try Configuration.load(arguments: ["--config", "my.json5"], environment: [:]) { _ in Array(row.file.utf8) }
        }
        #expect(error.code == row.code)
        for part in row.parts { #expect(error.message.contains(part), "\(error.message)") }
        #expect(!error.message.contains("\n"))
        #expect(error.message.hasSuffix("."))
    }

    @Test(
        "An invalid variable is refused by its own name",
        arguments: [
            ("PASS_SIMULATOR_LIMITS_HEADER_BYTES", "many", "\"many\""),
            ("PASS_SIMULATOR_LIMITS_HEADER_BYTES", "", "\"\""),
            ("PASS_SIMULATOR_LISTEN", "", "[]"),
            ("PASS_SIMULATOR_REQUIRE_TLS", "yes", "\"yes\""),
            ("PASS_SIMULATOR_STORE", "sqlite", "\"sqlite\""),
        ])
    func badVariable(name: String, value: String, shown: String) throws {
        let error = try refusal([:].merging([name: value]) { $1 }, [])
        #expect(error.code == .badValue)
        #expect(error.message.hasPrefix("\(name) is \(shown), but must be "))
    }

    @Test("An unknown variable is refused, with the nearest known one")
    func unknownVariable() throws {
        let error = try refusal(["PASS_SIMULATOR_LIMIT_HEADER_BYTES": "2048"], [])
        #expect(error.code == .unknownName)
        #expect(error.message.contains("PASS_SIMULATOR_LIMIT_HEADER_BYTES"))
        #expect(error.message.contains("is PASS_SIMULATOR_LIMITS_HEADER_BYTES."))
    }

    @Test(
        "An invalid command line is refused, with the option's name",
        arguments: [
            (["--lisen", "x"], ConfigurationError.Code.unknownName, "is --listen."),
            (["--log"], .usage, "--log needs a value"),
            (["--log", "--config"], .usage, "--log needs a value"),
            (["--config", ""], .usage, "--config is empty, but must be a file."),
            (["--log", "off", "--log", "text"], .usage, "more than once"),
            (["--log=xml"], .badValue, "--log is \"xml\""),
            (["extra"], .usage, "\"extra\""),
            (["-l", "x"], .unknownName, "\"-l\""),
        ])
    func badArguments(words: [String], code: ConfigurationError.Code, part: String) throws {
        let error = try refusal([:], words)
        #expect(error.code == code)
        #expect(error.message.contains(part), "\(error.message)")
    }

    @Test("A file that can't be read is refused by its name")
    func unreadable() throws {
        struct Missing: Error, CustomStringConvertible { var description: String { "No such file" } }
        let error = try #require(throws: ConfigurationError.self) {
            try Configuration.load(arguments: ["--config", "gone.json5"], environment: [:]) { _ in throw Missing() }
        }
        #expect(error.code == .unreadableFile)
        #expect(error.message.contains("gone.json5"))
        #expect(error.message.contains("No such file"))
    }

    private func refusal(_ environment: [String: String], _ words: [String]) throws -> ConfigurationError {
        try #require(throws: ConfigurationError.self) {
            try Configuration.load(arguments: words, environment: environment) { _ in [] }
        }
    }
}
