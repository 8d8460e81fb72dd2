import PassCore

extension Configuration {
    /// Adds a mistake for each entry that refers to an entry that doesn't exist.
    ///
    /// The check has to wait until all layers are put together, because a layer may refer to an entry of another layer.
    ///
    /// - Parameter layers: the layers that were put together, in which the places of the mistakes are looked up.
    func checkReferences(in layers: [ConfigurationLayer], _ mistakes: inout ConfigurationMistakes) {
        var found: [ReferenceMistake] = []
        for (id, mvpd) in mvpds {
            if let mistake = likenessMistake(of: id, mvpd) ?? proxyMistake(of: id, mvpd) { found.append(mistake) }
            if let home = mvpd.homeSubscriber, subscribers[home] == nil {
                found.append(dangling(["mvpds", id, "homeSubscriber"], home, in: "subscribers", subscribers.ids))
            }
        }
        for (id, subscriber) in subscribers {
            found += missing(subscriber.mvpds ?? [], ["subscribers", id, "mvpds"])
        }
        for (id, requestor) in requestors {
            found += missing(requestor.mvpds?.ids ?? [], ["requestors", id, "mvpds"])
            found += missing(requestor.excludedMVPDs, ["requestors", id, "excludedMVPDs"])
        }
        for mistake in found {
            let (name, position) = ConfigurationLayer.name(
                of: mistake.path, mistake.id, removed: [mistake.table, mistake.id], in: layers)
            mistakes.add(.danglingReference, name + mistake.sentence, at: position)
        }
    }

    /// A reference to an entry that doesn't exist or isn't allowed there.
    private struct ReferenceMistake {
        /// The names from the top down to the setting.
        var path: [String]
        /// The ID to which the setting refers.
        var id: String
        /// The table that should have an entry with this ID.
        var table = "mvpds"
        /// The sentence after the setting's name.
        var sentence: String
    }

    /// The largest allowed length of a chain of MVPDs that are each `like` the next one.
    static let longestLikeness = 16

    /// Returns the mistake in a chain of `like` that is circular, too long or ends at an unknown MVPD.
    ///
    /// The walk ends at the largest allowed length, so checking all chains takes time in proportion to their number.
    private func likenessMistake(of id: String, _ mvpd: MVPD) -> ReferenceMistake? {
        guard let first = mvpd.like else { return nil }
        let path = ["mvpds", id, "like"]
        var chain = [id]
        var next: String? = first
        while let like = next {
            // The MVPD that names the missing one gets a mistake of its own.
            guard let other = mvpds[like] else { return chain.count > 1 ? nil : dangling(path, like) }
            if chain.containsBytes(of: like) {
                return ReferenceMistake(
                    path: path, id: first,
                    sentence: " is \(JSON5Text.quoted(first)), which leads back to \(JSON5Text.name(like)).")
            }
            chain.append(like)
            if chain.count > Self.longestLikeness {
                return ReferenceMistake(
                    path: path, id: first,
                    sentence: " begins a chain of more than \(Self.longestLikeness) MVPDs: "
                        + chain.map { JSON5Text.quoted($0) }.joined(separator: ", like ") + ", and so on.")
            }
            next = other.like
        }
        return nil
    }

    /// Returns the mistake because of which a World would ignore an MVPD's proxy.
    ///
    /// The proxy may be the MVPD's own, or taken from the MVPD named in `like`.
    private func proxyMistake(of id: String, _ mvpd: MVPD) -> ReferenceMistake? {
        let whole = completed(mvpd)
        guard let proxy = whole.proxy else { return nil }
        let path = ["mvpds", id, "proxy"]
        let origin = mvpd.proxy == nil ? ", taken from `like`," : ""
        guard let other = mvpds[proxy].map(completed) else {
            // The MVPD from which the proxy is taken gets a mistake of its own.
            return mvpd.proxy == nil ? nil : dangling(path, proxy)
        }
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
        return flaw.map {
            ReferenceMistake(path: path, id: proxy, sentence: "\(origin) is \(JSON5Text.quoted(proxy)), \($0).")
        }
    }

    /// Returns a mistake for each listed ID that no MVPD has.
    private func missing(_ ids: [String], _ path: [String]) -> [ReferenceMistake] {
        ids.filter { mvpds[$0] == nil }.map { dangling(path, $0) }
    }

    private func dangling(_ path: [String], _ mvpd: String) -> ReferenceMistake {
        dangling(path, mvpd, in: "mvpds", mvpds.ids)
    }

    private func dangling(_ path: [String], _ id: String, in table: String, _ known: [String]) -> ReferenceMistake {
        let hint = NearestName.hint(id, among: known)
        return ReferenceMistake(
            path: path, id: id, table: table,
            sentence: " names \(JSON5Text.quoted(id)), which isn't in \(table)\(hint).")
    }
}
