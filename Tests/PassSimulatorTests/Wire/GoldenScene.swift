import PassCore
import PassHTTP
import Testing

@testable import PassSimulator

/// What was before a golden exchange, played on a backend in the order of the members of `given.json` as listed here; each
/// step leaves values for the request's placeholders.
///
/// - `client`: `true`, or the requestors that its statement lists; registers a client: `bearer`.
/// - `code`: a device identifier; asks for a registration code: `code`.
/// - `login`: `{mvpd, requestor, generic, user}`, for the code if there is one. Without `user` it is only begun, with
///   `"unsent": true` the MVPD's answer isn't delivered, with `"passive": true` nobody is asked. Leaves `session` (the cookie
///   `JSESSIONID`), `state` at an OAuth 2.0 MVPD and, with a user, `SAMLResponse` and `RelayState`, or `providerCode`.
/// - `platform`: `{mvpd, device, user}`; a device begins a login by its platform, and that signs in: `verificationCode`,
///   `SAMLResponse`. With `"unsent": true` the device doesn't bring it.
/// - `fetch`: `{kind: "native" | "web", device}`; fetches the authN token: `authn`, `nameID`, `sessionIndex`, `guid`,
///   `fingerprint`.
/// - `authorize`: a resource; `authz`.
/// - `media`: `true`; `media`, and `media64` in base64.
/// - `logout`: `true`; ends the login. Leaves `logoutState`, with which an OAuth 2.0 MVPD answers.
/// - `secondsLater`: how far the World's clock is moved on, back for negative ones.
struct GoldenScene {
    let site: TestSite
    private(set) var values: [String: String] = [:]
    private var mvpd = "Adobe"
    private var requestor = "TEST_REQUESTOR"
    private var deviceField: HTTPFields = [:]
    private var device: [(name: String, value: String)] = []
    private var isNative = true

    init(_ exchange: GoldenExchange) throws {
        let configuration = try exchange.configuration()
        site = try TestSite { given in
            let (time, seed) = (given.timeMillis, given.seed)
            given = configuration
            given.timeMillis = time
            given.seed = seed
        }
        guard let given = try exchange.given() else { return }
        if let client = given["client"] { try register(client) }
        if let id = given["code"]?.stringValue { try askForCode(id) }
        if let login = given["login"] { try signIn(login) }
        if let login = given["platform"] { try signInByPlatform(login) }
        if let fetch = given["fetch"] { try fetchToken(fetch) }
        if let resource = given["authorize"]?.stringValue { try authorize(resource) }
        if given["media"] == .bool(true) { try askForMediaToken() }
        if given["logout"] == .bool(true) { try signOut() }
        if let seconds = given["secondsLater"]?.integerValue {
            site.clock?.set(to: TestSite.start + .seconds(seconds))
        }
    }

    private mutating func register(_ given: JSONValue) throws {
        let claims = JSONWriter.object { claims in
            claims.member("sub", "app")
            if let requestors = given.arrayValue { claims.member("requestors", .array(requestors)) }
        }
        let statement = "eyJhbGciOiJSUzI1NiJ9.\(Base64.encode(claims, .url)).c2ln"
        let client = try JSONValue.parse(site.post("/o/client/register", [("software_statement", statement)]).body)
        let token = site.post(
            "/o/client/token",
            [
                ("grant_type", "client_credentials"), ("client_id", client["client_id"]?.stringValue ?? ""),
                ("client_secret", client["client_secret"]?.stringValue ?? ""),
            ])
        let bearer: String = try #require(JSONValue.parse(token.body)["access_token"]?.stringValue)
        values["bearer"] = bearer
    }

    private mutating func askForCode(_ id: String) throws {
        let answer = site.post("/reggie/v1/\(requestor)/regcode", [("deviceId", id), ("format", "json")])
        let code: String = try #require(JSONValue.parse(answer.body)["code"]?.stringValue)
        values["code"] = code
    }

    private mutating func signIn(_ login: JSONValue) throws {
        mvpd = login["mvpd"]?.stringValue ?? mvpd
        requestor = login["requestor"]?.stringValue ?? requestor
        var query = [
            ("requestor_id", requestor), ("mso_id", mvpd), ("domain_name", "adobe.com"), ("noflash", "true"),
            ("no_iframe", "true"), ("redirect_url", "adobepass://ios.app"),
        ]
        if let generic = login["generic"]?.stringValue { query.append(("generic_data", generic)) }
        if let code = values["code"] { query.append(("reg_code", code)) }
        if login["passive"] == .bool(true) { query.append(("passive", "true")) }
        var browser = TestBrowser(site)
        if let user = login["user"]?.stringValue {
            let form = try browser.openLogin(query)
            let page = try browser.open(
                form.action, posting: form.fields + [("username", user), ("password", "password")])
            if let location = page.location {
                let fields = try FormFields.parse(URIReference(location)?.query ?? "")
                values["providerCode"] = fields["code"]
                values["state"] = fields["state"]
                if login["unsent"] != .bool(true) { try browser.open(location) }
            } else {
                let answer = try #require(TestBrowser.Form(page.text))
                for field in answer.fields { values[field.name] = field.value }
                if login["unsent"] != .bool(true) { try browser.open(answer.action, posting: answer.fields) }
            }
        } else {
            let begun = try browser.open("/adobe-services/authenticate/saml?" + FormFields.encode(query))
            let question = try FormFields.parse(begun.location.flatMap { URIReference($0)?.query } ?? "")
            values["state"] = question["state"]
        }
        values["session"] = browser.cookieField[.cookie]?.firstMatch(of: /JSESSIONID=([^;]+)/).map { String($0.1) }
    }

    private mutating func signInByPlatform(_ login: JSONValue) throws {
        mvpd = login["mvpd"]?.stringValue ?? "PlatformTV"
        let caller = [
            ("requestor_id", requestor), ("mso_id", mvpd), ("device_id", login["device"]?.stringValue ?? "c0ffee"),
        ]
        let begun = try JSONValue.parse(site.post("/adobe-services/tokens/verificationCode", caller).body)
        values["verificationCode"] = begun["verificationCode"]?.stringValue
        var browser = TestBrowser(site)
        let request = begun["SAMLRequest"]?.stringValue ?? ""
        let page = try browser.open("/_sim/mvpd/\(mvpd)/sso", posting: [("SAMLRequest", request)])
        let form = try #require(TestBrowser.Form(page.text))
        let user = login["user"]?.stringValue ?? "user"
        let done = try browser.open(form.action, posting: form.fields + [("username", user), ("password", "password")])
        let answer = try #require(TestBrowser.Form(done.text))
        for field in answer.fields { values[field.name] = field.value }
        if login["unsent"] == .bool(true) { return }
        let delivered = site.post("/adobe-services/tokens", caller + answer.fields)
        try #require(delivered.status == .noContent, "\(delivered.text)")
    }

    private mutating func fetchToken(_ fetch: JSONValue) throws {
        isNative = fetch["kind"]?.stringValue != "web"
        let id = fetch["device"]?.stringValue
        device = isNative ? [("device_id", id ?? "c0ffee")] : []
        if !isNative, let id { deviceField = ["ap_21": id] }
        var form = [("requestor_id", requestor)] + device
        if let code = values["code"] { form.append(("reg_code", code)) }
        var fields = deviceField
        if let session = values["session"] { fields.append(.cookie, "JSESSIONID=\(session)") }
        let answer = site.post("/adobe-services/\(isNative ? "sessionDevice" : "session")", form, fields)
        let element = answer.element("authnToken")
        let token = try #require(element, "no token: \(answer.text)")
        values["authn"] = token
        for (name, element) in [
            ("nameID", "simpleSamlNameID"), ("sessionIndex", "simpleSamlSessionIndex"),
            ("guid", "simpleTokenAuthenticationGuid"), ("fingerprint", "simpleTokenFingerprint"),
        ] {
            values[name] = token.firstMatch(of: try Regex("<\(element)>([^<]*)<"))?.output[1].substring.map(String.init)
        }
    }

    private mutating func authorize(_ resource: String) throws {
        let answer = site.post(
            "/adobe-services/\(isNative ? "authorizeDevice" : "authorize")",
            [
                ("resource_id", resource), ("requestor_id", requestor), ("mso_id", mvpd),
                ("authentication_token", values["authn"] ?? ""),
            ] + device, deviceField)
        let element = answer.element("authzToken")
        let token: String = try #require(element, "no token: \(answer.text)")
        values["authz"] = token
    }

    private mutating func askForMediaToken() throws {
        let answer = site.post(
            "/adobe-services/\(isNative ? "deviceShortAuthorize" : "shortAuthorize")",
            [("requestor_id", requestor), ("authz_token", values["authz"] ?? ""), ("session_guid", "any")] + device,
            deviceField)
        try #require(answer.text.hasPrefix("<signatureInfo>"))
        values["media"] = answer.text
        values["media64"] = Base64.encode(answer.body)
    }

    private mutating func signOut() throws {
        let answer = site.get(
            "/adobe-services/logout",
            [
                ("requestor_id", requestor), ("mso_id", mvpd), ("authentication_token", values["authn"] ?? ""),
                ("redirect_url", "adobepass://ios.app"),
            ])
        try #require(answer.status == .found)
        let query = answer.location.flatMap { URIReference($0)?.query } ?? ""
        values["logoutState"] = try FormFields.parse(query)["state"]
    }
}
