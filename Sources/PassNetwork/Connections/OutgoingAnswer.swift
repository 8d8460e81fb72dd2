import PassHTTP

/// An answer with a delay or a fault, kept from the sending of its bytes until its delivery is reported.
///
/// All of the connection's bytes that the peer hasn't taken count as this answer's, since other answers usually aren't
/// written before this one is reported.
final class OutgoingAnswer {
    private let receipt: DeliveryReceipt
    private let result: DeliveryReport.Result
    private let headBytes: Int
    private let contentLength: Int
    /// The bytes of the answer that were written, to be sent at once or when the peer takes them.
    var writtenBytes: Int
    /// Whether only the connection's end completes the delivery; `false` once the answer is written and the connection
    /// can go on.
    var isLastOfConnection = true
    /// Whether the answer counts as sent only when the peer's system has acknowledged it, because the peer may have
    /// gone.
    var needsAcknowledgement = false
    /// Whether everything that was written is sent and the fault, if there is one, is carried out.
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
