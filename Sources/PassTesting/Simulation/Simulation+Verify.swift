import AccessEnabler
import PassCore
import PassHTTP
import PassSimulator

extension Simulation {
    /// Presents a media token to the simulator in the other process.
    func verifyRemotely(_ mediaToken: String, for resource: String) async throws -> MediaTokenVerdict {
        let form = FormFields.encode([(name: "token", value: mediaToken), (name: "resource", value: resource)])
        let answer = try await recorder.send(
            TransportRequest(
                method: "POST", url: url + "/_sim/tokens/verify",
                fields: [TransportField("Content-Type", "application/x-www-form-urlencoded")],
                body: Array(form.utf8)))
        guard answer.status == 200, let body = try? JSONValue.parse(answer.body),
            let validity = body["status"]?.stringValue.flatMap(MediaTokenValidity.init(rawValue:))
        else {
            throw SimulationError(
                "The simulator at \(url) can't verify media tokens: it answered \(answer.status) "
                    + String(decoding: answer.body.prefix(200), as: UTF8.self))
        }
        return MediaTokenVerdict(validity: validity, token: MediaTokenContents(body))
    }
}

extension MediaTokenContents {
    fileprivate init?(_ body: JSONValue) {
        guard let sessionGUID = body["sessionGUID"]?.stringValue, let requestorID = body["requestorID"]?.stringValue,
            let resourceID = body["resourceID"]?.stringValue, let mvpdID = body["mvpdID"]?.stringValue,
            let issued = body["timeIssued"]?.integerValue, let expires = body["expires"]?.integerValue
        else { return nil }
        self.init(
            sessionGUID: sessionGUID, requestorID: requestorID, resourceID: resourceID, mvpdID: mvpdID,
            proxyMVPDID: body["proxyMVPDID"]?.stringValue, issuedMillis: issued, expiresMillis: expires)
    }
}
