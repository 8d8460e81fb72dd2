import PassCore
import PassDomain

/// The rules about REST API v1, of which the simulator serves only the registration codes.
extension ClientRule {
    static let restV1: [ClientRule] = [
        unserved(
            "R-66", .should, "An app looks for a login before it makes a registration code.",
            "REST API v1 cookbooks, startup flow"),
        unserved("R-67", .must, "Calls of v1 have the mandatory parameters.", "REST API v1, pages of the calls"),
        ClientRule(
            "R-68", .must, "deviceId is unique and stable.", clause: "REST API v1 overview; cookbook, temporary pass",
            needs: "a registration code", remedy: "Use one deviceId for all calls; dummy is for the first code only."
        ) { history, ruling in
            let codes = history.calls(.requestRegistrationCode)
            if !codes.isEmpty { ruling.see() }
            for (_, calls) in ClientHistory.groups(codes, by: { $0.client.map { ExactText($0) } }) {
                let devices = runs(of: calls) { $0.device.map { ExactText($0) } }.filter { $0.key != "dummy" }
                guard devices.count > 1, interleaved(devices) == nil else { continue }
                ruling.find("The deviceId of one client changed.", devices[0].last, devices[1].first)
            }
            for (_, calls) in ClientHistory.groups(codes, by: { ExactText("\($0.client ?? "") \($0.requestor ?? "")") })
            {
                let dummies = calls.filter { $0.device == "dummy" }
                if dummies.count > 1 { ruling.find("The deviceId dummy was used again.", dummies[0], dummies[1]) }
            }
        },
        unserved("R-69", .should, "Device information goes with every call of a device.", "Passing client information"),
        ClientRule(
            "R-70", .must, "A registration code lives for at most 36000 seconds.",
            clause: "REST API v1, Registration code request", needs: "a registration code with ttl",
            remedy: "Ask for a ttl of at most 36000."
        ) { history, ruling in
            for call in history.calls(.requestRegistrationCode) {
                guard let text = call.content.value("ttl"), let seconds = Int64(text) else { continue }
                ruling.see()
                if seconds > 36_000 { ruling.find("The ttl is \(seconds) s.", call) }
            }
        },
        ClientRule(
            "R-71", .should, "deviceType, deviceUser and appId are no longer used.",
            clause: "REST API v1, Registration code request", needs: "a registration code",
            remedy: "Leave these parameters out; send X-Device-Info instead."
        ) { history, ruling in
            for call in history.calls(.requestRegistrationCode) {
                ruling.see()
                let names = ["deviceType", "deviceUser", "appId"].filter { !call.content.all($0).isEmpty }
                if !names.isEmpty { ruling.find("The call has \(names.joined(separator: ", ")).", call) }
            }
        },
        unserved("R-72", .should, "A button is preferred to polling.", "REST API v1 cookbook, authorization flow"),
        unserved(
            "R-73", .must, "authenticate of v1 has all parameters, redirect_url last.",
            "REST API v1, Initiate authentication"),
        unserved(
            "R-74", .should, "A second screen checks the login before it reports success.",
            "REST API v1, Check authentication by second screen"),
        unserved(
            "R-75", .must, "Each playback of v1 is authorized, with a fresh media token.",
            "REST API v1 cookbook, authorization; Media tokens"),
        unserved(
            "R-76", .should, "An error of v1 leads to a registration or to a message, never to a loop.",
            "REST API v1 cookbook, authorization flow"),
        unserved(
            "R-77", .must, "preauthorize of v1 names at most five resources.", "REST API v1 cookbook, preauthorization"),
        unserved(
            "R-78", .should, "v1 is called with an access token instead of a signed header.",
            "REST API v1 cookbooks, dynamic client registration"),
        unserved(
            "R-79", .must, "An exchange of Apple's answer is encoded once and names its deviceType.",
            "Apple SSO cookbook for REST API v1"),
        unserved("R-80", .should, "A logout of v1 is a DELETE, on the user's wish.", "REST API v1, Initiate logout"),
    ]

    private static func unserved(_ id: String, _ force: Force, _ title: String, _ clause: String) -> ClientRule {
        ClientRule(
            id, force, title, clause: clause, unobservable: "The simulator doesn't serve this part of REST API v1.")
    }
}
