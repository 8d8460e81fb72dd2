import PassCore
import PassDomain
import PassHTTP
import PassTestSupport
import Testing

@Suite("Operations about users, devices and temporary passes")
struct MetadataOperationTests {
    @Test(
        "getMetadata and getMetadataDevice give the device's hashed identifier",
        arguments: ["getMetadata", "getMetadataDevice"])
    func deviceID(_ operation: String) throws {
        let test = try TestWorld.adobeServices()
        let form = Form(("requestor_id", "REF30"), ("device_id", "c0ffee"))
        let response = try test.post("/adobe-services/\(operation)", form.fields)
        #expect(response.status == .ok && response.text.wholeMatch(of: /[0-9a-f]{40}/) != nil)
        #expect(response.text == test.world.ports.devices.publicIdentifier(of: TestWorld.device))
        let without = try test.post("/adobe-services/\(operation)", form.without("device_id"))
        #expect(without.status == .badRequest && without.text == "<reason>34763</reason>")
        #expect(try test.post("/adobe-services/\(operation)", form.without("requestor_id")).status == .badRequest)
    }

    @Test("The device's identifier is withheld from some requestors, and for any device but the browser's")
    func deviceIDRefused() throws {
        let silent = Requestor(id: "REF30", sharesDeviceID: false)
        let test = try TestWorld.adobeServices(catalog: Catalog(requestors: ["REF30": silent]))
        let form = [("requestor_id", "REF30"), ("device_id", "c0ffee")]
        let response = try test.post("/adobe-services/getMetadata", form)
        #expect(response.status == .ok && response.body.isEmpty && response.fields["X-Pass-Simulator-Reason"] != nil)
        let other = try test.post("/adobe-services/getMetadata", form, ["ap_21": "decaf"])
        #expect(other.pendingLogoutReason == "34764")
        let strict = try TestWorld.adobeServices(policy: { $0.requestorProof = .strict })
        #expect(try strict.post("/adobe-services/getMetadataDevice", form).status == .forbidden)
        #expect(try strict.post("/adobe-services/getMetadata", form).status == .ok)
    }

    @Test("usermetadata returns the user metadata that the MVPD shares")
    func userMetadata() throws {
        let test = try TestWorld.adobeServices(ports: {
            $0.connector = ScriptedMVPD(metadata: ["userID": .string("u")])
        })
        let form = Form(("requestor", "REF30"), ("authn", try test.login().token))
        let updated = test.clock.now().milliseconds
        let expected = #"{"updated":\#(updated),"encrypted":[],"data":{"userID":"u"}}"#
        let path = "/adobe-services/usermetadata"
        #expect(try test.post(path, form.fields).text == expected)
        #expect(try test.post(path, form.with("metadata", #"{"updated":1}"#)).text == expected)
    }

    @Test("usermetadata refuses an invalid token, and stored metadata of another form")
    func userMetadataRefused() throws {
        let test = try TestWorld.adobeServices()
        let form = Form(("requestor", "REF30"), ("authn", try test.login().token))
        let path = "/adobe-services/usermetadata"
        #expect(try test.post(path, form.with("authn", "x")).pendingLogoutReason == "0")
        #expect(try test.post(path, form.with("device_id", "decaf")).pendingLogoutReason == "34764")
        for bad in [
            form.without("requestor"), form.without("authn"), form.with("metadata", "x"), form.with("metadata", "{}"),
            form.with("metadata", #"{"updated":"1"}"#),
        ] {
            let response = try test.post(path, bad)
            #expect(response.status == .badRequest && response.text == #"{"error":"invalid_request"}"#)
        }
    }

    // MARK: Temporary passes

    private func passes() throws -> TestWorld {
        var mvpd = MVPD(id: "Pass", style: .tempPass)
        mvpd.temporaryPass = TemporaryPass(timeToLive: .hours(1))
        return try TestWorld.adobeServices(catalog: Catalog(mvpds: [mvpd]))
    }

    private func reset(
        _ test: TestWorld, _ path: String, _ form: [(String, String)], _ fields: HTTPFields
    ) throws -> HTTPResponse {
        try test.answer(.delete("/reset-tempass/\(path)?\(encode(form))", fields))
    }

    @Test(
        "A reset restarts the pass of a device, with the credentials of each version",
        arguments: [("v3/reset", true, false), ("v2/reset", false, true), ("v2.1/reset", true, true)])
    func reset(_ path: String, _ needsToken: Bool, _ needsKey: Bool) throws {
        let test = try passes()
        let login = try test.login(mvpd: "Pass")
        _ = try test.world.services.authorization.authorize(
            .init(
                proof: login.token, requestor: "REF30", mvpd: nil, resource: Resource("A"), device: TestWorld.device,
                kind: .native), now: test.clock.now())
        let bearer = try test.world.services.clients.accessToken(
            client: "c", grantType: "client_credentials", now: test.clock.now()
        ) { _ in true }.text
        let form = Form(("requestor_id", "REF30"), ("mvpd_id", "Pass"), ("device_id", "c0ffee"))
        var fields: HTTPFields = [:]
        if needsToken {
            #expect(try reset(test, path, form.fields, needsKey ? ["ApiKey": "k"] : [:]).status == .unauthorized)
            fields.append(.authorization, "Bearer \(bearer)")
        }
        if needsKey {
            #expect(try reset(test, path, form.fields, fields).status == .unauthorized)
            fields.append("ApiKey", "k")
        }
        #expect(try reset(test, path, form.with("mvpd_id", "AcmeCable"), fields).status == .badRequest)
        #expect(try reset(test, path, form.without("mvpd_id"), fields).status == .badRequest)
        #expect(try reset(test, path, form.with("device_id", "decaf"), fields).status == .noContent)
        #expect(try test.world.stores.temporaryPassUses.count == 1)
        #expect(try reset(test, path, form.fields, fields).status == .noContent)
        #expect(try test.world.stores.temporaryPassUses.count == 0)
    }

    @Test("A reset by identity needs an access token, and resets every identity if it names none")
    func resetIdentities() throws {
        let test = try passes()
        let bearer = try test.world.services.clients.accessToken(
            client: "c", grantType: "client_credentials", now: test.clock.now()
        ) { _ in true }.text
        let form = [("requestor_id", "REF30"), ("mvpd_id", "Pass")]
        #expect(try reset(test, "v3/reset/generic", form, [:]).status == .unauthorized)
        #expect(try reset(test, "v3/reset/generic", form, [.authorization: "Bearer \(bearer)"]).status == .noContent)
    }

    // MARK: Platform sign-on

    private func platformWorld() throws -> TestWorld {
        var mvpd = MVPD(id: "AcmeCable")
        mvpd.flags.platform = MVPD.Platform()
        return try TestWorld.adobeServices(catalog: Catalog(mvpds: [mvpd, MVPD(id: "OtherTV")]))
    }

    private static let caller = Form(("requestor_id", "REF30"), ("mso_id", "AcmeCable"), ("device_id", "c0ffee"))

    @Test("tokens/verificationCode begins a platform login, under either name of each parameter")
    func beginPlatformLogin() throws {
        let test = try platformWorld()
        for form in [Self.caller.fields, [("requestor", "REF30"), ("mvpd", "AcmeCable"), ("deviceId", "c0ffee")]] {
            let response = try test.post("/adobe-services/tokens/verificationCode", form)
            let body = try JSONValue.parse(response.body)
            #expect(response.status == .ok && response.fields[.cacheControl] == "no-store")
            #expect(body["verificationCode"]?.stringValue?.utf8.count == 32)
            #expect(Base64.decode(body["SAMLRequest"]?.stringValue ?? "!") != nil)
        }
        for bad in [
            Self.caller.without("requestor_id"), Self.caller.without("mso_id"), Self.caller.without("device_id"),
            Self.caller.with("mso_id", "OtherTV"),
        ] {
            let response = try test.post("/adobe-services/tokens/verificationCode", bad)
            #expect(response.status == .badRequest && response.text.contains(#""error":"invalid_request""#))
        }
    }

    @Test("tokens refuses an answer without a login, of another code, or that can't be read")
    func completePlatformLogin() throws {
        let test = try platformWorld()
        let form = Form(
            ("requestor_id", "REF30"), ("mso_id", "AcmeCable"), ("device_id", "c0ffee"), ("SAMLResponse", "!"))
        #expect(try test.post("/adobe-services/tokens", form.fields).status == .unauthorized)
        _ = try test.post("/adobe-services/tokens/verificationCode", Self.caller.fields)
        #expect(try test.post("/adobe-services/tokens", form.with("verificationCode", "x")).status == .unauthorized)
        #expect(try test.post("/adobe-services/tokens", form.with("device_id", "decaf")).status == .unauthorized)
        #expect(try test.post("/adobe-services/tokens", form.fields).status == .badRequest)
        #expect(try test.post("/adobe-services/tokens", form.without("SAMLResponse")).status == .badRequest)
        let strict = try TestWorld.adobeServices(policy: { $0.requestorProof = .strict })
        for path in ["tokens", "tokens/verificationCode"] {
            #expect(try strict.post("/adobe-services/\(path)", form.fields).status == .forbidden)
        }
    }
}
