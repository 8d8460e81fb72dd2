import FoundationEssentials
import Testing

extension Simulation {
    /// The recorded exchanges in full, with header fields, bodies and secrets: the text that is attached to a failing
    /// test.
    public var exchangeText: String { ExchangeText.full(exchanges) }

    /// The last recorded exchanges, one on each line: the text that is listed with a failing test's first issue.
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

    /// Attaches the exchanges, a capsule, and sequence diagrams of the last flows to the running test of Swift Testing.
    func attachAll(at sourceLocation: SourceLocation) async {
        attachExchanges(at: sourceLocation)
        guard Test.current != nil else { return }
        if let capsule = try? await control.capsule(title: title) {
            Attachment.record(capsule, named: "\(fileTitle).capsule.json", sourceLocation: sourceLocation)
        }
        guard let flows = try? await control.flows() else { return }
        for flow in flows.suffix(Self.mostDiagrams) {
            guard let diagram = try? await control.diagram(ofFlow: flow.id, .svg) else { continue }
            Attachment.record(diagram, named: "\(fileTitle)-\(flow.id).svg", sourceLocation: sourceLocation)
        }
    }

    /// The largest number of flows that are drawn for a failing test.
    private static let mostDiagrams = 3

    /// The name of the attachment with the exchanges, which contains the test's name: `exchanges-theViewerSignsIn.txt`.
    var attachmentName: String { "\(fileTitle).txt" }

    /// Writes the exchanges in full to a new file in the temporary directory.
    ///
    /// - Returns: the file's path.
    /// - Throws: the error that prevents the file from being written.
    func writeExchanges() throws -> String { try write(Array(exchangeText.utf8), as: "txt") }

    /// Writes bytes to a new file in the temporary directory, whose name contains the test's name.
    ///
    /// - Returns: the file's path.
    func write(_ bytes: [UInt8], as suffix: String) throws -> String {
        let number = String(UInt64.random(in: .min ... .max), radix: 36)
        let file = FileManager.default.temporaryDirectory.appending(path: "\(fileTitle)-\(number).\(suffix)")
        try Data(bytes).write(to: file, options: .withoutOverwriting)
        return file.path
    }

    /// The name of the test's files, without an extension and without characters that cause problems in file systems or
    /// shells.
    ///
    /// On some systems, XCTest's test names contain brackets and spaces.
    private var fileTitle: String {
        let words = title.prefix { $0 != "(" }.split { letter in
            !(letter.isASCII && (letter.isLetter || letter.isNumber || "._".contains(letter)))
        }
        let test = words.joined(separator: "-").prefix(80)
        return "exchanges-\(test.isEmpty ? name[...] : test)"
    }
}
