import PassCore
import PassDomain
import PassHTTP
import PassInstruments
import PassTestSupport
import Testing

@testable import PassAdmin

@Suite("Flows of logins without a browser")
struct DirectLoginTests {
    private static let television: HTTPFields = ["AP-Device-Identifier": "fingerprint dHY="]
    private static let profile = #"{"profiles":{"Cable":{"notAfter":1767592100000,"attributes":{}}}}"#

    /// Records a sign-in by the control operation.
    private func signIn(_ site: JournalSite, _ request: String, code: String) {
        let answer =
            #"{"kind":"profile","requestor":"REF","mvpd":"Cable","user":"ann","session":"s","code":"\#(code)"}"#
        let entry = JournalEntry(
            time: Timestamp(seconds: 1_767_225_600), operation: .signInSubscriber,
            request: HTTPRequest(
                method: .post, target: "/_sim/login", authority: "sp.example", body: Array(request.utf8)),
            response: HTTPResponse(.ok, body: Array(answer.utf8)))
        site.journal.recordStep(.operation(entry), at: entry.time)
    }

    private func begin(_ site: JournalSite) {
        site.record(
            .createAuthenticationSession, "/api/v2/REF/sessions", method: .post, fields: Self.television,
            answer: #"{"code":"Q7XK2MB"}"#)
    }

    @discardableResult
    private func poll(_ site: JournalSite, _ answer: String, delivery: DeliveryReport? = nil) -> ExchangeID {
        site.record(
            .retrieveProfileForCode, "/api/v2/REF/profiles/code/Q7XK2MB", fields: Self.television, answer: answer,
            delivery: delivery)
    }

    private func flow(_ site: JournalSite) throws -> JSONValue {
        try #require(try site.get("/_sim/flows")["flows"]?.arrayValue?.first)
    }

    @Test("The flow waits until the app gets its profile, and then has the user and the MVPD of the login")
    func profile() throws {
        let site = try JournalSite()
        begin(site)
        let early = poll(site, #"{"profiles":{}}"#)
        #expect(try flow(site)["outcome"] == "pending")
        signIn(site, #"{"code":"q7xk2mb","mvpd":"Cable","user":"ann"}"#, code: "Q7XK2MB")
        let late = poll(site, Self.profile)
        let found = try flow(site)
        #expect(found["outcome"] == "loggedIn" && found["subscribers"] == .array(["ann"]))
        #expect(found["mvpds"] == .array(["Cable"]))
        let whole = try site.get("/_sim/flows/latest")
        #expect(whole["outcome"] == "loggedIn" && whole["subscribers"] == .array(["ann"]))
        #expect(
            try site.answer(.get("/_sim/flows/latest/diagram.txt")).text.hasPrefix("REF · Cable · logged in"))
        #expect(try site.get("/_sim/exchanges/\(early)")["givesLogin"] == nil)
        let given = try site.get("/_sim/exchanges/\(late)")
        #expect(given["givesLogin"] == .bool(true) && given["loginBy"] == "SignInSubscriber")
        #expect(try site.get("/_sim/exchanges?subscriber=ann")["exchanges"]?.arrayValue?.count == 3)
    }

    @Test("A poll doesn't change an authorization's result, and a poll that wasn't delivered isn't a login")
    func later() throws {
        let site = try JournalSite()
        begin(site)
        poll(
            site, Self.profile,
            delivery: DeliveryReport(
                .reset, isHeadSent: true, contentBytes: 10, contentLength: Self.profile.utf8.count))
        #expect(try flow(site)["outcome"] == "pending")
        poll(site, Self.profile)
        #expect(try flow(site)["outcome"] == "loggedIn")
        site.record(
            .retrieveAuthorizationDecisions, "/api/v2/REF/decisions/authorize/Cable", method: .post,
            fields: Self.television, outcome: JournalOutcome("denied", reason: "noAuthZ"))
        poll(site, Self.profile)
        #expect(try flow(site)["outcome"] == "denied")
    }

    private static let withoutLogin =
        "The app has no profile for Cable: no user is logged in with the code in the request."

    /// The sentence of the refusal of another device.
    private func refusal(_ site: JournalSite) throws -> String {
        try sentence(
            site, .retrieveAuthorizationDecisions, "decisions/authorize/Cable",
            ["AP-Device-Identifier": "fingerprint b3RoZXI="])
    }

    /// The sentence about a request for which there is no profile.
    private func sentence(
        _ site: JournalSite, _ operation: Operation, _ path: String, _ fields: HTTPFields
    ) throws -> String {
        let checks = CheckLog()
        let now = Timestamp(seconds: 1_767_225_600)
        checks.note(false, .profile("Cable", .missing, expires: now, now: now))
        let id = site.record(operation, "/api/v2/REF/\(path)", fields: fields, status: .forbidden, checks: checks)
        return try site.get("/_sim/exchanges/\(id)/explanation")["sentence"]?.stringValue ?? ""
    }

    @Test("A refusal on another device names the device whose app got the login, or for which it was made")
    func otherDevice() throws {
        let byCode = try JournalSite()
        begin(byCode)
        #expect(try refusal(byCode).hasSuffix("No login of the app on this device is known."))
        // Nor does a poll before the login tell of another device, or one without a device.
        #expect(try sentence(byCode, .retrieveProfileForCode, "profiles/code/Q7XK2MB", [:]) == Self.withoutLogin)
        poll(byCode, Self.profile)
        #expect(try refusal(byCode).contains("The user logged in on another device, tv."))

        let byDevice = try JournalSite()
        begin(byDevice)
        signIn(
            byDevice, #"{"device":"fingerprint c29mYQ==","requestor":"REF","mvpd":"Cable","user":"ann"}"#, code: "OTHER"
        )
        #expect(try refusal(byDevice).contains("The user logged in on another device, sofa."))
        signIn(byDevice, #"{"device":"other","requestor":"REF","mvpd":"Cable","user":"ann"}"#, code: "LAST")
        #expect(try refusal(byDevice).hasSuffix("No login of the app on this device is known."))
    }
}
