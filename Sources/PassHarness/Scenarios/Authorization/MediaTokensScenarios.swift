import AccessEnabler
import AccessEnablerOpenSSL
import PassCore
import PassCrypto
import PassSimulator

extension ScenarioSuite {
    static let mediaTokens: [Scenario] = [
        Scenario(
            "97", .authorization, "A media token is good for five minutes and one stream",
            given: "media token used twice, or older than 300 s", when: "verify at the backend",
            then: "refused as used; TOKEN_EXPIRED", source: "iOS/tvOS SDK overview; Media tokens"
        ) { stage in
            let app = try await stage.loggedInApp()
            await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
            let token = try app.require(app.tokens.first?.token, "TOK")
            try await stage.present(token, for: "another resource", is: "INVALID_RESOURCE_ID")
            try await stage.present(token, for: stage.cast.r, is: "VALID_TOKEN")
            try await stage.present(token, for: stage.cast.r, is: "TOKEN_ALREADY_USED")
            try await stage.sign(token, for: stage.cast.r, is: 403)
            await app.when("checkAuthorization(r1)") { $0.checkAuthorization(stage.cast.r1) }
            let other = try app.require(app.tokens.first?.token, "TOK")
            try await stage.sign(other, for: stage.cast.r1, is: 200)
            try await stage.present(other, for: stage.cast.r1, is: "TOKEN_ALREADY_USED")
            // The rest needs an embedded backend, whose time can be changed.
            guard let world = try? stage.world else { return }
            let verifier = try MediaTokenVerifier(publicKeyPEM: world.tokenKeyPEM)
            for (age, expected) in [(299, MediaTokenValidity.validToken), (301, .tokenExpired)] {
                try await stage.advance(by: .seconds(1))
                await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
                let token = try app.require(app.tokens.first?.token, "TOK")
                try await stage.advance(by: .seconds(age))
                let offline = verifier.verify(
                    token, resource: stage.cast.r, requestor: stage.cast.ref, at: world.nowMillis)
                try stage.expect(offline.validity, is: expected, "after \(age) s, by its signature:")
                let online = world.verifyMediaToken(token, resource: stage.cast.r, requestor: stage.cast.ref)
                try stage.expect(online.validity, is: expected, "after \(age) s, at the backend:")
            }
        },
        Scenario(
            "98", .authorization, "The fields of a media token", given: "media token", when: "inspect fields",
            then: """
                in this order: sessionGUID, requestorID, resourceID, ttl in ms, issueTime, mvpdId; M1 is not proxied, so no \
                proxyMvpdId
                """,
            source: "iOS/tvOS SDK overview"
        ) { stage in
            let app = try await stage.loggedInApp()
            try await stage.inspectMediaToken(of: app, [("mvpdId", stage.cast.m1)])
        },
        Scenario(
            "98a", .authorization, "The fields of a media token of a proxied MVPD", given: "logged in with X1",
            when: "inspect fields", then: "as in scenario 98, then proxyMvpdId as the last element",
            source: "iOS/tvOS SDK overview"
        ) { stage in
            let app = try await stage.loggedInApp(provider: "X1")
            try await stage.inspectMediaToken(of: app, [("mvpdId", stage.cast.x1), ("proxyMvpdId", "HubTV")])
        },
        Scenario(
            "99", .authorization, "An MRSS resource", given: "MRSS with title and rating",
            when: "getAuthorization(mrss)",
            then: "TOK's resource equals the exact string passed, as does what is sent; the rating counts",
            source: "Decisions and protected resources"
        ) { stage in
            let mrss =
                #"<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>\#(stage.cast.r)</title>"#
                + "<item><title>Tom &amp; \"Jerry\" é</title>\n<guid>show-1</guid>"
                + #"<media:rating scheme="urn:v-chip">tv-ma</media:rating></item></channel></rss>"#
            let app = try await stage.loggedInApp()
            await app.when("getAuthorization(mrss)") { $0.getAuthorization(mrss) }
            try app.saw(.tok(mrss))
            try app.expect(try app.call("authorizeDevice")["resource_id"], is: mrss, "resource_id")
            try app.expect(try app.authorizationToken(for: mrss).token.resource, is: mrss, "the authZ token's resource")
            let token = try app.require(app.tokens.first?.token, "TOK")
            try app.expect(MediaToken(token)?["resourceID"], is: mrss, "resourceID")
            try await stage.present(token, for: mrss, is: "VALID_TOKEN")
            await app.when("getAuthorization(mrss) again") { $0.getAuthorization(mrss) }
            try app.saw(.tok(mrss))
            try app.tracked(.authorized("M1", cached: true))
            let child = try await stage.configuredApp("com.z.AppB", team: "TEAM2")
            try await stage.logIn(child, as: .init("child", "any"))
            await child.when("getAuthorization(mrss)") { $0.getAuthorization(mrss) }
            try child.sawDenial(of: mrss, .unz, "Z100")
        },
    ]
}

extension Stage {
    /// Authorizes `r`, and checks the media token's form, its signature, and its fields in order.
    ///
    /// - Parameter providers: the expected last fields, with their values.
    fileprivate func inspectMediaToken(of app: SimulatedApp, _ providers: [(name: String, value: String)]) async throws
    {
        let guid = Hex.encode(Digest.md5(try app.authenticationToken(at: providers[0].value).guid.utf8))
        await app.when("checkAuthorization(r)") { $0.checkAuthorization(self.cast.r) }
        try app.saw(.tok("r"))
        try app.tracked(.authorized(providers[0].value, cached: false, guid: .text(guid)))
        let text = try app.require(app.tokens.first?.token, "TOK")
        let parts = text.split(separator: "<signatureInfo>", omittingEmptySubsequences: false)
        try expect(parts.count == 3 && parts[0].isEmpty, "a signature between two opening tags", seen: text)
        let token = try require(MediaToken(text), "a media token that can be read")
        let issued = try require(token["issueTime"], "issueTime")
        let fields =
            [
                ("sessionGUID", guid), ("requestorID", cast.ref), ("resourceID", cast.r), ("ttl", "300000"),
                ("issueTime", issued),
            ] + providers
        try expect(token.fields.map { "\($0.name)=\($0.value)" }, is: fields.map { "\($0.0)=\($0.1)" }, "fields")
        let instant = try require(
            Self.instant(issued),
            "an issueTime in the form 2031-05-14 08:30:00 +0000, not \(issued)")
        let date = try app.require(
            (try app.call("deviceShortAuthorize").response?.fields["Date"]).flatMap(CivilTime.timestamp(httpDate:)),
            "a Date beside the media token")
        let distance = abs(instant.milliseconds - date.milliseconds)
        try expect(distance <= 2_000, "an issueTime at the answer's Date", seen: "\(distance) ms away")
        if let world = try? world {
            try expect(instant.milliseconds / 1_000, is: world.nowMillis / 1_000, "issueTime, in seconds since 1970:")
        }
        try await present(text, for: cast.r, is: "VALID_TOKEN")
    }

    /// Returns the time that e.g. `2031-05-14 08:30:00 +0000` stands for, or `nil` for text in another form.
    private static func instant(_ text: String) -> Timestamp? {
        guard let match = text.wholeMatch(of: /(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) ([+-])(\d\d)(\d\d)/),
            let local = CivilTime.timestamp(isoDate: "\(match.1)T\(match.2)Z"), let hours = Int64(match.4),
            let minutes = Int64(match.5)
        else { return nil }
        let offset = (hours * 60 + minutes) * 60_000
        return Timestamp(milliseconds: local.milliseconds - (match.3 == "-" ? -offset : offset))
    }
}
