import PassCore
package import PassCrypto
package import PassDomain
import PassXML

/// Writes and reads the service's signed XML tokens.
///
/// What a token needs to be judged travels in it: its name identifier and session index hold the subscriber and the
/// session, sealed so that only this installation can read them.
package struct SignedTokenSealer: TokenSealer {
    private let key: RSAPrivateKey
    private let publicKey: RSAPublicKey
    let handles: Sealer
    let forms: TokenForms
    let recentProfiles = RecentReadings<OpenedProfile>()
    let recentPermissions = RecentReadings<Permission>()

    package init(key: RSAPrivateKey, handles: Sealer, forms: TokenForms) {
        self.key = key
        self.publicKey = key.publicKey
        self.handles = handles
        self.forms = forms
    }

    /// The beginning of its signature, which all spellings of a token share and, under one key, no two elements: it is
    /// a function of the element's SHA-256, and as evenly spread.
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

    /// What stands before the first space and behind it; `nil` where there is none.
    ///
    /// By code points, since a space and a combining mark behind it are one character.
    private static func atFirstSpace(_ text: String) -> (before: String, behind: String?) {
        guard let space = text.unicodeScalars.firstIndex(of: " ") else { return (text, nil) }
        return (String(text[..<space]), String(text[text.unicodeScalars.index(after: space)...]))
    }

    /// What the session index holds: the session, then after a space the refresh token of an OAuth 2.0 MVPD.
    static func login(of profile: Profile) -> String {
        profile.session.rawValue + (profile.refreshToken.map { " " + $0 } ?? "")
    }

    /// Wraps the writer's element with its signature.
    func sign(_ element: XMLWriter) -> String {
        SignedEnvelope(signature: key.signature(over: element.bytes), element: element.bytes).text(
            forms.separator)
    }

    /// The signed element of that name.
    ///
    /// - Throws: `.badSignature` when the signature isn't over these bytes with our key, `.malformed` for another shape.
    func open(_ token: String, root names: String...) throws(ProofRefusal) -> XMLElement {
        let envelope = try SignedEnvelope(token)
        guard publicKey.isValid(signature: envelope.signature, over: envelope.element) else { throw .badSignature }
        guard let root = try? XMLReader.parse(envelope.element), names.contains(root.name) else { throw .malformed }
        return root
    }

    /// What `simpleTokenMsoID` says: the proxy, whose subordinate another element then names.
    ///
    /// The vendor's listing has no such element, so tokens of that form name the MVPD that the viewer chose.
    func msoID(_ mvpd: MVPDID, behind proxy: MVPDID?) -> String {
        forms.elements == .recorded ? (proxy ?? mvpd).rawValue : mvpd.rawValue
    }

    /// The MVPD that the viewer chose, and its proxy where the token names both; `nil` when it names none.
    func mvpds(of token: XMLElement) -> (mvpd: MVPDID, proxy: MVPDID?)? {
        guard let mso = token.first("simpleTokenMsoID").map({ MVPDID(rawValue: $0.text) }) else { return nil }
        guard let chosen = token.first("simpleTokenSubMvpdID") else { return (mso, nil) }
        return (MVPDID(rawValue: chosen.text), mso)
    }

    /// What a sealed handle stands for; one kind can't be passed off as the other.
    enum Handle: String {
        case nameID
        case sessionIndex
        /// Both at once: session, space, subscriber.
        case temporaryPass
    }

    func seal(_ text: String, _ handle: Handle) -> String {
        Base64.encode(handles.seal(Array(text.utf8), context: handle.rawValue))
    }

    /// With a `+` for each space: a client forgot to encode it.
    private static func repaired(_ text: String) -> String {
        text.replacing(UInt8(ascii: " "), with: UInt8(ascii: "+"))
    }

    private func open(_ text: String, _ handle: Handle) -> String? {
        guard let sealed = Base64.decode(Self.repaired(text)),
            let bytes = handles.open(sealed, context: handle.rawValue)
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
