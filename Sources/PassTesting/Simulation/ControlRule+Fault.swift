import PassHarness
import PassSimulator

extension ControlRule.Action {
    /// Returns the rule action that has the same effect as the fault.
    static func fault(_ fault: Fault) -> ControlRule.Action {
        switch fault {
        case .status(let status): .status(status)
        case .answer(let status, let contentType, let body):
            .answer(status: status, contentType: contentType.isEmpty ? nil : contentType, body)
        case .delayed(let milliseconds): .delay(milliseconds: milliseconds)
        case .failure(.notAuthorized(let message)): .failure("denied", message: message)
        case .failure(.enhancedError(let code)): .failure(code)
        // In a rule, a failure has the name of its Swift case.
        case .failure(let failure): .failure("\(failure)")
        }
    }
}
