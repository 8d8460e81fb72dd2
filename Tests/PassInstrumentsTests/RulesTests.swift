import PassCore
import PassDomain
import PassHTTP
import PassInstruments
import Testing

/// Facts that a test states.
struct StatedFacts: RuleFacts {
    var facts: [RuleFact: [String]] = [:]
    var fields: HTTPFields = [:]

    func texts(of fact: RuleFact) -> [String] { facts[fact] ?? [] }
    func values(of name: HTTPFieldName) -> [String] { fields.values(name) }
}

@Suite("The rules of one namespace")
struct RulesTests {
    private let now = Timestamp(seconds: 1_767_225_600)

    /// A rule that delays, so that the delay tells which rule took effect.
    private func rule(_ milliseconds: Int, _ match: RuleMatch = RuleMatch(), times: Int? = nil) -> Rule {
        var action = RuleAction()
        action.delay = .fixed(milliseconds)
        return Rule(match: match, action: action, times: times)
    }

    private func taken(
        _ rules: Rules, _ operation: Operation, _ facts: StatedFacts = StatedFacts(), at time: Timestamp? = nil
    ) -> Int? {
        guard let candidates = rules.candidates(for: operation),
            case .fixed(let milliseconds) = (try? rules.take(candidates, now: time ?? now, facts))?.rule.action.delay
        else { return nil }
        return milliseconds
    }

    private func session(_ milliseconds: Int, times: Int? = nil) -> Rule {
        rule(milliseconds, RuleMatch(operation: .session), times: times)
    }

    @Test("A rule takes effect as often as it says, and stays in the list with its counters")
    func times() throws {
        let rules = Rules()
        #expect(rules.isEmpty)
        let added = try #require(rules.add(session(1, times: 2)))
        #expect(added.rule.rule.id == "rule-1" && added.isNew && !rules.isEmpty)
        #expect(taken(rules, .authorize) == nil)
        #expect((0..<3).map { _ in taken(rules, .session) } == [1, 1, nil])
        let state = try #require(rules.find("rule-1"))
        #expect(state.hits == 2 && rules.count == 1)
    }

    @Test("A fact that can't be looked up is an error, and no rule takes effect or counts the request")
    func unknownFacts() throws {
        struct Away: Error {}
        struct UnreadableFacts: RuleFacts {
            func texts(of fact: RuleFact) throws -> [String] { throw Away() }
            func values(of name: HTTPFieldName) -> [String] { [] }
        }
        let rules = Rules()
        var match = RuleMatch(operation: .session)
        match.facts[.subscriber] = TextPattern("user")
        _ = rules.add(rule(1, match))
        _ = rules.add(session(2))
        let candidates = try #require(rules.candidates(for: .session))
        #expect(throws: Away.self) { try rules.take(candidates, now: now, UnreadableFacts()) }
        #expect(rules.all.map(\.matches) == [0, 0])
    }

    @Test("A used-up rule continues to count the requests that match, and leaves them to the next rule")
    func countsOn() throws {
        let rules = Rules()
        _ = rules.add(session(1, times: 1))
        _ = rules.add(session(2, times: 2))
        #expect((0..<5).map { _ in taken(rules, .session) } == [1, 2, 2, nil, nil])
        #expect(rules.all.map(\.matches) == [5, 4] && rules.all.map(\.hits) == [1, 2])
    }

    @Test("A rule can skip the first requests, and one for the nth request affects only that one")
    func passing() {
        let rules = Rules()
        var late = session(1, times: 1)
        late.after = 2
        _ = rules.add(late)
        #expect((0..<4).map { _ in taken(rules, .session) } == [nil, nil, 1, nil])
        var third = rule(3, RuleMatch(operation: .authorize))
        third.match.nth = 3
        _ = rules.add(third)
        #expect((0..<5).map { _ in taken(rules, .authorize) } == [nil, nil, 3, nil, nil])
        #expect(rules.all.map(\.matches) == [4, 5])
    }

    @Test("The highest priority takes effect, and of equal rules the one that was added first")
    func priority() {
        let rules = Rules()
        var low = session(1, times: 1)
        low.priority = -5
        var high = session(4, times: 1)
        high.priority = 5
        for rule in [low, session(2, times: 1), session(3, times: 1), high] { _ = rules.add(rule) }
        #expect((0..<5).map { _ in taken(rules, .session) } == [4, 2, 3, 1, nil])
    }

    @Test("A rule is in force until a time of the World's clock")
    func until() {
        let rules = Rules()
        var rule = session(1)
        rule.until = now
        _ = rules.add(rule)
        #expect(taken(rules, .session, at: now) == nil)
        #expect(taken(rules, .session, at: now - .seconds(1)) == 1)
        #expect(rules.find("rule-1")?.matches == 1)
    }

    @Test("A rule with a probability affects the same requests for the same seed, and about that part of them")
    func probability() {
        func run(seed: UInt64) -> [Bool] {
            let rules = Rules()
            var rule = session(1)
            rule.match.probability = 0.25
            rule.match.seed = seed
            _ = rules.add(rule)
            return (0..<1_000).map { _ in taken(rules, .session) != nil }
        }
        let first = run(seed: 7)
        #expect(first == run(seed: 7) && first != run(seed: 8))
        #expect((200...300).contains(first.count { $0 }))
    }

    @Test("A rule requires facts and header fields; a missing fact matches nothing")
    func facts() {
        let rules = Rules()
        var match = RuleMatch(operation: .authorize)
        match.facts = [.resource: TextPattern("news*"), .requestor: TextPattern("*")]
        match.headers = [.init("User-Agent", TextPattern("*Android*"))]
        _ = rules.add(rule(1, match))
        var stated = StatedFacts(
            facts: [.resource: ["sport", "news/1"], .requestor: ["REF"]], fields: ["user-agent": "x Android 5"])
        #expect(taken(rules, .authorize, stated) == 1)
        stated.fields = ["User-Agent": "iOS"]
        #expect(taken(rules, .authorize, stated) == nil)
        stated.fields = ["User-Agent": "Android"]
        stated.facts[.requestor] = nil
        #expect(taken(rules, .authorize, stated) == nil)
        #expect(rules.candidates(for: .authorize)?.readsContent == true)
    }

    @Test(
        "A rule affects the operations that it names, or all of the service, never the simulator's own",
        arguments: [
            (
                nil, nil, nil, [Operation.session, .retrieveProfiles, .createServiceToken],
                [Operation.signIn, .addRule]
            ),
            ("Authorize*", nil, nil, [.authorize, .authorizeDevice, .authorizeClient], [.session]),
            ("*", .v2, nil, [.retrieveProfiles], [.session, .createServiceToken]),
            (nil, .mvpd, nil, [.signIn, .issueTokens], [.session]),
            (nil, nil, .down, [.signIn, .authorize, .retrieveAuthorizationDecisions], [.session, .addRule]),
            ("*", nil, nil, [.session, .signIn], [.addRule, .reportReadiness]),
        ] as [(String?, OperationFamily?, MVPDFault?, [Operation], [Operation])])
    func operations(
        _ name: String?, _ family: OperationFamily?, _ fault: MVPDFault?, _ affected: [Operation],
        _ others: [Operation]
    ) {
        var rule = rule(1)
        rule.match.operation = name.map { TextPattern($0) }
        rule.match.family = family
        rule.action.mvpd = fault
        #expect(Set(rule.operations).isSuperset(of: affected) && Set(rule.operations).isDisjoint(with: others))
    }

    @Test("Replacing a rule with the same name replaces its counters too")
    func replaced() throws {
        let rules = Rules()
        var one = session(1)
        one.id = "mine"
        _ = rules.add(one)
        _ = taken(rules, .session)
        one.action.delay = .fixed(2)
        let again = try #require(rules.add(one))
        #expect(!again.isNew && again.rule.hits == 0 && rules.count == 1)
        #expect(taken(rules, .session) == 2)
        #expect(rules.remove("mine") && !rules.remove("mine") && rules.isEmpty)
    }

    @Test("Faults of one operation follow each other; a lasting one yields to the next")
    func sequence() {
        let rules = Rules()
        _ = rules.add(session(1, times: 1), isNext: true)
        _ = rules.add(session(2), isNext: true)
        #expect((0..<3).map { _ in taken(rules, .session) } == [1, 2, 2])
        _ = rules.add(session(3, times: 1), isNext: true)
        #expect((0..<2).map { _ in taken(rules, .session) } == [3, nil])
    }

    @Test("Removing one operation's rules leaves the others, and removing all leaves none")
    func removal() {
        let rules = Rules()
        _ = rules.add(session(1))
        _ = rules.add(rule(2, RuleMatch(operation: .authorize)))
        rules.remove(.session)
        #expect(taken(rules, .session) == nil && taken(rules, .authorize) == 2)
        rules.removeAll()
        #expect(rules.isEmpty && taken(rules, .authorize) == nil)
    }

    @Test("Rules of the configuration are replaced together and precede the others, which continue to count")
    func configured() {
        let rules = Rules()
        _ = rules.add(session(1, times: 3))
        #expect(taken(rules, .session) == 1)
        rules.configure([session(2, times: 1)])
        #expect((0..<4).map { _ in taken(rules, .session) } == [2, 1, 1, nil])
        rules.configure([])
        #expect(rules.count == 1 && taken(rules, .session) == nil)
    }

    @Test("A copy continues where the original is, independently")
    func copied() {
        let (rules, copy) = (Rules(), Rules())
        _ = rules.add(session(1, times: 2))
        _ = taken(rules, .session)
        copy.replace(by: rules)
        #expect((0..<2).map { _ in taken(copy, .session) } == [1, nil])
        #expect(taken(rules, .session) == 1)
    }

    @Test("There are a thousand rules at most, and a used-up one is replaced by a new one")
    func limit() {
        let rules = Rules()
        for number in 0..<Rules.most { _ = rules.add(session(number, times: 1)) }
        #expect(rules.count == Rules.most && rules.add(session(1)) == nil)
        #expect(taken(rules, .session) == 0)
        #expect(rules.add(session(-1)) != nil && rules.find("rule-1") == nil && rules.count == Rules.most)
    }

    @Test("The texts of all rules are limited, and a rule that doesn't fit doesn't replace another")
    func bytes() {
        let rules = Rules()
        var big = session(1)
        big.action.body = .init(Array(repeating: 0, count: Rules.mostBytes / 2), type: nil)
        big.id = "one"
        #expect(rules.add(big) != nil)
        big.action.body = .init(Array(repeating: 0, count: Rules.mostBytes), type: nil)
        #expect(rules.add(big) == nil && rules.find("one") != nil && taken(rules, .session) == 1)
    }

    @Test("Counters are exact when many threads take rules at once")
    func threads() async {
        let rules = Rules()
        _ = rules.add(session(1, times: 500))
        _ = rules.add(session(2, times: 300))
        let counts = await withTaskGroup(of: [Int: Int].self) { group in
            for _ in 0..<16 {
                group.addTask {
                    var counts: [Int: Int] = [:]
                    for _ in 0..<100 { counts[taken(rules, .session) ?? 0, default: 0] += 1 }
                    return counts
                }
            }
            var sums: [Int: Int] = [:]
            for await counts in group { sums.merge(counts, uniquingKeysWith: +) }
            return sums
        }
        #expect(counts == [1: 500, 2: 300, 0: 800])
        #expect(rules.all.map(\.hits) == [500, 300] && rules.all.map(\.matches) == [1_600, 1_100])
    }
}

@Suite("Patterns of texts")
struct TextPatternTests {
    @Test(
        "A star stands for any text, every other byte for itself",
        arguments: [
            ("", "", true), ("", "a", false), ("a", "a", true), ("a", "A", false), ("*", "", true), ("*", "any", true),
            ("a*", "ab", true), ("a*", "ba", false), ("*a", "ba", true), ("*a", "ab", false), ("a*a", "a", false),
            ("a*a", "aa", true), ("a*b*c", "aXbYc", true), ("a*b*c", "aXcYb", false), ("*b*b*", "ab", false),
            ("*b*b*", "abab", true), ("a**b", "ab", true), ("é", "e\u{301}", false), ("a.c", "abc", false),
        ])
    func matches(_ pattern: String, _ text: String, _ isMatch: Bool) {
        #expect(TextPattern(pattern).matches(text) == isMatch)
    }
}
