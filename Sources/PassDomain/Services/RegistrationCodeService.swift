package import PassCore

/// Creates, reads and deletes registration codes.
package final class RegistrationCodeService: Sendable {
    private let catalog: Catalog
    private let policy: Policy
    private let identifiers: any IdentifierSource
    private let codes: any RecordStore<RegistrationCode>

    package init(
        catalog: Catalog, policy: Policy, identifiers: any IdentifierSource, codes: any RecordStore<RegistrationCode>
    ) {
        self.catalog = catalog
        self.policy = policy
        self.identifiers = identifiers
        self.codes = codes
    }

    /// The letters and digits of codes. A code has seven of them, as in the service's current samples.
    package enum Alphabet: Sendable {
        /// All letters and digits.
        case whole
        /// The letters and digits that can't be confused with each other, for codes that people type from a TV's
        /// screen.
        case distinct

        fileprivate var characters: StaticString {
            switch self {
            case .whole: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
            case .distinct: "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
            }
        }
    }

    private static let length = 7

    /// Creates a code for a device.
    ///
    /// - Parameter timeToLive: the requested time to live; `nil` means the World's default.
    /// - Throws: `.unknownRequestor`, `.malformedParameter` for a time to live out of range, `.storeFull`.
    package func create(
        requestor: RequestorID, deviceID: ExactText, details: RegistrationCode.Details,
        timeToLive: TimeToLive?, alphabet: Alphabet = .whole, now: Timestamp
    ) throws -> RegistrationCode {
        try catalog.check(requestor)
        let timeToLive = timeToLive ?? policy.registrationCodeTimeToLive
        let longest = policy.longestRegistrationCodeTimeToLive
        guard timeToLive.milliseconds > 0, timeToLive <= longest else {
            throw EntitlementFailure.malformedParameter("ttl", reason: "must be 1 to \(longest.seconds) seconds")
        }
        // With 32^7 codes and at most a million records a collision is rare, and eight in a row practically never
        // happen.
        for _ in 0..<8 {
            let code = RegistrationCode(
                code: ExactText(identifiers.word(length: Self.length, from: alphabet.characters)),
                id: identifiers.uuid(), requestor: requestor, deviceID: deviceID, details: details,
                generated: now, expires: now + timeToLive)
            if try codes.insert(code, now: now) { return code }
        }
        throw EntitlementFailure.storeFull
    }

    /// Returns the record of a code, which is found regardless of case.
    ///
    /// - Parameter requestor: the requestor that the code must belong to; `nil` accepts any.
    /// - Throws: `.unknownRegistrationCode` for a code that is unknown, expired or of another requestor.
    package func find(_ code: String, requestor: RequestorID?, now: Timestamp) throws -> RegistrationCode {
        guard let record = try codes.find(Self.normalized(code), now: now),
            requestor == nil || requestor == record.requestor
        else {
            Check.note(false, .code(code, requestor))
            throw EntitlementFailure.unknownRegistrationCode
        }
        Check.note(true, .code(code, requestor))
        return record
    }

    /// Returns the record of a code as `find` does; `nil` for a code that is unknown, expired or of another requestor.
    ///
    /// - Throws: the error of a store that can't be used, which says nothing about the code.
    package func findIfKnown(_ code: String, requestor: RequestorID?, now: Timestamp) throws -> RegistrationCode? {
        do {
            return try find(code, requestor: requestor, now: now)
        } catch EntitlementFailure.unknownRegistrationCode {
            return nil
        }
    }

    /// Deletes the code; a login that was begun with it continues.
    ///
    /// - Parameter client: the client that asks; `nil` if it is unknown.
    /// - Throws: `.unknownRegistrationCode` as `find` does, for the code of another app of REST API v2, and if another
    ///   call deletes the code at the same time.
    package func delete(_ code: String, requestor: RequestorID?, client: ClientID? = nil, now: Timestamp) throws {
        let record = try find(code, requestor: requestor, now: now)
        let isAllowed = record.owner.map { $0.client == client } ?? true
        guard isAllowed, try codes.remove(record.code, now: now) != nil else {
            Check.note(false, .code(code, requestor))
            throw EntitlementFailure.unknownRegistrationCode
        }
    }

    static func normalized(_ code: String) -> ExactText {
        ExactText(code.asciiUppercased)
    }
}
