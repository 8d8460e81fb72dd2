import FoundationEssentials
import PassCore
import PassHTTP
import PassTestSupport
import Testing

@testable import PassSimulator

/// What was before a golden exchange of REST API v2: a registered client, and the steps in `given.json`, in their order.
///
/// The World is that of `configuration.json5` beside the exchange, else of the one in `Fixtures/Wire/RESTv2`. Its clock stands
/// at 2025-12-06T05:46:40Z. Each step is an object with one member:
///
/// - `session`: a form; creates a session: `code`. `login`: a user, who signs in for that code in a browser.
/// - `authorize`: resources; asks for decisions at the MVPD of `at`. `logout`: an MVPD.
/// - `legacyLogout`: `true`; the browser of the last login logs out by the legacy API.
/// - `client`: the requestors that the statement of another client lists, which makes the call.
/// - `elsewhere`: `{name, token}`; another app logs a user in with that token of an identity in that field.
/// - `partner`: a user, who signs in by the partner's framework: `SAMLResponse`. With `"unsent": true` the app doesn't send it.
/// - `join`: `{device, id, info}`; a device gets its service token: `serviceToken`, and `oldServiceToken` for the one before.
///   Without `id` it uses the code that `link` gave. `link`: `true`; the last device makes a code: `linkCode`.
/// - `refresh`: `true`; the client gets a new access token. `later`: seconds that pass.
///
/// Every request has `bearer` for its access token.
struct RESTv2Scene {
    let site: TestSite
    private(set) var values: [String: String] = [:]

    /// All exchanges, by name.
    static let exchanges = exchanges(in: "RESTv2") + exchanges(in: "SSOService")

    private static func exchanges(in name: String) -> [GoldenExchange] {
        let folder = "\(Fixture.directory)/Wire/\(name)"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().filter { FileManager.default.fileExists(atPath: "\(folder)/\($0)/request.http") }
            .map { GoldenExchange(name: "\(name)/\($0)") }
    }

    init(_ exchange: GoldenExchange) throws {
        let own = "Wire/\(exchange.name)/configuration.json5"
        let file = (try? Fixture.bytes(own)) == nil ? "Wire/RESTv2/configuration.json5" : own
        let configuration = try Configuration.load(file: "\(Fixture.directory)/\(file)") { _ in
            try Fixture.bytes(file)
        }
        site = try TestSite { given in
            let (time, seed) = (given.timeMillis, given.seed)
            given = configuration
            given.timeMillis = time
            given.seed = seed
            // The samples name the address of a device behind a proxy.
            given.trustedProxies = Configuration.AddressRange("127.0.0.1").map { [$0] } ?? []
        }
        site.clock?.set(to: Timestamp(milliseconds: 1_765_000_000_000))
        var app = try RESTv2App(site)
        app.requestor = "DEMOTV"
        app.device = "demo-device"
        app.mvpd = "ExampleCable"
        values["bearer"] = app.bearer
        var browser = TestBrowser(site)
        for step in try exchange.given()?.arrayValue ?? [] {
            if let form = step["session"]?.objectValue {
                let fields = form.keys.sorted().map { ($0.string, form[$0]?.stringValue ?? "") }
                let answer = app.post("sessions", fields, Self.device)
                let code: String = try #require(answer.json["code"]?.stringValue, "\(answer.text)")
                values["code"] = code
            }
            if let user = step["login"]?.stringValue {
                browser = try app.signIn(values["code"] ?? "", user: user)
            }
            if let resources = step["authorize"]?.arrayValue {
                var asking = app
                asking.mvpd = step["at"]?.stringValue ?? app.mvpd
                let answer = asking.decide("authorize", resources.compactMap(\.stringValue), Self.identity)
                try #require(answer.itemCodes.allSatisfy { $0 == nil }, "\(answer.text)")
            }
            if let mvpd = step["logout"]?.stringValue {
                try #require(app.get("logout/\(mvpd)").status == .ok)
            }
            if let token = step["elsewhere"] {
                var other = try RESTv2App(site)
                (other.requestor, other.device, other.mvpd) = (app.requestor, "another-device", app.mvpd)
                other.fields.append(
                    HTTPFieldName(token["name"]?.stringValue ?? ""), token["token"]?.stringValue ?? "")
                try other.login(user: "b2c4c1f09a7e4e0d")
            }
            if let user = step["partner"]?.stringValue {
                let answer = try app.signInByPartner(user: user)
                values["SAMLResponse"] = answer
                if step["unsent"] != .bool(true) {
                    let form = [(name: "SAMLResponse", value: answer)]
                    try #require(app.post("profiles/sso/Apple", form, app.framework()).status == .created)
                }
            }
            if step["legacyLogout"] == .bool(true) { try browser.open("/adobe-services/logout?requestor_id=DEMOTV") }
            if let requestors = step["client"]?.arrayValue {
                let claims = JSONWriter.object { claims in
                    claims.member("sub", "app")
                    claims.member("requestors", .array(requestors))
                }
                let statement = "eyJhbGciOiJSUzI1NiJ9.\(Base64.encode(claims, .url)).c2ln"
                values["bearer"] = try site.registeredClient(statement: statement).bearer
            }
            if let join = step["join"] {
                try self.join(join, app)
            }
            if step["link"] == .bool(true) {
                let answer = app.sso(.post, "link", ["AD-Service-Token": values["serviceToken"] ?? ""])
                values["linkCode"] = try #require(answer.json["code"]?.stringValue, "\(answer.text)")
            }
            if let device = step["unlink"]?.stringValue {
                let answer = app.sso(
                    .post, "unlink", ["AD-Service-Token": values["serviceToken"] ?? ""],
                    body: #"{"devices":["\#(device)"]}"#)
                try #require(answer.status == .ok, "\(answer.text)")
            }
            if step["refresh"] == .bool(true) {
                try app.refreshToken()
                values["bearer"] = app.bearer
            }
            if let seconds = step["later"]?.integerValue { site.clock?.advance(by: .seconds(seconds)) }
        }
    }

    /// Has a device get its service token.
    private mutating func join(_ join: JSONValue, _ app: RESTv2App) throws {
        var device = app
        device.device = join["device"]?.stringValue ?? app.device
        var fields: HTTPFields = [:]
        if let id = join["id"]?.stringValue {
            fields.append("X-SSO-ID", id)
        } else {
            fields.append("X-SSO-LINK", values["linkCode"] ?? "")
        }
        if let info = join["info"] { fields.append("X-Device-Info", Base64.encode(JSONWriter.bytes(of: info))) }
        let answer = device.sso(.post, "serviceToken", fields)
        values["oldServiceToken"] = values["serviceToken"]
        values["serviceToken"] = try #require(answer.json["serviceToken"]?.stringValue, "\(answer.text)")
    }

    /// What the device of the samples says about itself.
    private static let device: HTTPFields = [
        "User-Agent": "DemoTV/2.0 (Box 4; Linux 6.1)", "X-Forwarded-For": "203.0.113.9",
        "X-Device-Info": Base64.encode(
            Array(
                #"{"primaryHardwareType":"SetTopBox","model":"Box 4","version":"4.1","manufacturer":"Acme","vendor":"Acme","osName":"Linux","osVersion":"6.1","connectionType":"LAN","connectionPort":"50123","connectionSecure":true,"applicationId":"DEMOTV"}"#
                    .utf8)),
    ]
    /// The identity that an earlier call names for a promotional pass.
    private static let identity: HTTPFields = [
        "AP-TempPass-Identity": Base64.encode(Array(#"{"email":"5f1d0c"}"#.utf8))
    ]
}
