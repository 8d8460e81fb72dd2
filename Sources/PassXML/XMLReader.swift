import PassCore

/// Reads a whole document that came from outside, within bounds.
///
/// A document type declaration is refused before anything in it counts, so the only entities are the five that XML
/// predefines and nothing is ever loaded. Only UTF-8 is read.
package enum XMLReader {
    package static func parse(_ bytes: [UInt8], limits: XMLLimits = .default) throws(XMLError) -> XMLElement {
        if bytes.isEmpty { throw XMLError(.empty, "The document has no bytes.") }
        if bytes.count > limits.bytes {
            throw XMLError(.tooManyBytes, "The document has \(bytes.count) bytes, more than \(limits.bytes).")
        }
        // Most documents are ASCII without a NUL, of which this look is enough.
        let firstStrange = bytes.withUnsafeBufferPointer { $0.firstIndex(from: 0) { $0.below(1) | $0.beyondASCII } }
        if firstStrange < bytes.count {
            // Expat would follow a UTF-16 byte order mark even when told that the bytes are UTF-8, hence the look ahead.
            if let offset = bytes.firstIndex(of: 0) {
                throw XMLError(.malformed, "The document holds a NUL byte.", offset: offset)
            }
            guard String(validating: bytes, as: UTF8.self) != nil else {
                throw XMLError(.notUTF8, "The document is not UTF-8.")
            }
        }
        guard let parser = ExpatParser(limits: limits) else { throw XMLError(.noMemory, "No memory for a parser.") }
        return try parser.parse(bytes)
    }
}
