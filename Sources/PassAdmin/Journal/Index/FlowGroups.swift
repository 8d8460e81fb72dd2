import PassCore

/// The exchanges of a journal, grouped into flows. A flow is one login through the MVPD and back, with the
/// authorizations that follow, even if two devices take part.
///
/// Exchanges that share a key belong together (`FlowKeys`). An exchange without a key belongs to the last login of its
/// requestor on its device.
struct FlowGroups: Sendable {
    /// The flow of each exchange, indexed by the exchange's place in the journal; `none` if it belongs to no flow.
    private var flowOf: [UInt32] = []
    /// The places of the exchanges of all flows, flow by flow, and oldest first within each flow.
    private var members: [UInt32] = []
    /// The indices in `members` at which the flows begin, in the order of their first exchanges, followed by the end
    /// index of `members`.
    private var begins: [UInt32] = []
    /// The number of each flow's user in the `NameTable`; 0 if the user is unknown.
    private var subscribers: [UInt32] = []
    /// The place of the journal's first exchange in the index.
    private var start = 0

    private static let none = UInt32.max

    init() {}

    var byteCount: Int { (flowOf.capacity + members.capacity + begins.capacity + subscribers.capacity) * 4 }

    /// The number of flows.
    var count: Int { max(0, begins.count - 1) }

    /// Returns the places of a flow's exchanges in the index.
    func members(of flow: Int) -> some Collection<Int> {
        members[Int(begins[flow])..<Int(begins[flow + 1])].lazy.map { [start] in Int($0) + start }
    }

    /// Returns the flow of an exchange by its place in the index; `nil` if it belongs to none.
    func flow(of index: Int) -> Int? {
        let flow = flowOf[index - start]
        return flow == Self.none ? nil : Int(flow)
    }

    /// Returns the number of a flow's user in the `NameTable`; 0 if the user is unknown.
    func subscriber(of flow: Int) -> UInt32 { subscribers[flow] }

    /// Groups exchanges into flows.
    ///
    /// - Parameters:
    ///   - exchanges: the exchanges of a journal, oldest first.
    ///   - values: the keys and resources of all exchanges.
    ///   - users: the numbers in the `NameTable` of the users who logged in without a browser, by the keys of their
    ///     codes.
    init(_ exchanges: ArraySlice<IndexedExchange>, _ values: [UInt64], _ users: [UInt64: UInt32] = [:]) {
        start = exchanges.startIndex
        let roots = Self.roots(exchanges, values)
        var sizes = [UInt32](repeating: 0, count: exchanges.count)
        for root in roots { sizes[Int(root)] += 1 }
        flowOf = [UInt32](repeating: Self.none, count: exchanges.count)
        var total: UInt32 = 0
        var next: [UInt32] = []
        for place in 0..<exchanges.count where roots[place] == place {
            guard sizes[place] > 1 || exchanges[start + place].beginsLogin else { continue }
            flowOf[place] = UInt32(begins.count)
            begins.append(total)
            next.append(total)
            total += sizes[place]
        }
        begins.append(total)
        members = [UInt32](repeating: 0, count: Int(total))
        subscribers = [UInt32](repeating: 0, count: next.count)
        for place in 0..<exchanges.count {
            let flow = flowOf[Int(roots[place])]
            guard flow != Self.none else { continue }
            flowOf[place] = flow
            members[Int(next[Int(flow)])] = UInt32(place)
            next[Int(flow)] += 1
            let exchange = exchanges[start + place]
            if exchange.subscriber != 0 { subscribers[Int(flow)] = exchange.subscriber }
            if exchange.givesLogin, !users.isEmpty,
                let user = exchange.keys(in: values).lazy.compactMap({ users[$0] }).first
            {
                subscribers[Int(flow)] = user
            }
        }
    }

    /// Returns, for each exchange, the place of the first exchange of its group.
    private static func roots(_ exchanges: ArraySlice<IndexedExchange>, _ values: [UInt64]) -> [UInt32] {
        var groups = Groups(count: exchanges.count)
        var owners: [UInt64: UInt32] = [:]
        var logins: [UInt64: UInt32] = [:]
        for (place, exchange) in exchanges.enumerated() {
            let place = UInt32(place)
            for key in exchange.keys(in: values) {
                if let owner = owners[key] { groups.join(place, owner) } else { owners[key] = place }
            }
            guard exchange.device != 0, exchange.requestor != 0 else { continue }
            let device = UInt64(exchange.requestor) << 32 | UInt64(exchange.device)
            if exchange.keyCount > 0 {
                logins[device] = place
            } else if let login = logins[device] {
                groups.join(place, login)
            }
        }
        return (0..<UInt32(exchanges.count)).map { groups.root(of: $0) }
    }

    /// Groups of numbers that can be joined (union-find).
    private struct Groups {
        private var parents: [UInt32]

        init(count: Int) {
            parents = Array(0..<UInt32(count))
        }

        mutating func root(of member: UInt32) -> UInt32 {
            var member = member
            while parents[Int(member)] != member {
                parents[Int(member)] = parents[Int(parents[Int(member)])]
                member = parents[Int(member)]
            }
            return member
        }

        mutating func join(_ left: UInt32, _ right: UInt32) {
            let (left, right) = (root(of: left), root(of: right))
            // The smaller number, which is the older exchange, becomes the root, so a group begins with its root.
            parents[Int(max(left, right))] = min(left, right)
        }
    }
}
