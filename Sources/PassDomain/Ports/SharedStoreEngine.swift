package import PassCore

/// An engine that several processes, its nodes, use at the same time.
///
/// Every node reads and writes records directly in the store. Everything else of a World, such as its clock and its
/// settings, is in the description that `StoreShelf.keep` stores, and every node works with a copy of it. The store's
/// revision tells a node whether its copies are up to date.
package protocol SharedStoreEngine: StoreEngine {
    /// Makes this process one of those that share the store.
    ///
    /// - Parameter fingerprint: the digest of the public keys whose signatures the process accepts.
    /// - Throws: `StoreError`, with the code `otherKeys` if the processes that share the store accept the signatures of
    ///   other keys.
    func join(_ fingerprint: String) throws

    /// Returns a number that changes whenever any node publishes, describes or removes a namespace. The call makes one
    /// request to the store.
    ///
    /// - Throws: `StoreError`.
    func revision() throws -> UInt64

    /// Returns the namespaces in the store. A namespace's number changes whenever any node publishes or describes it.
    ///
    /// - Throws: `StoreError`.
    func revisions() throws -> [NamespaceName: UInt64]

    /// Returns a namespace with its description, on the shelf that all nodes share; `nil` if the store has none of that
    /// name.
    ///
    /// - Throws: `StoreError`.
    func kept(_ name: NamespaceName) throws -> KeptNamespace?

    /// Acquires the lock that all nodes share, and runs `body` while this node holds it. A node that ends while it
    /// holds the lock delays the others for several seconds at most.
    ///
    /// - Throws: `StoreError` if the lock can't be acquired in time; the error of `body`.
    func locked<Result>(_ body: () throws -> Result) throws -> Result

    /// Announces a node to the other nodes, for a limited time by the machine's clock.
    ///
    /// - Throws: `StoreError`.
    func announce(_ node: StoreNode, for life: TimeToLive) throws

    /// Removes an announced node before its time has passed.
    ///
    /// - Throws: `StoreError`.
    func withdraw(_ node: StoreNode) throws

    /// Returns the nodes that were announced and whose time hasn't passed, in the order of their names.
    ///
    /// - Throws: `StoreError`.
    func nodes() throws -> [StoreNode]
}

/// A process that uses a shared store.
package struct StoreNode: Sendable, Hashable {
    package var name: String
    /// The URL at which the other nodes reach its control operations.
    package var url: String

    package init(name: String, url: String) {
        self.name = name
        self.url = url
    }
}
