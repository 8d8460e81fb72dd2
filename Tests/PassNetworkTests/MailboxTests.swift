import Testing

@testable import PassNetwork

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension Mailbox {
    /// Whether a loop that waits for the descriptor is woken.
    fileprivate var isReadable: Bool {
        var descriptor = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 0) == 1
    }
}

@Suite("Mailbox of a loop")
struct MailboxTests {
    @Test("A message wakes the loop, and all messages are taken in their order")
    func order() throws {
        let mailbox = try Mailbox<Int>()
        #expect(!mailbox.isReadable)
        for number in 1...3 { mailbox.post(number) }
        #expect(mailbox.isReadable)
        mailbox.clearSignal()
        #expect(mailbox.takeAll() == [1, 2, 3])
        #expect(!mailbox.isReadable)
        mailbox.post(4)
        #expect(mailbox.isReadable)
        #expect(mailbox.takeAll() == [4])
    }

    @Test("While the loop is about to look, an urgent message wakes it, and one that can wait doesn't")
    func announcedVisit() throws {
        let mailbox = try Mailbox<Int>()
        #expect(mailbox.announceVisit())
        mailbox.post(1, canWait: true)
        #expect(!mailbox.isReadable)
        mailbox.post(2)
        #expect(mailbox.isReadable)
        mailbox.clearSignal()
        #expect(mailbox.takeAll() == [1, 2])
    }

    @Test("Once the loop has looked, a message that can wait wakes it as any other")
    func endOfVisit() throws {
        let mailbox = try Mailbox<Int>()
        #expect(mailbox.announceVisit())
        #expect(mailbox.takeAll().isEmpty)
        mailbox.post(1, canWait: true)
        #expect(mailbox.isReadable)
    }

    @Test("No visit is announced while messages wait, because those are taken at once")
    func waitingMessages() throws {
        let mailbox = try Mailbox<Int>()
        mailbox.post(1)
        #expect(!mailbox.announceVisit())
    }

    @Test("A closed mailbox takes nothing")
    func closed() throws {
        let mailbox = try Mailbox<Int>()
        mailbox.post(1)
        mailbox.close()
        mailbox.post(2)
        #expect(mailbox.takeAll().isEmpty)
    }
}
