extension JSONValue {
    /// Returns the names of the outermost object in the order of the text, each once.
    ///
    /// - Parameter bytes: text that `parse(_:)` reads as an object; the result for any other text is meaningless.
    package static func names(_ bytes: [UInt8]) -> [String] {
        var names: [String] = []
        var known: Set<ExactText> = []
        var depth = 0
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""):
                let string = stringLiteral(in: bytes, at: index)
                index = string.endIndex
                if depth == 1, bytes[index...].first(where: { $0 > 0x20 }) == UInt8(ascii: ":") {
                    let name = text(ofLiteral: string)
                    if known.insert(ExactText(name)).inserted { names.append(name) }
                }
                continue
            default: break
            }
            index += 1
        }
        return names
    }
}
