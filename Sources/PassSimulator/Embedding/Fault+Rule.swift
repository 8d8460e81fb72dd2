import PassCore
import PassInstruments
import PassRESTv2

extension Fault {
    /// Returns the fault as the action of a rule.
    ///
    /// - Throws: `SimulatorError` for a fault that can't be sent.
    func action() throws -> RuleAction {
        switch self {
        case .status(let code): return RuleAction(.status(try Self.checked(code)))
        case .answer(let code, let contentType, let body):
            guard contentType.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else {
                throw SimulatorError("The content type of a fault has characters that a header field can't have.")
            }
            var action = RuleAction(.status(try Self.checked(code)))
            action.body = RuleAction.Body(body, type: contentType.isEmpty ? nil : contentType)
            return action
        case .delayed(let milliseconds):
            guard (0...RuleDelay.longest).contains(milliseconds) else {
                throw SimulatorError("A fault can delay by 0 to 600000 milliseconds, not by \(milliseconds).")
            }
            var action = RuleAction()
            action.delay = .fixed(milliseconds)
            return action
        case .failure(let failure): return RuleAction(.failure(try failure.forced()))
        }
    }

    private static func checked(_ code: Int) throws -> Int {
        guard (200...599).contains(code) else {
            throw SimulatorError("The status of a fault must be 200 to 599, not \(code).")
        }
        return code
    }
}

extension Fault.Failure {
    fileprivate func forced() throws -> ForcedFailure {
        switch self {
        case .notAuthorized(let sentence): .denied(try sentence.map(Self.checked))
        case .providerUnreachable: .named(.providerUnreachable)
        case .repeatedDenials: .named(.repeatedDenials)
        case .invalidResource: .named(.invalidResource)
        case .degraded: .named(.degraded)
        case .refreshTokenMissing: .named(.refreshTokenMissing)
        case .tokenRefused: .named(.tokenRefused)
        case .otherDevice: .named(.otherDevice)
        case .otherDeviceAtMediaToken: .named(.otherDeviceAtMediaToken)
        case .missingDevice: .named(.missingDevice)
        case .tooManyResources: .named(.tooManyResources)
        case .unknownRequestor: .named(.unknownRequestor)
        case .requestorUnproven: .named(.requestorUnproven)
        case .clientTooOld: .named(.clientTooOld)
        case .unknownRegistrationCode: .named(.unknownRegistrationCode)
        case .sessionNotFound: .named(.sessionNotFound)
        case .sessionWithoutUser: .named(.sessionWithoutUser)
        case .enhancedError(let code):
            if EnhancedFailures.codes.containsBytes(of: code) {
                .enhancedError(code)
            } else {
                throw SimulatorError("REST API v2 has no error with the code \(code) that can be forced.")
            }
        case .accessDenied: .named(.accessDenied)
        case .invalidClient: .named(.invalidClient)
        case .invalidSoftwareStatement: .named(.invalidSoftwareStatement)
        case .unapprovedSoftwareStatement: .named(.unapprovedSoftwareStatement)
        case .tooManyRequests: .named(.tooManyRequests)
        case .internalError: .named(.internalError)
        case .unavailable: .named(.unavailable)
        }
    }

    /// Checks the text of a denial.
    private static func checked(_ sentence: String) throws -> String {
        guard ForcedFailure.isMessage(sentence) else {
            throw SimulatorError(
                "The text of a denial must be a sentence on one line, of at most 1024 bytes and without the word \"details\", where old clients cut it."
            )
        }
        return sentence
    }
}
