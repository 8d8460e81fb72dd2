import PassHTTP
import Testing

/// The calls of a web client: `ap_21` names its device where it has one.
struct WebClient {
    var site: TestSite
    var deviceID: String?
    /// `pass_sfp`.
    var blob: String?
    var requestor = "TEST_REQUESTOR"
    var mvpd = "Adobe"

    /// What a client holds after a login.
    struct Login {
        var token: String
        var cookies: HTTPFields
    }

    private var device: HTTPFields {
        var fields: HTTPFields = deviceID.map { ["ap_21": $0] } ?? [:]
        if let blob { fields.append("pass_sfp", blob) }
        return fields
    }

    func login(user: String = "user", redirectURL: String = "https://site.example/done") throws -> Login {
        var browser = TestBrowser(site)
        let form = try browser.openLogin([
            ("requestor_id", requestor), ("mso_id", mvpd), ("domain_name", "adobe.com"), ("noflash", "true"),
            ("no_iframe", "false"), ("redirect_url", redirectURL),
        ])
        let end = try browser.signIn(form, user: user)
        try #require(end.location == redirectURL)
        return Login(
            token: try #require(session(browser.cookieField).element("authnToken")), cookies: browser.cookieField)
    }

    func session(_ cookies: HTTPFields) -> HTTPResponse {
        var fields = device
        for (name, value) in cookies.pairs { fields.append(HTTPFieldName(name), value) }
        return site.post("/adobe-services/session", [("_method", "GET"), ("requestor_id", requestor)], fields)
    }

    func authorize(_ token: String, _ resource: String = "TEST_RESOURCE", userMeta: String? = nil) -> HTTPResponse {
        var form = [
            ("resource_id", resource), ("requestor_id", requestor), ("authentication_token", token), ("mso_id", mvpd),
        ]
        if let userMeta { form.append(("userMeta", userMeta)) }
        return site.post("/adobe-services/authorize", form, device)
    }

    func mediaToken(_ decision: String, guid: String = "any") -> HTTPResponse {
        site.post(
            "/adobe-services/shortAuthorize",
            [
                ("authz_token", decision), ("requestor_id", requestor), ("session_guid", guid),
                ("hashed_guid", "false"),
            ], device)
    }

    /// Logs in, is authorized and gets a media token.
    func mediaToken(for resource: String = "TEST_RESOURCE") throws -> String {
        let decision = try #require(authorize(try login().token, resource).element("authzToken"))
        return mediaToken(decision).text
    }
}
