import PassXML

/// The outcome of a request (SAML Core, section 3.2.2).
package struct SAMLStatus: Hashable, Sendable {
    /// The first-level code, which says which side is at fault.
    package enum Code: String, Sendable, CaseIterable {
        case success = "urn:oasis:names:tc:SAML:2.0:status:Success"
        case requester = "urn:oasis:names:tc:SAML:2.0:status:Requester"
        case responder = "urn:oasis:names:tc:SAML:2.0:status:Responder"
        case versionMismatch = "urn:oasis:names:tc:SAML:2.0:status:VersionMismatch"

        /// The last word of the URI.
        package var name: String { lastWord(of: rawValue) }
    }

    /// The second-level code, which may be any URI.
    package struct Subcode: Hashable, Sendable {
        package var uri: String

        package init(uri: String) {
            self.uri = uri
        }

        /// The last word of the URI.
        package var name: String { lastWord(of: uri) }

        /// The credentials were wrong.
        package static let authnFailed = Subcode(uri: "urn:oasis:names:tc:SAML:2.0:status:AuthnFailed")
        /// The subscriber wasn't logged in, and the request forbade asking for credentials.
        package static let noPassive = Subcode(uri: "urn:oasis:names:tc:SAML:2.0:status:NoPassive")
        package static let requestDenied = Subcode(uri: "urn:oasis:names:tc:SAML:2.0:status:RequestDenied")
        /// A logout could not be passed on to another service.
        package static let partialLogout = Subcode(uri: "urn:oasis:names:tc:SAML:2.0:status:PartialLogout")
    }

    package var code: Code
    package var subcode: Subcode?
    package var message: String?

    package init(_ code: Code, _ subcode: Subcode? = nil, message: String? = nil) {
        self.code = code
        self.subcode = subcode
        self.message = message
    }

    package static let success = SAMLStatus(.success)
}

private func lastWord(of uri: String) -> String {
    String(uri[(uri.lastIndex(of: ":").map(uri.index(after:)) ?? uri.startIndex)...])
}

extension SAMLStatus {
    func write(to xml: inout XMLWriter) {
        xml.element("samlp:Status") { xml in
            xml.element("samlp:StatusCode", [("Value", code.rawValue)]) { xml in
                if let subcode { xml.element("samlp:StatusCode", [("Value", subcode.uri)], "") }
            }
            xml.elementIfPresent("samlp:StatusMessage", message)
        }
    }

    /// Reads the status of a response.
    static func read(in message: XMLElement) throws(SAMLError) -> SAMLStatus {
        let element = try message.required("Status", in: SAMLNamespace.protocol)
        let first = try element.required("StatusCode", in: SAMLNamespace.protocol)
        let uri = try first.required(attribute: "Value")
        guard let code = Code(rawValue: uri) else {
            throw SAMLError(.malformed, "\"\(uri)\" isn't a top-level status code.")
        }
        let second = try first.single("StatusCode", in: SAMLNamespace.protocol)
        return SAMLStatus(
            code,
            try second.map { element throws(SAMLError) in Subcode(uri: try element.required(attribute: "Value")) },
            message: try element.single("StatusMessage", in: SAMLNamespace.protocol)?.trimmedText)
    }
}
