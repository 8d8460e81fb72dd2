import PassCore

/// JSON fragments from which schemas are built.
enum SchemaText {
    /// The member of a schema that refuses control characters.
    static let plain = #""pattern": "^[^\\u0000-\\u001F\\u007F]*$""#

    /// Returns the JSON of an array of strings.
    static func list(_ texts: [String]) -> String {
        String(decoding: JSONWriter.bytes(of: .array(texts.map { .string($0) })), as: UTF8.self)
    }

    /// Returns the JSON of a schema that accepts one of `names`, or a text in which `*` stands for any text.
    static func pattern(of names: [String], _ kind: String) -> String {
        #"""
        {
          "anyOf": [{"enum": \#(list(names))}, {"type": "string", "maxLength": 1024, "pattern": "[*]"}],
          "description": "\#(kind), or a text that matches one; * stands for any text"
        }
        """#
    }
}
