import PassCore

extension Configuration {
    /// Refuses entries that refer to entries that don't exist.
    ///
    /// This can only be checked when all layers are put together.
    func checkReferences() throws(ConfigurationError) {
        for (id, mvpd) in mvpds {
            try checkLikeness(of: id, mvpd)
        }
        for (id, mvpd) in mvpds {
            try checkProxy(of: id, mvpd)
        }
        for (id, mvpd) in mvpds {
            guard let home = mvpd.homeSubscriber, subscribers[home] == nil else { continue }
            throw dangling("mvpds.\(id).homeSubscriber", home, in: "subscribers", subscribers.ids)
        }
        for (id, subscriber) in subscribers {
            for mvpd in subscriber.mvpds ?? [] where mvpds[mvpd] == nil {
                throw dangling("subscribers.\(id).mvpds", mvpd)
            }
        }
        for (id, requestor) in requestors {
            for mvpd in requestor.mvpds?.ids ?? [] where mvpds[mvpd] == nil {
                throw dangling("requestors.\(id).mvpds", mvpd)
            }
            for mvpd in requestor.excludedMVPDs where mvpds[mvpd] == nil {
                throw dangling("requestors.\(id).excludedMVPDs", mvpd)
            }
        }
    }

    /// The largest allowed length of a chain of MVPDs that are each `like` the next one.
    static let longestLikeness = 16

    /// Refuses a chain of `like` that is circular or too long.
    ///
    /// The walk ends at the largest allowed length, so checking all chains takes time in proportion to their number.
    private func checkLikeness(of id: String, _ mvpd: MVPD) throws(ConfigurationError) {
        var chain = [id]
        var next = mvpd.like
        while let like = next {
            guard let other = mvpds[like] else { throw dangling("mvpds.\(id).like", like) }
            if chain.containsBytes(of: like) {
                throw ConfigurationError(
                    .danglingReference, "mvpds.\(id).like is \(JSON5Text.quoted(like)), which leads back to it.")
            }
            chain.append(like)
            if chain.count > Self.longestLikeness {
                throw ConfigurationError(
                    .danglingReference,
                    "mvpds.\(id).like begins a chain of more than \(Self.longestLikeness) MVPDs: "
                        + chain.map { JSON5Text.quoted($0) }.joined(separator: ", like ") + ", and so on.")
            }
            next = other.like
        }
    }

    /// Refuses a proxy that a World would ignore, including one that is taken from the MVPD named in `like`.
    private func checkProxy(of id: String, _ mvpd: MVPD) throws(ConfigurationError) {
        let whole = completed(mvpd)
        guard let proxy = whole.proxy else { return }
        let place = "mvpds.\(id).proxy" + (mvpd.proxy == nil ? ", taken from `like`," : "")
        guard let other = mvpds[proxy].map(completed) else { throw dangling(place, proxy) }
        let flaw: String? =
            if proxy == id {
                "which is that MVPD itself"
            } else if whole.style == .tempPass {
                "but a temporary pass has no login that another MVPD could take over"
            } else if other.style == .tempPass {
                "which is a temporary pass and has no login"
            } else if other.proxy != nil {
                "which has a proxy itself"
            } else {
                nil
            }
        if let flaw {
            throw ConfigurationError(.danglingReference, "\(place) is \(JSON5Text.quoted(proxy)), \(flaw).")
        }
    }

    private func dangling(_ place: String, _ mvpd: String) -> ConfigurationError {
        dangling(place, mvpd, in: "mvpds", mvpds.ids)
    }

    private func dangling(
        _ place: String, _ id: String, in table: String, _ known: [String]
    ) -> ConfigurationError {
        let hint = NearestName.hint(id, among: known)
        return ConfigurationError(
            .danglingReference, "\(place) names \(JSON5Text.quoted(id)), which isn't in \(table)\(hint).")
    }
}
