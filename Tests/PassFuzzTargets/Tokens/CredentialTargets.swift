import PassCore
import PassCrypto
import PassDomain
import PassTestSupport
import PassTokens

extension FuzzTarget {
    /// Service tokens: what opens is what was sealed, and every other text is refused.
    static let serviceToken = FuzzTarget(
        "service-token", maximumBytes: 4_096,
        words: ["eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9", ".", "e30", "eyJzdWIiOiJhIn0", "HS256", "ssoservicetoken"],
        seeds: { Seeds.texts("", "a.b.c", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln", serviceTokens.seal(madeToken)) },
        run: { bytes in
            guard let token = try? serviceTokens.open(bytes.text) else { return }
            try require(token == madeToken, "\(bytes.text) opens as \(token)")
            try require(serviceTokens.claimsToBeOwn(bytes.text), bytes.text)
        })

    private static let serviceTokens = HMACServiceTokenSealer(Sealer(secret: Array(repeating: 1, count: 32)))
    private static let madeToken = ServiceToken(
        subject: "viewer", begins: Timestamp(seconds: 1_765_000_000), expires: Timestamp(seconds: 1_765_003_600))

    private static let claims = [
        "\"sub\":", "\"iss\":\"auth.adobe.com\"", "\"exp\":", "\"nbf\":", "\"iat\":", "\"scopes\":", "\"software_id\":",
        "\"redirect_uris\":",
        "eyJhbGciOiJSUzI1NiJ9.", ".", "{}", "[]", "9223372036854775807",
    ]

    /// JSON Web Tokens from strangers: only three parts of one spelling are read.
    static let jsonWebToken = FuzzTarget(
        preparing: "json-web-token", words: claims,
        seeds: {
            try Seeds.files("AccessTokens", ".jwt") + Seeds.files("SoftwareStatements", ".jwt")
                + Seeds.texts("e30.e30.c2ln")
        },
        prepare: {
            let sealer = try credentialSealer()
            return { bytes in
                let text = bytes.text
                if let token = try? JSONWebToken(text) {
                    _ = (token.instant("exp"), token.claims.count)
                    try require(text.utf8.count <= JSONWebToken.maximumLength, "a token is longer than the limit")
                }
                _ = sealer.openAccessToken(text)
                let now = Timestamp(seconds: 1_900_000_000)
                let trusted = try? sealer.openStatement(text, trustedOnly: true, now: now)
                let taken = try? sealer.openStatement(text, trustedOnly: false, now: now)
                try require(
                    trusted == nil || taken == trusted, "a trusted statement says something else when it isn't verified"
                )
            }
        })

    /// Claims behind a good signature: what was opened is sealed and opened as the same.
    static let credentials = FuzzTarget(
        preparing: "credentials", maximumBytes: 2_048, words: claims,
        seeds: {
            Seeds.texts(
                #"{"sub":"c","nbf":1900000000,"iss":"auth.adobe.com","exp":1900021600,"iat":1900000000,"scopes":"a,b","jti":"j"}"#,
                #"{"software_id":"s","redirect_uris":["a://b"],"client_name":"n","requestors":"R,S"}"#)
        },
        prepare: {
            let key = try RSAPrivateKey(pem: Fixture.bytes("Keys/token.pem"))
            let sealer = try credentialSealer()
            return { bytes in
                let text = JSONWebToken.sign(bytes, with: key)
                if let token = sealer.openAccessToken(text), token.scopes.allSatisfy({ !$0.isEmpty }) {
                    let again = sealer.openAccessToken(sealer.seal(token))
                    try require(again == token, "an access token was sealed as another: \(String(describing: again))")
                }
                _ = try? sealer.openStatement(text, trustedOnly: true, now: Timestamp(seconds: 1_900_000_000))
                let now = Timestamp(seconds: 1_900_000_000)
                let keys = TokenKeyring(token: .init("token", key.publicKey))
                if let inspected = InspectedToken(Array(text.utf8)) {
                    _ = TokenInspector(keys: keys).inspect(inspected, now: now).isValid
                }
            }
        })

    private static func credentialSealer() throws -> JWTCredentialSealer {
        let key = try RSAPrivateKey(pem: Fixture.bytes("Keys/token.pem"))
        let statements = try RSAPrivateKey(pem: Fixture.bytes("Keys/statement.pem")).publicKey
        return JWTCredentialSealer(signingKey: key, trustedStatementKeys: { [statements, key.publicKey] })
    }

    /// Device fingerprints: a device matches its own binding in each form, and no binding is another device's.
    static let fingerprint = FuzzTarget(
        preparing: "fingerprint", maximumBytes: 1_024, words: ["==", " ", "+", "\0"],
        seeds: { Seeds.texts("my-device\0other", "YWJj\0YWJj", "00000000000000000000000000000000\0x") },
        prepare: {
            let key = try RSAPrivateKey(pem: Fixture.bytes("Keys/device.pem"))
            return { bytes in
                let texts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false).map {
                    Array($0).text
                }
                let device = Device(id: texts[0], kind: .native)
                let other = Device(id: texts.last ?? "", kind: .native)
                let form = [DeviceBinding.Form.signature, .hash, .plain][bytes.digest % 3]
                let fingerprints = DeviceFingerprints(key: key, form: form)
                let binding = fingerprints.bind(device)
                let isLikeSignature = (Base64.decode(device.id.string)?.count ?? 0) >= 128
                if form != .plain || !isLikeSignature {
                    try require(fingerprints.matches(binding, device), "a device doesn't match its own binding")
                }
                if other.id != device.id, form != .plain {
                    try require(!fingerprints.matches(binding, other), "another device matches a binding")
                }
                _ = fingerprints.matches(DeviceBinding(fingerprint: texts.last ?? ""), device)
                _ = (fingerprints.publicIdentifier(of: device), fingerprints.individualize(fingerprint: texts[0]))
            }
        })

    /// Signed requestor identifiers: no text but the signature is one.
    static let requestorProof = FuzzTarget(
        preparing: "requestor-proof", maximumBytes: 2_048, words: ["%2B", " ", "\n", "=", "=="],
        seeds: { try Seeds.files("RequestorProofs", ".txt") },
        prepare: {
            let key = try RSAPublicKey(pem: requestorKey())
            let ring = try RequestorKeyRing([:], fallback: { key })
            return { bytes in
                let isSigned = ring.isSigned(RequestorID(rawValue: "NOBODY"), by: bytes.text)
                try require(!isSigned, "a text counts as the signature of a requestor that never signed")
                _ = ring.isSigned(RequestorID(rawValue: "DEMO_NET"), by: bytes.text)
            }
        })

    private static func requestorKey() throws -> [UInt8] {
        try RSAPrivateKey(pem: Fixture.bytes("Keys/requestor.pem")).publicKey.pem
    }

    /// PEM text of keys and certificates: what was read is written and read back as the same.
    static let pem = FuzzTarget(
        "pem", maximumBytes: 8_192,
        words: [
            "-----BEGIN PUBLIC KEY-----\n", "-----END PUBLIC KEY-----\n", "-----BEGIN PRIVATE KEY-----\n",
            "Proc-Type: 4,ENCRYPTED\n",
        ],
        seeds: {
            let key = try RSAPrivateKey(pem: Fixture.bytes("Keys/token.pem"))
            return try Seeds.files("Keys", ".pem") + Seeds.files("RequestorProofs", ".pem") + [key.publicKey.pem]
        },
        run: { bytes in
            if let key = try? RSAPublicKey(pem: bytes) {
                try require(try RSAPublicKey(pem: key.pem) == key, "a public key is written as another")
                _ = key.isValid(signature: bytes, over: bytes)
                if key.bits <= 4096 { _ = key.encrypt([1, 2, 3]) }
            }
            if let key = try? RSAPrivateKey(pem: bytes), key.publicKey.bits <= 4096 { _ = key.publicKey.pem }
            _ = try? ECPrivateKey(pem: bytes)
            if let certificate = try? Certificate(pem: bytes) {
                _ = (certificate.notBefore, try? RSAPublicKey(certificate))
            }
        })
}
