import PassCore

/// Base64 for expectations.
enum Base64Text {
    static func decode(_ text: String) -> [UInt8]? { Base64.decode(text) }
    static func encode(_ text: String) -> String { Base64.encode(Array(text.utf8)) }
}
