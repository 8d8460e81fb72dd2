import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments
import PassRESTv2

extension Fault {
    /// Returns the effect of the fault on the pipeline.
    ///
    /// - Throws: `SimulatorError` for a fault that can't be sent.
    func effect() throws -> FaultEffect {
        switch self {
        case .status(let code): return .answer(try Self.page(code))
        case .answer(let code, let contentType, let body):
            guard contentType.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else {
                throw SimulatorError("The content type of a fault has characters that a header field can't have.")
            }
            let status = try Self.checked(code)
            let isBodiless = code == 204 || code == 304
            return .answer(
                HTTPResponse(
                    status, fields: contentType.isEmpty ? [:] : [.contentType: contentType],
                    body: isBodiless ? [] : body))
        case .delayed(let milliseconds):
            guard (0...600_000).contains(milliseconds) else {
                throw SimulatorError("A fault can delay by 0 to 600000 milliseconds, not by \(milliseconds).")
            }
            return .delay(milliseconds: milliseconds)
        case .failure(let failure): return try failure.effect()
        }
    }

    fileprivate static func page(_ code: Int) throws -> HTTPResponse {
        let status = try checked(code)
        if code == 204 || code == 304 { return HTTPResponse(status) }
        return ContainerPage.response(status, "\(status.reason)")
    }

    private static func checked(_ code: Int) throws -> HTTPStatus {
        guard (200...599).contains(code) else {
            throw SimulatorError("The status of a fault must be 200 to 599, not \(code).")
        }
        return HTTPStatus(code: code)
    }
}

extension Fault.Failure {
    fileprivate func effect() throws -> FaultEffect {
        switch self {
        case .notAuthorized(nil): .failure(.denied(.notSubscribed))
        case .notAuthorized(let sentence?): .failure(.denied(Denial(.noAuthZ, try Self.checked(sentence))))
        case .providerUnreachable: .failure(.denied(.providerUnreachable))
        case .repeatedDenials: .failure(.denied(.repeatedDenials))
        case .invalidResource: .failure(.denied(.invalidResource))
        case .degraded: .failure(.denied(.degraded))
        case .refreshTokenMissing: .failure(.denied(.refreshTokenMissing))
        case .tokenRefused: .failure(.invalidProof(.revoked))
        case .otherDevice: .failure(.deviceMismatch(.authentication))
        case .otherDeviceAtMediaToken: .failure(.deviceMismatch(.mediaToken))
        case .missingDevice: .failure(.missingDevice)
        case .tooManyResources: .failure(.tooManyResources(limit: MVPD.usualPreauthorizationLimit))
        case .unknownRequestor: .failure(.unknownRequestor(""))
        case .requestorUnproven: .failure(.requestorUnproven)
        case .clientTooOld: .failure(.clientTooOld)
        case .unknownRegistrationCode: .failure(.unknownRegistrationCode)
        case .sessionNotFound: .failure(.sessionNotFound)
        case .sessionWithoutUser: .failure(.sessionWithoutUser)
        case .enhancedError(let code):
            if let failure = EnhancedFailures.failure(code: code) {
                .failure(failure)
            } else {
                throw SimulatorError("REST API v2 has no error with the code \(code) that can be forced.")
            }
        case .accessDenied: .failure(.accessTokenRefused)
        case .invalidClient: .failure(.invalidClient)
        case .invalidSoftwareStatement: .failure(.invalidSoftwareStatement)
        case .unapprovedSoftwareStatement: .failure(.unapprovedSoftwareStatement)
        case .tooManyRequests: .answer(Throttling.refusal)
        case .internalError: .answer(try Fault.page(500))
        case .unavailable: .failure(.storeFull)
        }
    }

    /// Checks the text of a denial.
    ///
    /// Old clients cut a denial's document in two at the word "details". The text is also sent in a header field.
    private static func checked(_ sentence: String) throws -> String {
        guard !sentence.isEmpty, !sentence.lowercased().contains("details"),
            !sentence.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
        else {
            throw SimulatorError(
                "The text of a denial must be a sentence on one line without the word \"details\", where old clients cut it."
            )
        }
        return sentence
    }
}
