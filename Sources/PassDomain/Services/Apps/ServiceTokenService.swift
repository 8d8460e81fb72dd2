package import PassCore

/// Issues and renews the tokens through which a user's devices share profiles, and lets devices join and leave (Adobe,
/// "SSO Service").
///
/// All devices with the same common identifier share profiles. A device joins with the identifier, or with a code that
/// a device of the same user has requested.
package final class ServiceTokenService: Sendable {
    private let identifiers: any IdentifierSource
    private let sealer: any ServiceTokenSealer
    private let linkedDevices: any RecordStore<LinkedDevices>
    private let linkCodes: any RecordStore<LinkCode>

    package init(
        identifiers: any IdentifierSource, sealer: any ServiceTokenSealer,
        linkedDevices: any RecordStore<LinkedDevices>, linkCodes: any RecordStore<LinkCode>
    ) {
        self.identifiers = identifiers
        self.sealer = sealer
        self.linkedDevices = linkedDevices
        self.linkCodes = linkCodes
    }

    /// The time to live of a token, as in the vendor's samples.
    private static let tokenTimeToLive: TimeToLive = .hours(1)
    /// The time for which an expired token can still be renewed. The vendor only says "recently expired".
    private static let renewal: TimeToLive = .days(1)
    private static let codeTimeToLive: TimeToLive = .minutes(30)
    private static let codeDigits: StaticString = "0123456789"
    private static let codeLength = 6

    /// A token and its text.
    package struct Issued: Sendable, Hashable {
        package var token: ServiceToken
        package var text: String
    }

    /// The way in which a device asks for its first token.
    package enum Claim: Sendable {
        /// The device names the common identifier.
        case subject(String)
        /// The device has a code that another device showed.
        case code(String)
    }

    /// Adds a device to the user's devices and makes its token.
    ///
    /// - Parameter name: the device's identifier as its header field spells it.
    /// - Throws: `.serviceTokenRefused(.unknownLink)`, `.storeFull`.
    package func join(
        _ claim: Claim, device: ExactText, name: ExactText, facts: LinkedDevices.Facts, now: Timestamp
    ) throws -> Issued {
        let subject: ExactText
        let kind: LinkedDevices.Kind
        switch claim {
        case .subject(let text):
            subject = ExactText(text)
            kind = .regular
        case .code(let text):
            // A code works once, even if two devices send it at the same time.
            guard let code = try linkCodes.remove(ExactText(text), now: now) else {
                Check.note(false, .code(text, nil))
                throw EntitlementFailure.serviceTokenRefused(.unknownLink)
            }
            subject = code.subject
            kind = .linked
        }
        let entry = LinkedDevices.Entry(id: device, name: name, kind: kind, facts: facts, lastSeen: now)
        var first = LinkedDevices(subject: subject, now: now)
        first.put(entry)
        try linkedDevices.upsert(first, now: now) { $0.put(entry) }
        return issue(subject.string, now: now)
    }

    /// Issues a new token in exchange for one that is valid or has expired recently.
    ///
    /// - Parameter device: the device that asks; `nil` if the call doesn't name it.
    /// - Throws: `.serviceTokenRefused`.
    package func renew(_ text: String, device: ExactText? = nil, now: Timestamp) throws -> Issued {
        let token = try open(text)
        try Self.check(token.expires + Self.renewal, now: now)
        if let device, try linkedDevices.find(ExactText(token.subject), now: now)?.excludes(device) == true {
            throw EntitlementFailure.serviceTokenRefused(.deviceLeft)
        }
        return issue(token.subject, now: now)
    }

    /// Creates a code with which another device gets a token of the same user.
    ///
    /// - Parameter text: the service token of the device that asks for the code.
    ///
    /// - Throws: `.serviceTokenRefused`, `.storeFull`.
    package func link(_ text: String, device: ExactText, now: Timestamp) throws -> (code: String, expires: Timestamp) {
        let token = try valid(text, of: device, now: now)
        let expires = now + Self.codeTimeToLive
        for _ in 0..<32 {
            let code = identifiers.word(length: Self.codeLength, from: Self.codeDigits)
            let record = LinkCode(code: ExactText(code), subject: ExactText(token.subject), expires: expires)
            if try linkCodes.insert(record, now: now) { return (code, expires) }
        }
        throw EntitlementFailure.storeFull
    }

    /// Removes devices from the user's devices.
    ///
    /// - Parameter devices: the devices, each as a list of the identifiers that it may have.
    /// - Returns: for each device, whether it was one of the user's devices.
    /// - Throws: `.serviceTokenRefused`.
    package func unlink(
        _ devices: [[ExactText]], by text: String, device: ExactText, now: Timestamp
    ) throws -> [Bool] {
        let token = try valid(text, of: device, now: now)
        let removed = try linkedDevices.update(ExactText(token.subject), now: now) { record in
            devices.map { names in names.contains { record.remove($0) } }
        }
        return removed ?? devices.map { _ in false }
    }

    /// Returns the user's devices.
    ///
    /// - Throws: `.serviceTokenRefused`.
    package func devices(_ text: String, device: ExactText, now: Timestamp) throws -> [LinkedDevices.Entry] {
        let token = try valid(text, of: device, now: now)
        return try linkedDevices.find(ExactText(token.subject), now: now)?.devices ?? []
    }

    /// Returns the common identifier that a valid token gives a device; `nil` if the token isn't valid now, or the
    /// device has left the user's devices.
    ///
    /// The device needn't have requested the token itself, because the token stands for the user, not for one device.
    ///
    /// - Throws: the error of a store that can't be used.
    package func subject(_ text: String, device: ExactText, now: Timestamp) throws -> String? {
        guard let token = try? valid(text, now: now) else { return nil }
        let record = try linkedDevices.find(ExactText(token.subject), now: now)
        return record?.excludes(device) == true ? nil : token.subject
    }

    /// Whether a token's text claims that the service issued it; the signature isn't checked.
    package func claimsToBeOwn(_ text: String) -> Bool { sealer.claimsToBeOwn(text) }

    private func issue(_ subject: String, now: Timestamp) -> Issued {
        let token = ServiceToken(subject: subject, begins: now, expires: now + Self.tokenTimeToLive)
        return Issued(token: token, text: sealer.seal(token))
    }

    private func open(_ text: String) throws -> ServiceToken {
        do {
            let token = try sealer.open(text)
            Check.note(true, .signature(.serviceToken, nil))
            return token
        } catch {
            Check.note(false, .signature(.serviceToken, error == .badSignature ? .badSignature : .malformed))
            throw EntitlementFailure.serviceTokenRefused(error)
        }
    }

    private static func check(_ expires: Timestamp, now: Timestamp) throws {
        guard Check.note(now < expires, .expiry(.serviceToken, expires: expires, now: now)) else {
            throw EntitlementFailure.serviceTokenRefused(.expired)
        }
    }

    private func valid(_ text: String, now: Timestamp) throws -> ServiceToken {
        let token = try open(text)
        try Self.check(token.expires, now: now)
        return token
    }

    /// Opens the token of a device's call, and records the time of the call.
    private func valid(_ text: String, of device: ExactText, now: Timestamp) throws -> ServiceToken {
        let token = try valid(text, now: now)
        let hasLeft = try linkedDevices.update(ExactText(token.subject), now: now) { record in
            guard !record.excludes(device) else { return true }
            record.see(device, now: now)
            return false
        }
        guard hasLeft != true else { throw EntitlementFailure.serviceTokenRefused(.deviceLeft) }
        return token
    }
}
