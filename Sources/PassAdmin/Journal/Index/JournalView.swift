import PassCore
import PassDomain
import PassInstruments

/// The exchanges of a journal, or of the journals of several nodes, at one moment. They are read a few at a time.
struct JournalView {
    let journal: Journal
    let namespace: NamespaceName
    let index: JournalIndex
    private let run: UInt32
    /// The name of this node; `nil` if there is only one.
    private let node: String?
    /// The IDs of the exchanges at their nodes; `nil` for the journal of this node only.
    private let origins: MergedJournal.Origins?

    /// Creates a view of the journal of this node.
    init(_ journal: Journal, _ namespace: NamespaceName, _ index: JournalIndex, node: String? = nil) {
        self.journal = journal
        self.namespace = namespace
        self.index = index
        self.node = node
        run = journal.position.run
        origins = nil
    }

    init(_ merged: MergedJournal, _ namespace: NamespaceName) {
        journal = merged.journal
        self.namespace = namespace
        index = merged.index
        node = nil
        run = merged.origins.own
        origins = merged.origins
    }

    /// The places of all exchanges in the index, oldest first.
    var places: Range<Int> { index.start..<index.exchanges.count }

    /// Returns the places of the exchanges after the one with the given ID; all places if the ID is `nil`.
    ///
    /// If the journal no longer holds that exchange, the places begin after the last one that its node recorded before
    /// it.
    func places(after id: ExchangeID?) -> Range<Int> {
        guard let id else { return places }
        if origins != nil {
            let last = places.last { place in
                let known = self.id(at: place)
                return known.run == id.run && known.number <= id.number
            }
            return (last.map { $0 + 1 } ?? places.lowerBound)..<places.upperBound
        }
        return index.firstIndex(from: id.number &+ 1)..<index.exchanges.count
    }

    /// Returns the ID of the exchange at a place.
    func id(at place: Int) -> ExchangeID {
        let number = index.exchanges[place].number
        return origins?.id(of: number) ?? ExchangeID(run: run, number: number)
    }

    /// Returns the place of an exchange; `nil` if the index doesn't have it.
    private func place(of id: ExchangeID) -> Int? {
        if origins != nil { return places.first { self.id(at: $0) == id } }
        return id.run == run ? index.index(of: id.number) : nil
    }

    /// Returns the number of the first exchange of this node that is the given one or follows it; the maximum if none
    /// does.
    func ownNumber(from exchange: ReadExchange) -> UInt64 {
        guard let place = place(of: exchange.entry.id) else { return exchange.entry.id.number }
        return (place..<places.upperBound).lazy.map(id(at:)).first { $0.run == run }?.number ?? .max
    }

    /// Returns the number of the last exchange of this node before a place; 0 if there is none.
    func ownNumber(before place: Int) -> UInt64 {
        (places.lowerBound..<place).lazy.map(id(at:)).last { $0.run == run }?.number ?? 0
    }

    /// Calls `body` with each exchange at the given places, in order, until `body` returns `false`.
    ///
    /// - Parameter places: places in the index, in ascending order.
    func visit(_ places: some Collection<Int>, _ body: (ReadExchange) throws -> Bool) rethrows {
        var rest = places[...]
        var begin: Int?
        while !rest.isEmpty {
            let part = rest.prefix(Journal.step)
            rest = rest.dropFirst(Journal.step)
            let numbers = part.map { index.exchanges[$0].number }
            for entry in journal.entries(numbers[...], from: &begin) {
                guard let place = index.index(of: entry.id.number) else { continue }
                if !(try body(read(entry, at: place))) { return }
            }
        }
    }

    /// Returns the exchanges at some places that meet a condition, oldest first.
    func exchanges(_ places: some Collection<Int>, where isWanted: (ReadExchange) -> Bool = { _ in true })
        -> [ReadExchange]
    {
        var found: [ReadExchange] = []
        visit(places) { exchange in
            if isWanted(exchange) { found.append(exchange) }
            return true
        }
        return found
    }

    /// Returns up to `most` of the last exchanges that meet a condition, oldest first, without reading much older ones.
    func last(_ most: Int, where isWanted: (ReadExchange) -> Bool) -> [ReadExchange] {
        var found: [ReadExchange] = []
        var end = places.upperBound
        while end > places.lowerBound, found.count < most {
            let begin = max(places.lowerBound, end - Journal.step)
            found = exchanges(begin..<end, where: isWanted).suffix(most - found.count) + found
            end = begin
        }
        return found
    }

    /// Returns an exchange; `nil` if the journal doesn't hold it.
    func exchange(_ id: ExchangeID) -> ReadExchange? {
        guard let place = place(of: id) else { return nil }
        return exchanges(CollectionOfOne(place)).first
    }

    private func read(_ entry: JournalEntry, at place: Int) -> ReadExchange {
        var exchange = ReadExchange(
            entry: origins == nil ? entry : entry.named(id(at: place), importedID: entry.importedID),
            namespace: namespace, facts: index.facts(of: index.exchanges[place]),
            node: origins == nil ? node : origins?.node(of: entry.id.number))
        if let flow = index.groups.flow(of: place) {
            exchange.flow = id(of: flow)
            exchange.subscriberOfFlow = index.names[index.groups.subscriber(of: flow)]
        }
        exchange.givesLogin = index.exchanges[place].givesLogin
        if index.givesDirectLogin(index.exchanges[place]) { exchange.loginBy = .signInSubscriber }
        return exchange
    }

    // MARK: Flows

    /// Returns the ID of a flow, which is the ID of its first exchange in the journal.
    private func id(of flow: Int) -> String {
        let first = index.groups.members(of: flow).first ?? index.start
        return self.id(at: first).description
    }

    /// Returns the summaries of flows in the order of their first exchanges.
    ///
    /// - Parameters:
    ///   - after: the ID of the flow that precedes the first one to return; `nil` to begin with the oldest flow.
    ///   - most: the maximum number of flows.
    func flows(after: ExchangeID?, atMost most: Int) -> [FlowSummary] {
        let begin = places(after: after).lowerBound
        return (0..<index.groups.count).lazy.filter { flow in
            index.groups.members(of: flow).first.map { $0 >= begin } ?? true
        }.prefix(most).map(summary)
    }

    /// Returns the device of the login that an exchange seems to mean; `nil` if none is known, if it is the exchange's
    /// own device, or if the exchange names no device.
    ///
    /// If the user of the exchange's flow had logged in before, the device is the first other one in that flow. If the
    /// exchange has no flow, the device is that of the last login before the exchange with the same requestor and MVPD,
    /// in a browser or without one.
    func loginDevice(for id: ExchangeID) -> String? {
        guard let place = place(of: id), index.exchanges[place].device != 0 else { return nil }
        let own = index.exchanges[place]
        let isOther = { (exchange: IndexedExchange) in exchange.device != 0 && exchange.device != own.device }
        // For each flow, whether its user had logged in before the exchange.
        var logins: [Int: Bool] = [:]
        func hasLogin(_ flow: Int) -> Bool {
            if let known = logins[flow] { return known }
            let members = index.groups.members(of: flow).lazy.prefix { $0 < place }
            let found = members.contains { index.exchanges[$0].tellsLogin }
            logins[flow] = found
            return found
        }
        if let flow = index.groups.flow(of: place) {
            guard hasLogin(flow) else { return nil }
            let other = index.groups.members(of: flow).lazy.map { index.exchanges[$0] }.first(where: isOther)
            return other.flatMap { index.names[$0.device] }
        }
        let last = (places.lowerBound..<place).last { place in
            let exchange = index.exchanges[place]
            guard isOther(exchange), exchange.requestor == own.requestor, own.mvpd == 0 || exchange.mvpd == own.mvpd
            else { return false }
            return index.groups.flow(of: place).map(hasLogin) ?? false
        }
        if let last { return index.names[index.exchanges[last].device] }
        return directLoginDevice(for: id, own)
    }

    /// Returns the device of the last login without a browser that came before an exchange and has its requestor and
    /// MVPD.
    ///
    /// Returns `nil` if there is no such login, or if the device is the exchange's own.
    private func directLoginDevice(for id: ExchangeID, _ own: IndexedExchange) -> String? {
        func isNamed(_ number: UInt32, _ name: String) -> Bool {
            number == 0 || index.names[number]?.hasSameBytes(as: name) == true
        }
        let device = journal.changes.lazy.compactMap(DirectLogin.init).last { login in
            login.device != nil && login.isBefore(id) && isNamed(own.requestor, login.requestor)
                && isNamed(own.mvpd, login.mvpd)
        }?.device
        return device.flatMap { index.names[own.device]?.hasSameBytes(as: $0) == true ? nil : $0 }
    }

    /// Returns the time at which the app of an exchange logged out on its device; `nil` if it didn't do so before the
    /// exchange, or if an exchange in between has another result.
    func loggedOut(before id: ExchangeID) -> Timestamp? {
        guard let place = place(of: id), index.exchanges[place].device != 0 else { return nil }
        let own = index.exchanges[place]
        let last = (places.lowerBound..<place).last { place in
            let exchange = index.exchanges[place]
            guard let result = exchange.result, exchange.requestor == own.requestor || exchange.requestor == 0,
                own.mvpd == 0 || exchange.mvpd == own.mvpd || exchange.mvpd == 0
            else { return false }
            if exchange.device != 0 { return exchange.device == own.device }
            // A browser that logs in or out names no device, but its flow does.
            guard result == .loggedIn || result == .loggedOut, let flow = index.groups.flow(of: place) else {
                return false
            }
            return index.groups.members(of: flow).contains { index.exchanges[$0].device == own.device }
        }
        guard let last, index.exchanges[last].result == .loggedOut else { return nil }
        return index.exchanges[last].time
    }

    private func summary(of flow: Int) -> FlowSummary {
        let exchanges = index.groups.members(of: flow).map { index.exchanges[$0] }
        let subscriber = index.groups.subscriber(of: flow)
        return FlowSummary(
            id: id(of: flow), outcome: Flow.outcome(of: exchanges.lazy.map { ($0.result, $0.givesLogin) }),
            began: exchanges.first?.time, lastTime: exchanges.last?.time,
            requestors: names(exchanges.map(\.requestor)), mvpds: names(exchanges.map(\.mvpd)),
            devices: names(exchanges.map(\.device)),
            subscribers: names(exchanges.map { $0.subscriber == 0 ? subscriber : $0.subscriber }),
            resources: Array(names(exchanges.flatMap(index.resourceNumbers)).prefix(FlowSummary.mostResources)),
            count: exchanges.count)
    }

    /// Returns the names with the given numbers, each once; 0 means no name.
    private func names(_ numbers: [UInt32]) -> [String] {
        var known: [UInt32] = []
        var last: UInt32 = 0
        for number in numbers where number != last {
            last = number
            if number != 0, !known.contains(number) { known.append(number) }
        }
        return known.compactMap { index.names[$0] }
    }

    /// Returns a flow with all its exchanges; `nil` if the name belongs to no flow.
    ///
    /// - Parameter name: the ID of any exchange of the flow; `latest` for the flow with the most recent exchange.
    func flow(of name: String) -> Flow? {
        let place: Int?
        if name.hasSameBytes(as: Flow.latest) {
            place = places.last { index.groups.flow(of: $0) != nil }
        } else {
            place = ExchangeID(name).flatMap(place(of:))
        }
        guard let place, let flow = index.groups.flow(of: place) else { return nil }
        return Flow(id: id(of: flow), exchanges: exchanges(index.groups.members(of: flow)))
    }
}
