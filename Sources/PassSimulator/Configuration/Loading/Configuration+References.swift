extension Configuration {
    /// Refuses entries that name others which don't exist; only the layers together can tell.
    func checkReferences() throws(ConfigurationError) {
        for (id, mvpd) in mvpds {
            var seen: Set<String> = [id]
            var next = mvpd.like
            while let like = next {
                guard let other = mvpds[like] else {
                    throw dangling("mvpds.\(id).like", like)
                }
                guard seen.insert(like).inserted else {
                    throw ConfigurationError(
                        .danglingReference, "mvpds.\(id).like is \(JSON5Text.quoted(like)), which leads in a circle.")
                }
                next = other.like
            }
        }
        for (id, mvpd) in mvpds {
            if let proxy = mvpd.proxy, mvpds[proxy] == nil { throw dangling("mvpds.\(id).proxy", proxy) }
            if let proxy = mvpd.proxy, proxy == id || mvpds[proxy]?.proxy != nil {
                throw ConfigurationError(
                    .danglingReference, "mvpds.\(id).proxy is \(JSON5Text.quoted(proxy)), which is proxied itself.")
            }
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
        }
    }

    private func dangling(_ place: String, _ mvpd: String) -> ConfigurationError {
        dangling(place, mvpd, in: "mvpds", mvpds.ids)
    }

    private func dangling(
        _ place: String, _ id: String, in table: String, _ known: [String]
    ) -> ConfigurationError {
        let nearest = NearestName.find(id, among: known).map { "; the nearest one is \($0)" } ?? ""
        return ConfigurationError(
            .danglingReference, "\(place) names \(JSON5Text.quoted(id)), which is no entry of \(table)\(nearest).")
    }
}
