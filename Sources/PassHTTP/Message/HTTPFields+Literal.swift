extension HTTPFields: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral fields: (HTTPFieldName, String)...) {
        for (name, value) in fields { append(name, value) }
    }
}
