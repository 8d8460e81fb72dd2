import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassXML

/// `GET /adobe-services/config/{requestor}`: the requestor, its MVPDs and the service's time (legacy protocol, "Config
/// XML").
///
/// - Path `{requestor}`, or the parameter `requestor_id` if the path has no requestor.
/// - Cookie `JSESSIONID`: if a logout has ended the cookie's login, the document contains `pendingLogout`.
/// - 200: XML on one line, since the Android SDK walks raw child nodes; the suffix `.json` changes nothing.
/// - 400: the servlet container's page `HTTP Status 400 - Requestor not found for given ID`.
/// - 410: a page with the text `410 Gone`, for native SDKs older than the oldest supported version.
struct RetrieveConfiguration: AdobeEndpoint {
    let style = AnswerStyle.configuration
    let route = Route(
        .retrieveConfiguration, [.get], "/adobe-services[/1.0]/config/{requestor}", "/adobe-services[/1.0]/config",
        on: .loop, takesFormatSuffix: true)

    /// Leaves the answer to a worker if the catalog is long.
    func answerOnLoop(_ exchange: Exchange) throws -> LoopAnswer {
        if exchange.world.catalog.mvpds.count > Catalog.longestOnLoop { return .work { try answer(exchange) } }
        return .ready(try answer(exchange))
    }

    func answer(_ exchange: Exchange) throws -> HTTPResponse {
        let agent = exchange.header(.userAgent) ?? ""
        if let oldest = exchange.world.policy.oldestClient, let version = NativeClientVersion(userAgent: agent),
            version < NativeClientVersion(oldest)
        {
            throw EntitlementFailure.clientTooOld
        }
        let isNamed = exchange.captures["requestor"] != nil
        let id = try isNamed ? exchange.capture("requestor") : exchange.parameters.required("requestor_id")
        let requestor = try exchange.world.catalog.requestor(RequestorID(rawValue: id))
        let client = ClientKind(userAgent: agent)
        let isLoggedOut = try isLoggedOut(exchange)
        return AdobeAnswer.xml { writer in
            writer.element("config") { config in
                config.element("time", String(exchange.now.milliseconds))
                config.element("device", client.device)
                config.element("clientType", client.type)
                config.element("os", client.system)
                if isLoggedOut { config.element("pendingLogout", [("reason", "0")], "true") }
                config.element("requestor") { element in
                    element.element("id", [("visible", "true")], requestor.id.rawValue)
                    element.element("name", [("visible", "true")], requestor.displayName)
                    element.element("mvpds") { list in
                        for mvpd in exchange.world.catalog.integratedMVPDs(of: requestor) {
                            write(mvpd, of: requestor, exchange, to: &list)
                        }
                    }
                }
            }
        }
    }

    private func isLoggedOut(_ exchange: Exchange) throws -> Bool {
        guard let cookie = exchange.cookie("JSESSIONID") else { return false }
        return try exchange.services.authentication.hasEnded(SessionCookie(rawValue: cookie), now: exchange.now)
    }

    /// Writes an MVPD. Values that equal the clients' default are left out, except those that every real document has.
    private func write(_ mvpd: MVPD, of requestor: Requestor, _ exchange: Exchange, to writer: inout XMLWriter) {
        let logoURL = mvpd.logoURL ?? exchange.links.mvpd(mvpd, "logo.svg")
        let isProxied = exchange.world.catalog.actingMVPD(of: mvpd).id != mvpd.id
        writer.element("mvpd", [("visible", "true")]) { element in
            element.element("id", mvpd.id.rawValue)
            element.element("displayName", mvpd.displayName)
            element.element("logoUrl", logoURL)
            element.element("authPerAggregator", String(mvpd.flags.authPerAggregator))
            element.element("passiveAuthnEnabled", String(mvpd.flags.passiveAuthnEnabled))
            if mvpd.flags.authPerBrowserSession { element.element("authPerBrowserSession", "true") }
            element.element("iFrameRequired", String(mvpd.flags.iFrameRequired))
            element.elementIfPresent("iFrameWidth", mvpd.flags.iFrameWidth.map { String($0) })
            element.elementIfPresent("iFrameHeight", mvpd.flags.iFrameHeight.map { String($0) })
            if mvpd.style == .tempPass { element.element("tempPass", "true") }
            if isProxied { element.element("isProxy", "true") }
            if mvpd.flags.foregroundLogout { element.element("foregroundLogout", "true") }
            if let platform = mvpd.flags.platform {
                write(platform, isEnabled: requestor.allowsPlatformSignOn(at: mvpd.id), to: &element)
            }
            if mvpd.flags.useSVC { element.element("useSVC", "true") }
            if !requestor.allowsSingleSignOn(at: mvpd.id) { element.element("ssoDisabled", "true") }
        }
    }

    private func write(_ platform: MVPD.Platform, isEnabled: Bool, to mvpd: inout XMLWriter) {
        mvpd.element("enablePlatformServices", String(isEnabled))
        mvpd.element("boardingStatus", platform.boardingStatus.rawValue)
        mvpd.element("displayInPlatformPicker", String(platform.isInPicker))
        mvpd.elementIfPresent("platformMappingId", platform.mappingID)
        for name in platform.requiredMetadata { mvpd.elementIfPresent("requiredMetadataFields", name) }
    }
}

/// The kind of client that the service detects from `User-Agent`. SDKs pass it to their app's `sendTrackingData`.
struct ClientKind {
    var device: String
    var type: String
    var system: String

    init(userAgent: String) {
        let agent = userAgent.asciiLowercased
        func says(_ word: StaticString) -> Bool { agent.containsBytes(of: word) }
        if says("apple tv") || says("appletv") || says("tvos") {
            device = "unknown"
            type = "tvOS"
            system = "tvOS"
        } else if says("iphone") || says("ipod") || says("ipad") || says("cfnetwork") {
            device = says("ipad") ? "tablet" : "mobile"
            type = "ios"
            system = "iOS"
        } else if says("android") {
            device = says("mobile") || says("adobepassnativeclient") ? "mobile" : "tablet"
            type = "android"
            system = "Android"
        } else if says("xbox") || says("playstation") {
            device = "gameconsole"
            type = "html5"
            system = says("xbox") ? "Windows" : "PlayStation OS"
        } else if let known = Self.computers.first(where: { says($0.mark) }) {
            device = "computer"
            type = "html5"
            system = known.system
        } else {
            device = "unknown"
            type = "html5"
            system = "unknown"
        }
    }

    private static let computers: [(mark: StaticString, system: String)] = [
        ("windows", "Windows"), ("macintosh", "Mac OS"), ("linux", "Linux"),
    ]
}
