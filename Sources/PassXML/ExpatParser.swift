import CPassExpat
import PassCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The owner of one expat parser, which reads one document into a tree.
///
/// Expat's own namespace mode is off. That mode would refuse undeclared prefixes, which `XMLLimits.Namespaces.lenient`
/// keeps, and would hide the prefixes that the document uses.
final class ExpatParser {
    private let parser: XML_Parser
    private var tree: XMLTreeBuilder
    private let instructions: XMLLimits.Instructions
    /// The attributes of the start tag that is being handled, in an array that is used for all tags.
    private var attributes: [WrittenAttribute] = []
    /// The first error that a handler found, which also stopped the parser.
    private var failure: XMLError?

    /// Creates a parser, or returns `nil` if there is no memory for one.
    init?(limits: XMLLimits) {
        guard let parser = XML_ParserCreate("UTF-8") else { return nil }
        self.parser = parser
        tree = XMLTreeBuilder(limits: limits)
        instructions = limits.instructions
    }

    deinit {
        XML_ParserFree(parser)
    }

    /// Reads the document and returns its root element. Call it once per parser.
    func parse(_ bytes: [UInt8]) throws(XMLError) -> XMLElement {
        // Passing an unretained reference is safe: the handlers run only during `XML_Parse`, while the caller holds
        // this object.
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        setHandlers()
        let status = bytes.withUnsafeBytes { buffer in
            XML_Parse(parser, buffer.bindMemory(to: CChar.self).baseAddress, Int32(clamping: buffer.count), 1)
        }
        if let failure { throw failure }
        guard status == XML_STATUS_OK, let root = tree.root else {
            let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "no reason given"
            throw error(.malformed, "The document is not well-formed: \(reason).")
        }
        return root
    }

    private func setHandlers() {
        XML_SetXmlDeclHandler(parser) { data, _, encoding, _ in
            ExpatParser.current(data).declaration(encoding: encoding.map { String(cString: $0) })
        }
        XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
            ExpatParser.current(data).stop(.doctype, "The document has a document type declaration.")
        }
        if instructions == .refused {
            XML_SetProcessingInstructionHandler(parser) { data, _, _ in
                ExpatParser.current(data).stop(.instruction, "The document has a processing instruction.")
            }
        }
        XML_SetElementHandler(
            parser,
            { data, name, attributes in
                guard let name else { return }
                ExpatParser.current(data).start(name, attributes)
            },
            { data, _ in
                let current = ExpatParser.current(data)
                if current.failure == nil { current.tree.endElement() }
            })
        XML_SetCharacterDataHandler(parser) { data, characters, count in
            let current = ExpatParser.current(data)
            guard current.failure == nil, let characters else { return }
            let buffer = UnsafeRawBufferPointer(start: characters, count: Int(count))
            current.tree.append(text: buffer)
        }
    }

    /// Returns the parser that expat passes to its handlers as user data.
    private static func current(_ data: UnsafeMutableRawPointer?) -> ExpatParser {
        guard let data else { preconditionFailure("expat hands back the user data that it was given") }
        return Unmanaged<ExpatParser>.fromOpaque(data).takeUnretainedValue()
    }

    /// Handles the XML declaration: refuses every encoding but UTF-8.
    private func declaration(encoding: String?) {
        guard let encoding, encoding.asciiLowercased != "utf-8" else { return }
        stop(.notUTF8, "The document declares the encoding \"\(encoding)\"; only UTF-8 is read.")
    }

    /// Handles a start tag.
    ///
    /// - Parameter list: names and values in turn, with a null pointer at the end.
    private func start(_ name: UnsafePointer<XML_Char>, _ list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) {
        guard failure == nil else { return }
        attributes.removeAll(keepingCapacity: true)
        var next = list
        while let pair = next, let attribute = pair[0], let value = pair[1] {
            attributes.append(WrittenAttribute(name: Self.bytes(attribute), value: Self.bytes(value)))
            next = pair + 2
        }
        if let problem = tree.startElement(Self.bytes(name), attributes) { stop(problem.code, problem.message) }
    }

    /// Returns the bytes of a text that expat ends with a NUL.
    private static func bytes(_ text: UnsafePointer<XML_Char>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(
            start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: Int(strlen(text)))
    }

    /// Records the first error and stops the parser.
    private func stop(_ code: XMLError.Code, _ message: String) {
        guard failure == nil else { return }
        failure = error(code, message)
        XML_StopParser(parser, 0)
    }

    private func error(_ code: XMLError.Code, _ message: String) -> XMLError {
        XMLError(
            code, message, offset: Int(XML_GetCurrentByteIndex(parser)), line: Int(XML_GetCurrentLineNumber(parser)))
    }
}
