/// The reason why a browser didn't get to the expected URL.
public enum UserAgentError: Error, Sendable, Hashable {
    /// A page from which the browser can't continue, with its title and alert: a refused login, or an unexpected last
    /// page.
    case deadEnd(String)
    /// An answer with a status of 400 or more, with the page's title and alert.
    case refused(Int, String)
    /// A URL that is neither http nor https.
    case unknownScheme(String)
    /// A malformed link on a page.
    case brokenLink(String)
    /// A chain of too many steps, with the URL where it began.
    case tooManySteps(String)
    /// An app's request to an MVPD that isn't SAML, or an answer to it that isn't a SAML response.
    case noSAML
}

extension UserAgentError: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .deadEnd(let page): "The browser got stuck on the page \"\(page)\"."
        case .refused(let status, let page): "The browser got the status \(status) with the page \"\(page)\"."
        case .unknownScheme(let url): "The browser can't open \(url)."
        case .brokenLink(let link): "A page leads to \"\(link)\", which isn't a valid URL."
        case .tooManySteps(let url): "The browser took too many steps after \(url)."
        case .noSAML: "The app sent no SAML request, or the answer isn't a SAML response."
        }
    }
}
