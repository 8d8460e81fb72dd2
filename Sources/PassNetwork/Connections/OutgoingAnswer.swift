import PassHTTP

/// The bytes of an answer with a delay or a fault that are on their way, until its receipt has the report of them.
///
/// Nothing is written behind them on their connection, so all bytes that the peer hasn't taken are theirs.
final class OutgoingAnswer {
    private let receipt: DeliveryReceipt
    private let result: DeliveryReport.Result
    private let headBytes: Int
    private let contentLength: Int
    /// The bytes of the answer that were written, to be sent at once or when the peer takes them.
    var writtenBytes: Int
    /// Whether nothing follows the bytes but the connection's end, by which the fault is carried out.
    var isLastOfConnection = true
    /// Whether the peer may have gone: the answer counts as sent only when the peer's system has acknowledged it.
    var needsAcknowledgement = false
    /// Whether the fault is carried out, if there is one, and what was written before is sent.
    var isCarriedOut = false

    init(
        _ receipt: DeliveryReceipt, _ result: DeliveryReport.Result, headBytes: Int, contentLength: Int,
        writtenBytes: Int
    ) {
        self.receipt = receipt
        self.result = result
        self.headBytes = headBytes
        self.contentLength = contentLength
        self.writtenBytes = writtenBytes
    }

    /// Whether the answer stalls until its connection ends.
    var isStalled: Bool { result == .stalled }

    /// Reports how much of the answer reached the peer.
    ///
    /// - Parameter missing: the number of written bytes that the peer hasn't received.
    func report(missing: Int) {
        let sent = max(0, writtenBytes - missing)
        receipt.report(
            DeliveryReport(
                isCarriedOut ? result : .connectionEnded, isHeadSent: headBytes > 0 && sent >= headBytes,
                contentBytes: min(contentLength, max(0, sent - headBytes)), contentLength: contentLength))
    }
}
