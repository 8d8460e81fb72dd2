import AccessEnabler
import AccessEnablerOpenSSL
import PassSimulator
import PassTesting
import PassXML
import Testing

/// What our SDK got and read, in the words of the second witness.
struct Ours {
    /// The fields that the SDK itself reads of the tokens.
    struct Read {
        var requestor: String
        var provider: String
        var expiry: String?
        var authorizationExpiry: String?
    }

    var mvpds: [[String: SecondWitness.Scalar]]
    var authn: [String: String]
    var authz: [String: String]
    var media: [String: String]
    var read: Read

    static func testify(
        _ simulation: Simulation, mvpd: String, resource: String, device: String
    ) async throws -> Ours {
        let app = try await simulation.app(on: TestDevice(identifier: device))
        let events = app.accessEnabler.events()
        try await app.logIn(at: mvpd)
        let media = try await app.mediaToken(for: resource)
        let authn = try token("authnToken", of: .sessionDevice, in: simulation)
        let read = try #require(AuthenticationToken(authn))
        let testimony = Ours(
            mvpds: await offered(in: events).map { seen($0, at: simulation.url) }, authn: try elements(of: authn),
            authz: try elements(of: token("authzToken", of: .authorizeDevice, in: simulation)),
            media: try elements(of: media),
            read: Read(
                requestor: read.requestor, provider: read.provider,
                expiry: await text(.authenticationExpiry, of: app),
                authorizationExpiry: await text(.authorizationExpiry(resource: resource), of: app)))
        await app.logOut()
        return testimony
    }

    private static func text(_ request: MetadataRequest, of app: TestApp) async -> String? {
        if case .string(let text)? = await app.accessEnabler.metadata(request) { text } else { nil }
    }

    /// The MVPDs of the picker.
    private static func offered(in events: AsyncStream<AccessEnablerEvent>) async -> [MVPD] {
        for await case .displayProviderDialog(let mvpds) in events { return mvpds }
        return []
    }

    static func seen(_ mvpd: MVPD, at url: String) -> [String: SecondWitness.Scalar] {
        let members: [String: SecondWitness.Scalar] = [
            "id": .text(mvpd.id), "displayName": .text(mvpd.displayName), "logoURL": .text(mvpd.logoURL),
            "hasAuthNPerRequestor": .flag(mvpd.hasAuthNPerRequestor),
            "passiveAuthnEnabled": .flag(mvpd.passiveAuthnEnabled), "tempPass": .flag(mvpd.tempPass),
            "useSVC": .flag(mvpd.useSVC), "enablePlatformServices": .flag(mvpd.enablePlatformServices),
            "displayInPlatformPicker": .flag(mvpd.displayInPlatformPicker),
            "boardingStatus": mvpd.boardingStatus.map { .text($0) } ?? .null,
            "platformMappingId": mvpd.platformMappingId.map { .text($0) } ?? .null,
        ]
        return seen(members, at: url)
    }

    /// Without the simulator's own address, which differs from run to run.
    static func seen(
        _ members: [String: SecondWitness.Scalar], at url: String
    ) -> [String: SecondWitness.Scalar] {
        var members = members
        if let logo = members["logoURL"]?.text, logo.hasPrefix(url) {
            members["logoURL"] = .text(String(logo.dropFirst(url.count)))
        }
        return members
    }

    private static func token(_ element: String, of operation: Operation, in simulation: Simulation) throws -> String {
        let answer = try #require(simulation.calls(operation).last)
        let document = try XMLReader.parse(answer.responseBody)
        return try #require(document.name == element ? document : document.descendants(element).first).text
    }

    /// The leaves of a token, as the witness flattens them, with its signature.
    private static func elements(of token: String) throws -> [String: String] {
        let parts = token.split(separator: "<signatureInfo>", omittingEmptySubsequences: true)
        try #require(parts.count == 2)
        var found = ["signature": String(parts[0])]
        func visit(_ element: XMLElement) {
            if element.elements.isEmpty { found[element.name] = element.text } else { element.elements.forEach(visit) }
        }
        visit(try XMLReader.parse(Array(parts[1].utf8)))
        return found
    }
}
