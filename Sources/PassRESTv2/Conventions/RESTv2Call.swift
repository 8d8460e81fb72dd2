import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// A call of an app, with the checked facts about its sender.
struct RESTv2Call {
    let exchange: Exchange
    /// The requestor that the path names, which this API calls the service provider.
    let requestor: RequestorID
    let client: CallerService.Client

    /// Checks the access token and the service provider.
    ///
    /// - Parameter rememberedOnly: whether to accept a token only if a recent call has opened it, so that no signature
    ///   has to be verified.
    /// - Returns: `nil` if the token isn't remembered and `rememberedOnly` is set.
    /// - Throws: `.accessTokenRefused`, `.invalidClient`, `.accessTokenForeign`, `.unknownRequestor`,
    ///   `.malformedParameter`.
    init?(_ exchange: Exchange, rememberedOnly: Bool) throws {
        let name = try exchange.capture(Self.serviceProvider)
        let requestor = RequestorID(rawValue: name)
        let checked = try exchange.services.callers.client(
            bearer: Self.bearer(exchange), requestor: requestor, rememberedOnly: rememberedOnly, now: exchange.now)
        guard let client = checked else { return nil }
        guard name.utf8.count <= Self.longestIdentifier else {
            throw EntitlementFailure.malformedParameter(Self.serviceProvider, reason: "is too long")
        }
        self.exchange = exchange
        self.requestor = requestor
        self.client = client
    }

    var now: Timestamp { exchange.now }
    var services: Services { exchange.services }

    /// The name of the path parameter that holds the service provider.
    static let serviceProvider = "serviceProvider"
    /// The header field that names the device.
    static let deviceIdentifier: HTTPFieldName = "AP-Device-Identifier"
    private static let deviceScheme: StaticString = "fingerprint"
    private static let passHolder: HTTPFieldName = "AP-TempPass-Identity"
    private static let partnerStatus: HTTPFieldName = "AP-Partner-Framework-Status"
    /// The maximum length of an identifier in bytes, as in the legacy family. The limit keeps tokens, which contain
    /// identifiers, short.
    static let longestIdentifier = 128
    private static let longestDevice = 1024

    /// Returns the text after the scheme `Bearer`; `nil` if there is none, or if there are several fields.
    private static func bearer(_ exchange: Exchange) -> String? {
        text(of: .authorization, scheme: "bearer", exchange)
    }

    /// Returns the text of a header field after a scheme; `nil` for another scheme, for a text that is empty or isn't
    /// UTF-8, and if there are several such fields.
    private static func text(of field: HTTPFieldName, scheme: StaticString, _ exchange: Exchange) -> String? {
        exchange.request.fields.textOfOnlyValue(field) { bytes(of: $0, after: scheme).flatMap(HTTPFields.exactText) }
    }

    /// Returns the bytes of a header field after a scheme; `nil` for another scheme, or if nothing follows it.
    private static func bytes(of value: UnsafeRawBufferPointer, after scheme: StaticString) -> UnsafeRawBufferPointer? {
        HTTPCredentials.bytes(of: value, after: scheme).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Reads the owner of the profiles that the call is about: this app, on the device that the call names.
    ///
    /// - Throws: `.missingDevice` if the call names no device, or two, or one that isn't UTF-8.
    func owner() throws(EntitlementFailure) -> AppProfiles.Owner {
        .init(requestor: requestor, client: client.id, deviceID: try deviceID())
    }

    /// Reads the identifier of the device that the call names, and its spelling in the header field.
    ///
    /// - Throws: `.missingDevice` as `owner` does.
    func device() throws(EntitlementFailure) -> (id: ExactText, name: ExactText) {
        let id = try deviceID()
        guard let name = Self.text(of: Self.deviceIdentifier, scheme: Self.deviceScheme, exchange) else {
            throw .missingDevice
        }
        return (id, ExactText(name))
    }

    /// Reads the identifier of the device that the call names: the field's text decoded from base64, or else the text
    /// itself.
    ///
    /// - Throws: `.missingDevice` as `owner` does.
    func deviceID() throws(EntitlementFailure) -> ExactText {
        let id = exchange.request.fields.textOfOnlyValue(Self.deviceIdentifier) { value in
            guard let name = Self.bytes(of: value, after: Self.deviceScheme), name.count <= 2 * Self.longestDevice
            else { return nil }
            let decoded = Base64.decodeTextLeniently(run: name.assumingMemoryBound(to: UInt8.self))
            return Self.plain(decoded) ?? HTTPFields.exactText(name)
        }
        guard let id, (1...Self.longestDevice).contains(id.utf8.count) else { throw .missingDevice }
        return ExactText(id)
    }

    /// Returns the device identifier that a text contains in base64; `nil` if the decoded bytes aren't UTF-8 or have
    /// control characters.
    static func decoded(_ text: String) -> String? { plain(Base64.decodeTextLeniently(text)) }

    /// Returns the text unless it has control characters.
    private static func plain(_ text: String?) -> String? {
        text.flatMap { $0.hasControlCharacters ? nil : $0 }
    }

    /// Reads the MVPD that the path names.
    func mvpd() throws(EntitlementFailure) -> MVPDID {
        let id = try exchange.capture("mvpd")
        guard id.utf8.count <= Self.longestIdentifier else {
            throw .malformedParameter("mvpd", reason: "is longer than \(Self.longestIdentifier) bytes")
        }
        return MVPDID(rawValue: id)
    }

    /// Reads the code that the path names.
    ///
    /// - Throws: `.malformedParameter` for a text that can't be a code.
    func code() throws(EntitlementFailure) -> String { try Self.code(exchange) }

    static func code(_ exchange: Exchange) throws(EntitlementFailure) -> String {
        let code = try exchange.capture("code").asciiUppercased
        let isPlain = code.withBytes { bytes in
            bytes.allSatisfy { byte in
                UInt8(ascii: "A") <= byte && byte <= UInt8(ascii: "Z")
                    || UInt8(ascii: "0") <= byte && byte <= UInt8(ascii: "9")
            }
        }
        guard (1...16).contains(code.utf8.count), isPlain else {
            throw .malformedParameter("code", reason: "isn't 1 to 16 letters and digits")
        }
        return code
    }

    /// Reads the caller: the app on its device, and the facts about the user that the call states.
    ///
    /// - Throws: `.missingDevice`; the error of a store that can't be used; `.missingParameter` or
    ///   `.malformedParameter` for device information that the policy refuses.
    func caller() throws -> AppCaller {
        let owner = try owner()
        try checkInformation()
        return AppCaller(
            owner: owner, passHolder: passHolder, identities: try IdentityTokens.identities(exchange, of: owner),
            framework: PartnerStatus(field: exchange.request.fields.values(Self.partnerStatus)))
    }

    /// The identity of a promotional pass's holder; `nil` if the call names none, or several, or one that can't be
    /// read.
    var passHolder: GenericData? {
        let fields = exchange.request.fields.values(Self.passHolder)
        guard fields.count == 1, fields[0].utf8.count <= 4 * GenericData.longestValue,
            let text = Base64.decodeTextLeniently(fields[0])
        else { return nil }
        return GenericData(text)
    }

    /// Returns the device's information about itself; `nil` if it is absent or malformed. Malformed information is
    /// logged.
    func statedInformation() -> DeviceInformation? {
        guard let text = exchange.header(DeviceInformation.header) else { return nil }
        let information = DeviceInformation(text)
        if information == nil { exchange.log(.ignored("\(DeviceInformation.header), which can't be read")) }
        return information
    }

    /// Returns the known facts about the device, from its own statement and from its `User-Agent`.
    func deviceInformation() -> DeviceInformation {
        DeviceInformation(stated: statedInformation(), userAgent: exchange.userAgent)
    }

    /// Checks the device information where the policy is strict.
    private func checkInformation() throws(EntitlementFailure) {
        guard exchange.world.policy.deviceInformation == .strict else { return }
        let name = DeviceInformation.header.description
        let values = exchange.request.fields.values(DeviceInformation.header).filter { !$0.isEmpty }
        guard values.count <= 1 else { throw .malformedParameter(name, reason: "is given twice") }
        guard values.isEmpty || statedInformation() != nil else {
            throw .malformedParameter(name, reason: "isn't base64 of a JSON object")
        }
        let known = deviceInformation()
        // Browsers may leave the field out, since their User-Agent identifies them.
        guard !known.isEmpty else { throw .missingParameter(name) }
        if !values.isEmpty, !known.missing.isEmpty {
            throw .malformedParameter(name, reason: "has no \(known.missing.joined(separator: ", "))")
        }
    }

    /// Returns the path of one of this family's operations, which clients append to their base URL.
    func path(_ segments: String...) -> String {
        exchange.links.prefix + "/api/v2/" + segments.map(PercentEncoding.encode).joined(separator: "/")
    }
}
