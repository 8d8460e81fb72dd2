import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `POST /reggie/v1/{requestor}/regcode[.json|.xml]`: "Registration Code Request" of REST API v1.
///
/// - Inputs, in the query, a form or both: `deviceId` (required); `ttl` in seconds, `mvpd`, `registrationURL`,
///   `deviceType`, `deviceUser`, `appId`, `appVersion`, `device_info` or the field `X-Device-Info`, `format` and
///   `access_token` instead of a bearer (optional).
/// - Answers: 201 with the record; 400 for a missing `deviceId` or a bad `ttl`; 401 or 403 for a bad access token.
struct RequestRegistrationCode: Endpoint {
    let route = Route(
        .requestRegistrationCode, [.post], "/reggie/v1/{requestor}/regcode", on: .worker, carriesSecrets: true,
        takesFormatSuffix: true)
    let failures: any FailureTable = RESTv1FailureTable()

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        let world = exchange.world
        let inputs = exchange.parameters
        let requestor = RequestorID(rawValue: try exchange.capture("requestor"))
        let application = try world.services.callers.check(
            .init(bearer: exchange.bearer(), requestor: requestor), now: exchange.now)
        let deviceID = try inputs.required("deviceId", longest: 1024)
        var details: RegistrationCode.Details = [:]
        details[.mvpd] = try inputs.optional("mvpd", longest: 1024)
        details[.registrationURL] = try inputs.optional("registrationURL", longest: 4096)
        details[.deviceType] = try inputs.optional("deviceType", longest: 1024)
        details[.deviceUser] = try inputs.optional("deviceUser", longest: 1024)
        details[.appID] = try inputs.optional("appId", longest: 1024)
        details[.appVersion] = try inputs.optional("appVersion", longest: 1024)
        details[.deviceInfo] = try DeviceInformation.carried(by: exchange)
        details[.userAgent] = exchange.userAgent
        details[.application] = application?.application
        details[.applicationName] = application?.clientName
        details[.applicationVersion] = application?.version
        let code = try world.services.registrationCodes.create(
            requestor: requestor, deviceID: ExactText(deviceID), details: details,
            timeToLive: inputs.optional("ttl").map(Self.timeToLive),
            now: exchange.now)
        return RegistrationRecord(code).response(.created, exchange)
    }

    private static func timeToLive(_ text: String) throws(EntitlementFailure) -> TimeToLive {
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let seconds = Int64(text)
        else { throw .malformedParameter("ttl", reason: "must be a number of seconds") }
        return .seconds(seconds)
    }
}
