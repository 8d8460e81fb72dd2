import PassCore
import Testing

@testable import AccessEnabler

@Suite("Sign-on through the platform")
struct PlatformSignOnTests {
    static func mvpd(_ id: String, status: String? = "SUPPORTED") -> MVPD {
        var mvpd = MachineBench.mvpd(id)
        mvpd.enablePlatformServices = status != nil
        mvpd.boardingStatus = status
        mvpd.displayInPlatformPicker = status != nil
        mvpd.platformMappingId = status == nil ? nil : "at-\(id)"
        return mvpd
    }

    static func app(
        _ providers: [MVPD] = [mvpd("M1"), mvpd("M2", status: nil), mvpd("M3", status: "PICKER")],
        hasPlatform: Bool = true
    ) throws -> MachineBench {
        try .configured(providers: providers, bench: MachineBench { $0.hasPlatformSSO = hasPlatform })
    }

    static let account = PlatformAccount(providerID: "at-M1")
    static let login = EntitlementCall.getAuthentication(force: false, data: nil, filter: nil)
    static var sessionAnswer: String {
        let token = MachineBench.authenticationToken("REF", "M1").replacingMarkup
        return "<result><authnToken>\(token)</authnToken><userMeta>{}</userMeta></result>"
    }

    /// The service's part of an exchange.
    static func exchange(_ app: inout MachineBench) throws -> [AccessEnablerEvent] {
        try app.answer("/tokens/verificationCode", #"{"verificationCode":"v1","SAMLRequest":"cmVx"}"#)
        #expect(app.questions == [.samlResponse(to: "cmVx", account: account)])
        app.platform(.samlResponse("cmVz"))
        let exchange = try #require(app.pending.last?.request)
        #expect(exchange.url == "http://127.0.0.1:8080/adobe-services/tokens")
        #expect(
            String(decoding: exchange.body, as: UTF8.self)
                == "requestor=REF&deviceId=c0ffee&mvpd=M1&deviceType=iOS&verificationCode=v1&SAMLResponse=cmVz")
        try app.answer("/adobe-services/tokens", status: 204)
        #expect(app.pending.last?.request.body == Array("_method=GET&requestor_id=REF&device_id=c0ffee".utf8))
        return try app.answer("/sessionDevice", sessionAnswer)
    }

    // MARK: Login

    @Test(
        "Without a platform, or a participating MVPD, the app's own picker is shown and the filter is ignored"
    )
    func classic() throws {
        let filter = ProviderFilter(shown: ["M1"], featured: [])
        var without = try Self.app(hasPlatform: false)
        #expect(
            without.call(.getAuthentication(force: false, data: nil, filter: filter)) == [
                .displayProviderDialog(without.configuredProviders)
            ])
        var app = try Self.app([Self.mvpd("M2", status: nil)])
        #expect(
            app.call(.getAuthentication(force: false, data: nil, filter: filter)) == [
                .displayProviderDialog(app.configuredProviders)
            ])
        #expect(app.questions.isEmpty)
    }

    @Test("The platform's picker gets the platform's identifiers of the filter's MVPDs, or of all listed ones")
    func picker() throws {
        var app = try Self.app()
        app.call(Self.login)
        #expect(app.questions == [.permission])
        app.platform(.permission(.granted))
        #expect(app.questions == [.account])
        app.platform(.account(nil))
        #expect(app.events == [.presentTvProviderDialog])
        #expect(app.questions == [.pick(providers: ["at-M1", "at-M3"], featured: [])])

        var filtered = try Self.app()
        let filter = ProviderFilter(shown: ["M2", "M3", "M1"], featured: ["M1", "M2"])
        filtered.call(.getAuthentication(force: false, data: nil, filter: filter))
        filtered.platform(.permission(.granted))
        filtered.platform(.account(nil))
        #expect(filtered.questions == [.pick(providers: ["at-M3", "at-M1"], featured: ["at-M1"])])
    }

    @Test(
        "A user who finds no MVPD in the platform's picker gets the app's, with the reason",
        arguments: [
            (PlatformChoice.other, AdvancedStatus(id: "N003", level: .info)),
            (.unsupported, AdvancedStatus(id: "N004", level: .info)),
            (.listed("at-M9"), AdvancedStatus(id: "N004", level: .info)),
            (.signedIn(PlatformAccount(providerID: "at-M9")), AdvancedStatus(id: "N004", level: .info)),
            (.cancelled, AdvancedStatus(id: "N005", level: .info)),
            (.metadataFailed("why"), AdvancedStatus(id: "VSA503", level: .info, message: "why")),
            (.failed("why"), AdvancedStatus(id: "AAPL_ERROR", level: .error, extra: ["details": "why"])),
        ])
    func nothingFound(choice: PlatformChoice, status: AdvancedStatus) throws {
        var app = try Self.app()
        app.call(Self.login)
        app.platform(.permission(.granted))
        app.platform(.account(nil))
        app.platform(.picked(choice))
        #expect(
            app.events == [.dismissTvProviderDialog, .displayProviderDialog(app.configuredProviders), .status(status)])
        app.platform(.picked(choice))
        #expect(app.effects.isEmpty)
    }

    @Test(
        "Without permission the app's picker is shown at once",
        arguments: [
            (PlatformAnswer.permission(.denied), "VSA403"), (.permission(.undetermined), "VSA404"),
            (.permission(.failed("why")), "AAPL_ERROR"),
        ])
    func notPermitted(answer: PlatformAnswer, code: String) throws {
        var app = try Self.app()
        app.call(Self.login)
        app.platform(answer)
        #expect(app.events.first == .displayProviderDialog(app.configuredProviders))
        #expect(app.statusIDs == [code])
    }

    @Test("A provider that the platform only lists gets an ordinary login")
    func listed() throws {
        var app = try Self.app()
        app.call(Self.login)
        app.platform(.permission(.granted))
        app.platform(.account(nil))
        app.platform(.picked(.listed("at-M3")))
        #expect(app.statusIDs.isEmpty)
        let url = try #require(app.pending.last).request.url
        #expect(url == "http://127.0.0.1:8080/reggie/v1/REF/regcode")
        #expect(app.inStore { $0.currentProviderID } == "M3")
    }

    @Test("A sign-on at the platform is exchanged for a token, and the login is marked as the platform's")
    func signedIn() throws {
        var app = try Self.app()
        app.call(Self.login)
        app.platform(.permission(.granted))
        app.platform(.account(nil))
        app.platform(.picked(.signedIn(Self.account)))
        #expect(app.events == [.dismissTvProviderDialog])
        #expect(try Self.exchange(&app) == [.setAuthenticationStatus(1, errorCode: "")])
        #expect(app.loggedInAt() == "M1")
        #expect(app.inStore { $0.bucket("M1").isFromPlatform })
    }

    @Test("A user who is already signed in sees no picker")
    func silentLogin() throws {
        var app = try Self.app()
        app.call(Self.login)
        app.platform(.permission(.granted))
        app.platform(.account(Self.account))
        #expect(app.events.isEmpty)
        #expect(try Self.exchange(&app) == [.setAuthenticationStatus(1, errorCode: "")])
    }

    @Test(
        "An exchange that fails at the platform leads to the app's picker, one that fails at the service ends the login"
    )
    func failedExchange() throws {
        var app = try Self.app()
        app.call(Self.login)
        app.platform(.permission(.granted))
        app.platform(.account(Self.account))
        var other = app
        try app.answer("/tokens/verificationCode", #"{"SAMLRequest":"cmVx"}"#)
        app.platform(.samlResponseFailed("why"))
        #expect(app.events.first == .displayProviderDialog(app.configuredProviders))
        #expect(app.statusIDs == ["VSA503"])

        try other.answer("/tokens/verificationCode", status: 400, #"{"error":"invalid_request"}"#)
        #expect(other.events.first == .setAuthenticationStatus(0, errorCode: GENERIC_AUTHENTICATION_ERROR))
        #expect(other.statusIDs == ["N500"])
    }

    @Test(
        "A cancelled login dismisses the platform's dialog at once and ignores its late answer",
        arguments: [EntitlementCall.setSelectedProvider(nil), .setSelectedProvider("M2"), .logout])
    func calledOff(by call: EntitlementCall) throws {
        var app = try Self.app()
        app.call(Self.login)
        app.platform(.permission(.granted))
        app.platform(.account(nil))
        let question = try #require(app.question)
        #expect(app.call(call).first == .dismissTvProviderDialog)
        #expect(app.stopped == [question])
        let pending = app.pending.count
        app.platform(.picked(.signedIn(Self.account)))
        #expect(app.effects.isEmpty)
        #expect(app.pending.count == pending)
    }

    @Test("A late answer to an earlier question isn't taken for the awaited one")
    func lateAnswer() throws {
        var app = try Self.app()
        app.call(Self.login)
        let earlier = try #require(app.question)
        app.call(.setSelectedProvider(nil))
        app.call(Self.login)
        app.give(.platform(earlier, .permission(.denied)))
        #expect(app.effects.isEmpty)
        app.platform(.permission(.granted))
        #expect(app.questions == [.account])
    }
}

extension MachineBench {
    /// What the last input asked the platform.
    var questions: [PlatformQuestion] {
        effects.compactMap { if case .ask(_, let question) = $0 { question } else { nil } }
    }

    /// The questions that the last input took back.
    var stopped: [QuestionID] {
        effects.compactMap { if case .stopAsking(let question) = $0 { question } else { nil } }
    }

    var configuredProviders: [MVPD] { machine.configuration.current?.providers ?? [] }
}

extension String {
    var replacingMarkup: String {
        split(separator: "<", omittingEmptySubsequences: false).joined(separator: "&lt;")
            .split(separator: ">", omittingEmptySubsequences: false).joined(separator: "&gt;")
    }
}
