/// The steps of `getMetadata` that wait for the service, each with the arguments of the call.
package enum MetadataStep: Sendable {
    case deviceID([String: EntitlementValue])
    case userMetadata([String: EntitlementValue], name: String, AuthorizingLogin)
}

/// The metadata of tokens, device and user that an app can ask for ("getMetadata").
extension EntitlementMachine {
    mutating func getMetadata(_ arguments: [String: EntitlementValue]) {
        switch opcode(arguments) {
        case METADATA_AUTHENTICATION:
            tell(authorizingLogin().map { .string($0.token.expiresText) }, METADATA_AUTHENTICATION, arguments)
        case METADATA_AUTHORIZATION:
            tell(authorizationExpiry(arguments).map { .string($0) }, METADATA_AUTHORIZATION, arguments)
        case METADATA_DEVICE_ID:
            askForDeviceID(arguments)
        case METADATA_USER_META where setup.profile.version >= SDKVersion(1, 7):
            tellUserMetadata(arguments)
        default:
            tell(nil, METADATA_KEY_INVALID, arguments)
        }
    }

    mutating func proceed(_ step: MetadataStep, with answer: Answer) {
        switch step {
        case .deviceID(let arguments):
            var id: String?
            if case .response(let response) = answer { id = response.deviceID }
            tell(id.map { .string($0) }, METADATA_DEVICE_ID, arguments)
        case .userMetadata(let arguments, let name, let login):
            takeUserMetadata(answer, name, login, arguments)
        }
        if let status = status(of: answer, else: nil) { emit(.status(status)) }
    }

    /// Returns the opcode in the arguments; `nil` if there is none.
    ///
    /// On Darwin a boxed 0 or 1 can't be told from a flag, so a flag counts as a number here.
    func opcode(_ arguments: [String: EntitlementValue]) -> Int32? {
        let value = arguments[METADATA_OPCODE_KEY]
        if let flag = value?.boolValue { return flag ? 1 : 0 }
        return value?.integerValue.flatMap(Int32.init(exactly:))
    }

    /// Passes a value to the app, in answer to `getMetadata`.
    private mutating func tell(
        _ value: EntitlementValue?, isEncrypted: Bool = false, _ key: Int32, _ arguments: [String: EntitlementValue]
    ) {
        emit(.setMetadataStatus(value, encrypted: isEncrypted, forKey: key, andArguments: arguments))
    }

    /// Returns when the resource's stored authZ token expires, as the token writes it.
    private mutating func authorizationExpiry(_ arguments: [String: EntitlementValue]) -> String? {
        guard let resource = arguments[METADATA_RESOURCE_ID_KEY]?.stringValue, let login = authorizingLogin()?.login,
            let stored = authorizationToken(for: resource, at: login.provider.id)
        else { return nil }
        return AuthorizationToken(stored.text, using: setup.xml)?.expiresText
    }

    private mutating func askForDeviceID(_ arguments: [String: EntitlementValue]) {
        guard let login = authorizingLogin()?.login,
            let fingerprint = AuthenticationToken.fingerprint(login.token, using: setup.xml)
        else {
            return tell(nil, METADATA_DEVICE_ID, arguments)
        }
        send(
            .deviceMetadata(
                requestor: login.requestor, provider: login.provider, fingerprint: fingerprint, proof: requestorProof),
            then: .metadata(.deviceID(arguments)))
    }

    private mutating func tellUserMetadata(_ arguments: [String: EntitlementValue]) {
        guard let name = arguments[METADATA_USER_META_KEY]?.stringValue, let login = authorizingLogin()?.login else {
            return tell(nil, METADATA_USER_META, arguments)
        }
        let bucket = bucket(login.provider.id)
        if name == "tokenSource", bucket.isFromPlatform { return tell("Apple", METADATA_USER_META, arguments) }
        guard let text = bucket.userMetadata, let metadata = UserMetadata(text) else {
            return tell(nil, METADATA_USER_META, arguments)
        }
        guard metadata.encrypted.contains(name) else {
            return tell(metadata.data[name], METADATA_USER_META, arguments)
        }
        if let known = bucket.encryptedUserMetadata.flatMap(UserMetadata.init), known.updated >= metadata.updated {
            return tell(
                known.data[name], isEncrypted: known.encrypted.contains(name), METADATA_USER_META, arguments)
        }
        send(
            .userMetadata(
                requestor: login.requestor, provider: login.provider, token: login.token, metadata: text),
            then: .metadata(.userMetadata(arguments, name: name, login)))
    }

    /// Stores the encrypted values until newer metadata arrives, and passes the one asked for to the app.
    ///
    /// If the request failed the app gets no value, and never the unencrypted one.
    private mutating func takeUserMetadata(
        _ answer: Answer, _ name: String, _ login: AuthorizingLogin, _ arguments: [String: EntitlementValue]
    ) {
        guard case .response(let response) = answer, response.status == 200, !hasEnded(login),
            let text = String(validating: response.body, as: UTF8.self), let metadata = UserMetadata(text)
        else { return tell(nil, isEncrypted: true, METADATA_USER_META, arguments) }
        update(login.provider.id) { $0.encryptedUserMetadata = text }
        tell(metadata.data[name], isEncrypted: metadata.encrypted.contains(name), METADATA_USER_META, arguments)
    }
}

extension TransportResponse {
    /// The device ID in an answer to `getMetadataDevice`; `nil` where the programmer may not know it, and for markup.
    fileprivate var deviceID: String? {
        guard status == 200, body.count <= 1024, let id = String(validating: body, as: UTF8.self)?.trimmed else {
            return nil
        }
        return id.isEmpty || id.first == "<" ? nil : id
    }
}
