import AccessEnabler
import AccessEnablerOpenSSL
import PassSimulator

extension ScenarioSuite {
    static let storageOfTokens: [Scenario] = [
        Scenario(
            "157", .storage, "A media token is never stored", given: "media token received", when: "inspect store",
            then: "no media token anywhere; the next one is asked for again", source: "iOS/tvOS SDK overview"
        ) { stage in
            let app = try await stage.open()
            try await stage.logIn(app)
            let text = try await app.expectAuthorized(cached: false)
            let token = try app.require(MediaToken(text), "a media token")
            let guid = try app.require(token["sessionGUID"], "sessionGUID")
            let media = StoreGeneration.allCases.map { app.sharedMedium($0).text } + [app.ownMedium.text]
            for stored in media {
                let marks = ["shortAuthorizationToken", "authToken>", "sessionGUID", guid]
                try app.expect(!marks.contains { stored.contains($0) }, "no media token in the store", seen: stored)
            }
            try app.expect(app.bucket()?.authorizations[stage.cast.r] != nil, "the authZ token in the store")
            try await app.expectAuthorized(cached: true)
        },
        Scenario(
            "158", .storage, "The vendor's three token listings as printed",
            given: "the listings typed in: indented, two opening signature tags, the fingerprint on a line of its own",
            when: "the service answers with them",
            then: "accepted, white space around values trimmed; tokens from the backend itself are one line each",
            source: "iOS/tvOS SDK overview; Android AccessEnabler 1.8 (behaviour)"
        ) { stage in
            let real = try await stage.open()
            try await stage.logIn(real)
            let login = try real.require(real.bucket()?.authentication?.text, "the authN token")
            let media = try await real.expectAuthorized(cached: false)
            let authorization = try real.require(real.bucket()?.authorizations[stage.cast.r]?.text, "the authZ token")
            for token in [login, authorization, media] {
                try real.expect(!token.contains(where: \.isNewline), "a token on one line", seen: token)
            }

            let printed = PrintedTokens()
            for form in [{ $0 }, PrintedTokens.spread] {
                try printed.areRead(
                    login: form(printed.login), authorization: form(printed.authorization), media: form(printed.media),
                    stage)
            }

            var current = PrintedTokens(requestor: stage.cast.ref, provider: stage.cast.m1, resource: stage.cast.r)
            current.loginExpires = "2099/12/24 10:30:00 GMT +0200"
            current.authorizationExpires = "2099/12/23 01:30:00 GMT -0700"
            stage.network.answer("sessionDevice", status: 200, body: PrintedTokens.answer("authnToken", current.login))
            stage.network.answer(
                "authorizeDevice", status: 200, body: PrintedTokens.answer("authzToken", current.authorization))
            stage.network.answer("deviceShortAuthorize", status: 200, body: current.media)
            let app = try await stage.open(on: stage.device(name: "phone with printed tokens"))
            try await stage.logIn(app)
            // The value is the output of `printf 71C69B91-F327-F185-F29E-2CE20DC560F5 | md5sum`.
            let guid = TrackingPattern.Item.text("b223f235d539f26a50a1afe15cbc19cf")
            try app.tracked(.authenticated("M1", cached: false, guid: guid))
            await app.when("getMetadata(authN)") { $0.getMetadata([METADATA_OPCODE_KEY: METADATA_AUTHENTICATION]) }
            try app.saw(.meta(.string(current.loginExpires), METADATA_AUTHENTICATION))
            for isCached in [false, true] {
                await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
                try app.saw(.tok("r"))
                try app.expect(app.tokens.first?.token, is: current.media, "the media token as it came:")
                try app.tracked(.authorized("M1", cached: isCached, guid: guid))
                try await app.reopen()
                try await app.expectAuthenticated(at: "M1")
            }
            await app.when("getMetadata(authZ, r)") {
                $0.getMetadata([
                    METADATA_OPCODE_KEY: METADATA_AUTHORIZATION, METADATA_RESOURCE_ID_KEY: stage.cast.r,
                ])
            }
            try app.saw(.meta(.string(current.authorizationExpires), METADATA_AUTHORIZATION))
        },
        Scenario(
            "159", .storage, "An expiry is a local time with its offset from GMT",
            given: "expiry text yyyy/MM/dd HH:mm:ss GMT +hhmm, in three time zones", when: "compared with the clock",
            then: "valid before and at that instant, invalid after", source: "iOS/tvOS SDK overview", needs: [.clock]
        ) { stage in
            // The time is 2031-05-17 08:30:00 UTC, and authN tokens are valid for 30 days.
            try stage.world.set(toMillis: 1_936_773_000_000)
            let texts = [
                "2031/06/16 08:30:00 GMT +0000", "2031/06/16 10:30:00 GMT +0200", "2031/06/16 01:30:00 GMT -0700",
            ]
            var apps: [SimulatedApp] = []
            for text in texts {
                stage.network.mutate("sessionDevice") { _, response in
                    var response = response
                    let body = String(decoding: response.body, as: UTF8.self)
                    response.body = Array(body.replacing(texts[0], with: text).utf8)
                    return response
                }
                let app = try await stage.open(on: stage.device(name: text))
                try await stage.logIn(app)
                await app.when("getMetadata(authN)") { $0.getMetadata([METADATA_OPCODE_KEY: METADATA_AUTHENTICATION]) }
                try app.saw(.meta(.string(text), METADATA_AUTHENTICATION))
                stage.network.restore("sessionDevice")
                apps.append(app)
            }
            try await stage.advance(by: .seconds(30 * 86_400))
            for app in apps { try await app.expectAuthenticated(at: "M1") }
            try await stage.advance(by: .seconds(1))
            for app in apps { try await app.expectNotAuthenticated() }
        },
    ]
}

/// The three tokens in the form that "iOS/tvOS SDK overview" prints, by default with the values printed there.
private struct PrintedTokens {
    var guid = "71C69B91-F327-F185-F29E-2CE20DC560F5"
    var requestor = "TEST_REQUESTOR"
    var provider = "Adobe"
    var resource = "TEST_RESOURCE"
    var loginExpires = "2011/03/19 02:29:34 GMT +0200"
    var authorizationExpires = "2011/03/17 14:40:08 GMT +0200"

    var login: String {
        """
          <signatureInfo>base64(...)<signatureInfo>
          <simpleAuthenticationToken>
              <simpleTokenAuthenticationGuid>\(guid)</simpleTokenAuthenticationGuid>
              <simpleTokenRequestorID>\(requestor)</simpleTokenRequestorID>
              <simpleTokenDomainName>adobe.com</simpleTokenDomainName>
              <simpleTokenExpires>\(loginExpires)</simpleTokenExpires>
              <simpleTokenMsoID>\(provider)</simpleTokenMsoID>
              <simpleTokenDeviceID>
                  <simpleTokenFingerprint>
                      HASH(true device identification info)
                  </simpleTokenFingerprint>
              </simpleTokenDeviceID>
          </simpleAuthenticationToken>

        """
    }

    var authorization: String {
        """
          <signatureInfo>base64(...)<signatureInfo>
          <simpleAuthorizationToken>
              <simpleTokenRequestorID>\(requestor)</simpleTokenRequestorID>
              <simpleTokenResourceID>\(resource)</simpleTokenResourceID>
              <simpleTokenTTL>\(authorizationExpires)</simpleTokenTTL>
              <simpleTokenMsoID>\(provider)</simpleTokenMsoID>
              <simpleTokenDeviceID>
                  <simpleTokenFingerprint>
                      HASH(true device identification info)
                  </simpleTokenFingerprint>
              </simpleTokenDeviceID>
          </simpleAuthorizationToken>

        """
    }

    let media = """
          <signatureInfo>signature<signatureInfo>
          <shortAuthorizationToken>
            <sessionGUID>session_guid</sessionGUID>
            <requestorID>requestor_id</requestorID>
            <resourceID>resource_id</resourceID>
            <ttl>ttl_in_ms</ttl>
            <issueTime>issue_time</issueTime>
            <mvpdId>mvpd_id</mvpdId>
            <proxyMvpdId>proxy_mvpd_id</proxyMvpdId>
          </shortAuthorizationToken>

        """

    /// Returns a token with each value on a line of its own.
    static func spread(_ token: String) -> String {
        token.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard let start = line.firstIndex(of: ">"), let end = line.lastIndex(of: "<"), start < end,
                !line.contains("signatureInfo")
            else { return String(line) }
            return "\(line[...start])\n                \(line[line.index(after: start)..<end])\n    \(line[end...])"
        }.joined(separator: "\n")
    }

    /// Returns the answer to the request for a token, which contains the token in escaped form.
    static func answer(_ element: String, _ token: String) -> String {
        let text = token.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        return "<result><\(element)>\(text)</\(element)></result>"
    }

    /// Expects that the SDK reads the printed values from the tokens' texts.
    func areRead(login: String, authorization: String, media: String, _ stage: Stage) throws {
        let read = try stage.require(AuthenticationToken(login), "the printed authN token, read")
        try stage.expect(
            [read.guid, read.requestor, read.provider, read.expiresText],
            is: [guid, requestor, provider, loginExpires], "the authN token's values:")
        let permission = try stage.require(AuthorizationToken(authorization), "the printed authZ token, read")
        try stage.expect(
            [permission.requestor, permission.resource, permission.provider, permission.expiresText],
            is: [requestor, resource, provider, authorizationExpires], "the authZ token's values:")
        let proof = try stage.require(MediaToken(media), "the printed media token, read")
        try stage.expect(
            proof.fields.map { "\($0.name)=\($0.value)" },
            is: [
                "sessionGUID=session_guid", "requestorID=requestor_id", "resourceID=resource_id", "ttl=ttl_in_ms",
                "issueTime=issue_time", "mvpdId=mvpd_id", "proxyMvpdId=proxy_mvpd_id",
            ], "the media token's fields:")
    }
}
