import Synchronization

/// The delivery of an answer with a delay or a fault: how its sending ended, and how much of it the client got.
package struct DeliveryReport: Hashable, Sendable {
    /// The way in which the sending ended.
    package enum Result: String, CaseIterable, Hashable, Sendable {
        /// All bytes of the answer were sent, and the connection went on or ended as usual.
        case whole
        /// The connection was reset, as the fault says.
        case reset
        /// The connection ended in an orderly way before or after all content, as the fault says.
        case closed
        /// Nothing more was sent, as the fault says, until the connection ended.
        case stalled
        /// All content was sent, with a wrong `Content-Length`.
        case wrongLength
        /// The content was sent without a head.
        case garbage
        /// The connection ended before the answer was sent as intended: the client had gone or took nothing for too
        /// long, or the server stopped.
        case connectionEnded
    }

    package var result: Result
    /// Whether all of the head was sent.
    package var isHeadSent: Bool
    /// The number of bytes of the content that were sent.
    package var contentBytes: Int
    /// The number of bytes of all content; 0 for an answer without content, such as one to HEAD.
    package var contentLength: Int

    package init(_ result: Result, isHeadSent: Bool, contentBytes: Int, contentLength: Int) {
        self.result = result
        self.isHeadSent = isHeadSent
        self.contentBytes = contentBytes
        self.contentLength = contentLength
    }

    /// Whether the client can have read the whole answer.
    package var isComplete: Bool { isHeadSent && contentBytes >= contentLength }

    /// Returns the report of an answer that was delivered as a whole.
    package static func whole(contentLength: Int) -> DeliveryReport {
        DeliveryReport(.whole, isHeadSent: true, contentBytes: contentLength, contentLength: contentLength)
    }

    /// Returns the report of an answer of which nothing was sent, because its connection had ended.
    package static func neverSent(contentLength: Int) -> DeliveryReport {
        DeliveryReport(.connectionEnded, isHeadSent: false, contentBytes: 0, contentLength: contentLength)
    }
}

/// The place where the connection that sends an answer reports, once, what became of the answer.
///
/// Only an answer with a delay or a fault has a receipt. A receipt that is released without a report reports that
/// nothing was sent, so that every answer is accounted for, even one whose connection had ended before the answer was
/// made.
package final class DeliveryReceipt: Sendable {
    private let contentLength: Int
    private let handler: @Sendable (DeliveryReport) -> Void
    private let isReported = Atomic(false)

    /// Creates a receipt.
    ///
    /// - Parameters:
    ///   - contentLength: the number of bytes of the answer's content.
    ///   - handler: called once, on any thread. The thread may be a loop's, so it must return within microseconds.
    package init(contentLength: Int, handler: @escaping @Sendable (DeliveryReport) -> Void) {
        self.contentLength = contentLength
        self.handler = handler
    }

    deinit {
        if !isReported.load(ordering: .relaxed) { handler(.neverSent(contentLength: contentLength)) }
    }

    /// Reports what became of the answer; only the first call counts.
    package func report(_ report: DeliveryReport) {
        guard !isReported.exchange(true, ordering: .relaxed) else { return }
        handler(report)
    }

    /// Reports that nothing of the answer was sent.
    package func reportNothing() {
        report(.neverSent(contentLength: contentLength))
    }
}
