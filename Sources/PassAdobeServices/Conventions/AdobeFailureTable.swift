import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassXML

/// The documented answer to every failure (legacy protocol, "Endpoints").
struct AdobeFailureTable: FailureTable {
    var style: AnswerStyle

    func response(to failure: EntitlementFailure, in exchange: Exchange) throws -> HTTPResponse {
        switch failure {
        case .missingParameter(let name): invalidParameter("The parameter \(name) is missing.", exchange)
        case .malformedParameter(let name, let reason):
            invalidParameter("The parameter \(name) \(reason).", exchange)
        case .unknownRequestor: unknownRequestor(exchange)
        case .unknownMVPD: invalidParameter("The parameter mso_id names an unknown MVPD.", exchange)
        case .notIntegrated: invalidParameter("The requestor has no integration with this MVPD.", exchange)
        case .tooManyResources: AdobeAnswer.xml(.forbidden) { $0.element("resources", "") }
        case .requestorUnproven:
            refusal(.forbidden, "Neither a signed_requestor_id nor an access token proves the requestor.")
        case .redirectRefused(let reason): refusal(.badRequest, "The redirect URL is not allowed. \(reason)")
        case .insecureTransport: refusal(.forbidden, "This call has tokens or device identifiers, so use https.")
        case .clientTooOld: clientTooOld()
        case .unknownRegistrationCode: refusal(.badRequest, "The registration code is unknown or has expired.")
        case .sessionNotFound: sessionNotFound()
        case .sessionWithoutUser: style == .nativeSession ? sessionNotFound() : AdobeAnswer.pendingLogout(reason: 0)
        case .loginRefused(let reason): refusal(.badRequest, reason)
        case .invalidProof: AdobeAnswer.pendingLogout(reason: 0)
        // Only a rule of `/_sim/rules` can cause these failures here: apps of this API hold their profiles and passes
        // as tokens.
        case .profileMissing, .temporaryAccessRefused, .partnerRefused, .serviceTokenRefused:
            AdobeAnswer.pendingLogout(reason: 0)
        // The numbers are the real service's (Adobe, "Error Reporting"): 34763 if the call names no device, 34764 if
        // the authN token belongs to another device, 58772 if the authZ token in a call for a media token belongs to
        // another device. Only the last two become `pendingLogout`.
        case .missingDevice: AdobeAnswer.xml(.badRequest) { $0.element("reason", "34763") }
        case .deviceMismatch(.authentication): deviceMismatch()
        case .deviceMismatch(.mediaToken): AdobeAnswer.pendingLogout(reason: 58772)
        case .denied(let denial):
            style == .authorization
                ? AdobeAnswer.denial(denial, in: exchange) : refusal(.forbidden, denial.message)
        case .accessTokenRefused, .accessTokenForeign: try clientRefused(.unauthorized, "access_denied", exchange)
        case .invalidClient: try clientRefused(.forbidden, "invalid_client", exchange)
        case .invalidSoftwareStatement: AdobeAnswer.oauthError(.badRequest, "invalid_software_statement")
        case .unapprovedSoftwareStatement: AdobeAnswer.oauthError(.badRequest, "unapproved_software_statement")
        case .invalidRedirectURI: AdobeAnswer.oauthError(.badRequest, "invalid_redirect_uri")
        case .unauthorizedClient: AdobeAnswer.oauthError(.badRequest, "unauthorized_client")
        case .unsupportedGrantType: AdobeAnswer.oauthError(.badRequest, "unsupported_grant_type")
        case .storeFull: refusal(.serviceUnavailable, "The simulator can't store more records.")
        }
    }

    /// Answers `pendingLogout` for another device; an operation that authorizes also names the mismatch in
    /// `Authzf-Error-Code`.
    private func deviceMismatch() -> HTTPResponse {
        var response = AdobeAnswer.pendingLogout(reason: 34764)
        if style == .authorization { response.fields.append("Authzf-Error-Code", Denial.Code.mismatch.rawValue) }
        return response
    }

    private func invalidParameter(_ sentence: String, _ exchange: Exchange) -> HTTPResponse {
        switch style {
        case .authorization: AdobeAnswer.denial(Denial(.invalid, sentence), in: exchange)
        case .json: AdobeAnswer.oauthError(.badRequest, "invalid_request")
        case .page, .configuration, .webSession, .nativeSession, .text: refusal(.badRequest, sentence)
        }
    }

    private func unknownRequestor(_ exchange: Exchange) -> HTTPResponse {
        switch style {
        case .authorization:
            AdobeAnswer.denial(Denial(.invalid, "The parameter requestor_id names an unknown requestor."), in: exchange)
        case .configuration, .page, .webSession, .nativeSession, .json, .text:
            refusal(.badRequest, "Requestor not found for given ID")
        }
    }

    /// Answers with an error page that contains the text `410 Gone`, which old SDKs search for (legacy protocol,
    /// "config").
    private func clientTooOld() -> HTTPResponse {
        let sentence = "API version too old. Please update your application."
        guard style == .configuration else { return refusal(.gone, sentence) }
        return ContainerPage.response(.gone, title: "410 Gone", sentence: sentence)
    }

    private func sessionNotFound() -> HTTPResponse {
        switch style {
        case .page: refusal(.badRequest, "This login is unknown or has expired. Start again in the app.")
        case .configuration, .webSession, .nativeSession, .authorization, .json, .text:
            HTTPResponse(.unauthorized, text: "Data not found")
        }
    }

    /// Refuses a client: redirects a browser with `error=access_denied` to the redirect URL if it named an allowed one,
    /// else answers with the code in JSON (dynamic client registration, "Errors").
    private func clientRefused(_ status: HTTPStatus, _ code: String, _ exchange: Exchange) throws -> HTTPResponse {
        if style == .page, let url = try? exchange.parameters.optional("redirect_url"),
            let id = try requestor(exchange),
            let requestor = try? exchange.world.catalog.requestor(id),
            (try? RedirectRule(redirects: exchange.world.policy.redirects, requestor: requestor).check(url)) != nil
        {
            return AdobeAnswer.redirect(to: Self.adding("error=access_denied", to: url))
        }
        return AdobeAnswer.oauthError(status, code)
    }

    /// Returns the requestor whose redirect rules apply: the named one, else that of the registration code.
    private func requestor(_ exchange: Exchange) throws -> RequestorID? {
        if let named = try? exchange.parameters.requestorIfPresent() { return named }
        guard let code = try? exchange.parameters.optional("reg_code") else { return nil }
        let codes = exchange.services.registrationCodes
        return try codes.findIfKnown(code, requestor: nil, now: exchange.now)?.requestor
    }

    /// Returns the URL with one more pair in its query, before any fragment.
    private static func adding(_ pair: String, to url: String) -> String {
        let end = url.firstIndex(of: "#") ?? url.endIndex
        return url[..<end] + (url[..<end].contains("?") ? "&" : "?") + pair + url[end...]
    }

    private func refusal(_ status: HTTPStatus, _ sentence: String) -> HTTPResponse {
        switch style {
        case .page: ErrorPage(sentence).response(status)
        case .configuration: ContainerPage.response(status, sentence)
        case .json: AdobeAnswer.oauthError(status, "invalid_request", description: sentence)
        case .webSession, .nativeSession, .authorization, .text: HTTPResponse(status, text: sentence)
        }
    }
}
