import PassCore
import PassDomain
import PassInstruments

/// The facts of a journal's exchanges in compact form, so that a list needn't decode and group the whole journal again.
///
/// Each exchange is read after its arrival and, if it had no answer yet, again after its answer. Lists read from the
/// journal only the exchanges that they show.
struct JournalIndex: Sendable {
    /// The indexed exchanges, oldest first. Those before `start` are no longer in the journal.
    private(set) var exchanges: [IndexedExchange] = []
    private(set) var start = 0
    private(set) var names = NameTable()
    /// The keys and the resources of all exchanges.
    private(set) var values: [UInt64] = []
    /// The numbers of the exchanges that had no answer when they were read.
    private var pending: [UInt64] = []
    private(set) var groups = FlowGroups()
    /// The numbers in `names` of the users who logged in without a browser, by the keys of their codes.
    private var directUsers: [UInt64: UInt32] = [:]
    /// The state of the journal at the last update.
    private var version: Version?

    private struct Version: Equatable {
        var position: UInt64
        var count: Int
        var evicted: Int
    }

    /// An estimate of the memory that the index takes, in bytes.
    var byteCount: Int {
        exchanges.capacity * MemoryLayout<IndexedExchange>.stride + values.capacity * 8 + names.byteCount
            + groups.byteCount
    }

    /// Reads what the journal has recorded since the last call.
    mutating func update(from journal: Journal) {
        let version = Version(position: journal.position.number, count: journal.count, evicted: journal.evicted)
        if version == self.version { return }
        let held = journal.numbers
        forget(before: held.first ?? .max)
        let known = exchanges.last?.number ?? 0
        let new = held[(held.firstIndex { $0 > known } ?? held.count)...]
        var place: Int?
        let waiting = pending
        pending = []
        for part in Self.parts(waiting[...]) {
            for entry in journal.entries(part, from: &place) { replace(entry) }
        }
        place = nil
        for part in Self.parts(new) {
            for entry in journal.entries(part, from: &place) { append(entry) }
        }
        directUsers = users(in: journal.changes)
        groups = FlowGroups(exchanges[start...], values, directUsers)
        self.version = version
    }

    /// Returns the numbers in `names` of the users who logged in without a browser, by the keys of their codes.
    private mutating func users(in steps: [JournalStep]) -> [UInt64: UInt32] {
        var users: [UInt64: UInt32] = [:]
        for login in steps.lazy.compactMap(DirectLogin.init) {
            users[Self.number(of: FlowKeys.key(ofCode: login.code))] = names.number(of: login.user)
        }
        return users
    }

    private static func parts(_ numbers: ArraySlice<UInt64>) -> some Sequence<ArraySlice<UInt64>> {
        stride(from: numbers.startIndex, to: numbers.endIndex, by: Journal.step).lazy.map { begin in
            numbers[begin..<min(begin + Journal.step, numbers.endIndex)]
        }
    }

    private mutating func append(_ entry: JournalEntry) {
        exchanges.append(indexed(entry))
        if entry.isInFlight { pending.append(entry.id.number) }
    }

    /// Replaces the facts of an exchange that had no answer before.
    private mutating func replace(_ entry: JournalEntry) {
        if entry.isInFlight { return pending.append(entry.id.number) }
        if let index = index(of: entry.id.number) { exchanges[index] = indexed(entry) }
    }

    private mutating func indexed(_ entry: JournalEntry) -> IndexedExchange {
        let facts = ExchangeFacts(entry)
        let keys = facts.keys.prefix(IndexedExchange.mostKeys)
        let resources = facts.resources.prefix(IndexedExchange.mostResources)
        let exchange = IndexedExchange(
            number: entry.id.number, time: entry.time, requestor: names.number(of: facts.requestor),
            mvpd: names.number(of: facts.mvpd), device: names.number(of: facts.device),
            subscriber: names.number(of: facts.subscriber), values: UInt32(values.count), keyCount: UInt8(keys.count),
            resourceCount: UInt16(resources.count), isInFlight: entry.isInFlight,
            beginsLogin: entry.operation?.beginsLogin ?? false, result: Flow.result(of: entry),
            givesLogin: Flow.givesLogin(entry))
        for key in keys { values.append(Self.number(of: key)) }
        for resource in resources { values.append(UInt64(names.number(of: resource))) }
        return exchange
    }

    /// Returns the number that stands for a key.
    ///
    /// The hash depends on a random number of this process, so that no client can choose keys with the same hash.
    private static func number(of key: ExactText) -> UInt64 { UInt64(bitPattern: Int64(key.hashValue)) }

    /// Forgets the exchanges that the journal no longer holds.
    private mutating func forget(before number: UInt64) {
        let first = exchanges[start...].firstIndex { $0.number >= number } ?? exchanges.count
        start = first
        pending.removeAll { $0 < number }
        if start == exchanges.count {
            self = JournalIndex()
            return
        }
        if start > max(1_000, exchanges.count / 4) { compact() }
    }

    /// Frees the memory of forgotten exchanges.
    private mutating func compact() {
        var rest = JournalIndex()
        rest.pending = pending
        rest.exchanges.reserveCapacity(exchanges.count - start)
        for var exchange in exchanges[start...] {
            let keys = exchange.keys(in: values)
            let resources = self.resources(of: exchange)
            exchange.requestor = rest.names.number(of: names[exchange.requestor])
            exchange.mvpd = rest.names.number(of: names[exchange.mvpd])
            exchange.device = rest.names.number(of: names[exchange.device])
            exchange.subscriber = rest.names.number(of: names[exchange.subscriber])
            exchange.values = UInt32(rest.values.count)
            rest.values += keys
            for resource in resources { rest.values.append(UInt64(rest.names.number(of: resource))) }
            rest.exchanges.append(exchange)
        }
        self = rest
    }

    /// Returns the place of an exchange; `nil` if it isn't indexed.
    func index(of number: UInt64) -> Int? {
        let index = firstIndex(from: number)
        return index < exchanges.count && exchanges[index].number == number ? index : nil
    }

    /// Returns the place of the first exchange with that number or a larger one.
    func firstIndex(from number: UInt64) -> Int {
        var (low, high) = (start, exchanges.count)
        while low < high {
            let middle = (low + high) / 2
            if exchanges[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Whether the login that an exchange gives its app was made without a browser.
    func givesDirectLogin(_ exchange: IndexedExchange) -> Bool {
        exchange.givesLogin && !directUsers.isEmpty && exchange.keys(in: values).contains { directUsers[$0] != nil }
    }

    func resources(of exchange: IndexedExchange) -> [String] {
        resourceNumbers(of: exchange).compactMap { names[$0] }
    }

    /// Returns the numbers of an exchange's resources in `names`.
    func resourceNumbers(of exchange: IndexedExchange) -> [UInt32] {
        let begin = Int(exchange.values) + Int(exchange.keyCount)
        return values[begin..<(begin + Int(exchange.resourceCount))].map { UInt32(truncatingIfNeeded: $0) }
    }

    /// Returns the facts of an exchange, without its keys.
    func facts(of exchange: IndexedExchange) -> ExchangeFacts {
        ExchangeFacts(
            requestor: names[exchange.requestor], mvpd: names[exchange.mvpd], device: names[exchange.device],
            resources: resources(of: exchange), subscriber: names[exchange.subscriber])
    }
}
