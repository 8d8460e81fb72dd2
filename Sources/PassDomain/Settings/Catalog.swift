import PassCore

/// The requestors and MVPDs that a World knows, and the policy for those that it doesn't know.
package struct Catalog: Sendable {
    package var requestors: [RequestorID: Requestor]
    /// The MVPDs, in the order in which pickers show them.
    package var mvpds: [MVPD] { didSet { index() } }
    /// The maximum number of MVPDs that an operation lists on a connection's event loop; longer lists are left to a
    /// worker.
    package static let longestOnLoop = 64
    /// The MVPD whose settings unknown MVPDs get.
    package var template: MVPDID { didSet { index() } }
    package var policy: Policy { didSet { index() } }
    /// The index in `mvpds` of each MVPD.
    private var places: [MVPDID: Int] = [:]
    /// The parties of each MVPD's integrations, in the order of `mvpds`.
    private var parties: [Integration.Parties] = []

    package init(
        requestors: [RequestorID: Requestor] = [:], mvpds: [MVPD] = [], template: MVPDID = "Adobe",
        policy: Policy = Policy()
    ) {
        self.requestors = requestors
        self.mvpds = mvpds
        self.template = template
        self.policy = policy
        index()
    }

    private mutating func index() {
        places = Dictionary(zip(mvpds.map(\.id), mvpds.indices)) { first, _ in first }
        parties = mvpds.map { Integration.Parties(mvpd: $0, proxy: proxy(of: $0)) }
    }

    /// Returns the requestor with that identifier; an unknown one, where the policy accepts it, has default settings.
    ///
    /// - Throws: `EntitlementFailure.unknownRequestor` when the policy refuses requestors that aren't in the catalog.
    package func requestor(_ id: RequestorID) throws(EntitlementFailure) -> Requestor {
        if let known = requestors[id] {
            Check.note(true, .requestor(id, isKnown: true))
            return known
        }
        guard Check.note(policy.unknownRequestors == .accept, .requestor(id, isKnown: false)) else {
            throw .unknownRequestor(id)
        }
        return Requestor(id: id)
    }

    /// Checks that the catalog or the policy accepts the requestor with that identifier.
    ///
    /// - Throws: as `requestor`.
    package func check(_ id: RequestorID) throws(EntitlementFailure) {
        let isKnown = requestors.index(forKey: id) != nil
        guard Check.note(isKnown || policy.unknownRequestors == .accept, .requestor(id, isKnown: isKnown)) else {
            throw .unknownRequestor(id)
        }
    }

    /// Returns the MVPD with that identifier; `nil` for an unknown one that the policy refuses.
    ///
    /// An unknown MVPD that the policy accepts is a copy of the template, except for its name and logo.
    package func mvpd(_ id: MVPDID) -> MVPD? {
        if let place = places[id] { return mvpds[place] }
        guard policy.unknownMVPDs == .accept else { return nil }
        guard let place = places[template] else { return MVPD(id: id) }
        var unknown = mvpds[place]
        unknown.id = id
        unknown.displayName = id.rawValue
        unknown.logoURL = nil
        return unknown
    }

    /// Whether the catalog or the policy accepts the MVPD with that identifier.
    package func accepts(_ id: MVPDID) -> Bool { places[id] != nil || policy.unknownMVPDs == .accept }

    /// Whether the MVPD with that identifier is a temporary pass.
    package func isTemporaryPass(_ id: MVPDID) -> Bool {
        if let place = places[id] { return mvpds[place].style == .tempPass }
        return mvpd(id)?.style == .tempPass
    }

    /// Returns the MVPD that logs users in and decides for `mvpd`: its proxy if it has one, otherwise `mvpd` itself.
    ///
    /// Proxies aren't chained: the proxy of a proxy is never asked. A temporary pass neither has a proxy nor is one.
    package func actingMVPD(of mvpd: MVPD) -> MVPD { proxy(of: mvpd) ?? mvpd }

    private func proxy(of mvpd: MVPD) -> MVPD? {
        guard let id = mvpd.proxy, id != mvpd.id, mvpd.style != .tempPass, let proxy = self.mvpd(id),
            proxy.style != .tempPass
        else { return nil }
        return proxy
    }

    /// Returns the MVPD that logs users in and decides for the MVPD with that identifier; `nil` if the policy refuses
    /// it.
    package func actingMVPD(of id: MVPDID) -> MVPD? {
        mvpd(id).map { actingMVPD(of: $0) }
    }

    /// Returns the integration of the requestor with the MVPD, or `nil` when there is none.
    package func integration(_ requestor: Requestor, _ mvpd: MVPDID) -> Integration? {
        parties(mvpd).flatMap { integration(requestor, between: $0) }
    }

    /// Returns the parties of the integrations with an MVPD; `nil` if `mvpd(_:)` returns `nil`.
    private func parties(_ id: MVPDID) -> Integration.Parties? {
        if let place = places[id] { return parties[place] }
        return mvpd(id).map { Integration.Parties(mvpd: $0, proxy: proxy(of: $0)) }
    }

    private func integration(_ requestor: Requestor, between parties: Integration.Parties) -> Integration? {
        let mvpd = parties.mvpd.id
        guard !requestor.excludedMVPDs.contains(mvpd) else { return nil }
        guard let integrations = requestor.integrations else {
            return Integration(requestor: requestor.id, parties, timesToLive: policy.timesToLive)
        }
        guard let overrides = integrations[mvpd] else { return nil }
        return Integration(
            requestor: requestor.id, parties,
            timesToLive: overrides.applied(to: policy.timesToLive), degradation: overrides.degradation,
            singleSignOn: overrides.singleSignOn)
    }

    /// Returns the integration of the requestor with the MVPD.
    ///
    /// - Throws: `EntitlementFailure.unknownMVPD`, `EntitlementFailure.notIntegrated`.
    package func requireIntegration(
        _ requestor: Requestor, _ mvpd: MVPDID
    ) throws(EntitlementFailure) -> Integration {
        guard let known = parties(mvpd) else {
            Check.note(false, .mvpd(mvpd))
            throw .unknownMVPD(mvpd)
        }
        let integration = integration(requestor, between: known)
        Check.note(integration != nil, .integration(requestor.id, mvpd))
        guard let integration else { throw .notIntegrated(mvpd) }
        return integration
    }

    /// Returns the MVPD that a platform knows by that identifier; `nil` if the requestor is integrated with no such
    /// MVPD.
    package func mvpd(ofPlatform id: String, for requestor: Requestor) -> MVPD? {
        integratedMVPDs(of: requestor).first { $0.flags.platform?.mappingID?.hasSameBytes(as: id) == true }
    }

    /// Returns the MVPDs that the requestor's picker shows, in catalog order.
    package func integratedMVPDs(of requestor: Requestor) -> [MVPD] {
        mvpds.filter { mvpd in
            requestor.integrations.map { $0[mvpd.id] != nil } != false && !requestor.excludedMVPDs.contains(mvpd.id)
        }
    }
}
