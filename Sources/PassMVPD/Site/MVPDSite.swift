import PassDomain
import PassEndpointKit
import PassHTTP

/// The simulated MVPD that a request is addressed to, with its brand and the addresses of its pages for this request.
struct MVPDSite {
    /// The MVPD as the service knows it.
    let mvpd: MVPD
    /// The MVPD's behaviour that the service doesn't know.
    let behaviour: SimulatedMVPD
    /// All simulated MVPDs of the World.
    let mvpds: SimulatedMVPDs
    let brand: Brand
    private let links: Links

    /// Finds the MVPD that the path's part `mvpd` names.
    ///
    /// - Returns: `nil` for an MVPD that the World refuses, and in a World whose MVPDs aren't simulated.
    init?(_ exchange: Exchange) {
        guard let id = try? exchange.capture("mvpd"), id.utf8.count <= 128,
            let mvpds = exchange.world.simulatedMVPDs,
            let mvpd = mvpds.catalog.mvpd(MVPDID(rawValue: id))
        else { return nil }
        self.mvpd = mvpd
        self.mvpds = mvpds
        behaviour = mvpds.behaviour(of: mvpd.id)
        links = exchange.links
        brand = Brand(mvpd)
    }

    /// Returns the account of a subscriber of this MVPD.
    func account(_ id: SubscriberID) -> SubscriberAccount? {
        mvpds.account(id, at: mvpd.id)
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
}
