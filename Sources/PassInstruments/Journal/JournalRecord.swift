import PassCore
import PassDomain
import PassHTTP

/// One exchange that is over, in one piece of memory.
///
/// The request and the answer are copied into it. A journal that held on to them would make each request allocate
/// memory that no cache knows, since what the one before it had used wouldn't be free: a copy of 2 KB costs a fifth
/// of that.
struct JournalRecord: @unchecked Sendable {
    // `@unchecked` because of the memory, which is written only before others see it.

    private let memory: ManagedBuffer<Facts, UInt8>

    /// The facts that aren't bytes, and the lengths of those that are: the request's target and fields, its body, the
    /// answer's fields, and its body, one after the other.
    struct Facts {
        var id: ExchangeID
        let time: Timestamp
        let operation: Operation?
        let head: HTTPRequest.Head
        let targetLength: Int
        let requestFields: Int
        let requestBody: Int
        let answerFields: Int
        let answerBody: Int
        let isRequestBodyCut: Bool
        let receivedTarget: String?
        let importedID: String?
        let status: HTTPStatus
        let delivery: HTTPResponse.Delivery
        let isAnswerBodyCut: Bool
        let circumstances: JournalCircumstances
        /// The answer's place among all arrivals and answers.
        var number: UInt64 = 0
    }

    /// Copies an exchange.
    ///
    /// - Parameters:
    ///   - isBodyCut: whether the response's body was cut before.
    ///   - limit: the most bytes that the record may take; the response's body is left out of a larger one.
    init(
        _ id: ExchangeID, _ arrival: JournalArrival, _ response: HTTPResponse, isBodyCut: Bool = false,
        _ circumstances: JournalCircumstances, atMost limit: Int = .max
    ) {
        let request = arrival.request
        let (sent, received) = (request.fields.stored, response.fields.stored)
        let requestBody = min(request.body.count, JournalEntry.longestBody)
        let others = sent.count + requestBody + received.count
        var answerBody = min(response.body.count, JournalEntry.longestBody)
        if Self.base + others + answerBody > limit { answerBody = 0 }
        memory = ManagedBuffer.create(minimumCapacity: others + answerBody) { _ in
            Facts(
                id: id, time: arrival.time, operation: arrival.operation, head: request.head,
                targetLength: request.targetLength, requestFields: sent.count, requestBody: requestBody,
                answerFields: received.count, answerBody: answerBody, isRequestBodyCut: arrival.isRequestBodyCut,
                receivedTarget: arrival.receivedTarget, importedID: arrival.importedID, status: response.status,
                delivery: response.delivery,
                isAnswerBodyCut: isBodyCut || answerBody < response.body.count, circumstances: circumstances)
        }
        memory.withUnsafeMutablePointerToElements { start in
            var next = UnsafeMutableRawPointer(start)
            func append(_ bytes: UnsafeRawBufferPointer, _ count: Int) {
                guard let source = bytes.baseAddress, count > 0 else { return }
                next.copyMemory(from: source, byteCount: count)
                next += count
            }
            append(sent, sent.count)
            request.body.withUnsafeBytes { append($0, requestBody) }
            append(received, received.count)
            response.body.withUnsafeBytes { append($0, answerBody) }
        }
        withExtendedLifetime((request, response)) {}
    }

    /// The memory of the facts, and of the entry's place in the archive.
    private static let base = 448

    /// Gives the exchange its name and its answer's place among all arrivals and answers.
    func name(_ id: ExchangeID, answer number: UInt64) {
        memory.withUnsafeMutablePointerToHeader { facts in
            facts.pointee.id = id
            facts.pointee.number = number
        }
    }

    /// An estimate of the memory that the record takes, in bytes.
    var byteCount: Int {
        memory.withUnsafeMutablePointerToHeader { facts in
            let request = facts.pointee.requestFields + facts.pointee.requestBody
            let answer = facts.pointee.answerFields + facts.pointee.answerBody
            return Self.base + request + answer + (facts.pointee.receivedTarget?.utf8.count ?? 0)
                + (facts.pointee.circumstances.checks?.byteCount ?? 0)
        }
    }

    /// The entry that was copied.
    var entry: JournalEntry {
        memory.withUnsafeMutablePointers { facts, start in
            let facts = facts.pointee
            var next = UnsafeRawPointer(start)
            func take(_ count: Int) -> UnsafeRawBufferPointer {
                defer { next += count }
                return UnsafeRawBufferPointer(start: next, count: count)
            }
            let sent = HTTPFields(stored: take(facts.requestFields), targetLength: facts.targetLength)
            let request = HTTPRequest(facts.head, fields: sent, body: Array(take(facts.requestBody)))
            let received = HTTPFields(stored: take(facts.answerFields), targetLength: 0)
            var response = HTTPResponse(facts.status, fields: received, body: Array(take(facts.answerBody)))
            response.delivery = facts.delivery
            var answer = JournalAnswer(response, isBodyCut: facts.isAnswerBodyCut, facts.circumstances)
            answer.number = facts.number
            var entry = JournalEntry(
                time: facts.time, operation: facts.operation, request: request,
                receivedTarget: facts.receivedTarget, isRequestBodyCut: facts.isRequestBodyCut, answer: answer,
                importedID: facts.importedID)
            entry.id = facts.id
            return entry
        }
    }
}
