import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `POST /api/{serviceProvider}/link`: a code by which another device joins the user's devices (Adobe, "SSO Service").
///
/// - Inputs: `AP-Device-Identifier` and `AD-Service-Token` (required).
/// - Answers: 201 with the code; 400, 401.
struct CreateLinkCode: RESTv2Endpoint {
    let route = Route(
        .createLinkCode, [.post], "/api/{serviceProvider}/link", on: .worker, carriesSecrets: true,
        readsParameters: false)
    let failures: any FailureTable = ServiceTokenFailureTable(call: .link)

    func answer(_ call: RESTv2Call) throws -> HTTPResponse {
        let token = try ServiceTokenHeaders.token(call)
        let link = try call.services.serviceTokens.link(token, device: try call.deviceID(), now: call.now)
        let body = JSONWriter.object { answer in
            answer.member("status", "CREATED")
            answer.member("code", link.code)
            answer.member("notBefore", call.now.milliseconds)
            answer.member("notAfter", link.expires.milliseconds)
        }
        return HTTPResponse(.created, type: ServiceTokenAnswer.type, body)
    }
}

/// `POST /api/{serviceProvider}/unlink`: removes some of the user's devices (Adobe, "SSO Service").
///
/// - Inputs: `AP-Device-Identifier` and `AD-Service-Token` (required); a JSON body `{"devices":[…]}`.
/// - Answers: 200 with the devices that were removed; 400, 401.
struct UnlinkDevices: RESTv2Endpoint {
    let route = Route(
        .unlinkDevices, [.post], "/api/{serviceProvider}/unlink", on: .worker, carriesSecrets: true,
        readsParameters: false)
    let failures: any FailureTable = ServiceTokenFailureTable(call: .unlink)

    func answer(_ call: RESTv2Call) throws -> HTTPResponse {
        let token = try ServiceTokenHeaders.token(call)
        let device = try call.deviceID()
        let devices = try UnlinkedDevices(call.exchange.request)
        let removed = try call.services.serviceTokens.unlink(
            devices.identifiers, by: token, device: device, now: call.now)
        let body = JSONWriter.object { answer in
            answer.member("status", "OK")
            answer.member("unlinkedDevices", zip(devices.texts, removed).filter(\.1).map(\.0))
        }
        return HTTPResponse(.ok, type: ServiceTokenAnswer.type, body)
    }
}

/// `GET /api/{serviceProvider}/list`: the user's devices (Adobe, "SSO Service").
///
/// - Inputs: `AP-Device-Identifier` and `AD-Service-Token` (required).
/// - Answers: 200 with the devices; 400, 401.
struct ListLinkedDevices: RESTv2Endpoint {
    let route = Route(
        .listLinkedDevices, [.get], "/api/{serviceProvider}/list", on: .worker, carriesSecrets: true,
        readsParameters: false)
    let failures: any FailureTable = ServiceTokenFailureTable(call: .list)

    func answer(_ call: RESTv2Call) throws -> HTTPResponse {
        let token = try ServiceTokenHeaders.token(call)
        let entries = try call.services.serviceTokens.devices(token, device: try call.deviceID(), now: call.now)
        let byName = Dictionary(entries.map { ($0.name, $0) }) { _, last in last }
        let body = JSONWriter.object { answer in
            answer.memberObject("devices") { devices in
                for name in HashOrder.sorted(entries.map(\.name.string)) {
                    guard let entry = byName[ExactText(name)] else { continue }
                    devices.memberObject(.text(name)) { Self.write(entry, to: &$0) }
                }
            }
        }
        return HTTPResponse(.ok, type: ServiceTokenAnswer.type, body)
    }

    private static func write(_ entry: LinkedDevices.Entry, to device: inout JSONWriter) {
        device.memberIfPresent("deviceType", entry.facts.type)
        device.memberIfPresent("model", entry.facts.model)
        device.memberIfPresent("os", entry.facts.system)
        device.memberIfPresent("osVersion", entry.facts.systemVersion)
        device.member("lastSeen", entry.lastSeen.milliseconds)
        device.member("type", entry.kind == .linked ? "sso" : "regular")
    }
}
