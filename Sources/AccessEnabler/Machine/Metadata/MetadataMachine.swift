/// The metadata of tokens, device and user that an app can ask for ("getMetadata").
///
/// The flow has no state: its steps carry everything that the answer needs.
struct MetadataMachine: Sendable {
    enum Event {
        case getMetadata([String: EntitlementValue])
        case answered(MetadataStep, Answer)
    }

    func handle(_ event: Event, in context: inout FlowContext) {
        switch event {
        case .getMetadata(let arguments): get(arguments, &context)
        case .answered(let step, let answer): receive(answer, to: step, &context)
        }
    }

    /// Returns the opcode in the arguments; `nil` if there is none.
    ///
    /// On Darwin a boxed 0 or 1 can't be distinguished from a flag, so a flag counts as a number here.
    static func opcode(_ arguments: [String: EntitlementValue]) -> Int32? {
        let value = arguments[METADATA_OPCODE_KEY]
        if let flag = value?.boolValue { return flag ? 1 : 0 }
        return value?.integerValue.flatMap(Int32.init(exactly:))
    }

    private func get(_ arguments: [String: EntitlementValue], _ context: inout FlowContext) {
        switch Self.opcode(arguments) {
        case METADATA_AUTHENTICATION:
            let expiry = context.authorizingLogin()?.token.expiresText
            tell(expiry.map { .string($0) }, METADATA_AUTHENTICATION, arguments, &context)
        case METADATA_AUTHORIZATION:
            let expiry = context.authorizationExpiry(arguments)
            tell(expiry.map { .string($0) }, METADATA_AUTHORIZATION, arguments, &context)
        case METADATA_DEVICE_ID: askForDeviceID(arguments, &context)
        case METADATA_USER_META where context.setup.profile.version >= SDKVersion(1, 7):
            tellUserMetadata(arguments, &context)
        default: tell(nil, METADATA_KEY_INVALID, arguments, &context)
        }
    }

    private func receive(_ answer: Answer, to step: MetadataStep, _ context: inout FlowContext) {
        switch step {
        case .deviceID(let arguments):
            var id: String?
            if case .response(let response) = answer { id = response.deviceID }
            tell(id.map { .string($0) }, METADATA_DEVICE_ID, arguments, &context)
        case .userMetadata(let arguments, let name, let login):
            receiveUserMetadata(answer, name, login, arguments, &context)
        }
        if let status = context.status(of: answer, else: nil) { context.emit(.status(status)) }
    }

    /// Passes a value to the app, in answer to `getMetadata`.
    private func tell(
        _ value: EntitlementValue?, isEncrypted: Bool = false, _ key: Int32, _ arguments: [String: EntitlementValue],
        _ context: inout FlowContext
    ) {
        context.emit(.setMetadataStatus(value, encrypted: isEncrypted, forKey: key, andArguments: arguments))
    }

    private func askForDeviceID(_ arguments: [String: EntitlementValue], _ context: inout FlowContext) {
        guard let login = context.authorizingLogin()?.login,
            let fingerprint = AuthenticationToken.fingerprint(login.token, using: context.setup.xml)
        else { return tell(nil, METADATA_DEVICE_ID, arguments, &context) }
        context.send(
            .deviceMetadata(
                requestor: login.requestor, provider: login.provider, fingerprint: fingerprint,
                proof: context.requestorProof),
            then: .metadata(.deviceID(arguments)))
    }

    private func tellUserMetadata(_ arguments: [String: EntitlementValue], _ context: inout FlowContext) {
        guard let name = arguments[METADATA_USER_META_KEY]?.stringValue,
            let login = context.authorizingLogin()?.login
        else { return tell(nil, METADATA_USER_META, arguments, &context) }
        let bucket = context.bucket(login.provider.id)
        if name == "tokenSource", bucket.isFromPlatform {
            return tell("Apple", METADATA_USER_META, arguments, &context)
        }
        guard let text = bucket.userMetadata, let metadata = UserMetadata(text) else {
            return tell(nil, METADATA_USER_META, arguments, &context)
        }
        guard metadata.encrypted.contains(name) else {
            return tell(metadata.data[name], METADATA_USER_META, arguments, &context)
        }
        if let known = bucket.encryptedUserMetadata.flatMap(UserMetadata.init), known.updated >= metadata.updated {
            let isEncrypted = known.encrypted.contains(name)
            return tell(known.data[name], isEncrypted: isEncrypted, METADATA_USER_META, arguments, &context)
        }
        context.send(
            .userMetadata(
                requestor: login.requestor, provider: login.provider, token: login.token, metadata: text),
            then: .metadata(.userMetadata(arguments, name: name, login)))
    }

    /// Stores the encrypted values until newer metadata arrives, and passes the requested value to the app.
    ///
    /// If the request failed, the app gets no value; it never gets the unencrypted one.
    private func receiveUserMetadata(
        _ answer: Answer, _ name: String, _ login: AuthorizingLogin, _ arguments: [String: EntitlementValue],
        _ context: inout FlowContext
    ) {
        guard case .response(let response) = answer, response.status == 200, !context.hasEnded(login),
            let text = String(validating: response.body, as: UTF8.self), let metadata = UserMetadata(text)
        else { return tell(nil, isEncrypted: true, METADATA_USER_META, arguments, &context) }
        context.update(login.provider.id) { $0.encryptedUserMetadata = text }
        let isEncrypted = metadata.encrypted.contains(name)
        tell(metadata.data[name], isEncrypted: isEncrypted, METADATA_USER_META, arguments, &context)
    }
}

extension FlowContext {
    /// Returns the expiry of the resource's stored authZ token, as written in the token.
    fileprivate mutating func authorizationExpiry(_ arguments: [String: EntitlementValue]) -> String? {
        guard let resource = arguments[METADATA_RESOURCE_ID_KEY]?.stringValue, let login = authorizingLogin()?.login,
            let stored = authorizationToken(for: resource, at: login.provider.id)
        else { return nil }
        return AuthorizationToken(stored.text, using: setup.xml)?.expiresText
    }
}

extension TransportResponse {
    /// The device ID in an answer to `getMetadataDevice`; `nil` when there is none.
    ///
    /// An empty body means that the requestor's apps may not know the ID. Markup, a body over 1,024 bytes and a status
    /// other than 200 give no ID either.
    fileprivate var deviceID: String? {
        guard status == 200, body.count <= 1024, let id = String(validating: body, as: UTF8.self)?.trimmed else {
            return nil
        }
        return id.isEmpty || id.first == "<" ? nil : id
    }
}
