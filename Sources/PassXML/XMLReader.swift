import PassCore

/// A reader of whole documents from untrusted senders, which enforces limits.
///
/// A document type declaration is refused before anything in it takes effect. The only entities are therefore the five
/// that XML predefines, and nothing is ever loaded. Documents must be UTF-8.
package enum XMLReader {
    /// Reads a document and returns its root element.
    package static func parse(_ bytes: [UInt8], limits: XMLLimits = .default) throws(XMLError) -> XMLElement {
        if bytes.isEmpty { throw XMLError(.empty, "The document is empty.") }
        if bytes.count > limits.bytes {
            throw XMLError(.tooManyBytes, "The document has \(bytes.count) bytes, more than \(limits.bytes).")
        }
        // Most documents are ASCII without a NUL, and this test is all that they need.
        let firstStrange = bytes.withUnsafeBufferPointer { $0.firstIndex(from: 0) { $0.below(1) | $0.beyondASCII } }
        if firstStrange < bytes.count {
            // These checks come before the parser, because expat follows a UTF-16 byte order mark even when told that
            // the bytes are UTF-8.
            if let offset = bytes.firstIndex(of: 0) {
                throw XMLError(.malformed, "The document contains a NUL byte.", offset: offset)
            }
            guard String(validating: bytes, as: UTF8.self) != nil else {
                throw XMLError(.notUTF8, "The document is not UTF-8.")
            }
        }
        guard let parser = ExpatParser(limits: limits) else {
            throw XMLError(.noMemory, "There isn't enough memory for an XML parser.")
        }
        return try parser.parse(bytes)
    }
}
