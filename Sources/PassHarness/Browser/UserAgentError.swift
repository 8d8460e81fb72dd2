/// Why a browser didn't get where it should.
public enum UserAgentError: Error, Sendable, Hashable {
    /// A page that leads nowhere, with its title and what it alerts to: a refused login, or an end that nobody waits for.
    case deadEnd(String)
    /// A status of 400 or more, with the same of the page.
    case refused(Int, String)
    /// Neither http nor https.
    case unknownScheme(String)
    case brokenLink(String)
    case tooManySteps(String)
    /// What an app asked of a provider isn't a SAML request, or what came back is no answer.
    case noSAML
}

extension UserAgentError: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .deadEnd(let page): "The browser got no further than the page \"\(page)\"."
        case .refused(let status, let page): "The browser was answered \(status) with the page \"\(page)\"."
        case .unknownScheme(let url): "The browser can't open \(url)."
        case .brokenLink(let link): "A page leads to \"\(link)\", which is no link."
        case .tooManySteps(let url): "From \(url) on the browser goes round in circles."
        case .noSAML: "There is no SAML request, or no answer to it."
        }
    }
}
