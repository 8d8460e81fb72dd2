/// A queue in which the owners of elements take turns: one owner after another, each owner's elements in order.
///
/// An owner with a thousand elements delays another owner's first element by one element, not by a thousand. Memory use
/// is proportional to the number of elements, and an owner without elements has no entry.
struct TurnQueue<Owner: Hashable, Element> {
    private(set) var count = 0
    private var queues: [Owner: Deque<Element>] = [:]
    /// The owners that have elements, each listed once, in the order of their turns.
    private var turns = Deque<Owner>()

    /// Appends an element after the others of its owner.
    mutating func append(_ element: Element, of owner: Owner) {
        count += 1
        guard let index = queues.index(forKey: owner) else {
            queues[owner] = Deque(element)
            turns.append(owner)
            return
        }
        queues.values[index].append(element)
    }

    /// Removes and returns the oldest element of the owner whose turn it is.
    mutating func popFirst() -> Element? {
        guard let owner = turns.popFirst(), let index = queues.index(forKey: owner) else { return nil }
        count -= 1
        let element = queues.values[index].popFirst()
        if queues.values[index].count > 0 { turns.append(owner) } else { queues.remove(at: index) }
        return element
    }

    /// Removes and returns the newest element of the owner with the most elements, if that owner has at least two more
    /// than `other`.
    ///
    /// The other owner can then add an element and still has no more than the owner that lost one.
    mutating func makeRoom(for other: Owner) -> Element? {
        guard let longest = queues.indices.max(by: { queues.values[$0].count < queues.values[$1].count }),
            queues.values[longest].count >= (queues[other]?.count ?? 0) + 2
        else { return nil }
        count -= 1
        return queues.values[longest].popLast()
    }
}

/// A queue from which elements are taken at both ends, in constant time on average.
private struct Deque<Element> {
    private var elements: [Element?] = []
    /// The number of elements at the start of `elements` that were taken already.
    private var taken = 0

    init() {}

    init(_ element: Element) {
        elements = [element]
    }

    var count: Int { elements.count - taken }

    mutating func append(_ element: Element) {
        elements.append(element)
    }

    mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        let element = elements[taken].take()
        taken += 1
        if taken >= 32, 2 * taken >= elements.count {
            elements.removeFirst(taken)
            taken = 0
        }
        return element
    }

    mutating func popLast() -> Element? {
        guard count > 0, let element = elements.popLast() else { return nil }
        return element
    }
}
