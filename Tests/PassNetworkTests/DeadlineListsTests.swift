import Testing

@testable import PassNetwork

@Suite("Deadline lists")
struct DeadlineListsTests {
    /// Deadlines of 10, 20, 30 … milliseconds in the order of the kinds.
    private func lists() -> DeadlineLists {
        DeadlineLists { ($0.rawValue + 1) * 10 }
    }

    private func expired(_ lists: inout DeadlineLists, _ now: Int64) -> [Int] {
        var slots: [Int] = []
        while let (slot, _) = lists.popExpired(now: now) { slots.append(slot) }
        return slots
    }

    @Test("Expire in the order of their start, and not a millisecond early")
    func order() {
        var lists = lists()
        lists.restart(5, .idle, now: 100)
        lists.restart(3, .idle, now: 101)
        lists.restart(9, .handshake, now: 85)
        #expect(lists.nextDue == 105)
        #expect(expired(&lists, 104) == [])
        #expect(expired(&lists, 105) == [9])
        #expect(lists.nextDue == 110)
        #expect(expired(&lists, 111) == [5, 3])
        #expect(lists.nextDue == .max)
    }

    @Test("Bytes that trickle in do not extend a deadline, a new start does")
    func begin() {
        var lists = lists()
        lists.startUnlessRunning(0, .head, now: 0)
        lists.startUnlessRunning(0, .head, now: 29)
        #expect(lists.nextDue == 30)
        lists.restart(0, .head, now: 29)
        #expect(lists.nextDue == 59)
        lists.startUnlessRunning(0, .content, now: 30)
        #expect(lists.nextDue == 70)
        #expect(lists.kind(of: 0) == .content)
    }

    @Test("A slot has one deadline, and none after it was cancelled or has expired")
    func single() {
        var lists = lists()
        for slot in 0..<3 { lists.restart(slot, .idle, now: Int64(slot)) }
        lists.restart(1, .linger, now: 5)
        lists.cancel(0)
        lists.cancel(0)
        lists.cancel(99)
        #expect(lists.nextDue == 12)
        #expect(expired(&lists, 1_000) == [2, 1])
        #expect(lists.kind(of: 1) == nil)
        #expect(lists.kind(of: 99) == nil)
    }

    @Test("The lists agree with a plain sorted list over many random steps")
    func model() {
        var lists = lists()
        var model: [Int: (kind: DeadlineLists.Kind, due: Int64, order: Int)] = [:]
        var random = SystemRandomNumberGenerator()
        for now in 0..<Int64(5_000) {
            let slot = Int.random(in: 0..<20, using: &random)
            if Int.random(in: 0..<4, using: &random) == 0 {
                lists.cancel(slot)
                model[slot] = nil
            } else if let kind = DeadlineLists.Kind.allCases.randomElement(using: &random) {
                lists.restart(slot, kind, now: now)
                model[slot] = (kind, now + Int64((kind.rawValue + 1) * 10), Int(now))
            }
            #expect(lists.nextDue == model.values.map(\.due).min() ?? .max)
            let over = Set(model.filter { $0.value.due <= now }.keys)
            #expect(Set(expired(&lists, now)) == over)
            for slot in over { model[slot] = nil }
        }
    }
}

@Suite("Delay heap")
struct DelayHeapTests {
    @Test("Returns entries in the order of their time and forgets those of closed connections")
    func order() {
        var heap = DelayHeap()
        let dues = (0..<200).map { Int64($0 * 7919 % 200) }
        for due in dues {
            heap.insert(DelayHeap.Entry(due: due, token: PollToken(descriptor: Int32(due), generation: 1)))
        }
        heap.keep { $0.descriptor % 2 == 0 }
        #expect(heap.count == 100)
        #expect(heap.nextDue == 0)
        #expect(heap.popDue(now: -1) == nil)
        var order: [Int32] = []
        while let token = heap.popDue(now: 98) { order.append(token.descriptor) }
        #expect(order == stride(from: 0, through: 98, by: 2).map(Int32.init))
        #expect(heap.nextDue == 100)
    }
}
