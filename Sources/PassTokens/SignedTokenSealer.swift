import PassCore
package import PassCrypto
package import PassDomain
import PassXML

/// A writer and reader of the service's signed XML tokens.
///
/// A token contains everything that is needed to check it. Its name identifier and session index hold the subscriber
/// and the session, sealed so that only this installation can read them.
package struct SignedTokenSealer: TokenSealer {
    private let key: RSAPrivateKey
    private let publicKey: RSAPublicKey
    /// The sealer of the name identifier and the session index.
    let handles: Sealer
    let forms: TokenForms
    let issued: IssuedTokens
    let recentProfiles = RecentReadings<OpenedProfile>()
    let recentDecisions = RecentReadings<Decision>()

    /// Creates a sealer.
    ///
    /// - Parameter issued: counts the tokens that are sealed.
    package init(key: RSAPrivateKey, handles: Sealer, forms: TokenForms, issued: IssuedTokens = IssuedTokens()) {
        self.key = key
        self.publicKey = key.publicKey
        self.handles = handles
        self.forms = forms
        self.issued = issued
    }

    /// Returns the beginning of the token's signature, or the text's SHA-256 if it has none.
    ///
    /// The signature works as a hash: a token that is written differently has the same signature, and two different
    /// tokens never share one under the same key.
    package func digest(of token: String) -> TokenDigest {
        TokenDigest(SignedEnvelope.signatureStart(token) ?? Digest.sha256(token.utf8))
    }

    package func session(of cookie: SessionCookie) -> SessionID {
        let digest = Digest.sha256("session of cookie:\(cookie)".utf8)
        return SessionID(rawValue: Hex.encode(digest.prefix(16)).asciiUppercased)
    }

    package func sessionGUID(of guid: String) -> String {
        Hex.encode(Digest.md5(guid.utf8))
    }

    package func openHandles(nameID: String, sessionIndex: String) -> OpenedProfile.Handles? {
        if Self.repaired(nameID).hasSameBytes(as: Self.repaired(sessionIndex)) {
            guard let (session, subscriber) = open(nameID, .temporaryPass).map(Self.atFirstSpace), let subscriber else {
                return nil
            }
            return .init(subscriber: SubscriberID(rawValue: subscriber), session: SessionID(rawValue: session))
        }
        guard let subscriber = open(nameID, .nameID), let login = open(sessionIndex, .sessionIndex) else { return nil }
        let (session, refreshToken) = Self.atFirstSpace(login)
        return .init(
            subscriber: SubscriberID(rawValue: subscriber), session: SessionID(rawValue: session),
            refreshToken: refreshToken)
    }

    /// Returns the text before the first space and the text after it, which is `nil` if there is no space.
    ///
    /// The text is searched by code points, because a space and a combining mark after it are one `Character`.
    private static func atFirstSpace(_ text: String) -> (before: String, behind: String?) {
        guard let space = text.unicodeScalars.firstIndex(of: " ") else { return (text, nil) }
        return (String(text[..<space]), String(text[text.unicodeScalars.index(after: space)...]))
    }

    /// Returns the content of the session index: the session, followed by a space and the refresh token if the MVPD
    /// speaks OAuth 2.0.
    static func login(of profile: Profile) -> String {
        profile.session.rawValue + (profile.refreshToken.map { " " + $0 } ?? "")
    }

    /// Returns the token's text: the element that the writer holds, with its signature.
    func sign(_ element: borrowing XMLWriter) -> String {
        sign(element.bytes)
    }

    /// Returns the token's text: the bytes of the element with their signature.
    func sign(_ element: [UInt8]) -> String {
        SignedEnvelope(signature: key.signature(over: element), element: element).text(forms.separator)
    }

    /// Verifies a token and returns its element, which must have one of the names.
    ///
    /// - Throws: `.badSignature` if this sealer's key didn't sign exactly these bytes, `.malformed` for any other
    ///   shape.
    func open(_ token: String, root names: String...) throws(ProofRefusal) -> XMLElement {
        let envelope = try SignedEnvelope(token)
        guard publicKey.isValid(signature: envelope.signature, over: envelope.element) else { throw .badSignature }
        guard let root = try? XMLReader.parse(envelope.element), names.contains(root.name) else { throw .malformed }
        return root
    }

    /// Returns the value of `simpleTokenMsoID`: the proxy if there is one, otherwise the MVPD. With a proxy,
    /// `simpleTokenSubMvpdID` names the MVPD behind it.
    ///
    /// The vendor's listing has no `simpleTokenSubMvpdID`, so tokens in the documented form name the MVPD that the user
    /// chose.
    func msoID(_ mvpd: MVPDID, behind proxy: MVPDID?) -> String {
        forms.elements == .recorded ? (proxy ?? mvpd).rawValue : mvpd.rawValue
    }

    /// Returns the MVPD that the user chose, and its proxy if the token names both; `nil` if the token names neither.
    func mvpds(of token: XMLElement) -> (mvpd: MVPDID, proxy: MVPDID?)? {
        guard let mso = token.first("simpleTokenMsoID").map({ MVPDID(rawValue: $0.text) }) else { return nil }
        guard let chosen = token.first("simpleTokenSubMvpdID") else { return (mso, nil) }
        return (MVPDID(rawValue: chosen.text), mso)
    }

    /// The purpose of a sealed handle. A handle that was sealed for one purpose can't be opened for another.
    enum Handle: String {
        case nameID
        case sessionIndex
        /// The content of both handles of a temporary pass: the session, a space, and the subscriber.
        case temporaryPass
    }

    /// Returns the sealed text in base64.
    func seal(_ text: String, _ handle: Handle) -> String {
        Base64.encode(handles.seal(Array(text.utf8), context: handle.rawValue))
    }

    /// Returns the text with a `+` in place of each space, because some clients forget to encode the `+`.
    private static func repaired(_ text: String) -> String {
        text.replacing(UInt8(ascii: " "), with: UInt8(ascii: "+"))
    }

    /// Returns the text of a sealed handle, or `nil` if it wasn't sealed here for this purpose.
    private func open(_ text: String, _ handle: Handle) -> String? {
        guard let sealed = Base64.decode(Self.repaired(text)),
            let bytes = handles.open(sealed, context: handle.rawValue)
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
