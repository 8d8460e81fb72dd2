import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassTestSupport
import Testing

@testable import PassRESTv2

@Suite("Enhanced errors")
struct EnhancedErrorTests {
    @Test("Each code has the status, the action and the message that the vendor lists, and there are no others")
    func table() throws {
        let rows = try Fixture.line("Wire/RESTv2/codes.md").split(separator: "\n").map(String.init)
            .filter { $0.hasPrefix("| ") }.dropFirst()
        let lines = EnhancedErrorCode.allCases.map { code in
            "| \(code.rawValue) | \(code.status) | \(code.action.rawValue) | \(code.message) |"
        }
        #expect(lines.sorted() == rows.sorted())
        #expect(lines.count == 47)
    }

    private static let family = RESTv2Family(
        partner: PartnerMessages(
            begin: { _, _, _, _ in throw EntitlementFailure.sessionNotFound },
            complete: { _, _, _, _, _ in throw EntitlementFailure.sessionNotFound }),
        login: UserAgentLogin { _, _, _, _ in throw EntitlementFailure.sessionNotFound })

    /// An exchange with a path and a body, in a World whose next identifier is known.
    private func exchange(_ captures: Captures = Captures(), body: String = "") throws -> Exchange {
        let trace = UUID(random: Array(repeating: 7, count: 16)).text
        let world = try TestWorld(Self.family, identifiers: ScriptedIdentifiers(trace, trace))
        return Exchange(
            request: HTTPRequest(method: .get, target: "/", body: Array(body.utf8)), world: world.world,
            links: Links(
                scheme: .http, authority: HTTPAuthority(host: "h", port: nil), namespace: NamespaceAddress(),
                hostKind: .direct), now: world.clock.now(), captures: captures)
    }

    @Test("An error has its members in the vendor's order, with details only where there are some")
    func members() throws {
        let plain = EnhancedError(.invalidParameterMVPD).response(try exchange())
        #expect(plain.status == .badRequest && plain.fields[.contentType] == "application/json;charset=UTF-8")
        let names = ["status", "code", "message", "helpUrl", "trace", "action"]
        #expect(JSONValue.names(plain.body) == names)
        let detailed = EnhancedError(.authorizationDeniedByMVPD, details: "No.").response(try exchange())
        #expect(detailed.status == .forbidden)
        #expect(JSONValue.names(detailed.body) == names[..<3] + ["details"] + names[3...])
    }

    private static let failures: [(EntitlementFailure, EnhancedErrorCode)] = [
        (.missingParameter("mvpd"), .invalidParameterMVPD),
        (.malformedParameter("code", reason: ""), .invalidParameterCode),
        (.malformedParameter("serviceProvider", reason: ""), .invalidParameterServiceProvider),
        (.missingParameter("resources"), .invalidParameterResources),
        (.malformedParameter("redirectUrl", reason: ""), .invalidParameterRedirectURL),
        (.malformedParameter("domainName", reason: ""), .invalidParameterRedirectURL),
        (.missingParameter("partner"), .invalidParameterPartner),
        (.missingParameter("SAMLResponse"), .invalidParameterSAMLResponse),
        (.malformedParameter("?", reason: ""), .invalidParameterRedirectURL),
        (.unknownRequestor("A"), .invalidParameterServiceProvider), (.unknownMVPD("A"), .invalidParameterMVPD),
        (.notIntegrated("A"), .invalidIntegration), (.requestorUnproven, .invalidAccessTokenClientApplication),
        (.tooManyResources(limit: 1), .tooManyResources), (.redirectRefused(""), .invalidParameterRedirectURL),
        (.insecureTransport, .invalidAccessTokenClientApplication), (.clientTooOld, .internalServerError),
        (.unknownRegistrationCode, .invalidAuthenticationSession), (.sessionNotFound, .invalidAuthenticationSession),
        (.sessionWithoutUser, .authenticatedProfileMissing), (.loginRefused(""), .invalidAuthenticationSession),
        (.invalidProof(.malformed), .authenticatedProfileMissing),
        (.invalidProof(.badSignature), .authenticatedProfileMissing),
        (.invalidProof(.foreign), .authenticatedProfileMissing),
        (.invalidProof(.expired), .authenticatedProfileExpired),
        (.invalidProof(.revoked), .authenticatedProfileInvalidated),
        (.missingDevice, .invalidHeaderDeviceIdentifier),
        (.deviceMismatch(.authentication), .authenticatedProfileInvalidated),
        (.profileMissing, .authenticatedProfileMissing),
        (.temporaryAccessRefused(.durationExceeded), .temporaryAccessDurationLimitExceeded),
        (.temporaryAccessRefused(.resourcesExceeded), .temporaryAccessResourcesLimitExceeded),
        (.temporaryAccessRefused(.identityMissing), .invalidHeaderIdentityForTemporaryAccess),
        (.temporaryAccessRefused(.misconfigured), .invalidConfigurationTemporaryAccess),
        (.partnerRefused(.permissionNotPresent), .invalidHeaderPFSPermissionAccessNotPresent),
        (.partnerRefused(.permissionNotDetermined), .invalidHeaderPFSPermissionAccessNotDetermined),
        (.partnerRefused(.permissionNotGranted), .invalidHeaderPFSPermissionAccessNotGranted),
        (.partnerRefused(.providerNotDetermined), .invalidHeaderPFSProviderIDNotDetermined),
        (.partnerRefused(.providerMismatch), .invalidHeaderPFSProviderIDMismatch),
        (.partnerRefused(.providerExpired), .invalidHeaderPFSProviderInfoExpired),
        (.partnerRefused(.platform), .invalidConfigurationPlatform),
        (.partnerRefused(.platformID), .invalidConfigurationPlatformID),
        (.partnerRefused(.platformTrait), .invalidConfigurationPlatformTrait),
        (.partnerRefused(.platformCategoryTrait), .invalidConfigurationPlatformCategoryTrait),
        (.partnerRefused(.platformServices), .invalidConfigurationPlatformServices),
        (.partnerRefused(.mvpdPlatform), .invalidConfigurationMVPDPlatform),
        (.partnerRefused(.boardingStatus), .invalidConfigurationMVPDPlatformBoardingStatus),
        (.partnerRefused(.profileExchange), .invalidConfigurationMVPDPlatformProfileExchange),
        (.denied(.notSubscribed), .authorizationDeniedByMVPD),
        (.accessTokenRefused, .invalidAccessTokenClientApplication),
        (.accessTokenForeign, .invalidAccessTokenServiceProvider),
        (.invalidSoftwareStatement, .invalidAccessTokenClientApplication),
        (.unapprovedSoftwareStatement, .invalidAccessTokenClientApplication),
        (.invalidRedirectURI, .invalidAccessTokenClientApplication),
        (.invalidClient, .invalidAccessTokenClientApplication),
        (.unauthorizedClient, .invalidAccessTokenClientApplication),
        (.serviceTokenRefused(.expired), .internalServerError),
        (.unsupportedGrantType, .invalidAccessTokenClientApplication), (.storeFull, .internalServerError),
    ]

    @Test("Each failure has one code", arguments: failures.indices)
    func failure(_ index: Int) {
        let (failure, code) = Self.failures[index]
        #expect(RESTv2FailureTable().error(failure).code == code)
    }

    @Test("Each code can be forced, except that of an attribute")
    func forced() {
        let missing = EnhancedErrorCode.allCases.filter { code in
            guard let failure = EnhancedFailures.failure(code: code.rawValue) else { return true }
            return RESTv2FailureTable().error(failure).code != code && code != .preauthorizationDeniedByMVPD
        }
        #expect(missing == [.invalidConfigurationUserMetadataCertificate])
    }

    @Test("A denial that is forced on a decision is reported for each resource, with the status 200")
    func forcedDenial() throws {
        let match = Router([Self.family]).match(.post, "/api/v2/SP/decisions/authorize/M")
        guard case .found(_, let captures) = match else {
            Issue.record("there is no such operation")
            return
        }
        for (kind, code) in [
            (DecisionKind.authorization, "authorization_denied_by_mvpd"),
            (.preauthorization, "preauthorization_denied_by_mvpd"),
        ] {
            let exchange = try exchange(captures, body: #"{"resources":["A","B"]}"#)
            let answer = DecisionFailureTable(kind: kind).response(to: .denied(.notSubscribed), in: exchange)
            let decisions = try #require(JSONValue.parse(answer.body)["decisions"]?.arrayValue)
            #expect(answer.status == .ok && decisions.map { $0["resource"]?.stringValue } == ["A", "B"])
            #expect(decisions.allSatisfy { $0["error"]?["code"]?.stringValue == code })
        }
        let unreadable = DecisionFailureTable(kind: .authorization)
            .response(to: .denied(.notSubscribed), in: try exchange(captures, body: "{"))
        #expect(unreadable.status == .forbidden)
        let unnamed = DecisionFailureTable(kind: .authorization)
            .response(to: .malformedParameter("?", reason: ""), in: try exchange())
        #expect(try JSONValue.parse(unnamed.body)["code"]?.stringValue == "invalid_parameter_resources")
    }
}
