import PassCore
import PassDomain
import PassInstruments

/// The exchanges of a journal at one moment, which are read from the journal a few at a time.
struct JournalView {
    let journal: Journal
    let namespace: NamespaceName
    let index: JournalIndex
    private let run: UInt32

    init(_ journal: Journal, _ namespace: NamespaceName, _ index: JournalIndex) {
        self.journal = journal
        self.namespace = namespace
        self.index = index
        run = journal.position.run
    }

    /// The places of all exchanges in the index, oldest first.
    var places: Range<Int> { index.start..<index.exchanges.count }

    /// Returns the places of the exchanges after one of them.
    func places(after id: ExchangeID?) -> Range<Int> {
        guard let id else { return places }
        return index.firstIndex(from: id.number &+ 1)..<index.exchanges.count
    }

    /// Calls a function with the exchanges at some places, in their order, until it returns `false`.
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

    /// Returns the last exchanges that meet a condition, oldest first. Older ones aren't looked at.
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
        guard id.run == run, let place = index.index(of: id.number) else { return nil }
        return exchanges(CollectionOfOne(place)).first
    }

    private func read(_ entry: JournalEntry, at place: Int) -> ReadExchange {
        var exchange = ReadExchange(
            entry: entry, namespace: namespace, facts: index.facts(of: index.exchanges[place]))
        if let flow = index.groups.flow(of: place) {
            exchange.flow = id(of: flow)
            exchange.subscriberOfFlow = index.names[index.groups.subscriber(of: flow)]
        }
        return exchange
    }

    // MARK: Flows

    /// Returns the name of a flow: that of its first exchange in the journal.
    private func id(of flow: Int) -> String {
        let first = index.groups.members(of: flow).first ?? index.start
        return ExchangeID(run: run, number: index.exchanges[first].number).description
    }

    /// Returns the summaries of flows in the order of their first exchanges.
    ///
    /// - Parameters:
    ///   - after: the first exchange of the flow before the first one; `nil` for all.
    ///   - most: the largest number of flows.
    func flows(after: ExchangeID?, atMost most: Int) -> [FlowSummary] {
        (0..<index.groups.count).lazy.filter { flow in
            guard let after, let first = index.groups.members(of: flow).first else { return true }
            return index.exchanges[first].number > after.number
        }.prefix(most).map(summary)
    }

    /// Returns the device on which the login was made that an exchange seems to mean, if it isn't the exchange's own: a
    /// device of the exchange's flow, else that of the last login before it with the same requestor and MVPD.
    func loginDevice(for id: ExchangeID) -> String? {
        guard let place = index.index(of: id.number) else { return nil }
        let own = index.exchanges[place]
        let isOther = { (exchange: IndexedExchange) in exchange.device != 0 && exchange.device != own.device }
        if let flow = index.groups.flow(of: place) {
            let other = index.groups.members(of: flow).lazy.map { index.exchanges[$0] }.first(where: isOther)
            return other.flatMap { index.names[$0.device] }
        }
        let last = (places.lowerBound..<place).last { place in
            let exchange = index.exchanges[place]
            guard isOther(exchange), exchange.requestor == own.requestor, own.mvpd == 0 || exchange.mvpd == own.mvpd
            else { return false }
            return index.groups.flow(of: place).map { index.groups.subscriber(of: $0) != 0 } ?? false
        }
        return last.flatMap { index.names[index.exchanges[$0].device] }
    }

    private func summary(of flow: Int) -> FlowSummary {
        let exchanges = index.groups.members(of: flow).map { index.exchanges[$0] }
        let subscriber = index.groups.subscriber(of: flow)
        return FlowSummary(
            id: id(of: flow), outcome: exchanges.lazy.compactMap(\.result).last ?? .pending,
            began: exchanges.first?.time, lastTime: exchanges.last?.time,
            requestors: names(exchanges.map(\.requestor)), mvpds: names(exchanges.map(\.mvpd)),
            devices: names(exchanges.map(\.device)),
            subscribers: names(exchanges.map { $0.subscriber == 0 ? subscriber : $0.subscriber }),
            resources: Array(names(exchanges.flatMap(index.resourceNumbers)).prefix(FlowSummary.mostResources)),
            count: exchanges.count)
    }

    /// Returns the names with some numbers, each once.
    private func names(_ numbers: [UInt32]) -> [String] {
        var known: [UInt32] = []
        var last: UInt32 = 0
        for number in numbers where number != last {
            last = number
            if number != 0, !known.contains(number) { known.append(number) }
        }
        return known.compactMap { index.names[$0] }
    }

    /// Returns the flow of an exchange with all its exchanges.
    ///
    /// - Parameter name: the ID of an exchange; `latest` for the flow that has the last exchange of all.
    func flow(of name: String) -> Flow? {
        let place: Int?
        if name.hasSameBytes(as: Flow.latest) {
            place = places.last { index.groups.flow(of: $0) != nil }
        } else {
            place = ExchangeID(name).flatMap { $0.run == run ? index.index(of: $0.number) : nil }
        }
        guard let place, let flow = index.groups.flow(of: place) else { return nil }
        return Flow(id: id(of: flow), exchanges: exchanges(index.groups.members(of: flow)))
    }
}
