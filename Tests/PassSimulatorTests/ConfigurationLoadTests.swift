import Testing

@testable import PassSimulator

@Suite("Loading a configuration")
struct ConfigurationLoadTests {
    @Test("The file overrides the defaults, the environment the file, and the options the environment")
    func precedence() throws {
        let file = "{limits: {headerCount: 11, bodyBytes: 12, queuedWork: 13}}"
        let environment = ["PASS_SIMULATOR_LIMITS_BODY_BYTES": "22", "PASS_SIMULATOR_LIMITS_QUEUED_WORK": "23"]
        let loaded = try load(file, environment, ["--limits-queued-work", "33"])
        #expect(loaded.limits.headerBytes == 16_384)
        #expect(loaded.limits.headerCount == 11)
        #expect(loaded.limits.bodyBytes == 22)
        #expect(loaded.limits.queuedWork == 33)
    }

    @Test("A server listens at 127.0.0.1:8080 and logs by default")
    func nothingSaid() throws {
        let loaded = try Configuration.load(arguments: [], environment: [:]) { _ in [] }
        #expect(loaded == Configuration.server())
        #expect(loaded.listen.map(\.description) == ["127.0.0.1:8080"])
        #expect(loaded.log == .text)
    }

    @Test("The environment may name the file, and an empty name means no file")
    func fileFromEnvironment() throws {
        let read: (String) throws -> [UInt8] = {
            Array("{log: \"json\", name: 1}".replacing(", name: 1", with: $0).utf8)
        }
        let environment = ["PASS_SIMULATOR_CONFIG": ", seed: 7"]
        #expect(try Configuration.load(arguments: [], environment: environment, readFile: read).seed == 7)
        let empty = try Configuration.load(arguments: [], environment: ["PASS_SIMULATOR_CONFIG": ""], readFile: read)
        #expect(empty.log == .text)
    }

    @Test("Tables merge by ID: entries change key by key, new ones come last, null removes one")
    func tables() throws {
        let loaded = try load(
            """
            {
                requestors: {TEST_REQUESTOR: {resources: null}, NEW: {mvpds: {Adobe: {mediaSeconds: 9}}}},
                mvpds: {AcmeCable: null, thr030: {like: "MetaCable"}},
                subscribers: {user: {metadata: {householdID: null, zip: "94110"}}},
            }
            """)
        #expect(loaded.requestors["TEST_REQUESTOR"]?.name == "Test Requestor")
        #expect(loaded.requestors["TEST_REQUESTOR"]?.resources == .some(nil))
        #expect(loaded.requestors["NEW"]?.mvpds?["Adobe"]?.mediaSeconds == 9)
        #expect(
            loaded.mvpds.ids == Configuration().mvpds.ids.filter { $0 != "AcmeCable" } + ["thr030"])
        let user = try #require(loaded.subscribers["user"])
        #expect(user.password == "password")
        #expect(user.metadata["householdID"] == nil)
        #expect(user.metadata["zip"] == "94110")
        #expect(user.metadata["userID"] == "sim-user-1")
    }

    @Test("demo: false starts empty, wherever it is set", arguments: [0, 1, 2])
    func withoutDemo(place: Int) throws {
        let loaded = try load(
            place == 0 ? "{demo: false}" : "{demo: true}",
            place == 1 ? ["PASS_SIMULATOR_DEMO": "false"] : [:], place == 2 ? ["--demo", "false"] : [])
        #expect(loaded.mvpds.isEmpty)
        #expect(loaded.requestors.isEmpty)
        #expect(loaded.subscribers.isEmpty)
    }

    @Test("Lists are separated by commas in the environment, and an option may be repeated")
    func lists() throws {
        let environment = ["PASS_SIMULATOR_PROXY_LANDING_HOSTS": "a.example, B.example"]
        let loaded = try load("{}", environment, ["--listen", "127.0.0.1:0", "--listen=[::1]:9,localhost:10"])
        #expect(loaded.proxy.landingHosts == ["a.example", "b.example"])
        #expect(loaded.listen.map(\.description) == ["127.0.0.1:0", "[::1]:9", "localhost:10"])
    }

    @Test("An empty variable means null, or an empty list, where that is allowed")
    func emptyVariables() throws {
        let environment = ["PASS_SIMULATOR_READY_FILE": "", "PASS_SIMULATOR_TRUSTED_PROXIES": ""]
        let loaded = try load("{readyFile: \"r\", trustedProxies: [\"::1\"]}", environment)
        #expect(loaded.readyFile == nil)
        #expect(loaded.trustedProxies.isEmpty)
    }

    @Test("Files named in a file are relative to its folder, others to the working directory")
    func relativePaths() throws {
        let read: (String) throws -> [UInt8] = { _ in Array("{keys: {token: 't.pem', saml: '/s.pem'}}".utf8) }
        let loaded = try Configuration.load(
            arguments: ["--config", "conf/my.json5", "--keys-device", "d.pem"], environment: [:], readFile: read)
        #expect(loaded.keys.token == "conf/t.pem")
        #expect(loaded.keys.saml == "/s.pem")
        #expect(loaded.keys.device == "d.pem")
    }

    @Test("The data directory is the user's state directory by default")
    func dataDir() throws {
        func dataDir(_ environment: [String: String]) throws -> String? { try load("{}", environment).dataDir }
        #expect(try dataDir(["HOME": "/home/me"]) == "/home/me/.local/state/pass-simulator")
        #expect(try dataDir(["HOME": "/home/me", "XDG_STATE_HOME": "/state"]) == "/state/pass-simulator")
        #expect(try dataDir(["HOME": "/home/me", "XDG_STATE_HOME": "state"]) == "/home/me/.local/state/pass-simulator")
        #expect(try dataDir(["HOME": "/home/me", "PASS_SIMULATOR_DATA_DIR": "/d"]) == "/d")
        #expect(try dataDir([:]) == nil)
    }

    @Test("The time is read as an instant and printed unchanged")
    func time() throws {
        let loaded = try load("{time: \"2031-05-14T10:30:00.250+02:00\"}")
        #expect(loaded.timeMillis == 1_936_513_800_250)
        #expect(loaded.text.contains("time: \"2031-05-14T08:30:00.250Z\""))
    }

    @Test("A printed configuration loads as an equal one")
    func roundTrip() throws {
        var configuration = Configuration.server()
        configuration.seed = 7
        configuration.limits.idleSeconds = 0.5
        configuration.trustedProxies = [try #require(Configuration.AddressRange("10.0.0.0/8"))]
        configuration.mvpds["odd \"name\"\u{7}"] = .init(name: "é \\ \u{2028}") {
            $0.like = "MetaCable"
            $0.pass = .init(resources: 3)
            $0.platform = .init()
            $0.degradation = .authZNone
        }
        configuration.requestors["R"] = .init(resources: [], mvpds: [:])
        configuration.subscribers["s"] = .init(metadata: ["n": 1.5, "l": [true, ["a": "b"]]])
        #expect(try load(configuration.text) == configuration)
    }

    @Test("Variables for programs under test aren't settings")
    func reservedVariables() throws {
        let environment = ["PASS_SIMULATOR_URL": "http://127.0.0.1:1", "PASS_SIMULATOR_CA": "/ca.pem", "OTHER": "1"]
        #expect(try load("{}", environment) == Configuration.server())
    }

    private func load(
        _ file: String, _ environment: [String: String] = [:], _ arguments: [String] = []
    ) throws -> Configuration {
        try Configuration.load(arguments: ["--config", "my.json5"] + arguments, environment: environment) { _ in
            Array(file.utf8)
        }
    }
}
