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

    /// The same without scheme and host, for its forms: it holds when a client changes the scheme.
    func path(_ page: String) -> String {
        links.mvpdPath(mvpd, page)
    }
}
