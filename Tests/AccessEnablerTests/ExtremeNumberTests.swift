import AccessEnablerOpenSSL
import PassCore
import Testing

@testable import AccessEnabler

/// Whatever number a peer sends, the SDK goes on.
@Suite("Extreme numbers from outside")
struct ExtremeNumberTests {
    private typealias Bench = MachineBench

    @Test("No service time stops a configuration", arguments: [Int64.min, .min + 1, -1, .max - 1, .max])
    func time(millis: Int64) throws {
        var bench = MachineBench.registered()
        bench.setRequestor()
        let events = try bench.answer("config", configXML(["M1"], time: millis))
        // What is no instant of our calendar is no time at all.
        #expect(events == [.setRequestorComplete(1)])
    }

    @Test("A code's expiry may be any number", arguments: [Int64.min, .min + 1, .max - 1, .max])
    func code(millis: Int64) throws {
        let bench = MachineBench(system: AccessEnabler.OperatingSystem(.tvOS, version: "12.1"))
        var configured = try Bench.configured(providers: Bench.providers, bench: bench)
        _ = configured.getAuthentication()
        configured.call(.setSelectedProvider("M1"))
        try configured.answer("regcode", #"{"code":"ABC1234","expires":\#(millis)}"#)
        #expect(configured.alarms[.registrationCodeExpiry] == (millis < 0 ? 1_800_000 : 36_000_000))
    }

    @Test("An access token's lifetime may be any number", arguments: [Int64.min, .min + 1, .max - 1, .max])
    func accessToken(seconds: Int64) throws {
        var bench = MachineBench()
        bench.setRequestor()
        try bench.answer("register", #"{"client_id":"id","client_secret":"secret"}"#)
        try bench.answer("token", #"{"access_token":"t","expires_in":\#(seconds)}"#)
        #expect(try bench.answer("config", configXML(["M1"])) == [.setRequestorComplete(1)])
    }

    @Test(
        "A timestamp of user metadata may be any number",
        arguments: ["-9223372036854775808", "9223372036854775807", "1e308", "-1e308", "1e999"])
    func updated(text: String) throws {
        var bench = try Bench.configured(providers: Bench.providers)
        _ = bench.getAuthentication()
        try bench.select("M1")
        bench.call(.handleExternalURL("adobepass://ios.app"))
        let metadata = #"{"updated":\#(text),"encrypted":[],"data":{"userID":"u"}}"#
        let token = Bench.token().split(separator: "<", omittingEmptySubsequences: false).joined(separator: "&lt;")
        let answer = "<result><authnToken>\(token)</authnToken><userMeta>\(metadata)</userMeta></result>"
        #expect(try bench.answer("sessionDevice", answer) == [Bench.authenticated()])
        #expect(UserMetadata.merge(metadata, into: metadata) == metadata)
    }

    @Test(
        "A token's date is valid up to either end of the calendar, and not beyond",
        arguments: [
            ("0001/01/01 00:00:00 GMT +2359", false), ("9999/12/31 23:59:59 GMT -2359", true),
            ("99999/01/01 00:00:00 GMT +0000", false), ("2031/13/01 00:00:00 GMT +0000", false),
        ])
    func tokenDate(text: String, counts: Bool) throws {
        var bench = try Bench.configured(providers: Bench.providers)
        _ = bench.getAuthentication()
        try bench.select("M1")
        bench.call(.handleExternalURL("adobepass://ios.app"))
        let events = try bench.answer("sessionDevice", Bench.session(expires: text))
        #expect((events == [Bench.authenticated()]) == counts)
    }
}
