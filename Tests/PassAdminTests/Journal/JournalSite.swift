import PassAdmin
import PassCore
import PassCrypto
import PassDomain
import PassHTTP
import PassInstruments
import PassTestSupport
import Testing

/// The operations of the journal, with a journal that a test fills.
struct JournalSite: Sendable {
    static let authority = Result {
        try CertificateAuthority.create(name: "Test authority", now: Timestamp(seconds: 1_767_225_600))
    }

    let journal: Journal
    private let world: TestWorld

    init(capacity: Int = 100, secrets: SecretDisplay = .shown) throws {
        journal = try #require(Journal(capacity: capacity, in: JournalArchive(bytes: .max, run: 9)))
        world = try Self.world(journal, secrets)
    }

    static func world(_ journal: Journal?, _ secrets: SecretDisplay = .shown) throws -> TestWorld {
        try TestWorld(
            AdminFamily(
                isReady: { true }, authority: authority.get(), keys: [], tokenKeys: [], hosts: [],
                namespaces: TestNamespaces(journal: journal), journalSecrets: secrets))
    }

    func answer(_ request: HTTPRequest) throws -> HTTPResponse { try world.answer(request) }

    func get(_ target: String) throws -> JSONValue {
        let response = try answer(.get(target))
        #expect(response.status == .ok, "\(target): \(String(decoding: response.body, as: UTF8.self))")
        return try JSONValue.parse(response.body)
    }

    func post(_ target: String, _ content: String) throws -> HTTPResponse {
        try answer(.json(target, content))
    }

    /// The IDs, or another member, of the exchanges that a query finds.
    func found(_ query: String, _ member: String = "path") throws -> [String?] {
        try get("/_sim/exchanges?\(query)")["exchanges"]?.arrayValue?.map { $0[member]?.stringValue } ?? []
    }

    /// Records an exchange that is over.
    @discardableResult
    func record(
        _ operation: Operation?, _ target: String, time: Int64 = 1_767_225_600_000, method: HTTPMethod = .get,
        fields: HTTPFields = [:], body: String = "", status: HTTPStatus = .ok, answer: String = "",
        answerFields: HTTPFields = [:], faulted: Bool = false, rules: [String] = [], outcome: JournalOutcome? = nil,
        checks: CheckLog? = nil, delivery: DeliveryReport? = nil, receivedTarget: String? = nil
    ) -> ExchangeID {
        let request = HTTPRequest(
            method: method, target: target, authority: "sp.example", fields: fields, body: Array(body.utf8))
        return journal.record(
            JournalEntry(
                time: Timestamp(milliseconds: time), operation: operation, request: request,
                receivedTarget: receivedTarget,
                answer: JournalAnswer(
                    HTTPResponse(status, fields: answerFields, body: Array(answer.utf8)),
                    JournalCircumstances(
                        nanoseconds: 1_234_567, isFaulted: faulted, rules: rules,
                        outcome: outcome.map(RecordedOutcome.words), checks: checks,
                        delivery: delivery))))
    }
}
