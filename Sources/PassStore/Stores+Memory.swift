package import PassDomain

extension Stores {
    /// Stores that live as long as the process; each kind holds at most `capacity` records.
    package static func memory(capacity: Int) -> Stores {
        Stores(
            registrationCodes: MemoryStore(capacity: capacity), sessions: MemoryStore(capacity: capacity),
            logouts: MemoryStore(capacity: capacity),
            revocations: MemoryStore(capacity: capacity), permissionOrigins: MemoryStore(capacity: capacity),
            profileOrigins: MemoryStore(capacity: capacity), mediaTokenAllowances: MemoryStore(capacity: capacity),
            applications: MemoryStore(capacity: capacity), providerSessions: MemoryStore(capacity: capacity),
            providerGrants: MemoryStore(capacity: capacity), temporaryPassUses: MemoryStore(capacity: capacity),
            platformLogins: MemoryStore(capacity: capacity), denialCounts: MemoryStore(capacity: capacity))
    }
}
