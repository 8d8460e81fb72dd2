import PassCore
import Testing

@testable import AccessEnabler

@Suite("TempPass")
struct TemporaryPassTests {
    private typealias Bench = MachineBench
    private static let back = [TransportField("Location", "adobepass://ios.app")]
    private static let succeeded = [Bench.authenticated(), Bench.status("N011", .info)]

    @Test(
        "Selecting a TempPass logs in at once, without picker, browser or code to show",
        arguments: [AccessEnabler.OperatingSystem.Name.iOS, .tvOS])
    func basic(system: AccessEnabler.OperatingSystem.Name) throws {
        let bench = MachineBench(system: AccessEnabler.OperatingSystem(system, version: "12.1"))
        var configured = try Bench.configured(providers: Bench.providers, bench: bench)
        #expect(configured.call(.setSelectedProvider("T1")).isEmpty)
        #expect(try configured.answer("regcode", Bench.codeAnswer).isEmpty)
        let url = configured.pending.first?.request.url
        #expect(Bench.query("mso_id", of: url) == "T1")
        #expect(Bench.query("reg_code", of: url) == "ABC1234")
        #expect(try configured.answer("authenticate/saml", status: 302, fields: Self.back).isEmpty)
        #expect(configured.form.contains("reg_code=ABC1234"))
        #expect(try configured.answer("sessionDevice", Bench.session(provider: "T1")) == Self.succeeded)
        #expect(configured.tracked.map { $0.data[1] } == ["T1"])
        #expect(configured.call(.checkAuthentication) == [Bench.authenticated()])
    }

    @Test("Before 3.0 the session's cookies link its login to its token")
    func cookies() throws {
        var bench = try Bench.configured(
            providers: Bench.providers, bench: MachineBench(version: SDKVersion(2, 4)))
        bench.call(.setSelectedProvider("T1"))
        try bench.answer(
            "authenticate/saml", status: 302,
            fields: [
                TransportField("Set-Cookie", "JSESSIONID=abc; Path=/; Secure"),
                TransportField("set-cookie", "client_type=iOS; Path=/"),
            ])
        #expect(bench.pending.first?.request.fields["Cookie"] == "JSESSIONID=abc; client_type=iOS")
        #expect(!bench.effects.contains { if case .request(_, _, sharesCookies: true) = $0 { true } else { false } })
        #expect(try bench.answer("sessionDevice", Bench.session(provider: "T1")) == Self.succeeded)
    }

    @Test("A promotional TempPass is only recorded until getAuthentication supplies the user's data")
    func promotional() throws {
        var bench = try Bench.configured(providers: Bench.providers)
        try bench.select("T1")
        try bench.answer("authenticate/saml", status: 302, fields: Self.back)
        #expect(try bench.answer("sessionDevice", status: 401, "Data not found").isEmpty)
        #expect(bench.tracked.isEmpty)
        #expect(bench.getAuthentication(force: true, data: ["email": "hash"]).isEmpty)
        try bench.answer("regcode", Bench.codeAnswer)
        let url = bench.pending.first?.request.url
        #expect(Bench.query("generic_data", of: url) == #"{"email":"hash"}"#)
        try bench.answer("authenticate/saml", status: 302, fields: Self.back)
        #expect(try bench.answer("sessionDevice", Bench.session(provider: "T1")) == Self.succeeded)
        #expect(bench.call(.setSelectedProvider("T1")) == Self.succeeded)
    }

    @Test("getAuthentication with data and a later selection log in with the data")
    func promotionalAtPicker() throws {
        var bench = try Bench.configured(providers: Bench.providers)
        #expect(
            bench.getAuthentication(force: true, data: ["email": "hash"]) == [.displayProviderDialog(Bench.providers)])
        try bench.select("T1")
        #expect(Bench.query("generic_data", of: bench.pending.first?.request.url) == #"{"email":"hash"}"#)
        try bench.answer("authenticate/saml", status: 302, fields: Self.back)
        #expect(try bench.answer("sessionDevice", status: 401, "Data not found").count == 2)
    }

    @Test("checkAuthentication reports an expired TempPass, and the selection stays")
    func expired() throws {
        var bench = try Bench.configured(providers: Bench.providers)
        try bench.select("T1")
        try bench.answer("authenticate/saml", status: 302, fields: Self.back)
        try bench.answer("sessionDevice", Bench.session(provider: "T1"))
        bench.now = bench.now + .hours(2)
        #expect(
            bench.call(.checkAuthentication) == [
                Bench.notAuthenticated(USER_NOT_AUTHENTICATED_ERROR), Bench.status("N111", .warning),
            ])
        #expect(bench.call(.getSelectedProvider) == [.selectedProvider(Bench.providers[3])])
    }

    @Test("A login at an expired TempPass fails, and reports why")
    func over() throws {
        var bench = try Bench.configured(providers: Bench.providers)
        try bench.select("T1")
        try bench.answer("authenticate/saml", status: 302, fields: Self.back)
        let answer = Bench.session(provider: "T1", expires: "2031/05/14 07:00:00 GMT +0000")
        #expect(
            try bench.answer("sessionDevice", answer) == [
                Bench.notAuthenticated(GENERIC_AUTHENTICATION_ERROR), Bench.status("N111", .warning),
            ])
    }

    @Test("Selecting an ordinary MVPD meanwhile opens no browser without getAuthentication")
    func changedMind() throws {
        var bench = try Bench.configured(providers: Bench.providers)
        try bench.select("T1")
        #expect(bench.call(.setSelectedProvider("M1")).isEmpty)
        #expect(bench.pending.count == 1)
        try bench.answer("authenticate/saml", status: 302, fields: Self.back)
        #expect(bench.pending.isEmpty)
        #expect(bench.call(.getSelectedProvider) == [.selectedProvider(Bench.providers[0])])
    }

    @Test("A resource that joined a login that the service refuses gets its own login and an answer")
    func joinedRefused() throws {
        var bench = try Bench.configured(providers: Bench.providers)
        try bench.select("T1")
        #expect(bench.call(.getAuthorization(ResourceRequest(resource: "r"))).isEmpty)
        try bench.answer("authenticate/saml", status: 302, fields: Self.back)
        #expect(try bench.answer("sessionDevice", status: 401, "Data not found").isEmpty)
        try bench.answer("regcode", Bench.codeAnswer)
        try bench.answer("authenticate/saml", status: 302, fields: Self.back)
        #expect(
            try bench.answer("sessionDevice", status: 401, "Data not found") == [
                Bench.notAuthenticated(GENERIC_AUTHENTICATION_ERROR), Bench.status("N130", .error),
            ])
    }

    @Test("A resource that joined a login continues with the MVPD that the app selects meanwhile")
    func joinedChangedMind() throws {
        var bench = try Bench.configured(providers: Bench.providers)
        bench.call(.setSelectedProvider("T1"))
        #expect(bench.call(.getAuthorization(ResourceRequest(resource: "r"))).isEmpty)
        bench.call(.setSelectedProvider("M1"))
        try bench.answer("regcode", Bench.codeAnswer)
        #expect(bench.shownURL == nil)
        try bench.answer("regcode", Bench.codeAnswer)
        #expect(Bench.query("mso_id", of: bench.shownURL) == "M1")
        bench.call(.handleExternalURL("adobepass://ios.app"))
        #expect(try bench.answer("sessionDevice", Bench.session()) == [Bench.authenticated()])
        #expect(bench.pending.map { $0.request.url.hasSuffix("/authorizeDevice") } == [true])
    }

    @Test("A TempPass logs in no user at another requestor")
    func otherRequestor() throws {
        var bench = try Bench.configured(requestor: "P1", providers: Bench.providers)
        try bench.select("T1")
        try bench.answer("authenticate/saml", status: 302, fields: Self.back)
        try bench.answer("sessionDevice", Bench.session(provider: "T1", requestor: "P1"))
        bench = try Bench.configured(requestor: "P2", providers: Bench.providers, bench: bench)
        #expect(bench.call(.checkAuthentication).first == Bench.notAuthenticated(USER_NOT_AUTHENTICATED_ERROR))
    }

    @Test("Selecting nothing ends the selection of a TempPass")
    func left() throws {
        var bench = try Bench.configured(providers: Bench.providers)
        try bench.select("T1")
        try bench.answer("authenticate/saml", status: 302, fields: Self.back)
        try bench.answer("sessionDevice", Bench.session(provider: "T1"))
        bench.call(.setSelectedProvider(nil))
        #expect(bench.getAuthentication() == [.displayProviderDialog(Bench.providers)])
    }
}
