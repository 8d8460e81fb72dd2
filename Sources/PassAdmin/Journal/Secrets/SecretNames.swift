import PassCore

/// The names of parameters, members, elements and fields whose texts are secrets.
enum SecretNames {
    /// The names of parameters, of members of JSON and of XML elements, in lower case.
    static let all: Set<ExactText> = [
        "authentication_token", "authn_token", "authntoken", "authz_token", "authztoken", "authorization_token",
        "token", "access_token", "accesstoken", "refresh_token", "refreshtoken", "id_token", "id_token_hint",
        "serializedtoken", "servicetoken", "media_token", "mediatoken", "auth_token", "authtoken", "shorttoken",
        "subject_token", "actor_token", "software_statement", "signed_requestor_id", "samlresponse", "relaystate",
        "state", "login", "client_secret", "clientsecret", "client_assertion", "assertion", "code_verifier", "api_key",
        "apikey", "code", "reg_code", "regcode", "registrationcode", "verificationcode", "linkcode",
        "device_id", "deviceid", "fingerprint", "hashed_device_id", "session_guid", "sessionguid", "sessionid",
        "password", "userpassword", "user_password", "passwd", "pwd", "pass", "passphrase", "passcode",
        "loginpassword", "ecom_password", "j_password", "idtoken2", "generic_data", "jsessionid",
    ]

    /// The names that are also ordinary words, so that only parameters of that name are secrets.
    private static let words: Set<ExactText> = ["state", "login", "pass"]

    /// The names of fields, in lower case.
    static let fields: Set<ExactText> = [
        "ap_21", "ap-device-identifier", "pass_sfp", "ad-service-token", "adobe-subject-token", "x-sso-link",
        "x-sso-id", "x-roku-reserved-roku-connect-token", "ap-temppass-identity", "ap-partner-framework-status",
        "ap-visitor-identifier", "authorization", "proxy-authorization",
    ]

    /// The names of members of records and settings whose texts are secrets, in lower case.
    static let inState: Set<ExactText> = [
        "secret", "password", "deviceid", "fingerprint", "session", "sessions", "registrationcode", "latestcode",
        "guid", "providersession", "refreshtoken", "latest", "previous", "completed", "subject", "holder", "holders",
        "left",
    ]
    /// The names of members of the control operations' content whose texts are secrets too.
    static let inOperations: Set<ExactText> = ["device", "login"]
    /// The names that are looked for in content that is cut, where the kind of a record isn't known.
    static let inCutOperations: Set<ExactText> = inState.union(inOperations).union(["id"])

    /// Whether parameters of that name are secrets.
    static func isParameter(_ name: String) -> Bool {
        let name = ExactText(name.asciiLowercased)
        return all.contains(name) || fields.contains(name)
    }

    /// Whether members and elements of that name can be secrets.
    static func isMember(_ name: String) -> Bool { isParameter(name) && !isWord(name) }

    /// Whether the text of a member or element is a secret. A `code` can also be an error code, and a `state` can be a
    /// word such as a status.
    static func isMember(_ name: String, _ text: String) -> Bool {
        guard isMember(name) else { return false }
        return name.asciiLowercased == "code" ? isCode(text) : true
    }

    /// Whether a name is also an ordinary word.
    static func isWord(_ name: String) -> Bool { words.contains(ExactText(name.asciiLowercased)) }

    /// Whether a field of that name, which is in lower case, is a secret: `X-Access-Token` is one as `access_token` is.
    static func isField(_ name: String) -> Bool {
        if fields.contains(ExactText(name)) { return true }
        let words = name.hasPrefix("x-") ? name.dropFirst(2) : name[...]
        guard words != "code" else { return false }
        return isMember(words.split(separator: "-", omittingEmptySubsequences: false).joined(separator: "_"))
    }

    /// Whether a text is a registration code rather than an error code.
    private static func isCode(_ text: String) -> Bool {
        guard text.utf8.count <= 32 else { return false }
        let isUpper = text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
        return isUpper
            || text.utf8.contains { (0x30...0x39).contains($0) }
                && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) }
    }

    /// The longest name that is looked for in a text, in bytes.
    static let longest = 40

    /// The lengths of all names that begin with a letter, as bits.
    private static let lengths: [UInt64] = {
        var lengths = [UInt64](repeating: 0, count: 256)
        let others: [ExactText] = ["name", "key", "value"]
        for name in all.union(fields).union(inCutOperations).union(others) {
            guard let first = name.string.utf8.first else { continue }
            let bit: UInt64 = 1 << UInt64(name.string.utf8.count)
            lengths[Int(first)] |= bit
            if (0x61...0x7A).contains(first) { lengths[Int(first & 0xDF)] |= bit }
        }
        return lengths
    }()

    /// Whether a name may be one of those that are looked for, decided at small cost.
    static func mayBeName(first: UInt8, count: Int) -> Bool {
        count <= longest && lengths[Int(first)] >> UInt64(count) & 1 == 1
    }
}
