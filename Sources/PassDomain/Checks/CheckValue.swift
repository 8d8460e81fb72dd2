import PassCore

/// A value of a check, which can be written as bytes and read again.
protocol CheckValue {
    func write(to writer: inout CheckWriter)
    static func read(from reader: inout CheckReader) -> Self
}

extension CheckValue where Self: BitwiseCopyable {
    @inline(__always)
    func write(to writer: inout CheckWriter) { writer.store(self) }

    static func read(from reader: inout CheckReader) -> Self { reader.take() }
}

extension Int: CheckValue {}
extension Bool: CheckValue {}
extension ProofRefusal: CheckValue, BitwiseCopyable {}
extension PartnerRefusal: CheckValue, BitwiseCopyable {}
extension Degradation: CheckValue, BitwiseCopyable {}
extension Denial.Code: CheckValue, BitwiseCopyable {}
extension Rating.Scheme: CheckValue, BitwiseCopyable {}

extension Timestamp: CheckValue {
    @inline(__always)
    func write(to writer: inout CheckWriter) { writer.store(milliseconds) }

    static func read(from reader: inout CheckReader) -> Timestamp { Timestamp(milliseconds: reader.take()) }
}

extension String: CheckValue {
    @inline(__always)
    func write(to writer: inout CheckWriter) { withBytes { writer.store(text: $0) } }

    static func read(from reader: inout CheckReader) -> String { reader.takeText() }
}

extension ExactText: CheckValue {
    @inline(__always)
    func write(to writer: inout CheckWriter) { string.write(to: &writer) }

    static func read(from reader: inout CheckReader) -> ExactText { ExactText(reader.takeText()) }
}

extension DomainIdentifier {
    @inline(__always)
    func write(to writer: inout CheckWriter) { rawValue.write(to: &writer) }

    static func read(from reader: inout CheckReader) -> Self { Self(rawValue: reader.takeText()) }
}

extension RequestorID: CheckValue {}
extension MVPDID: CheckValue {}
extension ClientID: CheckValue {}
extension SubscriberID: CheckValue {}

extension Optional: CheckValue where Wrapped: CheckValue {
    @inline(__always)
    func write(to writer: inout CheckWriter) {
        writer.store(self != nil)
        self?.write(to: &writer)
    }

    static func read(from reader: inout CheckReader) -> Wrapped? {
        reader.take(Bool.self) ? Wrapped.read(from: &reader) : nil
    }
}

extension Denial: CheckValue {
    func write(to writer: inout CheckWriter) {
        code.write(to: &writer)
        subCode.write(to: &writer)
        message.write(to: &writer)
    }

    static func read(from reader: inout CheckReader) -> Denial {
        Denial(.read(from: &reader), subCode: .read(from: &reader), .read(from: &reader))
    }
}

extension Rating: CheckValue {
    func write(to writer: inout CheckWriter) {
        scheme.write(to: &writer)
        value.write(to: &writer)
    }

    static func read(from reader: inout CheckReader) -> Rating {
        var rating = Rating(scheme: nil, "")
        rating.scheme = .read(from: &reader)
        rating.value = .read(from: &reader)
        return rating
    }
}

extension Rating.Limit: CheckValue {
    func write(to writer: inout CheckWriter) {
        mpaa.write(to: &writer)
        vchip.write(to: &writer)
    }

    static func read(from reader: inout CheckReader) -> Self {
        Self(mpaa: .read(from: &reader), vchip: .read(from: &reader))
    }
}
