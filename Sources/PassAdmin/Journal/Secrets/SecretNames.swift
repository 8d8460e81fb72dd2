import PassCore

/// The names of parameters, members, elements and header fields whose values are secrets.
///
/// Clients spell a name in many ways, so case, hyphens and underscores are ignored: `X-Device-ID`, `deviceId` and
/// `device_id` all name a secret.
enum SecretNames {
    /// The endings of names whose values are secrets.
    private static let ends = [
        "token", "tokens", "tokenvalue", "password", "passwd", "pwd", "psw", "passphrase", "passcode", "pass", "secret",
        "assertion", "authorization", "apikey", "privatekey", "secretkey", "signingkey", "encryptionkey", "passkey",
        "accesskey", "authkey", "sessionkey", "fingerprint", "softwarestatement", "passwort", "kennwort", "senha",
        "clave", "contrasena", "motdepasse", "wachtwoord", "passwordinput", "passwordfield", "passwordtextbox",
        "passwordhash", "passwordmd5", "passwordconfirmation", "passwordconfirm", "passinput",
        "sessionid", "sessionguid", "sessionindex", "sessionidentifier", "sessioncode", "sessid", "authsession",
        "idpsession", "usersession", "loginticket", "nameid", "statehandle", "csrf", "codeverifier",
        "deviceid", "deviceids", "devicesid", "deviceidentifier", "deviceuid", "deviceuniqueid",
        "deviceuniqueidentifier", "deviceuuid", "deviceserial", "deviceesn", "rokuesn", "udid", "serial", "serialno",
        "serialnumber", "hardwareid", "androidid", "macaddress", "macaddr", "advertisingid", "vendorid",
        "installationid", "installid", "visitorid", "instanceid", "marketingclouduserid",
        "regcode", "registrationcode", "verificationcode", "linkcode", "devicecode", "usercode", "authcode",
        "authorizationcode", "activationcode", "pairingcode", "rendezvouscode", "accesscode", "securitycode",
        "logincode", "onetimecode", "confirmationcode", "otp", "otpcode", "smscode", "mfacode", "pincode", "pinnumber",
        "userpin", "loginpin", "parentalpin", "memberpin", "secrethash", "secretanswer", "securityanswer",
    ]

    /// The names that have one of these endings although their values aren't secrets.
    private static let otherNames: Set<ExactText> = ["temppass", "seasonpass", "adobepass", "bypass", "compass"]

    /// The names of secrets that must match as a whole, not as the ending of a longer name.
    private static let whole: Set<ExactText> = [
        "code", "state", "login", "pw", "pw1", "pw2", "pin", "otc", "uniqueid", "uuid", "guid", "sid", "jti", "jwt",
        "bearer", "auth", "ticket", "idtokenhint", "genericdata", "signedrequestorid", "samlresponse", "samlart",
        "wresult", "relaystate", "authn", "pi", "ap21", "passsfp", "session", "credential", "credentials", "callback",
        "answer", "lt", "mac", "wifimac", "ethmac", "wiredmac", "imei", "meid", "dsn", "tsn", "duid", "esn", "devid",
        "rida", "rdid", "idfa", "idfv", "gaid", "adid", "fireadid", "ifa", "tifa", "psid", "tvid", "stbid", "ecid",
        "mid", "dmid", "mcmid",
    ]

    /// The names that are also ordinary words. The text of a member or element with such a name is a secret only if it
    /// is long.
    private static let words: Set<ExactText> = ["state", "login", "authn", "pi", "ticket", "auth"]

    /// The minimum length, in bytes, of a secret whose name is also an ordinary word.
    private static let longText = 20

    /// The names of further header fields whose values are secrets, without the prefix `x-`.
    private static let fields: Set<ExactText> = [
        "ssolink", "ssoid", "aptemppassidentity", "apvisitoridentifier", "auth", "sso", "device",
    ]

    /// The names of parameters, members and header fields whose values are known not to be secrets, although they may
    /// look random.
    private static let publicNames: Set<ExactText> = [
        "requestor", "requestorid", "serviceprovider", "resource", "resources", "resourceid", "mvpd", "mvpdid", "msoid",
        "domain", "domainname", "namespace", "traceparent", "random", "position",
        "contentsecuritypolicy", "useragent", "apsdkidentifier", "etag", "ifnonematch", "kid", "digest", "digestvalue",
        "signaturevalue", "x509certificate", "modulus",
    ]

    /// The names of members of records and settings whose texts are secrets, in lower case.
    static let inState: Set<ExactText> = [
        "secret", "password", "deviceid", "fingerprint", "session", "sessions", "registrationcode", "latestcode",
        "guid", "providersession", "refreshtoken", "latest", "previous", "completed", "subject", "holder", "holders",
        "left", "platformsubject", "servicesubject",
    ]
    /// The names of further members whose texts are secrets in the content of a control operation.
    static let inOperations: Set<ExactText> = ["device", "login"]
    /// The names that are searched for in a control operation's content that was cut off. `id` is one of them, because
    /// the kind of record isn't known there.
    static let inCutOperations: Set<ExactText> = inState.union(inOperations).union(["id"])

    /// Whether the text of a member is a secret, in a record or in settings.
    static func isState(_ name: String, _ text: String, _ others: Set<ExactText> = []) -> Bool {
        let key = ExactText(name.asciiLowercased)
        if key == "code" { return !text.isEmpty && text.utf8.allSatisfy { (0x30...0x5A).contains($0) } }
        // A device with an asterisk is a pattern.
        let isPattern = text.utf8.contains(UInt8(ascii: "*"))
        return inState.contains(key) || (key == "device" || others.contains(key)) && !isPattern
    }

    /// Returns a name in the form that is used for comparison: the last part of `user[password]` or `pf.pass`, and
    /// `password2` without its digit.
    static func normal(_ name: String) -> ExactText {
        var letters: [UInt8] = []
        for byte in name.hasSuffix("[]") ? name.dropLast(2).utf8 : name[...].utf8 {
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "."), UInt8(ascii: ":"): letters = []
            case UInt8(ascii: "]"), UInt8(ascii: "-"), UInt8(ascii: "_"): break
            case 0x41...0x5A: letters.append(byte | 0x20)
            default: letters.append(byte)
            }
        }
        // A name of one or two letters keeps its digits: without them it would mean something else.
        if let last = letters.lastIndex(where: { !(0x30...0x39).contains($0) }), last > 1 {
            letters.removeSubrange((last + 1)...)
        }
        return ExactText(String(decoding: letters, as: UTF8.self))
    }

    /// Whether values of parameters with a given name are secrets.
    static func isParameter(_ name: String) -> Bool {
        name.utf8.count <= longest && isParameter(normal(name))
    }

    private static func isParameter(_ name: ExactText) -> Bool {
        whole.contains(name) || !otherNames.contains(name) && ends.contains { name.string.hasSuffix($0) }
    }

    /// Whether the text of a member or element is a secret. A `code` can also be an error code, and a `state` can be a
    /// word such as a status.
    static func isMember(_ name: String, _ text: String) -> Bool {
        guard isParameter(name) else { return false }
        if isWord(name) { return text.utf8.count >= longText && !text.utf8.contains(UInt8(ascii: " ")) }
        return normal(name) == "code" ? isCode(text) : true
    }

    /// Whether a name is also an ordinary word.
    static func isWord(_ name: String) -> Bool { words.contains(normal(name)) }

    /// Whether values with a given name are known not to be secrets.
    static func isPublic(_ name: String) -> Bool { name.utf8.count <= longest && publicNames.contains(normal(name)) }

    /// Whether values with a given name are IDs of requestors or MVPDs.
    static func isIdentifier(_ name: String) -> Bool { identifiers.contains(normal(name)) }

    private static let identifiers: Set<ExactText> = [
        "requestor", "requestorid", "serviceprovider", "mvpd", "mvpdid", "msoid",
    ]

    /// Whether the value of a header field is a secret; the field's name must be given in lower case. A prefix `x-` is
    /// ignored.
    static func isField(_ name: String) -> Bool {
        let words = normal(name.hasPrefix("x-") ? String(name.dropFirst(2)) : name)
        if fields.contains(words) { return true }
        return words != "code" && !Self.words.contains(words) && isParameter(words)
    }

    /// Whether a text is itself a name of secrets, such as the weak password `password`.
    static func isName(_ text: String) -> Bool {
        guard text.utf8.count <= longest else { return false }
        let name = normal(text)
        return whole.contains(name) || ends.contains(name.string) || commonNames.contains(name)
    }

    /// The names of secrets that the protocols use most.
    private static let commonNames: Set<ExactText> = [
        "accesstoken", "refreshtoken", "clientsecret", "authenticationtoken", "authntoken", "authztoken", "mediatoken",
        "serializedtoken",
    ]

    /// Whether a text is a registration code rather than an error code.
    private static func isCode(_ text: String) -> Bool {
        guard (5...32).contains(text.utf8.count) else { return false }
        let isUpper = text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
        return isUpper
            || text.utf8.contains { (0x30...0x39).contains($0) }
                && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) }
    }

    /// The maximum length, in bytes, of a name that is searched for in a text.
    static let longest = 48

    /// Whether some name that is searched for has a number, for each number that `index(of:)` can return.
    private static let lastLetters: [Bool] = {
        var found = [Bool](repeating: false, count: 1 << 15)
        let others: [ExactText] = ["name", "key", "value", "id", "type"]
        for name in whole.union(fields).union(publicNames).union(inCutOperations).union(others) {
            found[index(of: Array(name.string.utf8)[...])] = true
        }
        for end in ends { found[index(of: Array(end.utf8)[...])] = true }
        return found
    }()

    /// Returns five bits of each of a name's last three letters as one number.
    private static func index(of name: some BidirectionalCollection<UInt8>) -> Int {
        var (index, shift) = (0, 0)
        var isAtEnd = true
        for byte in name.reversed() where byte != UInt8(ascii: "-") && byte != UInt8(ascii: "_") {
            // Digits at the end of a name don't count.
            if isAtEnd, (0x30...0x39).contains(byte) { continue }
            isAtEnd = false
            index |= Int(byte & 0x1F) << shift
            shift += 5
            if shift == 15 { break }
        }
        return index
    }

    /// Whether a name may be one that is searched for. This quick check rules out most other names.
    static func mayBeName(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        name.count <= longest && lastLetters[index(of: name)]
    }
}
