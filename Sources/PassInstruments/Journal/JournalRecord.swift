import PassCore
import PassDomain
import PassHTTP

/// A completed exchange, in its own part of an archive's memory.
///
/// The request and the answer are copied into the record. That way, a full journal writes to memory in the order of its
/// addresses, as processors expect, and the memory that a request has used is free for the next one. The record
/// consists of the facts, the outcome, the notes of the checks, the request's target, fields and body, the answer's
/// fields and body, and the target as it was received, in this order. All parts but the facts and the outcome are plain
/// bytes.
struct JournalRecord: @unchecked Sendable {
    // `@unchecked` because of the memory, which is written only before other threads can see it.

    /// The facts that aren't plain bytes.
    private struct Facts {
        var shape: Shape
        var id: ExchangeID
        /// The answer's place among all arrivals and answers.
        var number: UInt64 = 0
        var time: Timestamp
        var nanoseconds: UInt64?
        var operation: Operation?
        var head: HTTPRequest.Head
        var status: HTTPStatus
        var isRequestBodyCut: Bool
        var isAnswerBodyCut: Bool
        /// The facts that few exchanges have.
        var rarities: Rarities?
    }

    /// The facts that few exchanges have, in an object of their own, so that other exchanges don't take memory for
    /// them.
    final class Rarities: Sendable {
        let importedID: String?
        let wayOfDelivery: HTTPResponse.Delivery
        let delivery: DeliveryReport?
        let isFaulted: Bool
        let rules: [String]
        /// The words of an outcome that was recorded elsewhere.
        let words: JournalOutcome?
        let notes: ExchangeNotes?

        /// Collects the rare facts of an exchange; `nil` if it has none.
        init?(_ importedID: String?, _ response: HTTPResponse, _ circumstances: JournalCircumstances) {
            var isOrdinary = importedID == nil && response.delivery.isImmediate && circumstances.isOrdinary
            if case .words = circumstances.outcome { isOrdinary = false }
            if isOrdinary { return nil }
            self.importedID = importedID
            wayOfDelivery = response.delivery
            delivery = circumstances.delivery
            isFaulted = circumstances.isFaulted
            rules = circumstances.rules
            notes = circumstances.notes
            words = if case .words(let words) = circumstances.outcome { words } else { nil }
        }
    }

    /// The lengths of an exchange's parts in bytes.
    struct Shape {
        fileprivate let target: Int32
        fileprivate let requestFields: Int32
        fileprivate let requestBody: Int32
        fileprivate let answerFields: Int32
        fileprivate let answerBody: Int32
        /// The length of the target as it was received; -1 if it doesn't differ from the request's.
        fileprivate let receivedTarget: Int32
        /// The length of the notes of checks; -1 if the checks are unknown.
        fileprivate let notes: Int32
        /// The number of the notes of checks, and of the notes that weren't kept.
        fileprivate let noteCount: Int32
        fileprivate let notesLeftOut: Int32
        /// The length of the whole record, a multiple of `alignment`.
        let byteCount: Int

        /// Measures an exchange.
        ///
        /// - Parameter limit: the maximum size of the record in bytes; if it would be larger, the answer's body is left
        ///   out.
        init(
            _ request: HTTPRequest, _ arrival: JournalArrival.Facts, _ response: borrowing HTTPResponse,
            _ notes: KeptNotes?, atMost limit: Int
        ) {
            let sent = request.storedCount
            let body = min(request.body.count, JournalEntry.longestBody)
            let received = response.fields.storedCount
            let targetLength = request.targetLength
            target = Int32(targetLength)
            requestFields = Int32(sent - targetLength)
            requestBody = Int32(body)
            answerFields = Int32(received)
            let receivedLength = arrival.receivedTarget?.utf8.count ?? -1
            receivedTarget = Int32(receivedLength)
            let noted = notes?.bytes.count ?? -1
            self.notes = Int32(noted)
            noteCount = Int32(notes?.count ?? 0)
            notesLeftOut = Int32(notes?.leftOut ?? 0)
            let others = Self.notesPlace + max(0, noted) + sent + body + received + max(0, receivedLength)
            let whole = min(response.body.count, JournalEntry.longestBody)
            let all = (others + whole + alignment - 1) & -alignment
            if all <= limit {
                (answerBody, byteCount) = (Int32(whole), all)
            } else {
                (answerBody, byteCount) = (0, (others + alignment - 1) & -alignment)
            }
        }

        /// The offset of the outcome, after the facts.
        fileprivate static var outcomePlace: Int { (MemoryLayout<Facts>.size + alignment - 1) & -alignment }

        /// The offset of the notes, after the outcome.
        fileprivate static var notesPlace: Int { outcomePlace + MemoryLayout<Outcome?>.size }
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

    private var outcome: UnsafeMutablePointer<Outcome?> {
        (start + Shape.outcomePlace).assumingMemoryBound(to: Outcome?.self)
    }

    /// Copies an exchange into unused memory, and takes the outcome out of its slot.
    ///
    /// - Parameters:
    ///   - shape: the shape of the same exchange.
    ///   - nanoseconds: the time until the answer, if it is known.
    ///   - isBodyCut: whether the answer's body had already been cut.
    func write(
        _ shape: Shape, _ id: ExchangeID, _ request: HTTPRequest, _ arrival: JournalArrival.Facts,
        _ response: borrowing HTTPResponse, nanoseconds: UInt64?, _ slot: OutcomeSlot?, _ notes: KeptNotes?,
        _ rarities: Rarities?, isBodyCut: Bool
    ) {
        start.bindMemory(to: Facts.self, capacity: 1)
            .initialize(
                to: Facts(
                    shape: shape, id: id, time: arrival.time, nanoseconds: nanoseconds,
                    operation: arrival.operation, head: request.head, status: response.status,
                    isRequestBodyCut: arrival.isRequestBodyCut,
                    isAnswerBodyCut: isBodyCut || Int(shape.answerBody) < response.body.count, rarities: rarities))
        let outcome = (start + Shape.outcomePlace).bindMemory(to: Outcome?.self, capacity: 1)
        if let slot { slot.move(to: outcome) } else { outcome.initialize(to: nil) }
        var next = start + Shape.notesPlace
        func append(_ bytes: UnsafeRawBufferPointer, _ count: Int) {
            guard let source = bytes.baseAddress, count > 0 else { return }
            next.copyMemory(from: source, byteCount: count)
            next += count
        }
        if let notes { append(notes.bytes, Int(shape.notes)) }
        append(request.fields.stored, Int(shape.target + shape.requestFields))
        if shape.requestBody > 0 { request.body.withUnsafeBytes { append($0, Int(shape.requestBody)) } }
        append(response.fields.stored, Int(shape.answerFields))
        if shape.answerBody > 0 { response.body.withUnsafeBytes { append($0, Int(shape.answerBody)) } }
        arrival.receivedTarget?.withBytes { append(UnsafeRawBufferPointer($0), Int(shape.receivedTarget)) }
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
        func take(_ count: Int32) -> UnsafeRawBufferPointer {
            defer { next += Int(count) }
            return UnsafeRawBufferPointer(start: next, count: Int(count))
        }
        var checks: CheckLog?
        if shape.notes >= 0 {
            checks = CheckLog(
                KeptNotes(take(shape.notes), count: Int(shape.noteCount), leftOut: Int(shape.notesLeftOut)))
        }
        let sent = HTTPFields(stored: take(shape.target + shape.requestFields), targetLength: Int(shape.target))
        let request = HTTPRequest(facts.head, fields: sent, body: Array(take(shape.requestBody)))
        let received = HTTPFields(stored: take(shape.answerFields), targetLength: 0)
        var response = HTTPResponse(facts.status, fields: received, body: Array(take(shape.answerBody)))
        if let rarities { response.delivery = rarities.wayOfDelivery }
        var outcome = rarities?.words.map { RecordedOutcome.words($0) }
        if let value = self.outcome.pointee { outcome = .slot(OutcomeSlot(value)) }
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

    /// Releases the objects that the record refers to; from then on, its memory is unused.
    func erase() {
        outcome.deinitialize(count: 1)
        facts.deinitialize(count: 1)
    }
}
