package import PassCore

/// Makes, reads and deletes registration codes.
package struct RegistrationCodeService: Sendable {
    let world: World

    /// The letters and digits of codes; seven of them, as the service's current samples show.
    private static let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    private static let length = 7

    /// Makes a code for a device.
    ///
    /// - Parameter life: as asked; `nil` takes the World's default.
    /// - Throws: `.unknownRequestor`, `.malformedParameter` for a life out of range, `.storeFull`.
    package func create(
        requestor: RequestorID, deviceID: ExactText, details: [RegistrationCode.Detail: String], life: TimeToLive?,
        now: Timestamp
    ) throws -> RegistrationCode {
        _ = try world.catalog.requestor(requestor, world.policy)
        let life = life ?? world.policy.registrationCodeLife
        let longest = world.policy.longestRegistrationCodeLife
        guard life.milliseconds > 0, life <= longest else {
            throw EntitlementFailure.malformedParameter("ttl", reason: "must be 1 to \(longest.seconds) seconds")
        }
        // 36^7 codes and a million records at most: a collision is rare, eight in a row are not to be seen.
        for _ in 0..<8 {
            let code = RegistrationCode(
                code: ExactText(world.identifiers.word(length: Self.length, from: Self.alphabet)),
                id: world.identifiers.uuid(), requestor: requestor, deviceID: deviceID, details: details,
                generated: now, expires: now + life)
            if try world.stores.registrationCodes.insert(code, now: now) { return code }
        }
        throw EntitlementFailure.storeFull
    }

    /// The code's record, found without regard to case.
    ///
    /// - Parameter requestor: whose code it must be; `nil` takes anyone's.
    /// - Throws: `.unknownRegistrationCode` for a code that is unknown, expired or of another requestor.
    package func find(_ code: String, requestor: RequestorID?, now: Timestamp) throws -> RegistrationCode {
        guard let record = try world.stores.registrationCodes.find(Self.normalized(code), now: now),
            requestor == nil || requestor == record.requestor
        else { throw EntitlementFailure.unknownRegistrationCode }
        return record
    }

    /// Deletes the code; a login that it led to lives on.
    ///
    /// - Throws: `.unknownRegistrationCode` as `find` does.
    package func delete(_ code: String, requestor: RequestorID?, now: Timestamp) throws {
        let record = try find(code, requestor: requestor, now: now)
        try world.stores.registrationCodes.remove(record.code, now: now)
    }

    static func normalized(_ code: String) -> ExactText {
        ExactText(code.asciiUppercased)
    }
}
