import Testing

extension Simulation {
    /// The exchanges in full, as they are attached to a failing test: fields and bodies with their secrets.
    public var exchangeText: String { ExchangeText.full(exchanges) }

    /// The last exchanges, a line each, as a failing test tells them.
    public var exchangeList: String { ExchangeText.list(exchanges) }

    /// Attaches them to the test of Swift Testing that is running; elsewhere nothing happens.
    ///
    /// A failing test with `.simulator` does so by itself.
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
