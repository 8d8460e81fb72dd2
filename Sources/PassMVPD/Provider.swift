import PassDomain
import PassEndpointKit

/// The MVPD that a request is addressed to, and its names on this request.
struct Provider {
    let mvpd: MVPD
    let brand: Brand
    /// The absolute URL of its single sign-on service.
    let signOnURL: String
    /// Where its login form is posted, without scheme and host.
    let signInPath: String

    init(_ mvpd: MVPD, _ links: Links) {
        self.mvpd = mvpd
        brand = Brand(mvpd)
        signOnURL = links.mvpd(mvpd, "sso")
        signInPath = links.mvpdPath(mvpd, "login")
    }

    /// The MVPD of the path's part `mvpd`; `nil` for one that the World refuses.
    init?(_ exchange: Exchange) {
        guard let id = try? exchange.capture("mvpd"), id.utf8.count <= 128,
            let mvpd = exchange.world.catalog.mvpd(MVPDID(rawValue: id), exchange.world.policy)
        else { return nil }
        self.init(mvpd, exchange.links)
    }
}
