import Testing
import XCTest

/// A line of somebody's test, as both test frameworks name it.
struct CodePlace: CustomStringConvertible {
    var fileID: StaticString
    var filePath: StaticString
    var line: Int
    var column: Int

    var sourceLocation: SourceLocation {
        SourceLocation(fileID: "\(fileID)", filePath: "\(filePath)", line: line, column: column)
    }

    var description: String { "\(filePath):\(line)" }

    /// Makes the test that is running fail, whichever framework runs it.
    func fail(_ message: String) {
        if Test.current != nil {
            Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
        } else {
            XCTFail(message, file: filePath, line: UInt(line))
        }
    }
}
