import Testing

@testable import PassSimulator

@Suite("Environment variables and options")
struct SettingTwinTests {
    /// One setting said in three ways.
    struct Example: Sendable, CustomTestStringConvertible {
        var path: String
        var variable: String
        var text: String
        var file: String
        var testDescription: String { path }

        init(_ path: String, _ variable: String, _ text: String, _ file: String) {
            self.path = path
            self.variable = "PASS_SIMULATOR_" + variable
            self.text = text
            self.file = file
        }
    }

    static let examples: [Example] = [
        .init("demo", "DEMO", "false", "false"),
        .init("listen", "LISTEN", "127.0.0.1:1,[::1]:2", "[\"127.0.0.1:1\", \"[::1]:2\"]"),
        .init("dataDir", "DATA_DIR", "/d", "\"/d\""),
        .init("store", "STORE", "sqlite:/d/s", "\"sqlite:/d/s\""),
        .init("storeAuthority", "STORE_AUTHORITY", "/d/ca.pem", "\"/d/ca.pem\""),
        .init("storeDurability", "STORE_DURABILITY", "relaxed", "\"relaxed\""),
        .init("storeCacheBytes", "STORE_CACHE_BYTES", "2000000", "2000000"),
        .init("node.name", "NODE_NAME", "a", "\"a\""),
        .init("node.url", "NODE_URL", "http://10.0.0.1:8080", "\"http://10.0.0.1:8080\""),
        .init("readyFile", "READY_FILE", "/r", "\"/r\""),
        .init("log", "LOG", "json", "\"json\""),
        .init("journal.exchanges", "JOURNAL_EXCHANGES", "20", "20"),
        .init("journal.secrets", "JOURNAL_SECRETS", "masked", "\"masked\""),
        .init("time", "TIME", "2031-05-14T08:30:00Z", "\"2031-05-14T08:30:00Z\""),
        .init("seed", "SEED", "42", "42"),
        .init("requireTLS", "REQUIRE_TLS", "true", "true"),
        .init("trustedProxies", "TRUSTED_PROXIES", "10.0.0.0/8,::1", "[\"10.0.0.0/8\", \"::1\"]"),
        .init("proxy.landingHosts", "PROXY_LANDING_HOSTS", "a.example", "[\"a.example\"]"),
        .init("admin.hosts", "ADMIN_HOSTS", "sim.example,b.example", "[\"sim.example\", \"b.example\"]"),
        .init("admin.token", "ADMIN_TOKEN", "s3cret", "\"s3cret\""),
        .init("keys.token", "KEYS_TOKEN", "/t.pem", "\"/t.pem\""),
        .init("keys.device", "KEYS_DEVICE", "/d.pem", "\"/d.pem\""),
        .init("keys.saml", "KEYS_SAML", "/s.pem", "\"/s.pem\""),
        .init("keys.authority", "KEYS_AUTHORITY", "/a.pem", "\"/a.pem\""),
        .init("limits.headerBytes", "LIMITS_HEADER_BYTES", "2048", "2048"),
        .init("limits.headerCount", "LIMITS_HEADER_COUNT", "20", "20"),
        .init("limits.bodyBytes", "LIMITS_BODY_BYTES", "0", "0"),
        .init("limits.pipelinedRequests", "LIMITS_PIPELINED_REQUESTS", "3", "3"),
        .init("limits.connections", "LIMITS_CONNECTIONS", "4", "4"),
        .init("limits.connectionsPerPeer", "LIMITS_CONNECTIONS_PER_PEER", "3", "3"),
        .init("limits.queuedWork", "LIMITS_QUEUED_WORK", "5", "5"),
        .init("limits.unsentBytes", "LIMITS_UNSENT_BYTES", "5000", "5000"),
        .init("limits.bufferedBytes", "LIMITS_BUFFERED_BYTES", "4000000", "4000000"),
        .init("limits.handshakeSeconds", "LIMITS_HANDSHAKE_SECONDS", "0.5", "0.5"),
        .init("limits.headerSeconds", "LIMITS_HEADER_SECONDS", "6", "6"),
        .init("limits.bodySeconds", "LIMITS_BODY_SECONDS", "7", "7"),
        .init("limits.idleSeconds", "LIMITS_IDLE_SECONDS", "8", "8"),
        .init("limits.writeSeconds", "LIMITS_WRITE_SECONDS", "9", "9"),
        .init("limits.writeBytes", "LIMITS_WRITE_BYTES", "4096", "4096"),
        .init("limits.lingerSeconds", "LIMITS_LINGER_SECONDS", "1.5", "1.5"),
        .init("limits.drainSeconds", "LIMITS_DRAIN_SECONDS", "0", "0"),
        .init("limits.records", "LIMITS_RECORDS", "11", "11"),
        .init("limits.storedBytes", "LIMITS_STORED_BYTES", "2000000", "2000000"),
        .init("limits.journalBytes", "LIMITS_JOURNAL_BYTES", "3000000", "3000000"),
        .init("namespaces.max", "NAMESPACES_MAX", "12", "12"),
        .init("namespaces.idleSeconds", "NAMESPACES_IDLE_SECONDS", "13", "13"),
        .init("unknownRequestors", "UNKNOWN_REQUESTORS", "refuse", "\"refuse\""),
        .init("unknownMVPDs", "UNKNOWN_MVPDS", "refuse", "\"refuse\""),
        .init("unknownResources", "UNKNOWN_RESOURCES", "refuse", "\"refuse\""),
        .init("unknownClients", "UNKNOWN_CLIENTS", "refuse", "\"refuse\""),
        .init("redirects", "REDIRECTS", "registered", "\"registered\""),
        .init("softwareStatements.accept", "SOFTWARE_STATEMENTS_ACCEPT", "trusted", "\"trusted\""),
        .init("softwareStatements.trustedKeys", "SOFTWARE_STATEMENTS_TRUSTED_KEYS", "/k.pem", "[\"/k.pem\"]"),
        .init("softwareStatements.revoked", "SOFTWARE_STATEMENTS_REVOKED", "a,b", "[\"a\", \"b\"]"),
        .init("requestorProof", "REQUESTOR_PROOF", "strict", "\"strict\""),
        .init("denialStatus", "DENIAL_STATUS", "400", "400"),
        .init("repeatedDenials.count", "REPEATED_DENIALS_COUNT", "3", "3"),
        .init("repeatedDenials.seconds", "REPEATED_DENIALS_SECONDS", "60", "60"),
        .init("throttle.requestsPerSecond", "THROTTLE_REQUESTS_PER_SECOND", "1", "1"),
        .init("throttle.burst", "THROTTLE_BURST", "20", "20"),
        .init("oldestClient", "OLDEST_CLIENT", "1.9", "\"1.9\""),
        .init("deviceBinding.form", "DEVICE_BINDING_FORM", "hash", "\"hash\""),
        .init("deviceBinding.check", "DEVICE_BINDING_CHECK", "strict", "\"strict\""),
        .init("restV2.loginAddress", "REST_V2_LOGIN_ADDRESS", "service", "\"service\""),
        .init("restV2.deviceInformation", "REST_V2_DEVICE_INFORMATION", "strict", "\"strict\""),
        .init("tokens.elements", "TOKENS_ELEMENTS", "documented", "\"documented\""),
        .init("tokens.separator", "TOKENS_SEPARATOR", "corrected", "\"corrected\""),
        .init("tokens.utcOffset", "TOKENS_UTC_OFFSET", "-0700", "\"-0700\""),
        .init("mediaToken.root", "MEDIA_TOKEN_ROOT", "authToken", "\"authToken\""),
        .init("ttl.authenticationSeconds", "TTL_AUTHENTICATION_SECONDS", "1", "1"),
        .init("ttl.homeBasedAuthenticationSeconds", "TTL_HOME_BASED_AUTHENTICATION_SECONDS", "7", "7"),
        .init("ttl.authorizationSeconds", "TTL_AUTHORIZATION_SECONDS", "2", "2"),
        .init("ttl.mediaSeconds", "TTL_MEDIA_SECONDS", "3", "3"),
        .init("ttl.sessionSeconds", "TTL_SESSION_SECONDS", "4", "4"),
        .init("ttl.registrationCodeSeconds", "TTL_REGISTRATION_CODE_SECONDS", "5", "5"),
        .init("ttl.accessTokenSeconds", "TTL_ACCESS_TOKEN_SECONDS", "6", "6"),
    ]

    @Test("Every setting has an example below")
    func complete() {
        #expect(
            Self.examples.map(\.path).sorted()
                == ConfigurationSchema.aliases.map { $0.path.joined(separator: ".") }.sorted())
    }

    @Test("A variable and an option have the same meaning as the key of a file", arguments: examples)
    func aliases(_ example: Example) throws {
        let option = "--" + example.variable.dropFirst(15).lowercased().replacing("_", with: "-")
        let nested = example.path.split(separator: ".").reversed().reduce(example.file) { "{\($1): \($0)}" }
        let fromFile = try Configuration.load(arguments: ["--config", "f"], environment: [:]) { _ in Array(nested.utf8)
        }
        let fromVariable = try Configuration.load(arguments: [], environment: [example.variable: example.text]) { _ in
            []
        }
        let fromOption = try Configuration.load(arguments: [option, example.text], environment: [:]) { _ in [] }
        #expect(fromVariable == fromFile)
        #expect(fromOption == fromFile)
        #expect(fromFile != Configuration.server())
    }
}
