import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET /api/v2/{serviceProvider}/logout/{mvpd}`: "Initiate logout for specific mvpd" of REST API v2.
///
/// - Inputs: the path; `AP-Device-Identifier` (required); `redirectUrl`, the address to which the browser finally goes.
/// - Answers: 200 with the next step. The profile is removed at once. With the action `logout`, the browser that signed
///   in must open the given address to log out at the MVPD. With `partner_logout`, the user must end the login in the
///   partner's framework. With `complete`, nothing is left to do, and with `invalid`, there was no profile.
/// - 400: `invalid_header_device_identifier`, `invalid_parameter_mvpd`, `invalid_integration`,
///   `invalid_parameter_redirect_url`.
struct InitiateLogout: RESTv2Endpoint {
    let route = Route(
        .initiateLogout, [.get], "/api/v2/{serviceProvider}/logout/{mvpd}", on: .worker, carriesSecrets: true)

    /// The legacy family's path for a logout in a browser.
    private static let logout = "/adobe-services/logout"

    func answer(_ call: RESTv2Call) throws -> HTTPResponse {
        let caller = try call.caller()
        let mvpd = try call.mvpd()
        let redirectURL = try call.exchange.parameters.optional("redirectUrl", longest: 4096)
        let step = try call.services.appLogout.end(caller, at: mvpd, redirectURL: redirectURL, now: call.now)
        let body = JSONWriter.object { answer in
            answer.memberObject("logouts") { map in
                map.memberObject(.text(mvpd.rawValue)) { logout in
                    switch step {
                    case .atMVPD, .atMVPDOfShared: Self.action("logout", "interactive", to: &logout)
                    case .atPartner: Self.action("partner_logout", "partner_interactive", to: &logout)
                    case .complete: Self.action("complete", "none", to: &logout)
                    case .nothing: Self.action("invalid", "none", to: &logout)
                    }
                    logout.member("mvpd", mvpd.rawValue)
                    logout.memberIfPresent("url", Self.url(step, mvpd, redirectURL, call))
                }
            }
        }
        return HTTPResponse(.ok, type: AnswerFormat.jsonType, body)
    }

    private static func action(_ name: String, _ type: String, to logout: inout JSONWriter) {
        logout.member("actionName", name)
        logout.member("actionType", type)
    }

    /// Returns the address at which the browser ends the MVPD's session; `nil` for a step without a browser.
    ///
    /// The address is relative to the host. Its parameters and their order are those of the vendor's samples.
    private static func url(
        _ step: AppLogoutService.Step, _ mvpd: MVPDID, _ redirectURL: String?, _ call: RESTv2Call
    ) -> String? {
        var query: [(name: String, value: String)]
        switch step {
        case .atMVPD:
            query = [("noflash", "true"), ("mso_id", mvpd.rawValue), ("requestor_id", call.requestor.rawValue)]
            if let redirectURL { query.append(("redirect_url", redirectURL)) }
        case .atMVPDOfShared(let device):
            query = [
                ("requestor_id", call.requestor.rawValue), ("mso_id", mvpd.rawValue), ("pt_device_id", device),
            ]
        case .atPartner, .complete, .nothing: return nil
        }
        return "\(call.exchange.links.prefix)\(logout)?\(FormFields.encode(query))"
    }
}
