import Testing
import XCTest

/// A line of a test's source, in the forms that both test frameworks need.
struct CodePlace: CustomStringConvertible {
    var fileID: StaticString
    var filePath: StaticString
    var line: Int
    var column: Int

    var sourceLocation: SourceLocation {
        SourceLocation(fileID: "\(fileID)", filePath: "\(filePath)", line: line, column: column)
    }

    var description: String { "\(filePath):\(line)" }

    /// Makes the running test fail, in either framework.
    func fail(_ message: String) {
        if Test.current != nil {
            Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
        } else {
            XCTFail(message, file: filePath, line: UInt(line))
        }
    }
}
