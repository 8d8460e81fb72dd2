package import PassCore
package import PassCrypto
package import PassDomain

/// The simulated MVPDs of one World: their settings, their subscribers' accounts, and the sessions and grants that they
/// keep.
package final class SimulatedMVPDs: MVPDConnector {
    /// The settings of simulated MVPDs that are hidden from the service, and therefore aren't in its catalog.
    package struct Settings: Sendable {
        /// The behaviour of each MVPD; MVPDs without an entry behave like the catalog's template.
        package var mvpds: [MVPDID: SimulatedMVPD]
        package var accounts: [SubscriberID: SubscriberAccount]

        package init(
            mvpds: [MVPDID: SimulatedMVPD] = [:], accounts: [SubscriberID: SubscriberAccount] = [:]
        ) {
            self.mvpds = mvpds
            self.accounts = accounts
        }
    }

    /// The stores of the records that simulated MVPDs keep.
    package struct Stores: Sendable {
        package let sessions: any RecordStore<MVPDSession>
        package let grants: any RecordStore<MVPDGrant>

        package init(sessions: any RecordStore<MVPDSession>, grants: any RecordStore<MVPDGrant>) {
            self.sessions = sessions
            self.grants = grants
        }

        package var all: [any RecordStore] { [sessions, grants] }
    }

    package let stores: Stores
    let catalog: Catalog
    let accounts: [SubscriberID: SubscriberAccount]
    let identifiers: any IdentifierSource
    /// The sealer of the tokens of OAuth 2.0 MVPDs.
    let sealer: Sealer
    private let behaviours: [MVPDID: SimulatedMVPD]

    package init(
        _ settings: Settings, catalog: Catalog, identifiers: any IdentifierSource, stores: Stores, sealer: Sealer
    ) {
        behaviours = settings.mvpds
        accounts = settings.accounts
        self.catalog = catalog
        self.identifiers = identifiers
        self.stores = stores
        self.sealer = sealer
    }

    /// Returns the behaviour of an MVPD that the catalog knows or accepts.
    func behaviour(of mvpd: MVPDID) -> SimulatedMVPD {
        behaviours[mvpd] ?? behaviours[catalog.template] ?? SimulatedMVPD()
    }

    /// Returns the subscriber's account; `nil` if the subscriber has none at that MVPD.
    func account(_ id: SubscriberID, at mvpd: MVPDID) -> SubscriberAccount? {
        accounts.account(id, at: mvpd)
    }

    package func subscriber(_ id: SubscriberID, at mvpd: MVPDID) -> Subscriber? {
        account(id, at: mvpd)?.subscriber
    }

    package func decide(_ question: EntitlementQuestion) -> EntitlementVerdict {
        let account = account(question.subscriber, at: question.mvpd)
        let needsAccount = !catalog.isTemporaryPass(question.mvpd)
        if needsAccount { Check.note(account != nil, .account(question.subscriber, question.mvpd)) }
        return EntitlementRules.verdict(on: question.resource, account: account, needsAccount: needsAccount)
    }
}

extension World {
    /// The World's simulated MVPDs; `nil` only if a test connects the World to others.
    package var simulatedMVPDs: SimulatedMVPDs? { ports.connector as? SimulatedMVPDs }
}
