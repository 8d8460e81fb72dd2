package import PassCore
package import PassDomain

extension Stores {
    /// Returns stores that last as long as the process; each holds at most `capacity` records.
    ///
    /// - Parameter account: counts the bytes of these stores and of any others that share it. Each store takes at most
    ///   a quarter of the account, so that a flood of one kind of record leaves room for the others.
    package static func memory(capacity: Int, account: ByteAccount = ByteAccount(limit: .max)) -> Stores {
        let share = account.limit / 4
        func store<Record>(leeway: Int = 0) -> MemoryStore<Record> {
            MemoryStore(capacity: capacity, leeway: leeway, share: share, account: account)
        }
        return Stores(
            registrationCodes: store(), sessions: store(), logouts: store(), revocations: store(),
            permissionOrigins: store(), profileOrigins: store(), mediaTokenAllowances: store(leeway: 1024),
            applications: store(),
            providerSessions: store(), providerGrants: store(), temporaryPassUses: store(), platformLogins: store(),
            denialCounts: store())
    }
}
