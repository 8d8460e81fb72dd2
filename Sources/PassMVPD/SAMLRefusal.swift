import PassDomain
import PassSAML

/// Runs code that reads or writes SAML, and turns its error into `EntitlementFailure.loginRefused` with the same
/// sentence.
func refusing<Result>(_ body: () throws(SAMLError) -> Result) throws(EntitlementFailure) -> Result {
    do throws(SAMLError) {
        return try body()
    } catch {
        throw .loginRefused(error.message)
    }
}
