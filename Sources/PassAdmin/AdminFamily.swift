package import PassCrypto
import PassDomain
package import PassEndpointKit
package import PassTokens

/// The simulator's own paths, `/_sim/*`: the dashboard, clock, namespaces, readiness, keys, the landing page, token
/// verification and the addresses for SDKs.
package struct AdminFamily: EndpointFamily {
    package let endpoints: [any Endpoint]

    /// Creates the endpoints.
    ///
    /// - Parameters:
    ///   - isReady: returns whether the server is running, i.e. is neither starting nor stopping. It is called on an
    ///     event loop, so it must be quick.
    ///   - trouble: returns a sentence that says why the store fails; `nil` while it doesn't. It is called on an event
    ///     loop, so it must be quick.
    ///   - authority: the certificate authority that clients must trust.
    ///   - keys: the installation's keys, whose public halves are served under their names.
    ///   - tokenKeys: the installation's keys that sign JSON Web Tokens.
    ///   - hosts: the host names under which clients look for the service and the MVPDs.
    ///   - descriptions: the functions that write the descriptions of APIs, by the documents' names.
    ///   - rules: the reader of rules, which knows the failures that a rule can force.
    ///   - namespaces: the running namespaces, which the control operations read and change.
    ///   - journalSecrets: whether the journal shows secrets when a request doesn't choose.
    ///   - longestFile: the maximum length of a file of exchanges, in bytes; the server can't send a longer one.
    ///   - peers: the other nodes of a shared store; `nil` if the store isn't shared.
    ///   - metrics: returns the server's metrics with their current values.
    package init(
        isReady: @escaping @Sendable () -> Bool, trouble: @escaping @Sendable () -> String? = { nil },
        authority: CertificateAuthority,
        keys: [PublishedKey], tokenKeys: [JSONWebKey], hosts: [String],
        descriptions: [String: @Sendable () -> [UInt8]] = [:],
        rules: RuleReader = RuleReader(), namespaces: any NamespaceControl, journalSecrets: SecretDisplay = .shown,
        longestFile: Int = .max, peers: (any PeerNodes)? = nil,
        metrics: @escaping @Sendable () -> [MetricFamily] = { [] }
    ) {
        let served = ServedKeys(installation: keys, tokenKeys: tokenKeys)
        var endpoints: [any Endpoint] = [
            ReportReadiness(isReady: isReady, trouble: trouble),
            ShowDashboard(),
            ServeDashboardFile(),
            OfferCertificate(),
            ShowLanding(),
            VerifyMediaToken(),
            ListKeys(keys: served),
            PublishTokenKeys(served),
            DescribeEnvironment(hosts: hosts, keys: keys.map(\.name)),
            RevokeClient(),
            ReportMetrics(read: metrics),
        ]
        endpoints += Self.control(namespaces)
        endpoints += Self.rules(namespaces, rules)
        let journal = JournalControl(
            namespaces, served, journalSecrets, longestFile: longestFile, peers: peers)
        endpoints += Self.journal(journal)
        endpoints += [SaveCapsule(control: journal), OpenCapsule(control: journal, reader: rules)]
        for form in CertificateForm.allCases { endpoints.append(ServeCertificate(authority, form)) }
        for key in keys {
            for form in KeyForm.allCases { endpoints.append(ServeKey(key.name, form, served)) }
        }
        self.endpoints = endpoints + [Self.descriptions(of: endpoints, rules, beside: descriptions)]
    }

    /// Returns the operation that serves the OpenAPI descriptions: that of this family and those of the other APIs.
    private static func descriptions(
        of endpoints: [any Endpoint], _ rules: RuleReader, beside others: [String: @Sendable () -> [UInt8]]
    ) -> DescribeAPI {
        let own = "simulator.json"
        let routes = endpoints.map(\.route) + [DescribeAPI.only]
        let names = others.keys.sorted() + [own]
        // Few runs ask for the description, so it isn't made at the start.
        let write = { @Sendable in ControlDescription(routes, rules: rules, documents: names).bytes }
        return DescribeAPI(documents: others.merging([own: write]) { first, _ in first })
    }

    /// Returns the operations on rules, and on snapshots, which contain rules.
    private static func rules(_ namespaces: any NamespaceControl, _ reader: RuleReader) -> [any Endpoint] {
        [
            ListRules(namespaces: namespaces), DescribeRule(namespaces: namespaces),
            AddRule(namespaces: namespaces, reader: reader), RemoveRule(namespaces: namespaces),
            RemoveAllRules(namespaces: namespaces), TakeSnapshot(control: namespaces),
            RestoreSnapshot(control: namespaces, reader: reader),
        ]
    }

    /// Returns the operations that change a running simulator.
    private static func control(_ namespaces: any NamespaceControl) -> [any Endpoint] {
        [
            ReadClock(), ChangeClock(namespaces: namespaces),
            ListNamespaces(namespaces: namespaces), DescribeNamespace(namespaces: namespaces),
            CreateNamespace(namespaces: namespaces), RemoveNamespace(namespaces: namespaces),
            RemoveAllNamespaces(namespaces: namespaces), ResetNamespace(namespaces: namespaces),
            ListState(control: namespaces), ChangeState(control: namespaces), RemoveState(control: namespaces),
            SignInSubscriber(control: namespaces), MintToken(control: namespaces),
        ]
    }

    /// Returns the operations that read the journal.
    private static func journal(_ control: JournalControl) -> [any Endpoint] {
        [
            ListExchanges(control: control), RemoveExchanges(control: control), DescribeExchange(control: control),
            AwaitExchange(control: control), VerifyExchanges(control: control), ExportExchanges(control: control),
            ImportExchanges(control: control), FollowEvents(control: control), ListFlows(control: control),
            DescribeFlow(control: control), DrawFlow(control: control), ExplainExchange(control: control),
            JudgeClient(control: control),
        ]
    }
}
