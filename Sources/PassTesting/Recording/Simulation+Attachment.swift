import Testing

extension Simulation {
    /// The recorded exchanges in full, as attached to a failing test: header fields and bodies with their secrets.
    public var exchangeText: String { ExchangeText.full(exchanges) }

    /// The last recorded exchanges, a line each, as listed with a failing test's first issue.
    public var exchangeList: String { ExchangeText.list(exchanges) }

    /// Attaches the recorded exchanges to the running test of Swift Testing; does nothing elsewhere.
    ///
    /// A failing test with `.simulator` does this automatically.
    public func attachExchanges(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) {
        attachExchanges(
            at: CodePlace(fileID: fileID, filePath: filePath, line: line, column: column).sourceLocation)
    }

    func attachExchanges(at sourceLocation: SourceLocation) {
        guard Test.current != nil else { return }
        Attachment.record(exchangeText, named: attachmentName, sourceLocation: sourceLocation)
    }
}
