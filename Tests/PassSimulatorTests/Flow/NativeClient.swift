import PassHTTP
import Testing

/// The calls of a native SDK of the second generation: cookies, `…Device` operations, a device identifier in clear.
struct NativeClient {
    let site: TestSite
    var deviceID = "c0ffee"
    var requestor = "TEST_REQUESTOR"
    var mvpd = "Adobe"
    /// `signed_requestor_id`.
    var signature: String?

    private var proof: [(name: String, value: String)] {
        signature.map { [("signed_requestor_id", $0)] } ?? []
    }

    /// Logs in and returns the authN token.
    func login(user: String = "user", redirectURL: String = "adobepass://ios.app") throws -> String {
        var browser = TestBrowser(site)
        let form = try browser.openLogin([
            ("requestor_id", requestor), ("mso_id", mvpd), ("redirect_url", redirectURL), ("domain_name", "adobe.com"),
            ("noflash", "true"), ("no_iframe", "true"),
        ])
        let end = try browser.signIn(form, user: user)
        try #require(end.location == redirectURL)
        return try #require(session(browser.cookieField).element("authnToken"))
    }

    func session(_ cookies: HTTPFields) -> HTTPResponse {
        site.post(
            "/adobe-services/1.0/sessionDevice",
            [("_method", "GET"), ("requestor_id", requestor), ("device_id", deviceID)] + proof, cookies)
    }

    func authorize(_ token: String, _ resource: String = "TEST_RESOURCE") -> HTTPResponse {
        site.post(
            "/adobe-services/authorizeDevice",
            [
                ("resource_id", resource), ("requestor_id", requestor), ("authentication_token", token),
                ("mso_id", mvpd), ("userMeta", "1"), ("device_id", deviceID),
            ] + proof)
    }

    func mediaToken(_ authzToken: String) -> HTTPResponse {
        site.post(
            "/adobe-services/deviceShortAuthorize",
            [
                ("authz_token", authzToken), ("requestor_id", requestor), ("session_guid", "any"),
                ("hashed_guid", "false"), ("mso_id", mvpd), ("device_id", deviceID),
            ] + proof)
    }
}
