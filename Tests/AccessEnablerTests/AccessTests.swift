import PassCore
import Testing

@testable import AccessEnabler

@Suite("Client registration and access tokens")
struct AccessTests {
    static let client = #"{"client_id":"c1","client_secret":"s1"}"#
    static let token = #"{"access_token":"t1","expires_in":3600,"token_type":"bearer"}"#
    static let accessDenied = #"{"error":"access_denied"}"#
    static let invalidClient = #"{"error":"invalid_client"}"#

    @Test("The client registers, gets a token, and then asks for the configuration with it")
    func fresh() throws {
        var bench = MachineBench()
        bench.setRequestor()
        let registration = try #require(bench.pending.first?.request)
        #expect(bench.pending.count == 1)
        #expect(registration.url == "http://127.0.0.1:8080/o/client/register")
        #expect(registration.method == "POST")
        #expect(String(decoding: registration.body, as: UTF8.self) == #"{"software_statement":"statement.jwt"}"#)
        #expect(registration.fields["content-type"] == "application/json; charset=UTF-8")
        try bench.answer("register", status: 201, Self.client)
        let access = try #require(bench.pending.first?.request)
        #expect(access.url == "http://127.0.0.1:8080/o/client/token")
        #expect(
            String(decoding: access.body, as: UTF8.self)
                == "grant_type=client_credentials&client_id=c1&client_secret=s1")
        try bench.answer("token", status: 201, Self.token)
        #expect(bench.bearers == ["Bearer t1"])
        #expect(try bench.answer("config", configXML(["M1"])) == [.setRequestorComplete(1)])
        #expect(bench.store.own.client == ClientCredentials(id: "c1", secret: "s1", softwareStatement: "statement.jwt"))
        #expect(bench.store.own.accessToken == AccessToken(text: "t1", expires: bench.now + .hours(1)))
    }

    @Test("All service providers' calls wait for one registration")
    func shared() throws {
        var bench = MachineBench()
        bench.setRequestor("REF", ["https://one.example/sp", "https://two.example/sp"])
        #expect(bench.pending.map(\.request.url) == ["https://one.example/o/client/register"])
        try bench.answer("register", Self.client)
        try bench.answer("token", Self.token)
        #expect(bench.pending.count == 2)
        #expect(bench.bearers == ["Bearer t1", "Bearer t1"])
    }

    @Test("A client's registration is used again, unless it was made with another statement")
    func kept() throws {
        var bench = MachineBench.registered()
        bench.store.own.accessToken = nil
        bench.setRequestor()
        #expect(bench.pending.map(\.request.url) == ["http://127.0.0.1:8080/o/client/token"])
        bench = MachineBench.registered()
        bench.store.own.client?.softwareStatement = "older.jwt"
        bench.setRequestor()
        #expect(bench.pending.map(\.request.url) == ["http://127.0.0.1:8080/o/client/register"])
    }

    @Test("A refused statement is R400, reported once; a missing one too")
    func refusedStatement() throws {
        var bench = MachineBench()
        bench.setRequestor("REF", ["https://one.example/sp", "https://two.example/sp"])
        #expect(
            try bench.answer("register", status: 400, #"{"error":"invalid_software_statement"}"#) == [
                .status("R400"), .setRequestorComplete(0),
            ])
        bench = MachineBench { $0.softwareStatement = nil }
        #expect(
            bench.setRequestor("REF", ["https://one.example/sp", "https://two.example/sp"])
                == [.status("R400"), .setRequestorComplete(0)])
        #expect(bench.pending.isEmpty)
    }

    @Test("An access token that can't be obtained is R401", arguments: [500, 400, 201])
    func refusedToken(status: Int) throws {
        var bench = MachineBench()
        bench.setRequestor()
        try bench.answer("register", Self.client)
        #expect(
            try bench.answer("token", status: status, "{}") == [.status("R401"), .setRequestorComplete(0)])
    }

    @Test("A registration service that can't be reached is CFG404, as for the configuration")
    func unreachable() throws {
        var bench = MachineBench()
        bench.setRequestor()
        try bench.answer("register", with: .failed(.unreachable("refused")))
        #expect(
            try bench.answer("register", with: .failed(.unreachable("refused")))
                == [.status("CFG404"), .setRequestorComplete(0)])
    }

    @Test("If the first service provider is down, the next one registers the client")
    func secondHost() throws {
        var bench = MachineBench()
        bench.setRequestor("REF", ["https://one.example/sp", "https://two.example/sp"])
        try bench.answer("one.example", with: .failed(.timedOut))
        try bench.answer("one.example", with: .failed(.timedOut))
        #expect(bench.pending.map(\.request.url) == ["https://two.example/o/client/register"])
    }

    @Test("A token that has expired is renewed before the call goes out")
    func expired() throws {
        var bench = MachineBench.registered()
        bench.now = bench.now + .hours(1)
        bench.setRequestor()
        try bench.answer("token", Self.token)
        #expect(bench.bearers == ["Bearer t1"])
    }

    @Test("A token that the service refuses is renewed once, and the call repeated once")
    func refused() throws {
        var bench = MachineBench.registered()
        bench.setRequestor()
        try bench.answer("config", status: 401, Self.accessDenied)
        #expect(bench.pending.map(\.request.url) == ["http://127.0.0.1:8080/o/client/token"])
        try bench.answer("token", Self.token)
        #expect(bench.bearers == ["Bearer t1"])
        #expect(
            try bench.answer("config", status: 401, Self.accessDenied)
                == [.status("R401"), .setRequestorComplete(0)])
        #expect(bench.pending.isEmpty)
    }

    @Test("A client that the service refuses registers again, gets a token, and repeats the call")
    func refusedClient() throws {
        var bench = MachineBench.registered()
        bench.setRequestor()
        try bench.answer("config", status: 403, Self.invalidClient)
        try bench.answer("register", Self.client)
        try bench.answer("token", Self.token)
        #expect(bench.bearers == ["Bearer t1"])
        #expect(
            try bench.answer("config", status: 403, Self.invalidClient)
                == [.status("R400"), .setRequestorComplete(0)])
    }

    @Test("A client that no longer gets a token registers again, once")
    func forgottenClient() throws {
        var bench = MachineBench.registered()
        bench.store.own.accessToken = nil
        bench.setRequestor()
        try bench.answer("token", status: 400, Self.invalidClient)
        try bench.answer("register", Self.client)
        #expect(
            try bench.answer("token", status: 400, Self.invalidClient)
                == [.status("R401"), .setRequestorComplete(0)])
    }

    @Test("Two calls whose token was refused share one renewal")
    func sharedRenewal() throws {
        var bench = MachineBench.registered()
        bench.setRequestor("REF", ["https://one.example/sp", "https://two.example/sp"])
        try bench.answer("one.example", status: 401, Self.accessDenied)
        try bench.answer("two.example/sp", status: 401, Self.accessDenied)
        #expect(bench.pending.map(\.request.url) == ["https://one.example/o/client/token"])
        try bench.answer("token", Self.token)
        #expect(bench.bearers == ["Bearer t1", "Bearer t1"])
    }

    @Test("A 401 that doesn't mention the token is the call's own answer")
    func ownAnswer() throws {
        var bench = MachineBench.registered()
        bench.setRequestor()
        #expect(
            try bench.answer("config", status: 401, "Data not found") == [.status("CFG404"), .setRequestorComplete(0)])
    }

    @Test("A token that has expired on arrival is sent nevertheless: the service decides")
    func overAtOnce() throws {
        var bench = MachineBench()
        bench.setRequestor()
        try bench.answer("register", Self.client)
        try bench.answer("token", #"{"access_token":"t1","expires_in":0}"#)
        #expect(bench.bearers == ["Bearer t1"])
    }

    @Test("A setRequestor that replaces another takes over its registration")
    func superseded() throws {
        var bench = MachineBench()
        bench.setRequestor("REF")
        bench.setRequestor("REF2")
        try bench.answer("register", Self.client)
        try bench.answer("token", Self.token)
        #expect(bench.pending.map(\.request.url) == ["http://127.0.0.1:8080/adobe-services/1.0/config/REF2"])
    }

    @Test("A setRequestor for another service provider doesn't wait for the previous one's registration")
    func supersededElsewhere() throws {
        var bench = MachineBench()
        bench.setRequestor("REF", ["https://one.example/sp"])
        bench.setRequestor("REF", ["https://two.example/sp"])
        #expect(
            bench.pending.map(\.request.url) == [
                "https://one.example/o/client/register", "https://two.example/o/client/register",
            ])
        #expect(try bench.answer("one.example", Self.client).isEmpty)
        #expect(bench.pending.map(\.request.url) == ["https://two.example/o/client/register"])
        try bench.answer("two.example", Self.client)
        try bench.answer("two.example", Self.token)
        #expect(bench.pending.map(\.request.url) == ["https://two.example/sp/1.0/config/REF"])
    }

    @Test("Before 3.0 there is neither registration nor token")
    func legacy() {
        var bench = MachineBench.legacy()
        bench.setRequestor()
        #expect(bench.pending.map(\.request.url) == ["http://127.0.0.1:8080/adobe-services/1.0/config/REF"])
        #expect(bench.bearers == [nil])
    }
}

extension MachineBench {
    /// The access tokens of what is pending.
    var bearers: [String?] { pending.map { $0.request.fields["authorization"] } }
}
