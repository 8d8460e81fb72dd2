import PassCore

/// The words that make up the protocols' names, paths and messages.
///
/// A test may well have a device called `device` or a token `invalid`. Such a text counts as a secret only beside a
/// secret's name; anywhere else it is an ordinary word.
enum OrdinaryWords {
    /// Whether a text consists only of ordinary words, as `invalid`, `notAuthorized` and `no_profile` do.
    static func has(_ text: String) -> Bool {
        guard text.utf8.count <= longest else { return false }
        var words: [String] = [""]
        var isAfterSmallLetter = false
        for byte in text.utf8 {
            switch byte {
            case 0x41...0x5A, 0x61...0x7A:
                let isCapital = byte < 0x61
                if isCapital, isAfterSmallLetter { words.append("") }
                words[words.count - 1].append(Character(Unicode.Scalar(byte | 0x20)))
                isAfterSmallLetter = !isCapital
            case 0x20, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "/"):
                words.append("")
                isAfterSmallLetter = false
            default: return false
            }
        }
        return words.allSatisfy { $0.isEmpty || all.contains(ExactText($0)) }
    }

    private static let longest = 64

    private static let all: Set<ExactText> = Set(
        """
        absent accept accepted access accessenabler account action actionname actiontype address adobepass aggregator
        allowed android anonymous answer answered answers app applesso application applied around assertion associated
        attribute attributes authenticate authenticated authentication authn authnall authntoken authorization authorize
        authorized authtoken authz authzall authznone authztoken autocapitalize autocomplete background before begins
        behind beside between bigipserver binding bindings boarding boardingstatus bookendtv brings browser button
        certificate channel channelid channels characters charset checks children choice claims client clientless
        clients clienttype code communicating complete computed config configuration configure connect connection
        consent constants consumer contact content continue continues control controls cookie create created credentials
        current decade decision decisions default degradation degraded delete denial denied denies description details
        determined device devicebinding deviceid devices devicetype differs digital direct disabled display
        displayinplatformpicker displayname doctype document documentation domain domainname domains duration dynamic
        element elements enable enabled enableplatformservices enabler encrypted ended endpoint enhanced entitlement
        eplustv errors everything example exceeded expiration expired expires expiry expressions fadobe failed failure
        fallback false family features fields fingerprint fixtures foauth follows footer forbidden foreign format
        framework fxmldsig generated generic granted guest handle hardware hashed header headers height helpurl hidden
        history household householdid httponly id identifier identifiers identity iframe in include information initial
        initiated inputs integrated integration interactive invalid invalidated issued issuer issuetime itself
        javascript legacy limitations localhost location logged logins logourl logout logouts malformed mapping
        mappingid maxrating members message metadata method methods metrics mismatch missing missingparameters mobile
        mvpd mvpdid name nameid namespace native nesting network no noauthz noindex none nosniff not notafter notbefore
        notfound nothing notintegrated null number object occured opener openid openssl optional options origin original
        originaluseragent osfamily osversion overview package parameter parameters parent parental partner passive
        passiveauthnenabled password pending pendinglogout perform permission phone picker platform platformmappingid
        player please policy postmessage pragma preauthorization preauthorize premium present preview primary
        primaryhardwaretype problem profile profiles program programmer programs promotion promotional prompt properly
        protected protocol provider public queried questions rating reason reasontype recorded records redeemed redirect
        redirecturl reference referrer refresh refuse refused regcode reggie register registering registration regular
        relaystate report reporting reportn request requested requesting requestor requestorid requestorproof requestors
        requests required resource resourceid resources response result retrieve return returned revision revoked robots
        samlrequest samlresponse sample samples samplesat satellite scheme scopes script second seconds secret section
        security sentence sentences serialized serializedtoken server serves service serviceprovider services
        servicetoken session sessiondevice sessionguid sessionid sessionindex sessions settings shares
        shortauthorizationtoken signature signatureinfo signed signing simple simreq simulated simulator single software
        source sources specified spellcheck sports sportsnet stands started statement statements status statuses storage
        stream strict string subject submit subscriber subscribers success successful support supported system tablet
        takeslogouts television temporary temppass test timeout tokens traffic true tv twopagetv type unauthorized
        unavailable undefined unknown unlink updated upstreamuserid url urlencoded usable user useragent userid usermeta
        usermetadata username values vendor verification verifier version viewer viewport visible waiting watched web
        window without written
        """.split(whereSeparator: \.isWhitespace).map { ExactText(String($0)) })
}
