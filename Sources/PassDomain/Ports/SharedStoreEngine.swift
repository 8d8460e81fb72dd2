package import PassCore

/// An engine that several processes, its nodes, use at the same time.
///
/// Records need nothing from a node but the shelf on which the others have them. Everything else of a World, such as its
/// clock and its settings, is in the description that `StoreShelf.keep` stores, and every node works with a copy of it.
/// The store's revision tells a node whether its copies are still true.
package protocol SharedStoreEngine: StoreEngine {
    /// Makes this process one of those that share the store.
    ///
    /// - Parameter fingerprint: the digest of the public keys whose signatures the process accepts.
    /// - Throws: `StoreError` of the code `otherKeys` if those that share it accept other signatures.
    func join(_ fingerprint: String) throws

    /// Returns a number that changes whenever any node publishes, describes or removes a namespace. It asks the store once.
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

    /// Runs `body` while no other node runs one, and waits for its turn. A node that ends in the middle holds the others up
    /// for some seconds at most.
    ///
    /// - Throws: `StoreError` if the turn doesn't come in time; the error of `body`.
    func locked<Result>(_ body: () throws -> Result) throws -> Result

    /// Tells the other nodes of this one, for a limited time of the machine's clock.
    ///
    /// - Throws: `StoreError`.
    func announce(_ node: StoreNode, for life: TimeToLive) throws

    /// Removes a node before its time has passed.
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
