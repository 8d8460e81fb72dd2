import AccessEnabler
import PassCore
import PassSimulator
import Testing

@testable import PassHarness

/// Plays one row of a table: adds the rule over HTTP, lets an app do what meets it, and tells what its delegate saw.
struct FaultPlay {
    let stage: Stage
    let row: FaultRow
    private let control: SimulatorControlClient

    init(_ row: FaultRow, on stage: Stage) throws {
        self.row = row
        self.stage = stage
        control = SimulatorControlClient(url: try stage.world.url)
    }

    /// Returns the callbacks: the main ones in their order, then the errors of status events.
    ///
    /// A media token that the programmer's server refuses is followed by the server's verdict, and "logged out" ends the
    /// text if the user was logged in before and isn't any more.
    func reaction() async throws -> String {
        switch row.occasion {
        case .registration, .accessToken, .configuration:
            let app = try await stage.app()
            return try await meet(app) { await app.when("setRequestor") { $0.setRequestor(stage.cast.ref) } }
        case .registrationCode:
            let app = try await stage.configuredApp(on: stage.device(.tvOS, version: "12.1", name: "tv"))
            await app.when("getAuthentication") { $0.getAuthentication() }
            return try await meet(app) { await app.when("setSelectedProvider", select) }
        case .loginPage, .signIn, .login: return try await login()
        case .authorization, .mediaToken: return try await loggedIn { $0.checkAuthorization(stage.cast.r) }
        case .preauthorization:
            return try await loggedIn { $0.checkPreauthorizedResources([stage.cast.r, stage.cast.r1], cache: false) }
        case .logout: return try await logout()
        }
    }

    private func select(_ enabler: AccessEnabler) { enabler.setSelectedProvider(stage.cast.m1) }

    private func login() async throws -> String {
        let app = try await stage.configuredApp()
        await app.when("getAuthentication") { $0.getAuthentication() }
        await app.when("setSelectedProvider", select)
        let first = try await meet(app) { try await end(in: app) }
        guard app.events.contains(.setAuthenticationStatus(1, errorCode: "")) else { return first }
        await app.when("checkAuthorization") { $0.checkAuthorization(stage.cast.r) }
        return "\(first), then \(try await text(app))"
    }

    private func logout() async throws -> String {
        let app = try await stage.loggedInApp()
        await app.when("logout") { $0.logout() }
        let first = try await meet(app) { try await end(in: app) }
        return first + (try await suffix(app))
    }

    private func loggedIn(_ call: (AccessEnabler) -> Void) async throws -> String {
        let app = try await stage.loggedInApp()
        let first = try await meet(app) { await app.when("the call", call) }
        return first + (try await suffix(app))
    }

    /// Goes on in the browser to its end; an end that isn't the app's is the whole reaction.
    private func end(in app: SimulatedApp) async throws {
        do {
            try await app.finishInBrowser()
        } catch let failure as ScenarioFailure {
            throw BrowserEnd(page: failure.seen)
        }
    }

    private struct BrowserEnd: Error {
        let page: String
    }

    /// Adds the rule, lets the app meet it, and returns what it saw.
    private func meet(_ app: SimulatedApp, _ work: () async throws -> Void) async throws -> String {
        let rule = #"{"match": {"operation": "\#(row.occasion.rawValue)"}, "action": \#(row.action)}"#
        let added = try #require(try await control.addRules(rule).first)
        try stage.expect(added.warnings.isEmpty, "no warnings", seen: "\(added.warnings)")
        let seen: String
        do {
            try await work()
            seen = try await text(app)
        } catch let end as BrowserEnd {
            seen = "the browser: \(end.page)"
        }
        let hits = try await control.rule(added.id).hits
        try stage.expect(hits > 0, "a request on which the rule takes effect", seen: "none; \(seen)")
        try await control.removeAllRules()
        return seen
    }

    private func suffix(_ app: SimulatedApp) async throws -> String {
        await app.when("checkAuthentication") { $0.checkAuthentication() }
        return app.events.contains(.setAuthenticationStatus(1, errorCode: "")) ? "" : ", logged out"
    }

    // MARK: Notation

    private func text(_ app: SimulatedApp) async throws -> String {
        var main: [String] = []
        var statuses: [String] = []
        for event in app.events {
            switch event {
            case .sendTrackingData: continue
            case .status(let status): statuses.append("ST \(status.id)")
            case .setToken(let token, _): main.append("TOK" + (try await verdict(token)))
            case .navigateToUrl: main.append("NAV")
            case .navigateToUrlUseSVC: main.append("NAVSVC")
            default: main.append(EventNotation.text(event, stage.cast))
            }
        }
        let all = main + statuses.sorted()
        return all.isEmpty ? "nothing" : all.joined(separator: " ")
    }

    /// What the programmer's server learns of a media token; nothing of a good one.
    private func verdict(_ token: String) async throws -> String {
        let content = JSONWriter.object { $0.member("token", token) }
        do {
            let status = try await control.json("POST", "tokens/verify", content)["status"]?.stringValue
            return status == "VALID_TOKEN" ? "" : "(\(status ?? "no verdict"))"
        } catch let error as ControlError {
            return "(\(error.status))"
        }
    }
}
