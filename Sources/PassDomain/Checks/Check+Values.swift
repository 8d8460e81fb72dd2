// The encodings as bytes of those types that only checks use.

extension Check.Subject: CheckValue, BitwiseCopyable {}
extension Check.RuleMiss: CheckValue, BitwiseCopyable {}
extension Check.ClientState: CheckValue, BitwiseCopyable {}
extension Check.LoginState: CheckValue, BitwiseCopyable {}
extension Check.ProfileState: CheckValue, BitwiseCopyable {}

extension Check.MVPDDecision: CheckValue {
    func write(to writer: inout CheckWriter) {
        mvpd.write(to: &writer)
        subscriber.write(to: &writer)
        resource.write(to: &writer)
        denial.write(to: &writer)
    }

    static func read(from reader: inout CheckReader) -> Self {
        Self(
            mvpd: .read(from: &reader), subscriber: .read(from: &reader), resource: .read(from: &reader),
            denial: .read(from: &reader))
    }
}
