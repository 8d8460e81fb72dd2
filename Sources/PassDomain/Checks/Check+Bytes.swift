/// The encoding of a check as bytes: its kind, then its values in their order.
extension Check {
    enum Kind: UInt8, BitwiseCopyable {
        case throttle, rule, ruleEffect, unreadableAction, furtherRules, request
        case requestor, mvpd, integration, returnAddress
        case client, application, requestorSignature, scope, clientSecret, grantType, softwareStatement
        case signature, expiry, revocation, origin, owner, namedMVPD, deviceNamed, device, unboundDevice, mediaResource
        case presentation
        case code, codeDevice, login, loginFacts, mvpdAnswer, profile, noProfile, partner, endedLogins
        case offer, resourceForm, resourceCount, degradation, refreshToken, magicName, account, rating, decision
        case keptDecision, forcedDenial, repeatedDenials, temporaryPass, passHolder, passResources
    }

    func write(to writer: inout CheckWriter) {
        switch self {
        case .throttle(let address, let rate, let burst): writer.put(.throttle, address, rate, burst)
        case .rule(let rule, let miss): writer.put(.rule, rule, miss)
        case .ruleEffect(let rule, let action): writer.put(.ruleEffect, rule, action)
        case .unreadableAction(let reason): writer.put(.unreadableAction, reason)
        case .furtherRules(let count): writer.put(.furtherRules, count)
        case .request: writer.put(.request)
        case .requestor(let requestor, let isKnown): writer.put(.requestor, requestor, isKnown)
        case .mvpd(let mvpd): writer.put(.mvpd, mvpd)
        case .integration(let requestor, let mvpd): writer.put(.integration, requestor, mvpd)
        case .returnAddress(let address): writer.put(.returnAddress, address)
        case .client(let client, let state): writer.put(.client, client, state)
        case .application(let application, let requestor): writer.put(.application, application, requestor)
        case .requestorSignature(let requestor): writer.put(.requestorSignature, requestor)
        case .scope(let scope): writer.put(.scope, scope)
        case .clientSecret(let client): writer.put(.clientSecret, client)
        case .grantType(let type): writer.put(.grantType, type)
        case .softwareStatement(let application): writer.put(.softwareStatement, application)
        case .signature(let token, let refusal): writer.put(.signature, token, refusal)
        case .expiry(let subject, let expires, let now): writer.put(.expiry, subject, expires, now)
        case .revocation(let token): writer.put(.revocation, token)
        case .origin(let token): writer.put(.origin, token)
        case .owner(let token, let owner, let asks): writer.put(.owner, token, owner, asks)
        case .namedMVPD(let named, let mvpd): writer.put(.namedMVPD, named, mvpd)
        case .deviceNamed: writer.put(.deviceNamed)
        case .device(let device, let fingerprint): writer.put(.device, device, fingerprint)
        case .unboundDevice: writer.put(.unboundDevice)
        case .mediaResource(let resource, let asks): writer.put(.mediaResource, resource, asks)
        case .presentation: writer.put(.presentation)
        case .code(let code, let requestor): writer.put(.code, code, requestor)
        case .codeDevice(let device, let named): writer.put(.codeDevice, device, named)
        case .login(let state): writer.put(.login, state)
        case .loginFacts(let missing): writer.put(.loginFacts, missing)
        case .mvpdAnswer(let mvpd): writer.put(.mvpdAnswer, mvpd)
        case .profile(let mvpd, let state, let expires, let now): writer.put(.profile, mvpd, state, expires, now)
        case .noProfile: writer.put(.noProfile)
        case .partner(let refusal): writer.put(.partner, refusal)
        case .endedLogins(let count): writer.put(.endedLogins, count)
        case .offer(let resource, let requestor): writer.put(.offer, resource, requestor)
        case .resourceForm: writer.put(.resourceForm)
        case .resourceCount(let count, let limit): writer.put(.resourceCount, count, limit)
        case .degradation(let rule, let mvpd): writer.put(.degradation, rule, mvpd)
        case .refreshToken(let mvpd): writer.put(.refreshToken, mvpd)
        case .magicName(let resource, let prefix): writer.put(.magicName, resource, prefix)
        case .account(let subscriber, let mvpd): writer.put(.account, subscriber, mvpd)
        case .rating(let rating, let limit): writer.put(.rating, rating, limit)
        case .decision(let decision): writer.put(.decision, decision)
        case .keptDecision(let resource, let expires, let now): writer.put(.keptDecision, resource, expires, now)
        case .forcedDenial(let resource, let code): writer.put(.forcedDenial, resource, code)
        case .repeatedDenials(let count, let limit): writer.put(.repeatedDenials, count, limit)
        case .temporaryPass(let mvpd): writer.put(.temporaryPass, mvpd)
        case .passHolder(let member): writer.put(.passHolder, member)
        case .passResources(let used, let limit): writer.put(.passResources, used, limit)
        }
    }

    init(from reader: inout CheckReader) {
        func next<Value: CheckValue>() -> Value { .read(from: &reader) }
        self =
            switch reader.take(Kind.self) {
            case .throttle: .throttle(address: next(), requestsPerSecond: next(), burst: next())
            case .rule: .rule(next(), next())
            case .ruleEffect: .ruleEffect(next(), action: next())
            case .unreadableAction: .unreadableAction(next())
            case .furtherRules: .furtherRules(next())
            case .request: .request
            case .requestor: .requestor(next(), isKnown: next())
            case .mvpd: .mvpd(next())
            case .integration: .integration(next(), next())
            case .returnAddress: .returnAddress(next())
            case .client: .client(next(), next())
            case .application: .application(next(), next())
            case .requestorSignature: .requestorSignature(next())
            case .scope: .scope(next())
            case .clientSecret: .clientSecret(next())
            case .grantType: .grantType(next())
            case .softwareStatement: .softwareStatement(next())
            case .signature: .signature(next(), next())
            case .expiry: .expiry(next(), expires: next(), now: next())
            case .revocation: .revocation(next())
            case .origin: .origin(next())
            case .owner: .owner(next(), next(), asks: next())
            case .namedMVPD: .namedMVPD(next(), of: next())
            case .deviceNamed: .deviceNamed
            case .device: .device(next(), fingerprint: next())
            case .unboundDevice: .unboundDevice
            case .mediaResource: .mediaResource(next(), asks: next())
            case .presentation: .presentation
            case .code: .code(next(), next())
            case .codeDevice: .codeDevice(next(), named: next())
            case .login: .login(next())
            case .loginFacts: .loginFacts(missing: next())
            case .mvpdAnswer: .mvpdAnswer(next())
            case .profile: .profile(next(), next(), expires: next(), now: next())
            case .noProfile: .noProfile
            case .partner: .partner(next())
            case .endedLogins: .endedLogins(next())
            case .offer: .offer(next(), next())
            case .resourceForm: .resourceForm
            case .resourceCount: .resourceCount(next(), limit: next())
            case .degradation: .degradation(next(), next())
            case .refreshToken: .refreshToken(next())
            case .magicName: .magicName(next(), prefix: next())
            case .account: .account(next(), next())
            case .rating: .rating(next(), next())
            case .decision: .decision(next())
            case .keptDecision: .keptDecision(next(), expires: next(), now: next())
            case .forcedDenial: .forcedDenial(next(), next())
            case .repeatedDenials: .repeatedDenials(count: next(), limit: next())
            case .temporaryPass: .temporaryPass(next())
            case .passHolder: .passHolder(member: next())
            case .passResources: .passResources(used: next(), limit: next())
            }
    }
}

extension CheckWriter {
    @inline(__always)
    fileprivate mutating func put(_ kind: Check.Kind) { store(kind) }

    @inline(__always)
    fileprivate mutating func put(_ kind: Check.Kind, _ value: some CheckValue) {
        store(kind)
        value.write(to: &self)
    }

    @inline(__always)
    fileprivate mutating func put(_ kind: Check.Kind, _ first: some CheckValue, _ second: some CheckValue) {
        put(kind, first)
        second.write(to: &self)
    }

    @inline(__always)
    fileprivate mutating func put(
        _ kind: Check.Kind, _ first: some CheckValue, _ second: some CheckValue, _ third: some CheckValue
    ) {
        put(kind, first, second)
        third.write(to: &self)
    }

    @inline(__always)
    fileprivate mutating func put(
        _ kind: Check.Kind, _ first: some CheckValue, _ second: some CheckValue, _ third: some CheckValue,
        _ fourth: some CheckValue
    ) {
        put(kind, first, second, third)
        fourth.write(to: &self)
    }
}
