import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET /api/v2/{serviceProvider}/configuration`: "Retrieve configuration for specific service provider" of REST API v2.
///
/// - Inputs: the path. The kind of device decides whether the answer has the settings of its platform's sign-on.
/// - Answers: 200 with the service provider and its MVPDs. A flag of an MVPD is left out if it has the default
///   value that clients assume.
struct RetrieveServiceProviderConfiguration: RESTv2Endpoint {
    let route = Route(
        .retrieveServiceProviderConfiguration, [.get], "/api/v2/{serviceProvider}/configuration", on: .loop,
        carriesSecrets: true)

    /// Answers on the event loop, unless the catalog is long or the access token's signature must be verified. In those
    /// cases a worker answers.
    func respondOnLoop(to exchange: Exchange) throws -> LoopAnswer {
        guard exchange.world.catalog.mvpds.count <= Catalog.longestOnLoop,
            let call = try RESTv2Call(exchange, rememberedOnly: true)
        else { return .work { try respond(to: exchange) } }
        return .ready(try answer(call))
    }

    func answer(_ call: RESTv2Call) throws -> HTTPResponse {
        let catalog = call.exchange.world.catalog
        let requestor = try catalog.requestor(call.requestor)
        let isApple = Self.isApple(call)
        let body = JSONWriter.object { answer in
            // The service detects no more than this in the vendor's samples.
            answer.member("device", "unknown")
            answer.member("clientType", "html5")
            answer.member("os", "Unknown")
            answer.memberObject("requestor") { member in
                member.member("id", requestor.id.rawValue)
                member.member("name", requestor.displayName)
                member.memberArray("domains") { domains in
                    for name in requestor.domains {
                        domains.elementObject { domain in
                            domain.member("name", name)
                            domain.member("mvpdInitiated", false)
                        }
                    }
                }
                member.memberArray("mvpds") { list in
                    for mvpd in catalog.integratedMVPDs(of: requestor) {
                        list.elementObject { element in
                            Self.write(mvpd, of: requestor, isApple: isApple, call.exchange, to: &element)
                        }
                    }
                }
            }
        }
        return HTTPResponse(.ok, type: AnswerFormat.jsonType, body)
    }

    /// Whether the call comes from a platform that has its own sign-on.
    private static func isApple(_ call: RESTv2Call) -> Bool {
        call.deviceInformation().text("osName").map { ["iOS", "tvOS"].contains($0) } ?? false
    }

    private static func write(
        _ mvpd: MVPD, of requestor: Requestor, isApple: Bool, _ exchange: Exchange, to member: inout JSONWriter
    ) {
        let flags = mvpd.flags
        let isProxied = exchange.world.catalog.actingMVPD(of: mvpd).id != mvpd.id
        member.member("id", mvpd.id.rawValue)
        member.member("displayName", mvpd.displayName)
        member.member("logoUrl", mvpd.logoURL ?? exchange.links.mvpd(mvpd, "logo.svg"))
        if !flags.passiveAuthnEnabled { member.member("passiveAuthnEnabled", false) }
        if flags.authPerAggregator || flags.platform != nil {
            member.member("authPerAggregator", flags.authPerAggregator)
        }
        if flags.authPerBrowserSession { member.member("authPerBrowserSession", true) }
        if mvpd.style == .tempPass { member.member("isTempPass", true) }
        if isProxied { member.member("isProxy", true) }
        guard isApple, let platform = flags.platform else { return }
        member.member("boardingStatus", platform.boardingStatus.rawValue)
        member.memberIfPresent("platformMappingId", platform.mappingID)
        member.member("enablePlatformServices", requestor.allowsPlatformSignOn(at: mvpd.id))
        member.member("displayInPlatformPicker", platform.isInPicker)
    }
}
