import Testing

@testable import PassNetwork

@Suite("Turn queue")
struct TurnQueueTests {
    @Test("Returns all elements, each owner's in order, however appends and takes alternate")
    func order() {
        var queue = TurnQueue<Int, Int>()
        var last: [Int: Int] = [:]
        var taken = 0
        func take() {
            guard let element = queue.popFirst() else { return }
            let owner = element % 7
            #expect((last[owner] ?? -1) < element)
            last[owner] = element
            taken += 1
        }
        for element in 0..<5_000 {
            queue.append(element, of: element % 7)
            if element % 3 != 0 { take() }
        }
        while queue.count > 0 { take() }
        #expect(taken == 5_000)
        #expect(queue.popFirst() == nil)
        #expect(queue.makeRoom(for: 1) == nil)
    }

    @Test("An owner that returns gets its turn after those that wait")
    func turns() {
        var queue = TurnQueue<String, String>()
        for (element, owner) in [("a1", "a"), ("a2", "a"), ("b1", "b")] { queue.append(element, of: owner) }
        #expect(queue.popFirst() == "a1")
        #expect(queue.popFirst() == "b1")
        queue.append("b2", of: "b")
        #expect(queue.popFirst() == "a2")
        #expect(queue.popFirst() == "b2")
        #expect(queue.popFirst() == nil)
    }

    @Test("The owner with the most makes room, if it keeps at least as much as the other then has")
    func room() {
        var queue = TurnQueue<String, Int>()
        for element in 1...3 { queue.append(element, of: "a") }
        queue.append(4, of: "b")
        #expect(queue.makeRoom(for: "a") == nil)
        #expect(queue.makeRoom(for: "b") == 3)
        #expect(queue.makeRoom(for: "b") == nil)
        #expect(queue.makeRoom(for: "c") == 2)
        #expect(queue.makeRoom(for: "c") == nil)
        #expect(queue.count == 2)
    }
}
