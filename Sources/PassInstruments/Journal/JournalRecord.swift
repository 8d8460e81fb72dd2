import PassCore
import PassDomain
import PassHTTP

/// One exchange that is over, in a piece of memory of its own among others.
///
/// The request and the answer are copied into it, one after the other, so that a full journal writes memory in the order
/// of its addresses, as processors expect, and what a request has used is free for the next one. The memory has the
/// facts, the notes of the checks, the target and the fields of the request, its body, the answer's fields, its body, and
/// the target as it was received.
struct JournalRecord: @unchecked Sendable {
    // `@unchecked` because of the memory, which is written only before others see it.

    /// The facts that aren't bytes.
    private struct Facts {
        var shape: Shape
        var id: ExchangeID
        /// The answer's place among all arrivals and answers.
        var number: UInt64
        var time: Timestamp
        var nanoseconds: UInt64?
        var operation: Operation?
        var head: HTTPRequest.Head
        var status: HTTPStatus
        var isRequestBodyCut: Bool
        var isAnswerBodyCut: Bool
        var outcome: Outcome?
        var words: (@Sendable (Outcome) -> JournalOutcome)?
        /// The facts that few exchanges have.
        var rarities: Rarities?
    }

    /// The facts that few exchanges have, so that the others don't take memory for them.
    private final class Rarities: Sendable {
        let importedID: String?
        let wayOfDelivery: HTTPResponse.Delivery
        let delivery: DeliveryReport?
        let isFaulted: Bool
        let rules: [String]
        /// The words of an outcome that was recorded elsewhere.
        let words: JournalOutcome?
        let notes: ExchangeNotes?

        init(_ importedID: String?, _ response: HTTPResponse, _ circumstances: JournalCircumstances) {
            self.importedID = importedID
            wayOfDelivery = response.delivery
            delivery = circumstances.delivery
            isFaulted = circumstances.isFaulted
            rules = circumstances.rules
            notes = circumstances.notes
            words = if case .words(let words) = circumstances.outcome { words } else { nil }
        }
    }

    /// The lengths of an exchange's parts: in bytes, but for the notes.
    struct Shape {
        fileprivate let target: Int
        fileprivate let requestFields: Int
        fileprivate let requestBody: Int
        fileprivate let answerFields: Int
        fileprivate let answerBody: Int
        /// The length of the target as it was received; -1 if it doesn't differ from the request's.
        fileprivate let receivedTarget: Int
        /// The number of notes of checks; -1 if the checks are unknown.
        fileprivate let notes: Int
        fileprivate let notesLeftOut: Int
        /// The length of the whole record, a multiple of `alignment`.
        let byteCount: Int
        /// The memory that the exchange takes with the notes of a file, in bytes.
        let totalBytes: Int

        /// Measures an exchange.
        ///
        /// - Parameter limit: the most bytes that the record may take; the answer's body is left out of a larger one.
        init(
            _ arrival: borrowing JournalArrival, _ response: borrowing HTTPResponse,
            _ circumstances: borrowing JournalCircumstances, atMost limit: Int
        ) {
            let sent = arrival.request.fields.stored.count
            target = arrival.request.targetLength
            requestFields = sent - target
            requestBody = min(arrival.request.body.count, JournalEntry.longestBody)
            answerFields = response.fields.stored.count
            receivedTarget = arrival.receivedTarget?.utf8.count ?? -1
            notes = circumstances.checks?.count ?? -1
            notesLeftOut = circumstances.checks?.leftOut ?? 0
            let others =
                Self.notesPlace + max(0, notes) * MemoryLayout<CheckLog.Note>.stride + sent + requestBody + answerFields
                + max(0, receivedTarget)
            let whole = min(response.body.count, JournalEntry.longestBody)
            let all = (others + whole + alignment - 1) & -alignment
            if all <= limit {
                (answerBody, byteCount) = (whole, all)
            } else {
                (answerBody, byteCount) = (0, (others + alignment - 1) & -alignment)
            }
            totalBytes = byteCount + (circumstances.notes?.byteCount ?? 0)
        }

        /// The place of the notes, behind the facts.
        fileprivate static var notesPlace: Int { (MemoryLayout<Facts>.size + alignment - 1) & -alignment }
    }

    /// The alignment of each record.
    static let alignment = 16

    private let start: UnsafeMutableRawPointer

    /// The record whose memory begins at that address.
    init(at start: UnsafeMutableRawPointer) {
        self.start = start
    }

    private var facts: UnsafeMutablePointer<Facts> { start.assumingMemoryBound(to: Facts.self) }

    /// The length of the record in bytes.
    var byteCount: Int { facts.pointee.shape.byteCount }

    /// Copies an exchange into memory that has nothing yet, and takes the notes of its checks.
    ///
    /// - Parameters:
    ///   - shape: the shape of the same exchange.
    ///   - isBodyCut: whether the answer's body was cut before.
    func write(
        _ shape: Shape, _ id: ExchangeID, _ arrival: borrowing JournalArrival, _ response: borrowing HTTPResponse,
        _ circumstances: borrowing JournalCircumstances, isBodyCut: Bool
    ) {
        let request = arrival.request
        var isOrdinary = arrival.importedID == nil
        isOrdinary = isOrdinary && response.delivery.isImmediate && circumstances.isOrdinary
        var outcome: Outcome?
        var words: (@Sendable (Outcome) -> JournalOutcome)?
        switch circumstances.outcome {
        case .slot(let slot, let ofOutcome): (outcome, words) = (slot.take(), ofOutcome)
        case .words: isOrdinary = false
        case nil: break
        }
        start.bindMemory(to: Facts.self, capacity: 1)
            .initialize(
                to: Facts(
                    shape: shape, id: id, number: 0, time: arrival.time, nanoseconds: circumstances.nanoseconds,
                    operation: arrival.operation, head: request.head, status: response.status,
                    isRequestBodyCut: arrival.isRequestBodyCut,
                    isAnswerBodyCut: isBodyCut || shape.answerBody < response.body.count,
                    outcome: outcome, words: words,
                    rarities: isOrdinary ? nil : Rarities(arrival.importedID, copy response, copy circumstances)))
        var next = start + Shape.notesPlace
        if let checks = circumstances.checks { next = checks.moveNotes(to: next) }
        func append(_ bytes: UnsafeRawBufferPointer, _ count: Int) {
            guard let source = bytes.baseAddress, count > 0 else { return }
            next.copyMemory(from: source, byteCount: count)
            next += count
        }
        append(request.fields.stored, shape.target + shape.requestFields)
        request.body.withUnsafeBytes { append($0, shape.requestBody) }
        append(response.fields.stored, shape.answerFields)
        response.body.withUnsafeBytes { append($0, shape.answerBody) }
        arrival.receivedTarget?.withBytes { append(UnsafeRawBufferPointer($0), shape.receivedTarget) }
        withExtendedLifetime(request) {}
        withExtendedLifetime(response.fields) {}
    }

    /// Sets the answer's place among all arrivals and answers.
    func number(_ number: UInt64) {
        facts.pointee.number = number
    }

    /// The exchange that was copied.
    var entry: JournalEntry {
        let facts = facts.pointee
        let (shape, rarities) = (facts.shape, facts.rarities)
        var next = UnsafeRawPointer(start + Shape.notesPlace)
        func take(_ count: Int) -> UnsafeRawBufferPointer {
            defer { next += count }
            return UnsafeRawBufferPointer(start: next, count: count)
        }
        var checks: CheckLog?
        if shape.notes >= 0 {
            let notes = take(shape.notes * MemoryLayout<CheckLog.Note>.stride)
            checks = CheckLog(notes.assumingMemoryBound(to: CheckLog.Note.self), leftOut: shape.notesLeftOut)
        }
        let sent = HTTPFields(stored: take(shape.target + shape.requestFields), targetLength: shape.target)
        let request = HTTPRequest(facts.head, fields: sent, body: Array(take(shape.requestBody)))
        let received = HTTPFields(stored: take(shape.answerFields), targetLength: 0)
        var response = HTTPResponse(facts.status, fields: received, body: Array(take(shape.answerBody)))
        if let rarities { response.delivery = rarities.wayOfDelivery }
        var outcome = rarities?.words.map { RecordedOutcome.words($0) }
        if let value = facts.outcome, let words = facts.words { outcome = .slot(OutcomeSlot(value), words: words) }
        let target = shape.receivedTarget < 0 ? nil : String(decoding: take(shape.receivedTarget), as: UTF8.self)
        var answer = JournalAnswer(
            response, isBodyCut: facts.isAnswerBodyCut,
            JournalCircumstances(
                nanoseconds: facts.nanoseconds, isFaulted: rarities?.isFaulted ?? false, rules: rarities?.rules ?? [],
                outcome: outcome, checks: checks, delivery: rarities?.delivery, notes: rarities?.notes))
        answer.number = facts.number
        var entry = JournalEntry(
            time: facts.time, operation: facts.operation, request: request, receivedTarget: target,
            isRequestBodyCut: facts.isRequestBodyCut, answer: answer, importedID: rarities?.importedID)
        entry.id = facts.id
        return entry
    }

    /// Releases what the record refers to; its memory then has nothing.
    func erase() {
        let notes = facts.pointee.shape.notes
        if notes > 0 {
            (start + Shape.notesPlace).assumingMemoryBound(to: CheckLog.Note.self).deinitialize(count: notes)
        }
        facts.deinitialize(count: 1)
    }
}
