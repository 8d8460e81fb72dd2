import PassCore
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Single sign-on by REST API v2", .eachStore)
struct RESTv2SharingTests {
    private static func token(_ claims: String) -> String {
        let header = Base64.encode(Array(#"{"alg":"RS256"}"#.utf8), .url)
        return "\(header).\(Base64.encode(Array(claims.utf8), .url)).c2ln"
    }

    /// Two apps of one user, with the field of an identity.
    private func apps(
        _ site: TestSite, _ name: HTTPFieldName, _ token: String = token(#"{"sub":"viewer-1","aud":"adobe"}"#)
    ) throws -> (first: RESTv2App, second: RESTv2App) {
        var (first, second) = (try RESTv2App(site), try RESTv2App(site))
        second.requestor = "REF30"
        first.fields = [name: token]
        second.fields = [name: token]
        return (first, second)
    }

    @Test(
        "An identity shares the profile of one app with another, as long as it is sent",
        arguments: [
            ("Adobe-Subject-Token", "platformSSO"), ("X-Roku-Reserved-Roku-Connect-Token", "platformSSO"),
            ("AD-Service-Token", "serviceTokenSSO"),
        ])
    func shared(_ name: String, _ type: String) throws {
        let site = try TestSite()
        let (first, second) = try apps(site, HTTPFieldName(name))
        #expect(second.get("profiles").profiles.isEmpty)
        try first.login()
        let own = try #require(first.get("profiles").profiles["Adobe"])
        #expect(own["type"]?.stringValue == "regular")
        for path in ["profiles", "profiles/Adobe"] {
            let profile = second.get(path).profiles["Adobe"]
            #expect(profile?["type"]?.stringValue == type && profile?["issuer"]?.stringValue == "Adobe")
            #expect(profile?["notAfter"] == own["notAfter"])
        }
        #expect(second.createSession().json["reasonType"]?.stringValue == "authenticatedSSO")
        #expect(try MediaTokenVerification(site).verify(second.mediaToken()) == "VALID_TOKEN")
        var without = second
        without.fields = [:]
        #expect(without.get("profiles").profiles.isEmpty)
        #expect(without.authorize("A").errorCode == "authenticated_profile_missing")
    }

    @Test("The app's own login takes precedence over a shared one, and sharing follows the single sign-on rules")
    func precedence() throws {
        let site = try TestSite { $0.mvpds["AcmeCable"]?.authPerAggregator = true }
        var (first, second) = try apps(site, "AD-Service-Token")
        try first.login()
        #expect(second.profile().profiles["Adobe"]?["type"]?.stringValue == "serviceTokenSSO")
        var alone = second
        alone.fields = [:]
        try alone.login()
        #expect(second.profile().profiles["Adobe"]?["type"]?.stringValue == "regular")
        (first.mvpd, second.mvpd) = ("AcmeCable", "AcmeCable")
        try first.login()
        #expect(second.profile().profiles.isEmpty)
    }

    @Test("A logout with the identity removes the shared profile from every app; without it only the app's own")
    func logout() throws {
        let site = try TestSite()
        let (first, second) = try apps(site, "Adobe-Subject-Token")
        try first.login()
        let url = second.logout().json["logouts"]?["Adobe"]?["url"]?.stringValue
        #expect(url?.contains("pt_device_id=") == true && url?.contains("redirect_url") == false)
        #expect(second.profile().profiles.isEmpty)
        #expect(first.profile().profiles["Adobe"]?["type"]?.stringValue == "regular")
        _ = first.logout()
        try first.login()
        #expect(second.profile().profiles.count == 1)
        _ = first.logout()
        #expect(first.profile().profiles.isEmpty && second.profile().profiles.isEmpty)
        #expect(second.authorize("A").errorCode == "authenticated_profile_missing")
    }

    @Test(
        "A token that can't be read or isn't valid now is treated as absent",
        arguments: [
            "", "x", "a.b.c", token("[]"), token("{}"), token(#"{"sub":""}"#), token(#"{"sub":1}"#),
            token(#"{"sub":"viewer-1","exp":1}"#), token(#"{"sub":"viewer-1","exp":"never"}"#),
            token(#"{"sub":"viewer-1","nbf":9999999999}"#), token(#"{"sub":"viewer-1","nbf":"1"}"#),
            token(#"{"sub":"viewer-1","exp":9223372036854775807}"#) + ".x",
            token(#"{"sub":"\#(String(repeating: "a", count: 1025))"}"#), String(repeating: "a", count: 9000),
        ])
    func badTokens(_ token: String) throws {
        let site = try TestSite()
        let (first, second) = try apps(site, "AD-Service-Token", token)
        try first.login()
        #expect(second.get("profiles").text == #"{"profiles":{}}"#)
        #expect(first.get("profiles").profiles.count == 1)
    }

    @Test("An encrypted token of a platform stands for its user as a whole")
    func encrypted() throws {
        let (first, second) = try apps(TestSite(), "X-Roku-Reserved-Roku-Connect-Token", "a.b.c.d.e")
        try first.login()
        #expect(second.profile().profiles["Adobe"]?["type"]?.stringValue == "platformSSO")
    }

    @Test(
        "A token of a platform that isn't UTF-8 names no user",
        arguments: ["Adobe-Subject-Token", "X-Roku-Reserved-Roku-Connect-Token"])
    func notText(_ name: String) throws {
        let site = try TestSite()
        let (first, second) = (try RESTv2App(site), try RESTv2App(site))
        func token(_ byte: UInt8) -> [UInt8] { Array("a.b.c.d.".utf8) + [byte] }
        let form = FormFields.encode([
            ("mvpd", "Adobe"), ("domainName", "site.example"), ("redirectUrl", RESTv2App.redirectURL),
        ])
        let session = first.request(
            .post, "TEST_REQUESTOR/sessions", [.contentType: "application/x-www-form-urlencoded"],
            body: Array(form.utf8))
        let begun = site.send(session.adding(HTTPFieldName(name), token(0xE8)))
        try first.signIn(#require(begun.json["code"]?.stringValue))
        for byte: UInt8 in [0xE8, 0xE9] {
            let asked = second.request(.get, "REF30/profiles").adding(HTTPFieldName(name), token(byte))
            #expect(site.send(asked).text == #"{"profiles":{}}"#)
        }
        #expect(first.get("profiles").profiles.count == 1)
    }

    @Test("A login through the partner's framework gives a profile that is valid while the framework's login is")
    func partner() throws {
        var given = Configuration.MVPD.Platform()
        given.mappingID = "adobe-tv"
        let app = try RESTv2App(TestSite { $0.mvpds["Adobe"]?.platform = given })
        let answer = try app.signInByPartner(provider: "adobe-tv")
        let framework = app.framework(provider: "adobe-tv")
        let created = app.post("profiles/sso/apple", [("SAMLResponse", answer)], framework)
        #expect(created.status == .created)
        #expect(created.profiles["Adobe"]?["issuer"]?.stringValue == "Apple")
        #expect(app.get("profiles", framework).profiles["Adobe"]?["type"]?.stringValue == "appleSSO")
        let token = try app.mediaToken(fields: framework)
        #expect(MediaTokenVerification(app.site).verify(token) == "VALID_TOKEN")
        // The answer is good once.
        let again = app.post("profiles/sso/Apple", [("SAMLResponse", answer)], framework)
        #expect(again.errorCode == "invalid_parameter_saml_response")

        let refusals: [(HTTPFields, String)] = [
            ([:], "permission_access_not_present"),
            (["AP-Partner-Framework-Status": "%%%"], "permission_access_not_present"),
            (["AP-Partner-Framework-Status": "e30="], "permission_access_not_present"),
            (app.framework(access: "notDetermined"), "permission_access_not_determined"),
            (app.framework(access: "restricted"), "permission_access_not_granted"),
            (app.framework(provider: "nobody"), "provider_id_not_determined"),
            (app.framework(provider: ""), "provider_id_not_determined"),
            (app.framework(provider: "adobe-tv", expires: TestSite.start.milliseconds), "provider_info_expired"),
        ]
        for (fields, reason) in refusals {
            #expect(app.get("profiles", fields).profiles.isEmpty, "\(reason)")
            #expect(app.profile(fields).errorCode == "invalid_header_pfs_\(reason)")
            #expect(app.authorize("A", fields: fields).errorCode == "invalid_header_pfs_\(reason)")
            #expect(app.preauthorize("A", fields: fields).errorCode == "invalid_header_pfs_\(reason)")
        }
        // A session doesn't lead back to decisions that would be refused.
        let expired = app.framework(provider: "adobe-tv", expires: TestSite.start.milliseconds)
        for fields in [[:], expired] {
            #expect(app.createSession(fields).json["actionName"]?.stringValue == "authenticate")
        }
        let form = [("domainName", "site.example"), ("redirectUrl", RESTv2App.redirectURL)]
        #expect(app.post("sessions/sso/Apple", form, expired).json["reasonType"]?.stringValue == "pfs_fallback")
        #expect(app.post("sessions/sso/Apple", form, framework).json["reasonType"]?.stringValue == "authenticated")
        let code = try app.code()
        #expect(app.get("profiles/code/\(code)").text == #"{"profiles":{}}"#)
        let logout = app.logout().json["logouts"]?["Adobe"]
        #expect(logout?["actionName"]?.stringValue == "partner_logout" && logout?["url"] == nil)
        #expect(app.get("profiles", framework).profiles.isEmpty)
    }

    @Test("If the framework names no MVPD, the app asks for it as in any session")
    func withoutProvider() throws {
        let app = try RESTv2App(TestSite())
        let form = [("domainName", "site.example"), ("redirectUrl", RESTv2App.redirectURL)]
        for fields in [[:], app.framework(access: "denied", provider: ""), app.framework(provider: "nobody")] {
            let answer = app.post("sessions/sso/Apple", form, fields).json
            #expect(answer["actionName"]?.stringValue == "resume")
            #expect(answer["reasonType"]?.stringValue == "pfs_fallback")
            #expect(answer["missingParameters"] == .array([.string("mvpd")]))
        }
        let code = try #require(app.post("sessions/sso/Apple", form).json["code"]?.stringValue)
        #expect(app.post("sessions/\(code)", [("mvpd", "Adobe")]).json["actionName"]?.stringValue == "authenticate")
        try app.signIn(code)
        #expect(app.profile().profiles["Adobe"]?["type"]?.stringValue == "regular")
    }

    @Test(
        "An MVPD that isn't set up for the partner's sign-on falls back, and its profiles are refused",
        arguments: [
            (nil, .picker, "boarding_status"), (.oauth2, .supported, "profile_exchange"),
        ] as [(Configuration.MVPD.LoginStyle?, Configuration.MVPD.Platform.BoardingStatus, String)])
    func notSetUp(
        _ style: Configuration.MVPD.LoginStyle?, _ status: Configuration.MVPD.Platform.BoardingStatus, _ reason: String
    ) throws {
        var platform = Configuration.MVPD.Platform()
        platform.mappingID = "adobe-tv"
        platform.boardingStatus = status
        let site = try TestSite {
            $0.mvpds["Adobe"]?.platform = platform
            if let style { $0.mvpds["Adobe"]?.style = style }
        }
        let app = try RESTv2App(site)
        let framework = app.framework(provider: "adobe-tv")
        let form = [("domainName", "site.example"), ("redirectUrl", RESTv2App.redirectURL)]
        let begun = app.post("sessions/sso/Apple", form, framework).json
        #expect(begun["reasonType"]?.stringValue == "configuration_fallback")
        #expect(begun["actionName"]?.stringValue == "authenticate")
        let refused = app.post("profiles/sso/Apple", [("SAMLResponse", "YQ==")], framework)
        #expect(refused.status == .internalServerError)
        #expect(refused.errorCode == "invalid_configuration_mvpd_platform_\(reason)")
    }

    @Test("A SAML response must be present and readable, and answer the device's request")
    func responses() throws {
        var platform = Configuration.MVPD.Platform()
        platform.mappingID = "adobe-tv"
        let site = try TestSite { $0.mvpds["Adobe"]?.platform = platform }
        let app = try RESTv2App(site)
        let framework = app.framework(provider: "adobe-tv")
        func refused(_ form: [(name: String, value: String)], _ app: RESTv2App) -> Bool {
            app.post("profiles/sso/Apple", form, framework).errorCode == "invalid_parameter_saml_response"
        }
        #expect(refused([("SAMLResponse", "YQ==")], app))
        let answer = try app.signInByPartner(provider: "adobe-tv")
        let bad: [[(name: String, value: String)]] = [
            [], [("SAMLResponse", "")], [("SAMLResponse", "%%%")], [("SAMLResponse", "YQ==")],
            [("SAMLResponse", answer), ("SAMLResponse", "YQ==")], [("SAMLResponse", String(answer.dropFirst(40)))],
        ]
        for form in bad { #expect(refused(form, app), "\(form)") }
        var other = app
        other.device = "another"
        #expect(refused([("SAMLResponse", answer)], other))
        #expect(app.post("profiles/sso/Apple", [("SAMLResponse", answer)], framework).status == .created)
        #expect(app.post("sessions/sso/Other", [], framework).errorCode == "invalid_parameter_partner")
        #expect(app.post("profiles/sso/", [], framework).status == .notFound)
    }
}
