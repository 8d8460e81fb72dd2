import PassDomain
import PassEndpointKit
import PassHTTP

extension AdobeAnswer {
    /// Sends the browser back to the redirect URL of its login, or to the landing page if it has none.
    static func end(_ session: AuthenticationSession, showing notice: NoticePage, _ exchange: Exchange) -> HTTPResponse
    {
        guard let url = session.redirectURL else { return redirect(to: exchange.links.landing) }
        var page = notice
        page.link = ("Continue", url)
        return redirect(to: url, showing: page)
    }
}
