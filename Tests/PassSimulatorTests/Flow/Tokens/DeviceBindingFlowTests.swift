import PassCore
import PassCrypto
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Tokens and their devices", .eachStore)
struct DeviceBindingFlowTests {
    @Test("Another device is refused: 34764 at authorizeDevice, 58772 at deviceShortAuthorize")
    func wrongDevice() throws {
        let client = NativeClient(site: try TestSite())
        let token = try client.login()
        let decision = try #require(client.authorize(token).element("authzToken"))
        var other = client
        other.deviceID = "decaf"
        #expect(other.authorize(token).text == Documented.pendingLogout(34764))
        #expect(other.mediaToken(decision).text == Documented.pendingLogout(58772))
        let web = WebClient(site: client.site, deviceID: "decaf")
        #expect(web.authorize(token).text == Documented.pendingLogout(34764))
        #expect(web.mediaToken(decision).text == Documented.pendingLogout(58772))
    }

    @Test("A native call without a device is 400, whatever the setting", arguments: [false, true])
    func missingDevice(_ isStrict: Bool) throws {
        let site = try TestSite { if isStrict { $0.deviceBinding.check = .strict } }
        let client = NativeClient(site: site)
        let token = try client.login()
        let decision = try #require(client.authorize(token).element("authzToken"))
        for deviceless in [
            site.post(
                "/adobe-services/authorizeDevice",
                [
                    ("resource_id", "TEST_RESOURCE"), ("requestor_id", "TEST_REQUESTOR"), ("mso_id", "Adobe"),
                    ("authentication_token", token),
                ], ["ap_21": "c0ffee"]),
            site.post(
                "/adobe-services/deviceShortAuthorize",
                [("authz_token", decision), ("requestor_id", "TEST_REQUESTOR"), ("session_guid", "any")]),
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
        let decision = try #require(bare.authorize(token).element("authzToken"))
        #expect(bare.mediaToken(decision).text.contains("<shortAuthorizationToken>"))
        #expect(bound.mediaToken(decision).text.contains("<shortAuthorizationToken>"))
        let other = WebClient(site: site, deviceID: "ffffffffffffffffffffffffffffffff")
        #expect(other.authorize(token).text == Documented.pendingLogout(34764))
        #expect(other.mediaToken(decision).text == Documented.pendingLogout(58772))
    }

    @Test("A web call without ap_21 is 400 under the strict setting, from session to shortAuthorize")
    func strict() throws {
        let site = try TestSite { $0.deviceBinding.check = .strict }
        let bound = WebClient(site: site, deviceID: "0123456789abcdef0123456789abcdef")
        let bare = WebClient(site: site)
        let login = try bound.login()
        let decision = try #require(bound.authorize(login.token).element("authzToken"))
        for answer in [bare.session(login.cookies), bare.authorize(login.token), bare.mediaToken(decision)] {
            #expect(answer.status == .badRequest && answer.text == Documented.missingDevice)
        }
        #expect(bound.mediaToken(decision).text.contains("<shortAuthorizationToken>"))
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
        let decision = try #require(client.authorize(token).element("authzToken"))
        #expect(decision.element("simpleTokenFingerprint") == fingerprint)
        #expect(client.mediaToken(decision).text.contains("<shortAuthorizationToken>"))
        var other = client
        other.deviceID = "decaf"
        #expect(other.authorize(token).text == Documented.pendingLogout(34764))
        #expect(other.mediaToken(decision).text == Documented.pendingLogout(58772))
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

    /// The answer of `/indiv/devices` for a browser.
    private func individualized(_ site: TestSite, _ fingerprint: String) throws -> (id: String, blob: String) {
        let answer = site.send(
            site.request(
                .post, "/indiv/devices", [.contentType: "application/json", .userAgent: "Agent (a; b) +/"],
                body: Array(#"{"fingerprint":"\#(fingerprint)"}"#.utf8)))
        let id = try #require(answer.text.firstMatch(of: /"deviceId":"([0-9a-f]{32})"/))
        let blob = try #require(answer.fields["pass_sfp"])
        #expect(answer.fields.values(.setCookie) == ["pass_sfp=\(blob); Path=/"])
        return (String(id.1), blob)
    }

    @Test("A long User-Agent is cut in pass_sfp, which a client has to send back in a header field")
    func longUserAgent() throws {
        let site = try TestSite()
        let fields: HTTPFields = [.userAgent: String(repeating: "(", count: 8_000)]
        let answer = site.send(
            site.request(.post, "/indiv/devices", fields, body: Array(#"{"fingerprint": "f"}"#.utf8)))
        let blob = try #require(answer.fields["pass_sfp"])
        let agent = try #require(blob.split(separator: "--").last.flatMap { Base64.decode($0) })
        #expect(agent == Array(String(repeating: "%28", count: 512).utf8))
    }

    @Test("The cookie pass_sfp is Secure over TLS, with SameSite=None for browsers that support it")
    func cookie() throws {
        var site = try TestSite()
        site.scheme = .https
        let answer = site.send(
            site.request(
                .post, "/indiv/devices", [.contentType: "application/json", .userAgent: "Chrome/120.0"],
                body: Array(#"{"fingerprint":"a"}"#.utf8)))
        let blob = try #require(answer.fields["pass_sfp"])
        #expect(answer.fields.values(.setCookie) == ["pass_sfp=\(blob); Path=/; Secure; SameSite=None"])
    }

    @Test("Under the strict setting pass_sfp must be the device's own where it is sent; by default it is ignored")
    func blob() throws {
        for isStrict in [false, true] {
            let site = try TestSite { if isStrict { $0.deviceBinding.check = .strict } }
            let own = try individualized(site, "a")
            let other = try individualized(site, "b")
            let client = WebClient(site: site, deviceID: own.id)
            let login = try client.login()
            let decision = try #require(client.authorize(login.token).element("authzToken"))
            let parts = own.blob.split(separator: "--").map(String.init)
            for (blob, isGood) in [
                (own.blob, true), (other.blob, false), ("x", false), (own.id, false),
                (String(own.blob.dropLast()), false),
                (own.blob + "--", false), ([parts[0], parts[1], other.id, parts[3]].joined(separator: "--"), false),
                ([parts[0], String(repeating: "0", count: 64), own.id, parts[3]].joined(separator: "--"), false),
                (["z" + parts[0].dropFirst(), parts[1], own.id, parts[3]].joined(separator: "--"), false),
            ] {
                var asking = client
                asking.blob = blob
                for answer in [
                    asking.session(login.cookies), asking.authorize(login.token), asking.mediaToken(decision),
                ] {
                    let isRefused = answer.status == .badRequest && answer.text == Documented.missingDevice
                    #expect(isRefused == (isStrict && !isGood), "\(blob): \(answer.text)")
                }
            }
        }
    }

    @Test("The cookie with the blob of another device is ignored", arguments: [false, true])
    func blobInCookie(_ isStrict: Bool) throws {
        let site = try TestSite { if isStrict { $0.deviceBinding.check = .strict } }
        let own = try individualized(site, "a")
        let other = try individualized(site, "b")
        var client = WebClient(site: site, deviceID: own.id)
        let token = try client.login().token
        client.site.fields = [.cookie: "pass_sfp=\(other.blob)"]
        #expect(client.authorize(token).element("authzToken") != nil)
    }

    @Test("A browser's statements about itself are required by no setting and bind nothing", arguments: [false, true])
    func fragments(_ isStrict: Bool) throws {
        let site = try TestSite { if isStrict { $0.deviceBinding.check = .strict } }
        var client = WebClient(site: site, deviceID: "0123456789abcdef0123456789abcdef")
        let plain = try client.login().token
        client.site.fields = [
            "ap_42": "anonymous", "ap_11": "Linux i686", "ap_z": "Mozilla/5.0", "ap_19": "any", "ap_23": "any",
        ]
        #expect(client.authorize(plain).element("authzToken") != nil)
        let told = try client.login().token
        client.site.fields = ["ap_42": "other", "ap_11": "Win32", "ap_z": "Other/1.0"]
        let decision = try #require(client.authorize(told).element("authzToken"))
        client.site.fields = [:]
        #expect(client.mediaToken(decision).text.contains("<shortAuthorizationToken>"))
    }

    @Test(
        "A native client may name the device of a web token, a web client never that of a native one",
        arguments: [
            Configuration.DeviceBinding.Form.signature, .hash, .plain,
        ])
    func generations(_ form: Configuration.DeviceBinding.Form) throws {
        let site = try TestSite { $0.deviceBinding.form = form }
        let native = NativeClient(site: site)
        let web = WebClient(site: site, deviceID: native.deviceID)
        #expect(native.authorize(try web.login().token).element("authzToken") != nil)
        let answer = web.authorize(try native.login())
        // In clear the two forms are one.
        #expect((answer.text == Documented.pendingLogout(34764)) == (form != .plain))
    }

    @Test("A platform's single sign-on and device information that can't be read are ignored")
    func passedOver() throws {
        var site = try TestSite()
        site.fields = ["Adobe-Subject-Token": "not a token", "X-Device-Info": "%%% no base64"]
        let client = NativeClient(site: site)
        let token = try client.login()
        for more in [
            ("ast", "x.y.z"), ("ast", "\0"), ("device_info", "%%%"), ("device_info", "bm8ganNvbg=="),
            ("device_info", ""),
            ("networkType", "WIFI"),
        ] {
            let answer = site.post(
                "/adobe-services/authorizeDevice",
                [
                    ("resource_id", "TEST_RESOURCE"), ("requestor_id", "TEST_REQUESTOR"), ("mso_id", "Adobe"),
                    ("authentication_token", token), ("device_id", client.deviceID), more,
                ])
            #expect(answer.element("authzToken") != nil, "\(more)")
        }
        for info in ["%%%", "bm8ganNvbg==", "W10=", "e30"] {
            let code = site.post(
                "/reggie/v1/TEST_REQUESTOR/regcode", [("deviceId", "c0ffee"), ("device_info", info), ("ast", "x")])
            #expect(code.status == .created, "\(info)")
        }
    }
}
