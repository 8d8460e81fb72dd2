import PassCore

// The values of fields by their names.
extension HTTPFields {
    /// The value of the first field of that name; `nil` if there is none.
    package subscript(name: HTTPFieldName) -> String? {
        var text: String?
        search(name) { value in
            text = String(decoding: value, as: UTF8.self)
            return false
        }
        return text
    }

    /// Calls `body` with the value of the first field of that name, if there is one; the bytes are valid only during the
    /// call.
    package func withValue(_ name: HTTPFieldName, _ body: (UnsafeRawBufferPointer) -> Void) {
        search(name) { value in
            body(value)
            return false
        }
    }

    /// Calls `body` with the value of the only field of that name, as it is in the message.
    ///
    /// - Returns: the result of `body`; `nil` if there is no such field, or more than one.
    package func textOfOnlyValue(_ name: HTTPFieldName, _ body: (UnsafeRawBufferPointer) -> String?) -> String? {
        var count = 0
        var result: String?
        search(name) { value in
            count += 1
            if count == 1 { result = body(value) }
            return count == 1
        }
        return count == 1 ? result : nil
    }

    /// Returns the text of a value's bytes; `nil` if they aren't UTF-8.
    ///
    /// Other functions put U+FFFD in place of such bytes, which can give different values the same text. Values that
    /// name a user or a device must therefore be read with this function.
    package static func exactText(_ value: UnsafeRawBufferPointer) -> String? {
        String(exactly: value.assumingMemoryBound(to: UInt8.self))
    }

    /// Returns the values of all fields of that name, in order.
    package func values(_ name: HTTPFieldName) -> [String] {
        var values: [String] = []
        search(name) { value in
            values.append(String(decoding: value, as: UTF8.self))
            return true
        }
        return values
    }

    package func contains(_ name: HTTPFieldName) -> Bool {
        var isThere = false
        search(name) { _ in
            isThere = true
            return false
        }
        return isThere
    }
}
