import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassXML

/// The answers that several operations of this family share.
enum AdobeAnswer {
    static func xml(_ status: HTTPStatus = .ok, _ content: (inout XMLWriter) -> Void) -> HTTPResponse {
        var writer = XMLWriter()
        content(&writer)
        return HTTPResponse(status, type: AnswerFormat.xmlType, writer.bytes)
    }

    /// Returns the element `pendingLogout`, which tells clients to delete their tokens. It has exactly one attribute
    /// and no white space, since clients compare it as text.
    ///
    /// `AdobeFailureTable` lists the failures that become `pendingLogout`. The reasons, and the services that refuse
    /// a request for each:
    ///
    /// - 0: a token isn't accepted as proof (`ProofService`), or the login of a session has no user, an expired
    ///   profile, or an MVPD that the requestor isn't integrated with (`ProfileService`; the operations of native
    ///   clients' sessions answer 401 instead). A rule of `/_sim/rules` can cause a few more failures with this reason.
    /// - 34764: the authN token (`ProofService`) or the registration code (`ProfileService`) belongs to another device,
    ///   or the MVPD reports another device (`AuthorizationService`).
    /// - 58772: a device asks for a media token with an authZ token that belongs to another device (`ProofService`).
    ///
    /// The configuration document also has this element if a logout has ended the login that the request's cookie
    /// identifies (`RetrieveConfiguration`).
    ///
    /// - Parameter reason: the number that clients report to their apps.
    static func pendingLogout(reason: Int) -> HTTPResponse {
        xml { $0.element("pendingLogout", [("reason", String(reason))], "true") }
    }

    /// Returns a denial: `notAuthorized` comes first, and the message is never empty (legacy protocol, "Denial").
    ///
    /// The status is 200, or 400 if the World's policy says so: the real service was seen to send both.
    static func denial(_ denial: Denial, in exchange: Exchange) -> HTTPResponse {
        var response = xml(exchange.world.policy.denialStatus == 400 ? .badRequest : .ok) { writer in
            writer.element("error") { error in
                error.empty("notAuthorized")
                error.element("details", denial.message)
            }
        }
        response.fields.append("Authzf-Error-Code", denial.code.rawValue)
        if let subCode = denial.subCode { response.fields.append("Authzf-Sub-Error-Code", String(subCode)) }
        response.fields.append("Authzf-Error-Details", denial.message)
        return response
    }

    /// Returns an error of a call that an access token protects, in JSON (dynamic client registration, "Errors").
    static func oauthError(_ status: HTTPStatus, _ code: String, description: String? = nil) -> HTTPResponse {
        let body = JSONWriter.object { error in
            error.member("error", code)
            error.memberIfPresent("error_description", description)
        }
        var response = HTTPResponse(status, type: AnswerFormat.jsonType, body)
        response.fields.append(.cacheControl, "no-store")
        response.fields.append(.pragma, "no-cache")
        return response
    }

    /// Redirects the browser.
    ///
    /// - Parameters:
    ///   - url: an address that has been checked; it is sent unchanged.
    ///   - page: the page for browsers that don't follow redirects to an app's scheme.
    static func redirect(to url: String, showing page: NoticePage? = nil) -> HTTPResponse {
        var response = page?.response(.found) ?? HTTPResponse(.found, fields: [.cacheControl: "no-store"])
        response.fields.append(.location, url)
        return response
    }

    /// Sends the browser back to the redirect URL of its login, or to the landing page if it has none. A page says
    /// whether the user is signed in.
    static func end(_ session: AuthenticationSession, _ exchange: Exchange) -> HTTPResponse {
        let isSignedIn = session.state.login != nil
        if !isSignedIn { exchange.log(.refused("no user signed in at the MVPD")) }
        guard let url = session.redirectURL else { return redirect(to: exchange.links.landing) }
        var page = isSignedIn ? NoticePage.signedIn : .notSignedIn
        page.link = ("Continue", url)
        return redirect(to: url, showing: page)
    }

    /// Returns a cookie of the service, which browsers send only to this World's paths.
    static func cookie(_ name: String, _ value: String, _ exchange: Exchange, isHTTPOnly: Bool = false) -> SetCookie {
        BrowserCookie.make(name, value, path: exchange.links.cookiePath, exchange, isHTTPOnly: isHTTPOnly)
    }
}
