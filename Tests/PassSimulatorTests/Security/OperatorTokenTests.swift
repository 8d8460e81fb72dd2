import PassHTTP
import Testing

@testable import PassSimulator

@Suite("The token of the simulator's own paths")
struct OperatorTokenTests {
    private func send(
        _ target: String, at address: String = "0.0.0.0:8080", _ field: String? = nil, token: String? = "s3cret"
    ) throws -> HTTPResponse {
        let site = try TestSite { $0.admin.token = token }
        let request = HTTPRequest(
            target: target, authority: "localhost:8080", fields: field.map { [.authorization: $0] } ?? [:],
            connection: HTTPConnectionInfo(localAddress: address))
        return site.backend.pipeline.respond(to: request).whole()
    }

    @Test(
        "Where other machines can connect, only callers with the token get an answer",
        arguments: ["0.0.0.0:8080", "[::]:8080", "192.0.2.1:80", "[2001:db8::1]:8080"])
    func asked(_ address: String) throws {
        #expect(try send("/_sim/clock", at: address, "Bearer s3cret").status == .ok)
        #expect(try send("/_sim/clock", at: address, "bearer s3cret").status == .ok)
        for field in [nil, "Bearer", "Bearer ", "Bearer s3cre", "Bearer s3cret2", "Basic s3cret", "s3cret"] {
            let answer = try send("/_sim/clock", at: address, field)
            #expect(answer.status == .unauthorized && answer.text.contains("admin.token"), "\(field ?? "-")")
            #expect(answer.fields["WWW-Authenticate"] == "Bearer realm=\"pass-simulator\"")
        }
        for path in [
            "/_sim/environment", "/_sim/nothing", "/_ns/a/_sim/clock", "//%5fsim/state/sessions",
            "/_sim/keys/token.pem",
        ] {
            #expect(try send(path, at: address).status == .unauthorized, "\(path)")
        }
    }

    @Test("No token is required at loopback addresses, without the setting, and on open paths")
    func free() throws {
        for address in ["127.0.0.1:8080", "127.9.9.9:1", "[::1]:8080"] {
            #expect(try send("/_sim/clock", at: address).status == .ok, "\(address)")
        }
        #expect(try send("/_sim/clock", token: nil).status == .ok)
        for path in [
            "/", "/_sim/", "/_sim/dashboard/main.js", "/_sim/ready", "/_sim/ca.pem", "/_sim/ca", "/_sim/done",
            "/_sim/mvpd/Adobe/logo.svg",
            "/adobe-services/config/REF30",
        ] {
            #expect(try send(path).status == .ok, "\(path)")
        }
    }

    @Test("A refused request makes no namespace")
    func noNamespace() throws {
        let site = try TestSite { $0.admin.token = "s3cret" }
        let request = HTTPRequest(
            method: .patch, target: "/_ns/mine/_sim/clock", authority: "localhost",
            connection: HTTPConnectionInfo(localAddress: "0.0.0.0:80"))
        #expect(site.backend.pipeline.respond(to: request).whole().status == .unauthorized)
        #expect(site.backend.worlds.namespaces.all.allSatisfy { $0.world.name.isDefault })
    }

    @Test("A token is visible ASCII", arguments: ["", "a b", "a\tb", "ä", String(repeating: "a", count: 257)])
    func malformed(_ token: String) throws {
        #expect(throws: ConfigurationError.self) {
            try Configuration().overlaid(#"{admin: {token: "\#(token)"}}"#)
        }
    }
}
