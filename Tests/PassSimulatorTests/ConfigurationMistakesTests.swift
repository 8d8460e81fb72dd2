import Testing

@testable import PassSimulator

@Suite("Configurations with many mistakes")
struct ConfigurationMistakesTests {
    private func messages(_ file: String, _ environment: [String: String] = [:]) throws -> [String] {
        let error = try #require(throws: ConfigurationError.self) {
            try Configuration.load(arguments: ["--config", "my.json5"], environment: environment) { _ in
                Array(file.utf8)
            }
        }
        #expect(error.messages.first == error.message)
        #expect(error.description == error.messages.joined(separator: "\n"))
        return error.messages
    }

    @Test("Every mistake is reported in the order of the positions, and with the nearest name")
    func all() throws {
        let messages = try messages(
            """
            {
                limitz: {},
                log: "loud",
                limits: { headerByte: 1, bodyBytes: -1, headerCount: 50 },
                listen: ["127.0.0.1:0", "8080", "127.0.0.1:99999"],
                mvpds: {
                    A: { stile: "samlPost", like: "AcmeCabel" },
                    B: 1,
                    C: { like: "B", pass: { seconds: -1 } },
                },
                requestors: {
                    R: { mvpds: { Adobee: {}, B: {} }, domains: ["*.example"] },
                    S: { excludedMVPDs: ["Adobe",
                        "Nowhere"] },
                },
                subscribers: { s: { metadata: { a: null, b: [null, { c: null }] }, mvpds: ["Adobe", "Gone"] } },
            }
            """)
        let expected = [
            ("2:5: limitz is not a setting", "is limits."), ("3:10: log is \"loud\"", "\"off\"."),
            ("4:15: limits.headerByte is not a setting", "is limits.headerBytes."),
            ("4:41: limits.bodyBytes is -1", "."),
            ("5:29: listen is \"8080\"", "."), ("5:37: listen is \"127.0.0.1:99999\"", "."),
            ("7:14: mvpds.A.stile is not a setting", "is mvpds.A.style."),
            ("7:39: mvpds.A.like names \"AcmeCabel\"", "is AcmeCable."), ("8:12: mvpds.B is 1", "an object."),
            ("9:42: mvpds.C.pass.seconds is -1", "."), ("12:23: requestors.R.mvpds names \"Adobee\"", "is Adobe."),
            ("12:54: requestors.R.domains is \"*.example\"", "."),
            ("14:13: requestors.S.excludedMVPDs names \"Nowhere\"", "."),
            ("16:50: subscribers.s.metadata.b is null", "."), ("16:61: subscribers.s.metadata.b.c is null", "."),
            ("16:89: subscribers.s.mvpds names \"Gone\"", "."),
        ]
        for (message, (start, end)) in zip(messages, expected) {
            #expect(message.hasPrefix("my.json5:" + start))
            #expect(message.hasSuffix(end), "\(message)")
        }
        #expect(messages.count == expected.count, "\(messages)")
    }

    @Test("Each mistake within a rule is reported at the member or value that is wrong")
    func rules() throws {
        let messages = try messages(
            """
            {
                rules: [
                    {
                        id: "a b", match: { operation: "Nope", headers: { "x.y": 1, z: "b" }, seed: 1 },
                        action: { failur: 1, status: 700, bodyPatch: [{ find: "a", replace: "b" }, { find: 5 }] },
                        times: 0,
                    },
                    { id: "a", action: { transport: { fault: "stall", bytes: 1 } }, time: 1 },
                    { id: "b", match: [] },
                    { id: "b", action: {} },
                    { id: "b", action: { status: 200, token: "expired" } },
                    { match: { headers: { "a b": "c" }, nth: 1.5, seed: 1, probability: 2 }, action: 1 }, 7,
                ],
                limitz: {},
            }
            """)
        let expected = [
            "4:17: rules[0].id doesn't consist of", "4:44: rules[0].match.operation is \"Nope\", which names no",
            "4:70: rules[0].match.headers.x.y isn't text", "4:89: rules[0].match.seed has no effect without",
            "5:23: rules[0].action.failur is unknown; the nearest one is failure",
            "5:42: rules[0].action.status isn't a number from 200",
            "5:96: rules[0].action.bodyPatch[1].find isn't text", "6:20: rules[0].times isn't a number from 1",
            "8:66: rules[1].action.transport.bytes has no effect on stall",
            "8:73: rules[1].time is unknown; the nearest one is times", "9:9: rules[2].action is missing",
            "9:27: rules[2].match isn't a JSON object", "10:15: rules[3].id is the name of an earlier rule",
            "10:28: One of failure, message,", "11:15: rules[4].id is the name of an earlier rule",
            "11:50: rules[4].action.token has no effect together with status",
            "12:31: rules[5].match.headers.a b isn't a name", "12:50: rules[5].match.nth isn't a whole number",
            "12:77: rules[5].match.probability isn't a number from 0", "12:90: rules[5].action isn't a JSON object",
            "12:95: rules[6] isn't a JSON object", "14:5: limitz is not a setting",
        ]
        for (message, start) in zip(messages, expected) {
            #expect(message.hasPrefix("my.json5:" + start), "\(message)")
        }
        #expect(messages.count == expected.count, "\(messages.joined(separator: "\n"))")
    }

    @Test("An entry that a file removes is reported at the position where it is removed")
    func removed() throws {
        let messages = try messages(
            "{\n  mvpds: { AcmeCable: null },\n  requestors: { R: { mvpds: { AcmeCable: {} } } }\n}")
        #expect(messages.contains { $0.hasPrefix("my.json5:3:31: requestors.R.mvpds names \"AcmeCable\"") })
        let others = messages.filter { !$0.contains("requestors.R") }
        #expect(others.allSatisfy { $0.hasPrefix("my.json5:2:23: ") }, "\(others)")
    }

    @Test("A syntax error is reported alone, because nothing after it can be read")
    func syntax() throws {
        let messages = try messages("{\n  limitz: {},\n  log: off,\n  seed: -1\n}", ["PASS_SIMULATOR_LOGG": "x"])
        #expect(messages == ["my.json5:3:8: off is not a value; text needs quotation marks."])
    }

    @Test("Mistakes in variables and options are reported together with those in the file")
    func layers() throws {
        let messages = try messages(
            "{seed: -1}",
            [
                "PASS_SIMULATOR_LOG": "loud", "PASS_SIMULATOR_LOGG": "off", "PASS_SIMULATOR_SEAD": "1",
                "PASS_SIMULATOR_REQUIRE_TLS": "yes",
            ])
        let starts = [
            "my.json5:1:8: seed is -1", "PASS_SIMULATOR_LOG is \"loud\"", "PASS_SIMULATOR_REQUIRE_TLS is \"yes\"",
            "The environment variable PASS_SIMULATOR_LOGG", "The environment variable PASS_SIMULATOR_SEAD",
        ]
        #expect(messages.count == starts.count)
        for (message, start) in zip(messages, starts) { #expect(message.hasPrefix(start)) }
    }

    @Test("The first fifty mistakes are reported, and the others counted")
    func many() throws {
        let messages = try messages("{" + (0..<73).map { "x\($0): 1" }.joined(separator: ", ") + "}")
        #expect(messages.count == 51)
        #expect(messages.last == "Mistakes that aren't listed: 23.")
        let fifty = try self.messages("{" + (0..<50).map { "x\($0): 1" }.joined(separator: ", ") + "}")
        #expect(fifty.count == 50 && fifty.last?.contains("x49") == true)
    }

    @Test("A change of a World reports all its mistakes, too")
    func overlay() throws {
        let error = try #require(throws: ConfigurationError.self) {
            try Configuration().overlaid("{mvpds: {A: {like: \"B\"}}, requireTLS: 1}")
        }
        #expect(error.messages.count == 2 && error.code == .danglingReference)
        #expect(error.message.hasPrefix("configuration:1:20: mvpds.A.like names \"B\""))
        let server = try #require(throws: ConfigurationError.self) {
            try Configuration().overlaid("{log: \"off\", seed: 1, requireTLS: true}")
        }
        #expect(server.messages.count == 2 && server.code == .notOfWorld)
    }
}
