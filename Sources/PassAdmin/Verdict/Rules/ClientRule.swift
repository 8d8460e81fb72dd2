/// A rule that the vendor publishes for clients, and the function that judges a client by it.
///
/// To add a rule, add a value to the list of its topic, e.g. in `ClientRule+Polling.swift`:
///
/// ```swift
/// ClientRule(
///     "R-51", .should, "A logout names the address to which the browser returns.",
///     clause: "REST API v2, Initiate logout", needs: "a logout",
///     remedy: "Send redirectUrl with the logout."
/// ) { history, ruling in
///     for logout in history.calls(.initiateLogout) {
///         ruling.see()
///         if logout.content.value("redirectUrl") == nil { ruling.find("The logout has no redirectUrl.", logout) }
///     }
/// }
/// ```
struct ClientRule: Sendable {
    /// The rule's number, such as `R-34`.
    let id: String
    let force: Force
    /// The rule as a sentence.
    let title: String
    /// The document of the vendor that publishes the rule.
    let clause: String
    /// The calls that must be in the journal for the rule to be judged.
    let needs: String
    /// The advice to a client that breaks the rule.
    let remedy: String
    let judgement: Judgement

    /// How strongly the vendor demands something.
    enum Force: String, Sendable, CaseIterable {
        /// A client that breaks the rule fails.
        case must
        /// A recommendation.
        case should
    }

    enum Judgement: Sendable {
        case function(@Sendable (ClientHistory, inout Ruling) -> Void)
        /// The requests don't show whether a client obeys, for the reason given.
        case unobservable(String)
    }

    /// Creates a rule that can be judged by the journal.
    ///
    /// - Parameter judge: looks for evidence and for violations. Its time must be linear in the number of calls, or
    ///   nearly so.
    init(
        _ id: String, _ force: Force, _ title: String, clause: String, needs: String, remedy: String,
        judge: @escaping @Sendable (_ history: ClientHistory, _ ruling: inout Ruling) -> Void
    ) {
        self.init(id, force, title, clause, needs, remedy, .function(judge))
    }

    /// Creates a rule that can't be judged by the journal.
    init(_ id: String, _ force: Force, _ title: String, clause: String, unobservable reason: String) {
        self.init(id, force, title, clause, "", "", .unobservable(reason))
    }

    private init(
        _ id: String, _ force: Force, _ title: String, _ clause: String, _ needs: String, _ remedy: String,
        _ judgement: Judgement
    ) {
        self.id = id
        self.force = force
        self.title = title
        self.clause = clause
        self.needs = needs
        self.remedy = remedy
        self.judgement = judgement
    }

    /// Judges a client.
    func judge(_ history: ClientHistory) -> Ruling {
        var ruling = Ruling()
        if case .function(let judge) = judgement { judge(history, &ruling) }
        return ruling
    }
}
