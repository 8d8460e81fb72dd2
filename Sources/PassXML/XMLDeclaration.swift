/// The XML declaration of a document (XML 1.0, section 2.8), in the two forms that the service's answers use.
package enum XMLDeclaration: String, Sendable {
    case plain = #"<?xml version="1.0" encoding="UTF-8"?>"#
    case standalone = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#
}
