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
            ("12:23: requestors.R.mvpds names \"Adobee\"", "is Adobe."),
            ("14:13: requestors.S.excludedMVPDs names \"Nowhere\"", "."),
        ]
        for (message, (start, end)) in zip(messages, expected) {
            #expect(message.hasPrefix("my.json5:" + start))
            #expect(message.hasSuffix(end), "\(message)")
        }
        #expect(messages.count == expected.count, "\(messages)")
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
