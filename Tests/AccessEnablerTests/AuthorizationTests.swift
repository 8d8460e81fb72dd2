import PassCore
import Testing

@testable import AccessEnabler

@Suite("Authorization")
struct AuthorizationTests {
    static let media = "<signatureInfo>bQ==<signatureInfo><shortAuthorizationToken></shortAuthorizationToken>"

    static func answer(_ resource: String, metadata: String? = nil, mark: String = "") -> String {
        let token = MachineBench.authorizationToken("REF", resource)
            .replacing("</simpleAuthorizationToken>", with: "\(mark)</simpleAuthorizationToken>")
            .replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        let userMeta = metadata.map { "<userMeta>\($0)</userMeta>" } ?? ""
        return "<result><authzToken>\(token)</authzToken>\(userMeta)</result>"
    }

    static func refused(_ code: String, _ text: String = "", resource: String = "r") -> AccessEnablerEvent {
        .tokenRequestFailed(resource, errorCode: code, errorDescription: text)
    }

    static func status(
        _ id: String, _ level: AdvancedStatus.Level = .error, message: String? = nil, resource: String? = "r"
    ) -> AccessEnablerEvent {
        .status(
            AdvancedStatus(id: id, level: level, message: message, extra: resource.map { ["resource": $0] } ?? [:]))
    }

    private func loggedIn(version: SDKVersion = SDKVersion(3, 9), tempPass: Bool = false) throws -> MachineBench {
        var provider = MachineBench.provider
        provider.tempPass = tempPass
        var bench = try MachineBench.configured(providers: [provider], bench: MachineBench(version: version))
        bench.logIn()
        return bench
    }

    /// A bench that has just asked for an authZ token.
    private func asked(version: SDKVersion = SDKVersion(3, 9)) throws -> MachineBench {
        var bench = try loggedIn(version: version)
        bench.call(.checkAuthorization(ResourceRequest(resource: "r")))
        return bench
    }

    private func check(_ bench: inout MachineBench, _ resource: String = "r") {
        bench.call(.checkAuthorization(ResourceRequest(resource: resource)))
    }

    @Test("Without a login checkAuthorization fails at once, and sends no request")
    func unauthenticated() throws {
        var bench = try MachineBench.configured()
        let events = bench.call(.checkAuthorization(ResourceRequest(resource: "r")))
        #expect(
            events == [Self.refused("User Not Authenticated Error"), Self.status("N000", .info, resource: nil)])
        #expect(bench.pending.isEmpty)
        #expect(
            bench.tracked.map(\.data) == [
                ["NO", nil, nil, "None", "User Not Authenticated Error", "", "unknown", "ios", "iOS"]
            ])
    }

    @Test("An expired temporary pass is reported as expired")
    func expiredPass() throws {
        var provider = MachineBench.provider
        provider.tempPass = true
        var bench = try MachineBench.configured(providers: [provider])
        bench.logIn(expires: MachineBench.earlier)
        let events = bench.call(.checkAuthorization(ResourceRequest(resource: "r")))
        #expect(
            events == [Self.refused("User Not Authenticated Error"), Self.status("N111", .warning, resource: nil)])
    }

    @Test("Without a login getAuthorization begins one, once for all resources that wait")
    func waiting() throws {
        var bench = try MachineBench.configured()
        let request = ResourceRequest(resource: "r")
        bench.call(.getAuthorization(request))
        bench.call(.getAuthorization(request))
        bench.call(.getAuthorization(ResourceRequest(resource: "s")))
        #expect(bench.machine.authorization.waiting == [request, ResourceRequest(resource: "s")])
        #expect(bench.events.isEmpty)
        bench.logIn()
        bench.run { $0.pass(on: .loginSucceeded) }
        #expect(bench.machine.authorization.waiting.isEmpty)
        #expect(bench.effects.count { if case .request = $0 { true } else { false } } == 2)
    }

    @Test("An authorization asks for the resource's token, keeps it, and gives out a media token")
    func granted() throws {
        var bench = try asked()
        let form = try #require(bench.pending.first).request
        #expect(form.url == "http://127.0.0.1:8080/adobe-services/authorizeDevice")
        let body = String(decoding: form.body, as: UTF8.self)
        #expect(body.hasPrefix("resource_id=r&requestor_id=REF&mso_id=M1&authentication_token=%3CsignatureInfo%3E"))
        #expect(body.hasSuffix("&userMeta=1&device_id=c0ffee"))
        #expect(try bench.answer("authorizeDevice", Self.answer("r")).isEmpty)
        let short = String(decoding: try #require(bench.pending.first).request.body, as: UTF8.self)
        #expect(short.hasPrefix("authz_token=%3CsignatureInfo%3E"))
        #expect(
            short.hasSuffix(
                "&session_guid=9F2C41D0-7B6E-4A5D-8C13-E0A7B45D9026&hashed_guid=false&requestor_id=REF"
                    + "&mso_id=M1&device_id=c0ffee"))
        #expect(try bench.answer("deviceShortAuthorize", Self.media) == [.setToken(Self.media, forResource: "r")])
        #expect(
            bench.tracked.map(\.data) == [
                ["YES", "M1", TrackingTests.hashedGUID, "NO", nil, nil, "unknown", "ios", "iOS"]
            ])
        let kept = bench.inStore { $0.bucket("M1").authorizations["r"] }
        #expect(kept == StoredToken(text: MachineBench.authorizationToken("REF", "r"), deviceID: "c0ffee"))
    }

    @Test("While an authZ token is valid, only media tokens are requested, a new one each time")
    func cached() throws {
        var bench = try asked()
        try bench.answer("authorizeDevice", Self.answer("r"))
        try bench.answer("deviceShortAuthorize", Self.media)
        for media in ["<signatureInfo>1", "<signatureInfo>2"] {
            check(&bench)
            #expect(bench.pending.map(\.request.url) == ["http://127.0.0.1:8080/adobe-services/deviceShortAuthorize"])
            #expect(try bench.answer("deviceShortAuthorize", media) == [.setToken(media, forResource: "r")])
            #expect(bench.tracked.first?.data[3] == "YES")
        }
    }

    @Test("An expired authZ token is replaced, and that of another resource stays")
    func renewed() throws {
        var bench = try asked()
        try bench.answer("authorizeDevice", Self.answer("r"))
        try bench.answer("deviceShortAuthorize", Self.media)
        bench.inStore { context in
            context.update("M1") {
                $0.authorizations["s"] = StoredToken(text: "other", deviceID: "c0ffee")
                $0.authorizations["r"]?.text = MachineBench.authorizationToken(
                    "REF", "r", expires: MachineBench.earlier)
            }
        }
        check(&bench)
        try bench.answer("authorizeDevice", Self.answer("r"))
        let kept = bench.inStore { $0.bucket("M1").authorizations }
        #expect(kept["r"]?.text == MachineBench.authorizationToken("REF", "r"))
        #expect(kept["s"]?.text == "other")
    }

    @Test(
        "A denial is reported by its kind, with the MVPD's message",
        arguments: [
            ("noAuthZ", nil, "Z100", "User Not Authorized Error"),
            ("fraud", "1010", "Z110", "User Not Authorized Error"),
            ("authzNone", "1010", "Z110", "User Not Authorized Error"),
            ("network", nil, "Z120", "Handled User Not Authorized Error"),
            ("invalid", nil, "Z130", "Handled User Not Authorized Error"),
            ("AUTHZNONE", nil, "Z169", "Handled User Not Authorized Error"),
        ])
    func denied(code: String, subCode: String?, id: String, error: String) throws {
        var bench = try asked()
        var fields = [TransportField("Authzf-Error-Code", code)]
        if let subCode { fields.append(TransportField("Authzf-Sub-Error-Code", subCode)) }
        let events = try bench.answer(
            "authorizeDevice", "<error><notAuthorized/><details>X</details></error>", fields: fields)
        #expect(events == [Self.refused(error, "X"), Self.status(id, message: "X")])
        #expect(bench.tracked.first?.data[4...5] == [error, "X"])
    }

    @Test("A denial without a message is reported without one, and 401 is a denial")
    func withoutWords() throws {
        var bench = try asked()
        let expected = [Self.refused("User Not Authorized Error"), Self.status("Z100")]
        #expect(try bench.answer("authorizeDevice", "<error><notAuthorized/></error>") == expected)
        check(&bench)
        #expect(try bench.answer("authorizeDevice", status: 401, "no") == expected)
    }

    @Test("Before 2.0 every denial has the same code")
    func oldDenial() throws {
        var bench = try asked(version: SDKVersion(1, 9))
        let events = try bench.answer(
            "authorizeDevice", "<error><notAuthorized/></error>",
            fields: [TransportField("Authzf-Error-Code", "invalid")])
        #expect(events.first == Self.refused("User Not Authorized Error"))
    }

    @Test("A service that can't be reached, fails, or sends garbage authorizes nothing")
    func failed() throws {
        for (status, body) in [(503, ""), (200, "<html></html>"), (200, "<result></result>"), (404, "x")] {
            var bench = try asked()
            let events = try bench.answer("authorizeDevice", status: status, body)
            #expect(events == [Self.refused("Generic Authorization Error"), Self.status("Z500")])
        }
        var bench = try asked()
        let untrusted = try bench.answer("authorizeDevice", with: .failed(.untrusted("expired")))
        #expect(
            untrusted == [
                Self.refused("Generic Authorization Error"), Self.status("SEC420", message: "expired", resource: nil),
            ])
        bench = try asked()
        try bench.answer("authorizeDevice", with: .failed(.timedOut))
        let silent = try bench.answer("authorizeDevice", with: .failed(.timedOut))
        #expect(silent == [Self.refused("Generic Authorization Error"), Self.status("Z500")])
    }

    @Test("An empty answer means that the MVPD gave no reason")
    func silentProvider() throws {
        var bench = try asked()
        #expect(
            try bench.answer("authorizeDevice") == [Self.refused("Generic Authorization Error"), Self.status("Z120")])
    }

    @Test("A media token that can't be obtained doesn't remove the authZ token")
    func noMediaToken() throws {
        var bench = try asked()
        try bench.answer("authorizeDevice", Self.answer("r"))
        let events = try bench.answer("deviceShortAuthorize", status: 500, "")
        #expect(events == [Self.refused("Generic Authorization Error"), Self.status("Z500")])
        #expect(bench.inStore { $0.bucket("M1").authorizations["r"] } != nil)
    }

    @Test("A token of another device logs out, from 2.5 on", arguments: ["34764", "58772"])
    func otherDevice(reason: String) throws {
        var bench = try asked()
        let events = try bench.answer("authorizeDevice", #"<pendingLogout reason="\#(reason)">true</pendingLogout>"#)
        #expect(
            events == [
                Self.refused("Generic Authorization Error"), Self.status("SEC412", .warning, resource: nil),
            ])
        #expect(bench.loggedInAt() == nil)
    }

    @Test("Another reason for a logout logs out without mentioning devices; before 2.5 the token stays")
    func otherReason() throws {
        let answer = #"<pendingLogout reason="0">true</pendingLogout>"#
        let expected = [Self.refused("Generic Authorization Error"), Self.status("Z500")]
        var bench = try asked()
        #expect(try bench.answer("authorizeDevice", answer) == expected)
        #expect(bench.loggedInAt() == nil)
        var old = try asked(version: SDKVersion(2, 4))
        #expect(try old.answer("authorizeDevice", answer.replacing("0", with: "34764")) == expected)
        #expect(old.loggedInAt() == "M1")
    }

    @Test("A rule that replaces the MVPD is reported along with the token")
    func standIns() throws {
        var bench = try asked()
        try bench.answer("authorizeDevice", Self.answer("r", mark: "<zAll>true</zAll>"))
        #expect(
            try bench.answer("deviceShortAuthorize", Self.media)
                == [.setToken(Self.media, forResource: "r"), Self.status("Z010", .warning)])
        var pass = try loggedIn(tempPass: true)
        check(&pass)
        try pass.answer("authorizeDevice", Self.answer("r"))
        #expect(
            try pass.answer("deviceShortAuthorize", Self.media)
                == [.setToken(Self.media, forResource: "r"), Self.status("Z011", .info)])
    }

    @Test("The app's data is sent as JSON, and the resource is returned as the app wrote it")
    func dataAndResource() throws {
        let mrss = #"<rss version="2.0"><channel><title>A & B</title></channel></rss>"#
        var bench = try loggedIn()
        bench.call(.checkAuthorization(ResourceRequest(resource: mrss, data: ["email": "h&sh"])))
        let body = String(decoding: try #require(bench.pending.first).request.body, as: UTF8.self)
        #expect(body.contains("&generic_data=%7B%22email%22%3A%22h%26sh%22%7D&"))
        #expect(body.hasPrefix("resource_id=%3Crss%20version%3D%222.0%22%3E"))
        try bench.answer("authorizeDevice", Self.answer("x"))
        let events = try bench.answer("deviceShortAuthorize", Self.media)
        #expect(events == [.setToken(Self.media, forResource: mrss)])
    }

    @Test("Up to 2.x the signed requestor ID is sent too")
    func proof() throws {
        var bench = try loggedIn(version: SDKVersion(2, 5))
        bench.machine.configuration = ConfigurationMachine(
            RequestorConfiguration(
                setting: RequestorSetting(requestor: "REF", signedRequestor: "c2ln"),
                providers: [MachineBench.provider], client: DetectedClient()))
        check(&bench)
        let body = String(decoding: try #require(bench.pending.first).request.body, as: UTF8.self)
        #expect(body.hasSuffix("&signed_requestor_id=c2ln&device_id=c0ffee"))
    }

    @Test("An answer for a login that has ended stores nothing and authorizes nothing")
    func loggedOutMeanwhile() throws {
        var bench = try asked()
        bench.inStore { $0.eraseAllStores() }
        let events = try bench.answer("authorizeDevice", Self.answer("r"))
        #expect(
            events == [Self.refused("User Not Authenticated Error"), Self.status("N000", .info, resource: nil)])
        #expect(bench.store.shared.partitions.isEmpty)
    }
}
