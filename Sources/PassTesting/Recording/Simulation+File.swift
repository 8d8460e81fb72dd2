import FoundationEssentials

extension Simulation {
    /// What the exchanges are attached as, with the test's name: `exchanges-theViewerSignsIn.txt`.
    var attachmentName: String { "\(fileTitle).txt" }

    /// Writes them in full to a new file in the temporary directory.
    ///
    /// - Returns: the file's path.
    /// - Throws: why there is none.
    func writeExchanges() throws -> String {
        let number = String(UInt64.random(in: .min ... .max), radix: 36)
        let file = FileManager.default.temporaryDirectory.appending(path: "\(fileTitle)-\(number).txt")
        try Data(exchangeText.utf8).write(to: file, options: .withoutOverwriting)
        return file.path
    }

    /// Without what some file system or shell would stumble over; XCTest's names have brackets and spaces on some systems.
    private var fileTitle: String {
        let words = title.prefix { $0 != "(" }.split { letter in
            !(letter.isASCII && (letter.isLetter || letter.isNumber || "._".contains(letter)))
        }
        let test = words.joined(separator: "-").prefix(80)
        return "exchanges-\(test.isEmpty ? name[...] : test)"
    }
}
