import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET /api/v2/authenticate/{serviceProvider}/{code}`: "Perform authentication in user agent" of REST API v2.
///
/// Any browser may open the address, on any device and any number of times: the code alone identifies the login. The
/// legacy family performs the login itself.
///
/// - 302 or 200: a redirect or page that leads the browser to the MVPD. 302 to the legacy family's login address, if
///   the policy says so; 302 to the session's `redirectUrl`, if a login with this code is already complete.
/// - 400: a page, for a code that is unknown or has expired, whose session still lacks parameters, or whose login is
///   over.
struct AuthenticateInUserAgent: Endpoint {
    let route = Route(
        .authenticateInUserAgent, [.get], "/api/v2/authenticate/{serviceProvider}/{code}", on: .worker,
        carriesSecrets: true)
    let failures: any FailureTable = UserAgentFailureTable()
    let login: UserAgentLogin

    /// The legacy family's path at which logins begin.
    private static let path = "/adobe-services/authenticate/saml"

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        let requestor = RequestorID(rawValue: try exchange.capture(RESTv2Call.serviceProvider))
        let text = try RESTv2Call.code(exchange)
        let step = try exchange.services.appSessions.browserStep(text, requestor: requestor, now: exchange.now)
        switch step {
        case .incomplete(let missing): throw EntitlementFailure.missingParameter(missing.parameter)
        case .back(let redirectURL): return Self.redirect(to: redirectURL)
        case .login(let mvpd, let domain, let redirectURL, let code):
            guard exchange.world.policy.loginAddress == .service else {
                return try login.begin(code, mvpd, redirectURL, exchange)
            }
            let query = FormFields.encode([
                ("noflash", "true"), ("mso_id", mvpd.rawValue), ("requestor_id", requestor.rawValue),
                ("no_iframe", "false"), ("domain_name", domain), ("reg_code", code.code.string),
                ("redirect_url", redirectURL),
            ])
            return Self.redirect(to: exchange.links.service("\(Self.path)?\(query)"))
        }
    }

    private static func redirect(to url: String) -> HTTPResponse {
        HTTPResponse(.found, fields: [.location: url, .cacheControl: "no-store"])
    }
}

/// The failures at the login's address, answered with pages for people.
struct UserAgentFailureTable: FailureTable {
    func response(to failure: EntitlementFailure, in exchange: Exchange) -> HTTPResponse {
        ErrorPage(Self.sentence(failure)).response(failure == .storeFull ? .internalServerError : .badRequest)
    }

    private static func sentence(_ failure: EntitlementFailure) -> String {
        switch failure {
        case .insecureTransport: "Open this page over https."
        case .missingParameter: "The app hasn't supplied everything that this login needs. Continue in the app."
        case .storeFull: "The simulator can't store more records."
        case .unknownMVPD, .notIntegrated: "Your provider can't be used with this app."
        default: "This login is unknown or has expired. Start again in the app."
        }
    }
}
