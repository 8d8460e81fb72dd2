import PassDomain
import PassEndpointKit
import PassHTTP

/// The MVPD that a request is addressed to, and its names on this request.
struct Provider {
    let mvpd: MVPD
    let brand: Brand
    private let links: Links

    init(_ mvpd: MVPD, _ links: Links) {
        self.mvpd = mvpd
        self.links = links
        brand = Brand(mvpd)
    }

    /// The MVPD of the path's part `mvpd`; `nil` for one that the World refuses.
    init?(_ exchange: Exchange) {
        guard let id = try? exchange.capture("mvpd"), id.utf8.count <= 128,
            let mvpd = exchange.world.catalog.mvpd(MVPDID(rawValue: id), exchange.world.policy)
        else { return nil }
        self.init(mvpd, exchange.links)
    }

    /// The absolute URL of one of its pages.
    func url(_ page: String, _ query: [(name: String, value: String)] = []) -> String {
        let url = links.mvpd(mvpd, page)
        return query.isEmpty ? url : url + "?" + FormFields.encode(query)
    }

    /// The address without scheme and host.
    func path(_ page: String) -> String {
        links.mvpdPath(mvpd, page)
    }

    /// Where a form of its pages posts to, with the login that the form also carries in a hidden field.
    ///
    /// Clients without a browser post what was typed and nothing else, and some take an `action` for a whole URL: so the
    /// login is in the query, too, and the URL is absolute unless the MVPD says otherwise. A login that is too long for the
    /// URLs that servers and browsers take is in the field alone.
    ///
    /// - Parameter login: sealed, and so without a character that HTML or a URL would have to escape.
    func action(_ page: String, _ login: String) -> String {
        let url = mvpd.hasRelativeForms ? path(page) : self.url(page)
        return login.utf8.count <= Self.longestLoginInAction ? "\(url)?\(LoginSealer.field)=\(login)" : url
    }

    private static let longestLoginInAction = 4096
}
