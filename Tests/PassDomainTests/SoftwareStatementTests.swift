import PassCore
import PassDomain
import Testing

@Suite("Software statements")
struct SoftwareStatementTests {
    @Test("Statements are equal if all their claims are")
    func equality() {
        func statement(
            _ application: String = "a", name: String? = nil, version: String? = nil, redirectURI: ExactText? = nil,
            requestor: RequestorID? = nil, scope: String? = nil, grantType: String? = nil
        ) -> SoftwareStatement {
            SoftwareStatement(
                application: application, clientName: name, version: version,
                redirectURIs: redirectURI.map { [$0] } ?? [], requestors: requestor.map { [$0] } ?? [],
                scopes: scope.map { [$0] } ?? [], grantTypes: grantType.map { [$0] } ?? [])
        }
        #expect(statement() == statement())
        #expect(Set([statement(), statement()]).count == 1)
        let others = [
            statement("b"), statement(name: "n"), statement(version: "1"), statement(redirectURI: "app://a"),
            statement(requestor: "R"), statement(scope: "s"), statement(grantType: "g"),
        ]
        for other in others { #expect(other != statement()) }
    }
}
