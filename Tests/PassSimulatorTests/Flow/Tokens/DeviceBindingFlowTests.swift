import PassCrypto
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Tokens and their devices")
struct DeviceBindingFlowTests {
    @Test("Another device is told so: 34764 at authorizeDevice, 58772 at deviceShortAuthorize")
    func wrongDevice() throws {
        let client = NativeClient(site: try TestSite())
        let token = try client.login()
        let permission = try #require(client.authorize(token).element("authzToken"))
        var other = client
        other.deviceID = "decaf"
        #expect(other.authorize(token).text == Documented.pendingLogout(34764))
        #expect(other.mediaToken(permission).text == Documented.pendingLogout(58772))
        let web = WebClient(site: client.site, deviceID: "decaf")
        #expect(web.authorize(token).text == Documented.pendingLogout(34764))
        #expect(web.mediaToken(permission).text == Documented.pendingLogout(58772))
    }

    @Test("A native call without a device is 400, whatever the setting", arguments: [false, true])
    func missingDevice(_ isStrict: Bool) throws {
        let site = try TestSite { if isStrict { $0.deviceBinding.check = .strict } }
        let client = NativeClient(site: site)
        let token = try client.login()
        let permission = try #require(client.authorize(token).element("authzToken"))
        for deviceless in [
            site.post(
                "/adobe-services/authorizeDevice",
                [
                    ("resource_id", "TEST_RESOURCE"), ("requestor_id", "TEST_REQUESTOR"), ("mso_id", "Adobe"),
                    ("authentication_token", token),
                ], ["ap_21": "c0ffee"]),
            site.post(
                "/adobe-services/deviceShortAuthorize",
                [("authz_token", permission), ("requestor_id", "TEST_REQUESTOR"), ("session_guid", "any")]),
        ] {
            #expect(deviceless.status == .badRequest && deviceless.text == Documented.missingDevice)
        }
    }

    @Test("A web call without ap_21 is accepted by default")
    func lenient() throws {
        let site = try TestSite()
        let bound = WebClient(site: site, deviceID: "0123456789abcdef0123456789abcdef")
        let bare = WebClient(site: site)
        let token = try bound.login().token
        let permission = try #require(bare.authorize(token).element("authzToken"))
        #expect(bare.mediaToken(permission).text.contains("<shortAuthorizationToken>"))
        #expect(bound.mediaToken(permission).text.contains("<shortAuthorizationToken>"))
        let other = WebClient(site: site, deviceID: "ffffffffffffffffffffffffffffffff")
        #expect(other.authorize(token).text == Documented.pendingLogout(34764))
        #expect(other.mediaToken(permission).text == Documented.pendingLogout(58772))
    }

    @Test("A web call without ap_21 is 400 under the strict setting, from session to shortAuthorize")
    func strict() throws {
        let site = try TestSite { $0.deviceBinding.check = .strict }
        let bound = WebClient(site: site, deviceID: "0123456789abcdef0123456789abcdef")
        let bare = WebClient(site: site)
        let login = try bound.login()
        let permission = try #require(bound.authorize(login.token).element("authzToken"))
        for answer in [bare.session(login.cookies), bare.authorize(login.token), bare.mediaToken(permission)] {
            #expect(answer.status == .badRequest && answer.text == Documented.missingDevice)
        }
        #expect(bound.mediaToken(permission).text.contains("<shortAuthorizationToken>"))
    }

    @Test(
        "The fingerprint of a native token has the form that was set, and the flow works with each",
        arguments: [
            // echo -n c0ffee | sha1sum
            (Configuration.DeviceBinding.Form.hash, "238ae8e25d90fefb6a01644334c30cb1f5232efc"), (.plain, "c0ffee"),
        ])
    func forms(_ form: Configuration.DeviceBinding.Form, _ fingerprint: String) throws {
        let client = NativeClient(site: try TestSite { $0.deviceBinding.form = form })
        let token = try client.login()
        #expect(token.element("simpleTokenFingerprint") == fingerprint)
        let permission = try #require(client.authorize(token).element("authzToken"))
        #expect(permission.element("simpleTokenFingerprint") == fingerprint)
        #expect(client.mediaToken(permission).text.contains("<shortAuthorizationToken>"))
        var other = client
        other.deviceID = "decaf"
        #expect(other.authorize(token).text == Documented.pendingLogout(34764))
        #expect(other.mediaToken(permission).text == Documented.pendingLogout(58772))
    }

    @Test("By default the fingerprint is a signature over the device identifier that the device key verifies")
    func signature() throws {
        let client = NativeClient(site: try TestSite())
        let token = try client.login()
        let text = try #require(token.element("simpleTokenFingerprint"))
        let signature = try #require(Base64Text.decode(text))
        #expect(client.site.keys.device.publicKey.isValid(signature: signature, over: Array("c0ffee".utf8)))
        #expect(client.authorize(token).element("authzToken")?.element("simpleTokenFingerprint") == text)
    }
}
