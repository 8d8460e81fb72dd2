import PassCore
import Testing

@testable import AccessEnabler

@Suite("Logging in on a second screen")
struct SecondScreenTests {
    private typealias Bench = MachineBench
    private static let tv = AccessEnabler.OperatingSystem(.tvOS, version: "12.1")

    private func polling() throws -> MachineBench {
        var bench = try Bench.configured(providers: Bench.providers, bench: MachineBench(system: Self.tv))
        _ = bench.getAuthentication()
        try bench.select("M1")
        try bench.answer("sessionDevice", status: 401, "Data not found")
        return bench
    }

    @Test("The code is reported, the service is asked at once, and the next poll is scheduled")
    func code() throws {
        var bench = try Bench.configured(providers: Bench.providers, bench: MachineBench(system: Self.tv))
        _ = bench.getAuthentication()
        try bench.select("M1")
        #expect(
            bench.events == [
                .status(
                    AdvancedStatus(
                        id: "REGCODE", level: .success, message: "ABC1234", extra: ["registrationCode": "ABC1234"]))
            ])
        #expect(bench.alarms == [.poll: 10_000, .registrationCodeExpiry: 1_800_000])
        #expect(bench.pending.count == 1)
        #expect(bench.form.contains("reg_code=ABC1234"))
        #expect(try bench.answer("sessionDevice", Bench.session()) == [Bench.authenticated()])
        #expect(bench.cancelledAlarms == [.poll, .registrationCodeExpiry])
    }

    @Test("Each interval asks once with the code, until there is a login")
    func polls() throws {
        var bench = try polling()
        for _ in 1...3 {
            #expect(bench.give(.rang(.poll)).isEmpty == false)
            #expect(bench.alarms == [.poll: 10_000])
            #expect(bench.pending.count == 1)
            #expect(bench.form.contains("reg_code=ABC1234"))
            #expect(try bench.answer("sessionDevice", status: 401, "Data not found").isEmpty)
        }
        bench.give(.rang(.poll))
        #expect(try bench.answer("sessionDevice", Bench.session()) == [Bench.authenticated()])
        #expect(bench.cancelledAlarms == [.poll, .registrationCodeExpiry])
        #expect(bench.stored("M1")?.authentication != nil)
        bench.give(.rang(.poll))
        #expect(bench.effects.isEmpty)
    }

    @Test(
        "An answer without a token doesn't end the polling",
        arguments: [
            Answer.response(TransportResponse(status: 500)), .failed(.untrusted("once")),
            .response(
                TransportResponse(
                    status: 200, body: Array(#"<pendingLogout reason="34764">true</pendingLogout>"#.utf8))),
        ])
    func goesOn(answer: Answer) throws {
        var bench = try polling()
        bench.give(.rang(.poll))
        #expect(try bench.answer("sessionDevice", with: answer).isEmpty)
        bench.give(.rang(.poll))
        #expect(try bench.answer("sessionDevice", Bench.session()) == [Bench.authenticated()])
    }

    @Test("An unanswered poll isn't followed by another")
    func slow() throws {
        var bench = try polling()
        bench.give(.rang(.poll))
        bench.give(.rang(.poll))
        #expect(bench.pending.count == 1)
        #expect(bench.alarms == [.poll: 10_000])
    }

    @Test("Cancelling stops the polls, and a late answer is ignored")
    func cancel() throws {
        var bench = try polling()
        bench.give(.rang(.poll))
        let events = bench.call(.setSelectedProvider(nil))
        #expect(events == [Bench.notAuthenticated(PROVIDER_NOT_SELECTED_ERROR), Bench.status("N005", .info)])
        #expect(bench.cancelledAlarms == [.poll, .registrationCodeExpiry])
        #expect(try bench.answer("sessionDevice", Bench.session()).isEmpty)
        bench.give(.rang(.poll))
        #expect(bench.pending.isEmpty)
    }

    @Test("When the code expires, the login has failed")
    func expired() throws {
        var bench = try polling()
        bench.give(.rang(.registrationCodeExpiry))
        #expect(bench.events == [Bench.notAuthenticated(GENERIC_AUTHENTICATION_ERROR), Bench.status("N500", .error)])
        #expect(bench.cancelledAlarms.contains(.poll))
        bench.give(.rang(.registrationCodeExpiry))
        #expect(bench.effects.isEmpty)
    }

    @Test("Without a code the login has failed")
    func withoutCode() throws {
        var bench = try Bench.configured(providers: Bench.providers, bench: MachineBench(system: Self.tv))
        _ = bench.getAuthentication()
        bench.call(.setSelectedProvider("M1"))
        #expect(
            try bench.answer("regcode", status: 503) == [
                Bench.notAuthenticated(GENERIC_AUTHENTICATION_ERROR), Bench.status("REG500", .error),
            ])
    }

    @Test("Selecting another MVPD gets a new code, and the old one isn't polled any more")
    func change() throws {
        var bench = try polling()
        bench.call(.setSelectedProvider("M2"))
        #expect(bench.cancelledAlarms == [.poll, .registrationCodeExpiry])
        bench.give(.rang(.poll))
        let body = #"{"id":"2","code":"XYZ9876","requestor":"REF","generated":1936512000000,"expires":1936513800000}"#
        try bench.answer("regcode", body)
        #expect(bench.alarms[.poll] == 10_000)
        #expect(bench.pending.count == 1)
        #expect(bench.form.contains("reg_code=XYZ9876"))
    }

    @Test("The code's own expiry is used, or half an hour if the device's clock says that it has passed")
    func timeToLive() throws {
        for (ahead, timeToLive) in [(TimeToLive.minutes(10), Int64(1_200_000)), (.hours(48), 1_800_000)] {
            var bench = try Bench.configured(providers: Bench.providers, bench: MachineBench(system: Self.tv))
            bench.now = bench.now + ahead
            bench.store.own.accessToken?.expires = bench.now + .hours(1)
            _ = bench.getAuthentication()
            try bench.select("M1")
            #expect(bench.alarms[.registrationCodeExpiry] == timeToLive)
        }
    }

    @Test("A remembered MVPD gets a code without a picker")
    func remembered() throws {
        var bench = try Bench.signedIn(MachineBench(system: Self.tv))
        bench.now = bench.now + .hours(2)
        bench.store.own.accessToken?.expires = bench.now + .hours(1)
        #expect(bench.getAuthentication().isEmpty)
        let events = try bench.answer("regcode", Bench.codeAnswer)
        guard case .status(let status) = try #require(events.first) else { return #expect(Bool(false)) }
        #expect(status.id == "REGCODE")
    }
}
