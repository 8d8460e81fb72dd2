/// The requestors, MVPDs and subscribers that a World knows, and the rule for those that it doesn't.
package struct Catalog: Sendable {
    package var requestors: [RequestorID: Requestor]
    /// In the order in which pickers show them.
    package var mvpds: [MVPD] { didSet { places = Self.places(of: mvpds) } }
    package var subscribers: [SubscriberID: Subscriber]
    /// The most MVPDs that an operation lists on a connection's loop.
    package static let mostOnLoop = 64
    /// The MVPD as which an unknown one behaves.
    package var template: MVPDID
    /// Where in the order each MVPD stands.
    private var places: [MVPDID: Int]

    package init(
        requestors: [RequestorID: Requestor] = [:], mvpds: [MVPD] = [],
        subscribers: [SubscriberID: Subscriber] = [:], template: MVPDID = "Adobe"
    ) {
        self.requestors = requestors
        self.mvpds = mvpds
        self.subscribers = subscribers
        self.template = template
        places = Self.places(of: mvpds)
    }

    private static func places(of mvpds: [MVPD]) -> [MVPDID: Int] {
        Dictionary(zip(mvpds.map(\.id), mvpds.indices)) { first, _ in first }
    }

    /// - Throws: `EntitlementFailure.unknownRequestor` when the policy refuses those that aren't in the catalog.
    package func requestor(_ id: RequestorID, _ policy: Policy) throws(EntitlementFailure) -> Requestor {
        if let known = requestors[id] { return known }
        guard policy.unknownRequestors == .accept else { throw .unknownRequestor(id) }
        return Requestor(id: id)
    }

    /// The MVPD of that identifier; an unknown one, where it is accepted, is the template but for its name and logo.
    package func mvpd(_ id: MVPDID, _ policy: Policy) -> MVPD? {
        if let place = places[id] { return mvpds[place] }
        guard policy.unknownMVPDs == .accept else { return nil }
        guard let place = places[template] else { return MVPD(id: id) }
        var unknown = mvpds[place]
        unknown.id = id
        unknown.displayName = id.rawValue
        unknown.logoURL = nil
        return unknown
    }

    /// The MVPD that logs in and decides for that one: its proxy where it has one, else itself.
    ///
    /// One step only: a proxy is never asked through a proxy of its own, nor is a temporary pass.
    package func provider(of mvpd: MVPD, _ policy: Policy) -> MVPD {
        guard let id = mvpd.proxy, mvpd.style != .tempPass, let proxy = self.mvpd(id, policy), proxy.style != .tempPass
        else { return mvpd }
        return proxy
    }

    /// The MVPD that logs in and decides for the one of that identifier; `nil` for one that the policy refuses.
    package func provider(of id: MVPDID, _ policy: Policy) -> MVPD? {
        mvpd(id, policy).map { provider(of: $0, policy) }
    }

    /// The integration of the two, or `nil` when there is none.
    package func integration(_ requestor: Requestor, _ mvpd: MVPDID, _ policy: Policy) -> Integration? {
        guard !requestor.excludedMVPDs.contains(mvpd), let mvpd = self.mvpd(mvpd, policy) else { return nil }
        guard let integrations = requestor.integrations else {
            return Integration(
                requestor: requestor.id, mvpd: mvpd, provider: provider(of: mvpd, policy), lives: policy.lives)
        }
        guard let overrides = integrations[mvpd.id] else { return nil }
        return Integration(
            requestor: requestor.id, mvpd: mvpd, provider: provider(of: mvpd, policy),
            lives: overrides.applied(to: policy.lives), degradation: overrides.degradation,
            singleSignOn: overrides.singleSignOn)
    }

    /// The MVPDs that the requestor's picker shows, in catalog order.
    package func integratedMVPDs(of requestor: Requestor) -> [MVPD] {
        mvpds.filter { mvpd in
            requestor.integrations.map { $0[mvpd.id] != nil } != false && !requestor.excludedMVPDs.contains(mvpd.id)
        }
    }
}
