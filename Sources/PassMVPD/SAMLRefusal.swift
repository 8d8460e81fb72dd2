import PassDomain
import PassSAML

/// Runs what reads or writes SAML; an error becomes a refusal with its sentence.
func refusing<Result>(_ body: () throws(SAMLError) -> Result) throws(EntitlementFailure) -> Result {
    do throws(SAMLError) {
        return try body()
    } catch {
        throw .loginRefused(error.message)
    }
}
