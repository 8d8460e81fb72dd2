import PassCore
import Testing

@testable import AccessEnabler

/// Sign-on while `setRequestor` runs, without a word to the user.
extension PlatformSignOnTests {
    private static func setRequestor(_ app: inout MachineBench) throws {
        app.call(.setRequestor(RequestorSetting(requestor: "REF"), isOnMain: true))
        try app.answer("/config/REF", configuration)
    }

    private static let configuration = """
        <config><requestor><id>REF</id><name>Reference</name><mvpds><mvpd><id>M1</id><displayName>One</displayName>\
        <logoUrl>https://m1.example/logo.png</logoUrl><enablePlatformServices>true</enablePlatformServices>\
        <boardingStatus>SUPPORTED</boardingStatus><displayInPlatformPicker>true</displayInPlatformPicker>\
        <platformMappingId>at-M1</platformMappingId></mvpd></mvpds></requestor></config>
        """

    @Test(
        "Without permission setRequestor reports it and goes on",
        arguments: [
            (PlatformAnswer.permission(.denied), AdvancedStatus(id: "VSA403", level: .info)),
            (.permission(.undetermined), AdvancedStatus(id: "VSA404", level: .info)),
            (.permission(.failed("why")), AdvancedStatus(id: "AAPL", level: .error, extra: ["details": "why"])),
        ])
    func configurationNotPermitted(answer: PlatformAnswer, status: AdvancedStatus) throws {
        var app = try Self.app()
        try Self.setRequestor(&app)
        #expect(app.events.isEmpty)
        app.platform(answer)
        #expect(app.events == [.status(status), .setRequestorComplete(1)])
    }

    @Test("A user who is signed in at the platform is logged in silently: the app gets setRequestorComplete alone")
    func silent() throws {
        var app = try Self.app()
        try Self.setRequestor(&app)
        app.call(.checkAuthentication)
        #expect(app.events.isEmpty)
        app.platform(.permission(.granted))
        app.platform(.account(Self.account))
        let events = try Self.exchange(&app)
        #expect(events == [.setRequestorComplete(1), .setAuthenticationStatus(1, errorCode: "")])
        #expect(app.inStore { $0.bucket("M1").isFromPlatform })
    }

    @Test(
        "A silent exchange that fails at any step reports nothing",
        arguments: [PlatformAnswer.account(nil), .account(PlatformAccount(providerID: "at-M9"))])
    func silentFailure(answer: PlatformAnswer) throws {
        var app = try Self.app()
        try Self.setRequestor(&app)
        app.platform(.permission(.granted))
        var other = app
        app.platform(answer)
        #expect(app.events == [.setRequestorComplete(1)])
        other.platform(.account(Self.account))
        #expect(try other.answer("/tokens/verificationCode", status: 500) == [.setRequestorComplete(1)])
    }

    @Test("A login from the platform is removed when the user signs out in the system's settings; another one stays")
    func signedOut() throws {
        for isFromPlatform in [true, false] {
            var app = try Self.app()
            app.logIn()
            app.inStore { $0.update("M1") { $0.isFromPlatform = isFromPlatform } }
            try Self.setRequestor(&app)
            if isFromPlatform {
                app.platform(.permission(.granted))
                app.platform(.account(nil))
            }
            #expect(app.events == [.setRequestorComplete(1)])
            #expect(app.loggedInAt() == (isFromPlatform ? nil : "M1"))
        }
    }

    @Test("A newer setRequestor replaces a silent exchange, whose question is cancelled")
    func overtaken() throws {
        var app = try Self.app()
        try Self.setRequestor(&app)
        let earlier = try #require(app.question)
        app.call(.setRequestor(RequestorSetting(requestor: "REF"), isOnMain: true))
        #expect(app.stopped == [earlier])
        try app.answer("/config/REF", Self.configuration)
        #expect(app.questions == [.permission])
        app.give(.platform(earlier, .permission(.denied)))
        #expect(app.effects.isEmpty)
        app.platform(.permission(.granted))
        app.platform(.account(nil))
        #expect(app.events == [.setRequestorComplete(1)])
    }

    @Test("A login that waits for the platform while setRequestor runs again restarts after it")
    func loginOvertaken() throws {
        var app = try Self.app()
        app.call(Self.login)
        let earlier = try #require(app.question)
        app.call(.setRequestor(RequestorSetting(requestor: "REF"), isOnMain: true))
        try app.answer("/config/REF", Self.configuration)
        #expect(app.stopped == [earlier])
        app.platform(.permission(.denied))
        #expect(app.events.contains(.setRequestorComplete(1)))
        #expect(app.questions == [.permission])
        app.platform(.permission(.denied))
        #expect(app.events.first == .displayProviderDialog(app.configuredProviders))
    }

    @Test("A login whose account is being exchanged while setRequestor runs again restarts after it")
    func exchangeOvertaken() throws {
        var app = try Self.app()
        app.call(Self.login)
        app.platform(.permission(.granted))
        app.platform(.account(Self.account))
        app.call(.setRequestor(RequestorSetting(requestor: "REF"), isOnMain: true))
        try app.answer("/tokens/verificationCode", #"{"verificationCode":"v1","SAMLRequest":"cmVx"}"#)
        #expect(app.questions.isEmpty)
        try app.answer("/config/REF", Self.configuration)
        app.platform(.permission(.denied))
        #expect(app.events.contains(.setRequestorComplete(1)))
        #expect(app.questions == [.permission])
    }

    @Test("A platform that never answers delays setRequestor by ten seconds")
    func silentPlatform() throws {
        var app = try Self.app()
        try Self.setRequestor(&app)
        #expect(app.alarms == [.platformTimeout: 10_000])
        let question = try #require(app.question)
        var prompt = app
        prompt.platform(.permission(.granted))
        #expect(prompt.cancelledAlarms == [.platformTimeout])
        #expect(prompt.alarms == [.platformTimeout: 10_000])
        prompt.platform(.account(nil))
        #expect(prompt.alarms.isEmpty)
        app.give(.rang(.platformTimeout))
        #expect(app.stopped == [question])
        let status = AdvancedStatus(id: "AAPL", level: .error, extra: ["details": "The platform returned no answer."])
        #expect(app.events == [.status(status), .setRequestorComplete(1)])
        app.platform(.permission(.granted))
        #expect(app.effects.isEmpty)
    }

    @Test(
        "checkAuthentication repeats what the platform reported during setRequestor",
        arguments: [
            (PlatformAnswer.permission(.denied), AdvancedStatus(id: "VSA403", level: .info)),
            (.permission(.undetermined), AdvancedStatus(id: "VSA404", level: .info)),
            (.permission(.failed("why")), AdvancedStatus(id: "AAPL_ERROR", level: .error, extra: ["details": "why"])),
        ])
    func check(answer: PlatformAnswer, status: AdvancedStatus) throws {
        for isLoggedIn in [true, false] {
            var app = try Self.app()
            if isLoggedIn {
                app.logIn()
                app.inStore { $0.update("M1") { $0.isFromPlatform = true } }
            }
            try Self.setRequestor(&app)
            app.platform(answer)
            let refused = AccessEnablerEvent.setAuthenticationStatus(0, errorCode: USER_NOT_AUTHENTICATED_ERROR)
            #expect(app.call(.checkAuthentication) == [refused, .status(status)])
            app.logIn(at: "M1")
            app.inStore { $0.update("M1") { $0.isFromPlatform = false } }
            #expect(app.call(.checkAuthentication) == [.setAuthenticationStatus(1, errorCode: "")])
        }
    }
}
