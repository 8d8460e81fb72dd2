import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET /api/v2/authenticate/{serviceProvider}/{code}`: "Perform authentication in user agent" of REST API v2.
///
/// Any browser may open it, on any device and as often as it likes: the code alone names the login. The login itself is
/// the legacy family's.
///
/// - 302: on to the login; straight to the session's `redirectUrl` if a login of this code is complete already.
/// - 400: a page, for a code that is unknown or has expired, whose session still misses parameters, or whose login is over.
struct AuthenticateInUserAgent: Endpoint {
    let route = Route(
        .authenticateInUserAgent, [.get], "/api/v2/authenticate/{serviceProvider}/{code}", on: .worker,
        carriesSecrets: true)
    let failures: any FailureTable = UserAgentFailureTable()

    /// The path of the legacy family where logins begin.
    private static let login = "/adobe-services/authenticate/saml"

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        let requestor = RequestorID(rawValue: try exchange.capture(RESTv2Call.serviceProvider))
        let text = try RESTv2Call.code(exchange)
        let sessions = exchange.services.appSessions
        let code = try sessions.used(text, requestor: requestor, now: exchange.now)
        guard let mvpd = code.details[.mvpd], let domain = code.details[.domain],
            let redirectURL = code.details[.redirectURL], let owner = code.owner
        else { throw EntitlementFailure.missingParameter(AppSessionService.missing(code)[0].parameter) }
        let profiles = exchange.services.appProfiles
        if code.session != nil,
            try profiles.find(for: AppCaller(owner: owner), at: MVPDID(rawValue: mvpd), now: exchange.now) != nil
        {
            return Self.redirect(to: redirectURL)
        }
        // A login of this code has lengthened its life, and the profile of that login is gone.
        if code.expires > sessions.end(of: code) { throw EntitlementFailure.sessionNotFound }
        _ = try sessions.find(text, requestor: requestor, now: exchange.now)
        let catalog = exchange.world.catalog
        _ = try catalog.requireIntegration(try catalog.requestor(requestor), MVPDID(rawValue: mvpd))
        let query = FormFields.encode([
            ("noflash", "true"), ("mso_id", mvpd), ("requestor_id", requestor.rawValue), ("no_iframe", "false"),
            ("domain_name", domain), ("reg_code", code.code.string), ("redirect_url", redirectURL),
        ])
        return Self.redirect(to: exchange.links.service("\(Self.login)?\(query)"))
    }

    private static func redirect(to url: String) -> HTTPResponse {
        HTTPResponse(.found, fields: [.location: url, .cacheControl: "no-store"])
    }
}

/// The failures of the login's address, which a person sees.
struct UserAgentFailureTable: FailureTable {
    func response(to failure: EntitlementFailure, in exchange: Exchange) -> HTTPResponse {
        ErrorPage(Self.sentence(failure)).response(.badRequest)
    }

    private static func sentence(_ failure: EntitlementFailure) -> String {
        switch failure {
        case .insecureTransport: "Open this page over https."
        case .missingParameter: "The app hasn't said yet what it needs for this login. Go on in the app."
        case .unknownMVPD, .notIntegrated: "Your provider can't be used with this app."
        default: "This login is unknown or has expired. Start again in the app."
        }
    }
}
