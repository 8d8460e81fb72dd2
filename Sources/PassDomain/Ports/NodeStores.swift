/// The stores of a World for the records that only the nodes of a shared store need: rule counters, request allowances
/// and times of activity. Snapshots don't contain these records.
package struct NodeStores: Sendable {
    package let ruleCounts: any RecordStore<RuleCount>
    package let allowances: any RecordStore<AddressAllowance>
    package let activities: any RecordStore<NodeActivity>

    package init(on shelf: any StoreShelf, capacity: Int) {
        ruleCounts = shelf.store(of: RuleCount.self, capacity: capacity, leeway: 0)
        allowances = shelf.store(of: AddressAllowance.self, capacity: capacity, leeway: 0)
        activities = shelf.store(of: NodeActivity.self, capacity: capacity, leeway: 0)
    }

    /// The number of records in these stores.
    var count: Int { get throws { try ruleCounts.count + allowances.count + activities.count } }
}
