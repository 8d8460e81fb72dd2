extension HTTPFields: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral fields: (HTTPFieldName, String)...) {
        for (name, value) in fields { append(name, value) }
    }
}

extension HTTPFields {
    /// The names and values, in order.
    package var pairs: [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        visit { pairs.append((String(decoding: $0, as: UTF8.self), String(decoding: $1, as: UTF8.self))) }
        return pairs
    }
}
