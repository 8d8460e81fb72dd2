package import PassCore
package import PassDomain

extension Stores {
    /// Returns stores that last as long as the process; each holds at most `capacity` records.
    ///
    /// - Parameter account: counts the bytes of these stores and of any others that share it.
    package static func memory(capacity: Int, account: ByteAccount = ByteAccount(limit: .max)) -> Stores {
        func store<Record>(leeway: Int = 0) -> MemoryStore<Record> {
            MemoryStore(capacity: capacity, leeway: leeway, sharing: account)
        }
        return Stores(
            registrationCodes: store(), sessions: store(), logouts: store(), revocations: store(),
            decisionOrigins: store(), profileOrigins: store(), mediaTokenAllowances: store(leeway: 1024),
            applications: store(), temporaryPassUses: store(), platformLogins: store(),
            denialCounts: store(), appProfiles: store(), appDecisions: store(),
            linkedDevices: store(), linkCodes: store())
    }
}

extension MemoryStore {
    /// Creates an empty store that takes at most a quarter of the account's bytes, so that a flood of one kind of record
    /// leaves room for the others.
    package convenience init(capacity: Int, leeway: Int = 0, sharing account: ByteAccount) {
        self.init(capacity: capacity, leeway: leeway, share: account.limit / 4, account: account)
    }
}
