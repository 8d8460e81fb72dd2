import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Tokens that were tampered with", .eachStore)
struct TokenTamperingTests {
    private static let parts = 8

    /// Posts a token with one bit of one byte turned over, at every `parts`-th place from `part` on.
    ///
    /// - Returns: the places whose variants were answered by anything but `pendingLogout`.
    private func accepted(
        _ token: String, _ part: Int, _ site: TestSite, _ path: String, _ name: String,
        _ more: [(name: String, value: String)]
    ) throws -> [Int] {
        let fields: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        let expected = Array(Documented.pendingLogout.utf8)
        func isRefused(_ body: [UInt8]) -> Bool {
            let answer = site.send(site.request(.post, path, fields, body: body))
            return answer.status == .ok && answer.body == expected
        }
        // The form is written once; a variant differs in what stands for one byte.
        var form = Array((FormFields.encode(more) + "&\(name)=").utf8)
        var starts: [Int] = []
        for byte in token.utf8 {
            starts.append(form.count)
            form += Self.escapes[Int(byte)]
        }
        try #require(!isRefused(form))
        var accepted: [Int] = []
        for (place, byte) in token.utf8.enumerated() where place % Self.parts == part {
            let end = starts[place] + Self.escapes[Int(byte)].count
            for bit in 0..<7 {
                let changed = Self.escapes[Int(byte ^ (1 << bit))]
                if !isRefused(form[..<starts[place]] + changed + form[end...]) { accepted.append(place) }
            }
        }
        return accepted
    }

    /// How a form writes each byte.
    private static let escapes: [[UInt8]] = (0...255).map { byte in
        Array(FormFields.encode([("", String(Unicode.Scalar(UInt8(byte))))]).utf8.dropFirst())
    }

    @Test("One changed bit anywhere in an authN token makes authorize refuse it", arguments: 0..<parts)
    func profile(_ part: Int) throws {
        let site = try TestSite()
        let client = NativeClient(site: site)
        let token = try client.login()
        try #require(client.authorize(token).element("authzToken") != nil)
        let accepted = try accepted(
            token, part, site, "/adobe-services/authorizeDevice", "authentication_token",
            [
                ("resource_id", "TEST_RESOURCE"), ("requestor_id", "TEST_REQUESTOR"), ("mso_id", "Adobe"),
                ("device_id", "c0ffee"),
            ])
        #expect(accepted == [])
    }

    @Test("One changed bit anywhere in an authZ token makes deviceShortAuthorize refuse it", arguments: 0..<parts)
    func decision(_ part: Int) throws {
        let site = try TestSite()
        let client = NativeClient(site: site)
        let token = try #require(client.authorize(try client.login()).element("authzToken"))
        try #require(client.mediaToken(token).text.contains("<shortAuthorizationToken>"))
        let accepted = try accepted(
            token, part, site, "/adobe-services/deviceShortAuthorize", "authz_token",
            [("requestor_id", "TEST_REQUESTOR"), ("session_guid", "any"), ("device_id", "c0ffee")])
        #expect(accepted == [])
    }

    @Test("A token cut short anywhere, or with something after it, is refused")
    func truncated() throws {
        let client = NativeClient(site: try TestSite())
        let token = try client.login()
        let decision = try #require(client.authorize(token).element("authzToken"))
        for length in stride(from: 1, to: token.count, by: 37) {
            #expect(client.authorize(String(token.prefix(length))).text == Documented.pendingLogout)
        }
        for length in stride(from: 1, to: decision.count, by: 37) {
            #expect(client.mediaToken(String(decision.prefix(length))).text == Documented.pendingLogout)
        }
        for variant in [token + " ", token + "\n", " " + token, token + "<a/>", String(token.dropLast())] {
            #expect(client.authorize(variant).text == Documented.pendingLogout)
        }
    }

    @Test("A signature with its plus signs turned into spaces is read as intended")
    func spacesForPlus() throws {
        let client = NativeClient(site: try TestSite())
        let token = try client.login()
        let tag = "<signatureInfo>"
        let parts = token.split(separator: tag, omittingEmptySubsequences: false)
        try #require(parts.count == 3)
        let spaced = tag + parts[1].replacing("+", with: " ") + tag + parts[2]
        #expect(client.authorize(spaced).element("authzToken") != nil)
        let slashed = tag + parts[1] + "</signatureInfo>" + parts[2]
        #expect(client.authorize(slashed).element("authzToken") != nil)
    }

    @Test("A token that another installation signed is refused, in both places")
    func foreign() throws {
        let here = NativeClient(site: try TestSite())
        let there = NativeClient(site: try TestSite(tokenKey: "Keys/statement.pem"))
        let token = try there.login()
        let decision = try #require(there.authorize(token).element("authzToken"))
        #expect(here.authorize(token).text == Documented.pendingLogout)
        #expect(here.mediaToken(decision).text == Documented.pendingLogout)
    }

    @Test("Each kind of token is refused where the other kind is required")
    func swapped() throws {
        let client = NativeClient(site: try TestSite())
        let token = try client.login()
        let decision = try #require(client.authorize(token).element("authzToken"))
        let media = client.mediaToken(decision).text
        for wrong in [decision, media] { #expect(client.authorize(wrong).text == Documented.pendingLogout) }
        for wrong in [token, media] { #expect(client.mediaToken(wrong).text == Documented.pendingLogout) }
    }
}
