import PassDomain
import PassEndpointKit
import PassHTTP

/// The MVPD that a request is addressed to, with its brand and the addresses of its pages for this request.
struct MVPDSite {
    let mvpd: MVPD
    let brand: Brand
    private let links: Links

    init(_ mvpd: MVPD, _ links: Links) {
        self.mvpd = mvpd
        self.links = links
        brand = Brand(mvpd)
    }

    /// Finds the MVPD that the path's part `mvpd` names; `nil` for one that the World refuses.
    init?(_ exchange: Exchange) {
        guard let id = try? exchange.capture("mvpd"), id.utf8.count <= 128,
            let mvpd = exchange.world.catalog.mvpd(MVPDID(rawValue: id), exchange.world.policy)
        else { return nil }
        self.init(mvpd, exchange.links)
    }

    /// Returns the absolute URL of one of the MVPD's pages.
    func url(_ page: String, _ query: [(name: String, value: String)] = []) -> String {
        let url = links.mvpd(mvpd, page)
        return query.isEmpty ? url : url + "?" + FormFields.encode(query)
    }

    /// Returns the address of one of the MVPD's pages without scheme and host.
    func path(_ page: String) -> String {
        links.mvpdPath(mvpd, page)
    }

    /// Returns the address to which a page's form posts, with the login, which the form also has in a hidden field.
    ///
    /// Some clients without a browser post only what the subscriber typed, so the login is in the query, too. Some take
    /// any `action` for a whole URL, so it is absolute unless the MVPD is configured otherwise. A login that is too
    /// long for the URLs that servers and browsers accept is in the field alone.
    ///
    /// - Parameter login: the sealed login, which has no character that HTML or a URL would have to escape.
    func action(_ page: String, _ login: String) -> String {
        let url = mvpd.hasRelativeForms ? path(page) : self.url(page)
        return login.utf8.count <= Self.longestLoginInAction ? "\(url)?\(LoginSealer.field)=\(login)" : url
    }

    private static let longestLoginInAction = 4096
}
