/// The URIs that SAML 2.0 defines for its own parts (SAML Core, section 1.1; SAML Bindings, section 3).
enum SAMLNamespace {
    static let assertion = "urn:oasis:names:tc:SAML:2.0:assertion"
    static let `protocol` = "urn:oasis:names:tc:SAML:2.0:protocol"

    static let postBinding = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
    static let deflateEncoding = "urn:oasis:names:tc:SAML:2.0:bindings:URL-Encoding:DEFLATE"
    static let bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer"
}
